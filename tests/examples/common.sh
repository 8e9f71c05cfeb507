# Functions that the tests of the examples share. <name>.sh sources this file and gets the example's
# program.
# shellcheck shell=bash
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  cat "$work/out" >&2
  exit 1
}

# expect <status> <text> <arguments>...: the program ends with this status and prints this text.
expect() {
  local status=$1 text=$2 got=0
  shift 2
  "$program" "$@" >"$work/out" 2>&1 || got=$?
  ((got == status)) || fail "$* ended with status $got instead of $status"
  grep -qF -- "$text" "$work/out" || fail "$* did not print: $text"
}
