#!/usr/bin/env bash
# Builds and runs a program as a section of a page says: in a new directory, in which `thrum` is the source tree, app.cpp the
# first block of C++ of the page, and CMakeLists.txt the section's block of CMake, the section's commands are run.
#   page.sh <page> <heading> <source tree> <directory>
# CXX and STANDARD say what is meant by g++ and C++20; nothing is optimised, and nvcc makes no code for a real card.
set -euo pipefail
page=$1 heading=$2 source=$3 work=$4
skipped=77
export PATH=$PATH:${NVCC_DIRECTORY:-} CUDAARCHS=75-virtual

# blocks <language> <heading line>: the code in a language between this heading and the next.
blocks() {
  awk -v fence="\`\`\`$1" -v heading="$2" '
    /^```/ { open = !open; wanted = open && here && $0 == fence; next }
    open && wanted { print }
    !open && /^#/ { here = $0 == heading }' "$page"
}

rm -rf "$work"
mkdir -p "$work"
ln -s "$source" "$work/thrum"
blocks cpp "$(head -n 1 "$page")" >"$work/app.cpp"
blocks cmake "## $heading" >"$work/CMakeLists.txt"
blocks sh "## $heading" | sed \
  -e "s|^g++ -std=c++20 -O2|$CXX -std=c++${STANDARD/23/2b} -O0|" \
  -e 's|^nvcc |&-arch=compute_75 -O0 |' \
  -e "s|^cmake -S \. |&-DCMAKE_CXX_STANDARD=$STANDARD |" \
  -e 's|-DCMAKE_BUILD_TYPE=Release|-DCMAKE_BUILD_TYPE=None|' >"$work/commands"
if [[ ! -s $work/app.cpp || ! -s $work/commands ]]; then
  echo "$page has no program, or no commands under '## $heading'" >&2
  exit 1
fi
for tool in pkg-config python3; do
  if grep -qw -e "$tool" "$work/commands" && ! command -v "$tool" >/dev/null; then
    echo "skipped: there is no $tool on this machine"
    exit "$skipped"
  fi
done
cd "$work"
bash -eux commands
