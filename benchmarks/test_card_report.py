#!/usr/bin/env python3
"""Tests card_report.py by runs that are made up: none of their times has been measured."""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import unittest

import card_report

SCRIPT = pathlib.Path(card_report.__file__)
LARGEST = 1 << 28
CONTEXT = {"device": "a made-up card", "driver": "0.0", "compiler": "no compiler", "date": "2000-01-01T00:00:00"}
DIFFER = "the results of thrum cuda and thrust cuda differ"


def run_of(row, contender, microseconds, calls=1, size=0):
    run = {"run_type": "iteration", "run_name": f"{row}/uniform/{contender}/manual_time", "time_unit": "us"}
    run |= {"real_time": microseconds * calls, "calls": calls}
    return run | ({"bytes_per_second": size / microseconds * 1e6} if size else {})


def runs_of(row, size=0, calls=1, **microseconds):
    return [run_of(row, who.replace("_", " "), time, calls, size) for who, time in microseconds.items()]


def some_runs():
    large = f"{LARGEST}"
    return [
        *runs_of(f"device copy/double/{large}", 16 * LARGEST, ceiling=1000),
        *runs_of(f"device copy/float/{large}", 8 * LARGEST, ceiling=500),
        *runs_of(f"transform/double/{large}", 16 * LARGEST, thrum_cuda=1250, thrust_cuda=1000, cub=1100),
        *runs_of(f"copy/int32/{large}", 8 * LARGEST, thrum_cuda=500, thrust_cuda=600),
        *runs_of("reduce/int32/1024", calls=8, thrum_cuda=10, thrust_cuda=40, thrust_cuda_pool=20),
        *runs_of(f"sort_of_records_by_key/record/{large}", thrum_cuda=100, thrust_cuda=300, cub=90),
        *runs_of(f"find/int32/{large}", thrum_cuda=900),
        *runs_of(f"find_early/int32/{large}", thrum_cuda=30),
        *runs_of("sort/int32/1024", thrum_cuda=1, thrust_cuda=1),
        *runs_of("deterministic reduce/float/1024", thrum_cuda=10, thrum_cuda_deterministic=15),
    ]


class CardReport(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.kept = self.folder / "kept.jsonl"
        self.measured = card_report.Measured()
        context = CONTEXT | {"left out": "sort/int32/65536/uniform, unique_copy/int32/1024/uniform"}
        errors = {"sort/int32/1024/uniform/thrust cuda": DIFFER}
        self.measured.add(context, some_runs(), errors, self.kept)
        self.page = card_report.page(self.measured, "A heading.")

    def holds(self, *texts):
        for text in texts:
            self.assertIn(text, self.page)

    def test_figures(self):
        mean = (0.8 * 1.2 * 4 * 3) ** 0.25
        self.holds(
            f"| thrust cuda : thrum, all rows | mean {mean:.2f}, least 0.80; 1 of 4 rows behind |",
            "| thrust cuda : thrum, n <= 2^16 | mean 4.00, least 4.00; 0 of 1 rows behind |",
            "| thrust cuda pool : thrum, all rows | mean 2.00, least 2.00; 0 of 1 rows behind |",
            "| cub : thrum, all rows | mean 0.89, least 0.88; 2 of 2 rows behind |",
            "| bandwidth of streams : of the copy, n = 2^28, 2 rows | mean 0.89, least 0.80 (transform of double) |",
            "| comparator sort : thrum's sort by a projection, 2^28 records | 3.00 |",
            "| decomposer of CUB : thrum's sort by a projection, 2^28 records | 0.90 |",
            "| find of what is nowhere : at 1 %, thrum, 2^28 of int32 | 30.0 |",
            "The copy of 2^28 elements of 8 bytes: 4295 GB/s.",
        )

    def test_tables(self):
        self.holds(
            "| transform, 2^28 of double | 1250.0 | 1000.0 | 0.80 |",
            "| reduce | int32 | 2^10 | 10.0 | 40.0 | 20.0 |  | 4.00 | 2.00 |  |  |",
            "No row is behind thrust cuda pool.",
            "| reduce | float | 2^10 | 10.0 | 15.0 | 1.50 |",
        )
        self.assertNotIn("nan", self.page)

    def test_what_is_wrong_is_named_and_in_no_table(self):
        self.holds(f"- `sort/int32/1024/uniform/thrust cuda`: {DIFFER}", "too little memory: sort/int32/65536/uniform.")
        self.assertNotIn("| sort | int32", self.page)

    def test_deterministic_sums_alone(self):
        measured = card_report.Measured()
        measured.add(CONTEXT, runs_of("deterministic reduce/float/1024", thrum_cuda=2, thrum_cuda_deterministic=3), {})
        self.assertIn("| reduce | float | 2^10 | 2.0 | 3.0 | 1.50 |", card_report.page(measured, ""))

    def test_kept_runs_are_read_again(self):
        with self.kept.open("a") as file:
            file.write('{"cut of')
        self.measured.add(CONTEXT, runs_of("fill/int32/1024", thrum_cuda=1), {}, self.kept)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            again = card_report.read(self.kept)
        self.assertIn("is no run", said.getvalue())
        self.assertEqual(again.done, self.measured.done)
        self.assertEqual(card_report.page(again, ""), card_report.page(self.measured, ""))

    def test_two_cards_make_no_page(self):
        with self.assertRaisesRegex(ValueError, "no page together"):
            self.measured.add(CONTEXT | {"device": "another"}, [], {})

    def test_the_command(self):
        page = self.folder / "page.md"
        command = [sys.executable, SCRIPT, self.kept, "--report", page]
        self.assertEqual(subprocess.run(command, capture_output=True).returncode, 1)  # for a row is wrong
        self.assertIn("# Benchmarks on a made-up card", page.read_text())
        done = subprocess.run([sys.executable, SCRIPT, self.folder / "none"], capture_output=True, text=True)
        self.assertIn("holds no row", done.stderr)


if __name__ == "__main__":
    unittest.main()
