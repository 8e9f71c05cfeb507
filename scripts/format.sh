#!/usr/bin/env bash
# Checks the formatting of every C++ and CUDA source, or with --fix lays them out. Older clang-formats cannot lay out
# concepts, so the version is fixed; it comes from PyPI into build/clang-format.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source scripts/lib.sh
version=18.1.8 venv=$root/build/clang-format
case ${1:-} in
  '') options=(--dry-run -Werror) ;;
  --fix) options=(-i) ;;
  *) fail "format.sh takes --fix or nothing, not $1" ;;
esac

if ! "$venv/bin/clang-format" --version 2>/dev/null | grep -qF "$version"; then
  install python
  python3 -m venv "$venv"
  "$venv/bin/pip" -q install "clang-format==$version" ||
    fail "clang-format $version could not be fetched from PyPI, and the formatting is unchecked without it"
fi
git ls-files -z '*.h' '*.cuh' '*.cpp' '*.cu' | xargs -0 "$venv/bin/clang-format" "${options[@]}"

# clang-format leaves comments as they are. Code within a comment is indented, and may be as long as code.
long=$(git ls-files 'include/*' 'detail/*' | xargs grep -nE '^ *//+ ?[^ /]' | awk -F: '{line = $0; sub(/^[^:]*:[^:]*:/, "", line)}
  length(line) > 100 {print $1 ":" $2}')
if [[ $long ]]; then fail "comments of more than 100 columns: $long"; fi
