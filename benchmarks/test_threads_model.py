#!/usr/bin/env python3
"""Tests threads_model.py by a machine and tasks that are made up, and the page's tables against it."""

import dataclasses
import math
import subprocess
import sys
import unittest

import threads_model
from tables import ROOT
from threads_model import Machine, Rates, ScanUnits, Task, Tasks, simulate, time_of

FREE = Machine(core=10, all=20, begin=0, wake=0, task=0, cache=1 << 20)
LIBRARY = threads_model.constants()
PAGE = ROOT / "docs/benchmarks/threads.md"


class Constants(unittest.TestCase):
    def test_they_are_read_from_cpp(self):
        text = """
/// A comment = 3.
inline constexpr std::ptrdiff_t one = 16384, two = std::ptrdiff_t{1} << 22;
inline constexpr int three = 4;
template <class T>
inline constexpr std::ptrdiff_t of_type = sizeof(T);
inline constexpr std::chrono::microseconds shortest_task{10}, shortest_task_of_writes{50};
"""
        found = threads_model.constants_in(text)
        self.assertEqual(found["one"], 16384)
        self.assertEqual(found["two"], 1 << 22)
        self.assertEqual(found["three"], 4)
        self.assertEqual(found["shortest_task"], 10000)
        self.assertNotIn("of_type", found)

    def test_the_library_has_those_that_the_calls_need(self):
        for name in threads_model.CALLS:
            self.assertGreater(time_of(name, FREE, 2, 1 << 22, LIBRARY), 0)


class Simulation(unittest.TestCase):
    def test_threads_share_tasks(self):
        tasks = [Task(100)] * 8
        self.assertAlmostEqual(simulate(FREE, Tasks(tasks, 1, 0), [0]), 800)
        self.assertAlmostEqual(simulate(FREE, Tasks(tasks, 4, 0), [0] * 4), 200)
        self.assertAlmostEqual(simulate(FREE, Tasks(tasks, 16, 0), [0] * 16), 100)
        self.assertAlmostEqual(simulate(FREE, Tasks(tasks, 2, 5), [0] * 2), 420)

    def test_a_thread_that_comes_late_takes_less(self):
        self.assertAlmostEqual(simulate(FREE, Tasks([Task(100)] * 4, 2, 0), [0, 150]), 300)
        self.assertAlmostEqual(simulate(FREE, Tasks([Task(100)] * 4, 2, 0), [0, 1000]), 400)

    def test_threads_share_bandwidth(self):
        self.assertAlmostEqual(simulate(FREE, Tasks([Task(1, 1000)], 1, 0), [0]), 100)  # a core has 10 bytes a nanosecond
        self.assertAlmostEqual(simulate(FREE, Tasks([Task(1, 1000)] * 4, 4, 0), [0] * 4), 200)  # and all have 20
        self.assertAlmostEqual(simulate(FREE, Tasks([Task(300, 1000)] * 4, 4, 0), [0] * 4), 300)  # work hides memory
        # One of three is done at 120; then the others have all of it.
        mixed = Tasks([Task(1, 800), Task(1, 1600), Task(1, 1600)], 3, 0)
        self.assertAlmostEqual(simulate(FREE, mixed, [0] * 3), 120 + 80)


class Scans(unittest.TestCase):
    def units(self, count, most_aside=4):
        return ScanUnits(count, Task(10), Task(100), most_aside)

    def test_one_thread_scans_each_unit_once(self):
        units = self.units(5)
        self.assertAlmostEqual(simulate(FREE, units, [0]), 500)
        self.assertEqual(units.left(), 0)

    def test_others_sum_first(self):
        units = self.units(2)
        # The second thread has summed its unit when the first one has scanned its own, and then scans it.
        self.assertAlmostEqual(simulate(FREE, units, [0, 0]), 200)
        self.assertEqual(units.left(), 0)

    def test_all_scan_what_is_left(self):
        for threads, steps in (2, 3), (4, 2):
            units = self.units(4)
            # The others have summed three units when the first one has scanned its own.
            self.assertAlmostEqual(simulate(FREE, units, [0] * threads), 100 * steps)
            self.assertEqual(units.left(), 0)

    def test_sums_are_carried_on(self):
        units = self.units(64)
        took = simulate(FREE, units, [0] * 4)
        self.assertEqual(units.left(), 0)
        self.assertGreater(took, 64 * 100 / 4)
        self.assertLess(took, 64 * 110 / 2)


class Calls(unittest.TestCase):
    def test_no_call_is_faster_than_its_threads_and_its_memory(self):
        for name in threads_model.CALLS:
            for n in (1 << 14, 1 << 20, 1 << 25):
                one = time_of(name, FREE, 1, n, LIBRARY)
                for threads in (2, 16, 64):
                    self.assertLessEqual(one / time_of(name, FREE, threads, n, LIBRARY), threads * 1.0001, name)

    def test_sleeping_threads_cost(self):
        machine = dataclasses.replace(FREE, wake=50000)
        usual, asleep = (time_of("merge", machine, 2, 1 << 18, LIBRARY, asleep=sleeps) for sleeps in (False, True))
        self.assertGreater(asleep, usual)

    def test_what_stops_a_call(self):
        memory = threads_model.limits("transform", FREE, 64, 1 << 25, LIBRARY)
        self.assertEqual(max(memory, key=memory.get), "memory")
        endless = dataclasses.replace(FREE, cache=math.inf)
        slow = dataclasses.replace(endless, begin=1e6)
        waits = threads_model.limits("copy_if", slow, 64, 1 << 25, LIBRARY)
        self.assertEqual(max(waits, key=waits.get), "waits")
        few = threads_model.limits("sort", FREE, 64, 1 << 17, LIBRARY | {"radix_chunks": 2, "least_radix_chunk": 1 << 16})
        self.assertEqual(max(few, key=few.get), "tasks")
        alone = threads_model.limits("reduce", endless, 64, 1 << 20, LIBRARY, Rates(reduce=1e-6))
        self.assertEqual(max(alone, key=alone.get), "alone")


class Page(unittest.TestCase):
    def test_the_page_has_these_tables(self):
        subprocess.run([sys.executable, threads_model.__file__, "--check", str(PAGE)], check=True)


if __name__ == "__main__":
    unittest.main()
