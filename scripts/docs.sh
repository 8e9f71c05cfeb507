#!/usr/bin/env bash
# Builds the documentation's site into build/docs/html: installs what it needs, takes warnings as errors, and checks that
# every link between pages, to their sections and to files of the tree leads somewhere. Links to other sites are not followed.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
source scripts/lib.sh
out=build/docs
venv=$out/venv
mkdir -p "$out"

if ! cmp -s docs/requirements.txt "$venv/requirements.txt"; then
  install python
  python3 -m venv --clear "$venv"
  quietly "$out/pip.log" "$venv/bin/pip" install --disable-pip-version-check -r docs/requirements.txt
  cp docs/requirements.txt "$venv/requirements.txt"
fi

rm -rf "$out/html"
quietly "$out/sphinx.log" "$venv/bin/sphinx-build" -W --keep-going -n -E -q -d "$out/doctrees" docs "$out/html"
"$venv/bin/python" tests/docs/check_links.py "$out/html"
say "The site: $out/html/index.html"
