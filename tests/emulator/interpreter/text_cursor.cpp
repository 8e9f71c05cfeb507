#include "text_cursor.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace emulator::ptx {

void bad_text(u32 line, std::string const& text) {
  throw std::runtime_error("ptx line " + std::to_string(line) + ": " + text);
}

void text_cursor::expected(std::string const& what) {
  std::string const rest(at, std::min<std::size_t>(20, static_cast<std::size_t>(end - at)));
  bad_text(line, "expected " + what + " before '" + rest + "'");
}

void text_cursor::skip_space() {
  while (at < end) {
    char const c = *at;
    bool const is_slash = c == '/' && at + 1 < end;
    if (c == '\n') {
      ++line;
      ++at;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at;
    } else if (is_slash && at[1] == '/') {
      skip_line();
    } else if (is_slash && at[1] == '*') {
      for (at += 2; at + 1 < end && !(at[0] == '*' && at[1] == '/'); ++at) line += *at == '\n';
      at += 2;
    } else {
      return;
    }
  }
}

bool text_cursor::is_done() {
  skip_space();
  return at >= end;
}

char text_cursor::peek() {
  skip_space();
  return at < end ? *at : '\0';
}

bool text_cursor::take(char c) {
  if (peek() != c) return false;
  ++at;
  return true;
}

void text_cursor::expect(char c) {
  if (!take(c)) expected(std::string("'") + c + "'");
}

std::string_view text_cursor::name() {
  skip_space();
  char const* const begin = at;
  if (at < end && starts_name(*at)) {
    ++at;
    while (at < end && is_in_name(*at)) ++at;
  }
  if (begin == at) expected("a name");
  return {begin, static_cast<std::size_t>(at - begin)};
}

std::string_view text_cursor::directive() {
  skip_space();
  char const* const begin = at++;
  while (at < end && (is_in_name(*at) || *at == ':')) ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

std::string_view text_cursor::dotted_word() {
  char const* const begin = ++at;
  while (at < end && (is_in_name(*at) || *at == ':')) ++at;
  return {begin, static_cast<std::size_t>(at - begin)};
}

void text_cursor::skip_line() {
  while (at < end && *at != '\n') ++at;
}

void text_cursor::skip_past(char c) {
  while (at < end && peek() != c) ++at;
  expect(c);
}

void text_cursor::skip_braces() {
  int depth = 1;
  while (at < end) {
    char const c = *at++;
    switch (c) {
      case '\n':
        ++line;
        break;
      case '/':
        --at;
        if (at + 1 < end && (at[1] == '/' || at[1] == '*')) skip_space();
        else ++at;
        break;
      case '"':
        skip_past('"');
        break;
      case '{':
        ++depth;
        break;
      case '}':
        if (--depth == 0) return;
        break;
      default:
        break;
    }
  }
  bad_text(line, "a { without its }");
}

std::string_view text_cursor::string() {
  expect('"');
  char const* const begin = at;
  while (at < end && *at != '"') ++at;
  std::string_view const text(begin, static_cast<std::size_t>(at - begin));
  expect('"');
  return text;
}

u64 text_cursor::hexadecimal() {
  u64 value = 0;
  for (; at < end; ++at) {
    char const c = *at;
    if (is_digit(c)) value = value * 16 + static_cast<u64>(c - '0');
    else if (c >= 'a' && c <= 'f') value = value * 16 + static_cast<u64>(c - 'a' + 10);
    else if (c >= 'A' && c <= 'F') value = value * 16 + static_cast<u64>(c - 'A' + 10);
    else break;
  }
  return value;
}

// Also octal, and floating point with a point or an exponent.
void text_cursor::decimal(number& result, bool negative) {
  char const* after = at;
  while (after < end && is_digit(*after)) ++after;
  if (after == at) expected("a number");
  if (after < end && (*after == '.' || *after == 'e' || *after == 'E')) {
    std::string const digits(at, std::min<std::size_t>(64, static_cast<std::size_t>(end - at)));
    char* stop = nullptr;
    double const value = std::strtod(digits.c_str(), &stop);
    at += stop - digits.c_str();
    result.bits = std::bit_cast<u64>(negative ? -value : value);
    result.is_f64 = true;
    return;
  }
  u64 const base = *at == '0' ? 8 : 10;
  while (at < after) result.bits = result.bits * base + static_cast<u64>(*at++ - '0');
}

number text_cursor::read_number() {
  skip_space();
  number result;
  bool negative = false, inverted = false;
  while (at < end && (*at == '-' || *at == '+' || *at == '~')) {
    negative ^= *at == '-';
    inverted ^= *at == '~';
    ++at;
    skip_space();
  }
  char const prefix = at + 1 < end && *at == '0' ? static_cast<char>(at[1] | 0x20) : '\0';
  if (prefix == 'f' || prefix == 'd') {
    at += 2;
    result.bits = hexadecimal();
    result.is_f32 = prefix == 'f';
    result.is_f64 = prefix == 'd';
    if (negative) result.bits ^= prefix == 'f' ? u64{1} << 31 : u64{1} << 63;
    return result;
  }
  if (prefix == 'x') {
    at += 2;
    result.bits = hexadecimal();
  } else if (prefix == 'b') {
    for (at += 2; at < end && (*at == '0' || *at == '1'); ++at) result.bits = result.bits * 2 + (*at == '1');
  } else {
    decimal(result, negative);
    if (result.is_f64) return result;
  }
  if (next_is('U')) ++at;
  if (inverted) result.bits = ~result.bits;
  if (negative) result.bits = 0 - result.bits;
  return result;
}

}  // namespace emulator::ptx
