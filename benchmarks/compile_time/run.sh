#!/usr/bin/env bash
# Measures what including thrum costs, in seconds of the compiler: medians by hyperfine. The .cu is
# the same program over Thrust and over thrum, in one run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
source "$root/scripts/lib.sh"
command -v hyperfine >/dev/null || fail "please install hyperfine"
results=$(mktemp)
trap 'rm -f "$results"' EXIT

include="-I $root/include -I $root/detail"
commands=(
  -n "g++ -O0, reduce under seq" "g++ -std=c++20 -O0 $include -c $here/reduce_seq.cpp -o /dev/null"
  -n "g++ -O0, reduce under tbb::par"
  "g++ -std=c++20 -O0 -DTHRUM_WITH_TBB $include -c $here/reduce_tbb.cpp -o /dev/null"
)
if command -v nvcc >/dev/null; then
  nvcc="nvcc -std=c++20 -O3 -arch=compute_75 --extended-lambda -DTHRUM_WITH_CUDA $include -o $results.o -c"
  trap 'rm -f "$results" "$results.o"' EXIT
  commands+=(
    -n "nvcc, sort + scan + reduce over thrum" "$nvcc $here/cuda_thrum.cu"
    -n "nvcc, sort + scan + reduce over Thrust" "$nvcc $here/cuda_thrust.cu"
  )
fi
hyperfine --style none --warmup 1 --runs "${THRUM_RUNS:-5}" --export-json "$results" "${commands[@]}" >/dev/null
python3 -c '
import json, sys
for result in json.load(open(sys.argv[1]))["results"]:
    print("{:8.2f} s  {}".format(result["median"], result["command"]))
' "$results"
