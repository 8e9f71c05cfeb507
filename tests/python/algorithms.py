"""The module of examples/python against NumPy."""

import sys
import threading

import numpy as np

import thrum_arrays as thrum

random = np.random.default_rng(7)
TYPES = (np.float32, np.float64, np.int32, np.int64)
SIZES = (0, 1, 2, 17, 1000, 300_001)


def fails(call, error):
    try:
        call()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")


def array_of(n, dtype):
    if np.issubdtype(dtype, np.integer):
        return random.integers(-500, 500, n).astype(dtype)
    return np.round(random.normal(size=n), 2).astype(dtype)


for dtype in TYPES:
    for n in SIZES:
        x = array_of(n, dtype)
        y = x.copy()
        at = y.__array_interface__["data"][0]
        thrum.sort(y)
        assert (y == np.sort(x)).all() and y.__array_interface__["data"][0] == at
        u = thrum.unique(x)
        assert u.dtype == dtype and (u == np.unique(x)).all()
        counts = thrum.histogram(x, 50, -500, 501)
        if np.issubdtype(dtype, np.integer):
            assert (counts == np.histogram(x, 50, (-500, 501))[0]).all()
        assert counts.sum() == n
        for k in (0, 1, 10, n, n + 5):
            top = thrum.top_k(x, k)
            assert (top == np.sort(x)[::-1][:k]).all(), (dtype, n, k)

for dtype in (np.int32, np.int64):
    for n in SIZES:
        keys = random.integers(0, 100, n).astype(dtype)
        values = random.normal(size=n)
        means = thrum.group_means(keys, values, 101)
        counts = np.bincount(keys, minlength=101)
        with np.errstate(invalid="ignore"):
            expected = np.bincount(keys, values, 101) / counts
        assert np.allclose(means, expected, rtol=1e-12, atol=1e-12, equal_nan=True) and np.isnan(means[100])
        assert (means[counts > 0] == thrum.group_means(keys, values, 101)[counts > 0]).all()

nan = np.array([2.0, np.nan, 1.0])
thrum.sort(nan)
assert list(nan[:2]) == [1, 2] and np.isnan(nan[2])

# What would be a copy that nobody sees is an error, and so is what may not be written.
x = np.arange(10.0)
fails(lambda: thrum.sort(x[::2]), TypeError)
fails(lambda: thrum.sort(np.arange(10, dtype=np.int16)), TypeError)
fails(lambda: thrum.sort([3, 1, 2]), TypeError)
locked = np.arange(10.0)
locked.flags.writeable = False
fails(lambda: thrum.sort(locked), TypeError)
assert len(thrum.unique(locked)) == 10
fails(lambda: thrum.histogram(x, 0, 0, 1), ValueError)
fails(lambda: thrum.histogram(x, 5, 1, 1), ValueError)
fails(lambda: thrum.group_means(np.zeros(3, np.int64), x, 5), ValueError)
fails(lambda: thrum.top_k(x, -1), ValueError)

# A result lives on without its call, and no argument is kept.
before = sys.getrefcount(x)
parts = [thrum.unique(x)[3:5] for _ in range(100)]
assert all(list(p) == [3, 4] for p in parts) and sys.getrefcount(x) == before

# The lock is free while a call runs: another thread of Python goes on.
counter, done = 0, threading.Event()
large = random.normal(size=20_000_000)


def sort_large():
    thrum.sort(large)
    done.set()


t = threading.Thread(target=sort_large)
t.start()
while not done.is_set():
    counter += 1
t.join()
assert counter > 1000, counter
assert (large[:-1] <= large[1:]).all()
print("passed")
