#!/usr/bin/env bash
# thrum_course <program>: runs stand-ins for examples, which end in every possible way; and the
# course's own table.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# stand_in <id> <text>: makes a program of this name that is this script.
mkdir "$work/programs"
stand_in() {
  printf '#!/usr/bin/env bash\n%s\n' "$2" >"$work/programs/$1"
  chmod +x "$work/programs/$1"
}
read_csv='while (($#)); do if [[ $1 == --csv ]]; then csv=$2; fi; shift; done'

cat >"$work/index.csv" <<'EOF'
group,id,lecture,policies,check
first,good,"L1 p2; a title, "quoted"",seq par cuda,""
first,plain,L1 p3,seq,""
second,wrong,L2 p1,seq,""
second,silent,L2 p2,seq,""
second,fails,L2 p3,seq,""
second,crashes,L2 p4,seq,""
second,slow,L2 p5,seq,""
second,missing,L2 p6,seq,""
EOF
stand_in good "echo \"good: \$*\" >&2; echo \"good: \$*\"; $read_csv
printf 'id,what,policy,n,seconds,bytes,flops\ngood,\"a, b\",std,7,9,0,0\ngood,\"sum, of\",seq,1234567,0.5,0,0\ngood,\"sum, of\",par,1234567,0.2,0,0\ngood,other,seq,9,9,0,0\n' >\"\${csv:-/dev/null}\"
echo 'check: ok (the sum)'"
stand_in plain "echo 'check: ok (nothing measured)'"
stand_in wrong "echo 'check: FAILED (two: 3 instead of 2)'; exit 1"
stand_in silent "echo nothing"
stand_in fails "echo 'error: --n needs 9 GB' >&2; exit 2"
stand_in crashes 'kill -SEGV $$'
stand_in slow 'exec sleep 30'
course=(--index "$work/index.csv" --programs "$work/programs")

expect 0 'a title, "quoted"' "${course[@]}" list
grep -q '^second$' "$work/out" || fail "list has no groups"
grep -q '^  missing  *not built' "$work/out" || fail "list does not say what is not built"
expect 0 'plain' "${course[@]}" list --group first
if grep -q 'wrong' "$work/out"; then fail "list --group first has the other group"; fi

# One example: its options reach it, and its output and its status come back.
expect 0 'good: --n 5 --policy seq' "${course[@]}" run good --n 5 --policy seq
expect 0 'good: --quick --repeat 2' "${course[@]}" run --quick --repeat 2 good
expect 1 'check: FAILED (two' "${course[@]}" run wrong
expect 2 '--n needs 9 GB' "${course[@]}" run fails
expect 1 'crashes crashed: Segmentation fault' "${course[@]}" run crashes
expect 1 'slow was ended after' "${course[@]}" run --time-limit 0.2 slow
expect 1 'missing is not built: there is no program missing in' "${course[@]}" run missing
expect 2 'there is no example goood; did you mean good?' "${course[@]}" run goood
expect 2 'did you mean crashes?' "${course[@]}" run crash
expect 2 'there is no example xyzzy-plugh (' "${course[@]}" run xyzzy-plugh

# All examples: the table, and the errors.
expect 0 '2 examples, all good' "${course[@]}" run --group first --quick
grep -Eq '^  good +1,234,567 +500\.0 +200\.0 +2\.50 +ok$' "$work/out" || fail "the row of good"
grep -Eq '^  plain +- +- +- +- +ok$' "$work/out" || fail "the row of plain"
expect 1 '8 examples, 6 not good' "${course[@]}" run --all --time-limit 0.5
for line in 'wrong: FAILED: check: FAILED (two: 3 instead of 2)' \
  'silent: error: it ended with status 0 and without a verdict' 'fails: error: --n needs 9 GB' \
  'crashes: crashed: ended by a signal: Segmentation fault' 'slow: too slow: ended after 0.5 s' \
  'missing: not built: there is no program missing in'; do
  grep -qF "$line" "$work/out" || fail "the summary has no line: $line"
done
expect 2 'there is no group secnd; did you mean second?' "${course[@]}" run --group secnd

# Runs the CUDA program if there is one, unless a policy of the host is named.
stand_in plain_cuda "echo 'check: ok (on the card)'"
expect 0 'on the card' "${course[@]}" run plain
expect 0 'nothing measured' "${course[@]}" run plain --policy seq
expect 0 'nothing measured' "${course[@]}" run plain --policy=par

expect 2 'run needs the id of an example, or --all' "${course[@]}" run
expect 2 'It takes no id' "${course[@]}" run --all good
expect 2 '--policy' "${course[@]}" run --all --policy fast
expect 2 '--time-limit' "${course[@]}" run --all --time-limit 0
expect 2 'subcommand is required' "${course[@]}"
expect 2 'File does not exist' --index "$work/none.csv" list
expect 0 'run --all' --help

# The table of the course itself.
expect 0 'hypot_50m' list
