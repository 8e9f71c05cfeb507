#!/usr/bin/env python3
"""Makes the page of costs from what `run.py --counted --kept FILE` kept, which is a line of JSON for each of its runs.

    benchmarks/counted_report.py build/counted.jsonl --report docs/benchmarks/gpu-costs.md

Costs are counts, which the emulated card of tests/emulator takes of one call. Ratios are thrum : peer, so that below 1
thrum is ahead.
"""

import argparse
import json
import math
import pathlib
import statistics
import sys

from card_report import DETERMINISTIC, PEERS, POOL, SAME_BITS, SMALL, THRUST, key_of, power
from tables import CUDA, ROOT, cell, line, plots

SECTOR = 32
WORST = 20  # so many families are named
FULL = (1 << 10, 1 << 20)  # the table of all rows has these sizes
STREAM_SIZE, STREAM_LIMIT = 1 << 20, 1.05
# Families that read and write each element once, in order.
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
    "reduce",
    "reduce_into",
    "transform_reduce",
    "transform_reduce_into",
    "inner_product",
    "count_if",
    "max_element",
    "max_element_into",
    "minmax_element",
    "find",
    "equal",
    "mismatch",
    "is_sorted",
    "inclusive_scan",
    "transform_inclusive_scan",
    "exclusive_scan_max",
    "copy_if",
    "copy_if_into",
)


def of(*counters):
    """The sum of some counters of a call."""
    return lambda costs: sum(costs[counter] for counter in counters)


# Of copies and fills by the runtime the emulator counts no sectors: a contender that leaves all to them is no peer by sectors
# and launches.
METRICS = {
    "sectors": of("load_sectors", "store_sectors"),
    "L2 sectors": of("l2_sectors"),
    "memory sectors": of("dram_load_sectors", "dram_store_sectors"),
    "instructions": of("lane_instructions"),
    "launches": of("launches"),
    "waits": of("waits"),
    "allocations": of("allocations"),
    "allocated bytes": of("allocated_bytes"),
}
# What a row should reach: at most so many times the best peer's count.
GOALS = {
    "sectors": 1.02,
    "memory sectors": 1.02,
    "instructions": 1.1,
    "launches": 1,
    "waits": 1,
    "allocations": 1,
}
COMPARED = ("sectors", "L2 sectors", "memory sectors", "instructions", "launches")
# The shares of the first count of all families, on 7.5, before kernels were changed by what it said.
FIRST = {
    "sectors": "713 of 1372 (52 %)",
    "memory sectors": "1060 of 1372 (77 %)",
    "instructions": "671 of 1372 (49 %)",
    "launches": "936 of 1372 (68 %)",
    "waits": "1372 of 1372 (100 %)",
    "allocations": "962 of 1372 (70 %)",
    "small launches": "1.14",
    "streams, sectors": "92 of 142 (65 %)",
    "streams, memory sectors": "135 of 142 (95 %)",
}
ITERATION = "iteration of "  # of a whole program: such rows have a table of their own
SCANS_LIMIT, SUMS_LIMIT = 2, 1.5  # of the sectors of cuda::par


class Counted:
    """The costs of rows, {(card, family, type, n): {contender: {counter: value}}}; what went wrong, {(card, name of a
    row): why}; what the programs are compiled for, {card: compute capability}; and what is counted already."""

    def __init__(self):
        self.rows, self.errors, self.compiler, self.ptx, self.done = {}, {}, "", {}, set()

    def add(self, card, context, entries, errors, kept=None):
        """A run of a program; it is written into the file `kept`, too."""
        entries = list(entries)
        if self.compiler not in ("", context["compiler"]):
            raise ValueError(f"runs of {self.compiler} and of {context['compiler']} make no page together")
        self.compiler = context["compiler"]
        ptx = context.get("ptx", "7.5")  # programs did not always say what they are compiled for
        if self.ptx.setdefault(card, ptx) != ptx:
            raise ValueError(f"runs of PTX of {self.ptx[card]} and of {ptx} make no page together")
        self.errors.update({(card, name): why for name, why in errors.items()})
        wrong = {key_of(name) for name in errors}
        for entry in entries:
            key = key_of(entry["run_name"])
            self.done.add((card, *key))
            if key not in wrong:  # where two results differ, neither cost counts
                row = self.rows.setdefault((card, *key[:2], int(key[2])), {})
                row[entry["run_name"].split("/")[4]] = entry
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"card": card, "context": context, "entries": entries, "errors": errors})
            with kept.open("a") as file:
                file.write(f"\n{text}\n")  # the line before it may have been cut off


def read(kept):
    """What a file holds; nothing where there is none."""
    counted = Counted()
    if kept and kept.exists():
        for number, text in enumerate(kept.read_text().splitlines(), 1):
            if not text:
                continue
            try:
                run = json.loads(text)
            except ValueError as wrong:  # it was cut off, and is counted again
                print(f"{kept}:{number} is no run, and left out: {wrong}", file=sys.stderr)
                continue
            counted.add(run["card"], run["context"], run["entries"], run["errors"])
    return counted


# ---- Ratios ---------------------------------------------------------------------------------------------------------


def compared(rows):
    """The rows of one call in which thrum has a peer."""
    with_peer = {key: row for key, row in rows.items() if CUDA in row and any(peer in row for peer in PEERS)}
    return {key: row for key, row in with_peer.items() if not key[1].startswith(ITERATION)}


def best(row, metric):
    """The peer that costs least, and its count."""
    # CUB leaves its results on the card. A call of Thrust hands over what thrum's hands over.
    alike = [peer for peer in (THRUST, POOL) if peer in row] if metric == "waits" else []
    costs = {peer: METRICS[metric](row[peer]) for peer in alike or PEERS if peer in row}
    # A copy by the runtime has no launch and no sector: it is not measured by either.
    moved = {peer: value for peer, value in costs.items() if value} if metric in COMPARED else costs
    peer = min(moved or costs, key=costs.get)
    return peer, costs[peer]


def ratio(row, metric):
    """thrum : best peer; not a number where one of the two has none."""
    ours, theirs = METRICS[metric](row[CUDA]), best(row, metric)[1]
    return ours / theirs if ours and theirs else math.nan


def meets(row, metric):
    return METRICS[metric](row[CUDA]) <= GOALS[metric] * best(row, metric)[1] or math.isnan(goal_ratio(row, metric))


def goal_ratio(row, metric):
    """The ratio that a goal is about: where the peer has none of it, any of ours is too much."""
    ours, theirs = METRICS[metric](row[CUDA]), best(row, metric)[1]
    if theirs:
        return ours / theirs
    return math.nan if metric in COMPARED or not ours else math.inf


def of_least(row, metric):
    """Sectors : the least that hold what every algorithm moves; not a number where the runtime moves all."""
    sectors, least = METRICS[metric](row[CUDA]), row[CUDA].get("least_bytes", 0) / SECTOR
    return sectors / least if sectors and least else math.nan


def mean(values):
    values = [value for value in values if not math.isnan(value)]
    return statistics.geometric_mean(values) if values else math.nan


def share(met):
    met = list(met)
    return f"{sum(met)} of {len(met)} ({100 * sum(met) / len(met):.0f} %)" if met else ""


# ---- Tables ---------------------------------------------------------------------------------------------------------


def head(*cells):
    return [line(*cells), "|" + "---|" * len(cells)]


def cards_of(rows):
    return list(dict.fromkeys(key[0] for key in rows))


def goals(rows):
    """How many rows of each card reach what is wanted."""
    cards = cards_of(rows)
    lines = head("goal", f"{cards[0]}, first count", *cards)
    of_card = {card: {key: row for key, row in rows.items() if key[0] == card} for card in cards}
    for metric, limit in GOALS.items():
        what = f"{metric}: at most {limit} of the best peer's" if limit != 1 else f"{metric}: no more than the best peer"
        shares = (share(meets(row, metric) for row in of_card[card].values()) for card in cards)
        lines.append(line(what, FIRST[metric], *shares))
    launches = [mean(against_thrust(of_card[card])) for card in cards]
    text = f"launches : Thrust's, n <= {power(SMALL)}, mean: at most 0.5"
    lines.append(line(text, FIRST["small launches"], *map(cell, launches)))
    for metric in ("sectors", "memory sectors"):
        streams = [[of_least(row, metric) for row in streams_of(of_card[card])] for card in cards]
        text = f"streams, {metric}, n = {power(STREAM_SIZE)}: at most {STREAM_LIMIT} of the least"
        shares = (share(x <= STREAM_LIMIT for x in some if not math.isnan(x)) for some in streams)
        lines.append(line(text, FIRST[f"streams, {metric}"], *shares))
    return "\n".join(lines)


def far_streams(rows):
    """Of each streaming family the row that asks for the most sectors, by the least that it needs."""
    far = {}
    for key, row in rows.items():
        ratios = [of_least(row, metric) for metric in ("sectors", "memory sectors")]
        if key[1] in STREAMS and key[3] == STREAM_SIZE and ratios[0] > far.get(key[1], (STREAM_LIMIT,))[0]:
            far[key[1]] = (ratios[0], key, ratios[1])
    if not far:
        return f"Every stream reaches {STREAM_LIMIT} of the least.\n"
    lines = head("row", "sectors : least", "memory sectors : least")
    for value, key, memory in sorted(far.values(), key=lambda one: -one[0]):
        lines.append(line(f"{key[1]}, {power(key[3])} of {key[2]}", cell(value), cell(memory)))
    return "\n".join(lines) + "\n"


def against_thrust(rows):
    small = [row for key, row in rows.items() if key[3] <= SMALL and THRUST in row]
    pairs = [(row[CUDA]["launches"], row[THRUST]["launches"]) for row in small]
    return [ours / theirs for ours, theirs in pairs if ours and theirs]


def streams_of(rows):
    return [row for key, row in rows.items() if key[1] in STREAMS and key[3] == STREAM_SIZE]


def summary(rows):
    """Of each family the means of its ratios to the best peer's."""
    lines = head("family", "rows", *COMPARED, "more waits", "more allocations")
    families = list(dict.fromkeys(key[1] for key in rows))
    for family in (*families, None):
        some = [row for key, row in rows.items() if family in (key[1], None)]
        means = [cell(mean(ratio(row, metric) for row in some)) for metric in COMPARED]
        more = [sum(not meets(row, metric) for row in some) for metric in ("waits", "allocations")]
        lines.append(line(family or "**all**", len(some), *means, *more))
    return "\n".join(lines)


def behind(rows, metric):
    """The rows that miss a goal, the furthest first: (thrum : best peer, key, row)."""
    missed = [(goal_ratio(row, metric), key, row) for key, row in rows.items() if not meets(row, metric)]
    return sorted(missed, key=lambda one: (-one[0], one[1]))


def worst(rows, metric):
    """Of each family the row that is furthest behind its best peer, and how many miss the goal."""
    missed = behind(rows, metric)
    if not missed:
        return f"Every row reaches the goal of {metric}.\n"
    lines = head("row", "thrum", "best peer", "", "thrum : best", "rows of the family behind")
    families = list(dict.fromkeys(key[1] for _, key, _ in missed))
    for family in families[:WORST]:
        value, (_, _, kind, n), row = next(one for one in missed if one[1][1] == family)
        peer, theirs = best(row, metric)
        count = sum(key[1] == family for _, key, _ in missed)
        ours = METRICS[metric](row[CUDA])
        lines.append(line(f"{family}, {power(n)} of {kind}", f"{ours:.0f}", peer, f"{theirs:.0f}", cell(value), count))
    more = f"\n\nand rows of {len(families) - WORST} more families." if len(families) > WORST else ""
    return "\n".join(lines) + more + "\n"


def table(rows):
    """The counts of thrum and of the best peer, and of the sectors those that an algorithm has to move."""
    shown = ("sectors", "memory sectors", "instructions", "launches", "waits", "allocations", "allocated bytes")
    lines = head("family", "type", "n", "least sectors", *shown)
    for (_, family, kind, n), row in sorted(rows.items(), key=lambda one: one[0]):
        least = f"{row[CUDA].get('least_bytes', 0) / SECTOR:.0f}"
        counts = [f"{METRICS[metric](row[CUDA]):.0f} : {best(row, metric)[1]:.0f}" for metric in shown]
        lines.append(line(family, kind, power(n), least, *counts))
    return "\n".join(lines)


def limit_of(family):
    return SCANS_LIMIT if "scan" in family else SUMS_LIMIT


def price(row, metric):
    """The cost of the bits of seq : the cost of cuda::par."""
    ours, theirs = METRICS[metric](row[SAME_BITS]), METRICS[metric](row[CUDA])
    return ours / theirs if ours and theirs else math.nan


def prices(rows):
    """What the bits of seq cost, by family."""
    families = list(dict.fromkeys(key[1] for key in rows))
    lines = head("family", "rows", *COMPARED, "sectors at most", "rows that meet it", "the most sectors")
    for family in families:
        some = {key: row for key, row in rows.items() if key[1] == family}
        means = [cell(mean(price(row, metric) for row in some.values())) for metric in COMPARED]
        most, key = max((price(row, "sectors"), key) for key, row in some.items())
        met = share(price(row, "sectors") <= limit_of(family) for row in some.values())
        far = f"{cell(most)}, {power(key[3])} of {key[2]}"
        lines.append(line(family.removeprefix(DETERMINISTIC), len(some), *means, limit_of(family), met, far))
    met = share(price(row, "sectors") <= limit_of(key[1]) for key, row in rows.items())
    means = [cell(mean(price(row, metric) for row in rows.values())) for metric in COMPARED]
    return "\n".join([*lines, line("**all**", len(rows), *means, "", met, "")])


def iterations(rows):
    """What one iteration of a program costs over thrum and over the best of Thrust."""
    shown = ("sectors", "memory sectors", "instructions", "launches", "waits", "allocations")
    lines = head("program", "n", *shown, "sectors, thrum : best")
    for (_, family, _, n), row in rows.items():
        counts = [f"{METRICS[metric](row[CUDA]):.0f} : {best(row, metric)[1]:.0f}" for metric in shown]
        lines.append(line(family.removeprefix(ITERATION), power(n), *counts, cell(ratio(row, "sectors"))))
    return "\n".join(lines)


def differing(rows, first, second):
    """The rows of a card whose counts are others on another card."""
    shown = ("sectors", "instructions", "launches", "waits", "allocations")
    found = {}
    for key, row in rows.items():
        twin = rows.get((second, *key[1:]))
        if key[0] == first and twin:
            names = [name for name in row if name in twin]
            if any(METRICS[metric](row[name]) != METRICS[metric](twin[name]) for metric in shown for name in names):
                found[(second, *key[1:])] = twin
    return found


def plot(rows, path):
    """For each metric a column; in it a line for each family, and on that a dot for each row of the table's sizes."""
    pyplot = plots()
    if not pyplot or not rows:
        return ""
    metrics = ("sectors", "memory sectors", "instructions", "launches")
    families = list(dict.fromkeys(key[1] for key in rows))[::-1]
    sizes = sorted({key[3] for key in rows} & set(FULL))
    figure, columns = pyplot.subplots(1, len(metrics), sharey=True, figsize=(14, 1 + 0.25 * len(families)))
    for metric, axes in zip(metrics, columns):
        for number, n in enumerate(sizes):
            above = 0.13 * (number - (len(sizes) - 1) / 2)
            dots = [
                (ratio(row, metric), families.index(key[1]) + above)
                for key, row in rows.items()
                if key[3] == n and not math.isnan(ratio(row, metric))
            ]
            axes.scatter([x for x, _ in dots], [y for _, y in dots], s=7, label=f"n = {power(n)}")
        axes.axvline(1, color="black", linewidth=0.8)
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.grid(axis="x", linewidth=0.3)
        axes.tick_params(labelsize=7)
        axes.set_xlabel(f"{metric}, thrum : best peer (left of 1 thrum costs less)", fontsize=7)
    columns[0].set_yticks(range(len(families)), families, fontsize=7)
    columns[-1].legend(fontsize=7)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})
    pyplot.close(figure)
    return f"\n![What rows cost, thrum : best peer]({path.name})\n"


INTRODUCTION = """
The emulated card of [tests/emulator](../../tests/emulator/README.md) counts what one call costs, after a call that has loaded
the kernels and whose results were compared. No GPU takes part, and no time: a count says what a call asks of a card, not how
long the card takes for it. Caches are empty when a call begins.

- sectors: those of 32 bytes that warps load and store; L2 sectors: those that the first-level caches lack, and all that are
  stored; memory sectors: those that the second-level cache loads and writes back. Copies and fills by the runtime are in none.
- instructions: of lanes. launches: of kernels. waits: for streams, devices and events.
- allocations: of device memory in the call. CUB's temporary memory, which its caller allocates, counts as one allocation.
- best peer: for each count the least of Thrust, Thrust with a pool, and CUB. Waits are compared with Thrust's where it
  has the algorithm, for CUB leaves results on the card. A contender that leaves a copy to the runtime has no launch and no
  sector there, and is no peer by those.
- Where the columns of a table have two numbers they are thrum's and the best peer's.
"""


PRICES = f"""`cuda::par.deterministic()` has the bits of `seq`: [what that costs](../guides/determinism.md#what-it-costs). Means of
its counts : those of `cuda::par`. It should load and store at most {SUMS_LIMIT} times the sectors for sums, and at most
{SCANS_LIMIT} times for scans.
"""
ITERATIONS = """`benchmarks/cuda/iterations.cu` has one iteration of four programs of `examples` in the same steps over thrum and over
Thrust, whose results are compared: a step of the heat equation; a step of k-means with 16 centres; a row of the matrix profile,
with means and deviations of all windows; an even and an odd pass of brick sort. The best is that of Thrust with and without
a pool.
"""


def of_card(rows, card):
    return {key: row for key, row in rows.items() if key[0] == card}


def shares_and_families(rows, picture):
    cards = cards_of(rows)
    text = "## Goals\n\nSo many rows meet each, on cards of these compute capabilities. The first count was before kernels were "
    text += f"changed by what it said.\n\n{goals(rows)}\n"
    for card in cards:
        text += f"\n## Families, on {card}\n{picture if card == cards[0] else ''}\nMeans of thrum : best peer, and numbers "
        text += f"of rows.\n\n{summary(of_card(rows, card))}\n"
    return text


def other_tables(counted):
    """The tables of what is no call beside that of a peer."""
    same_bits = {key: row for key, row in counted.rows.items() if {CUDA, SAME_BITS} <= row.keys()}
    whole = {key: row for key, row in counted.rows.items() if {CUDA, THRUST} <= row.keys()}
    programs = {key: row for key, row in whole.items() if key[1].startswith(ITERATION)}
    text = ""
    for card in cards_of(counted.rows):
        if some := of_card(same_bits, card):
            text += f"\n## Deterministic sums, on {card}\n\n{PRICES}\n{prices(some)}\n"
        if some := of_card(programs, card):
            text += f"\n## Iterations of programs, on {card}\n\n{ITERATIONS}\n{iterations(some)}\n"
    return text


def rows_behind_and_all(rows):
    cards = cards_of(rows)
    of_first = of_card(rows, cards[0])
    text = ""
    for metric in GOALS:
        text += f"\n## Furthest behind by {metric}, on {cards[0]}\n\n{worst(of_first, metric)}"
    text += f"\n## Streams furthest from the least sectors, on {cards[0]}\n\n{far_streams(of_first)}"
    full = {key: row for key, row in of_first.items() if key[3] in FULL}
    text += f"\n## All rows of {' and '.join(map(power, FULL))}, on {cards[0]}\n\n{table(full)}\n"
    for card in cards[1:]:
        others = {key: row for key, row in differing(rows, cards[0], card).items() if key[3] in FULL}
        text += f"\n## Rows of these sizes with other counts on {card}\n\n{table(others) if others else 'None.'}\n"
    return text


def page(counted, heading, picture=""):
    rows = compared(counted.rows)
    text = f"# What calls cost on a GPU\n\n{counted.compiler}. {heading}\n{INTRODUCTION}\n"
    text += "".join(f"The card of {card} runs PTX of {ptx}. " for card, ptx in counted.ptx.items()).strip() + "\n\n"
    if counted.errors:
        text += "Not counted, for the row failed or its contenders' results differ:\n\n"
        text += "".join(f"- `{name}` on {card}: {why}\n" for (card, name), why in counted.errors.items()) + "\n"
    if rows:
        text += shares_and_families(rows, picture)
    text += other_tables(counted)
    if rows:
        text += rows_behind_and_all(rows)
    return text


def write(counted, heading, path):
    """Prints the page; writes it and its plot where there is a path."""
    picture = ""
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        rows = compared(counted.rows)
        picture = plot(of_card(rows, cards_of(rows)[0]), path.with_suffix(".svg")) if rows else ""
    text = page(counted, heading, picture)
    print(text)
    if path:
        path.write_text(text)


def read_or_exit(kept):
    try:
        return read(kept)
    except (KeyError, TypeError, ValueError) as wrong:
        sys.exit(f"{kept} is not what run.py --counted --kept writes, or of two compilers: {wrong}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kept", type=pathlib.Path, help="the file that run.py --counted --kept wrote")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there, and a plot beside it")
    arguments = parser.parse_args()
    counted = read_or_exit(arguments.kept)
    if not counted.rows:
        sys.exit(f"{arguments.kept} holds no row")
    kept = arguments.kept.resolve()
    name = kept.relative_to(ROOT) if kept.is_relative_to(ROOT) else kept.name
    write(counted, f"Counted by `benchmarks/run.py --counted --kept {name}`.", arguments.report)
    return 1 if counted.errors else 0


if __name__ == "__main__":
    sys.exit(main())
