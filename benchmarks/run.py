#!/usr/bin/env python3
"""Runs the benchmarks with their contenders randomly interleaved and prints a table of medians.

    cmake --preset release && cmake --build --preset release
    benchmarks/run.py                                   all programs, all sizes
    benchmarks/run.py --filter /33554432/ --only sort   one size of one program
    benchmarks/run.py --report docs/benchmarks/first.md

A ratio is the time of the fastest peer divided by that of thrum tbb: above 1, thrum is ahead.
"""
import argparse
import datetime
import json
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = ("thrum seq", "thrum tbb")


def processor():
    """The model of the machine's processor and how many of them it has."""
    name = platform.processor() or platform.machine()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    models = []
    if cpuinfo.exists():
        models = [line.split(":", 1)[1].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
    return f"{models[0] if models else name}, {len(models) or '?'} processors"


def measure(program, arguments):
    """Runs one program; returns {(family, type, n): {contender: [seconds, ...]}} and its context."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [
            str(program),
            f"--benchmark_repetitions={arguments.repetitions}",
            f"--benchmark_min_time={arguments.min_time}",
            "--benchmark_enable_random_interleaving=true",
            f"--benchmark_filter={arguments.filter}",
            f"--benchmark_out={out.name}",
            "--benchmark_out_format=json",
        ]
        run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        text = pathlib.Path(out.name).read_text()
    if run.returncode != 0:
        sys.exit(f"{program.name} failed with status {run.returncode}:\n{run.stderr}")
    if not text.strip():
        return {}, {}
    report = json.loads(text)
    rows = {}
    for entry in report["benchmarks"]:
        if entry["run_type"] != "iteration":
            continue
        family, kind, n, contender = entry["run_name"].split("/")[:4]
        scale = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[entry["time_unit"]]
        rows.setdefault((family, kind, int(n)), {}).setdefault(contender, []).append(entry["real_time"] * scale)
    return rows, report["context"]


def table(rows):
    """The Markdown table of medians, in nanoseconds an element, and the ratios to the fastest peer."""
    contenders = list(dict.fromkeys(name for times in rows.values() for name in times))
    peers = [name for name in contenders if name not in OURS]
    lines = ["| family | type | n | " + " | ".join(contenders) + " | fastest peer | ratio |", "|" + "---|" * (len(contenders) + 5)]
    ratios = []
    for (family, kind, n), times in rows.items():
        median = {name: statistics.median(seconds) for name, seconds in times.items()}
        cells = [f"{median[name] / n * 1e9:.2f}" if name in median else "" for name in contenders]
        best = min((name for name in peers if name in median), key=median.get, default=None)
        ratio = ""
        if best and "thrum tbb" in median:
            ratios.append(median[best] / median["thrum tbb"])
            ratio = f"{ratios[-1]:.2f}"
        lines.append(f"| {family} | {kind} | {n} | " + " | ".join(cells) + f" | {best or ''} | {ratio} |")
    if ratios:
        lines.append(f"\nThe ratio's geometric mean is {statistics.geometric_mean(ratios):.2f}, its least {min(ratios):.2f}.")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release", help="the build to measure")
    parser.add_argument("--only", nargs="*", help="these programs only (sort, reduce, ...)")
    parser.add_argument("--filter", default="all", help="a regular expression that names of rows match, e.g. /33554432/")
    parser.add_argument("--repetitions", type=int, default=7, help="runs of each row")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds that a run of a row takes at least")
    parser.add_argument("--report", type=pathlib.Path, help="write the table into this file as well")
    arguments = parser.parse_args()

    programs = sorted(p for p in (arguments.build / "benchmarks").glob("bench_*") if p.is_file() and p.stat().st_mode & 0o100)
    if arguments.only:
        programs = [p for p in programs if p.name.removeprefix("bench_") in arguments.only]
    if not programs:
        sys.exit(f"no benchmarks in {arguments.build / 'benchmarks'}: configure with -DTHRUM_BUILD_BENCHMARKS=ON and build")

    rows, left_out = {}, set()
    for number, program in enumerate(programs, 1):
        print(f"[{number}/{len(programs)}] {program.name}", file=sys.stderr, flush=True)
        measured, context = measure(program, arguments)
        rows.update(measured)
        left_out.update(filter(None, [context.get("left out")]))

    command = "benchmarks/run.py " + " ".join(sys.argv[1:])
    text = f"{processor()}; {datetime.date.today()}; `{command.strip()}`\n\nNanoseconds an element, medians of {arguments.repetitions} interleaved runs.\n\n"
    text += table(rows) + "\n"
    if left_out:
        text += "\nLeft out: " + ", ".join(sorted(left_out)) + ".\n"
    print(text)
    if arguments.report:
        arguments.report.parent.mkdir(parents=True, exist_ok=True)
        arguments.report.write_text("# Benchmarks\n\n" + text)


if __name__ == "__main__":
    main()
