#!/usr/bin/env bash
# Builds the module of docs/guides/other_libraries.md, the page's block of ```c++, and runs its block of ```python.
#   guide.sh <source tree> <directory> <compiler> [<flag>...]
set -euo pipefail
source=$1 work=$2 cxx=$3
mkdir -p "$work"

block() { awk -v fence="\`\`\`$1" '$0 == fence { inside = 1; next } /^```/ { inside = 0 } inside' "$source/docs/guides/other_libraries.md"; }
block c++ >"$work/running.cpp"
block python >"$work/program.py"
[[ -s $work/running.cpp && -s $work/program.py ]] || { echo "the page has no module, or no program" >&2; exit 1; }
exec bash "$source/tests/python/run.sh" "$source" "$work" "$cxx" "$work/program.py" "$work/running.cpp" "${@:4}"
