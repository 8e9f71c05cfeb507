"""How fast the calls of thrum_arrays are beside those of NumPy, pandas and Numba on the same data:

    python speed.py [elements]

Each number is the median of rounds in which all contenders take turns; the first round, in which Numba compiles, does not count.
"""

import statistics
import sys
import time

import numba
import numpy as np
import pandas as pd

import thrum_arrays as thrum

n = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000_000
groups, bins, k = 1000, 100, 100
random = np.random.default_rng(1)
x = random.random(n)
integers = random.integers(0, n // 4, n)
keys = random.integers(0, groups, n)


@numba.njit
def numba_sort(a):
    a.sort()


@numba.njit
def numba_unique(a):
    return np.unique(a)


@numba.njit(parallel=True)
def numba_histogram(a, bins):
    threads = numba.get_num_threads()
    counts = np.zeros((threads, bins), np.int64)
    length = (len(a) + threads - 1) // threads
    for t in numba.prange(threads):
        for i in range(t * length, min(len(a), (t + 1) * length)):
            counts[t, int(a[i] * bins)] += 1
    return counts.sum(axis=0)


@numba.njit(parallel=True)
def numba_means(keys, values, groups):
    threads = numba.get_num_threads()
    sums = np.zeros((threads, groups))
    counts = np.zeros((threads, groups))
    length = (len(keys) + threads - 1) // threads
    for t in numba.prange(threads):
        for i in range(t * length, min(len(keys), (t + 1) * length)):
            sums[t, keys[i]] += values[i]
            counts[t, keys[i]] += 1
    return sums.sum(axis=0) / counts.sum(axis=0)


@numba.njit
def numba_top(a, k):
    return np.sort(np.partition(a, len(a) - k)[len(a) - k :])[::-1]


series, frame = pd.Series(x), pd.DataFrame({"key": keys, "value": x})


def in_place(sort):
    y = x.copy()
    start = time.perf_counter()
    sort(y)
    return time.perf_counter() - start, y


def timed(call):
    def run():
        start = time.perf_counter()
        result = call()
        return time.perf_counter() - start, result

    return run


ROWS = {
    "sort": {
        "thrum": lambda: in_place(thrum.sort),
        "NumPy": lambda: in_place(lambda y: y.sort()),
        "pandas": timed(lambda: series.sort_values().to_numpy()),
        "Numba": lambda: in_place(numba_sort),
    },
    "unique, sorted": {
        "thrum": timed(lambda: thrum.unique(integers)),
        "NumPy": timed(lambda: np.unique(integers)),
        "pandas": timed(lambda: np.sort(pd.unique(integers))),
        "Numba": timed(lambda: numba_unique(integers)),
    },
    f"histogram of {bins} bins": {
        "thrum": timed(lambda: thrum.histogram(x, bins, 0, 1)),
        "NumPy": timed(lambda: np.histogram(x, bins, (0, 1))[0]),
        "pandas": timed(lambda: pd.cut(series, np.linspace(0, 1, bins + 1), right=False).value_counts(sort=False).to_numpy()),
        "Numba": timed(lambda: numba_histogram(x, bins)),
    },
    f"means of {groups} groups": {
        "thrum": timed(lambda: thrum.group_means(keys, x, groups)),
        "NumPy": timed(lambda: np.bincount(keys, x, groups) / np.bincount(keys, minlength=groups)),
        "pandas": timed(lambda: frame.groupby("key")["value"].mean().to_numpy()),
        "Numba": timed(lambda: numba_means(keys, x, groups)),
    },
    f"top {k}": {
        "thrum": timed(lambda: thrum.top_k(x, k)),
        "NumPy": timed(lambda: np.sort(np.partition(x, n - k)[n - k :])[::-1]),
        "pandas": timed(lambda: series.nlargest(k).to_numpy()),
        "Numba": timed(lambda: numba_top(x, k)),
    },
}

print(f"{n:,} elements, milliseconds")
print(f"{'':28}" + "".join(f"{name:>10}" for name in ("thrum", "NumPy", "pandas", "Numba")) + "   thrum faster than the next by")
for row, contenders in ROWS.items():
    times = {name: [] for name in contenders}
    expected = None
    for turn in range(4):
        for name, run in contenders.items():
            seconds, result = run()
            if expected is None:
                expected = result
            assert np.allclose(result, expected, rtol=1e-9), (row, name)
            if turn > 0:
                times[name].append(seconds)
    medians = {name: 1000 * statistics.median(t) for name, t in times.items()}
    best = min(t for name, t in medians.items() if name != "thrum")
    print(f"{row:28}" + "".join(f"{t:10.1f}" for t in medians.values()) + f"{best / medians['thrum']:10.1f}")
