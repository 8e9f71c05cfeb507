// A place in the text of PTX, and how its words are read.
#pragma once

#include <string>
#include <string_view>

#include "types.h"

namespace emulator::ptx {

// Throws what module::parse throws.
[[noreturn]] void bad_text(u32 line, std::string const& text);

constexpr bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_in_name(char c) { return starts_name(c) || is_digit(c); }

struct number {
  u64 bits = 0;
  bool is_f32 = false, is_f64 = false;
};

class text_cursor {
 public:
  text_cursor(std::string_view text, u32 first_line)
      : at(text.data()), end(text.data() + text.size()), line(first_line) {}

  char const* at;
  char const* end;
  u32 line;

  void skip_space();  // and comments
  bool is_done();
  char peek();  // the next character that is no space; 0 at the end
  bool take(char c);
  void expect(char c);
  bool next_is(char c) const { return at < end && *at == c; }  // without skipping
  std::string_view name();
  std::string_view directive();    // .word with its dot; also .shared::cluster
  std::string_view dotted_word();  // word of ".word", without the dot
  number read_number();
  i64 integer() { return static_cast<i64>(read_number().bits); }
  std::string_view string();  // between quotation marks
  void skip_line();
  void skip_braces();  // after {
  void skip_past(char c);

 private:
  u64 hexadecimal();
  void decimal(number& result, bool negative);
  [[noreturn]] void expected(std::string const& what);
};

}  // namespace emulator::ptx
