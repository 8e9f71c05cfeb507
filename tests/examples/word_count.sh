#!/usr/bin/env bash
# word_count <program> [<words>]: compares with tr, awk and sort; files that are empty, missing or
# no files; wrong options.
set -euo pipefail
source "$(dirname "$0")/common.sh"

# count_by_tools <files>...: "count word" of each word, in the order of the program.
count_by_tools() {
  local file
  for file in "$@"; do
    cat "$file"
    echo
  done | tr 'A-Z' 'a-z' | tr -c "a-z0-9'\200-\377" ' ' | tr ' ' '\n' | awk '
    {
      gsub(/\047\047+/, " ")
      for (i = split($0, part, " "); i > 0; --i) {
        sub(/^\047/, "", part[i])
        sub(/\047$/, "", part[i])
        if (part[i] != "") ++count[part[i]]
      }
    }
    END { for (word in count) print count[word], word }' | sort -k1,1nr -k2,2
}

# same <arguments>...: the program counts the words of $files as the tools do.
same() {
  expect 0 'check: ok' "${files[@]}" --check --top 1000000 "$@"
  awk '/^ *[0-9][0-9,]* +[0-9]+\.[0-9][0-9] +[^ ]+$/ { gsub(/,/, "", $1); print $1, $3 }' "$work/out" >"$work/words"
  cmp -s "$work/words" "$work/expected" || {
    diff "$work/expected" "$work/words" | head -n 20 >"$work/out"
    fail "the words of ${files[*]} ($*)"
  }
}

# Apostrophes everywhere, letters in UTF-8, and the end of a file within a word.
printf "Don't 'quote' o'clock '' ' 'tis rock''n''roll dogs' DON'T\r\n\tstra\303\237e, na\303\257ve-STRA\303\237E 3.14 x" >"$work/small.txt"
printf "y 'tis\0don't\n" >"$work/second.txt"
# Longer than two of the program's blocks, so that words lie on their borders, unless fewer words
# are requested.
awk -v words="${2:-1300000}" 'BEGIN {
  x = 1
  for (i = 0; i < words; ++i) {
    x = (x * 1103515245 + 12345) % 2147483648
    w = int(x / 65536) % 32768
    printf "%s%s", (w % 7 == 0 ? "The" : "word" int(w * w / 200000) "x" w % 50), (i % 12 == 11 ? ".\n" : " ")
  }
}' >"$work/large.txt"

files=("$work/small.txt" "$work/second.txt")
count_by_tools "${files[@]}" >"$work/expected"
grep -q "^3 don't$" "$work/expected" # the tools themselves
same
for bits in 1 3 64; do same --hash-bits $bits; done

files=("$work/large.txt")
count_by_tools "${files[@]}" >"$work/expected"
same
same --policy seq --hash-bits 12
expect 0 'word' "$work/large.txt" --top 1
grep -q 'different ones, in 1' "$work/out" || fail "the size of the text"

: >"$work/empty.txt"
printf ' .,\n' >"$work/blank.txt"
expect 0 '0 words, 0 different ones, in 0 bytes' "$work/empty.txt" --check
expect 0 '0 words, 0 different ones' "$work/blank.txt" --check
expect 0 '2 words, 1 different ones' "$work/empty.txt" <(printf 'a a') --check

expect 1 "$work/missing.txt: No such file or directory" "$work/small.txt" "$work/missing.txt"
expect 1 "$work: Is a directory" "$work"
if ((EUID != 0)); then
  chmod 000 "$work/second.txt"
  expect 1 "$work/second.txt: Permission denied" "$work/second.txt"
fi
expect 2 'FILE is required'
expect 2 '--top: has to be a whole number of at least 0, not -1' "$work/small.txt" --top -1
expect 2 '--policy' "$work/small.txt" --policy fast
expect 0 'UTF-8' --help
