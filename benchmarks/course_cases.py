"""The cases of course.py: what the course computes, as array expressions for NumPy, JAX and CuPy, as loops for Numba.

The loops are right where the course's were not: they are over prange, and their inputs give no NaN.
"""

import dataclasses
import functools
import time
import typing

import jax
import jax.numpy as jnp
import numba
import numpy as np
from numba import prange

try:
    import cupy

    cupy.cuda.runtime.getDeviceCount()
except Exception:  # there is no module, no driver or no card: it takes no part
    cupy = None

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")  # where there is a card, it is for CuPy

NUMPY, SEQUENTIAL, PARALLEL, INTO, JAX, CUPY = (
    "NumPy",
    "Numba sequential",
    "Numba parallel",
    "Numba, given the result",
    "JAX",
    "CuPy",
)
COMPILING = "JAX compiles"


@functools.cache
def versions():
    found = {"NumPy": np.__version__, "Numba": numba.__version__, "JAX": jax.__version__}
    return found | ({"CuPy": cupy.__version__} if cupy else {})


@dataclasses.dataclass
class Case:
    """A row of the table."""

    name: str
    figure: str  # what the course says of it
    label: str  # of the program's measurement; a pair where it is another one under seq
    array: typing.Callable | None = None  # array(xp, *data), for xp of NumPy, JAX or CuPy
    loop: typing.Callable | None = None  # loop(*data[, result]), for Numba
    result: typing.Callable | None = None  # makes an array for the loop's result; without, the loop returns a number
    data: typing.Callable | None = None  # takes its part of the group's data
    jax: typing.Callable | None = None  # jax(*data), where JAX has another one: it has derivatives
    threads: int = 0  # of Numba; all unless given
    n: int = 0  # elements, where it is a part of the group's: not measured where the group has fewer
    close: float = 1e-5  # results may differ by so much of their size
    in_place: bool = False  # changes its data, of which each call gets a copy
    note: str = ""  # why there is little to gain

    def label_of(self, policy):
        if isinstance(self.label, str):
            return self.label
        return self.label[0 if policy == "seq" else 1]


@dataclasses.dataclass
class Group:
    """What one program measures, on the same data."""

    program: str
    n: int
    quick: int
    data: typing.Callable  # data(n, generator): a tuple of arrays
    cases: list

    def cases_of(self, n):
        return [case for case in self.cases if case.n <= n]


class Contender:
    """A function and its data. prepare() comes before each call and is not measured; it took so long to compile."""

    def __init__(self, call, prepare=lambda: None, compiling=None):
        self.call, self.prepare, self.compiling = call, prepare, compiling


# ---- Contenders of a case -------------------------------------------------------------------------------------------


def on_copy(function, data):
    """What changes its first array: each call finds it as it was."""
    array = data[0].copy()
    return Contender(lambda: function(array, *data[1:]), lambda: array.__setitem__(..., data[0]))


def compiled(case, parallel):
    """The loop for Numba: a range of which threads take parts, or of one thread."""
    return numba.njit(parallel=parallel)(case.loop)


def numba_of(case, data):
    """{column: contender}"""
    if case.loop is None:
        return {}
    found, serial = {}, compiled(case, False)
    if case.in_place:
        return {SEQUENTIAL: on_copy(serial, data)}
    threads = case.threads or numba.config.NUMBA_NUM_THREADS
    both = compiled(case, True)

    def parallel(*arguments):
        numba.set_num_threads(threads)
        return both(*arguments)

    for column, function in ((SEQUENTIAL, serial), (PARALLEL, parallel)):
        if case.result is None:
            found[column] = Contender(lambda function=function: function(*data))
        else:

            def with_result(function=function):
                result = case.result(*data)
                function(*data, result)
                return result

            found[column] = Contender(with_result)
    if case.result is not None:
        kept = case.result(*data)

        def into():
            parallel(*data, kept)
            return kept

        found[INTO] = Contender(into)
    return found


def arrays_of(case, data):
    """{column: contender}"""
    if case.array is None and case.jax is None:
        return {}
    found = {}
    if case.in_place:
        found[NUMPY] = on_copy(functools.partial(case.array, np), data)
    elif case.array is not None:
        found[NUMPY] = Contender(lambda: case.array(np, *data))
    there = [jnp.asarray(array) if isinstance(array, np.ndarray) else array for array in data]
    fixed = tuple(i for i, array in enumerate(data) if not isinstance(array, np.ndarray))
    begin = time.perf_counter()
    function = case.jax or functools.partial(case.array, jnp)
    fused = jax.jit(function, static_argnums=fixed).lower(*there).compile()
    compiling = time.perf_counter() - begin
    arrays = [array for array in there if not isinstance(array, (int, float))]
    found[JAX] = Contender(lambda: jax.block_until_ready(fused(*arrays)), compiling=compiling)
    if cupy and not case.jax:
        card = [cupy.asarray(array) if isinstance(array, np.ndarray) else array for array in data]

        def on_card(*arrays):
            result = case.array(cupy, *arrays)
            cupy.cuda.Stream.null.synchronize()
            return result

        found[CUPY] = on_copy(on_card, card) if case.in_place else Contender(lambda: on_card(*card))
    return found


def compare(case, contenders):
    """Their results with NumPy's, or with the first one's. Wrong ones are not measured."""
    expected = None
    for column, contender in contenders.items():
        contender.prepare()
        result = contender.call()
        result = np.array(result.get() if cupy and isinstance(result, cupy.ndarray) else result)
        if expected is None:
            expected = result
            continue
        scale = float(np.max(np.abs(expected))) or 1.0
        if not np.allclose(result, expected, rtol=case.close, atol=case.close * scale):
            raise SystemExit(f"{case.name}: {column} computes something else")


def contenders_of(group, n):
    """[(case, column, contender)] of the data of a group."""
    data = group.data(n, np.random.default_rng(676))
    found = []
    for case in group.cases_of(n):
        part = case.data(*data) if case.data else data
        contenders = arrays_of(case, part) | numba_of(case, part)
        compare(case, contenders)
        found += [(case, column, contender) for column, contender in contenders.items()]
    return found


# ---- What the course computes ---------------------------------------------------------------------------------------


def add(a, b, r):
    for i in prange(a.size):
        r[i] = a[i] + b[i]


def square(x, r):
    for i in prange(x.size):
        r[i] = x[i] ** 2


def sum_of_squares(x):
    total = 0.0
    for i in prange(x.size):
        total += x[i] ** 2
    return total


def sum_of_first(a, _):
    result = 0.0
    for i in prange(a.size):
        result += a[i]
    return result


def dot(a, b):
    result = 0.0
    for i in prange(a.size):
        result += a[i] * b[i]
    return result


def weighted(x, w):
    result = np.float32(0)
    for i in prange(x.size):
        result += x[i] * w[i]
    return result


def hypotenuse(a, b, r):
    for i in prange(a.size):
        r[i] = np.sqrt(a[i] ** 2 + b[i] ** 2)


def rows_hypotenuse(a, b, r):
    for i in prange(a.shape[0]):
        for j in range(a.shape[1]):
            r[i, j] = np.sqrt(np.float64(a[i, j]) ** 2 + np.float64(b[i, j]) ** 2)


def product(a, b, r):
    for i in prange(a.shape[0]):
        r[i, :] = 0
        for k in range(a.shape[1]):
            for j in range(b.shape[1]):
                r[i, j] += a[i, k] * b[k, j]


def root_of_powers(x, r):
    for i in prange(x.size):
        r[i] = np.sqrt(x[i] ** 2 + x[i] ** 3)


def root_of_square(x, r):
    for i in prange(x.size):
        r[i] = np.sqrt(x[i] ** 2)


def chain(a, b, c, r):
    for i in prange(a.size):
        root = np.sqrt(a[i] + b[i] + c[i])
        r[i] = np.sin(root) + np.cos(root)


def fusion(x, y, r):
    for i in prange(x.size):
        two, three, one = np.float32(2), np.float32(3), np.float32(1)
        r[i] = (two * x[i] + three * y[i]) / (x[i] + y[i] + one)


def sigmoid(x, r):
    for i in prange(x.size):
        r[i] = np.float32(1) / (np.float32(1) + np.exp(-x[i]))


def squares_below(n):
    result = 0
    for i in prange(n):
        result += i * i
    return result


def points_within(n):
    hits = 0
    for _ in prange(n):
        x, y = np.random.random(), np.random.random()
        if x * x + y * y <= 1:
            hits += 1
    return hits


def within(xp, n):
    """The hits among n random points, which are stored: there is no other way without loops."""
    if xp is jnp:
        points = jax.random.uniform(jax.random.key(1), (2, n), dtype=jnp.float32)
    else:
        points = xp.random.default_rng(1).random((2, n), dtype=xp.float32)
    return (points[0] ** 2 + points[1] ** 2 <= 1).sum()


def sorted_in_place(xp, keys):
    if xp is jnp:
        return jnp.sort(keys)
    keys.sort()
    return keys


def sort_loop(keys):
    keys.sort()
    return keys


def logistic(x):
    return 1 / (1 + jnp.exp(-x))


def slope_of_logistic(xp, x):
    y = 1 / (1 + xp.exp(-x))
    return y * (1 - y)


def area_of_smooth_step(slope, xp, n, width=0.01):
    """The area below the slope of a smooth step, by n places between -20 and 20 widths."""
    h = 40 * width / n
    return h * slope((xp.arange(n) + 0.5) * h - 20 * width, width).sum()


def smooth_step(x, width):
    return (1 + jnp.tanh(x / width)) / 2


def square_and_sine(x):
    return x * x + jnp.sin(x)


def quadratic(x, y):
    return x * x + 3 * x * y + 5 * y * y


def chain_of_squares(x):
    return (x[:-1] ** 2 * x[1:]).sum()


def gradient_of_chain(xp, x):
    gradient = xp.zeros_like(x)
    gradient[:-1] += 2 * x[:-1] * x[1:]
    gradient[1:] += x[:-1] ** 2
    return gradient


def with_one_changed(xp, x):
    copy = x.copy()
    copy[0] = 10
    return copy


def with_every_third_changed(xp, x):
    copy = x.copy()
    copy[::3] = -1
    return copy


def squares_and_cubes(xp, n):
    x = xp.arange(n)
    return (x**2).sum() + (x.astype(float) ** 3).mean()


def doubled_or_halved(xp, draws):
    return xp.where(draws.sum(axis=1, keepdims=True) > 0, draws * 2, draws / 2)


def valley(x, y):
    return (1 - x) ** 2 + 100 * (y - x * x) ** 2


def descents(x, y):
    """1000 steps of gradient descent from each start."""
    slopes = jax.vmap(jax.grad(valley, (0, 1)))

    def step(_, at):
        by_x, by_y = slopes(*at)
        return at[0] - 0.001 * by_x, at[1] - 0.001 * by_y

    return jnp.stack(jax.lax.fori_loop(0, 1000, step, (x, y)))


def starts(n, _):
    """The grid of rosenbrock_gd, of which few starts are thrown out of the valley."""
    rows = (n + 63) // 64
    i = np.arange(n)
    x, y = -4 + 8 * (i % 64 + 0.5) / 64, -3 + 8 * (i // 64 + 0.5) / rows
    x[0], y[0] = -1, 1
    return x, y


def network(w, x):
    """The units of one layer: the weights are a, b, c of each one, and one number."""
    units = (w.size - 1) // 3
    a, b, c = w[:units], w[units : 2 * units], w[2 * units : 3 * units]
    return (c * jnp.tanh(a * x + b)).sum() + w[-1]


def loss_of_network(w, x):
    """Of y' = -y, y(0) = 1."""
    slope = jax.grad(network, 1)
    residuals = jax.vmap(lambda at: slope(w, at) + network(w, at))(x)
    return (residuals**2).mean() + (network(w, 0.0) - 1) ** 2


def trained_network(w, x):
    """The weights after 1000 steps down the gradient."""
    gradient = jax.grad(loss_of_network)
    return jax.lax.fori_loop(0, 1000, lambda _, w: w - 0.01 * gradient(w, x), w)


def trained_by_adam(w, x):
    gradient = jax.grad(loss_of_network)

    def step(i, state):
        w, means, squares = state
        by_weights = gradient(w, x)
        means = 0.9 * means + 0.1 * by_weights
        squares = 0.999 * squares + 0.001 * by_weights**2
        by_squares = squares / (1 - 0.999 ** (i + 1.0))
        return w - 0.01 / (1 - 0.9 ** (i + 1.0)) * means / (jnp.sqrt(by_squares) + 1e-8), means, squares

    return jax.lax.fori_loop(0, 1000, step, (w, jnp.zeros_like(w), jnp.zeros_like(w)))[0]


def weights_and_points(units):
    def data(x):
        return np.random.default_rng(7).standard_normal(3 * units + 1), x

    return data


# ---- Data -----------------------------------------------------------------------------------------------------------


def normals(number, kind=np.float64):
    return lambda n, g: tuple(g.standard_normal(n, dtype=kind) for _ in range(number))


def uniforms(number, kind=np.float64):
    return lambda n, g: tuple(g.random(n, dtype=kind) for _ in range(number))


def spread(low, high):
    return lambda n, g: (g.uniform(low, high, n),)


def like(x, *_):
    return np.zeros_like(x)


def first(n):
    return lambda x: (x[:n],)


MEMORY = "memory decides: both wait for the same bytes"
ROOTS = "memory decides, and within caches square roots, which both make in vectors"
EXPONENTIALS = "without vectors of four doubles, exponentials of duals are those of the C library, one by one"
SINES = "without vectors of four doubles, sines and cosines of duals are those of the C library, one by one"
SMALL = "a short call: to wake another thread takes as long as it would gain"

ROOT_OF_POWERS = dict(
    array=lambda xp, x: xp.sqrt(x**2 + x**3), loop=root_of_powers, result=like, close=1e-12, figure="gain from 10^6 on"
)
ROOT_OF_SQUARE = dict(array=lambda xp, x: xp.sqrt(x**2), loop=root_of_square, result=like, close=1e-12, note=ROOTS)

GROUPS = [
    Group(
        "vector_add_timed",
        1 << 25,
        1 << 18,
        uniforms(2, np.float32),
        [
            Case(
                "a + b, 33.6M f32",
                "with copies probably no gain on a card",
                "a + b",
                lambda xp, a, b: a + b,
                add,
                like,
                note=MEMORY,
            )
        ],
    ),
    Group(
        "vector_add_transfer",
        50_000_000,
        1 << 18,
        normals(2, np.float32),
        [Case("a + b, 50M f32", "", "compute only", lambda xp, a, b: a + b, add, like, note=MEMORY)],
    ),
    Group(
        "vector_add_forall",
        100_000,
        10_000,
        uniforms(2),
        [Case("a + b, 100,000 f64", "", "transform", lambda xp, a, b: a + b, add, like, note=SMALL)],
    ),
    Group(
        "vector_add_1m",
        1_000_000,
        100_000,
        normals(2),
        [Case("a + b, 1M f64", "", "3 add", lambda xp, a, b: a + b, add, like, note=MEMORY)],
    ),
    Group(
        "square_100m",
        100_000_000,
        1 << 18,
        normals(1),
        [
            Case(
                "x*x, 100M f64", "sequential against parallel", "r = x*x", lambda xp, x: x**2, square, like, note=MEMORY
            ),
            Case(
                "sum of x*x, 100M f64",
                "",
                "sum of x*x",
                lambda xp, x: (x**2).sum(),
                sum_of_squares,
                close=1e-9,
                note=MEMORY,
            ),
        ],
    ),
    Group(
        "parallel_sum_dot",
        100_000_000,
        1 << 18,
        uniforms(2),
        [
            Case(
                "sum, 100M f64",
                "sequential against parallel",
                "sum",
                lambda xp, a, b: a.sum(),
                sum_of_first,
                close=1e-9,
                note=MEMORY,
            ),
            Case("dot, 100M f64", "", "dot", lambda xp, a, b: xp.dot(a, b), dot, close=1e-9, note=MEMORY),
        ],
    ),
    Group(
        "hypot_50m",
        50_000_000,
        1 << 18,
        normals(2),
        [
            Case(
                "sqrt(a*a + b*b), 50M f64",
                "Mop/s",
                "sqrt(a*a + b*b)",
                lambda xp, a, b: xp.sqrt(a**2 + b**2),
                hypotenuse,
                like,
                note=ROOTS,
            )
        ],
    ),
    Group(
        "matrix_hypot",
        10_000,
        400,
        lambda n, g: tuple(g.standard_normal((n, n), dtype=np.float32) for _ in range(2)),
        [
            Case(
                "sqrt(A^2 + B^2), 10,000^2 f32 to f64",
                "Mop/s",
                "one range",
                lambda xp, a, b: xp.sqrt(a.astype(xp.float64) ** 2 + b.astype(xp.float64) ** 2),
                rows_hypotenuse,
                lambda a, b: np.zeros(a.shape),
                close=1e-12,
                note=ROOTS,
            )
        ],
    ),
    Group(
        "matmul_tiled",
        2048,
        256,
        lambda n, g: tuple(g.random((n, n), dtype=np.float32) for _ in range(2)),
        [
            Case(
                "matrix product, 2048^2 f32",
                "tiles are faster; 0.21 ms at best on its card",
                "tiled",
                lambda xp, a, b: a @ b,
                product,
                like,
                close=1e-4,
                note="an example of tiles, beside libraries that have kernels for each processor",
            )
        ],
    ),
    Group(
        "size_sweep",
        10_000_000,
        100_000,
        uniforms(1),
        [
            Case(
                f"sqrt(x^2 + x^3), {n:,} f64",
                label=f"n = {n:,}",
                data=first(n),
                n=n,
                note=ROOTS if n > 10_000 else SMALL,
                **ROOT_OF_POWERS,
            )
            for n in (1000, 10_000, 100_000, 1_000_000, 10_000_000)
        ],
    ),
    Group(
        "thread_sweep",
        50_000_000,
        1 << 18,
        normals(1),
        [
            Case(
                f"sqrt(x^2), 50M f64, threads: {threads}",
                figure="best at the number of cores",
                label=("sqrt(x*x)", f"sqrt(x*x), threads: {threads}"),
                threads=threads,
                **ROOT_OF_SQUARE,
            )
            for threads in (1, 2, 4, 8)
            if threads <= numba.config.NUMBA_NUM_THREADS
        ],
    ),
    Group(
        "array_expr_chain",
        50_000_000,
        1 << 18,
        uniforms(3),
        [
            Case(
                "sin(r) + cos(r), 50M f64",
                "",
                "one call",
                lambda xp, a, b, c: xp.sin(xp.sqrt(a + b + c)) + xp.cos(xp.sqrt(a + b + c)),
                chain,
                like,
                close=1e-12,
                note="sines and cosines, which the C library computes for both, one by one",
            )
        ],
    ),
    Group(
        "kernel_fusion",
        10_000_000,
        1 << 18,
        uniforms(2, np.float32),
        [
            Case(
                "(2x + 3y) / (x + y + 1), 10M f32",
                "fused is faster; by bytes 5 times",
                "fused",
                lambda xp, x, y: (x * xp.float32(2) + y * xp.float32(3)) / (x + y + xp.float32(1)),
                fusion,
                like,
                note=MEMORY,
            )
        ],
    ),
    Group(
        "sigmoid_kernel",
        1_000_000,
        100_000,
        normals(1, np.float32),
        [
            Case(
                "sigmoid, 1M f32",
                "as array expressions",
                "1 / (1 + exp(-x))",
                lambda xp, x: xp.float32(1) / (xp.float32(1) + xp.exp(-x)),
                sigmoid,
                like,
                note="exponentials in vectors; thrum's fuse no sums, so that all processors have the same bits",
            )
        ],
    ),
    Group(
        "weighted_sum",
        1_000_000,
        100_000,
        lambda n, g: (g.standard_normal(n, dtype=np.float32) + 10, g.random(n, dtype=np.float32)),
        [
            Case(
                "sum of x*w, 1M f32",
                "as array expressions",
                "sum of x * w",
                lambda xp, x, w: (x * w).sum(),
                weighted,
                close=1e-3,
                note=SMALL,
            )
        ],
    ),
    Group(
        "compile_once",
        10_000,
        10_000,
        lambda n, g: (n,),
        [
            Case(
                "sum of i*i, i < 10,000",
                "Python 1.0 ms",
                "further calls",
                lambda xp, n: (xp.arange(n) ** 2).sum(),
                squares_below,
                note="LLVM, which Numba compiles with, puts a formula in the place of the loop",
            )
        ],
    ),
    Group(
        "mc_pi",
        10_000_000,
        1 << 18,
        lambda n, g: (n,),
        [
            Case(
                "pi by 10M random points",
                "compiled 50 to 100 times as fast as Python",
                "points within the circle",
                within,
                points_within,
                close=1e-2,
                note="a thread of Numba's goes on with one generator; thrum's points have one each, so that any number "
                "of threads counts the same hits",
            )
        ],
    ),
    Group(
        "thrust_sort_32m",
        1 << 25,
        1 << 18,
        lambda n, g: (g.integers(-(1 << 31), 1 << 31, n, dtype=np.int32),),
        [Case("sort, 33.6M i32", "", "sort", sorted_in_place, sort_loop, in_place=True)],
    ),
    Group(
        "fft_scale",
        1_000_000,
        10_000,
        lambda n, g: (g.standard_normal(n) + 1j * g.standard_normal(n),),
        [
            Case(
                "FFT, 1M complex f64",
                "",
                "transform, double",
                lambda xp, z: xp.fft.fft(z),
                close=1e-9,
                note="an example of a few radices, beside libraries of transforms",
            ),
            Case("2 z, 1M complex f64", "", "times two, double", lambda xp, z: z * 2, None, note=MEMORY),
        ],
    ),
    Group(
        "logistic_grad",
        1_000_000,
        10_000,
        spread(-6, 6),
        [
            Case(
                "slope of the logistic, 1M f64",
                "grad",
                "by duals",
                slope_of_logistic,
                jax=jax.vmap(jax.grad(logistic)),
                note=EXPONENTIALS,
            )
        ],
    ),
    Group(
        "step_derivative",
        1_000_000,
        10_000,
        lambda n, g: (n,),
        [
            Case(
                "area below the slope of a smooth step, 1M places",
                "grad",
                "area, width 0.010",
                functools.partial(area_of_smooth_step, lambda x, w: (1 - np.tanh(x / w) ** 2) / (2 * w)),
                jax=functools.partial(area_of_smooth_step, jax.vmap(jax.grad(smooth_step), (0, None)), jnp),
            )
        ],
    ),
    Group(
        "branch_function",
        1_000_000,
        10_000,
        normals(1),
        [
            Case(
                "x > 0 ? x : 2x, 1M f64",
                "jit cannot branch",
                "values by where",
                lambda xp, x: xp.where(x > 0, x, 2 * x),
            ),
            Case(
                "its slope",
                "",
                "slopes",
                lambda xp, x: xp.where(x > 0, 1.0, 2.0),
                jax=jax.vmap(jax.grad(lambda x: jnp.where(x > 0, x, 2 * x))),
            ),
        ],
    ),
    Group(
        "pure_functions",
        1_000_000,
        10_000,
        normals(2),
        [Case("x^2 + y^2, 1M f64", "pure functions", "x^2 + y^2", lambda xp, x, y: x**2 + y**2, note=MEMORY)],
    ),
    Group(
        "immutable_update",
        1_000_000,
        10_000,
        lambda n, g: (np.arange(n, dtype=float),),
        [
            Case(
                "x.at[0].set(10), 1M f64",
                "functional update",
                "a copy, and one number",
                with_one_changed,
                jax=lambda x: x.at[0].set(10),
                note=MEMORY,
            ),
            Case(
                "x.at[::3].set(-1), 1M f64",
                "functional update",
                "a copy, and every third",
                with_every_third_changed,
                jax=lambda x: x.at[::3].set(-1),
            ),
        ],
    ),
    Group(
        "jit_reduce",
        1_000_000,
        100_000,
        lambda n, g: (n,),
        [Case("sum of i^2 + mean of i^3, i < 1M", "jit", "one pass", squares_and_cubes)],
    ),
    Group(
        "grad_quadratic",
        1_000_000,
        10_000,
        normals(2),
        [
            Case(
                "gradient of x^2 + 3xy + 5y^2, 1M pairs",
                "grad",
                "2 directions",
                lambda xp, x, y: xp.stack((2 * x + 3 * y, 3 * x + 10 * y)),
                jax=lambda x, y: jnp.stack(jax.vmap(jax.grad(quadratic, (0, 1)))(x, y)),
            ),
            Case(
                "gradient of 1000 variables",
                "grad",
                "gradient of 1000 variables",
                gradient_of_chain,
                jax=jax.grad(chain_of_squares),
                data=lambda x, y: (np.sin(np.arange(1000.0)),),
            ),
        ],
    ),
    Group(
        "vmap_batch",
        1_000_000,
        10_000,
        spread(-1, 1),
        [
            Case("x^2 + x, 1M f64", "vmap", "x^2 + x by vmap", lambda xp, x: x * x + x, note=MEMORY),
            Case(
                "squares of each row, 1000^2 f64",
                "vmap",
                "rows",
                lambda xp, x: (x.reshape(-1, 1000) ** 2).sum(axis=1),
                jax=lambda x: jax.vmap(lambda row: (row**2).sum())(x.reshape(-1, 1000)),
            ),
            Case(
                "squares of each column, 1000^2 f64",
                "vmap, in_axes=1",
                "columns (in_axes = 1)",
                lambda xp, x: (x.reshape(-1, 1000) ** 2).sum(axis=0),
                jax=lambda x: jax.vmap(lambda column: (column**2).sum(), in_axes=1)(x.reshape(-1, 1000)),
            ),
        ],
    ),
    Group(
        "compose_transforms",
        1_000_000,
        10_000,
        spread(-3, 3),
        [
            Case(
                "slope of x^2 + sin x, 1M f64",
                "vmap of grad",
                "vmap(grad(f))",
                lambda xp, x: 2 * x + xp.cos(x),
                jax=jax.vmap(jax.grad(square_and_sine)),
            ),
            Case(
                "its second derivative",
                "",
                "vmap(grad(grad(f)))",
                lambda xp, x: 2 - xp.sin(x),
                jax=jax.vmap(jax.grad(jax.grad(square_and_sine))),
                note=SINES,
            ),
            Case(
                "gradient of its sum over 1M variables",
                "grad of vmap",
                "grad(sum(vmap(f)))",
                lambda xp, x: 2 * x + xp.cos(x),
                jax=jax.grad(lambda x: jax.vmap(square_and_sine)(x).sum()),
                note=SINES + "; the sum of thrum has its value, too, which needs the sines",
            ),
        ],
    ),
    Group(
        "pmap_sum",
        1_000_000,
        10_000,
        lambda n, g: (np.ones(2 * n),),
        [
            Case(
                "sum of squares of 1M ones on each of 2 devices",
                "pmap",
                "2 devices",
                lambda xp, x: (x.reshape(2, -1) ** 2).sum(axis=1).sum(),
            )
        ],
    ),
    Group(
        "rosenbrock_gd",
        4096,
        128,
        starts,
        [
            Case(
                "1000 steps of gradient descent from 4096 starts",
                "1000 steps",
                "eight starts at a time",
                jax=descents,
            )
        ],
    ),
    Group(
        "pinn_ode",
        20,
        20,
        lambda n, g: (np.linspace(0, 2, n),),
        [
            Case(
                "1000 steps of training a network of one unit",
                "1000 steps",
                "one unit, 1000 steps",
                jax=trained_network,
                data=weights_and_points(1),
            ),
            Case(
                "1000 steps of training a network of 16 units by Adam",
                "",
                "16 units, 1000 steps",
                jax=trained_by_adam,
                data=weights_and_points(16),
            ),
        ],
    ),
    Group(
        "eager_branch",
        100,
        100,
        lambda n, g: (g.standard_normal((10, n)),),
        [Case("10 draws of 100, doubled or halved", "eager control flow", "the functor branches", doubled_or_halved)],
    ),
]
