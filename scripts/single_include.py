#!/usr/bin/env python3
"""Writes the whole library as one header, single_include/thrum/thrum.hpp.

    python3 scripts/single_include.py [directory]        # the directory is single_include unless told

Every header stands there once, where the preprocessor first comes to it. What depends on THRUM_WITH_TBB, THRUM_WITH_OMP,
THRUM_WITH_MPI, THRUM_WITH_CUDA, THRUM_NCCL, THRUM_CHECKED or nvcc stays within its condition: a header that is first met in
some builds alone, and is needed in others later, is repeated there, and a guard keeps it single.
"""

import functools
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# A build is one choice of these; conditions on anything else may surround headers of the system, but none of thrum's.
MACROS = ("THRUM_WITH_TBB", "THRUM_WITH_OMP", "THRUM_WITH_MPI", "THRUM_WITH_CUDA", "__CUDACC__", "THRUM_CHECKED",
          "THRUM_NCCL")
BUILDS = [dict(zip(MACROS, values)) for values in itertools.product((False, True), repeat=len(MACROS))]
ALL = frozenset(range(len(BUILDS)))

WITH_TBB = "defined(THRUM_WITH_TBB)"
WITH_OMP = "defined(THRUM_WITH_OMP)"
WITH_MPI = "defined(THRUM_WITH_MPI)"
WITH_CUDA = "defined(THRUM_WITH_CUDA)"
NVCC = "defined(__CUDACC__)"
CUDA = "defined(THRUM_WITH_CUDA) || defined(__CUDACC__)"


def condition_of(name):
    """Under what a header of include/ can be included."""
    if name == "thrum/tbb.h" or name.startswith("thrum/system/tbb/"):
        return WITH_TBB
    if name == "thrum/omp.h" or name.startswith("thrum/system/omp/"):
        return WITH_OMP
    if name == "thrum/mpi.h":
        return WITH_MPI
    if name.endswith(".cuh"):
        return NVCC
    if name == "thrum/cuda/stream_vector.h":
        return WITH_CUDA
    if name.startswith("thrum/cuda/"):
        return CUDA
    return ""


def builds_of(condition):
    """The builds in which a condition holds, or None where it is about something else."""
    expression = re.sub(r"//.*", "", condition)
    expression = re.sub(r"\bdefined\((\w+)\)", r" (build['\1']) ", expression)
    if set(re.findall(r"\bbuild\['(\w+)'\]", expression)) - set(MACROS):
        return None
    for operator, word in (("&&", " and "), ("||", " or "), ("!", " not ")):
        expression = expression.replace(operator, word)
    if re.sub(r"build\['\w+'\]|\b(and|or|not)\b|[() ]", "", expression):
        return None
    return frozenset(i for i, build in enumerate(BUILDS) if eval(expression, {"build": build}))  # of the words above alone


# What the headers of this directory bring is all here, but for the standard library's headers. Every other header is read after
# the macros that a build's conditions are about.
BRACKET = "thrum/detail/public_header/"
FIRST = ("thrum/detail/base/config.h", BRACKET + "standard_headers.h")


def scan(name, builds):
    """The lines of a header in these builds: (line, the header of an #include, the builds in which it is read)."""
    conditions = []  # of the #ifs around a line: [the builds in which it is read, those that take a later branch]
    for line in path_of(name).read_text().splitlines():
        directive = re.match(r"#\s*(\w+)\s*(.*)", line)
        word, rest = directive.groups() if directive else ("", "")
        outside = conditions[-1][0] if conditions else builds
        if word in ("if", "ifdef", "ifndef"):
            where = builds_of(rest) if word == "if" else None
            conditions.append([None, None] if outside is None or where is None else [outside & where, outside - where])
        elif word in ("elif", "else"):
            left = conditions[-1][1]
            where = builds_of(rest) if word == "elif" else ALL
            conditions[-1] = [None, None] if left is None or where is None else [left & where, left - where]
        elif word == "endif":
            conditions.pop()
        elif word == "pragma" and rest == "once":
            continue
        elif word == "include":
            header = re.match(r"<([^>]+)>", rest)
            if not header:
                sys.exit(f"{name}: not in angle brackets: {line}")
            if header[1].startswith(BRACKET):
                continue
            if header[1].startswith("thrum/") and outside is None:
                sys.exit(f"{name}: {line}: a condition around it is on none of {', '.join(MACROS)}")
            yield line, header[1], outside
            continue
        yield line, None, outside


# The conditions under which a header can be written before those that include it.
CONDITIONS = {builds_of(condition): condition for condition in (WITH_TBB, WITH_OMP, WITH_MPI, WITH_CUDA, NVCC, CUDA)} | {ALL: ""}


@functools.cache
def comes_back(name):
    """Whether what a header includes includes it again."""
    seen, left = set(), [name]
    while left:
        for _, other, _ in scan(left.pop(), ALL):
            if other == name:
                return True
            if other and other.startswith("thrum/") and other not in seen:
                seen.add(other)
                left.append(other)
    return False


class Writer:
    def __init__(self, needed, everywhere, repeated):
        self.needed = needed  # header: the builds that will have it in the end, where that is known
        self.everywhere = set(everywhere)  # headers of others that all builds need, and that come first
        self.repeated = repeated  # the headers that stand in more than one place
        self.places = {}  # header: how often it stands here
        self.included = {}  # header: the builds that have it by now
        self.others = {}  # the same of headers that are not thrum's
        self.begun = set()
        self.lines = []

    def include_under(self, condition, name):
        before = len(self.lines)
        if condition:
            self.lines.append(f"#if {condition}")
        self.include(name, builds_of(condition) if condition else ALL)
        if condition and len(self.lines) == before + 1:
            self.lines.pop()
        elif condition:
            self.lines.append("#endif")

    def include(self, name, builds):
        """Writes a header of thrum, where one of these builds does not have it yet."""
        if name not in self.begun:
            self.begun.add(name)
            seen = {name}
            for _, other, where in scan(name, builds):
                if other in self.needed and where < builds:
                    self.include_shared(other, where, builds, seen)
        have = self.included.get(name, frozenset())
        if builds <= have:
            return
        self.included[name] = have | builds
        self.places[name] = self.places.get(name, 0) + 1
        guard = "THRUM_HAS_" + re.sub(r"\W", "_", name.removeprefix("thrum/")).upper()
        self.lines.append(f"// ---- {name} {'-' * max(4, 111 - len(name))}")
        if name in self.repeated:
            self.lines += [f"#if !defined({guard})", f"#define {guard}"]
        self.text(name, builds)
        if name in self.repeated:
            self.lines.append("#endif")

    def include_shared(self, name, where, builds, seen):
        """What is included in some of these builds, and in others later, is written for all of them before: headers can be
        included in any order, but for those that come to themselves again."""
        if name in seen:
            return
        seen.add(name)
        for _, other, inner in scan(name, where):
            if other in self.needed:
                self.include_shared(other, inner, builds, seen)
        needed = self.needed[name]
        if name not in self.begun and where < needed <= builds and needed in CONDITIONS and not comes_back(name):
            self.include_under(CONDITIONS[needed], name)

    def text(self, name, builds):
        for line, header, where in scan(name, builds):
            if header is None:
                if line or self.lines[-1]:  # one empty line where includes were between two
                    self.lines.append(line)
            elif header.startswith("thrum/") and "#pragma once" in path_of(header).read_text().splitlines():
                self.include(header, where)
            elif header.startswith("thrum/"):  # a text that is included once for each choice of its macros
                self.included[header] = where
                self.text(header, where)
            elif where == ALL:
                self.everywhere.add(header)
            elif header in self.everywhere:
                continue
            elif where is None:
                self.lines.append(line)
            elif not where <= self.others.get(header, frozenset()):
                self.others[header] = self.others.get(header, frozenset()) | where
                self.lines.append(line)


def path_of(name):
    for directory in ("include", "detail"):
        if (path := ROOT / directory / name).exists():
            return path
    sys.exit(f"there is no {name}")


def write(names, needed={}, everywhere=(), repeated=()):
    writer = Writer(needed, everywhere, repeated)
    for name in FIRST:
        writer.include(name, ALL)
    for name in names:
        writer.include_under(condition_of(name), name)
    return writer


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "single_include") / "thrum" / "thrum.hpp"
    public = sorted(path.relative_to(ROOT / "include").as_posix() for path in (ROOT / "include").rglob("*.*h"))
    # First thrum.h, then what it leaves out; the systems last.
    public.sort(key=lambda name: (name != "thrum/thrum.h", condition_of(name) != "", name))
    # Three times: what needs what, in which order that stands in few places, and then in full.
    first = write(public)
    second = write(public, first.included, first.everywhere)
    repeated = {name for name, places in second.places.items() if places > 1}
    writer = write(public, first.included, first.everywhere, repeated)

    detail = {path.relative_to(ROOT / "detail").as_posix() for path in (ROOT / "detail").rglob("*.*h")}
    if missing := {name for name in detail if not name.startswith(BRACKET)} - writer.included.keys():
        sys.exit(f"no header includes {', '.join(sorted(missing))}")
    number = int(re.search(r"#define THRUM_VERSION (\d+)", path_of("thrum/version.h").read_text())[1])
    version = f"{number // 10000}.{number // 100 % 100}.{number % 100}"

    head = f"""\
// thrum {version}: parallel algorithms for C++20, as one header. It is the same library as <thrum/thrum.h> and all headers
// beside it, with thrum::tbb where THRUM_WITH_TBB is defined, which needs oneTBB, thrum::omp where THRUM_WITH_OMP is, which
// needs OpenMP, thrum::mpi where THRUM_WITH_MPI is, which needs MPI, and thrum::cuda where THRUM_WITH_CUDA is, which needs the
// CUDA toolkit and nvcc (with --extended-lambda). Define the same of them in every file of a program.
//
// Made by scripts/single_include.py: edit the headers that it is made of. Their licence:
//
"""
    licence = "".join(f"// {line}".rstrip() + "\n" for line in (ROOT / "LICENSE").read_text().splitlines())
    guard = f"""
#if defined(THRUM_SINGLE_INCLUDE)
#if THRUM_SINGLE_INCLUDE != {number}
#error "two versions of thrum/thrum.hpp in one file: this one is {version}"
#endif
#else
#if defined(THRUM_HD)
#error "thrum/thrum.hpp is all of thrum: do not include it together with thrum's other headers"
#endif
"""
    body = "".join(f"#include <{name}>\n" for name in sorted(writer.everywhere)) + "\n" + "\n".join(writer.lines)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(f"{head}{licence}{guard}\n{body}\n\n#define THRUM_SINGLE_INCLUDE {number}\n#endif\n")
    print(f"{out}: thrum {version}, {len(writer.included)} headers, {len(body.splitlines())} lines")
    return writer


if __name__ == "__main__":
    main()
