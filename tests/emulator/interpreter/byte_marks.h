// One bit for each byte of some memory: whether anybody has written it.
#pragma once

#include <algorithm>
#include <vector>

#include "types.h"

namespace emulator::ptx {

class byte_marks {
 public:
  explicit byte_marks(std::size_t bytes = 0) : words(bytes / 64 + 1) {}

  void clear() { words.assign(words.size(), 0); }
  void mark(std::size_t begin, std::size_t bytes) {
    each_word(begin, bytes, [&](std::size_t word, u64 mask) {
      words[word] |= mask;
      return true;
    });
  }
  void unmark(std::size_t begin, std::size_t bytes) {
    each_word(begin, bytes, [&](std::size_t word, u64 mask) {
      words[word] &= ~mask;
      return true;
    });
  }
  bool is_marked(std::size_t at) const { return words[at / 64] >> (at % 64) & 1; }
  bool all_marked(std::size_t begin, std::size_t bytes) const {
    return each_word(begin, bytes, [&](std::size_t word, u64 mask) { return (words[word] & mask) == mask; });
  }
  bool any_marked(std::size_t begin, std::size_t bytes) const {
    return !each_word(begin, bytes, [&](std::size_t word, u64 mask) { return (words[word] & mask) == 0; });
  }
  // The first byte that is not marked, or begin + bytes.
  std::size_t first_unmarked(std::size_t begin, std::size_t bytes) const {
    std::size_t found = begin + bytes;
    each_word(begin, bytes, [&](std::size_t word, u64 mask) {
      u64 const missing = mask & ~words[word];
      if (missing) found = word * 64 + static_cast<std::size_t>(std::countr_zero(missing));
      return missing == 0;
    });
    return found;
  }

 private:
  // Calls visit(index of a word, mask of its bits in the range) until it answers false; answers whether it never did.
  template <class Visit>
  static bool each_word(std::size_t begin, std::size_t bytes, Visit&& visit) {
    std::size_t const end = begin + bytes;
    while (begin < end) {
      std::size_t const first = begin % 64, count = std::min<std::size_t>(64 - first, end - begin);
      u64 const mask = (count == 64 ? ~u64{0} : (u64{1} << count) - 1) << first;
      if (!visit(begin / 64, mask)) return false;
      begin += count;
    }
    return true;
  }

  std::vector<u64> words;
};

}  // namespace emulator::ptx
