#!/usr/bin/env python3
"""Tests counted_report.py by runs that are made up: none of their costs has been counted."""

import contextlib
import io
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

import counted_report

SCRIPT = pathlib.Path(counted_report.__file__)
CONTEXT = {"compiler": "no compiler", "ptx": "7.5"}
DIFFER = "the results of thrum cuda and cub differ"
COUNTERS = (
    "load_sectors",
    "store_sectors",
    "l2_sectors",
    "dram_load_sectors",
    "dram_store_sectors",
    "lane_instructions",
    "launches",
    "waits",
    "allocations",
    "allocated_bytes",
)


def run_of(row, contender, **counts):
    name = f"{row}/uniform/{contender.replace('_', ' ')}/iterations:1/manual_time"
    return {"run_name": name, "run_type": "iteration"} | dict.fromkeys(COUNTERS, 0) | counts


def sectors(loaded, stored, instructions=100, launches=1, **counts):
    moved = {"load_sectors": loaded, "store_sectors": stored, "l2_sectors": loaded + stored}
    moved |= {"dram_load_sectors": loaded, "dram_store_sectors": stored}
    return moved | {"lane_instructions": instructions, "launches": launches} | counts


def some_runs():
    large, small = "1048576", "1024"
    return [
        run_of(f"copy/int32/{large}", "thrum_cuda", **sectors(131072, 131072, least_bytes=8 << 20)),
        run_of(f"copy/int32/{large}", "thrust_cuda", **sectors(131072, 131072)),
        run_of(f"reduce/int32/{large}", "thrum_cuda", **sectors(262144, 0, 220, least_bytes=4 << 20)),
        run_of(f"reduce/int32/{large}", "thrust_cuda", **sectors(131072, 0, 200, launches=2)),
        run_of(f"reduce/int32/{large}", "cub", **sectors(200000, 0, 100, launches=3, allocations=1)),
        run_of(f"reduce/int32/{small}", "thrum_cuda", **sectors(128, 0, 90, waits=1, allocations=2)),
        run_of(f"reduce/int32/{small}", "thrust_cuda", **sectors(256, 0, 100, launches=4, waits=0, allocations=1)),
        run_of(f"reduce/int32/{small}", "thrust_cuda_pool", **sectors(256, 0, 100, launches=4)),
        run_of(f"fill/int32/{small}", "thrum_cuda", **sectors(0, 128)),
        run_of(f"fill/int32/{small}", "thrust_cuda", **sectors(0, 0, 0, launches=0)),
        run_of(f"sort/int32/{small}", "thrum_cuda", **sectors(1, 1)),
        run_of(f"sort/int32/{small}", "cub", **sectors(1, 1)),
        run_of(f"histogram/int32/{small}", "thrum_cuda", **sectors(1, 1)),
        run_of(f"deterministic reduce/float/{small}", "thrum_cuda", **sectors(100, 0)),
        run_of(f"deterministic reduce/float/{small}", "thrum_cuda_deterministic", **sectors(150, 0, 50)),
        run_of(f"deterministic reduce/float/{large}", "thrum_cuda", **sectors(100, 0)),
        run_of(f"deterministic reduce/float/{large}", "thrum_cuda_deterministic", **sectors(600, 0, 200)),
        run_of(f"deterministic inclusive_scan/float/{large}", "thrum_cuda", **sectors(50, 50)),
        run_of(f"deterministic inclusive_scan/float/{large}", "thrum_cuda_deterministic", **sectors(100, 100)),
        run_of(f"iteration of heat equation/double/{large}", "thrum_cuda", **sectors(30, 10, waits=1)),
        run_of(f"iteration of heat equation/double/{large}", "thrust_cuda", **sectors(10, 10, launches=2, waits=2)),
    ]


class CountedReport(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kept = self.folder / "kept.jsonl"
        self.counted = counted_report.Counted()
        errors = {"sort/int32/1024/uniform/cub": DIFFER}
        self.counted.add("7.5", CONTEXT, some_runs(), errors, self.kept)
        other = [run | {"launches": 5} if "thrum" in run["run_name"] else run for run in some_runs()[:2]]
        self.counted.add("9.0", CONTEXT | {"ptx": "9.0"}, other, {}, self.kept)
        self.page = counted_report.page(self.counted, "A heading.")

    def holds(self, *texts):
        for text in texts:
            self.assertIn(text, self.page)

    def test_goals(self):
        self.holds(
            "| sectors: at most 1.02 of the best peer's | 713 of 1372 (52 %) | 3 of 4 (75 %) | 1 of 1 (100 %) |",
            "| instructions: at most 1.1 of the best peer's | 671 of 1372 (49 %) | 3 of 4 (75 %) | 1 of 1 (100 %) |",
            "| launches: no more than the best peer | 936 of 1372 (68 %) | 4 of 4 (100 %) | 0 of 1 (0 %) |",
            "| waits: no more than the best peer | 1372 of 1372 (100 %) | 3 of 4 (75 %) | 1 of 1 (100 %) |",
            "| launches : Thrust's, n <= 2^16, mean: at most 0.5 | 1.14 | 0.25 |  |",
            "| streams, sectors, n = 2^20: at most 1.05 of the least | 92 of 142 (65 %) | 1 of 2 (50 %) | 1 of 1 (100 %) |",
            "| reduce, 2^20 of int32 | 2.00 | 2.00 |",
        )

    def test_means_are_those_of_the_best_peer(self):
        small, large = 128 / 256, 262144 / 131072
        self.holds(f"| reduce | 2 | {math.sqrt(small * large):.2f} |", "| fill | 1 |  |  |  |  |  | 0 | 0 |")

    def test_tables(self):
        self.holds(
            "| reduce, 2^20 of int32 | 262144 | thrust cuda | 131072 | 2.00 | 1 |",
            "| reduce, 2^20 of int32 | 220 | cub | 100 | 2.20 | 1 |",
            "| reduce, 2^10 of int32 | 1 | thrust cuda | 0 | inf | 1 |",
            "| reduce | int32 | 2^20 | 131072 | 262144 : 131072 |",
            "## Rows of these sizes with other counts on 9.0",
        )
        self.assertNotIn("nan", self.page)

    def test_deterministic_sums(self):
        self.holds(
            "## Deterministic sums, on 7.5",
            "| reduce | 2 | 3.00 | 3.00 | 3.00 | 1.00 | 1.00 | 1.5 | 1 of 2 (50 %) | 6.00, 2^20 of float |",
            "| inclusive_scan | 1 | 2.00 | 2.00 | 2.00 | 1.00 | 1.00 | 2 | 1 of 1 (100 %) | 2.00, 2^20 of float |",
            "| **all** | 3 | 2.62 |",
            "| 2 of 3 (67 %) |  |",
        )
        self.assertNotIn("## Deterministic sums, on 9.0", self.page)

    def test_deterministic_sums_alone(self):
        some = [run for run in some_runs() if "deterministic" in run["run_name"]]
        counted = counted_report.Counted()
        counted.add("7.5", CONTEXT, some, {})
        page = counted_report.page(counted, "")
        self.assertIn("| **all** | 3 | 2.62 |", page)
        self.assertNotIn("## Goals", page)

    def test_iterations_are_in_a_table_of_their_own(self):
        self.holds("| heat equation | 2^20 | 40 : 20 | 40 : 20 | 100 : 100 | 1 : 2 | 1 : 2 | 0 : 0 | 2.00 |")
        self.assertNotIn("| iteration of", self.page)

    def test_a_wait_is_compared_with_thrust(self):
        row = {name: run_of("", name) for name in ("thrust cuda", "cub")}
        row["thrust cuda"]["waits"] = 2
        self.assertEqual(counted_report.best(row, "waits"), ("thrust cuda", 2))
        self.assertEqual(counted_report.best({"cub": row["cub"]}, "waits"), ("cub", 0))

    def test_rows_without_a_peer_are_left_out(self):
        self.assertNotIn("| histogram", self.page)

    def test_what_is_wrong_is_named_and_in_no_table(self):
        self.holds(f"- `sort/int32/1024/uniform/cub` on 7.5: {DIFFER}")
        self.assertNotIn("| sort | int32", self.page)

    def test_kept_runs_are_read_again(self):
        with self.kept.open("a") as file:
            file.write('{"cut of')
        with contextlib.redirect_stderr(io.StringIO()) as said:
            again = counted_report.read(self.kept)
        self.assertIn("is no run", said.getvalue())
        self.assertEqual(again.done, self.counted.done)
        self.assertEqual(counted_report.page(again, ""), counted_report.page(self.counted, ""))

    def test_two_compilers_make_no_page(self):
        with self.assertRaisesRegex(ValueError, "no page together"):
            self.counted.add("7.5", CONTEXT | {"compiler": "another"}, [], {})
        with self.assertRaisesRegex(ValueError, "no page together"):
            self.counted.add("9.0", CONTEXT, [], {})

    def test_what_the_cards_run(self):
        self.holds("The card of 7.5 runs PTX of 7.5. The card of 9.0 runs PTX of 9.0.")

    def test_the_command(self):
        page = self.folder / "page.md"
        command = [sys.executable, SCRIPT, self.kept, "--report", page]
        self.assertEqual(subprocess.run(command, capture_output=True).returncode, 1)  # for a row is wrong
        self.assertIn("# What calls cost on a GPU", page.read_text())
        done = subprocess.run([sys.executable, SCRIPT, self.folder / "none"], capture_output=True, text=True)
        self.assertIn("holds no row", done.stderr)


if __name__ == "__main__":
    unittest.main()
