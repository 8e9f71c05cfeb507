#!/usr/bin/env bash
# Compiles thrum with every compiler on the machine, and prints a table: scripts/compilers.sh [--quick] [COMPILER]...
# Compilers are g++, clang++ and nvcc of any version, named or found; PyPI's ziglang, where no clang++ of 20 or newer is found,
# brings a new clang++ with libc++. Warnings are errors.
#
#   headers      thrum/thrum.h alone, C++20 and C++23, lean and not, oneTBB and not: 8 compilations (--quick: 2)
#   calls        tests/compilers/calls.cpp, a call of every family, linked and run: -O0, -O1, -O2, -O3 and -O3 -march=native, which
#                take turns with C++20 and C++23, lean and not, oneTBB and not (--quick: -O0)
#   exceptions   -fno-exceptions is an error that says so
#   nvcc         the same calls, not run, for 7.5, 8.0, 9.0, 10.0 and 12.0 (--quick: thrum.h with cuda.cuh for 7.5)
#
# The calls take g++ 12 at -O3 a minute and a half of a core, clang++ 14 at -O0 ten seconds. A failure does not stop it; the
# status is 1 then.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"
work=${THRUM_COMPILERS_DIR:-$root/build/compilers}
mkdir -p "$work"

quick=
if [[ ${1:-} == --quick ]]; then
  quick=1
  shift
fi
names=("$@")

# Each version once: g++ is g++-12, say.
find_compilers() {
  local name version seen=' '
  for name in g++ clang++ $(compgen -c | grep -E '^(g|clang)\+\+-[0-9]+$' | sort -V -u); do
    command -v "$name" >/dev/null || continue
    version=$("$name" --version | head -n 1 | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)
    if [[ $seen != *" ${name%%+*}$version "* ]]; then names+=("$name"); fi
    seen+="${name%%+*}$version "
  done
  if [[ ! $seen =~ clang[2-9][0-9]\. ]] && ziglang; then names+=("$work/zig/clang++"); fi
  if command -v nvcc >/dev/null; then names+=(nvcc); fi
}

# A new clang++ from PyPI, beside the builds. It sees no headers of the machine, so that oneTBB's get a folder of their own.
ziglang() {
  if [[ ! -x $work/zig/clang++ ]]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || return 1
    python3 -m venv "$work/zig" && "$work/zig/bin/pip" -q install ziglang || return 1
    mkdir -p "$work/zig/include"
    local folder
    for folder in tbb oneapi; do
      if [[ -d /usr/include/$folder ]]; then ln -sfn "/usr/include/$folder" "$work/zig/include/$folder"; fi
    done
    printf '#!/bin/sh\nexec "%s/bin/python" -m ziglang c++ -I "%s/include" "$@"\n' "$work/zig" "$work/zig" >"$work/zig/clang++"
    chmod +x "$work/zig/clang++"
  fi
}

tbb=
if has_header oneapi/tbb/version.h; then tbb=-DTHRUM_WITH_TBB; fi
if ((${#names[@]} == 0)); then find_compilers; fi
((${#names[@]} > 0)) || fail "there is no compiler"

include=(-I "$root/include" -I "$root/detail")
warnings=(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
calls=$root/tests/compilers/calls.cpp
echo '#include <thrum/thrum.h>' >"$work/header.cpp"
printf '#include <thrum/thrum.h>\n#include <thrum/cuda.cuh>\n' >"$work/header.cu"
log=$work/log
failures=0

row() { printf '%-34s %-10s %-58s %s\n' "$@"; }

# try <compiler> <what> <flags as the table has them> <command>...
try() {
  local compiler=$1 what=$2 flags=$3 verdict=ok start=$SECONDS
  shift 3
  if ! "$@" >"$log" 2>&1; then
    verdict=FAILED
    failures=$((failures + 1))
  fi
  row "$compiler" "$what" "$flags" "$verdict, $((SECONDS - start)) s"
  if [[ $verdict == FAILED ]]; then grep -m 5 -E 'error|wrong:|warning' "$log" || tail -n 5 "$log"; fi
}

compile_and_run() {
  rm -f "$work/calls"
  "$@" -o "$work/calls" && "$work/calls"
}

refuses_no_exceptions() {
  local said
  if said=$("$@" 2>&1); then return 1; fi
  [[ $said == *'thrum needs exceptions: compile without -fno-exceptions'* ]]
}

host() {
  local cxx=$1 name=$2 standard=c++23 lines line flags libraries
  # clang++ 14 to 16 do not know it by its name.
  if ! echo 'int main() {}' | "$cxx" "-std=$standard" -x c++ -fsyntax-only - 2>/dev/null; then standard=c++2b; fi
  lines=("-std=c++20 $tbb" "-std=$standard -DTHRUM_LEAN")
  if [[ ! $quick ]]; then
    lines+=(-std=c++20 "-std=c++20 -DTHRUM_LEAN" "-std=c++20 -DTHRUM_LEAN $tbb"
      "-std=$standard" "-std=$standard $tbb" "-std=$standard -DTHRUM_LEAN $tbb")
  fi
  for line in "${lines[@]}"; do
    read -ra flags <<<"$line"
    try "$name" headers "${flags[*]}" "$cxx" "${flags[@]}" "${warnings[@]}" "${include[@]}" -fsyntax-only "$work/header.cpp"
  done

  lines=("-std=c++20 -O0 -DTHRUM_LEAN $tbb")
  if [[ ! $quick ]]; then
    lines+=("-std=$standard -O1" "-std=c++20 -O2 $tbb" "-std=$standard -O3 -DTHRUM_LEAN" "-std=$standard -O3 -march=native $tbb")
  fi
  for line in "${lines[@]}"; do
    read -ra flags <<<"$line"
    libraries=()
    if [[ $line == *TBB* ]]; then libraries=(-ltbb); fi
    if [[ $cxx == "$work/zig/clang++" && $line == *TBB* ]]; then  # oneTBB's library is over another standard library
      try "$name" calls "${flags[*]}, not run" "$cxx" "${flags[@]}" "${warnings[@]}" "${include[@]}" -c "$calls" -o "$work/calls.o"
    else
      try "$name" calls "${flags[*]}" compile_and_run "$cxx" "${flags[@]}" "${warnings[@]}" "${include[@]}" "$calls" "${libraries[@]}"
    fi
  done

  try "$name" exceptions -fno-exceptions refuses_no_exceptions \
    "$cxx" -std=c++20 -fno-exceptions "${include[@]}" -fsyntax-only "$work/header.cpp"
}

device() {
  local cxx=$1 name=$2 capability source=$calls what=calls
  local capabilities=(75 80 90 100 120)
  if [[ $quick ]]; then capabilities=(75) source=$work/header.cu what=headers; fi
  for capability in "${capabilities[@]}"; do
    try "$name" "$what" "-std=c++20 -arch=sm_$capability" \
      "$cxx" -std=c++20 -O1 "-arch=sm_$capability" --extended-lambda -Werror all-warnings \
      -Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow "${include[@]}" -x cu -c "$source" -o "$work/calls.o"
  done
}

row compiler what flags verdict
for cxx in "${names[@]}"; do
  if [[ $cxx == *nvcc* ]]; then
    device "$cxx" "nvcc $("$cxx" --version | grep -oE 'V[0-9.]+' | tr -d V)"
  else
    host "$cxx" "$(basename "$cxx" | grep -oE '^(g|clang)\+\+') $("$cxx" --version | head -n 1 | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)"
  fi
done
((failures == 0)) || fail "$failures failed"
say "All compiled"
