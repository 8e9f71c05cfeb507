"""Measures the rows of the CPU's programs: draws their sizes and distributions, starts a process for each contender of a
row, compares what the contenders made, and times them in turns.

A process is stopped (SIGSTOP) while another one is timed. So threads that spin while they wait, as those of OpenMP do, take
no time from the others, and need not be told to sleep.
"""

import collections
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

from tables import OMP, PAR, SEQ, STD, Row

CEILING = "triad"
DISTRIBUTIONS = ("uniform", "skewed", "few", "sorted", "reversed", "nearly_sorted")
FIXED = (1 << 14, 1 << 20)
DRAWN, SMALL, LARGE, IN_MEMORY = (10, 21), (10, 17), (17, 21), (22, 25)  # logarithms of the sizes to draw from
SLOW, FEW_RUNS = 0.25, 3  # a call that takes so many seconds is not run more often than that
FAR = 1.5  # a peer that takes so many times as long as the best one is not run again after two rounds
EPSILON = {"float": 2.0**-24, "double": 2.0**-53}

# Of the table "cpu": families of which all types are measured, and those that only memory bounds.
HEAD = {
    "sort",
    "sort_descending",
    "inclusive_scan",
    "inclusive_scan_by_key of short runs",
    "reduce_by_key of short runs",
    "gather",
    "transform_roots",
    "adjacent_difference",
}
STREAMS = {"copy", "fill", "saxpy", "reduce", "inner_product", "reverse"}

Family = collections.namedtuple("Family", "program group name type contenders size distributions largest only")


def environment(threads=None):
    return dict(os.environ, **({"THRUM_BENCHMARK_THREADS": str(threads)} if threads else {}))


# ---- What there is --------------------------------------------------------------------------------------------------


def families_of(program, threads=None):
    """What a program lists: its context, and a Family for each of its families and types."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True, env=environment(threads))
    first, *lines = listed.stdout.splitlines()
    context = dict(zip(("threads", "compiler", "left out"), first.split("\t")))
    return context, parse_families(program, lines)


def parse_families(program, lines):
    found = {}
    for line in lines:
        name, size, distributions, sizes = line.split("\t")
        family, kind, contender = name.split("/", 2)
        if (family, kind) in found:
            found[family, kind].contenders.append(contender)
            continue
        sizes = [int(text) for text in sizes.split()]
        group = pathlib.Path(program).name.removeprefix("bench_")
        found[family, kind] = Family(
            program,
            group,
            family,
            kind,
            [contender],
            float(size),
            distributions == "1",
            max(sizes),
            sizes[0] if len(sizes) == 1 else 0,
        )
    return list(found.values())


# ---- Drawing --------------------------------------------------------------------------------------------------------


class Dice:
    """Draws for one name, the same each time for one seed, whatever else is drawn."""

    def __init__(self, seed, *names):
        self.random = random.Random("/".join(map(str, (seed, *names))))

    def size(self, family, logarithms):
        least, most = logarithms
        return min(family.largest, round(2 ** self.random.uniform(least, most)))

    def distribution(self, family):
        return self.random.choice(DISTRIBUTIONS) if family.distributions else "uniform"

    def cell(self, family, logarithms):
        return (family, self.size(family, logarithms), self.distribution(family))


def draw(families, table, seed):
    """The rows of a table, [(family, n, distribution)]. Half of them are drawn; the others are uniform."""
    cells = [(family, family.only, "uniform") for family in families if family.only]
    families = [family for family in families if not family.only]
    cells += {"full": draw_full, "memory": draw_memory, "cpu": draw_cpu}[table](families, seed)
    return [(family, n, distribution) for family, n, distribution in cells if n <= family.largest]


def draw_full(families, seed):
    cells = []
    for family in families:
        dice = Dice(seed, family.name, family.type)
        cells += [(family, n, "uniform") for n in FIXED]
        cells += [dice.cell(family, SMALL), dice.cell(family, LARGE)]
    return cells


def draw_memory(families, seed):
    cells = []
    for family in families:
        if family.size and family.largest > 1 << IN_MEMORY[0]:
            dice = Dice(seed, family.name, family.type)
            cells += [(family, 1 << 25, "uniform"), dice.cell(family, IN_MEMORY)]
    return cells


def draw_cpu(families, seed):
    by_name = {}
    for family in families:
        by_name.setdefault(family.name, []).append(family)
    cells = []
    for number, (name, types) in enumerate(by_name.items()):
        dice = Dice(seed, name)
        if name in HEAD:
            for family in types:
                cells += [(family, n, "uniform") for n in FIXED]
                cells += [dice.cell(family, SMALL), dice.cell(family, LARGE)]
        elif name in STREAMS:
            for family in types[:2]:
                cells += [(family, FIXED[1], "uniform"), dice.cell(family, LARGE)]
            family = dice.random.choice(types[:2])
            cells += [(family, n, "uniform") for n in (FIXED[0], 1 << 22)]
            cells += [dice.cell(family, SMALL), dice.cell(family, IN_MEMORY)]
        else:
            cells.append((types[number // 2 % len(types)], FIXED[number % 2], "uniform"))
            cells.append(dice.cell(dice.random.choice(types), DRAWN))
    return cells


def given(families, sizes, distributions):
    """All rows of these sizes and distributions."""
    return [
        (family, n, distribution)
        for family in families
        for n in ([family.only] if family.only else [n for n in sizes if n <= family.largest])
        for distribution in (distributions if family.distributions else distributions[:1])
    ]


def key_of(family, n, distribution):
    return (family.name, family.type, str(n), distribution)


# ---- Comparing ------------------------------------------------------------------------------------------------------


def same(one, other, kind, n):
    """Whether two outcomes (frame/outcome.h) are the same, sums of floating-point numbers up to what rounding makes."""
    a, b = one.split(), other.split()
    if a[0] != b[0] or (a[1] != b[1] and "-" not in (a[1], b[1])):
        return False
    (*sums, magnitude), (*others, _) = map(float, a[2:]), map(float, b[2:])
    if sums == others:
        return True
    epsilon = EPSILON.get(kind, 0)
    allowed = epsilon * (64 * math.sqrt(n) * magnitude + n)
    return all(abs(x - y) <= allowed for x, y in zip(sums, others))


def differing(outcomes, kind, n):
    """The contenders whose outcomes are not those of most."""
    groups = []
    for name, outcome in outcomes.items():
        for group in groups:
            if same(outcomes[group[0]], outcome, kind, n):
                group.append(name)
                break
        else:
            groups.append([name])
    groups.sort(key=len, reverse=True)
    return [name for group in groups[1:] for name in group]


# ---- Timing ---------------------------------------------------------------------------------------------------------


class Contender:
    """A process that has set up one row and one contender, and is stopped unless it is told to measure."""

    def __init__(self, program, key, name, threads):
        self.process = subprocess.Popen(
            [program, "--row", "/".join((*key, name))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(threads),
        )

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(self.process.stderr.read().strip() or f"it ended with status {self.process.wait()}")
        os.kill(self.process.pid, signal.SIGSTOP)
        return line.strip()

    def seconds(self, least):
        """Calls the contender for so many seconds at least, and returns what a call took."""
        os.kill(self.process.pid, signal.SIGCONT)
        self.process.stdin.write(f"{least}\n")
        self.process.stdin.flush()
        return float(self.answer())

    def end(self):
        self.process.kill()
        self.process.communicate()


def worth_it(row, name, round_number):
    """Whether a contender is run in this round, too."""
    if round_number < 2:
        return True
    took = row.median(name)
    if round_number >= FEW_RUNS and took > SLOW:
        return False
    peers = [row.median(peer) for peer in row.peers()]
    return name in (SEQ, PAR, OMP, STD) or took <= FAR * min(peers)


def measure_row(program, key, names, rounds, seconds, threads=None, shuffle=random.shuffle):
    """(Row, what is wrong) of the contenders with these names."""
    contenders, outcomes, wrong = {}, {}, []
    row = Row()
    try:
        for name in names:
            contenders[name] = Contender(program, key, name, threads)
        for name in names:
            try:
                outcomes[name] = contenders[name].answer()
            except RuntimeError as error:
                wrong.append(f"{name} failed: {error}")
        if differ := differing(outcomes, key[1], int(key[2])):
            wrong.append(f"{', '.join(differ)}: other results than {next(n for n in outcomes if n not in differ)}")
        for number in range(0 if wrong else rounds):
            order = [name for name in names if worth_it(row, name, number)]
            shuffle(order)
            for name in order:
                row.add_run(name, contenders[name].seconds(seconds))
    finally:
        for contender in contenders.values():
            contender.end()
    return row, "; ".join(wrong)


# ---- All rows -------------------------------------------------------------------------------------------------------


class Measured:
    """The rows of a build, {key: Row}; their groups, what is wrong, and the context; kept in a file, a line for each.

    A row that is measured again has the runs of all passes."""

    def __init__(self, path, seed, table):
        self.rows, self.wrong, self.passes, self.path = {}, {}, collections.Counter(), path
        self.head = {"seed": seed, "table": table}
        if path and path.exists():
            first, *lines = path.read_text().splitlines()
            self.head = json.loads(first)
            if self.head["table"] != table or seed not in (None, self.head["seed"]):
                sys.exit(f"{path} is of the table {self.head['table']} and the seed {self.head['seed']}")
            for line in lines:
                self.take(json.loads(line))

    def begin(self, context):
        if self.head.setdefault("context", context) != context:
            sys.exit(f"{self.path} is of another build: {self.head['context']}")
        if self.head["seed"] is None:
            self.head["seed"] = random.SystemRandom().randrange(1 << 20)
        if self.path and not self.path.exists():
            self.path.write_text(json.dumps(self.head) + "\n")

    def add(self, key, group, row, wrong):
        entry = {"key": key, "group": group, "size": row.size, "runs": row.runs, "wrong": wrong}
        self.take(entry)
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(entry) + "\n")

    def take(self, entry):
        key = tuple(entry["key"])
        if entry["wrong"]:
            self.wrong[key] = entry["wrong"]
            self.rows.pop(key, None)
        if key in self.wrong:
            return
        row = self.rows.setdefault(key, Row(entry["group"]))
        row.size = entry["size"]
        row.add_pass(entry["runs"])
        self.passes[key] += 1

    def has(self, key, passes=1):
        return self.passes[key] >= passes or key in self.wrong


def measure(programs, arguments, kept, progress, threads=None, only=None):
    """A Measured of all programs, and whether it has all rows. `only` names the contenders to measure."""
    families, context = [], {}
    for program in programs:
        context, found = families_of(program, threads)
        families += found
    table = "given" if arguments.sizes else arguments.table
    measured = Measured(kept, arguments.seed, table)
    measured.begin(context)
    seed = measured.head["seed"]
    if arguments.sizes:
        cells = given(families, arguments.sizes, arguments.distributions)
    else:
        cells = draw(families, table, seed)
    family_of = {key_of(*cell): cell[0] for cell in cells}
    keys = [key for key in family_of if key[0] == CEILING or arguments.matches("/".join(key))]
    if all(key[0] == CEILING for key in keys):
        return measured, True
    names_of = {key: [name for name in family_of[key].contenders if not only or name in only] for key in keys}
    begin = time.monotonic()
    try:
        for number in range(max(arguments.passes, arguments.most_passes)):
            left = [
                key
                for key in keys
                if names_of[key]
                and not measured.has(key, number + 1)
                and (number < arguments.passes or measured.rows[key].is_near())
            ]
            for place, key in enumerate(left, 1):
                took = time.monotonic() - begin
                if arguments.stop_after and took > arguments.stop_after:
                    return measured, False
                progress(f"pass {number + 1} [{place}/{len(left)}] {took:.0f} s  {'/'.join(key)}", place == len(left))
                family = family_of[key]
                row, wrong = measure_row(
                    family.program, key, names_of[key], arguments.repetitions, arguments.seconds, threads
                )
                row.size = family.size * int(key[2])
                measured.add(key, family.group, row, wrong)
    except KeyboardInterrupt:
        print(f"\nstopped: {len(measured.rows)} rows are measured, and the report is of these", file=sys.stderr)
    return measured, True
