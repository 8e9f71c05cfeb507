#!/usr/bin/env bash
# Fetches the peers of the benchmarks that this machine lacks: Boost.Sort, Highway and, on Debian,
# ips4o by the package manager, and oneDPL from PyPI into build/peers, together with matplotlib for
# the plots. Only the CUDA toolkit has Thrust.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"

install compiler benchmark tbb boost-sort vqsort python
if command -v apt-get >/dev/null; then install ips4o; fi
peers=$root/build/peers
python3 -m venv "$peers"
"$peers/bin/pip" -q install matplotlib || say "matplotlib could not be fetched: there will be no plots"
if [[ ! -e $peers/onedpl/include/oneapi/dpl/execution ]]; then
  rm -rf "$peers/wheel" "$peers/onedpl"
  "$peers/bin/pip" -q download --no-deps --dest "$peers/wheel" 'onedpl-devel==2022.*' ||
    fail "oneDPL could not be fetched from PyPI"
  "$peers/bin/python" -m zipfile -e "$peers"/wheel/*.whl "$peers/wheel"
  mv "$peers"/wheel/*.data/data "$peers/onedpl"
  rm -rf "$peers/wheel"
fi
say "Now build, and run with $peers/bin/python benchmarks/run.py"
