#!/usr/bin/env bash
# course_example.sh <program> [<option>...]: runs an example of the course at its small size, on
# every policy; with falsified results, which its check has to find; and with requests that it
# cannot fulfil. Each run gets the options.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# Fills new memory with values that no result has: glibc would otherwise give one policy's results
# to the next, which could leave them unchanged.
export MALLOC_PERTURB_=165

quick=(--quick "${@:2}")
expect 0 'check: ok (' "${quick[@]}"
expect 1 'check: FAILED (' "${quick[@]}" --spoil

expect 2 '--n: has to be a whole number' --n -1
# One policy is enough for the output files.
quick+=(--policy seq)
expect 1 "cannot write $work/none/times.csv" "${quick[@]}" --csv "$work/none/times.csv"
# The example draws either a figure or an image, and refuses the other.
kind=svg
if "$program" --help | grep -q 'an image'; then kind=png; fi
expect 1 "cannot write $work/none/picture.$kind" "${quick[@]}" --plot "$work/none/picture.$kind"
if [[ -c /dev/full ]]; then
  ln -s /dev/full "$work/full.$kind"
  expect 1 "cannot write $work/full.$kind" "${quick[@]}" --plot "$work/full.$kind"
fi
