#!/usr/bin/env python3
"""Tells by a simulation of tasks how calls of thrum::tbb::par would scale on 2 to 64 threads, and what stops each of them.

    benchmarks/threads_model.py                                     # all tables
    benchmarks/threads_model.py --machine here                      # beside what was measured on two threads
    benchmarks/threads_model.py --own 20 300 1.5                    # of your machine: bytes in a nanosecond of one core
                                                                    # and of all, microseconds until a thread begins
    benchmarks/threads_model.py --report docs/benchmarks/threads.md # writes the tables of the page anew
    benchmarks/threads_model.py --check docs/benchmarks/threads.md  # whether the page has these tables

The constants of the library are read from its headers. docs/benchmarks/threads.md tells what the model leaves out.
"""

import argparse
import dataclasses
import heapq
import math
import pathlib
import re
import sys

from tables import ROOT, cell, line, plots

DETAIL = ROOT / "detail/thrum/detail"
HEADERS = ("backends/host/tuning.h", "backends/threads/tuning.h", "kernels/shape")
BYTES = 4  # of an element: the tables are of int32
FOLD = 1.2  # nanoseconds of an addition that waits for the one before it: four clocks
PLACED = 1.5  # nanoseconds of a step of a sum of counts, which go to memory and back
PATH = 150  # nanoseconds of a search for the beginning of a tile of a merge
DIVIDED = 4  # pieces for each thread that the rest of a loop is cut into, if it has so many tasks


# ---- The constants of the library -----------------------------------------------------------------------------------


def constants_in(text):
    """The constants that C++ text defines, as numbers; those that it computes from types are left out."""
    found = {}
    for names in re.findall(r"^inline constexpr (?:std::ptrdiff_t|int|std::size_t)\s+([^;]*);", text, re.M):
        for name, value in re.findall(r"(\w+)\s*=\s*([^,]+?)\s*(?:,|$)", names):
            value = re.sub(r"std::ptrdiff_t\{(\d+)\}", r"\1", value)
            if re.fullmatch(r"[\d\s<>*()+-]+", value):
                found[name] = eval(value)
    for name, micro in re.findall(r"(shortest_task\w*|longest_call_of_few_tasks)\{(\d+)\}", text):
        found[name] = 1000 * int(micro)
    return found


def constants():
    found = {}
    for header in HEADERS:
        path = DETAIL / header
        for file in sorted(path.glob("*.h")) if path.is_dir() else [path]:
            found |= constants_in(file.read_text())
    return found


# ---- The machine ----------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Machine:
    """docs/benchmarks/threads.md names where the numbers are from."""

    core: float  # bytes in a nanosecond between memory and one core
    all: float  # and all cores
    begin: float  # nanoseconds until a thread that is awake begins a loop, and until the caller sees its end
    wake: float  # nanoseconds until a thread that sleeps begins a loop
    task: float  # nanoseconds of making, stealing and ending a task
    cache: float  # bytes of the last cache: what fits into it takes no bandwidth


MACHINES = {
    "here": Machine(core=24.4, all=34.8, begin=700, wake=30000, task=50, cache=32 << 20),
    "64 cores": Machine(core=20, all=300, begin=1500, wake=50000, task=200, cache=256 << 20),
}


@dataclasses.dataclass(frozen=True)
class Task:
    work: float  # nanoseconds, if memory is no limit
    size: float = 0  # bytes from and to memory


class Tasks:
    """What a loop's threads take, from left to right: several tasks at once while many are left."""

    def __init__(self, tasks, threads, cost):
        self.tasks, self.threads, self.cost, self.next = tasks, threads, cost, 0

    def take(self, thread):
        left = len(self.tasks) - self.next
        if left == 0:
            return None
        piece = self.tasks[self.next : self.next + max(1, left // (DIVIDED * self.threads))]
        self.next += len(piece)
        return Task(self.cost + sum(task.work for task in piece), sum(task.size for task in piece))

    def end(self, thread):
        pass


class ScanUnits:
    """The units of a scan, as scan_worker takes them: a unit is summed if its carry is not known, and put aside. When all are
    taken, what is summed is scanned as soon as its carry is known. (The model has no limit to that wait.)"""

    def __init__(self, count, sum_task, scan_task, most_aside):
        self.count, self.sum_task, self.scan_task, self.most_aside = count, sum_task, scan_task, most_aside
        self.next, self.known, self.summed, self.claimed = 0, 0, set(), set()
        self.aside, self.doing = {}, {}

    def take(self, thread):
        aside = self.aside[thread] = [unit for unit in self.aside.get(thread, []) if unit not in self.claimed]
        if aside and aside[0] <= self.known:
            return self.do(thread, aside.pop(0), True)
        if self.next < self.count:
            unit, self.next = self.next, self.next + 1
            return self.do(thread, unit, unit <= self.known)
        left = (unit for unit in range(self.known + 1) if unit in self.summed and unit not in self.claimed)
        unit = next(left, None)
        return None if unit is None else self.do(thread, unit, True)

    def do(self, thread, unit, scan):
        self.doing[thread] = (unit, scan)
        if scan:
            self.claimed.add(unit)
        return self.scan_task if scan else self.sum_task

    def end(self, thread):
        unit, scan = self.doing.pop(thread)
        if scan:
            if unit == self.known:
                self.known += 1
        else:
            self.summed.add(unit)
            if len(self.aside[thread]) < self.most_aside:
                self.aside[thread].append(unit)
        while self.known in self.summed:
            self.known += 1

    def left(self):
        return self.count - len(self.claimed)


def simulate(machine, schedule, arrivals):
    """Nanoseconds until the threads, which arrive at these times, have done all that a schedule has. Threads that read and
    write memory at the same time share its bandwidth."""
    now, waiting, running = 0.0, list(arrivals), {}
    heapq.heapify(waiting)
    arrived, idle = 0, []
    while True:
        while waiting and waiting[0] <= now:
            heapq.heappop(waiting)
            idle.append(arrived)
            arrived += 1
        still = []
        for thread in idle:
            task = schedule.take(thread)
            if task is None:
                still.append(thread)
            else:
                running[thread] = [task, 1.0]
        idle = still
        if not running:
            return now
        readers = sum(task.size > 0 for task, _ in running.values())
        share = min(machine.core, machine.all / max(1, readers))
        ends = {thread: max(task.work, task.size / share, 1e-3) for thread, (task, _) in running.items()}
        step = min(left * ends[thread] for thread, (_, left) in running.items())
        if waiting:
            step = min(step, waiting[0] - now)
        now += step
        for thread in list(running):
            running[thread][1] -= step / ends[thread]
            if running[thread][1] <= 1e-9:
                del running[thread]
                schedule.end(thread)
                idle.append(thread)


# ---- Calls, by steps ------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Rates:
    """Nanoseconds for an element of int32 on one core, of 2^20 elements, at -O2: medians of run.py. How the steps of a call
    share its time is estimated."""

    transform: float = 0.095
    reduce: float = 0.048
    scan_sum: float = 0.048
    scan: float = 0.19
    flag: float = 0.09
    keep: float = 0.45
    by_key_count: float = 0.16
    by_key_write: float = 0.29
    merge: float = 0.82
    radix_look: float = 0.1  # the bits that differ
    radix_count: float = 0.3
    radix_scatter: float = 1.0
    radix_leaf: float = 3.5


# How many times as fast calls were on two threads as on one, where the rates are from: {call: {log2(n): ...}}.
MEASURED = {
    "transform": {16: 1.38, 20: 1.99, 24: 1.33},
    "reduce": {16: 1.07, 20: 2.84, 24: 1.61},
    "inclusive_scan": {16: 1.00, 20: 1.65, 24: 1.11},
    "copy_if": {16: 1.75, 20: 1.86, 24: 1.79},
    "reduce_by_key": {16: 1.37, 20: 1.91, 24: 1.91},
    "merge": {16: 1.79, 20: 2.04, 24: 1.81},
    "sort": {16: 1.64, 20: 1.79, 24: 1.94},
}


class Call:
    """Adds up the time of the steps of one call: loops of tasks, and what the calling thread does alone."""

    def __init__(self, machine, threads, n, traffic, divisible=False, asleep=False):
        self.machine, self.threads, self.n, self.divisible, self.asleep = machine, threads, n, divisible, asleep
        self.from_memory = n * traffic > machine.cache
        self.time = self.alone = 0.0
        self.loops = 0

    def size(self, elements, bytes_of_element):
        return elements * bytes_of_element if self.from_memory else 0

    def serial(self, work):
        self.time += work
        self.alone += work

    def arrivals(self):
        begin = self.machine.wake if self.asleep and self.loops == 0 else self.machine.begin
        # Each thread that has begun has two others begin.
        return [0.0] + [begin * (1 + math.floor(math.log2(i))) for i in range(1, self.threads)]

    def loop(self, tasks):
        if not tasks:
            return
        if self.threads == 1 or len(tasks) == 1:
            self.time += simulate(self.machine, Tasks(tasks, 1, 0), [0.0])
            return
        if self.divisible:
            whole, many = [sum(t.work for t in tasks), sum(t.size for t in tasks)], 64 * self.threads
            tasks = [Task(whole[0] / many, whole[1] / many)] * many
        self.add(Tasks(tasks, self.threads, self.machine.task), self.arrivals())

    def add(self, schedule, arrivals):
        self.time += simulate(self.machine, schedule, arrivals) + self.machine.begin
        self.loops += 1

    def even(self, n, length, rate, bytes_of_element):
        """A loop over n elements, in tasks of this length."""
        whole, rest = divmod(n, length)
        tasks = [Task(length * rate, self.size(length, bytes_of_element))] * whole
        if rest:
            tasks.append(Task(rest * rate, self.size(rest, bytes_of_element)))
        self.loop(tasks)


def transform(call, c, r):
    """for_each_n by the clock: policy.h."""
    few, n = c["too_few_to_time"], call.n
    if n <= few:
        return call.serial(n * r.transform)
    if n > c["too_many_to_time"]:
        return call.even(n, 2 * few, r.transform, 3 * BYTES)
    call.serial(c["all_timed_calls"] * r.transform)
    n -= c["all_timed_calls"]
    grain = max(1, int(c["shortest_task"] / r.transform))
    if n <= grain:
        return call.serial(n * r.transform)
    if call.n * r.transform <= c["longest_call_of_few_tasks"]:
        grain = max(grain, n // (c["few_tasks_of_thread"] * call.threads) + 1)
    call.even(n, grain, r.transform, 3 * BYTES)


def reduce(call, c, r):
    tile, n = c["reduce_tile"], call.n
    tiles = math.ceil(n / tile)
    call.even(n, tile * 16 // BYTES, r.reduce, BYTES)
    call.serial(tiles * FOLD)


def scan(call, c, r):
    n = call.n
    tiles = math.ceil(n / c["scan_tile"])
    if call.threads == 1 or tiles == 1:
        return call.loop([Task(n * r.scan, call.size(n, 3 * BYTES))])
    most_units = max(c["units_of_scan"], c["units_of_thread"] * call.threads)
    each = min(max(tiles // most_units, 1), c["most_tiles_of_unit"])
    units = math.ceil(tiles / each)
    length = n / units
    schedule = ScanUnits(
        units,
        Task(length * r.scan_sum, call.size(length, BYTES)),
        Task(length * r.scan, call.size(length, 3 * BYTES)),
        c["most_units_aside"],
    )
    call.add(schedule, call.arrivals())


def stretch_tiles(threads, c, of):
    return min(max(c[f"{of}_tiles_of_thread"] * threads, c[f"{of}_stretch_tiles"]), c[f"most_{of}_stretch_tiles"])


def copy_if(call, c, r):
    tile = c["flagged_tile_size"]
    stretch = tile * stretch_tiles(call.threads, c, "flagged")
    for begin in range(0, call.n, stretch):
        n = min(stretch, call.n - begin)
        call.even(n, tile, r.flag, BYTES)
        call.serial(n / tile * FOLD)
        call.even(n, tile, r.keep, 2 * BYTES)  # half of the elements; what is read is in the cache


def reduce_by_key(call, c, r):
    tile = c["reduce_by_key_tile"]
    stretch = tile * stretch_tiles(call.threads, c, "reduce_by_key")
    for begin in range(0, call.n, stretch):
        n = min(stretch, call.n - begin)
        call.even(n, tile, r.by_key_count, 2 * BYTES)
        call.serial(n / tile * 2 * FOLD)
        call.even(n, tile, r.by_key_write, BYTES)


def merge(call, c, r):
    n, tile = call.n, c["merge_tile"]
    tile *= 1 if n < c["many_merge_tiles"] * tile else 4
    at_once = tile * c["merge_tiles_at_once"]
    for begin in range(0, n, at_once):
        length = min(at_once, n - begin)
        tiles = math.ceil(length / tile)
        call.loop([Task(16 * PATH)] * math.ceil((tiles + 1) / 16))
        call.serial(tiles * FOLD)
        call.even(length, tile, r.merge, 3 * BYTES)


def sort(call, c, r):
    """By radix: radix_sort.h."""
    n = call.n
    chunk = min(max(n // c["radix_chunks"], c["least_radix_chunk"]), c["longest_radix_chunk"])
    chunks = math.ceil(n / chunk)
    bits = n.bit_length() - c["bucket_size_bits"]
    radix = 1 << min(max(bits, c["least_split_bits"]), c["most_split_bits"])
    looked_at = max(1, 65536 // chunk)
    call.even(n, chunk * looked_at, r.radix_look, BYTES)
    call.even(n, chunk, r.radix_count, BYTES)
    call.serial(radix * chunks * PLACED)
    call.even(n, chunk, r.radix_scatter, 3 * BYTES)
    call.even(n, math.ceil(n / radix), r.radix_leaf, 2 * BYTES)


CALLS = {  # and how many bytes of each element are in the ranges
    "transform": (transform, 8),
    "reduce": (reduce, 4),
    "inclusive_scan": (scan, 8),
    "copy_if": (copy_if, 8),
    "reduce_by_key": (reduce_by_key, 12),
    "merge": (merge, 8),
    "sort": (sort, 8),
}


def time_of(name, machine, threads, n, library, rates=Rates(), **changed):
    call = timed(name, machine, threads, n, library, rates, **changed)
    return call.time


def timed(name, machine, threads, n, library, rates=Rates(), **changed):
    function, traffic = CALLS[name]
    call = Call(machine, threads, n, traffic, **changed)
    function(call, library, rates)
    return call


LIMITS = {
    "memory": "bandwidth",
    "tasks": "few tasks",
    "waits": "waits",
    "alone": "one thread alone",
}


def limits(name, machine, threads, n, library, rates=Rates()):
    """{what stops a call: how many times as fast the call would be without it}."""
    usual = timed(name, machine, threads, n, library, rates)
    no_memory = dataclasses.replace(machine, cache=math.inf)
    no_waits = dataclasses.replace(machine, begin=0, wake=0, task=0)
    without = {
        "memory": time_of(name, no_memory, threads, n, library, rates),
        "tasks": time_of(name, machine, threads, n, library, rates, divisible=True),
        "waits": time_of(name, no_waits, threads, n, library, rates),
        "alone": usual.time - usual.alone,
    }
    return {what: usual.time / time if time else math.inf for what, time in without.items()}


# ---- Tables ---------------------------------------------------------------------------------------------------------


def speed_ups(machine, counts, sizes, library, rates):
    most = counts[-1]
    lines = [
        line("call", "n", *(f"{p} threads" for p in counts), *LIMITS.values()),
        "|---" * (2 + len(counts) + len(LIMITS)) + "|",
    ]
    for name in CALLS:
        for n in sizes:
            one = time_of(name, machine, 1, n, library, rates)
            ups = [one / time_of(name, machine, p, n, library, rates) for p in counts]
            faster = limits(name, machine, most, n, library, rates)
            without = ["" if faster[what] < 1.05 or math.isinf(faster[what]) else cell(faster[what], 1) for what in LIMITS]
            lines.append(line(name, f"2^{n.bit_length() - 1}", *(cell(up, 1) for up in ups), *without))
    return "\n".join(lines)


def beside_measured(machine, library, rates):
    """The model on two threads, and what was measured."""
    sizes = sorted(next(iter(MEASURED.values())))
    lines = [
        line("call", *(text for size in sizes for text in (f"2^{size}, model", "measured"))),
        "|---" * (1 + 2 * len(sizes)) + "|",
    ]
    for name, measured in MEASURED.items():
        ups = []
        for size in sizes:
            one, two = (time_of(name, machine, threads, 1 << size, library, rates) for threads in (1, 2))
            ups += [cell(one / two), cell(measured[size])]
        lines.append(line(name, *ups))
    return "\n".join(lines)


def tables(machines, counts, sizes, library, rates=Rates()):
    made = {}
    for name, machine in machines.items():
        if name == "here":
            made[name] = beside_measured(machine, library, rates)
        else:
            made[name.replace(" ", "-")] = speed_ups(machine, counts, sizes, library, rates)
    return made


def plot(path, machine, counts, n, library):
    pyplot = plots()
    if not pyplot:
        return
    figure, axes = pyplot.subplots(figsize=(7, 4.5))
    for name in CALLS:
        one = time_of(name, machine, 1, n, library)
        ups = [one / time_of(name, machine, p, n, library) for p in counts]
        axes.plot(counts, ups, marker="o", markersize=3, label=name)
    axes.plot(counts, counts, color="black", linewidth=0.8, linestyle="--")
    axes.set_xscale("log", base=2)
    axes.set_yscale("log", base=2)
    axes.set_xticks(counts, map(str, counts))
    axes.set_xlabel("threads")
    axes.set_ylabel("speed-up, by the model")
    axes.legend(fontsize=7)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def with_tables(page, made):
    """The page with each table between <!-- name --> and <!-- end --> made anew."""
    for name, text in made.items():
        begin, end = f"<!-- {name} -->\n", "<!-- end -->"
        if begin not in page:
            raise ValueError(f"the page has no place for {name}")
        head, rest = page.split(begin)
        page = head + begin + "\n" + text + "\n\n" + rest[rest.index(end) :]
    return page


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="2,4,8,16,32,64", help="numbers of threads")
    parser.add_argument("--sizes", default="16,20,24,28", help="logarithms of numbers of elements")
    parser.add_argument("--machine", choices=MACHINES, help="this one alone")
    parser.add_argument("--own", nargs=3, type=float, metavar=("CORE", "ALL", "BEGIN"), help="your machine instead")
    parser.add_argument("--report", type=pathlib.Path, help="write the tables of this page anew")
    parser.add_argument("--check", type=pathlib.Path, help="whether this page has these tables")
    arguments = parser.parse_args()
    counts = [int(text) for text in arguments.threads.split(",")]
    sizes = [1 << int(text) for text in arguments.sizes.split(",")]
    machines = {arguments.machine: MACHINES[arguments.machine]} if arguments.machine else MACHINES
    if arguments.own:
        core, all_cores, begin = arguments.own
        machines = {"own": dataclasses.replace(MACHINES["64 cores"], core=core, all=all_cores, begin=1000 * begin)}
    library = constants()
    made = tables(machines, counts, sizes, library)
    if arguments.check:
        page = arguments.check.read_text()
        if page != with_tables(page, made):
            sys.exit(f"{arguments.check} has other tables: run benchmarks/threads_model.py --report {arguments.check}")
    elif arguments.report:
        arguments.report.write_text(with_tables(arguments.report.read_text(), made))
        plot(arguments.report.with_suffix(".svg"), MACHINES["64 cores"], [1, *counts], 1 << 24, library)
    else:
        for name, text in made.items():
            print(f"## {name}\n\n{text}\n")


if __name__ == "__main__":
    main()
