#!/usr/bin/env python3
"""Tells from counted costs how long calls would take on some GPUs, by a plain model, and what the thresholds of
detail/thrum/detail/backends/cuda/tuning.h follow from.

    benchmarks/card_model.py build/counted.jsonl                     # how the families do against their best peers
    benchmarks/card_model.py build/counted.jsonl --family fill       # the times of its rows
    benchmarks/card_model.py build/counted.jsonl --thresholds        # what the thresholds follow from

The file is what `run.py --counted --kept FILE` writes. docs/benchmarks/gpu-model.md tells what the model leaves out.
"""

import argparse
import dataclasses
import pathlib
import statistics
import sys

import counted_report
from card_report import PEERS, power
from counted_report import SECTOR, head, read_or_exit
from tables import CUDA, line

LAUNCH = 3000  # nanoseconds that a kernel, a fill or a copy takes at least, one after the other in a stream
LANES = 64  # instructions of lanes that a multiprocessor does in a clock


@dataclasses.dataclass(frozen=True)
class Card:
    """The published numbers of a GPU; docs/benchmarks/gpu-model.md names where each is published."""

    processors: int
    clock: float  # GHz
    bandwidth: float  # bytes in a nanosecond
    threads: int  # of a multiprocessor
    shared: int  # bytes of shared memory of a multiprocessor

    def time(self, costs):
        """Nanoseconds of a call: its launches, and then memory or instructions, whichever take longer."""
        launches = costs["launches"] + costs["fills"] + costs["copies"]
        busy = min(self.processors, max(1, costs["blocks"] / max(1, costs["launches"])))
        moved = (costs["dram_load_sectors"] + costs["dram_store_sectors"]) * SECTOR + 2 * costs["copied_bytes"]
        instructions = costs["lane_instructions"] / (busy * self.of_processor())
        return launches * LAUNCH + max(moved / self.bandwidth, instructions)

    def of_processor(self):
        """Instructions of lanes that a multiprocessor does in a nanosecond."""
        return LANES * self.clock


CARDS = {
    "T4": Card(processors=40, clock=1.59, bandwidth=320, threads=1024, shared=64 << 10),
    "A100": Card(processors=108, clock=1.41, bandwidth=1555, threads=2048, shared=164 << 10),
    "H100": Card(processors=132, clock=1.98, bandwidth=3350, threads=2048, shared=228 << 10),
}


def times(card, row):
    """The time of thrum's call and of the fastest peer's."""
    peers = [card.time(row[peer]) for peer in PEERS if peer in row]
    return card.time(row[CUDA]), min(peers)


def summary(rows):
    """Of each family the means of thrum : fastest peer for each size, on the three cards."""
    sizes = sorted({key[3] for key in rows})
    lines = head("family", *(f"{name}, {power(n)}" for name in CARDS for n in sizes))
    for family in (*dict.fromkeys(key[1] for key in rows), None):
        cells = []
        for card in CARDS.values():
            for n in sizes:
                pairs = [times(card, row) for key, row in rows.items() if family in (key[1], None) and key[3] == n]
                ratios = [ours / theirs for ours, theirs in pairs]
                cells.append(f"{statistics.geometric_mean(ratios):.2f}" if ratios else "")
        lines.append(line(family or "**all**", *cells))
    return "\n".join(lines)


def table(rows):
    lines = head("row", *(f"{name}, us, thrum : best peer" for name in CARDS))
    for (_, family, kind, n), row in sorted(rows.items()):
        cells = ("{:.1f} : {:.1f}".format(*(t / 1000 for t in times(card, row))) for card in CARDS.values())
        lines.append(line(f"{family}, {power(n)} of {kind}", *cells))
    return "\n".join(lines)


# ---- Thresholds -----------------------------------------------------------------------------------------------------


def of_one_block(rows):
    """The families whose smallest size is one launch of one block: {family: (the most instructions of lanes for an
    element among the types; the fewest launches, fills and copies that the largest size needs more)}."""
    found = {}
    sizes = sorted({key[3] for key in rows})
    for (card, family, kind, n), row in rows.items():
        costs, many = row[CUDA], rows.get((card, family, kind, sizes[-1]), {}).get(CUDA)
        if n != sizes[0] or not many or costs["launches"] != 1 or costs["blocks"] != 1:
            continue
        saved = sum(many[what] - costs[what] for what in ("launches", "fills", "copies"))
        if saved > 0:
            each, least = found.get(family, (0, saved))
            found[family] = max(each, costs["lane_instructions"] / n), min(least, saved)
    return found


BOUNDS = {
    "lane instructions of one multiprocessor in the time of a launch": lambda card: LAUNCH * card.of_processor(),
    "bytes that memory moves in the time of a launch": lambda card: LAUNCH * card.bandwidth,
    "lane instructions of all multiprocessors while memory moves 8 bytes": lambda card: 8
    / card.bandwidth
    * card.of_processor()
    * card.processors,
    "elements in four tiles of 2048 for each multiprocessor": lambda card: 4 * 2048 * card.processors,
    "blocks of 256 threads of a multiprocessor": lambda card: card.threads / 256,
    "bytes of shared memory for each of these blocks": lambda card: card.shared * 256 / card.threads,
}


def thresholds(rows):
    lines = head("family", "instructions of an element", "launches saved", *(f"elements, {name}" for name in CARDS))
    for family, (each, saved) in of_one_block(rows).items():
        most = [f"{saved * LAUNCH * card.of_processor() / each:.0f}" for card in CARDS.values()]
        lines.append(line(family, f"{each:.0f}", f"{saved:.0f}", *most))
    bounds = head("bound", *CARDS)
    for what, of in BOUNDS.items():
        bounds.append(line(what, *(f"{of(card):.0f}" for card in CARDS.values())))
    return "\n".join([*lines, "", *bounds])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kept", type=pathlib.Path, help="the file that run.py --counted --kept wrote")
    parser.add_argument("--capability", default="7.5", help="of the emulated card whose counts are taken")
    parser.add_argument("--family", help="the rows of this family")
    parser.add_argument("--thresholds", action="store_true", help="what the thresholds follow from")
    arguments = parser.parse_args()
    counted = counted_report.compared(read_or_exit(arguments.kept).rows)
    rows = {key: row for key, row in counted.items() if key[0] == arguments.capability}
    rows = {key: row for key, row in rows.items() if arguments.family in (None, key[1])}
    if not rows:
        sys.exit(f"{arguments.kept} holds no such row")
    print(thresholds(rows) if arguments.thresholds else table(rows) if arguments.family else summary(rows))


if __name__ == "__main__":
    main()
