#!/usr/bin/env python3
"""Tests card_model.py by costs that are made up."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import card_model
import counted_report
from card_model import LAUNCH, Card

CARD = Card(processors=10, clock=1, bandwidth=100, threads=1024, shared=1 << 16)
COUNTERS = ("dram_load_sectors", "dram_store_sectors", "copied_bytes", "lane_instructions", "launches", "fills", "copies")


def costs(**counts):
    return dict.fromkeys(COUNTERS, 0) | {"launches": 1, "blocks": 1} | counts


class CardModel(unittest.TestCase):
    def test_a_launch_is_waited_for(self):
        self.assertEqual(CARD.time(costs()), LAUNCH)
        self.assertEqual(CARD.time(costs(launches=2, fills=1, copies=1)), 4 * LAUNCH)

    def test_memory_or_instructions_take_longer(self):
        self.assertEqual(CARD.time(costs(dram_load_sectors=60, dram_store_sectors=40)), LAUNCH + 32)
        self.assertEqual(CARD.time(costs(copied_bytes=100)), LAUNCH + 2)
        self.assertEqual(CARD.time(costs(dram_load_sectors=100, lane_instructions=64000)), LAUNCH + 1000)

    def test_blocks_are_shared_by_the_processors(self):
        self.assertEqual(CARD.time(costs(lane_instructions=64000, blocks=4)), LAUNCH + 250)
        self.assertEqual(CARD.time(costs(lane_instructions=64000, blocks=1000)), LAUNCH + 100)
        self.assertEqual(CARD.time(costs(lane_instructions=64000, blocks=4, launches=2)), 2 * LAUNCH + 500)

    def test_one_block_against_many(self):
        rows = {
            ("7.5", "scan", "int32", 1024): {"thrum cuda": costs(lane_instructions=102400)},
            ("7.5", "scan", "int32", 1 << 20): {"thrum cuda": costs(launches=2, blocks=900)},
            ("7.5", "scan", "int64", 1024): {"thrum cuda": costs(lane_instructions=204800)},
            ("7.5", "scan", "int64", 1 << 20): {"thrum cuda": costs(launches=4, blocks=900)},
            ("7.5", "fill", "int32", 1024): {"thrum cuda": costs(blocks=4)},
            ("7.5", "fill", "int32", 1 << 20): {"thrum cuda": costs(blocks=900)},
        }
        self.assertEqual(card_model.of_one_block(rows), {"scan": (200, 1)})
        self.assertIn("| scan | 200 | 1 | 1526 |", card_model.thresholds(rows))  # 3000 ns * 64 * 1.59 / 200

    def test_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = pathlib.Path(folder) / "kept.jsonl"
            names = [f"fill/int32/1024/uniform/{who}" for who in ("thrum cuda", "thrust cuda")]
            runs = [costs() | {"run_name": name, "run_type": "iteration"} for name in names]
            counted_report.Counted().add("7.5", {"compiler": "none"}, runs, {}, kept)
            command = [sys.executable, card_model.__file__, kept]
            said = [
                subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout
                for more in ([], ["--family", "fill"], ["--thresholds"])
            ]
        self.assertIn("| fill | 1.00 | 1.00 | 1.00 |", said[0])
        self.assertIn("| fill, 2^10 of int32 | 3.0 : 3.0 |", said[1])
        self.assertIn("| blocks of 256 threads of a multiprocessor | 4 | 8 | 8 |", said[2])


if __name__ == "__main__":
    unittest.main()
