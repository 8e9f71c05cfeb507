#!/usr/bin/env python3
"""Runs the examples of the course beside NumPy, Numba and JAX (and CuPy where there is a card), and prints a table.

    python3 -m venv build/course && build/course/bin/pip install numpy numba jax  # once; cupy-cuda12x where a card is
    cmake --preset release && cmake --build --preset release                      # as most programs are compiled
    cmake --preset release -B build/native -DCMAKE_CXX_FLAGS=-march=native -DTHRUM_BUILD_TESTS=OFF
    cmake --build build/native
    build/course/bin/python benchmarks/course.py                                  # everything: 20 minutes a build
    build/course/bin/python benchmarks/course.py --quick --only fusion thread     # small sizes of some cases
    build/course/bin/python benchmarks/course.py --build build/release build/native --report docs/benchmarks/course.md

All contenders of a case take data of the same sizes, types and distributions. They run one after the other, several
rounds of them in an order that changes, each warmed up by a call that does not count: nothing is compiled on the clock.
Before, their results are compared with NumPy's; the programs of thrum check their own. The table has the medians of the
rounds. Numba and JAX compile for the very processor that they run on; a build with -march=native does so too. An
interrupt (Ctrl-C, SIGTERM) ends the measurement, and what was measured until then is reported.
"""

import argparse
import csv
import datetime
import math
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # threads that wait keep no processor from who is measured next

from course_cases import COMPILING, CUPY, GROUPS, INTO, JAX, NUMPY, PARALLEL, SEQUENTIAL, contenders_of, versions
from run import BEHIND, ROOT, cell, line, processor, progress

SEQ, PAR, CARD = "thrum seq", "thrum par", "thrum cuda"
COLUMNS = (NUMPY, SEQUENTIAL, PARALLEL, INTO, JAX, COMPILING, CUPY, SEQ, PAR, CARD)
WANTED = 1.5  # how much faster than Numba's parallel code thrum's is meant to be

# ---- Measuring ------------------------------------------------------------------------------------------------------


def seconds_of(contender, least):
    """The median of as many calls as take `least` seconds, of three at least, behind one that does not count; one call
    where that took longer than a second."""

    def one():
        contender.prepare()
        begin = time.perf_counter()
        contender.call()
        return time.perf_counter() - begin

    few = 1 if one() > 1 else 3
    times = []
    while len(times) < few or (sum(times) < least and len(times) < 1000):
        times.append(one())
    return statistics.median(times)


def run_program(program, policy, n, repeat):
    """What a program measured: {label: seconds}. It checks its results, and fails where they are wrong."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as out:
        command = [program, "--policy", policy, "--n", str(n), "--repeat", str(repeat), "--csv", out.name]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        with open(out.name, newline="") as file:
            return {row["what"]: float(row["seconds"]) for row in csv.DictReader(file) if row["policy"] == policy}


def programs_of(group, build):
    """The programs of a group that a build has: {column: (path, policy)}."""
    plain, card = build / "examples" / group.program, build / "examples" / f"{group.program}_cuda"
    found = {SEQ: (plain, "seq"), PAR: (plain, "par")} if plain.exists() else {}
    return found | ({CARD: (card, "cuda")} if card.exists() and CUPY in versions() else {})


def rounds_of(group, n, programs, arguments, tell):
    """{case: {column: [seconds of each round]}} of a group."""
    contenders = contenders_of(group, n)  # [(case, column, contender)]
    took = {case.name: {} for case in group.cases_of(n)}
    for case, _, contender in contenders:
        if contender.compiling is not None:
            took[case.name][COMPILING] = [contender.compiling]
    for number in range(arguments.rounds):
        work = [("", column) for column in programs] + contenders
        random.shuffle(work)
        for job in work:
            tell(f"round {number + 1} of {arguments.rounds}: {job[1]}")
            if job[0] == "":
                program, policy = programs[job[1]]
                times = run_program(program, policy, n, arguments.repeat)
                for case in group.cases_of(n):
                    label = case.label_of(policy)
                    if label not in times:
                        sys.exit(f"{program} measured no '{label}' under {policy}, but {', '.join(times)}")
                    took[case.name].setdefault(job[1], []).append(times[label])
            else:
                case, column, contender = job
                took[case.name].setdefault(column, []).append(seconds_of(contender, arguments.seconds))
    return took


def is_interrupt(error):
    """Each compiled function that an interrupt leaves makes a SystemError of it, whose cause it is."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def measure(build, arguments):
    """{case's name: {column: median seconds}}, and the groups whose programs the build lacks."""
    rows, missing, begin = {}, [], time.monotonic()
    groups = [g for g in GROUPS if not arguments.only or any(word in g.program for word in arguments.only)]
    try:
        for number, group in enumerate(groups, 1):
            n = group.quick if arguments.quick else group.n
            programs = programs_of(group, build)
            if not programs:
                missing.append(group.program)
                continue

            def tell(text):
                progress(f"[{number}/{len(groups)}] {time.monotonic() - begin:.0f} s  {group.program}, {text}", False)

            for name, times in rounds_of(group, n, programs, arguments, tell).items():
                rows[name] = {column: statistics.median(runs) for column, runs in times.items()}
        progress(f"[{len(groups)}/{len(groups)}] {time.monotonic() - begin:.0f} s", True)
    except (KeyboardInterrupt, SystemError) as error:
        if not is_interrupt(error):
            raise
        print(f"\nstopped after {len(rows)} cases: the report is of these", file=sys.stderr)
    return rows, missing


# ---- Reporting ------------------------------------------------------------------------------------------------------


def ratio(times, peer):
    return times[peer] / times[PAR] if peer in times and PAR in times else math.nan


def best_of_peers(times):
    peers = [column for column in (NUMPY, SEQUENTIAL, PARALLEL, INTO, JAX) if column in times]
    return min(peers, key=times.get, default=None)


def milliseconds(seconds):
    return "" if math.isnan(seconds) else f"{1e3 * seconds:.{4 if seconds < 1e-3 else 2 if seconds < 0.1 else 0}f}"


def table(rows):
    columns = [column for column in COLUMNS if any(column in times for times in rows.values())]
    cases = {case.name: case for group in GROUPS for case in group.cases}
    lines = [
        line("case", "the course", *columns, "par : Numba parallel", "par : the best", "which is"),
        "|---" * (len(columns) + 5) + "|",
    ]
    for name, times in rows.items():
        best = best_of_peers(times)
        milli = [milliseconds(times.get(column, math.nan)) for column in columns]
        lines.append(
            line(name, cases[name].figure, *milli, cell(ratio(times, PARALLEL)), cell(ratio(times, best)), best)
        )
    return "\n".join(lines)


def summary(rows):
    lines = [line("thrum par against", "cases", "geometric mean", "least", "behind"), "|---" * 5 + "|"]
    for peer in (PARALLEL, INTO, SEQUENTIAL, NUMPY, JAX, "the best of them"):
        ratios = [ratio(times, best_of_peers(times) if peer == "the best of them" else peer) for times in rows.values()]
        ratios = [r for r in ratios if not math.isnan(r)]
        if ratios:
            mean = statistics.geometric_mean(ratios)
            lines.append(line(peer, len(ratios), cell(mean), cell(min(ratios)), sum(r < BEHIND for r in ratios)))
    return "\n".join(lines)


def remarks(rows):
    """Why thrum is not ahead by as much as is wanted, case by case."""
    notes = []
    for group in GROUPS:
        for case in group.cases:
            times = rows.get(case.name, {})
            numba, best = ratio(times, PARALLEL), ratio(times, best_of_peers(times))
            if case.note and (numba < WANTED or best < BEHIND):
                notes.append(f"- {case.name} ({cell(numba) or '-'}; {cell(best)}): {case.note}.")
    if not notes:
        return ""
    return (
        f"\nLess than {WANTED} times as fast as Numba's parallel code (the first number), or behind the best peer (the "
        "second):\n\n" + "\n".join(notes) + "\n"
    )


def heading(arguments):
    repeats = f"{arguments.rounds} rounds, in each the median of {arguments.repeat} calls or more"
    others = ", ".join(f"{name} {version}" for name, version in versions().items())
    small = "Small sizes (--quick), not those of the names.\n\n" if arguments.quick else ""
    return (
        f"{small}{processor()}; {datetime.date.today()}; `benchmarks/course.py {' '.join(sys.argv[1:])}`\n\n"
        f"{others}; medians of {repeats}. Milliseconds; ratios are above 1 where thrum is ahead. {JAX}'s compilation, "
        "before its first call, counts for nothing and is told beside. Numba parallel and "
        "Numba sequential make an array for each result, as the course's functions do, and so do NumPy and JAX; Numba "
        "that is given the result writes into an array that it had before, as thrum does.\n"
    )


def compiler_of(build):
    """What CMake's cache of a build says of its compiler and flags."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():
        return str(build)
    entries = dict(text.split("=", 1) for text in cache.read_text().splitlines() if "=" in text and text[0].isalpha())
    kind = entries.get("CMAKE_BUILD_TYPE:STRING", "")
    flags = (entries.get("CMAKE_CXX_FLAGS:STRING", ""), entries.get(f"CMAKE_CXX_FLAGS_{kind.upper()}:STRING", ""))
    compiler = next((value for key, value in entries.items() if key.startswith("CMAKE_CXX_COMPILER:")), "")
    return f"{pathlib.Path(compiler).name} {' '.join(' '.join(flags).split())} ({kind})"


def at_least(least, kind):
    """The type of an argument that is a number of at least so much."""

    def parse(text):
        value = kind(text)
        if not value >= least:
            raise argparse.ArgumentTypeError(f"has to be at least {least}, not {text}")
        return value

    parse.__name__ = kind.__name__  # argparse names it where the text is no number
    return parse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, nargs="+", default=[ROOT / "build/release"], help="the builds")
    parser.add_argument("--only", nargs="+", help="examples whose names contain one of these words")
    parser.add_argument("--quick", action="store_true", help="small sizes, two rounds")
    parser.add_argument("--rounds", type=at_least(1, int), help="how often each contender is run (5)")
    parser.add_argument(
        "--repeat", type=at_least(1, int), default=5, help="calls that a program of thrum measures in a round (5)"
    )
    parser.add_argument(
        "--seconds", type=at_least(0, float), default=0.1, help="calls of a Python function in a round take so long"
    )
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there, too")
    arguments = parser.parse_args()
    arguments.rounds = arguments.rounds or (2 if arguments.quick else 5)
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, signal.default_int_handler)

    text = heading(arguments)
    for build in arguments.build:
        rows, missing = measure(build, arguments)
        if not rows and missing:
            sys.exit(f"{build}/examples has none of {', '.join(missing)}: cmake --build {build}")
        if not rows:
            sys.exit("nothing was measured: stopped too early, or no example has such a name")
        text += f"\n## {compiler_of(build)}\n\n{summary(rows)}\n\n{table(rows)}\n{remarks(rows)}"
        if missing:
            text += f"\nLeft out, for the build does not have them: {', '.join(missing)}.\n"
    print(text)
    if arguments.report:
        arguments.report.parent.mkdir(parents=True, exist_ok=True)
        arguments.report.write_text("# The course's cases\n\n" + text)


if __name__ == "__main__":
    main()
