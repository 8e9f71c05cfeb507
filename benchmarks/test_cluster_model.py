#!/usr/bin/env python3
"""Tests cluster_model.py by a cluster and inputs that are made up, and the page's tables against it."""

import random
import subprocess
import sys
import unittest

import cluster_model
from cluster_model import Cluster, Rates, Traffic
from tables import ROOT

CLUSTER = Cluster(latency=1000, gap=100, link=10, ranks_of_node=2)
RATES = Rates(reduce=1, scan=2, sort=10, merge=3, transform=1)
PAGE = ROOT / "docs/benchmarks/cluster.md"


class Messages(unittest.TestCase):
    def test_ranks_share_a_link(self):
        self.assertEqual(CLUSTER.message(500), 1000 + 100)

    def test_few_bytes_take_the_logarithm_of_steps(self):
        self.assertEqual(CLUSTER.all_reduce(8, 0), 3000)
        self.assertEqual(CLUSTER.all_gather(8, 800), 3000 + 700 / 5)
        self.assertEqual(CLUSTER.all_gather(8, 8 << 20), 7000 + (7 << 20) / 5)
        self.assertEqual(CLUSTER.all_gather(1, 800), 0)

    def test_an_exchange_waits_for_each_partner_or_for_none(self):
        self.assertEqual(CLUSTER.exchange(9, 500), 9000 + 100)
        self.assertEqual(CLUSTER.exchange(9, 500, pairwise=False), 1000 + 900 + 100)
        self.assertEqual(CLUSTER.exchange(0, 0), 0)


class Calls(unittest.TestCase):
    def test_one_rank_sends_nothing(self):
        for call in cluster_model.CALLS.values():
            phases = call(CLUSTER, RATES, 1, 1 << 20)
            for phase in ("gather", "cuts", "exchange", "wait"):
                self.assertEqual(phases.get(phase, 0), 0, phase)
        self.assertEqual(sum(cluster_model.sort(CLUSTER, RATES, 1, 1000).values()), 10000)
        self.assertEqual(sum(cluster_model.sort_in_two_levels(CLUSTER, RATES, 1, 1000).values()), 10000)

    def test_a_reduction_gathers_the_sums_of_tiles(self):
        phases = cluster_model.reduce(CLUSTER, RATES, 4, 4 * cluster_model.TILE)
        self.assertEqual(phases["gather"], CLUSTER.all_gather(4, 16 * 8))
        self.assertEqual(phases["fold"], 16 * cluster_model.FOLD)

    def test_few_elements_wait_for_their_halo(self):
        few = cluster_model.halo(CLUSTER, RATES, 2, 2048, width=1024)
        self.assertEqual((few["inner"], few["edges"]), (0, 2048))
        self.assertEqual(few["wait"], CLUSTER.exchange(2, 2 * 1024 * 8, pairwise=False))
        self.assertEqual(cluster_model.halo(CLUSTER, RATES, 2, 1 << 20)["wait"], 0)

    def test_two_levels_send_fewer_messages(self):
        one = cluster_model.sort(CLUSTER, RATES, 400, 1)["exchange"]
        two = cluster_model.sort_in_two_levels(CLUSTER, RATES, 400, 1)["exchange"]
        self.assertGreater(one, 399 * 1000)
        self.assertLess(two, (38 + 19 + 4 * 9 + 1) * 1000)


class Simulation(unittest.TestCase):
    def test_cuts_are_exact(self):
        for make in cluster_model.INPUTS.values():
            counts = cluster_model.counts_of(make(9, 50, random.Random(2)), 9)
            self.assertEqual([sum(row) for row in counts], [50] * 9)
            self.assertEqual([sum(column) for column in zip(*counts)], [50] * 9)

    def test_sorted_ranks_send_nothing(self):
        counts = cluster_model.counts_of(list(range(16 * 10)), 16)
        self.assertEqual(cluster_model.one_level(counts), Traffic(0, 0, 0, 0))
        self.assertEqual(cluster_model.two_levels(counts, 10), Traffic(0, 0, 0, 0))

    def test_reversed_ranks_swap(self):
        counts = cluster_model.counts_of(list(range(16 * 10, 0, -1)), 16)
        self.assertEqual(cluster_model.one_level(counts), Traffic(1, 1, 16, 160))

    def test_equal_keys_stay(self):
        counts = cluster_model.counts_of([7] * 160, 16)
        self.assertEqual(cluster_model.one_level(counts), Traffic(0, 0, 0, 0))

    def test_uniform_keys_go_everywhere(self):
        counts = cluster_model.counts_of(cluster_model.uniform(16, 2048, random.Random(3)), 16)
        one, two = cluster_model.one_level(counts), cluster_model.two_levels(counts, 2048)
        self.assertEqual((one.sent, one.received, one.messages), (15, 15, 16 * 15))
        self.assertLessEqual(two.sent, 2 * 3 + 3)
        self.assertGreater(two.elements, 1.4 * one.elements)  # 3/4 + 3/4 of the elements for 15/16

    def test_two_levels_end_where_one_level_ends(self):
        """Whatever the first level moves, the second one brings each rank its own n elements."""
        counts = cluster_model.counts_of(cluster_model.skewed(16, 64, random.Random(4)), 16)
        arrived = [sum(column) for column in zip(*counts)]
        self.assertEqual(arrived, [64] * 16)
        self.assertLessEqual(cluster_model.two_levels(counts, 64).elements, 2 * 16 * 64)


class Page(unittest.TestCase):
    def test_rates_are_read_by_the_names_of_columns(self):
        rows = [f"| {family} | double | 1048576 | uniform | 9 | {i}.5 |" for i, family in
                enumerate(("reduce", "inclusive_scan", "sort", "merge", "transform"))]  # fmt: skip
        page = "\n".join(["| family | type | n | distribution | std | thrum seq |", "|---|---|---|---|---|---|", *rows])
        self.assertEqual(cluster_model.rates_of(page), Rates(0.5, 1.5, 2.5, 3.5, 4.5))
        with self.assertRaisesRegex(ValueError, "merge"):
            cluster_model.rates_of(page.replace("| merge |", "| other |"))

    def test_tables_are_written_between_their_marks(self):
        page = "a\n<!-- rates -->\nold\n<!-- end -->\nb <!-- end -->"
        new = cluster_model.with_tables(page, ["rates"])
        self.assertTrue(new.startswith("a\n<!-- rates -->\n| reduce |"))
        self.assertTrue(new.endswith("|\n<!-- end -->\nb <!-- end -->"))
        with self.assertRaisesRegex(ValueError, "phases"):
            cluster_model.with_tables(page, ["phases"])

    def test_the_page_has_these_tables(self):
        quick = [name for name in cluster_model.TABLES if name != "messages of 1024 ranks"]
        command = [sys.executable, cluster_model.__file__, "--check", PAGE, "--table", *quick]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
