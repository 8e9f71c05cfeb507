"""What the reports of run.py, card_report.py and course_gpu.py share: rows, ratios, and tables in Markdown."""

import math
import pathlib
import statistics
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SEQ, PAR, OMP, STD = "thrum seq", "thrum tbb", "thrum omp", "std"
CUDA = "thrum cuda"
SPINNING = ("thrust omp", "openmp", "ips4o")  # peers whose threads spin for some time when they have nothing to do
BEHIND = 0.95  # a ratio from here to 1 is noise
NEAR = 1.1  # and a ratio under this one may be behind in another pass
SCALE = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}


class Row:
    """What one row took: seconds of a call, for each run of each contender, of all passes together and of each pass;
    `size` is the number of bytes it moves."""

    def __init__(self, group=""):
        self.runs, self.passes, self.size, self.group = {}, [], 0, group

    def add_run(self, contender, seconds):
        self.runs.setdefault(contender, []).append(seconds)

    def add_pass(self, runs):
        self.passes.append(runs)
        for name, some in runs.items():
            self.runs.setdefault(name, []).extend(some)

    def add(self, entry):
        """A run as Google Benchmark reports it."""
        took = entry["real_time"] * SCALE[entry["time_unit"]] / entry["calls"]
        self.add_run(entry["run_name"].split("/")[4], took)
        self.size = entry.get("bytes_per_second", 0) * took

    def add_all(self, entries):
        for entry in entries:
            self.add(entry)

    def median(self, contender):
        return statistics.median(self.runs[contender]) if contender in self.runs else math.nan

    def ratios(self, other, own):
        """The ratio of each round, if both contenders took part in all rounds."""
        pairs = zip(self.runs[other], self.runs[own])
        return [a / b for a, b in pairs] if len(self.runs[other]) == len(self.runs[own]) else []

    def ratios_of_passes(self, other, own):
        """The ratio of the medians of each pass in which both contenders took part."""
        return [statistics.median(of[other]) / statistics.median(of[own]) for of in self.passes if {other, own} <= of.keys()]

    def peers(self, without=()):
        return [name for name in self.runs if name not in (SEQ, PAR, OMP, *without)]

    def best_peer(self, without=()):
        return min(self.peers(without), key=self.median, default=None)

    def ahead(self, without=()):
        """How much faster thrum tbb is than the best peer."""
        return self.median(self.best_peer(without)) / self.median(PAR)  # not a number where one of them is missing

    def ahead_of_std(self):
        return self.median(STD) / self.median(SEQ)

    def is_near(self):
        """Whether a ratio is near 1, or behind: further passes tell which."""
        return self.ahead() < NEAR or self.ahead_of_std() < NEAR

    def ahead_of(self, peer):
        """How much faster thrum cuda is than a peer."""
        return self.median(peer) / self.median(CUDA)  # not a number where one of them is missing


def mean_of(ratios):
    """The geometric mean, the least, and how many are behind."""
    ratios = [ratio for ratio in ratios if not math.isnan(ratio)]
    if not ratios:
        return "", "", ""
    return cell(statistics.geometric_mean(ratios)), cell(min(ratios)), sum(ratio < BEHIND for ratio in ratios)


def cell(number, digits=2):
    return "" if math.isnan(number) else f"{number:.{digits}f}"


def line(*cells):
    return "| " + " | ".join(map(str, cells)) + " |"


def plots():
    try:
        import matplotlib

        matplotlib.use("svg")
        matplotlib.rcParams.update({"svg.hashsalt": "thrum", "svg.fonttype": "none"})
        import matplotlib.pyplot as pyplot

        return pyplot
    except ImportError:
        print("matplotlib is not there, so there are no plots: pip install matplotlib", file=sys.stderr)
        return None
