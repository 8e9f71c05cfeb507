#!/usr/bin/env python3
"""Measures calls of the course on a card under thrum, CuPy, Numba, JAX and PyTorch, and prints a table.

    python3 -m venv build/course && build/course/bin/pip install cupy-cuda13x numba-cuda 'jax[cuda13]' torch    # what there is
    cmake --preset cuda -DTHRUM_BUILD_BENCHMARKS=ON && cmake --build --preset cuda --target bench_cuda_course
    build/course/bin/python benchmarks/course_gpu.py --report docs/benchmarks/course-gpu.md

All take arrays of float (int32 for unique) of the same sizes and distributions, which lie on the card before the clock runs.
A time is the median of eleven calls, each from the call to the end of its work on the card, behind one that does not count:
nothing is compiled on the clock. What is not installed, or knows no card, is left out and named. CuPy's fusion is its
cupy.fuse, JAX's all calls under jax.jit, PyTorch's what it does call by call.
"""

import argparse
import datetime
import pathlib
import statistics
import subprocess
import sys
import time

from tables import ROOT, cell, line

CALLS = 11
NAMES = (
    "vector_add",
    "hypotenuse",
    "fusion",
    "sum",
    "cumsum",
    "histogram",
    "sort",
    "argsort",
    "unique",
    "monte_carlo_pi",
)


def median_of(call, wait):
    call()
    wait()
    took = []
    for _ in range(CALLS):
        begin = time.perf_counter()
        call()
        wait()
        took.append(time.perf_counter() - begin)
    return statistics.median(took)


def cupy_calls(n):
    import cupy

    cupy.random.seed(1)
    a, b = cupy.random.random(n, dtype=cupy.float32), cupy.random.random(n, dtype=cupy.float32)
    integers = cupy.random.randint(0, n // 50 + 1, n, dtype=cupy.int32)

    @cupy.fuse()
    def fusion(x, y):
        return (2 * x + 3 * y) / (x + y + 1)

    def pi():
        x, y = cupy.random.random(2 * n, dtype=cupy.float32), cupy.random.random(2 * n, dtype=cupy.float32)
        return 2 * cupy.count_nonzero(x * x + y * y <= 1) / n

    return cupy.cuda.Device().synchronize, {
        "vector_add": lambda: a + b,
        "hypotenuse": lambda: cupy.sqrt(a * a + b * b),
        "fusion": lambda: fusion(a, b),
        "sum": lambda: float(a.sum()),
        "cumsum": lambda: cupy.cumsum(a),
        "histogram": lambda: cupy.histogram(a, 256, (0, 1)),
        "sort": lambda: cupy.sort(a),
        "argsort": lambda: cupy.argsort(a),
        "unique": lambda: cupy.unique(integers),
        "monte_carlo_pi": pi,
    }


def numba_calls(n):
    import math

    import numpy
    from numba import cuda
    from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32

    generator = numpy.random.default_rng(1)
    a, b = (cuda.to_device(generator.random(n, dtype=numpy.float32)) for _ in range(2))
    out = cuda.device_array(n, numpy.float32)
    threads, blocks = 256, (n + 255) // 256

    @cuda.jit
    def add(x, y, to):
        i = cuda.grid(1)
        if i < to.size:
            to[i] = x[i] + y[i]

    @cuda.jit
    def hypotenuse(x, y, to):
        i = cuda.grid(1)
        if i < to.size:
            to[i] = math.sqrt(x[i] * x[i] + y[i] * y[i])

    @cuda.jit
    def fusion(x, y, to):
        i = cuda.grid(1)
        if i < to.size:
            to[i] = (2 * x[i] + 3 * y[i]) / (x[i] + y[i] + 1)

    @cuda.jit
    def pi(states, points, hits):
        i = cuda.grid(1)
        found = 0
        for _ in range(i, points, cuda.gridsize(1)):
            x, y = xoroshiro128p_uniform_float32(states, i), xoroshiro128p_uniform_float32(states, i)
            if x * x + y * y <= 1:
                found += 1
        cuda.atomic.add(hits, 0, found)

    total = cuda.reduce(lambda x, y: x + y)
    states, hits = create_xoroshiro128p_states(1024 * 256, seed=1), cuda.device_array(1, numpy.int64)
    return cuda.synchronize, {
        "vector_add": lambda: add[blocks, threads](a, b, out),
        "hypotenuse": lambda: hypotenuse[blocks, threads](a, b, out),
        "fusion": lambda: fusion[blocks, threads](a, b, out),
        "sum": lambda: total(a),
        "monte_carlo_pi": lambda: pi[1024, 256](states, 2 * n, hits),
    }


def jax_calls(n):
    import jax
    import jax.numpy as jnp

    if jax.default_backend() != "gpu":
        raise ImportError("JAX has no card")
    keys = jax.random.split(jax.random.key(1), 3)
    a, b = jax.random.uniform(keys[0], (n,)), jax.random.uniform(keys[1], (n,))
    integers = jax.random.randint(keys[2], (n,), 0, n // 50 + 1)

    def pi(key):
        x, y = jax.random.uniform(key, (2, 2 * n))
        return jnp.count_nonzero(x * x + y * y <= 1)

    def call(function, *arrays):
        compiled = jax.jit(function)
        return lambda: compiled(*arrays).block_until_ready()

    return lambda: None, {
        "vector_add": call(lambda x, y: x + y, a, b),
        "hypotenuse": call(lambda x, y: jnp.sqrt(x * x + y * y), a, b),
        "fusion": call(lambda x, y: (2 * x + 3 * y) / (x + y + 1), a, b),
        "sum": call(jnp.sum, a),
        "cumsum": call(jnp.cumsum, a),
        "histogram": call(lambda x: jnp.histogram(x, 256, (0, 1))[0], a),
        "sort": call(jnp.sort, a),
        "argsort": call(jnp.argsort, a),
        "unique": lambda: jnp.unique(integers).block_until_ready(),  # of a size that jit cannot know
        "monte_carlo_pi": call(pi, keys[0]),
    }


def torch_calls(n):
    import torch

    if not torch.cuda.is_available():
        raise ImportError("PyTorch has no card")
    torch.manual_seed(1)
    a, b = torch.rand(n, device="cuda"), torch.rand(n, device="cuda")
    integers = torch.randint(0, n // 50 + 1, (n,), device="cuda", dtype=torch.int32)

    def pi():
        x, y = torch.rand(2 * n, device="cuda"), torch.rand(2 * n, device="cuda")
        return torch.count_nonzero(x * x + y * y <= 1).item()

    return torch.cuda.synchronize, {
        "vector_add": lambda: a + b,
        "hypotenuse": lambda: torch.sqrt(a * a + b * b),
        "fusion": lambda: (2 * a + 3 * b) / (a + b + 1),
        "sum": lambda: a.sum().item(),
        "cumsum": lambda: torch.cumsum(a, 0),
        "histogram": lambda: torch.histc(a, 256, 0, 1),
        "sort": lambda: torch.sort(a, stable=True),
        "argsort": lambda: torch.argsort(a, stable=True),
        "unique": lambda: torch.unique(integers),
        "monte_carlo_pi": pi,
    }


PEERS = {"CuPy": cupy_calls, "Numba": numba_calls, "JAX": jax_calls, "PyTorch": torch_calls}


def thrum_times(build, n):
    program = build / "benchmarks/cuda/bench_cuda_course"
    if not program.exists():
        sys.exit(f"{program} is not there: cmake --build {build} --target bench_cuda_course")
    done = subprocess.run([program, str(n)], capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stderr, end="", file=sys.stderr)
        sys.exit(done.returncode)
    return {name: float(seconds) for name, seconds in (text.split() for text in done.stdout.splitlines())}


def peer_times(calls_of, n):
    """{name: seconds}, and why there are none."""
    try:
        wait, calls = calls_of(n)
    except Exception as missing:  # each library has its own way to say that it is not there, or that no card is
        return {}, f"{type(missing).__name__}: {missing}".splitlines()[0]
    times, reason = {}, ""
    for name, call in calls.items():
        try:
            times[name] = median_of(call, wait)
        except Exception as failed:
            reason = f"{name}: {failed}".splitlines()[0]
            print(f"left out: {reason}", file=sys.stderr)
    return times, reason


def card():
    """The name of the card and its driver, as the driver's own tool says."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(query, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    except (OSError, subprocess.CalledProcessError, IndexError):
        return "a card that nvidia-smi does not name"


def table_of(columns):
    lines = [line("call", *(f"{name}, ms" for name in columns), *(f"{name} : thrum" for name in list(columns)[1:]))]
    lines.append("|---" * (2 * len(columns)) + "|")
    nothing = float("nan")
    for name in NAMES:
        times = [column.get(name, nothing) for column in columns.values()]
        lines.append(
            line(name, *(cell(time * 1e3, 3) for time in times), *(cell(time / times[0]) for time in times[1:]))
        )
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/cuda", help="the build to measure")
    parser.add_argument("--n", type=int, default=50_000_000, help="elements; pi takes twice as many points")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there")
    arguments = parser.parse_args()
    columns, left_out = {"thrum": thrum_times(arguments.build, arguments.n)}, []
    for name, calls_of in PEERS.items():
        times, reason = peer_times(calls_of, arguments.n)
        if times:
            columns[name] = times
        else:
            left_out.append(f"{name} ({reason})")
    text = f"{card()}; {datetime.date.today()}; `benchmarks/course_gpu.py {' '.join(sys.argv[1:])}`\n\n"
    text += f"n = {arguments.n}. Milliseconds of a call; ratios above 1: thrum is ahead.\n\n"
    if left_out:
        text += f"Left out: {'; '.join(left_out)}.\n\n"
    text += table_of(columns) + "\n"
    print(text)
    if arguments.report:
        arguments.report.write_text("# The course on a card\n\n" + text)


if __name__ == "__main__":
    main()
