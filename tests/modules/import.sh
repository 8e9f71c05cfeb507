#!/usr/bin/env bash
# import.sh <clang++> <module/thrum.cppm> <work> <flag>...: compiles the module, a program that imports it, and runs it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
compiler=$1 module=$2 work=$3
shift 3
mkdir -p "$work"
cd "$work"
flags=(-std=c++20 -Wall -Wextra -Werror "$@")
"$compiler" "${flags[@]}" --precompile "$module" -o thrum.pcm
"$compiler" "${flags[@]}" -Wno-unused-command-line-argument -c thrum.pcm -o thrum.o
"$compiler" "${flags[@]}" -fprebuilt-module-path=. -c "$here/imports.cpp" -o imports.o
"$compiler" "${flags[@]}" -c "$here/includes.cpp" -o includes.o
libraries=()
if [[ " $* " == *" -DTHRUM_WITH_TBB "* ]]; then libraries=(-ltbb); fi
"$compiler" thrum.o imports.o includes.o "${libraries[@]}" -o imports
./imports
