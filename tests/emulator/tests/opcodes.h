// Runs single instructions on the interpreter, one case in each lane, and compares their results
// with formulas of the host.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "interpreter/interpreter.h"

namespace opcodes {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

// Encodings of half precision and bfloat.
struct half_bits {
  u16 bits;
  bool operator==(half_bits const&) const = default;
};
struct bfloat_bits {
  u16 bits;
  bool operator==(bfloat_bits const&) const = default;
};

// An array that a kernel of one instruction reads or writes: how a lane's element comes into a
// register and out of it.
struct column {
  std::string_view load, store, register_type;  // of PTX; a predicate has neither load nor store of its own
  std::size_t element_bytes;
  char* data;
  bool is_predicate = false;
};

template <class T>
column column_of(std::vector<T>& values) {
  char* const data = reinterpret_cast<char*>(values.data());
  if constexpr (std::is_same_v<T, char>) return {"ld.global.u8", "st.global.u8", "b16", 1, data, true};
  if constexpr (sizeof(T) == 1) {
    return {std::is_signed_v<T> ? "ld.global.s8" : "ld.global.u8", "st.global.u8", "b16", 1, data};
  }
  if constexpr (sizeof(T) == 2) return {"ld.global.b16", "st.global.b16", "b16", 2, data};
  if constexpr (sizeof(T) == 4) return {"ld.global.b32", "st.global.b32", "b32", 4, data};
  return {"ld.global.b64", "st.global.b64", "b64", 8, data};
}

// Runs `instruction` for each index below count: it reads registers a, b, c, e of its sources and
// writes d. It may use the registers t (32 bits), w (64), h (16) and the predicates p and q for
// what is between. Where predicated, each statement runs in odd lanes alone.
void run_columns(std::string const& instruction, column const& result, std::vector<column> const& sources,
                 std::size_t count, bool predicated);

// Parses a module of one kernel "test" and runs it on blocks of threads. Each parameter is the
// address of a region that the kernel may touch.
struct region_of_host {
  void* data;
  std::size_t bytes;
};
void run_module(std::string const& ptx, unsigned blocks, unsigned threads,
                std::vector<region_of_host> const& parameters);

// The first words of all instructions that have run.
std::set<std::string, std::less<>>& opcodes_run();
void note_opcodes(std::string_view instructions);

// Columns of bool are of char, because std::vector<bool> has no elements.
template <class T>
using stored = std::conditional_t<std::is_same_v<T, bool>, char, T>;

template <class D, class... S, std::size_t... I>
std::vector<stored<D>> run(std::string const& instruction, std::vector<std::tuple<S...>> const& cases,
                           stored<D> before, bool predicated, std::index_sequence<I...>) {
  std::tuple<std::vector<stored<S>>...> sources;
  for (auto const& one : cases) (std::get<I>(sources).push_back(std::get<I>(one)), ...);
  std::vector<stored<D>> result(cases.size(), before);
  run_columns(instruction, column_of(result), {column_of(std::get<I>(sources))...}, cases.size(), predicated);
  return result;
}

template <class T>
bool is_nan(T x) {
  if constexpr (std::is_floating_point_v<T>) return x != x;
  if constexpr (std::is_same_v<T, half_bits>) return (x.bits & 0x7fff) > 0x7c00;
  if constexpr (std::is_same_v<T, bfloat_bits>) return (x.bits & 0x7fff) > 0x7f80;
  return false;
}
template <class T>
bool same(T a, T b) {
  if (is_nan(a) && is_nan(b)) return true;
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

std::string text_of(u64 bits, std::size_t bytes);
template <class T>
std::string text(T const& value) {
  u64 bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  std::string shown = text_of(bits, sizeof value);
  if constexpr (std::is_floating_point_v<T>) shown += " (" + std::to_string(value) + ")";
  return shown;
}

// doctest is out of this header, so that it stays cheap: a mismatch goes to the test by these.
void report_mismatch(std::string const& text);
void count_comparison();

constexpr std::size_t shown_mismatches = 3;

// The same instruction with its result in the register of its first operand; empty where it has
// another form.
std::string in_place(std::string const& instruction, std::size_t bytes);
template <class D, class A, class... S>
std::string in_place(std::string const& instruction, std::vector<std::tuple<A, S...>> const&) {
  bool const same_registers = sizeof(D) == sizeof(A) && std::is_same_v<D, bool> == std::is_same_v<A, bool>;
  return same_registers && !std::is_same_v<D, bool> ? in_place(instruction, sizeof(D)) : std::string();
}

// Every case has to satisfy accept(result, sources...).
template <class D, class... S, class Accept>
void expect_that(std::string const& instruction, std::vector<std::tuple<S...>> const& cases, Accept accept) {
  constexpr auto sequence = std::index_sequence_for<S...>{};
  stored<D> before;
  std::memset(&before, std::is_same_v<D, bool> ? 1 : 0xa5, sizeof before);
  std::size_t mismatches = 0;
  struct {
    std::string text;
    bool predicated;
  } const forms[] = {{instruction, false}, {instruction, true}, {in_place<D>(instruction, cases), false}};
  for (auto const& [text_of_form, predicated] : forms) {
    if (text_of_form.empty()) continue;
    auto const results = run<D>(text_of_form, cases, before, predicated, sequence);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      bool const ran = !predicated || i % 2 == 1;
      D const got = std::bit_cast<D>(results[i]);
      bool const right = ran ? std::apply([&](S... s) { return accept(got, s...); }, cases[i])
                             : std::memcmp(&results[i], &before, sizeof before) == 0;
      if (right || ++mismatches > shown_mismatches) continue;
      std::string operands = std::apply([](auto const&... s) { return ((" " + text(s)) + ...); }, cases[i]);
      report_mismatch(text_of_form + " of" + operands + " is " + text(got) +
                      (ran ? "" : " in a lane that does not run it"));
    }
  }
  count_comparison();
}

// Every case has to give what the formula gives, to the bit; NaNs are all the same.
template <class D, class... S, class Formula>
void expect(std::string const& instruction, std::vector<std::tuple<S...>> const& cases, Formula formula) {
  expect_that<D>(instruction, cases, [&](D got, S... s) { return same<D>(got, formula(s...)); });
}

// ---- cases

template <class A>
std::vector<std::tuple<A>> each(std::vector<A> const& a) {
  std::vector<std::tuple<A>> cases;
  for (A const x : a) cases.push_back({x});
  return cases;
}
template <class A, class B>
std::vector<std::tuple<A, B>> pairs(std::vector<A> const& a, std::vector<B> const& b) {
  std::vector<std::tuple<A, B>> cases;
  for (A const x : a) {
    for (B const y : b) cases.push_back({x, y});
  }
  return cases;
}
template <class A, class B, class C>
std::vector<std::tuple<A, B, C>> triples(std::vector<A> const& a, std::vector<B> const& b,
                                         std::vector<C> const& c) {
  std::vector<std::tuple<A, B, C>> cases;
  for (auto const& [x, y] : pairs(a, b)) {
    for (C const z : c) cases.push_back({x, y, z});
  }
  return cases;
}

// Integers about the ends of the type and of its powers of two.
template <class T>
std::vector<T> integers() {
  using U = std::make_unsigned_t<T>;
  constexpr unsigned width = 8 * sizeof(T);
  U const top = U(U(1) << (width - 1));
  std::vector<U> bits = {0, 1, 2, 3, 7, U(-1), U(-2), U(-3), top, U(top + 1), U(top - 1), U(top >> 1)};
  for (u64 const pattern : {0x5555555555555555u, 0xaaaaaaaaaaaaaaaau, 0x0123456789abcdefu, 0xfedcba9876543210u,
                            0x80ff7f0001ff8000u, 0x00ff00ff80007fffu}) {
    bits.push_back(U(pattern));
    bits.push_back(U(pattern >> (64 - width)));
  }
  std::vector<T> values;
  for (U const b : bits) values.push_back(T(b));
  return values;
}
// The same without most of them, for cases of three operands.
template <class T>
std::vector<T> few_integers() {
  using U = std::make_unsigned_t<T>;
  U const top = U(U(1) << (8 * sizeof(T) - 1));
  return {
      T(0), T(1), T(U(-1)), T(U(-2)), T(top), T(U(top - 1)), T(U(0x0123456789abcdefu)), T(U(0xfedcba9876543210u))};
}

// Numbers of both signs: zeros, subnormal ones, about one, ties of rounding to integers, ends of
// integers, infinities, NaN.
template <class T>
std::vector<T> floats() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values = {T(0),
                           limits::denorm_min(),
                           limits::min() / 2,
                           limits::min() - limits::denorm_min(),
                           limits::min(),
                           limits::min() * T(1.5),
                           limits::epsilon(),
                           T(0.1),
                           T(1) / T(3),
                           T(0.5),
                           T(0.75),
                           T(1) - limits::epsilon() / 2,
                           T(1),
                           T(1) + limits::epsilon(),
                           T(1.5),
                           T(2),
                           T(2.5),
                           T(3.5),
                           T(3.14159265358979),
                           T(127.5),
                           T(255.75),
                           T(32768),
                           T(65535.5),
                           T(16777217),
                           T(2147483520),
                           T(2147483648.0),
                           T(4294967040),
                           T(4294967296.0),
                           T(9.2e18),
                           T(9223372036854775808.0),
                           T(18446744073709551616.0),
                           T(1e-30),
                           T(1e30),
                           limits::max() / 2,
                           limits::max(),
                           limits::infinity()};
  std::size_t const positive = values.size();
  for (std::size_t i = 0; i < positive; ++i) values.push_back(-values[i]);
  values.push_back(limits::quiet_NaN());
  return values;
}
template <class T>
std::vector<T> few_floats() {
  using limits = std::numeric_limits<T>;
  return {T(0),
          -T(0),
          T(1),
          -T(1) - limits::epsilon(),
          T(1) / T(3),
          T(-2.5),
          limits::min(),
          -limits::min() / 2,
          limits::denorm_min(),
          limits::max(),
          -limits::max() / 3,
          limits::infinity(),
          -limits::infinity(),
          limits::quiet_NaN(),
          T(1e-20),
          T(-3e15)};
}

}  // namespace opcodes
