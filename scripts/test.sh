#!/usr/bin/env bash
# Installs what is missing, builds the tests and runs them. Arguments go to CMake's configuration.
# Without a CUDA toolkit it tests everything but CUDA; with one and no card, the CUDA tests run on the emulated card. Each
# family of algorithms is tested on every backend, several tests to a program. What takes longer is left to .ci/run: every type
# and system of each test, deterministic(), graphs and several devices on the emulated card, random calls, wrong calls, the
# packages, the documentation, programs over Thrust, and the emulated card's own tests.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"
build=${THRUM_BUILD_DIR:-$root/build/test}
card=()
mkdir -p "$build"

install compiler cmake ninja tbb doctest
need_cmake "$root"

# No optimisation, but where tests ask for it: the time goes into compiling. Without a card the CUDA programs run on the
# emulated card, for which nvcc makes PTX alone.
cuda_flags=-O1
if ! has_card; then
  cuda_flags=-O0
  if command -v nvcc >/dev/null; then card=(-DTHRUM_EMULATED_CARD=ON -DCMAKE_CUDA_ARCHITECTURES=75-virtual); fi
fi

say "Configuring"
quietly "$build/configure.log" cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CUDA_FLAGS_DEBUG="$cuda_flags" \
  ${card[@]+"${card[@]}"} -DTHRUM_TEST_MORE=OFF \
  -DTHRUM_TBB=ON -DTHRUM_BUILD_TESTS=ON -DTHRUM_BUILD_EXAMPLES=OFF -DTHRUM_BUILD_BENCHMARKS=OFF -DTHRUM_TEST_REPEATS= "$@"
if ! grep -q '^THRUM_CUDA:BOOL=ON' "$build/CMakeCache.txt"; then
  say "CUDA: no toolkit that works was found; everything but CUDA is tested"
elif has_card; then
  say "CUDA: toolkit and card found"
else
  say "CUDA: toolkit found, but no card: the CUDA tests run on the emulated card (tests/emulator)"
fi

say "Building the tests"
cmake --build "$build" -j "$(jobs)"

say "Running them"
ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(jobs)"
