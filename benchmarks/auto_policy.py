#!/usr/bin/env python3
"""Makes docs/benchmarks/auto_policy.md of the rows that bench_choices_auto_policy prints.

    cmake --preset benchmarks-o2 && cmake --build --preset benchmarks-o2 --target bench_choices_auto_policy
    for i in 1 2 3 4 5; do build/benchmarks-o2/benchmarks/choices/bench_choices_auto_policy > build/choices_$i.txt; done
    python3 benchmarks/auto_policy.py build/choices_*.txt --date 2026-11-26 --report docs/benchmarks/auto_policy.md

Several files are runs of the same rows, as machines differ from minute to minute: the page has the medians of times and of ratios.
The choice between the host and a device is that of card_model.py's cards, beside the host's times.
"""

import argparse
import collections
import pathlib
import re
import statistics

from card_model import CARDS, LAUNCH
from tables import line

LIMIT = 1.1
# The bytes that auto_policy counts for an element, the bytes that a device moves, and the kernels, copies and fills of a call, as
# docs/reference/cuda_calls.md has them: a sort of 32 bits makes four passes, each of which reads and writes, after one that
# counts, and the copy before it reads and writes, too.
FAMILIES = {
    "transform": {"counted": 8, "moved": 8, "kernels": 1, "limit of": "transform"},
    "reduce": {"counted": 4, "moved": 4, "kernels": 2, "limit of": "reduce"},
    "inclusive_scan": {"counted": 8, "moved": 8, "kernels": 2, "limit of": "inclusive_scan"},
    "copy_if": {"counted": 8, "moved": 6, "kernels": 2, "limit of": "copy_if"},
    "copy_n and sort": {"counted": 8, "moved": 44, "kernels": 13, "limit of": "copy_n and sort"},
}


class Row:
    """The nanoseconds of a call in several runs, in each under seq, tbb::par and auto_policy."""

    def __init__(self, runs):
        self.seq, self.par, self.auto = (statistics.median(times) for times in zip(*runs))
        better = 0 if self.seq <= self.par else 1
        self.ratio = statistics.median(times[2] / times[better] for times in runs)
        self.more = statistics.median(times[2] - times[better] for times in runs)


def read(files):
    """The row of each family and size; and what the program says of the machine."""
    runs, notes = collections.defaultdict(list), []
    for file in files:
        for text in pathlib.Path(file).read_text().splitlines():
            if text.startswith("#"):
                notes.append(text.removeprefix("# "))
            elif found := re.fullmatch(r"(.+): (\d+) ([\d.]+) ([\d.]+) ([\d.]+)", text):
                runs[found[1], int(found[2])].append([float(t) for t in found.groups()[2:]])
    return {key: Row(of_row) for key, of_row in runs.items()}, notes


def short(nanoseconds):
    for unit, scale in (("ns", 1), ("us", 1e3), ("ms", 1e6)):
        if nanoseconds < 999.5 * scale or unit == "ms":
            return f"{nanoseconds / scale:.3g} {unit}"


def table_of_times(rows):
    yield line("n", *FAMILIES)
    yield line(*["---"] * (1 + len(FAMILIES)))
    for n in sorted({n for _, n in rows}):
        cells = []
        for family in FAMILIES:
            row = rows[family, n]
            cells.append(f"{short(row.seq)}, {short(row.par)}, {row.ratio:.2f}")
        yield line(f"2^{n.bit_length() - 1}", *cells)


def device_choices(rows):
    """For each card and family: the size from which the model's device takes less time than the host, the size from which
    auto_policy's rule chooses it, and the greatest ratio of the chosen time to the better one."""
    for name, card in CARDS.items():
        def on_device(family, n):
            return FAMILIES[family]["kernels"] * LAUNCH + n * FAMILIES[family]["moved"] / card.bandwidth

        def faster_from(family):
            best = None
            for n in sorted({n for _, n in rows}, reverse=True):
                if on_device(family, n) >= rows[family, n].auto:
                    break
                best = n
            return best

        for family, facts in FAMILIES.items():
            of = faster_from(facts["limit of"])
            limit = of * FAMILIES[facts["limit of"]]["counted"]
            worst, chosen_from = 0, None
            for n in sorted(n for f, n in rows if f == family):
                host, device = rows[family, n].auto, on_device(family, n)
                chosen = device if n * facts["counted"] >= limit else host
                if chosen == device and chosen_from is None:
                    chosen_from = n
                worst = max(worst, chosen / min(host, device))
            yield name, family, faster_from(family), chosen_from, worst


def page(rows, notes, date):
    ratios = {key: row.ratio for key, row in rows.items()}
    above = sorted((key for key, ratio in ratios.items() if ratio > LIMIT), key=lambda key: -ratios[key])
    devices = list(device_choices(rows))
    power = lambda n: f"2^{n.bit_length() - 1}"
    text = [
        "# What auto_policy chooses, beside the best fixed policy",
        "",
        f"Measured {date} on {notes[0].removesuffix(', seq, par')} of a virtual machine, `-O2`, of `int`, in {len(notes) // 2} runs. Calibrations:",
        *(f"{note}{';' if i + 2 < len(notes) // 2 * 2 else '.'}" for i, note in enumerate(notes) if i % 2),
        "",
        "```sh",
        *(command.strip() for command in __doc__.splitlines() if command.startswith("    ")),
        "```",
        "",
        "The three take turns in each round, and each calls for three milliseconds before its clock begins, so that those threads are",
        "awake, and those asleep, that are so in a program that makes nothing but such calls.",
        "",
        "## Host",
        "",
        "In each cell: the time under `seq`, that under `tbb::par`, and that under `auto_policy` divided by the better one; medians of runs.",
        "",
        *table_of_times(rows),
        "",
        f"The geometric mean of the ratios is {statistics.geometric_mean(ratios.values()):.2f}. "
        f"{len(ratios) - len(above)} of {len(ratios)} are at most {LIMIT}.",
        *([f"Above are {', '.join(f'`{f}` of {power(n)} ({ratios[f, n]:.2f}: {short(rows[f, n].more)})' for f, n in above)}."] if above else []),
        "",
        "## Device",
        "",
        "No GPU was timed. The times of the device are those of [the model](gpu-model.md): a launch for each kernel, and the bytes of",
        "the call by the card's bandwidth; those of the host are the ones above. `auto_policy` finds for each kind of calls from how many",
        "bytes on the device takes less time, with `transform`, `reduce`, `inclusive_scan`, `copy_if` and `sort`.",
        "",
        line("card", "call", "the device is faster from", "and is chosen from", "chosen : best, at most"),
        line(*["---"] * 5),
        *(line(card, family, power(faster), power(chosen), f"{worst:.2f}") for card, family, faster, chosen, worst in devices),
        "",
    ]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--date", required=True)
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    text = page(*read(options.files), options.date)
    if options.report:
        options.report.write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
