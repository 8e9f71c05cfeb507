#!/usr/bin/env bash
# sort_32m <program>: sizes around 0 and around the sizes of tiles, and wrong options.
set -euo pipefail
source "$(dirname "$0")/common.sh"

for n in 0 1 2 1000 65537 1000003; do
  expect 0 'check: ok' --n "$n" --repeat 1
done
expect 0 'std::sort' --n 1000 --repeat 1 --policy seq
if grep -q 'tbb::par' "$work/out"; then fail "--policy seq ran tbb::par too"; fi

expect 2 '--n: has to be a whole number of at least 0, not -1' --n -1
expect 2 '--n: has to be a whole number of at least 0, not many' --n many
expect 2 'GB of memory' --n 1000000000000000
expect 2 '--repeat: has to be a whole number of at least 1' --repeat 0
expect 2 '--threads: has to be a whole number of at least 1' --threads 0
expect 2 '--policy' --policy fast
expect 2 '--fast' --fast
expect 0 'Usage' --help
