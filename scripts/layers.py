#!/usr/bin/env python3
"""Checks that the internal headers include downwards: python3 scripts/layers.py

A header in a folder of detail/thrum/detail includes headers of its own folder and of those below it; so does a public header
that it includes. No header, public or internal, includes itself by way of others. The headers that begin and end public headers do not count: what they bring is
included when no header is half read.
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
    ["async", "files", "multi_device", "ranks"],
    ["calls"],
    ["checked"],
    ["algorithms", "containers"],
    ["primitives"],
    ["backends"],
    ["kernels"],
    ["functional", "memory", "order", "random"],
    ["base"],
]


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
    """The sets of headers that include each other, directly or not, each as a line."""
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


def upward_includes():
    """The includes of internal headers that are above the header, each as a line. A public header counts as what it
    includes."""
    graph = includes()
    for name in sorted(graph):
        if not name.startswith("thrum/detail/"):
            continue
        header = name.removeprefix("thrum/detail/")
        seen, left = set(), [(other, "") for other in graph[name]]
        while left:
            included, way = left.pop()
            if included.startswith("thrum/detail/"):
                inner = included.removeprefix("thrum/detail/")
                if height(inner) > height(header):
                    yield f"{header} includes {inner}{way}, which is above it"
            elif included not in seen:
                seen.add(included)
                left += [(other, f" by way of {included}") for other in graph[included]]


def main():
    wrong = [f"these headers include each other: {line}" for line in sorted(cycles())] + list(upward_includes())
    print("\n".join(wrong) if wrong else "no include goes upwards, no header includes itself")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
