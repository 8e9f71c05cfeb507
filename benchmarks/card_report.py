#!/usr/bin/env python3
"""Makes the page of a card from what `run.py --cuda --kept FILE` kept, which is a line of JSON for each of its runs.

    benchmarks/card_report.py build/h100.jsonl --report docs/benchmarks/gpu-h100.md

Ratios are those of times, peer : thrum, so that above 1 thrum is ahead.
"""

import argparse
import json
import math
import pathlib
import statistics
import sys

from tables import BEHIND, CUDA, Row, cell, line, mean_of, plots

THRUST, POOL, CUB = "thrust cuda", "thrust cuda pool", "cub"
PEERS = (THRUST, POOL, CUB)
COPY = "device copy"
DETERMINISTIC, SAME_BITS = "deterministic ", f"{CUDA} deterministic"  # sums with the bits of seq, beside those of cuda::par
SMALL = 1 << 16  # up to here a row is what launches cost
WORST = 15  # so many rows are named
TICKS = (0.25, 0.5, 1, 2, 4, 8, 16, 32)
STREAMS = (
    "copy",
    "fill",
    "transform",
    "transform_binary",
    "for_each",
    "reverse",
    "rotate_copy",
    "sequence",
    "tabulate",
    "generate",
    "swap_ranges",
    "adjacent_difference",
)


class Measured:
    """The rows of a card, {(family, type, n, distribution): Row}; what went wrong, {name of a row: why}; what the
    programs said of themselves; and what is measured already."""

    def __init__(self):
        self.rows, self.errors, self.contexts, self.left_out, self.done = {}, {}, {}, [], set()

    def add(self, context, entries, errors, kept=None):
        """A run of a program; it is written into the file `kept`, too."""
        entries = list(entries)
        for what in ("device", "driver", "compiler"):
            if self.contexts.get(what, context[what]) != context[what]:
                raise ValueError(f"runs of {self.contexts[what]} and of {context[what]} make no page together")
        self.contexts.update(context)
        # A program names all of its rows that need more memory than the device has: here are those
        # of the run.
        measured = {key_of(entry["run_name"])[:2] for entry in entries}
        names = [name for name in context.get("left out", "").split(", ") if key_of(name)[:2] in measured]
        self.left_out += [name for name in names if name not in self.left_out]
        self.errors.update(errors)
        wrong = {key_of(name) for name in errors}
        for entry in entries:
            key = key_of(entry["run_name"])
            self.done.add(key)
            if key not in wrong:  # where two results differ, neither time counts
                self.rows.setdefault(key, Row()).add(entry)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"context": context, "entries": entries, "errors": errors})
            with kept.open("a") as file:
                file.write(f"\n{text}\n")  # the line before it may have been cut off


def key_of(name):
    return tuple(name.split("/")[:4])


def read(kept):
    """What a file holds; nothing where there is none."""
    measured = Measured()
    if kept and kept.exists():
        for number, text in enumerate(kept.read_text().splitlines(), 1):
            if not text:
                continue
            try:
                run = json.loads(text)
            except ValueError as wrong:  # it was cut off, and is measured again
                print(f"{kept}:{number} is no run, and left out: {wrong}", file=sys.stderr)
                continue
            measured.add(run["context"], run["entries"], run["errors"])
    return measured


# ---- Ratios ---------------------------------------------------------------------------------------------------------


def of_copy(key, row, rows):
    """The fraction of the bandwidth of a copy of so many elements in the card that thrum cuda reaches."""
    copy = rows.get((COPY, "float" if key[1] in ("int32", "float") else "double", *key[2:]))
    return row.size / row.median(CUDA) / (copy.size / copy.median("ceiling")) if copy and row.size else math.nan


def compared(rows):
    """Those of algorithms that have peers, in which thrum has been measured."""
    with_peers = {key: row for key, row in rows.items() if key[0] != COPY and not key[0].startswith(DETERMINISTIC)}
    return {key: row for key, row in with_peers.items() if CUDA in row.runs}


def largest(rows, family, kind):
    """The row of a family and a type with the most elements, and how many."""
    found = [(int(key[2]), row) for key, row in rows.items() if key[:2] == (family, kind)]
    return max(found, key=lambda pair: pair[0], default=(0, None))


def power(n):
    return f"2^{n.bit_length() - 1}" if n & (n - 1) == 0 else str(n)


def ratios_line(what, ratios):
    mean, least, behind = mean_of(ratios)
    count = sum(not math.isnan(ratio) for ratio in ratios)
    return line(what, f"mean {mean}, least {least}; {behind} of {count} rows behind") if count else ""


def figures(rows):
    """The table of what is wanted of the library on a card."""
    some = compared(rows)
    lines = [line("", "measured"), "|---|---|"]
    for peer in PEERS:
        small = [row.ahead_of(peer) for key, row in some.items() if int(key[2]) <= SMALL]
        lines.append(ratios_line(f"{peer} : thrum, all rows", [row.ahead_of(peer) for row in some.values()]))
        lines.append(ratios_line(f"{peer} : thrum, n <= {power(SMALL)}", small))
    for n in sorted({int(key[2]) for key in some})[-1:]:
        fractions = {
            f"{key[0]} of {key[1]}": of_copy(key, row, rows)
            for key, row in some.items()
            if key[0] in STREAMS and int(key[2]) == n
        }
        fractions = {name: value for name, value in fractions.items() if not math.isnan(value)}
        if fractions:
            least = min(fractions, key=fractions.get)
            mean = statistics.geometric_mean(fractions.values())
            text = f"mean {cell(mean)}, least {cell(fractions[least])} ({least})"
            lines.append(line(f"bandwidth of streams : of the copy, n = {power(n)}, {len(fractions)} rows", text))
    for peer, way in ((THRUST, "comparator sort"), (POOL, "comparator sort, pool"), (CUB, "decomposer of CUB")):
        n, row = largest(some, "sort_of_records_by_key", "record")
        if row and peer in row.runs:
            lines.append(line(f"{way} : thrum's sort by a projection, {power(n)} records", cell(row.ahead_of(peer))))
    for kind in dict.fromkeys(key[1] for key in some):
        (n, early), (full_n, full) = largest(some, "find_early", kind), largest(some, "find", kind)
        if early and full and n == full_n:
            ratio = full.median(CUDA) / early.median(CUDA)
            lines.append(line(f"find of what is nowhere : at 1 %, thrum, {power(n)} of {kind}", cell(ratio, 1)))
    return "\n".join(text for text in lines if text)


def worst_rows(rows, peer):
    """The rows that are furthest behind a peer."""
    behind = [(row.ahead_of(peer), key, row) for key, row in compared(rows).items() if row.ahead_of(peer) < BEHIND]
    if not behind:
        return f"No row is behind {peer}.\n"
    behind.sort(key=lambda one: one[0])
    lines = [line("row", CUDA, peer, f"{peer} : thrum"), "|---|---:|---:|---:|"]
    for ratio, key, row in behind[:WORST]:
        times = [cell(row.median(name) * 1e6, 1) for name in (CUDA, peer)]
        lines.append(line(f"{key[0]}, {power(int(key[2]))} of {key[1]}", *times, cell(ratio)))
    more = f"\n\nand {len(behind) - WORST} more." if len(behind) > WORST else ""
    return "\n".join(lines) + more + "\n"


# ---- Tables ---------------------------------------------------------------------------------------------------------


def summary(rows):
    lines = [line("family", "rows", *(f"{peer}, {what}" for peer in PEERS for what in ("mean", "least", "behind")))]
    lines.append("|---" * (2 + 3 * len(PEERS)) + "|")
    groups = [(f"**all of n <= {power(SMALL)}**", [row for key, row in rows.items() if int(key[2]) <= SMALL])]
    groups += [(f, [row for key, row in rows.items() if key[0] == f]) for f in dict.fromkeys(key[0] for key in rows)]
    for name, some in [*groups, ("**all**", list(rows.values()))]:
        means = [text for peer in PEERS for text in mean_of(row.ahead_of(peer) for row in some)]
        lines.append(line(name, len(some), *means))
    return "\n".join(lines)


def table(rows, all_rows):
    lines = [line("family", "type", "n", CUDA, *PEERS, *(f"{peer} : thrum" for peer in PEERS), "of the copy")]
    lines.append("|---" * (5 + 2 * len(PEERS)) + "|")
    for key, row in sorted(rows.items(), key=lambda one: (one[0][0], one[0][1], int(one[0][2]))):
        times = [cell(row.median(name) * 1e6, 1) for name in (CUDA, *PEERS)]
        ratios = [cell(row.ahead_of(peer)) for peer in PEERS]
        lines.append(line(key[0], key[1], power(int(key[2])), *times, *ratios, cell(of_copy(key, row, all_rows))))
    return "\n".join(lines)


def prices(rows):
    """The times of sums with the bits of seq : those of cuda::par."""
    lines = [line("family", "type", "n", CUDA, SAME_BITS, "times"), "|---" * 6 + "|"]
    for key, row in rows.items():
        times = [row.median(name) * 1e6 for name in (CUDA, SAME_BITS)]
        name = key[0].removeprefix(DETERMINISTIC)
        lines.append(line(name, key[1], power(int(key[2])), *(cell(time, 1) for time in times), cell(times[1] / times[0])))
    return "\n".join(lines)


def plot(rows, path):
    """For each peer a column; in it a line for each family, and on that a dot for each row."""
    pyplot = plots()
    if not pyplot:
        return ""
    families = list(dict.fromkeys(key[0] for key in rows))[::-1]
    sizes = sorted({int(key[2]) for key in rows})
    figure, columns = pyplot.subplots(1, len(PEERS), sharey=True, figsize=(13, 1 + 0.25 * len(families)))
    for peer, axes in zip(PEERS, columns):
        for number, n in enumerate(sizes):
            above = 0.13 * (number - (len(sizes) - 1) / 2)
            dots = [
                (row.ahead_of(peer), families.index(key[0]) + above)
                for key, row in rows.items()
                if int(key[2]) == n and not math.isnan(row.ahead_of(peer))
            ]
            axes.scatter([x for x, _ in dots], [y for _, y in dots], s=7, label=f"n = {power(n)}")
        axes.axvline(1, color="black", linewidth=0.8)
        axes.set_xscale("log")
        axes.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS], fontsize=7)
        axes.minorticks_off()
        axes.grid(axis="x", linewidth=0.3)
        axes.set_xlabel(f"{peer} : thrum (right of 1 thrum is faster)", fontsize=8)
    columns[0].set_yticks(range(len(families)), families, fontsize=7)
    columns[-1].legend(fontsize=7)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return f"\n![How far thrum is ahead of each peer, row by row]({path.name})\n"


def page(measured, heading, picture=""):
    rows, contexts = compared(measured.rows), measured.contexts
    text = f"# Benchmarks on {contexts['device']}\n\n"
    text += f"{contexts['compiler']}, driver {contexts['driver']}. {heading}\n"
    if measured.errors:
        text += "Not measured, for the row failed or its contenders' results differ:\n\n"
        text += "".join(f"- `{name}`: {why}\n" for name, why in measured.errors.items()) + "\n"
    if measured.left_out:
        text += f"Not measured, for the card has too little memory: {', '.join(measured.left_out)}.\n\n"
    for key, row in sorted(measured.rows.items(), key=lambda one: int(one[0][2])):
        if key[:2] == (COPY, "double"):
            speed = row.size / row.median("ceiling") / 1e9
            text += f"The copy of {power(int(key[2]))} elements of 8 bytes: {speed:.0f} GB/s.  \n"
    text += f"\nRatios are those of times: above 1 thrum is ahead, under {BEHIND} it is behind.\n\n"
    text += figures(measured.rows) + "\n"
    for peer in PEERS:
        text += f"\n## Furthest behind {peer}\n\nMicroseconds of a call.\n\n{worst_rows(rows, peer)}"
    text += f"\n## Families\n{picture}\n{summary(rows)}\n"
    if same_bits := {key: row for key, row in measured.rows.items() if {CUDA, SAME_BITS} <= row.runs.keys()}:
        text += f"\n## Deterministic sums\n\nMicroseconds of a call, and their ratio.\n\n{prices(same_bits)}\n"
    return text + f"\n## All rows\n\nMicroseconds of a call, and ratios.\n\n{table(rows, measured.rows)}\n"


def write(measured, heading, path):
    """Prints the page; writes it and its plot where there is a path."""
    picture = ""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = plot(compared(measured.rows), path.with_suffix(".svg"))
    text = page(measured, heading, picture)
    print(text)
    if path:
        path.write_text(text)


def read_or_exit(kept):
    try:
        return read(kept)
    except (KeyError, TypeError, ValueError) as wrong:
        sys.exit(f"{kept} is not what run.py --cuda --kept writes, or of two cards: {wrong}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kept", type=pathlib.Path, help="the file that run.py --cuda --kept wrote")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there, and a plot beside it")
    arguments = parser.parse_args()
    measured = read_or_exit(arguments.kept)
    if not measured.rows and not measured.errors:
        sys.exit(f"{arguments.kept} holds no row")
    write(measured, f"Measured on {measured.contexts.get('date', 'a day that is not known')[:10]}.", arguments.report)
    return 1 if measured.errors else 0


if __name__ == "__main__":
    sys.exit(main())
