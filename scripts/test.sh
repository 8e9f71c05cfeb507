#!/usr/bin/env bash
# Installs what is missing, builds the tests and runs them. Arguments go to CMake's configuration.
# Without a CUDA toolkit it tests everything but CUDA; with one and no card, CUDA code is built and its tests skip. What
# takes longer is left to .ci/run: random calls, the measured tables of docs/reference, wrong calls under a second compiler,
# and programs over Thrust.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"
build=${THRUM_BUILD_DIR:-$root/build/test}
mkdir -p "$build"

install compiler cmake ninja tbb doctest
need_cmake "$root"

# No optimisation, but where tests ask for it: the time goes into compiling. What cannot run here, for want of a card, is
# compiled once for each backend.
cuda_flags=-O1 few=OFF
if ! has_card; then
  cuda_flags=-O0 few=ON
  if command -v nvcc >/dev/null && [[ $(nvcc --help) == *--Ofast-compile* ]]; then cuda_flags='-O0 -Ofc=max'; fi
fi

say "Configuring"
quietly "$build/configure.log" cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_CUDA_FLAGS_DEBUG="$cuda_flags" \
  -DTHRUM_TEST_FEW_CUDA_SYSTEMS=$few -DTHRUM_TEST_MORE=OFF \
  -DTHRUM_TBB=ON -DTHRUM_BUILD_TESTS=ON -DTHRUM_BUILD_EXAMPLES=OFF -DTHRUM_BUILD_BENCHMARKS=OFF "$@"
if ! grep -q '^THRUM_CUDA:BOOL=ON' "$build/CMakeCache.txt"; then
  say "CUDA: no toolkit that works was found; everything but CUDA is tested"
elif has_card; then
  say "CUDA: toolkit and card found"
else
  say "CUDA: toolkit found, but no card: the CUDA tests are built, and skip"
fi

say "Building the tests"
cmake --build "$build" -j "$(jobs)"

say "Running them"
ctest --test-dir "$build" --no-tests=error --output-on-failure -j "$(jobs)"
