#!/usr/bin/env python3
"""Runs the benchmarks and prints tables of medians and their ratios.

    benchmarks/peers.sh                                     fetches what to compare with
    cmake --preset benchmarks-o2 && cmake --build --preset benchmarks-o2
    benchmarks/run.py                                       every family and type: about an hour
    benchmarks/run.py --table cpu                           a selection over all families: about five minutes
    benchmarks/run.py --table cpu --seed 24                 the same sizes and distributions again
    benchmarks/run.py --only sorts --filter '^sort/float/'  what a regular expression finds in the names of rows
    benchmarks/run.py --only scans --sizes 16384,1500007 --distributions uniform,sorted        not drawn
    benchmarks/run.py --build build/benchmarks-o2 build/benchmarks-native --report docs/benchmarks/cpu.md
    benchmarks/run.py --threads 1,2,4 --report docs/benchmarks/scaling.md
    benchmarks/run.py --cuda --kept build/h100.jsonl --report docs/benchmarks/gpu-h100.md   those of benchmarks/cuda
    benchmarks/run.py --counted --build build/counted --kept build/counted.jsonl --report docs/benchmarks/gpu-costs.md

Half of the rows have sizes and distributions that are drawn: the report has the seed, and --seed repeats it. Each contender
of a row is a process of its own, which is stopped while another is timed; they take turns in random order. What they made
is compared before: a row whose contenders differ is named and not timed, and the status is 1. With --kept FILE each row is
kept when it is measured, and the same command goes on from there, also after --stop-after SECONDS (status 3).

On a card the rows of a family and a type are one run, so that the card is set up seldom, and --kept does the same.
card_report.py makes the page from that file. --counted runs the same programs, built with THRUM_EMULATED_CARD=ON, without a
card: it counts what calls cost, on cards of two compute capabilities, and counted_report.py makes the page. With a second
build, for 90-virtual, the second card runs that one.

Names of rows are family/type/n/distribution/contender. Plots, where matplotlib is there, lie beside the report. An
interrupt (Ctrl-C, SIGTERM) ends the measurement, and what was measured until then is reported.

A ratio near 1 differs from pass to pass. With --most-passes N rows whose ratio is under 1.1 are measured in up to N passes,
and the report tells in how many of them a row is behind.
"""

import argparse
import csv
import datetime
import json
import math
import os
import pathlib
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import card_report
import contest
import counted_report
from contest import CEILING, FEW_RUNS, SLOW
from tables import BEHIND, NEAR, OMP, PAR, ROOT, SEQ, SPINNING, STD, cell, line, mean_of, plots

THRUST_OMP = "thrust omp"
NO_CARD, NOT_ALL = 77, 3
IN_MEMORY = 1 << 22
QUICK_CUDA = ("65536", "16777216")
NOT_EMULATED = "needs the emulated card"  # what a program says that cannot count
CAPABILITIES = ("75", "90")  # of the emulated cards that costs are counted on


# ---- Measuring ------------------------------------------------------------------------------------------------------


def environment_of_counts(capability):
    """Without checks, whose findings are the tests' to report."""
    counted = {"THRUM_BENCHMARK_COUNTED": "1", "EMULATED_CACHES": "1", "EMULATED_CHECKS": "none"}
    return dict(os.environ, **counted, EMULATED_COMPUTE_CAPABILITY=capability)


def rows_of(program, pattern, variables=None):
    """The rows of a program: {(family, type, n, distribution): how many contenders}."""
    listed = subprocess.run(
        [program, "--benchmark_list_tests", f"--benchmark_filter={pattern}"],
        capture_output=True,
        text=True,
        env=variables,
    )  # it fails where nothing matches
    if listed.returncode == NO_CARD:
        print(listed.stderr, end="", file=sys.stderr)
        sys.exit(NO_CARD)
    if NOT_EMULATED in listed.stderr:
        sys.exit(f"{program}: {listed.stderr.strip()}")
    rows = {}
    for line in listed.stdout.splitlines():
        if line.count("/") >= 4:
            key = tuple(line.split("/")[:4])
            rows[key] = rows.get(key, 0) + 1
    return rows


def filter_of(program, arguments):
    return "." if program.name.endswith("_ceiling") else arguments.filter


def exactly(name):
    """The POSIX regular expression that matches a name alone."""
    return re.sub(r"[][.*+?(){}|^$\\]", r"\\\g<0>", name)


def run(program, pattern, repetitions, seconds):
    options = (
        f"--benchmark_repetitions={repetitions}",
        f"--benchmark_min_time={seconds}",
        "--benchmark_enable_random_interleaving=true",
    )
    return run_with(program, pattern, options, None)


def run_with(program, pattern, options, variables):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        done = subprocess.run(
            [
                program,
                f"--benchmark_filter={pattern}",
                *options,
                f"--benchmark_out={out.name}",
                "--benchmark_out_format=json",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env=variables,
        )
        text = pathlib.Path(out.name).read_text()
    report = json.loads(text) if text.strip() else {}
    if done.returncode != 0 and not errors_of(report):
        sys.exit(f"{program.name} failed at {pattern} with status {done.returncode}:\n{done.stderr}")
    return report


def iterations(report):
    return (run for run in report.get("benchmarks", []) if run["run_type"] == "iteration")


def errors_of(report):
    """{row: why it is wrong} of those that a program could not measure."""
    wrong = (run for run in iterations(report) if run.get("error_occurred"))
    return {"/".join(run["run_name"].split("/")[:5]): run["error_message"] for run in wrong}


def progress(text, last):
    """One line that changes, on a terminal; elsewhere a line now and then."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last or time.monotonic() - progress.printed > 20:
        progress.printed = time.monotonic()
        print(text, file=sys.stderr, flush=True)


progress.printed = -math.inf


def seconds_of(arguments, count):
    """How long a run may take, of so many contenders' rows: half of the time goes to what takes a fraction of it at most;
    the long calls, of which one is a run, take the rest."""
    return min(0.1, max(0.002, arguments.minutes * 30 / (max(count, 1) * arguments.repetitions)))


def measure_card(programs, arguments):
    """The rows of the programs of a card, a run for each family and type; a card_report.Measured."""
    measured = card_report.read_or_exit(arguments.kept)
    groups = {}
    for program in programs:
        for key, count in rows_of(program, filter_of(program, arguments)).items():
            if key not in measured.done and (not arguments.quick or key[2] in QUICK_CUDA):
                groups.setdefault((program, *key[:2]), {})[key] = count
    seconds = seconds_of(arguments, sum(sum(keys.values()) for keys in groups.values()))
    begin = time.monotonic()
    try:
        for number, ((program, *names), keys) in enumerate(groups.items(), 1):
            took = time.monotonic() - begin
            progress(f"[{number}/{len(groups)}] {took:.0f} s  {'/'.join(names)}", number == len(groups))
            sizes = "|".join(key[2] for key in keys)
            pattern = f"^{'/'.join(map(exactly, names))}/({sizes})/"
            report = run(program, pattern, arguments.repetitions, seconds)
            try:
                measured.add(report["context"], iterations(report), errors_of(report), arguments.kept)
            except ValueError as wrong:
                sys.exit(f"{arguments.kept} is of another card: {wrong}")
    except KeyboardInterrupt:
        print(f"\nstopped: {len(measured.rows)} rows are measured, and the report is of these", file=sys.stderr)
    return measured


def count(programs_of_cards, arguments):
    """The costs of the rows of each card's programs, a run for each family and type; a counted_report.Counted."""
    counted = counted_report.read_or_exit(arguments.kept)
    groups = {}
    for capability, programs in zip(CAPABILITIES, programs_of_cards):
        card = f"{capability[0]}.{capability[1]}"
        for program in programs:
            for key in rows_of(program, arguments.filter, environment_of_counts(capability)):
                if (card, *key) not in counted.done:
                    groups.setdefault((card, capability, program, *key[:2]), []).append(key[2])
    begin = time.monotonic()
    try:
        for number, ((card, capability, program, *names), sizes) in enumerate(groups.items(), 1):
            took = time.monotonic() - begin
            progress(f"[{number}/{len(groups)}] {took:.0f} s  {card} {'/'.join(names)}", number == len(groups))
            pattern = f"^{'/'.join(map(exactly, names))}/({'|'.join(sizes)})/"
            report = run_with(program, pattern, (), environment_of_counts(capability))
            try:
                counted.add(card, report["context"], iterations(report), errors_of(report), arguments.kept)
            except ValueError as wrong:
                sys.exit(f"{arguments.kept} is of another build: {wrong}")
    except KeyboardInterrupt:
        print(f"\nstopped: {len(counted.rows)} rows are counted, and the report is of these", file=sys.stderr)
    return counted


# ---- Reporting ------------------------------------------------------------------------------------------------------


def bandwidths(rows):
    """Bytes a second of the triad at its best: {bytes of an element: ...}."""
    return {
        4 if key[1] == "float" else 8: row.size / min(row.runs["ceiling"])
        for key, row in rows.items()
        if key[0] == CEILING
    }


def of_ceiling(key, row, ceilings, contender=PAR):
    """The fraction of the triad's bandwidth that a contender reaches, where memory has to deliver the elements."""
    ceiling = ceilings.get(4 if key[1] in ("int32", "float") else 8)
    return row.size / row.median(contender) / ceiling if ceiling and row.size > IN_MEMORY else math.nan


def quartiles(numbers):
    if len(numbers) < 2:
        return 3 * (numbers or [math.nan])
    return statistics.quantiles(numbers, method="inclusive")


def ratios_of(rows):
    """How far thrum tbb is ahead of the best peer, with and without those that spin, and thrum seq ahead of std: of each
    the geometric mean, the least, and how many rows are behind."""
    ratios = (
        [row.ahead() for row in rows],
        [row.ahead(SPINNING) for row in rows],
        [row.ahead_of_std() for row in rows],
    )
    return [text for some in ratios for text in mean_of(some)]


RATIOS = [
    text
    for name in ("tbb : best peer", "without spinning peers", "seq : std")
    for text in (f"{name}, mean", "least", "behind")
]


def summary(rows):
    """A line for each program, which is a group of families, and one for all."""
    lines = [line("group", "rows", *RATIOS), "|---" * (2 + len(RATIOS)) + "|"]
    for group in [*dict.fromkeys(row.group for row in rows.values()), None]:
        some = [row for row in rows.values() if group in (row.group, None)]
        lines.append(line(group or "**all**", len(some), *ratios_of(some)))
    return "\n".join(lines)


def summary_of_builds(measured_of):
    """A line for each build."""
    lines = [line("build", "rows", *RATIOS), "|---" * (2 + len(RATIOS)) + "|"]
    for measured in measured_of:
        rows = [row for key, row in measured.rows.items() if key[0] != CEILING]
        lines.append(line(measured.head["context"]["compiler"], len(rows), *ratios_of(rows)))
    return "\n".join(lines) + f"\n\nBehind: ratios under {BEHIND}. Peers whose idle threads spin: {', '.join(SPINNING)}.\n"


def behind(rows, ceilings):
    """A line for each row that is behind, the worst first, with what tells why: in how many passes it is behind, how the
    ratio differs from round to round, how long a call takes, and how near to the triad both are."""
    lines = []
    for key, row in rows.items():
        pairs = ((row.ahead(), "tbb", PAR, row.best_peer()), (row.ahead_of_std(), "seq", SEQ, STD))
        for ratio, name, own, other in pairs:
            if ratio < BEHIND:
                least, _, most = quartiles(row.ratios(other, own))
                near = [cell(of_ceiling(key, row, ceilings, who)) for who in (own, other)]
                who = f"{name} : {other}" + (", spins" if other in SPINNING else "")
                spread = "" if math.isnan(least) else f"{least:.2f} to {most:.2f}"
                passes = row.ratios_of_passes(other, own)
                behind_in = f"{sum(ratio < BEHIND for ratio in passes)} of {len(passes)}" if passes else ""
                about = (behind_in, spread, cell(row.median(own) * 1e6), *near)
                lines.append((ratio, "/".join(key), who, about))
    heads = ("row", "behind", "ratio", "in passes", "quartiles of rounds", "a call, us", "of the triad", "the peer's")
    table = [line(*heads), "|---" * len(heads) + "|"]
    return "\n".join(table + [line(name, who, cell(ratio), *about) for ratio, name, who, about in sorted(lines)])


def summary_of_omp(rows):
    """How much faster thrum omp is than thrum tbb, than Thrust on OpenMP, and than thrum seq: of each family the mean and
    the least. Nothing if no row has it."""
    rows = {key: row for key, row in rows.items() if OMP in row.runs}
    if not rows:
        return ""
    others = (PAR, THRUST_OMP, SEQ)
    lines = [
        line("family", "rows", *(text for other in others for text in (f"thrum omp : {other}, mean", "least"))),
        "|---" * (2 + 2 * len(others)) + "|",
    ]
    for family in [*dict.fromkeys(key[0] for key in rows), None]:
        some = [row for key, row in rows.items() if family in (key[0], None)]
        means = [mean_of(row.median(other) / row.median(OMP) for row in some)[:2] for other in others]
        lines.append(line(family or "**all**", len(some), *(text for pair in means for text in pair)))
    return "\n\nOpenMP, as ratios of times: above 1, `thrum omp` is ahead.\n\n" + "\n".join(lines)


def table(rows, ceilings):
    lines = [
        line(
            "family",
            "type",
            "n",
            "distribution",
            SEQ,
            PAR,
            OMP,
            STD,
            "best peer",
            "",
            "tbb : best",
            "seq : std",
            "of the triad",
        ),
        "|---" * 13 + "|",
    ]
    for key, row in rows.items():
        peer, n = row.best_peer(), int(key[2])
        times = [cell(row.median(name) / n * 1e9, 3) for name in (SEQ, PAR, OMP, STD, peer)]
        lines.append(
            line(
                *key,
                *times[:4],
                peer,
                times[4],
                cell(row.ahead()),
                cell(row.ahead_of_std()),
                cell(of_ceiling(key, row, ceilings)),
            )
        )
    return "\n".join(lines)


def processor():
    """The model of the machine's processor, and how many of them it has."""
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [text.split(":", 1)[1].strip() for text in lines if text.startswith("model name")]
    return f"{models[0] if models else platform.processor() or platform.machine()}, {os.cpu_count()} processors"


def heading(arguments, passes=""):
    command = "benchmarks/run.py " + " ".join(
        f"'{word}'" if re.search(r"[^\w/.,=-]", word) else word for word in sys.argv[1:]
    )
    if arguments.counted:
        return f"{datetime.date.today()}; `{command.strip()}`."
    said = f"{processor()}; {datetime.date.today()}; `{command.strip()}`\n\n"
    if arguments.cuda:
        return said + f"Medians of {arguments.repetitions} runs, those of all contenders in random order.\n"
    if arguments.threads:
        return said
    rows = f" (more for rows whose ratio is under {NEAR})" if " to " in passes else " over all rows"
    passes = f" in each of {passes} passes{rows}" if passes not in ("", "1") else ""
    return (
        f"{said}Medians of {arguments.repetitions} runs of {arguments.seconds} s{passes}, of {FEW_RUNS} where a call takes more "
        f"than {SLOW} s. Each contender is a process of its own, stopped while another is timed; they take turns in random "
        "order.\n"
    )


def report_of(measured):
    rows, context = measured.rows, measured.head["context"]
    ceilings = bandwidths(rows)
    rows = {key: row for key, row in rows.items() if key[0] != CEILING}
    text = f"\n## {context['compiler']}\n\n"
    if context.get("left out"):
        text += f"Left out, for this machine does not have them: {context['left out']}.\n\n"
    for width, bandwidth in ceilings.items():
        text += f"The triad over elements of {width} bytes: {bandwidth / 1e9:.1f} GB/s.  \n"
    for key, wrong in measured.wrong.items():
        text += f"\n**{'/'.join(key)}** is not measured: {wrong}.\n"
    return (
        text
        + f"\n{summary(rows)}\n{summary_of_omp(rows)}\n\n### Rows behind\n\n{behind(rows, ceilings)}\n\n### All rows\n\n"
        + f"Nanoseconds an element, and ratios: above 1, thrum is ahead.\n\n{table(rows, ceilings)}\n",
        rows,
    )


# ---- Plots ----------------------------------------------------------------------------------------------------------


def plot_ratios(title, rows, path):
    """A line for each family, and on it a dot for each row: how far thrum tbb is ahead of the best peer."""
    pyplot = plots()
    if not pyplot:
        return ""
    families = list(dict.fromkeys(key[0] for key in rows))[::-1]
    figure, axes = pyplot.subplots(figsize=(8, 1 + 0.28 * len(families)))
    sizes = ((10, 17), (17, 22), (22, 26))
    for index, (least, most) in enumerate(sizes):
        dots = [
            (row.ahead(), families.index(key[0]) + 0.15 * (index - 1))
            for key, row in rows.items()
            if 1 << least <= int(key[2]) < 1 << most and not math.isnan(row.ahead())
        ]
        if dots:
            axes.scatter(*zip(*dots), s=9, label=f"n from 2^{least} to 2^{most}")
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xticks([0.5, 1, 2, 4, 8, 16, 32], ["0.5", "1", "2", "4", "8", "16", "32"])
    axes.set_yticks(range(len(families)), families)
    axes.grid(axis="x", linewidth=0.3)
    axes.set_xlabel("thrum tbb : the best peer of each row (right of 1: faster)")
    axes.set_title(title, fontsize=9)
    axes.legend(fontsize=7)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    return f"\n![{title}]({path.name})\n"


# ---- Scaling --------------------------------------------------------------------------------------------------------


def scaling(programs, arguments):
    """The speed-up of each thrum tbb row with so many threads over the same with one."""
    counts = [int(text) for text in arguments.threads.split(",")]
    took = {}
    programs = [program for program in programs if program.name != "bench_ceiling"]
    for threads in counts:
        print(f"{threads} threads", file=sys.stderr)
        measured, _ = contest.measure(programs, arguments, None, progress, threads, (PAR,))
        arguments.seed = measured.head["seed"]
        for key, row in measured.rows.items():
            if PAR in row.runs:
                took.setdefault(key, {})[threads] = row.median(PAR)
    base = counts[0]
    speed = {key: [times[base] / times[threads] for threads in counts] for key, times in took.items()}
    lines = [line("family", "type", "n", *counts), "|---" * (3 + len(counts)) + "|"]
    lines += [line(*key[:3], *map(cell, ups)) for key, ups in speed.items()]
    picture = ""
    if arguments.report and (pyplot := plots()):
        figure, axes = pyplot.subplots(figsize=(7, 5))
        for family in dict.fromkeys(key[0] for key in speed):
            ups = [
                statistics.geometric_mean(column)
                for column in zip(*[up for key, up in speed.items() if key[0] == family])
            ]
            axes.plot(counts, ups, marker="o", markersize=3, linewidth=1, label=family)
        axes.plot(counts, [threads / base for threads in counts], color="black", linewidth=0.8, linestyle="--")
        axes.set_xlabel("threads")
        axes.set_ylabel("speed-up, mean of the types and sizes")
        axes.set_xticks(counts)
        axes.legend(fontsize=6, ncols=3)
        path = arguments.report.with_suffix(".svg")
        figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
        picture = f"\n![The speed-up of each family]({path.name})\n"
    return (
        f"\n## {measured.head['context']['compiler']}\n\nThe speed-up of thrum tbb over {base} thread(s).\n{picture}\n"
        + "\n".join(lines)
        + "\n"
    )


# ---- The command ----------------------------------------------------------------------------------------------------


def programs_of(build, only, cuda):
    folder, prefix = (build / "benchmarks/cuda", "bench_cuda_") if cuda else (build / "benchmarks", "bench_")
    programs = sorted(path for path in folder.glob(f"{prefix}*") if path.is_file() and os.access(path, os.X_OK))
    programs = [path for path in programs if path.name != "bench_cuda_course"]  # prints a table of its own
    if only:
        programs = [path for path in programs if path.name.removeprefix(prefix) in (*only, "ceiling")]
    if not programs:
        sys.exit(
            f"no benchmarks in {folder}: see docs/benchmarks/{'gpu' if cuda else 'README'}.md for how to build them"
        )
    return programs


def numbers(text):
    return [int(part) for part in text.split(",")]


def words(text):
    return text.split(",")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--build",
        type=pathlib.Path,
        nargs="+",
        help="the builds to measure (build/benchmarks-o2; build/cuda with --cuda, build/counted with --counted)",
    )
    parser.add_argument("--only", nargs="+", help="these programs only (sorts, scans, ...)")
    parser.add_argument("--filter", default=".", help="a regular expression that names of rows match")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="three runs of each row, if not said otherwise; on a card three minutes, n = 2^16 and 2^24",
    )
    parser.add_argument("--table", choices=("full", "cpu", "memory"), default="full", help="which rows (full)")
    parser.add_argument("--seed", type=int, help="draw the sizes and distributions of this number again")
    parser.add_argument("--sizes", type=numbers, help="rows of all these sizes instead: 16384,1500007,...")
    parser.add_argument("--distributions", type=words, default=["uniform"], help="and of these (uniform)")
    parser.add_argument("--seconds", type=float, default=0.01, help="what a run of a contender takes at least (0.01)")
    parser.add_argument("--stop-after", type=float, help="seconds; with --kept, the same command then goes on")
    parser.add_argument("--minutes", type=float, help="on a card: what calls of less than a millisecond may take (15)")
    parser.add_argument("--repetitions", type=int, help="runs of each row (7, on a card 5)")
    parser.add_argument("--passes", type=int, default=1, help="over all rows, so that noise meets no row always (1)")
    parser.add_argument("--most-passes", type=int, default=1, help="of rows whose ratio is near 1, or behind (1)")
    parser.add_argument("--cuda", action="store_true", help="the programs of benchmarks/cuda, on a card")
    parser.add_argument("--counted", action="store_true", help="what the same programs cost on the emulated card")
    parser.add_argument("--kept", type=pathlib.Path, nargs="+", help="what is measured: go on from there")
    parser.add_argument("--threads", help="the scaling of thrum tbb instead: 1,2,4,...")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there, and plots beside it")
    parser.add_argument("--csv", type=pathlib.Path, help="write the medians of all contenders there")
    arguments = parser.parse_args()
    repetitions, minutes = (3, 3) if arguments.quick else (5 if arguments.cuda else 7, 15)
    arguments.repetitions = arguments.repetitions or repetitions
    arguments.minutes = arguments.minutes or minutes
    usual = "build/counted" if arguments.counted else "build/cuda" if arguments.cuda else "build/benchmarks-o2"
    arguments.build = arguments.build or [ROOT / usual]
    builds = len(CAPABILITIES) if arguments.counted else 1
    if (arguments.cuda or arguments.counted) and (len(arguments.build) > builds or arguments.threads):
        parser.error("--cuda measures one build, --counted one or two, and threads are nothing to a card")
    if arguments.counted and (arguments.cuda or arguments.csv or arguments.quick):
        parser.error("--counted goes without --cuda, --csv and --quick")
    if arguments.passes < 1 or (arguments.passes > 1 and (arguments.cuda or arguments.counted)):
        parser.error("--passes needs 1 or more, and goes without --cuda and --counted")
    if arguments.most_passes < 1 or (arguments.most_passes > 1 and (arguments.cuda or arguments.counted)):
        parser.error("--most-passes needs 1 or more, and goes without --cuda and --counted")
    if arguments.kept and len(arguments.kept) != (1 if arguments.cuda or arguments.counted else len(arguments.build)):
        parser.error("--kept names a file for each build")
    arguments.matches = re.compile(arguments.filter).search
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.default_int_handler)

    if arguments.cuda or arguments.counted:
        arguments.kept = arguments.kept[0] if arguments.kept else None
        return main_of_card(arguments) if arguments.cuda else main_of_counts(arguments)
    return main_of_cpu(arguments)


def main_of_cpu(arguments):
    programs_of_builds = [programs_of(build, arguments.only, cuda=False) for build in arguments.build]
    if arguments.threads:
        text = heading(arguments) + "".join(scaling(programs, arguments) for programs in programs_of_builds)
        write_report(text, arguments)
        return 0
    measured_of = []
    for programs, kept in zip(programs_of_builds, arguments.kept or [None] * len(programs_of_builds)):
        measured, complete = contest.measure(programs, arguments, kept, progress)
        if not complete:
            print(f"stopped after {arguments.stop_after} s: the same command goes on", file=sys.stderr)
            return NOT_ALL
        if not measured.rows and not measured.wrong:
            sys.exit(f"no row matches {arguments.filter}, or none was measured")
        arguments.seed = measured.head["seed"]  # all builds have the same rows
        measured_of.append(measured)
    counts = {count for measured in measured_of for count in measured.passes.values()} or {1}
    passes = " to ".join(str(count) for count in sorted({min(counts), max(counts)}))
    text = f"{heading(arguments, passes)}\nSeed of what is drawn: {arguments.seed}.\n\n{summary_of_builds(measured_of)}"
    medians = []
    for build, measured in zip(arguments.build, measured_of):
        section, rows = report_of(measured)
        if arguments.report:
            arguments.report.parent.mkdir(parents=True, exist_ok=True)
            path = arguments.report.parent / f"{arguments.report.stem}-{build.name}.svg"
            section += plot_ratios(measured.head["context"]["compiler"], rows, path)
        text += section
        medians += [(build.name, *key, name, row.median(name)) for key, row in rows.items() for name in row.runs]
    write_report(text, arguments)
    write_csv(arguments.csv, medians)
    wrong = [f"{'/'.join(key)}: {why}" for measured in measured_of for key, why in measured.wrong.items()]
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    return 1 if wrong else 0


def write_report(text, arguments):
    print(text)
    if arguments.report:
        arguments.report.write_text("# Benchmarks\n\n" + text)


def write_csv(path, medians):
    if path:
        with path.open("w", newline="") as file:
            csv.writer(file).writerows(
                [("build", "family", "type", "n", "distribution", "contender", "seconds"), *medians]
            )


def main_of_card(arguments):
    build = arguments.build[0]
    measured = measure_card(programs_of(build, arguments.only, cuda=True), arguments)
    if not measured.rows and not measured.errors:
        sys.exit(f"no row matches {arguments.filter}, or none was measured")
    rows = measured.rows
    write_csv(
        arguments.csv, [(build.name, *key, name, row.median(name)) for key, row in rows.items() for name in row.runs]
    )
    card_report.write(measured, heading(arguments), arguments.report)
    return 1 if measured.errors else 0


def main_of_counts(arguments):
    programs = [programs_of(build, arguments.only, cuda=True) for build in arguments.build]
    programs = [[program for program in some if not program.name.endswith("_ceiling")] for some in programs]
    counted = count(programs * len(CAPABILITIES) if len(programs) == 1 else programs, arguments)
    if not counted.rows and not counted.errors:
        sys.exit(f"no row matches {arguments.filter}, or none was counted")
    counted_report.write(counted, heading(arguments), arguments.report)
    return 1 if counted.errors else 0


if __name__ == "__main__":
    sys.exit(main())
