// The choices of a property test - sizes, elements, policies - by a seed or by the bytes of a
// fuzzer, and the report of a property that does not hold.
//
//   void sorts(choices& c) {
//     auto const input = c.elements<int>(c.size());
//     under_some_policy<int>(c, [&](auto const& exec) { ...; same("sort", result, expected); });
//   }
#pragma once

#include <thrum/detail/base/config.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>
#include "../data.h"
#include "../thread_pool_backend.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

/// The exception of a property that does not hold.
struct counterexample : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Makes an element of 64 bits, occasionally an extreme or a special value.
template <class T>
T element_from(std::uint64_t bits) {
  std::uint64_t const kind = bits % 16;
  bits >>= 4;
  if constexpr (std::is_integral_v<T>) {
    if (kind == 0) return std::numeric_limits<T>::min();
    if (kind == 1) return std::numeric_limits<T>::max();
    if (kind < 6) return static_cast<T>(static_cast<std::int64_t>(bits % 7) - 3);
    return static_cast<T>(bits);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (kind == 0) return T(0);
    if (kind == 1) return -T(0);
    if (kind == 2) return std::numeric_limits<T>::infinity();
    if (kind == 3) return -std::numeric_limits<T>::infinity();
    if (kind == 4) return std::numeric_limits<T>::denorm_min() * static_cast<T>(bits % 9);
    auto const integer = static_cast<std::int64_t>(bits % 2'000'001) - 1'000'000;
    return std::ldexp(static_cast<T>(integer), static_cast<int>(bits / 2'000'001 % 64) - 40);
  } else if constexpr (std::is_same_v<T, std::string>) {
    // Short and long strings, many with a common beginning.
    std::string text(bits % 5 == 0 ? 20 : 0, 'a');
    for (std::uint64_t length = bits / 5 % 8; length > 0; --length, bits /= 2)
      text += bits / 64 % 2 == 0 ? 'a' : 'b';
    return text;
  } else {
    return T(static_cast<std::int64_t>(bits % 1000), static_cast<std::int64_t>(bits / 1000 % 4));
  }
}

/// Occasionally lets other threads run first, so that operators that call this are called in many
/// orders.
inline void give_way() {
  thread_local std::uint64_t calls = 0;
  if (random_bits(++calls) % 2048 == 0) std::this_thread::yield();
}

/// The choices of one case.
class choices {
 public:
  static constexpr std::ptrdiff_t any_size = std::ptrdiff_t{1} << 20;

  /// Makes choices by the seed; `most` limits the sizes, to find a small counterexample.
  explicit choices(std::uint64_t seed, std::ptrdiff_t most = any_size) : seed_(random_bits(seed)), most_(most) {}
  /// Makes choices by the bytes; when the bytes run out, by a number derived from them.
  choices(std::uint8_t const* bytes, std::size_t n, std::ptrdiff_t most) : most_(most), bytes_(bytes), left_(n) {}

  /// Returns a number in [0, n).
  std::ptrdiff_t below(std::ptrdiff_t n) {
    auto const range = static_cast<std::uint64_t>(n);
    if (left_ == 0) return static_cast<std::ptrdiff_t>(random_bits(seed_ + drawn_++) % range);
    std::uint64_t value = 0;
    for (std::uint64_t covered = 1; covered < range && left_ > 0; covered *= 256) value = value * 256 + byte();
    return static_cast<std::ptrdiff_t>(value % range);
  }
  std::ptrdiff_t between(std::ptrdiff_t low, std::ptrdiff_t high) { return low + below(high - low + 1); }
  bool chance(std::ptrdiff_t one_in) { return below(one_in) == 0; }
  std::uint64_t bits() { return random_bits(seed_ + static_cast<std::uint64_t>(below(256)) + 256 * drawn_++); }

  /// Returns a size, often a small one or one at which an algorithm changes its method.
  std::ptrdiff_t size() {
    constexpr std::array<std::ptrdiff_t, 9> edges{64, 256, 512, 2048, 4096, 8192, 16384, 32768, 65536};
    std::ptrdiff_t n = 0;
    switch (below(8)) {
      case 0:
        n = below(4);
        break;
      case 1:
      case 2:
      case 3:
        n = below(100);
        break;
      case 4:
        n = edges[static_cast<std::size_t>(below(edges.size() - 2))] + between(-1, 1);
        break;
      case 5:
        n = edges[static_cast<std::size_t>(below(edges.size()))] + between(-1, 1);
        break;
      default:
        n = below(chance(8) ? any_size : std::ptrdiff_t{1} << between(2, 15));
    }
    n = std::min(n, most_);
    note("n", n);
    return n;
  }

  /// Returns n elements; also chooses how many are distinct, and their order.
  template <class T>
  std::vector<T> elements(std::ptrdiff_t n) {
    return elements_of<T>(n, element_from<T>);
  }
  /// Returns numbers in [-100, 100], whose sums are exact.
  template <class T>
  std::vector<T> small_numbers(std::ptrdiff_t n) {
    return elements_of<T>(
        n, [](std::uint64_t b) { return static_cast<T>(static_cast<std::int64_t>(b % 201) - 100); });
  }
  template <class T>
  std::vector<T> sorted_elements(std::ptrdiff_t n) {
    auto v = elements<T>(n);
    std::stable_sort(v.begin(), v.end());
    return v;
  }
  /// Returns n indices in [0, range).
  std::vector<std::ptrdiff_t> places(std::ptrdiff_t n, std::ptrdiff_t range) {
    std::uint64_t const base = bits();
    std::vector<std::ptrdiff_t> v;
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      v.push_back(static_cast<std::ptrdiff_t>(random_bits(base + static_cast<std::uint64_t>(i)) %
                                              static_cast<std::uint64_t>(range)));
    }
    return v;
  }
  /// Returns offsets of segments in [0, n]. The offsets do not decrease, and some segments are
  /// empty.
  std::vector<std::ptrdiff_t> offsets(std::ptrdiff_t n) {
    auto v = places(below(2) == 0 ? below(8) : below(n + 8), n + 1);
    note("offsets", v.size());
    std::sort(v.begin(), v.end());
    return v;
  }

  /// Adds to the description of the case that a counterexample prints.
  template <class T>
  void note(char const* name, T const& value) {
    notes_ << ", " << name << ' ' << value;
  }
  std::string notes() const { return notes_.str(); }

 private:
  std::uint64_t byte() {
    --left_;
    seed_ = random_bits(seed_ + *bytes_);
    return *bytes_++;
  }

  template <class T, class Make>
  std::vector<T> elements_of(std::ptrdiff_t n, Make make) {
    constexpr std::array<std::ptrdiff_t, 6> counts{1, 2, 5, 100, 10'000, any_size};
    constexpr std::array<char const*, 4> orders{"as drawn", "sorted", "falling", "in runs"};
    if constexpr (!std::is_trivially_copyable_v<T>) n = std::min(n, any_size / 16);
    auto const distinct = static_cast<std::uint64_t>(counts[static_cast<std::size_t>(below(counts.size()))]);
    auto const order = static_cast<std::size_t>(below(orders.size()));
    auto const length = static_cast<std::uint64_t>(order == 3 ? std::ptrdiff_t{1} << below(14) : 1);
    note("of at most", distinct);
    note("values", orders[order]);
    std::uint64_t const base = bits();
    std::vector<T> v;
    v.reserve(static_cast<std::size_t>(n));
    auto value = [&](std::uint64_t i) { return make(random_bits(base + i % distinct)); };
    T last = value(0);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      auto const at = static_cast<std::uint64_t>(i);
      if (left_ > 0 && order == 0) last = value(byte());  // the elements of the fuzzer
      else if (at == 0 || random_bits(~base + at) % length == 0) last = value(random_bits(base ^ at));
      v.push_back(last);
    }
    if (order == 1 || order == 2) std::stable_sort(v.begin(), v.end());
    if (order == 2) std::reverse(v.begin(), v.end());
    return v;
  }

  std::uint64_t seed_ = 0;
  std::uint64_t drawn_ = 0;
  std::ptrdiff_t most_;
  std::uint8_t const* bytes_ = nullptr;
  std::size_t left_ = 0;
  std::ostringstream notes_;
};

/// Calls f with one of the policies: tbb::par with some threads and grain, or the tests' own
/// threads if there is no oneTBB; and seq, only if the elements are integers, since other elements
/// would take too long to compile.
template <class Elements, class F>
void under_some_policy(choices& c, F f) {
  std::ptrdiff_t const kind = c.below(8);
  if constexpr (std::is_integral_v<Elements>) {
    if (kind == 0) {
      c.note("policy", "seq");
      return f(thrum::seq);
    }
  }
#if defined(THRUM_WITH_TBB)
  auto const threads = static_cast<int>(c.between(1, 8));
  std::ptrdiff_t const grain = kind < 3 ? 0 : std::ptrdiff_t{1} << c.below(14);
  c.note("policy tbb::par, threads", threads);
  if (grain == 0) return f(thrum::tbb::par.threads(threads));
  c.note("grain", grain);
  f(thrum::tbb::par.threads(threads).grain(grain));
#else
  c.note("policy", "thread pool");
  static thread_pool pool(2);
  f(pool_policy(pool));
#endif
}

/// Says whether two values are the same; compares the bits of floating-point numbers.
template <class T, class U>
bool identical(T const& a, U const& b) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  else return a == b;
}

inline void holds(char const* what, bool condition) {
  if (!condition) throw counterexample(what);
}
template <class T>
std::string described(T const& value) {
  std::ostringstream text;
  if constexpr (requires { text << value; }) text << +value;
  else if constexpr (requires { value.key; }) text << '{' << value.key << ", " << value.payload << '}';
  return text.str();
}
inline std::string described(std::string const& value) { return '"' + value + '"'; }

/// Throws unless both results are the same.
template <class T, class U>
void same(char const* what, T const& result, U const& expected) {
  if (identical(result, expected)) return;
  throw counterexample(std::string(what) + " is " + described(result) + ", expected " + described(expected));
}
template <class T>
void same(char const* what, std::vector<T> const& result, std::vector<T> const& expected) {
  auto const differ = [](T const& a, T const& b) { return !identical(a, b); };
  if (result.size() != expected.size())
    same((std::string("number of results of ") + what).c_str(), result.size(), expected.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (differ(result[i], expected[i]))
      same((std::string(what) + ": element " + std::to_string(i)).c_str(), result[i], expected[i]);
  }
}
