#!/usr/bin/env python3
"""Checks that the internal headers include downwards: python3 scripts/layers.py

A header in a folder of detail/thrum/detail includes headers of its own folder and of those below it. The includes that go upwards
are listed in UPWARD: a new one is an error, and so is a line of the list that is no longer true. The list is to become empty.
"""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "detail/thrum/detail"

# From the top down. Folders of one line do not depend on each other's place. What they hold: docs/architecture.md.
LAYERS = [
    ["along"],
    ["async", "checked", "multi_device"],
    ["algorithms", "containers"],
    ["primitives"],
    ["backends"],
    ["kernels"],
    ["functional", "memory", "order", "random"],
    ["base"],
]

UPWARD = """
    backends/cuda/deterministic/by_key.cuh -> algorithms/scan_by_key.h
    backends/cuda/deterministic/histogram.cuh -> algorithms/histogram.h
    backends/cuda/deterministic/histogram.h -> algorithms/histogram.h
    backends/cuda/deterministic/histogram.h -> primitives/sort.h
    backends/cuda/deterministic/segments.cuh -> algorithms/segments/segmented_reduce.h
    backends/cuda/deterministic/segments.cuh -> algorithms/segments/segmented_scan.h
    backends/cuda/deterministic/segments.h -> algorithms/segments/segments.h
    backends/host/compact_in_place.h -> primitives/compact.h
    backends/host/merge_sort.h -> primitives/merge.h
    base/algorithm.h -> backends/seq/seq.h
    base/algorithm.h -> checked/call.h
    base/checks.h -> backends/seq/seq.h
    base/checks.h -> order/radix_key.h
    base/device_policy.h -> backends/cuda/policy.cuh
    base/device_policy.h -> backends/tbb/policy.h
    base/policy_of_space.h -> backends/seq/seq.h
    kernels/merge/sort_by_doubling.h -> primitives/merge.h
    memory/bytes.h -> backends/seq/seq.h
    primitives/count_bins.h -> algorithms/histogram.h
"""


def height(header):
    folder = header.split("/")[0]
    for place, layer in enumerate(LAYERS):
        if folder in layer:
            return -place
    sys.exit(f"layers.py: {header} is in no folder that the layers name")


def main():
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
    print(f"{len(found)} includes go upwards")
    return 0 if found == listed else 1


if __name__ == "__main__":
    sys.exit(main())
