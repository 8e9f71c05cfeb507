#!/usr/bin/env python3
"""Runs the benchmarks, the contenders of a row randomly interleaved, and prints tables of medians and their ratios.

    benchmarks/peers.sh                                     fetches what to compare with
    cmake --preset benchmarks-o2 && cmake --build --preset benchmarks-o2
    benchmarks/run.py                                       everything: about half an hour
    benchmarks/run.py --quick --only sorts                  one program, two sizes
    benchmarks/run.py --filter 'copy_if/.*/33554432/'       what a regular expression finds in the names of rows
    benchmarks/run.py --build build/benchmarks-o2 build/benchmarks-native --report docs/benchmarks/cpu.md
    benchmarks/run.py --threads 1,2,4 --report docs/benchmarks/scaling.md
    benchmarks/run.py --cuda --kept build/h100.jsonl --report docs/benchmarks/gpu-h100.md   those of benchmarks/cuda
    benchmarks/run.py --counted --build build/counted --kept build/counted.jsonl --report docs/benchmarks/gpu-costs.md

On a card the rows of a family and a type are one run, so that the card is set up seldom. Each is kept in the file named
by --kept when it is measured; a command that was interrupted goes on from there. card_report.py makes the page from that
file. --counted runs the same programs, built with THRUM_EMULATED_CARD=ON, without a card: it counts what calls cost, on
cards of two compute capabilities, and counted_report.py makes the page. With a second build, for 90-virtual, the second
card runs that one. A row that fails, or whose contenders' results differ, is left out of the tables and named, and the
status is 1.

Names of rows are family/type/n/distribution/contender. Plots, where matplotlib is there, lie beside the report. An
interrupt (Ctrl-C, SIGTERM) ends the measurement, and what was measured until then is reported.
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
import counted_report
from tables import BEHIND, OMP, PAR, ROOT, SEQ, STD, Row, cell, line, mean_of, plots

CEILING = "triad"
THRUST_OMP = "thrust omp"
NO_CARD = 77
IN_MEMORY = 1 << 25
QUICK, QUICK_CUDA = ("16384", "1048576"), ("65536", "16777216")
NOT_EMULATED = "needs the emulated card"  # what a program says that cannot count
CAPABILITIES = ("75", "90")  # of the emulated cards that costs are counted on
SLOW, FEW_RUNS = 0.25, 3  # a call that takes so many seconds is not run more often than that


# ---- Measuring ------------------------------------------------------------------------------------------------------


def environment(threads=None):
    # Waiting threads of OpenMP would otherwise keep the processor from the next contender.
    variables = dict(os.environ, OMP_WAIT_POLICY="passive")
    if threads:
        variables["THRUM_BENCHMARK_THREADS"] = str(threads)
    return variables


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


def run(program, pattern, repetitions, seconds, threads):
    options = (
        f"--benchmark_repetitions={repetitions}",
        f"--benchmark_min_time={seconds}",
        "--benchmark_enable_random_interleaving=true",
    )
    return run_with(program, pattern, options, environment(threads))


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


def measure(programs, arguments, threads=None, contender=""):
    """{key: Row} of all programs, and the contexts that they ran in. `contender` is a part of a regular expression."""
    work = [
        (program, key, count)
        for program in programs
        for key, count in rows_of(program, filter_of(program, arguments)).items()
        if not arguments.quick or key[0] == CEILING or key[2] in QUICK
    ]
    if all(key[0] == CEILING for _, key, _ in work):
        return {}, {}
    seconds = seconds_of(arguments, sum(count for _, _, count in work))
    rows, contexts, begin = {}, {}, time.monotonic()
    try:
        for number, (program, key, _) in enumerate(work, 1):
            progress(f"[{number}/{len(work)}] {time.monotonic() - begin:.0f} s  {'/'.join(key)}", number == len(work))
            row = Row()
            prefix = f"^{'/'.join(map(exactly, key))}/"
            few = min(FEW_RUNS, arguments.repetitions)
            report = run(program, prefix + contender, few, seconds, threads)
            contexts.update(report["context"])
            row.add_all(iterations(report))
            fast = [exactly(name) for name in row.runs if row.median(name) < SLOW]
            if fast and few < arguments.repetitions:
                more = run(program, f"{prefix}({'|'.join(fast)})/", arguments.repetitions - few, seconds, threads)
                row.add_all(iterations(more))
            rows[key] = row
    except KeyboardInterrupt:
        print(f"\nstopped after {len(rows)} of {len(work)} rows: the report is of these", file=sys.stderr)
    return rows, contexts


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
            report = run(program, pattern, arguments.repetitions, seconds, None)
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
    """Bytes a second of the triad at its best: {(n, bytes of an element): ...}."""
    return {
        (key[2], 4 if key[1] == "float" else 8): row.size / min(row.runs["ceiling"])
        for key, row in rows.items()
        if key[0] == CEILING and int(key[2]) >= IN_MEMORY
    }


def of_ceiling(key, row, ceilings):
    """The fraction of the triad's bandwidth that thrum tbb reaches, where memory has to deliver the elements."""
    ceiling = ceilings.get((key[2], 4 if key[1] in ("int32", "float") else 8))
    return row.size / row.median(PAR) / ceiling if ceiling and row.size else math.nan


def summary(rows):
    families = list(dict.fromkeys(key[0] for key in rows))
    lines = [
        line("family", "rows", "tbb : best peer, mean", "least", "behind", "seq : std, mean", "least", "behind"),
        "|---" * 8 + "|",
    ]
    for family in [*families, None]:
        some = [row for key, row in rows.items() if family in (key[0], None)]
        par, seq = mean_of(row.ahead() for row in some), mean_of(row.ahead_of_std() for row in some)
        lines.append(line(family or "**all**", len(some), *par, *seq))
    return "\n".join(lines)


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


def heading(arguments):
    command = "benchmarks/run.py " + " ".join(
        f"'{word}'" if re.search(r"[^\w/.,=-]", word) else word for word in sys.argv[1:]
    )
    if arguments.counted:
        return f"{datetime.date.today()}; `{command.strip()}`."
    said = f"{processor()}; {datetime.date.today()}; `{command.strip()}`\n\n"
    if arguments.cuda:
        return said + f"Medians of {arguments.repetitions} runs, those of all contenders in random order.\n"
    return (
        f"{said}Medians of {arguments.repetitions} interleaved runs, "
        f"of {min(FEW_RUNS, arguments.repetitions)} where a call takes more than {SLOW} s.\n"
    )


def report_of(build, rows, contexts):
    ceilings = bandwidths(rows)
    rows = {key: row for key, row in rows.items() if key[0] != CEILING}
    text = f"\n## {contexts['compiler']}\n\n"
    if contexts.get("left out"):
        text += f"Left out, for this machine does not have them: {contexts['left out']}.\n\n"
    for (n, width), bandwidth in ceilings.items():
        text += f"The triad over {n} elements of {width} bytes: {bandwidth / 1e9:.1f} GB/s.  \n"
    return (
        text
        + f"\n\n{summary(rows)}\n\nBehind: ratios under {BEHIND}."
        + f"{summary_of_omp(rows)}\n\n"
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
    sizes = sorted({int(key[2]) for key in rows})
    for index, n in enumerate(sizes):
        dots = [
            (row.ahead(), families.index(key[0]))
            for key, row in rows.items()
            if int(key[2]) == n and not math.isnan(row.ahead())
        ]
        if dots:
            axes.scatter(
                *zip(*[(x, y + 0.15 * (index - len(sizes) / 2 + 0.5)) for x, y in dots]),
                s=9,
                label=f"n = 2^{int(math.log2(n))}",
            )
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
        rows, contexts = measure(programs, arguments, threads, f"{PAR}/")
        for key, row in rows.items():
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
        f"\n## {contexts.get('compiler', '')}\n\nThe speed-up of thrum tbb over {base} thread(s).\n{picture}\n"
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
        help="n = 2^14 and 2^20 (on a card 2^16 and 2^24); three runs and three minutes, if not said otherwise",
    )
    parser.add_argument("--minutes", type=float, help="what calls of less than a few milliseconds may take (15)")
    parser.add_argument("--repetitions", type=int, help="runs of each row (5)")
    parser.add_argument("--cuda", action="store_true", help="the programs of benchmarks/cuda, on a card")
    parser.add_argument("--counted", action="store_true", help="what the same programs cost on the emulated card")
    parser.add_argument("--kept", type=pathlib.Path, help="of a card: what is measured, and where to go on from")
    parser.add_argument("--threads", help="the scaling of thrum tbb instead: 1,2,4,...")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there, and plots beside it")
    parser.add_argument("--csv", type=pathlib.Path, help="write the medians of all contenders there")
    arguments = parser.parse_args()
    repetitions, minutes = (3, 3) if arguments.quick else (5, 15)
    arguments.repetitions = arguments.repetitions or repetitions
    arguments.minutes = arguments.minutes or minutes
    usual = "build/counted" if arguments.counted else "build/cuda" if arguments.cuda else "build/benchmarks-o2"
    arguments.build = arguments.build or [ROOT / usual]
    builds = len(CAPABILITIES) if arguments.counted else 1
    if (arguments.cuda or arguments.counted) and (len(arguments.build) > builds or arguments.threads):
        parser.error("--cuda measures one build, --counted one or two, and threads are nothing to a card")
    if arguments.counted and (arguments.cuda or arguments.csv or arguments.quick):
        parser.error("--counted goes without --cuda, --csv and --quick")
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.default_int_handler)

    if arguments.cuda:
        return main_of_card(arguments)
    if arguments.counted:
        return main_of_counts(arguments)
    text, medians = heading(arguments), []
    for build in arguments.build:
        programs = programs_of(build, arguments.only, arguments.cuda)
        if arguments.threads:
            text += scaling(programs, arguments)
            continue
        rows, contexts = measure(programs, arguments)
        if not rows:
            sys.exit(f"no row matches {arguments.filter}, or none was measured")
        section, rows = report_of(build, rows, contexts)
        if arguments.report:
            arguments.report.parent.mkdir(parents=True, exist_ok=True)
            section += plot_ratios(
                contexts["compiler"], rows, arguments.report.parent / f"{arguments.report.stem}-{build.name}.svg"
            )
        text += section
        medians += [(build.name, *key, name, row.median(name)) for key, row in rows.items() for name in row.runs]
    print(text)
    if arguments.report:
        arguments.report.write_text("# Benchmarks\n\n" + text)
    write_csv(arguments.csv, medians)


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
