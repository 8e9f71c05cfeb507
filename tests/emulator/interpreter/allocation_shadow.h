// What the checks know of an allocation of global memory: which bytes are written, and who touched each word last.
#pragma once

#include <cstdlib>
#include <memory>
#include <optional>

#include "byte_marks.h"
#include "interpreter.h"

namespace emulator::ptx {

// The plain accesses to a word of 4 bytes, as numbers in the log of accesses; see global_checks.h. 0: none.
struct word_history {
  u32 writer = 0;
  u32 reader = 0;                                                   // the last one
  u32 earlier_reader = 0;                                           // the last one of another block
  u8 writer_bytes = 0, reader_bytes = 0, earlier_reader_bytes = 0;  // which of the four
};
constexpr u64 history_word_bytes = 4;

class allocation_shadow final : public shadow_memory {
 public:
  allocation_shadow(std::size_t bytes, bool tracks_initialisation);

  void mark_written(std::size_t offset, std::size_t bytes) override;
  void copy_marks(std::size_t offset, shadow_memory const& from, std::size_t from_offset,
                  std::size_t bytes) override;
  std::size_t first_unwritten(std::size_t offset, std::size_t bytes) const override;

  // Null: every byte counts as written.
  byte_marks* written() { return marks ? &*marks : nullptr; }
  // One for each word, made when it is first asked for. era: histories of another one are forgotten.
  word_history* histories(u32 era);

 private:
  struct release {
    void operator()(word_history* p) const { std::free(p); }
  };
  std::size_t size;
  std::optional<byte_marks> marks;
  std::unique_ptr<word_history[], release> words;
  u32 era_of_words = 0;
};

}  // namespace emulator::ptx
