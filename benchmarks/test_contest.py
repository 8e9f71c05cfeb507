#!/usr/bin/env python3
"""Tests contest.py and the summaries of run.py by programs that are made up: none of their times has been measured."""

import contextlib
import io
import json
import pathlib
import re
import stat
import sys
import tempfile
import unittest
from unittest import mock

import contest
import run
import tables
from contest import FIXED, Family, differing, draw, given
from tables import Row

# It lists three families, and answers as if each contender took a nanosecond for each letter of its name.
PROGRAM = """#!{python}
import sys
if sys.argv[1] == "--list":
    print("2 threads\\tno compiler\\t")
    for row in ("sort/int32", "copy/float"):
        for contender in ("thrum seq", "thrum tbb", "std", "openmp", "{other}"):
            print(f"{{row}}/{{contender}}\\t8\\t{{int(row[0] == 's')}}\\t1024 33554432 ")
else:
    contender = sys.argv[2].split("/")[4]
    print("{wrong}" if contender == "{other}" else "5eed - 0 0 0", flush=True)
    for line in sys.stdin:
        print(len(contender) * 1e-9, flush=True)
"""


def family(name, kind="int32", **changed):
    usual = dict(program="bench_sorts", group="sorts", name=name, type=kind, contenders=["std"], size=4)
    return Family(**(usual | dict(distributions=True, largest=1 << 25, only=0) | changed))


def row_of(group="sorts", **seconds):
    row = Row(group)
    for name, took in seconds.items():
        row.add_run(name.replace("_", " "), took)
    return row


class Drawing(unittest.TestCase):
    families = [family(f"family {i}", kind) for i in range(40) for kind in ("int32", "float")]

    def test_a_seed_draws_the_same_again(self):
        for table in ("full", "cpu", "memory"):
            once = draw(self.families, table, 24)
            self.assertEqual(once, draw(self.families, table, 24))
            self.assertNotEqual(once, draw(self.families, table, 25))

    def test_a_family_draws_the_same_among_others(self):
        once = draw(self.families, "full", 24)
        alone = draw(self.families[6:8], "full", 24)
        self.assertEqual([cell for cell in once if cell[0] in self.families[6:8]], alone)

    def test_half_of_the_rows_are_drawn(self):
        for table in ("full", "cpu"):
            cells = draw(self.families, table, 24)
            drawn = [cell for cell in cells if cell[1] not in FIXED]
            self.assertAlmostEqual(len(drawn) / len(cells), 0.5, delta=0.01)
            self.assertEqual({cell[2] for cell in drawn}, set(contest.DISTRIBUTIONS))
            self.assertTrue(all(1 << 10 <= cell[1] <= 1 << 22 for cell in cells))

    def test_the_table_of_the_cpu_has_every_family(self):
        cells = draw([*self.families, family("copy"), family("triad", only=1 << 25)], "cpu", 24)
        self.assertEqual({cell[0].name for cell in cells}, {f.name for f in self.families} | {"copy", "triad"})
        self.assertEqual([cell[1] for cell in cells if cell[0].name == "triad"], [1 << 25])
        self.assertEqual(sum(cell[0].name == "copy" for cell in cells), 6)

    def test_limits_of_a_family(self):
        cells = draw([family("copy", largest=4096, distributions=False)], "full", 24)
        self.assertEqual({cell[2] for cell in cells}, {"uniform"})
        self.assertTrue(all(cell[1] <= 4096 for cell in cells))
        self.assertEqual(given([family("copy", largest=4096)], [1024, 8192], ["few"])[0][1:], (1024, "few"))
        self.assertEqual(len(given([family("copy", largest=4096)], [1024, 8192], ["few"])), 1)


class Comparing(unittest.TestCase):
    def test_memory_and_results_are_exact(self):
        same = {"std": "a b 0 0 0", "thrum seq": "a b 0 0 0", "vqsort": "a - 0 0 0"}
        self.assertEqual(differing(same, "int32", 1000), [])
        self.assertEqual(differing(same | {"tbb": "c b 0 0 0"}, "int32", 1000), ["tbb"])
        self.assertEqual(differing(same | {"tbb": "a c 0 0 0"}, "int32", 1000), ["tbb"])

    def test_sums_are_rounded(self):
        sums = {"std": "a - 1000 500 1000", "tbb": "a - 1000.001 500.0005 1000"}
        self.assertEqual(differing(sums, "float", 1000), [])
        self.assertEqual(differing(sums, "double", 1000), ["tbb"])
        self.assertEqual(differing(sums, "int32", 1000), ["tbb"])
        self.assertEqual(differing(sums | {"onedpl": "a - 1000 510 1000"}, "float", 1000), ["onedpl"])

    def test_the_few_are_wrong(self):
        outcomes = {"thrum seq": "b - 0 0 0", "std": "a - 0 0 0", "tbb": "a - 0 0 0"}
        self.assertEqual(differing(outcomes, "int32", 1000), ["thrum seq"])


class Timing(unittest.TestCase):
    def test_far_peers_and_slow_calls_are_run_less(self):
        row = row_of(thrum_tbb=1e-3, std=9e-3, onedpl=2e-3, tbb=5e-3)
        for name, worth in (("onedpl", True), ("tbb", False), ("std", True), ("thrum tbb", True)):
            self.assertEqual(contest.worth_it(row, name, 2), worth)
            self.assertTrue(contest.worth_it(row, name, 1))
        self.assertFalse(contest.worth_it(row_of(std=1, thrum_tbb=0.1), "std", 3))


class Summaries(unittest.TestCase):
    rows = {
        ("sort", "int32", "1024", "few"): row_of(thrum_tbb=1, thrum_seq=2, std=4, openmp=0.5),
        ("sort", "float", "1024", "few"): row_of(thrum_tbb=1, thrum_seq=2, std=1, openmp=8),
        ("copy", "float", "1024", "uniform"): row_of("streams", thrum_tbb=1, thrum_seq=2, std=4, openmp=4),
    }

    def test_means_and_counts_with_and_without_peers_that_spin(self):
        _, _, sorts, streams, everything = run.summary(self.rows).splitlines()
        self.assertEqual(sorts, "| sorts | 2 | 0.71 | 0.50 | 1 | 2.00 | 1.00 | 0 | 1.00 | 0.50 | 1 |")
        self.assertEqual(streams, "| streams | 1 | 4.00 | 4.00 | 0 | 4.00 | 4.00 | 0 | 2.00 | 2.00 | 0 |")
        self.assertTrue(everything.startswith("| **all** | 3 | 1.26 | 0.50 | 1 |"))

    def test_rows_behind_are_named(self):
        self.assertEqual(
            run.behind(self.rows, {}).splitlines()[2:],
            [
                "| sort/float/1024/few | seq : std | 0.50 |  | 0.50 to 0.50 | 2000000.00 |  |  |",
                "| sort/int32/1024/few | tbb : openmp, spins | 0.50 |  | 0.50 to 0.50 | 1000000.00 |  |  |",
            ],
        )

    def test_what_tells_why_a_row_is_behind(self):
        row = row_of(thrum_seq=1)
        row.size = run.IN_MEMORY + 1
        for own, other in ((4, 3), (3, 1.5), (3, 1.5), (4, 1), (2, 2)):
            row.add_run("thrum tbb", own * 1e-6)
            row.add_run("onedpl", other * 1e-6)
        text = run.behind({("copy", "float", "1024", "uniform"): row}, {4: row.size / 1e-6}).splitlines()[2]
        self.assertEqual(
            text, "| copy/float/1024/uniform | tbb : onedpl | 0.50 |  | 0.50 to 0.75 | 3.00 | 0.33 | 0.67 |"
        )
        row.add_run("onedpl", 1e-6)
        text = run.behind({("copy", "float", "1024", "uniform"): row}, {}).splitlines()[2]
        self.assertEqual(text, "| copy/float/1024/uniform | tbb : onedpl | 0.50 |  |  | 3.00 |  |  |")

    def test_in_how_many_passes_a_row_is_behind(self):
        row = Row("streams")
        for own, other in ((2, 1), (1, 2), (3, 1)):
            row.add_pass({"thrum tbb": [own, own, 9], "onedpl": [other, other, 0], "thrum seq": [1]})
        row.add_pass({"thrum tbb": [2]})
        text = run.behind({("copy", "float", "1024", "uniform"): row}, {}).splitlines()[2]
        self.assertIn("| tbb : onedpl | 0.40 | 2 of 3 |", text)

    def test_a_ratio_is_near_1_or_not(self):
        self.assertTrue(row_of(thrum_tbb=1, openmp=1.05, std=2, thrum_seq=1).is_near())
        self.assertTrue(row_of(thrum_tbb=1, std=2, thrum_seq=2.5).is_near())
        self.assertFalse(row_of(thrum_tbb=1, openmp=1.2, std=2, thrum_seq=1).is_near())
        self.assertFalse(row_of(ceiling=1).is_near())


class Measuring(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "benchmarks").mkdir()

    def program(self, other="tbb", wrong="5eed - 0 0 0"):
        path = self.build / "benchmarks" / "bench_sorts"
        path.write_text(PROGRAM.format(python=sys.executable, other=other, wrong=wrong))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run_py(self, *options):
        """Status, output, and errors of run.py."""
        out, error = io.StringIO(), io.StringIO()
        words = ["run.py", "--build", str(self.build), "--seconds", "0", "--repetitions", "2", *options]
        with mock.patch.object(sys, "argv", words):
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
                status = run.main()
        return status, out.getvalue(), error.getvalue()

    def test_rows_are_measured(self):
        self.program()
        status, out, _ = self.run_py("--seed", "24")
        self.assertEqual(status, 0)
        self.assertIn("Seed of what is drawn: 24.", out)
        self.assertIn("| **all** | 8 | 0.33 | 0.33 | 8 |", out)
        self.assertEqual(len(re.findall(r"^\| (sort|copy) \|", out, re.M)), 8)

    def test_rows_that_differ_are_named_and_not_measured(self):
        self.program(wrong="bad - 0 0 0")
        status, out, error = self.run_py("--sizes", "1024", "--filter", "^copy")
        self.assertEqual(status, 1)
        self.assertIn("copy/float/1024/uniform: tbb: other results than thrum seq", error)
        self.assertIn("**copy/float/1024/uniform** is not measured", out)

    def test_a_kept_file_goes_on(self):
        self.program()
        kept = self.build / "kept.jsonl"
        options = ("--table", "cpu", "--kept", str(kept))
        self.assertEqual(self.run_py(*options, "--stop-after", "0.01")[0], run.NOT_ALL)
        self.assertIn(len(kept.read_text().splitlines()), range(2, 11))
        self.assertEqual(self.run_py(*options)[0], 0)
        first, *rows = map(json.loads, kept.read_text().splitlines())
        self.assertEqual(len(rows), 10)
        self.assertIn(f"Seed of what is drawn: {first['seed']}.", self.run_py(*options)[1])
        self.assertEqual(len(kept.read_text().splitlines()), 11)
        with self.assertRaises(SystemExit):
            self.run_py("--table", "full", "--kept", str(kept))

    def test_a_second_pass_adds_runs_to_all_rows(self):
        self.program()
        kept = self.build / "kept.jsonl"
        options = ("--table", "cpu", "--kept", str(kept), "--passes")
        self.run_py(*options, "1")
        self.assertIn("2 runs of 0.0 s in each of 3 passes over all rows", self.run_py(*options, "3")[1])
        first, *rows = map(json.loads, kept.read_text().splitlines())
        self.assertEqual([row["key"] for row in rows], 3 * [row["key"] for row in rows[:10]])
        measured = contest.Measured(kept, first["seed"], "cpu")
        self.assertEqual({len(runs) for row in measured.rows.values() for runs in row.runs.values()}, {6})
        self.assertIn("in each of 3 passes", self.run_py("--table", "cpu", "--kept", str(kept))[1])
        for options in (("--passes", "0"), ("--passes", "2", "--cuda")):
            with self.assertRaises(SystemExit):
                self.run_py(*options)

    def test_rows_near_1_are_measured_in_more_passes(self):
        self.program()
        kept = self.build / "kept.jsonl"
        options = ("--table", "cpu", "--kept", str(kept), "--most-passes")
        with mock.patch.object(tables, "NEAR", 0.2):
            self.run_py(*options, "3")
        self.assertEqual(len(kept.read_text().splitlines()), 11)
        _, out, _ = self.run_py(*options, "3")
        self.assertEqual(len(kept.read_text().splitlines()), 11 + 2 * 10)
        self.assertIn("in each of 3 passes over all rows", out)
        self.assertIn("| 3 of 3 |", out)

    def test_a_row_that_is_wrong_once_is_not_reported(self):
        measured = contest.Measured(None, 1, "cpu")
        key = ("sort", "int32", "1024", "uniform")
        row = Row("sorts")
        row.add_run("thrum seq", 1.0)
        measured.add(key, "sorts", row, "")
        self.assertIn(key, measured.rows)
        measured.add(key, "sorts", row, "tbb: other results than thrum seq")
        measured.add(key, "sorts", row, "")
        self.assertNotIn(key, measured.rows)
        self.assertIn(key, measured.wrong)


if __name__ == "__main__":
    unittest.main()
