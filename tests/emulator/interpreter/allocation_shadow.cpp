#include "allocation_shadow.h"

#include <new>

namespace emulator {

std::unique_ptr<shadow_memory> shadow_memory::make(std::size_t bytes, bool tracks_initialisation) {
  return std::make_unique<ptx::allocation_shadow>(bytes, tracks_initialisation);
}

namespace ptx {

allocation_shadow::allocation_shadow(std::size_t bytes, bool tracks_initialisation) : size(bytes) {
  if (tracks_initialisation) marks.emplace(bytes);
}

void allocation_shadow::mark_written(std::size_t offset, std::size_t bytes) {
  if (marks) marks->mark(offset, bytes);
}

void allocation_shadow::copy_marks(std::size_t offset, shadow_memory const& from, std::size_t from_offset,
                                   std::size_t bytes) {
  if (!marks) return;
  auto const& source = static_cast<allocation_shadow const&>(from);
  if (!source.marks || source.marks->all_marked(from_offset, bytes)) {
    marks->mark(offset, bytes);
    return;
  }
  byte_marks const before = *source.marks;  // the ranges may overlap
  for (std::size_t k = 0; k < bytes; ++k) {
    if (before.is_marked(from_offset + k)) marks->mark(offset + k, 1);
    else marks->unmark(offset + k, 1);
  }
}

std::size_t allocation_shadow::first_unwritten(std::size_t offset, std::size_t bytes) const {
  return marks ? marks->first_unmarked(offset, bytes) : offset + bytes;
}

word_history* allocation_shadow::histories(u32 era) {
  if (!words || era_of_words != era) {
    // The system's zeroed pages: those that nobody touches cost nothing.
    void* const room = std::calloc(size / history_word_bytes + 2, sizeof(word_history));
    if (!room) throw std::bad_alloc();
    words.reset(static_cast<word_history*>(room));
    era_of_words = era;
  }
  return words.get();
}

}  // namespace ptx
}  // namespace emulator
