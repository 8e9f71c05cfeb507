#!/usr/bin/env python3
"""Tells by a model of latency and bandwidth how long calls on vectors over ranks would take on a cluster, and counts by a
simulation the messages that a sort sends.

    benchmarks/cluster_model.py                                         # all tables
    benchmarks/cluster_model.py --table phases                          # one of them
    benchmarks/cluster_model.py --cluster 1000 200 11.6 1               # of your cluster: see bench_mpi_messages
    benchmarks/cluster_model.py --report docs/benchmarks/cluster.md     # writes the tables of the page anew
    benchmarks/cluster_model.py --check docs/benchmarks/cluster.md      # whether the page has these tables

The rates of a core are those of docs/benchmarks/cpu.md. docs/benchmarks/cluster.md tells what the model leaves out.
"""

import argparse
import dataclasses
import functools
import math
import pathlib
import random
import re
import sys

from tables import ROOT, SEQ, line

BYTES = 8  # of an element: the tables are of doubles
TILE = 16384  # elements that a sum adds before sums are added
FOLD = 1.2  # nanoseconds of an addition that waits for the one before it: four clocks
SHORT = 512 << 10  # bytes up to which an all_gather takes log2(p) steps
COMPARISON = 6  # nanoseconds of a comparison in the search for cuts
COMPARED = 0.72  # comparisons of a bound with each part, by log2(samples) log2(samples of a part)
LISTED = 50  # nanoseconds of a cut in a part, in the lists that a rank makes for each round


# ---- The machine ----------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Cluster:
    """The numbers of a cluster; docs/benchmarks/cluster.md names where they are from. A rank is a core."""

    latency: float  # nanoseconds of an empty message
    gap: float  # nanoseconds between messages of a rank that waits for none of them
    link: float  # bytes in a nanosecond of a node's link, in each direction
    ranks_of_node: int  # that share the link

    @property
    def bandwidth(self):
        """Bytes in a nanosecond of a rank while all ranks send."""
        return self.link / self.ranks_of_node

    def message(self, size):
        return self.latency + size / self.bandwidth

    def all_reduce(self, ranks, size):
        """By recursive doubling."""
        return steps(ranks) * self.message(size)

    def all_gather(self, ranks, total):
        """By recursive doubling (Bruck) of few bytes, else around the ring; `total` bytes arrive at each rank."""
        if ranks == 1:
            return 0
        hops = steps(ranks) if total <= SHORT else ranks - 1
        return hops * self.latency + total * (ranks - 1) / ranks / self.bandwidth

    def exchange(self, messages, size, pairwise=True):
        """Messages of a rank, and the bytes of all of them: to one partner after the other, or all at once."""
        if messages == 0:
            return 0
        waits = messages * self.latency if pairwise else self.latency + messages * self.gap
        return waits + size / self.bandwidth


CLUSTERS = {
    "100 Gb/s": Cluster(latency=1000, gap=200, link=11.6, ranks_of_node=1),
    "200 Gb/s, 16 ranks": Cluster(latency=1500, gap=200, link=23.2, ranks_of_node=16),
}


def steps(ranks):
    return math.ceil(math.log2(ranks))


@dataclasses.dataclass(frozen=True)
class Rates:
    """Nanoseconds for an element, on one core."""

    reduce: float
    scan: float
    sort: float
    merge: float
    transform: float


def rates_of(page):
    """The rates of `thrum seq` in the table of a report of run.py: of 2^20 doubles, uniform."""
    families = {"reduce": "reduce", "inclusive_scan": "scan", "sort": "sort", "merge": "merge", "transform": "transform"}
    found, column = {}, None
    for text in page.splitlines():
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        if cells[:4] == ["family", "type", "n", "distribution"]:
            column = cells.index(SEQ)
        elif column and cells[0] in families and cells[1:4] == ["double", str(1 << 20), "uniform"]:
            found[families[cells[0]]] = float(cells[column])
    missing = families.values() - found.keys()
    if missing:
        raise ValueError(f"the page has no row of 2^20 doubles for {', '.join(sorted(missing))}")
    return Rates(**found)


# ---- Calls, by phases -----------------------------------------------------------------------------------------------


def agree(cluster, ranks, times):
    """Before each exchange, and at the end of a call, all ranks agree on whether one has failed."""
    return times * cluster.all_reduce(ranks, 4)


def reduce(cluster, rates, ranks, n, pairwise=True):
    """Each rank adds its tiles; all gather the sums of tiles and add them from left to right."""
    sums = ranks * math.ceil(n / TILE)
    return {
        "sum": n * rates.reduce,
        "gather": cluster.all_gather(ranks, sums * BYTES),
        "fold": sums * FOLD,
        "agree": agree(cluster, ranks, 2),
    }


def scan(cluster, rates, ranks, n, pairwise=True):
    """A sum that gives each rank its carry, and then a scan. Without a start value the tiles begin at the second element:
    each rank borrows the first element of the next one, and gives back what the scan stores there."""
    if ranks == 1:
        return {"scan": n * rates.scan}
    phases = {**reduce(cluster, rates, ranks, n), "scan": n * rates.scan}
    phases["gather"] += 2 * cluster.all_gather(ranks, ranks * BYTES)
    phases["agree"] = agree(cluster, ranks, 4)
    return phases


def halo(cluster, rates, ranks, n, width=1024, pairwise=True):
    """Elements that need `width` neighbours on each side; the inner ones are computed while halos are under way."""
    under_way = 0 if ranks == 1 else cluster.exchange(2, 2 * width * BYTES, pairwise=False)
    inner = max(0, n - 2 * width) * rates.transform
    return {"inner": inner, "wait": max(0, under_way - inner), "edges": n * rates.transform - inner}


@dataclasses.dataclass(frozen=True)
class Round:
    """A round of the search for cuts."""

    sets: int  # of samples: one that all cuts share, or one for each cut
    samples: int  # of a set, from all ranks
    step: int  # elements for a sample


def cut_rounds(ranks, cuts, n):
    """The rounds that detail/multi_device/sort.h makes for parts of n elements."""
    most = max(32 * ranks, 4096)  # samples for a cut
    sets, width, most_of_set = 1, ranks * n, most * cuts
    rounds = []
    while cuts > 0 and width > 0:
        step = max(1, math.ceil(width / most_of_set))
        rounds.append(Round(sets, width // step, step))
        if step == 1:
            break
        sets, width, most_of_set = cuts, min(width, 2 * ranks * step), most
    return rounds


def cut_search(cluster, ranks, cuts, n):
    """All ranks gather the samples of a round. The rank of a cut counts for two bounds how many samples of each rank are
    before them, and all gather these counts."""
    gather = search = lists = 0
    rounds = cut_rounds(ranks, cuts, n)
    for found in rounds:
        gather += cluster.all_gather(ranks, found.sets * found.samples * BYTES)
        gather += cluster.all_gather(ranks, 2 * cuts * ranks * BYTES)
        all_of_set, of_part = max(2, found.samples), max(2, found.samples / ranks)
        search += 2 * ranks * COMPARED * math.log2(all_of_set) * math.log2(of_part) * COMPARISON
        lists += found.sets * ranks * LISTED
    return {"gather samples": gather + agree(cluster, ranks, 2 * len(rounds)), "search samples": search + lists}


def merge_passes(pieces):
    """Pieces are merged in pairs."""
    return math.ceil(math.log2(max(1, pieces)))


def sort(cluster, rates, ranks, n, pairwise=True):
    """One level: every rank sends to every rank."""
    away = n * BYTES * (ranks - 1) / ranks
    return {
        "sort": n * rates.sort,
        **cut_search(cluster, ranks, ranks - 1, n),
        "exchange": cluster.exchange(ranks - 1, away, pairwise) + agree(cluster, ranks, 2),
        "merge": n * rates.merge * merge_passes(ranks),
    }


def groups_of(ranks):
    """The number of groups of a sort in two levels: about the root."""
    return max(1, round(math.sqrt(ranks)))


def sort_in_two_levels(cluster, rates, ranks, n, pairwise=True):
    """Every rank sends to all groups, and then to all ranks of its group. A piece for a group goes to two of its ranks at
    most, for it is shorter than what a rank has room for."""
    groups = groups_of(ranks)
    inside = math.ceil(ranks / groups)
    away = n * BYTES
    first, second = 2 * (groups - 1), inside - 1
    cuts = (cut_search(cluster, ranks, groups - 1, n), cut_search(cluster, inside, inside - 1, n))
    return {
        "sort": n * rates.sort,
        **{phase: sum(found[phase] for found in cuts) for phase in cuts[0]},
        "exchange": cluster.all_reduce(ranks, groups * BYTES)  # where pieces lie in a group: a scan of counts
        + cluster.exchange(first, away * (groups - 1) / groups, pairwise)
        + cluster.exchange(second, away * (inside - 1) / inside, pairwise)
        + agree(cluster, ranks, 3),
        "merge": n * rates.merge * (merge_passes(first) + merge_passes(inside)),
    }


CALLS = {
    "reduce": reduce,
    "inclusive_scan": scan,
    "sort": sort,
    "sort in two levels": sort_in_two_levels,
    "halo of 1024": halo,
}


# ---- Simulated messages of a sort -----------------------------------------------------------------------------------


def uniform(ranks, n, draw):
    return [draw.getrandbits(40) for _ in range(ranks * n)]


def skewed(ranks, n, draw):
    """Zipf's law over 2^20 values: the density of 2^u, u uniform in [0, 20), is 1 / x."""
    return [int(2 ** (20 * draw.random())) for _ in range(ranks * n)]


def few(ranks, n, draw):
    return [draw.getrandbits(4) for _ in range(ranks * n)]


def ascending(ranks, n, draw):
    return list(range(ranks * n))


def descending(ranks, n, draw):
    return list(range(ranks * n, 0, -1))


def nearly_sorted(ranks, n, draw):
    """Sorted, and then a pair in a hundred swapped."""
    keys = ascending(ranks, n, draw)
    for _ in range(len(keys) // 100):
        i, j = draw.randrange(len(keys)), draw.randrange(len(keys))
        keys[i], keys[j] = keys[j], keys[i]
    return keys


INPUTS = {
    "uniform": uniform,
    "skewed": skewed,
    "16 values": few,
    "sorted": ascending,
    "reversed": descending,
    "nearly sorted": nearly_sorted,
}


def counts_of(keys, ranks):
    """How many elements each rank has for each: counts[from][to], of exact cuts. Equal keys go in the order of ranks."""
    n = len(keys) // ranks
    order = sorted(key * ranks + i // n for i, key in enumerate(keys))
    counts = [[0] * ranks for _ in range(ranks)]
    for i, key in enumerate(order):
        counts[key % ranks][i // n] += 1
    return counts


@dataclasses.dataclass(frozen=True)
class Traffic:
    """What ranks send to other ranks."""

    sent: int  # messages of the rank that sends most
    received: int  # messages of the rank that receives most
    messages: int  # of all ranks
    elements: int  # of all ranks

    def __add__(self, other):
        return Traffic(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other))))


def traffic(pieces, ranks):
    """Of {(from, to): elements}."""
    sent, received, elements = [0] * ranks, [0] * ranks, 0
    for (source, target), n in pieces.items():
        if source != target and n > 0:
            sent[source] += 1
            received[target] += 1
            elements += n
    return Traffic(max(sent), max(received), sum(sent), elements)


def one_level(counts):
    ranks = len(counts)
    return traffic({(s, t): n for s, row in enumerate(counts) for t, n in enumerate(row)}, ranks)


def two_levels(counts, n):
    """The pieces for a group lie in it in the order of the ranks they are from, which keeps the sort stable: its first rank
    takes the first n elements, and so on. Then each rank of the group sends to each rank of it."""
    ranks = len(counts)
    inside = ranks // groups_of(ranks)
    first, second = {}, {}
    for begin in range(0, ranks, inside):
        place = 0  # in the group, of the next element
        for source in range(ranks):
            for target in range(begin, begin + inside):
                left = counts[source][target]
                while left > 0:
                    holder = begin + place // n
                    here = min(left, n - place % n)
                    first[source, holder] = first.get((source, holder), 0) + here
                    second[holder, target] = second.get((holder, target), 0) + here
                    place += here
                    left -= here
    return traffic(first, ranks) + traffic(second, ranks)


# ---- Tables ---------------------------------------------------------------------------------------------------------

RANKS = (1, 2, 4, 16, 64, 256, 1000)
N = 10**6  # elements of a rank


def head(*cells):
    return [line(*cells), "|---" * len(cells) + "|"]


@functools.cache
def measured():
    return rates_of((ROOT / "docs/benchmarks/cpu.md").read_text())


def parameters():
    lines = head("", *CLUSTERS)
    for field, what in {
        "latency": "nanoseconds of an empty message",
        "gap": "nanoseconds between messages that are sent at once",
        "link": "bytes in a nanosecond of a node's link",
        "ranks_of_node": "ranks that share it",
    }.items():
        lines.append(line(what, *(f"{getattr(cluster, field):g}" for cluster in CLUSTERS.values())))
    return lines


def rates():
    lines = head(*(field.name for field in dataclasses.fields(Rates)))
    return [*lines, line(*(f"{rate:g}" for rate in dataclasses.astuple(measured())))]


def scaling():
    """The time of one rank over that of p ranks, n elements on each."""
    lines = head("call", "cluster", *RANKS)
    for name, call in CALLS.items():
        for place, cluster in CLUSTERS.items():
            times = [sum(call(cluster, measured(), ranks, N).values()) for ranks in RANKS]
            lines.append(line(name, place, *(f"{times[0] / t:.2f}" for t in times)))
    return lines


def phases():
    """Microseconds of each phase of a rank, on the first cluster."""
    lines = head("call", "phase", *RANKS)
    cluster = next(iter(CLUSTERS.values()))
    for name, call in CALLS.items():
        of_ranks = [call(cluster, measured(), ranks, N) for ranks in RANKS]
        for phase in of_ranks[-1]:
            lines.append(line(name, phase, *(f"{found.get(phase, 0) / 1000:.0f}" for found in of_ranks)))
    return lines


def least_ranks(cluster, n, pairwise, phases_counted):
    """The least square number of ranks from which on two levels take less time in these phases, up to 128^2."""
    least = None
    for root in range(128, 1, -1):
        ranks = root * root
        one, two = (call(cluster, measured(), ranks, n, pairwise) for call in (sort, sort_in_two_levels))
        if sum(two[phase] for phase in phases_counted) >= sum(one[phase] for phase in phases_counted):
            break
        least = ranks
    return least


def levels():
    sizes = (10**3, 10**4, 10**5, 10**6, 10**7)
    lines = head("cluster", "messages", "phases", *(f"10^{round(math.log10(n))} of a rank" for n in sizes))
    for place, cluster in CLUSTERS.items():
        for pairwise in (True, False):
            for counted, phases_counted in {
                "exchange": ("exchange",),
                "exchange and merge": ("exchange", "merge"),
                "all": ("gather samples", "search samples", "exchange", "merge"),
            }.items():
                found = [least_ranks(cluster, n, pairwise, phases_counted) for n in sizes]
                how = "one after the other" if pairwise else "at once"
                lines.append(line(place, how, counted, *(f"{ranks or 'none'}" for ranks in found)))
    return lines


def simulation(ranks, n=4096):
    """Messages of the rank that sends, or receives, most."""
    lines = head("input", "one level: sent", "received", "moved", "two levels: sent", "received", "moved")
    for name, make in INPUTS.items():
        counts = counts_of(make(ranks, n, random.Random(1)), ranks)
        cells = []
        for found in (one_level(counts), two_levels(counts, n)):
            cells += [found.sent, found.received, f"{found.elements / (ranks * n):.2f}"]
        lines.append(line(name, *cells))
    return lines


def samples_of_ams(ranks, levels, imbalance=1.1):
    """What AMS-sort samples on its first level, as KaDiS chooses it: (groups, samples, splitters)."""
    groups = 2 ** math.ceil(steps(ranks) / levels)
    parts = math.ceil(2 / (imbalance ** (1 / levels) - 1))  # of a group
    return groups, math.ceil(13 * steps(ranks) / parts) * groups * parts, groups * parts - 1


def published(ranks=1024):
    """What a rank is told before it knows what to send where, and how many messages it then sends."""
    lines = head(
        "sort", "told, in bytes", "in rounds", "messages of a rank", "elements moved", "elements of a rank afterwards"
    )
    cuts = cut_rounds(ranks, ranks - 1, N)
    told = sum(found.sets * found.samples + 2 * (ranks - 1) * ranks for found in cuts) * BYTES
    lines.append(line("thrum, one level", told, len(cuts), ranks - 1, "1", "as before"))
    regular = 128 * ranks * BYTES
    most = f"up to {1 + ranks // 128} times"
    lines.append(line("by hand, 128 regular samples of each rank", regular, 1, ranks - 1, "1", most))
    lines.append(line("KaDiS: HSS, one level", f"{2 * 5 * ranks * BYTES} a round", "some", ranks - 1, "1", "1.1 times"))
    for levels in (1, 2, 3):
        groups, samples, splitters = samples_of_ams(ranks, levels)
        told = (splitters + 2 * splitters + 1) * BYTES
        messages = ranks - 1 if levels == 1 else f"about {levels} x {groups}"
        name = f"KaDiS: AMS-sort, {levels} level{'s'[: levels - 1]}"
        lines.append(line(name, f"{told} a level", levels, messages, levels, "1.1 times"))
    return lines


TABLES = {
    "parameters": parameters,
    "rates": rates,
    "scaling": scaling,
    "phases": phases,
    "levels": levels,
    "published": published,
    "messages of 64 ranks": functools.partial(simulation, 64),
    "messages of 256 ranks": functools.partial(simulation, 256),
    "messages of 1024 ranks": functools.partial(simulation, 1024),
}


# ---- The page -------------------------------------------------------------------------------------------------------


def marked(name):
    """Matches a table of the page, between its marks."""
    return re.compile(rf"(<!-- {re.escape(name)} -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def with_tables(page, names):
    """The page with these tables made anew."""
    for name in names:
        if not marked(name).search(page):
            raise ValueError(f"the page has no place for the table '{name}'")
        text = "\n".join(TABLES[name]())
        page = marked(name).sub(lambda match: f"{match[1]}{text}\n{match[3]}", page)
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", choices=TABLES, nargs="+", default=list(TABLES), help="these tables only")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--cluster", type=float, nargs=4, metavar=("LATENCY", "GAP", "LINK", "RANKS"), help="nanoseconds, bytes in one"
    )
    what.add_argument("--report", type=pathlib.Path, metavar="PAGE", help="write the tables into the page")
    what.add_argument("--check", type=pathlib.Path, metavar="PAGE", help="fail if the page has other tables")
    arguments = parser.parse_args()
    if arguments.cluster:
        latency, gap, link, ranks = arguments.cluster
        CLUSTERS.clear()
        CLUSTERS["yours"] = Cluster(latency, gap, link, int(ranks))
    if arguments.report:
        arguments.report.write_text(with_tables(arguments.report.read_text(), arguments.table))
    elif arguments.check:
        page = arguments.check.read_text()
        if with_tables(page, arguments.table) != page:
            sys.exit(f"{arguments.check} has other tables: write them anew with --report")
    else:
        print("\n\n".join("\n".join([f"{name}:", "", *TABLES[name]()]) for name in arguments.table))


if __name__ == "__main__":
    main()
