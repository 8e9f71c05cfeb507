#!/usr/bin/env bash
# Runs a CUDA program on the emulated card, on a machine without a GPU: scripts/emulate.sh PROGRAM [ARGUMENT]...
# The program has PTX in it and the shared runtime: nvcc -arch=compute_75 -lineinfo -cudart shared. The card is built the first
# time, which takes a minute. docs/guides/without_a_card.md tells what it checks, and the variables that it obeys.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"
build=${THRUM_EMULATOR_DIR:-$root/build/emulator}

(($# > 0)) || fail "usage: scripts/emulate.sh PROGRAM [ARGUMENT]..."
command -v "$1" >/dev/null || fail "there is no program $1"
linked=$(ldd "$(command -v "$1")" 2>/dev/null || true)
[[ $linked == *libcudart.so* ]] ||
  fail "$1 has no shared CUDA runtime, whose place the emulated card takes: link it with nvcc -cudart shared"

mkdir -p "$build"
install compiler cmake ninja >&2
need_cmake "$root" >&2
quietly "$build/configure.log" cmake -S "$root/tests/emulator" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release >&2
quietly "$build/build.log" cmake --build "$build" -j "$(jobs)" --target emulated_cudart >&2

export LD_LIBRARY_PATH="$build/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$@"
