#!/usr/bin/env python3
"""Checks that the internal headers include downwards: python3 scripts/layers.py

A header in a folder of detail/thrum/detail includes headers of its own folder and of those below it. The includes that go upwards
are listed in UPWARD: a new one is an error, and so is a line of the list that is no longer true. The list is to become empty.

No header, public or internal, includes itself by way of others, except those in CYCLES, a list of the same kind. The
headers that begin and end public headers do not count: what they bring is included when no header is half read.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "detail/thrum/detail"
BRACKET = "thrum/detail/public_header/"

# From the top down. Folders of one line do not depend on each other's place. What they hold: docs/architecture.md.
LAYERS = [
    ["public_header"],
    ["async", "multi_device"],
    ["calls"],
    ["checked"],
    ["algorithms", "containers"],
    ["primitives"],
    ["backends"],
    ["kernels"],
    ["functional", "memory", "order", "random"],
    ["base"],
]

UPWARD = """
    backends/cuda/deterministic/by_key.cuh -> algorithms/scan_by_key.h
    backends/cuda/deterministic/segments.cuh -> algorithms/segments/segmented_reduce.h
    backends/cuda/deterministic/segments.cuh -> algorithms/segments/segmented_scan.h
    backends/cuda/deterministic/segments.h -> algorithms/segments/segments.h
    backends/cuda/deterministic/segments.h -> primitives/scan.h
    backends/cuda/deterministic/sum_bins.cuh -> primitives/sum_bins.h
    backends/cuda/deterministic/sum_bins.h -> primitives/sort.h
    backends/cuda/deterministic/sum_bins.h -> primitives/sum_bins.h
    kernels/merge/sort_by_doubling.h -> primitives/merge.h
"""

# The headers of a cycle in a line each, without thrum/.
CYCLES = """
    detail/algorithms/scan_by_key.h detail/backends/cuda/deterministic/by_key.cuh
    detail/algorithms/segments/segmented_reduce.h detail/algorithms/segments/segmented_scan.h detail/backends/cuda/deterministic/segments.cuh
    detail/backends/cuda/deterministic/policy.cuh detail/backends/cuda/for_each_n.cuh detail/backends/cuda/policy.cuh
    detail/backends/cuda/deterministic/sum_bins.cuh detail/backends/cuda/deterministic/sum_bins.h detail/primitives/sum_bins.h
    detail/backends/cuda/for_each_block.cuh for_each_block.h
    detail/backends/cuda/timer.cuh timer.h
"""


def height(header):
    folder = header.split("/")[0]
    for place, layer in enumerate(LAYERS):
        if folder in layer:
            return -place
    sys.exit(f"layers.py: {header} is in no folder that the layers name")


def includes():
    """What each header includes of thrum, without what the last line of a public header brings."""
    graph = {}
    for top in ("include", "detail"):
        for path in sorted((ROOT / top).rglob("*")):
            name = path.relative_to(ROOT / top).as_posix()
            if path.suffix in (".h", ".cuh") and not name.startswith(BRACKET):
                graph[name] = re.findall(r"^ *# *include <(thrum/.*)>", path.read_text(), re.MULTILINE)
    return {name: [other for other in others if other in graph] for name, others in graph.items()}


def cycles():
    """The sets of headers that include each other, directly or not, each as a line of CYCLES."""
    graph = includes()
    reached = {}
    for name in graph:
        seen, left = set(), [name]
        while left:
            new = set(graph[left.pop()]) - seen
            seen |= new
            left += new
        reached[name] = seen
    sets = {frozenset(other for other in reached[name] if name in reached[other]) for name in graph if name in reached[name]}
    return {" ".join(sorted(name.removeprefix("thrum/") for name in headers)) for headers in sets}


def main():
    allowed, cyclic = {line.strip() for line in CYCLES.splitlines() if line.strip()}, cycles()
    for line in sorted(cyclic - allowed):
        print(f"these headers include each other: {line}")
    for line in sorted(allowed - cyclic):
        print(f"take this line out of CYCLES, or correct it: {line}")
    listed = {tuple(line.split(" -> ")) for line in map(str.strip, UPWARD.splitlines()) if line}
    found = set()
    for path in sorted(FOLDER.rglob("*")):
        if path.suffix not in (".h", ".cuh"):
            continue
        header = path.relative_to(FOLDER).as_posix()
        for included in re.findall(r"^ *# *include <thrum/detail/(.*)>", path.read_text(), re.MULTILINE):
            if height(included) > height(header):
                found.add((header, included))
    for header, included in sorted(found - listed):
        print(f"{header} includes {included}, which is above it")
    for header, included in sorted(listed - found):
        print(f"{header} no longer includes {included}: take the line out of UPWARD")
    print(f"{len(found)} includes go upwards, {len(cyclic)} cycles")
    return 0 if found == listed and cyclic == allowed else 1


if __name__ == "__main__":
    sys.exit(main())
