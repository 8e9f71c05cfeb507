#!/usr/bin/env bash
# ranks_example.sh <program> [<mpiexec> <option>... -n]: runs an example that has ranks at its small
# size, on one to four ranks: threads of the program, or processes that mpiexec starts.
set -euo pipefail
source "$(dirname "$0")/common.sh"

example=$program
start=("${@:2}")
# on <ranks> <status> <text> <arguments>...: so many ranks end with this status, and print this text.
on() {
  local ranks=$1 status=$2 text=$3
  shift 3
  if ((${#start[@]} == 0)); then
    expect "$status" "$text" "$@" --ranks "$ranks"
  else
    program=${start[0]}
    expect "$status" "$text" "${start[@]:1}" "$ranks" "$example" "$@"
  fi
}

for ranks in 1 2 3 4; do
  on $ranks 0 'check: ok (' --quick
  (($(grep -c '^check:' "$work/out") == 1)) || fail "$ranks ranks: other than rank 0 print"
done
on 3 1 'check: FAILED (' --quick --spoil
on 3 2 '--n: has to be a whole number' --n -1
on 2 1 "cannot write $work/none/times.csv" --quick --policy seq --csv "$work/none/times.csv"
