#!/usr/bin/env python3
"""Sorts a file of keys, and one of records, within a limit of memory, beside std::sort in memory and GNU sort.

    cmake --preset benchmarks-o2 && cmake --build --preset benchmarks-o2 --target bench_files_sort
    python3 benchmarks/external_sort.py --folder /var/tmp --mib 2048 --repeat 3

Prints the table of docs/benchmarks/external_sort.md: medians of the seconds, by the clock and of all processors together, and
the greatest peak of the resident memory.
GNU sort is given the same keys as lines of decimal digits, which take two and a half times as many bytes.
"""

import argparse
import json
import pathlib
import re
import statistics
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=ROOT / "build/benchmarks-o2/benchmarks/files/bench_files_sort")
    parser.add_argument("--folder", default="/var/tmp")
    parser.add_argument("--mib", type=int, default=2048, help="the size of the file")
    parser.add_argument("--memory", type=int, default=500, help="the limit in MiB that thrum is given")
    parser.add_argument("--gnu-memory", default="512M", help="what GNU sort is given, -S")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--elements", nargs="*", default=["keys", "records"])
    parser.add_argument("--without", nargs="*", default=[], help="contenders to leave out: tbb, seq, cold, std, gnu")
    options = parser.parse_args()

    def run(what, *more):
        done = subprocess.run([options.program, what, path, "--elements", elements, *more], check=True, capture_output=True)
        return json.loads(done.stdout) if done.stdout else None

    def sort_text():
        text = path.with_suffix(".txt")
        run("text", "--to", text)
        command = ["sort", "-n", "-S", options.gnu_memory, "--parallel=2", "-T", folder, "-o", text, text]
        done = subprocess.run(["/usr/bin/time", "-f", "%e %U %S %M", *command], check=True, capture_output=True, text=True,
                              env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"})
        seconds, user, system, peak = map(float, re.findall(r"[\d.]+", done.stderr)[-4:])
        ordered = subprocess.run(["sort", "-n", "-c", text], env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).returncode == 0
        text.unlink()
        return {"seconds": seconds, "processor seconds": user + system, "peak MiB": peak / 1024, "sorted": ordered}

    contenders = {
        "tbb": f"`thrum::sort(thrum::tbb::par.memory({options.memory}_MiB), file)`",
        "cold": "the same, the file not in the system's cache",
        "seq": f"`thrum::sort(thrum::seq.memory({options.memory}_MiB), file)`",
        "std": "read, `std::sort` in memory, write",
        "gnu": f"`sort -n -S {options.gnu_memory} --parallel=2`, as text",
    }
    print("| elements | sort | seconds | of these runs, or read | processor seconds | peak of memory, MiB | measured |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path = pathlib.Path(folder) / "elements"
        for elements in options.elements:
            names = [name for name in contenders if name not in options.without and (name != "gnu" or elements == "keys")]
            results = {name: [] for name in names}
            for turn in range(options.repeat):
                for name in names:
                    if name in ("std", "gnu") and turn > 0:
                        continue  # minutes each, and no close call
                    run("make", "--mib", str(options.mib))
                    if name == "cold":
                        run("forget")
                    result = sort_text() if name == "gnu" else run("tbb" if name == "cold" else name, "--mib", str(options.memory))
                    assert result["sorted"], name
                    results[name].append(result)
            for name in names:
                seconds = statistics.median(r["seconds"] for r in results[name])
                first = [r["first part"] for r in results[name] if "first part" in r]
                peak = max(r["peak MiB"] for r in results[name])
                part = f"{statistics.median(first):.1f}" if first else ""
                work = statistics.median(r["processor seconds"] for r in results[name])
                print(f"| {elements} | {contenders[name]} | {seconds:.1f} | {part} | {work:.1f} | {peak:.0f} | {len(results[name])} |",
                      flush=True)


if __name__ == "__main__":
    main()
