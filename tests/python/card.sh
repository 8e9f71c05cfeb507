#!/usr/bin/env bash
# Builds the Python module arrays_on_card and tries it beside CuPy, Numba and PyTorch, whichever the interpreter has.
#   card.sh <source tree> <directory> [<python>]
# Without a GPU, nvcc or nanobind the test is skipped.
set -euo pipefail
source=$1 work=$2 python=${3:-python3}
skip() {
  echo "skipped: $1"
  exit 77
}

nvidia-smi -L >/dev/null 2>&1 || skip "there is no GPU"
command -v nvcc >/dev/null || skip "there is no nvcc"
nanobind=$("$python" -c 'import nanobind, os; print(os.path.dirname(nanobind.include_dir()))' 2>/dev/null) || skip "there is no nanobind"
headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
[[ -f $headers/Python.h ]] || skip "there is no Python.h: install python3-dev"

mkdir -p "$work"
options=(-std=c++20 -O1 -isystem "$headers" -isystem "$nanobind/include" -isystem "$nanobind/ext/robin_map/include")
c++ "${options[@]}" -fPIC -fvisibility=hidden -w -fno-strict-aliasing -c "$nanobind/src/nb_combined.cpp" -o "$work/nanobind.o"
nvcc "${options[@]}" -arch=native --extended-lambda -Xcompiler -fPIC,-fvisibility=hidden -I "$source/include" -I "$source/detail" \
  -DTHRUM_WITH_CUDA -c "$source/tests/python/arrays_on_card.cu" -o "$work/arrays_on_card.o"
nvcc -shared "$work/nanobind.o" "$work/arrays_on_card.o" -o "$work/arrays_on_card.so"
PYTHONPATH=$work exec "$python" "$source/tests/python/card_exchange.py"
