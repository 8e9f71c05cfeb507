"""Writes jax_derivatives.h: values of functions and their derivatives by JAX, which tests compare with.

    pip install jax==0.10.2 && python tests/functional/jax_derivatives.py > tests/functional/jax_derivatives.h
"""

import jax
import jax.numpy as jnp
from jax.scipy import special

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

ANY = (-2.75, -0.4, 0.3, 1.0, 3.5)
POSITIVE = (0.02, 0.7, 1.0, 2.5, 40.0)
INSIDE = (-0.9, -0.25, 0.125, 0.5, 0.97)
ABOVE_ONE = (1.01, 1.5, 3.0, 80.0)

UNARY = {
    "exp": (jnp.exp, ANY),
    "exp2": (jnp.exp2, ANY),
    "expm1": (jnp.expm1, ANY),
    "log": (jnp.log, POSITIVE),
    "log2": (jnp.log2, POSITIVE),
    "log10": (jnp.log10, POSITIVE),
    "log1p": (jnp.log1p, POSITIVE + INSIDE),
    "sqrt": (jnp.sqrt, POSITIVE),
    "cbrt": (jnp.cbrt, POSITIVE),
    "sin": (jnp.sin, ANY),
    "cos": (jnp.cos, ANY),
    "tan": (jnp.tan, ANY),
    "asin": (jnp.arcsin, INSIDE),
    "acos": (jnp.arccos, INSIDE),
    "atan": (jnp.arctan, ANY),
    "sinh": (jnp.sinh, ANY),
    "cosh": (jnp.cosh, ANY),
    "tanh": (jnp.tanh, ANY),
    "asinh": (jnp.arcsinh, ANY),
    "acosh": (jnp.arccosh, ABOVE_ONE),
    "atanh": (jnp.arctanh, INSIDE),
    "erf": (special.erf, ANY),
    "erfc": (special.erfc, ANY),
    "lgamma": (special.gammaln, POSITIVE),
    "tgamma": (special.gamma, (0.02, 0.7, 1.0, 2.5, 9.0)),
    "abs": (jnp.abs, ANY),
    "floor": (jnp.floor, ANY),
    "ceil": (jnp.ceil, ANY),
    "trunc": (jnp.trunc, ANY),
    "rint": (jnp.rint, ANY),
}

PAIRS = ((-2.5, 1.5), (0.75, -1.25), (3.0, 2.0), (0.1, 4.5))
OF_POSITIVE = ((0.2, 1.5), (0.75, -1.25), (3.0, 2.0), (12.0, 0.5))

BINARY = {
    "add": (lambda x, y: x + y, PAIRS),
    "subtract": (lambda x, y: x - y, PAIRS),
    "multiply": (lambda x, y: x * y, PAIRS),
    "divide": (lambda x, y: x / y, PAIRS),
    "pow": (jnp.power, OF_POSITIVE),
    "hypot": (jnp.hypot, PAIRS),
    "atan2": (jnp.arctan2, PAIRS),
    "fmod": (jnp.fmod, PAIRS),
    "fmax": (jnp.fmax, PAIRS),
    "fmin": (jnp.fmin, PAIRS),
    "copysign": (jnp.copysign, PAIRS),
}


def number(x):
    return repr(float(x)).replace("inf", "INFINITY")


print(f"// Values of functions and their derivatives by JAX {jax.__version__}, of 64 bits. Written by jax_derivatives.py.")
print("#pragma once\n")
print("/// f(x), f'(x), f''(x).")
print("struct jax_unary_row {\n  char const* function;\n  double x, value, first, second;\n};")
print("/// f(x, y), its derivatives by x and by y, and the second derivatives by x x, x y and y y.")
print("struct jax_binary_row {\n  char const* function;\n  double x, y, value, by_x, by_y, by_xx, by_xy, by_yy;\n};\n")
print("inline constexpr jax_unary_row jax_unary_rows[] = {")
for name, (f, arguments) in UNARY.items():
    for x in arguments:
        first = jax.grad(f)
        row = (x, f(x), first(x), jax.grad(first)(x))
        print(f'    {{"{name}", ' + ", ".join(map(number, row)) + "},")
print("};\n\ninline constexpr jax_binary_row jax_binary_rows[] = {")
for name, (f, arguments) in BINARY.items():
    for x, y in arguments:
        by_x, by_y = jax.grad(f, 0), jax.grad(f, 1)
        row = (x, y, f(x, y), by_x(x, y), by_y(x, y), jax.grad(by_x, 0)(x, y), jax.grad(by_x, 1)(x, y),
               jax.grad(by_y, 1)(x, y))
        print(f'    {{"{name}", ' + ", ".join(map(number, row)) + "},")
print("};")
