#!/usr/bin/env bash
# course_example.sh <program> [<option>...]: an example of the course at its small size, on every policy; with its results taken
# for wrong, which its check has to find; and with what it cannot do. It is given the options each time.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# New memory is filled with what no result is: glibc would else hand one policy's results to the next, which could then
# leave them as they are.
export MALLOC_PERTURB_=165

quick=(--quick "${@:2}")
expect 0 'check: ok (' "${quick[@]}"
expect 1 'check: FAILED (' "${quick[@]}" --spoil

expect 2 '--n: has to be a whole number' --n -1
# One policy will do for what is written.
quick+=(--policy seq)
expect 1 "cannot write $work/none/times.csv" "${quick[@]}" --csv "$work/none/times.csv"
# It draws either a figure or an image, and refuses the other.
kind=svg
if "$program" --help | grep -q 'an image'; then kind=png; fi
expect 1 "cannot write $work/none/picture.$kind" "${quick[@]}" --plot "$work/none/picture.$kind"
if [[ -c /dev/full ]]; then
  ln -s /dev/full "$work/full.$kind"
  expect 1 "cannot write $work/full.$kind" "${quick[@]}" --plot "$work/full.$kind"
fi
