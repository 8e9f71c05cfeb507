#!/usr/bin/env bash
# Installs what is missing, builds the demonstration's programs and runs them on this machine's policies: sequential, all
# cores, and CUDA where there is a card.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
source "$root/scripts/lib.sh"
build=${THRUM_BUILD_DIR:-$root/build/demo}
megabytes=${THRUM_DEMO_MEGABYTES:-200}
mkdir -p "$build"

install compiler cmake ninja tbb cli11 stb
need_cmake "$root"

# A program for the card takes nvcc longer to build than the one for the cores, and shows nothing more without a card.
cuda=OFF suffix=
if has_card && command -v nvcc >/dev/null; then cuda=ON suffix=_cuda; fi

say "Building (CUDA: $cuda)"
quietly "$build/configure.log" cmake -S "$root" -B "$build" -G Ninja \
  -DCMAKE_BUILD_TYPE=Release -DTHRUM_TBB=ON -DTHRUM_CUDA=$cuda \
  -DTHRUM_BUILD_TESTS=OFF -DTHRUM_BUILD_EXAMPLES=ON -DTHRUM_BUILD_BENCHMARKS=OFF "$@"
cmake --build "$build" -j "$(jobs)" --target sort_32m$suffix word_count$suffix \
  heat_equation$suffix mc_pi$suffix kernel_fusion$suffix

say "sort_32m: the same calls under every policy of this machine"
"$build/examples/sort_32m$suffix"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Some text that is on the machine.
text=$root/README.md
for candidate in /usr/share/common-licenses/*; do
  if [[ -r $candidate && $(wc -c <"$candidate") -gt $(wc -c <"$text") ]]; then text=$candidate; fi
done
say "word_count: the words of $text"
"$build/examples/word_count$suffix" "$text"

# Its lines, shuffled anew for each repetition: every word is there as many times more often.
say "Making a text of $megabytes MB out of it"
awk -v goal="$megabytes" '
  { line[NR] = $0; size += length($0) + 1 }
  END {
    srand(32)
    rounds = int(goal * 1e6 / size) + 1
    for (r = 1; r <= rounds; ++r) {
      for (i = NR; i > 0; --i) {
        j = 1 + int(rand() * i)
        print line[j]
        swap = line[i]; line[i] = line[j]; line[j] = swap
      }
      percent = int(100 * r / rounds)
      if (percent != shown) printf "\r%d %%", shown = percent > "/dev/stderr"
    }
    print "" > "/dev/stderr"
  }' "$text" >"$work/large.txt"

say "word_count: the same text, $(wc -c <"$work/large.txt") bytes"
"$build/examples/word_count$suffix" "$work/large.txt"

pictures=$build/pictures
mkdir -p "$pictures"
for example in simulation/heat_equation random/mc_pi elementwise/kernel_fusion; do
  name=${example##*/}
  say "$name: examples/$example.cpp"
  "$build/examples/$name$suffix" --plot "$pictures/$name.svg"
done
say "Pictures: $(cd "$pictures" && echo *) in $pictures"
