#!/usr/bin/env python3
"""Compiles thrum's own kernels for some architectures and writes what ptxas and the machine code say of them.

    pip install nvidia-cuda-cuobjdump nvidia-cuda-nvdisasm     # where the toolkit has them not
    benchmarks/cuda/kernels.py                                 # prints the table
    benchmarks/cuda/kernels.py --report docs/benchmarks/gpu-kernels.md

It needs nvcc, cuobjdump and nvdisasm, and no card. Kernels are those of benchmarks/cuda/kernels/*.cu whose names are thrum's;
CUB's are left out, and those that are never launched.
"""

import argparse
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OWN = re.compile(r"void thrum::\w+(?:::\w+)*::(\w+_kernel)<(.*)>\(")
SHORTER = (
    (r"\(anonymous namespace\)::|thrum::(?:detail::|cuda::)?", ""),
    (r"<void>|<(?:float|double|int|short|long|signed char)>(?! ?\*)", ""),
    (r"signed char", "int8"),
    (r"\bshort\b", "int16"),
    (r"\bint\b", "int32"),
    (r"\blong\b", "int64"),
    (r" const\b| (?=[*>])", ""),
)
LONGEST = 110  # of a name
PRIMITIVES = ("for_each_n", "reduce", "scan", "compact", "sort", "histogram")  # of kernels/sizes/sizes.cu

SIZES = """
## Numbers of elements

All kernels count elements in 64 bits, CUB's and thrum's own; only of its histogram CUB itself makes two. A second kernel for
fewer than 2^31 elements would have nearly the same instructions and registers, and would cost each call that the compiler sees
some tenths of a second and up to half as much object code again: there is none. The table is of a primitive of int32 without
thrum, `benchmarks/cuda/kernels/sizes/sizes.cu`, for sizes of 64 bits, of 32 bits, and for both, by what the size is, for the
first of the architectures below. Registers, spills and instructions are those of the kernel with the most instructions (of
for_each_n they are a loop that the compiler has unrolled, and that goes round once); seconds are the processor's.

"""


def tool(name):
    """A tool of the toolkit, or of its Python package."""
    places = [pathlib.Path(folder) for folder in sys.path if folder]
    found = [place / f"nvidia/cu13/bin/{name}" for place in places] + [pathlib.Path("/usr/local/cuda/bin") / name]
    path = shutil.which(name) or next((str(path) for path in found if path.exists()), None)
    return path or sys.exit(f"{name} is not there: see the head of this file")


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stderr}")
    return done.stdout + done.stderr


def compile_all(source, arch, cubin):
    return run(
        tool("nvcc"),
        *("-std=c++20", "-O3", "--extended-lambda", "-DTHRUM_WITH_CUDA", "-Werror", "all-warnings"),
        *("-I", ROOT / "include", "-I", ROOT / "detail"),
        *(f"-arch=sm_{arch}", "-cubin", "-Xptxas", "-v", "-o", cubin, source),
    )


def facts_of(report):
    """{mangled name: (registers, bytes spilled, bytes of shared memory)} of what ptxas prints."""
    facts = {}
    for part in report.split("Compiling entry function '")[1:]:
        spilled = sum(map(int, re.findall(r"(\d+) bytes spill", part)))
        shared = re.search(r"(\d+) bytes smem", part)
        registers = int(re.search(r"Used (\d+) registers", part).group(1))
        facts[part.split("'")[0]] = (registers, spilled, int(shared.group(1)) if shared else 0)
    return facts


def accesses_of(cubin):
    """{mangled name: ({bits of loads}, {bits of stores})} from and to global memory, of the machine code."""
    found = {}
    for part in run(tool("cuobjdump"), "-sass", cubin).split("Function : ")[1:]:
        widths = {"LDG": set(), "STG": set()}
        for kind, suffix in re.findall(r"\b(LDG|STG)\.E([.\w]*)", part):
            bits = re.search(r"\.[US]?(8|16|64|128)\b", suffix)
            widths[kind].add(int(bits.group(1)) if bits else 32)
        found[part.split()[0]] = (widths["LDG"], widths["STG"])
    return found


def names_of(mangled):
    """{mangled name: a short one}, of those that are thrum's kernels."""
    names = {}
    for symbol, text in zip(mangled, run("c++filt", *mangled).splitlines()):
        kernel = OWN.search(text)
        if kernel:
            body = kernel.group(2)
            for pattern, replacement in SHORTER:
                body = re.sub(pattern, replacement, body)
            body = body.strip()
            short = body if len(body) <= LONGEST else body[:LONGEST] + "..."
            names[symbol] = f"`{kernel.group(1)}` of `{short}`"
    return names


def listed(widths):
    return ", ".join(map(str, sorted(widths))) or "-"


def table_of(arch):
    rows, found = {}, {}
    for source in sorted((HERE / "kernels").glob("*.cu")):
        with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
            facts = facts_of(compile_all(source, arch, cubin.name))
            accesses = accesses_of(cubin.name)
        for mangled, name in names_of(list(facts)).items():
            loads, stores = (listed(widths) for widths in accesses[mangled])
            found[mangled] = facts[mangled]
            rows[mangled] = f"| {name} | {' | '.join(map(str, facts[mangled]))} | {loads} | {stores} |"
    lines = sorted(set(rows.values()))
    spilled = sum(facts[1] != 0 for facts in found.values())
    return [
        f"{len(lines)} kernels, of which {spilled} spill.\n",
        "| kernel | registers | bytes spilled | bytes shared | loads, bits | stores, bits |",
        "|---|---:|---:|---:|---|---|",
        *lines,
    ]


def seconds_of(command):
    """The processor's time that a command and its children take: the least of two runs, as others use the machine too."""
    taken = []
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(*command)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken)


def largest_kernel(cubin, report):
    """(registers, bytes spilled, instructions) of the kernel with the most instructions."""
    facts = facts_of(report)
    kernels = []
    for part in run(tool("cuobjdump"), "-sass", cubin).split("Function : ")[1:]:
        instructions = [line for line in re.findall(r"/\*[0-9a-f]{4,5}\*/\s+([^;]+);", part) if "NOP" not in line]
        kernels.append((len(instructions), *facts[part.split()[0]][:2]))
    instructions, registers, spilled = max(kernels)
    return registers, spilled, instructions


def table_of_sizes(arch):
    """What kernels cost that count in 64 bits, and what a second one for fewer than 2^31 elements would."""
    source = HERE / "kernels/sizes/sizes.cu"
    rows = []
    for number, primitive in enumerate(PRIMITIVES):
        costs, kernels = {}, {}
        for bits in (64, 32, 96):
            with tempfile.TemporaryDirectory() as folder:
                out = pathlib.Path(folder) / "out"
                command = (
                    *(tool("nvcc"), "-std=c++20", "-O3", f"-arch=sm_{arch}", "-Xptxas", "-v"),
                    *(f"-DPRIMITIVE={number}", f"-DBITS={bits}", source, "-o", out),
                )
                if bits != 96:
                    kernels[bits] = largest_kernel(out, run(*command, "-cubin"))
                if bits != 32:
                    costs[bits] = (seconds_of((*command, "-c")), out.stat().st_size)
        pairs = [f"{kernels[64][k]} / {kernels[32][k]}" for k in range(3)]
        seconds = f"{costs[64][0]:.1f} / {costs[96][0]:.1f}"
        size = f"{costs[64][1] / 1024:.0f} / {costs[96][1] / 1024:.0f}"
        rows.append(f"| {primitive} | {' | '.join(pairs)} | {seconds} | {size} |")
    return [
        "| primitive, of int32 | registers, 64 / 32 bits | bytes spilled | instructions | s to compile, 64 bits / both "
        "| KiB of object file |",
        "|---|---:|---:|---:|---:|---:|",
        *rows,
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arch", nargs="+", default=["75", "80", "90", "120"], help="compute capabilities")
    parser.add_argument("--report", type=pathlib.Path, help="write the Markdown there")
    arguments = parser.parse_args()
    version = re.search(r"release [\d.]+, V([\d.]+)", run(tool("nvcc"), "--version")).group(1)
    text = (
        "# The kernels of the CUDA policy\n\n"
        f"What ptxas and the machine code of nvcc {version} at `-O3` say of the kernels that are thrum's own, from\n"
        "`benchmarks/cuda/kernels.py`. Nothing here has been run. Loads and stores are those from and to global memory; a "
        "kernel\nthat moves words of 16 bytes has narrow ones beside them, for what is left at the end, and for ranges that "
        "begin\nwithin a word or have fewer than 2^20 elements.\n"
    )
    text += SIZES + "\n".join(table_of_sizes(arguments.arch[0])) + "\n"
    for arch in arguments.arch:
        text += f"\n## sm_{arch}\n\n" + "\n".join(table_of(arch)) + "\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text)


if __name__ == "__main__":
    main()
