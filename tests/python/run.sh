#!/usr/bin/env bash
# Builds Python modules with thrum, and runs the tests of them.
#   run.sh <source tree> <directory> <compiler> <test.py> <module.cpp> [<flag>...]
# NumPy and nanobind come from PyPI into build/python of the source tree. If they cannot be had, the test is skipped.
set -euo pipefail
source=$1 work=$2 cxx=$3 test=$4 module=$5
flags=("${@:6}")
skip() {
  echo "skipped: $1"
  exit 77
}

venv=$source/build/python
mkdir -p "$source/build" "$work"
(
  flock 9
  if ! "$venv/bin/python" -c 'import numpy, nanobind' 2>/dev/null; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || exit 1
    python3 -m venv --clear "$venv" && "$venv/bin/pip" -q install --disable-pip-version-check numpy nanobind || exit 1
  fi
) 9>"$source/build/python.lock" || skip "NumPy and nanobind cannot be had from PyPI"
python=$venv/bin/python
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[[ -f $headers/Python.h ]] || skip "there is no Python.h: install python3-dev"
nanobind=$("$python" -c 'import nanobind, os; print(os.path.dirname(nanobind.include_dir()))')

# Nanobind's part is compiled once. Its own warnings are not ours.
options=(-std=c++20 -fPIC -fvisibility=hidden -isystem "$headers" -isystem "$nanobind/include" -isystem "$nanobind/ext/robin_map/include")
sanitizers=()
for flag in "${flags[@]}"; do
  if [[ $flag == -fsanitize=* ]]; then sanitizers+=("$flag"); fi
done
name=$(basename "$module" .cpp)
"$cxx" "${options[@]}" ${sanitizers[@]+"${sanitizers[@]}"} -O1 -w -fno-strict-aliasing -c "$nanobind/src/nb_combined.cpp" -o "$work/nanobind.o"
"$cxx" "${options[@]}" -I "$source/include" -I "$source/detail" -DTHRUM_WITH_TBB "${flags[@]}" -c "$module" -o "$work/$name.o"
"$cxx" -shared ${sanitizers[@]+"${sanitizers[@]}"} "$work/nanobind.o" "$work/$name.o" -ltbb -o "$work/$name.so"

# The interpreter has no sanitizer: its library comes first. The interpreter leaves memory behind at its end, so that leaks
# are found by counts of what lives.
if ((${#sanitizers[@]})); then
  libasan=$("$cxx" -print-file-name=libasan.so)
  [[ -f $libasan ]] || skip "there is no libasan.so"
  export LD_PRELOAD=$libasan:$("$cxx" -print-file-name=libstdc++.so) ASAN_OPTIONS=detect_leaks=0
fi
PYTHONMALLOC=malloc PYTHONPATH=$work exec "$python" "$test"
