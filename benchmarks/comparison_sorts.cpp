// sort by a comparator for which no library can sort by digits. Only thrum's sort is stable too.
#include "contenders.h"

#include <oneapi/tbb/parallel_sort.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#if defined(HAS_THRUST)
#include <thrust/sort.h>
#endif
#if defined(HAS_BOOST_SORT)
#include <boost/sort/sort.hpp>
#endif
#if defined(HAS_IPS4O)
#include <ips4o.hpp>
#endif

template <>
inline constexpr char const* type_name<std::string> = "string";

namespace {

/// Compares numbers by their magnitude, records by two fields, strings by <.
template <class T>
constexpr auto order() {
  if constexpr (std::is_integral_v<T>) {
    return [](T a, T b) {
      using U = std::make_unsigned_t<T>;
      return (a < 0 ? U{0} - static_cast<U>(a) : static_cast<U>(a)) <
             (b < 0 ? U{0} - static_cast<U>(b) : static_cast<U>(b));
    };
  } else if constexpr (std::is_floating_point_v<T>) {
    return [](T a, T b) { return (a < 0 ? -a : a) < (b < 0 ? -b : b); };
  } else if constexpr (std::is_same_v<T, record>) {
    return [](record const& a, record const& b) { return a.key != b.key ? a.key < b.key : a.payload < b.payload; };
  } else {
    return [](T const& a, T const& b) { return a < b; };
  }
}

/// Makes the i-th element of a range from a value, so that the order above is that of the values.
/// Half of the numbers are negative. Half of the strings are too long to be stored in place.
template <class T>
T ordered_as(std::int64_t value, std::uint64_t i) {
  std::uint64_t const distance = static_cast<std::uint64_t>(value) ^ (std::uint64_t{1} << 63);  // from the least
  if constexpr (std::is_same_v<T, std::string>) {
    std::string text(12 + random_word(400, distance) % 8, '.');
    for (std::size_t c = 0; c < 12; ++c) text[c] = static_cast<char>('0' + (distance >> (59 - 5 * c)) % 32);
    return text;
  } else if constexpr (std::is_same_v<T, record>) {
    return {value, static_cast<std::int64_t>(i)};
  } else {
    T magnitude;
    if constexpr (std::is_integral_v<T>) magnitude = static_cast<T>(distance >> (65 - 8 * sizeof(T)));
    else magnitude = static_cast<T>(static_cast<double>(distance) * 0x1p-64);
    return random_word(500, i) % 2 == 0 ? magnitude : static_cast<T>(-magnitude);
  }
}

template <class T>
std::vector<T> ordered_values(std::ptrdiff_t n, distribution d, std::uint64_t stream) {
  std::vector<T> made;
  made.reserve(static_cast<std::size_t>(n));
  for (std::int64_t const value : values<std::int64_t>(n, d, stream)) {
    made.push_back(ordered_as<T>(value, made.size()));
  }
  return made;
}

/// Numbers of equal magnitude may be in any order.
template <class T>
struct unordered : in_place<T, ordered_values<T>> {
  unordered(std::ptrdiff_t n, distribution d) : in_place<T, ordered_values<T>>(n, d) {}
  void results(outcome& all) const {
    all.as_set(this->in);
    if constexpr (std::is_arithmetic_v<T>) {
      all.in_order(this->in, [](T x) { return x < T(0) ? static_cast<T>(-x) : x; });
    } else {
      all.in_order(this->in);
    }
  }
};

template <class T>
void sort_rows() {
  constexpr auto less = order<T>();
  std::vector<std::ptrdiff_t> sizes = all_sizes;
  if constexpr (!std::is_trivially_copyable_v<T>) sizes.pop_back();
  rows<T, unordered<T>> const row("sort_by_comparator", {.distributions = true, .sizes = sizes});
  BENCHMARK_THRUM(row, sort, v.in.begin(), v.in.end(), less)
  BENCHMARK_STD(row, sort, v.in.begin(), v.in.end(), less)
  row("std stable", [=](auto& v) { std::stable_sort(v.in.begin(), v.in.end(), less); });
  BENCHMARK_STD_PAR(row, sort, v.in.begin(), v.in.end(), less)
  BENCHMARK_ONEDPL(row, sort, v.in.begin(), v.in.end(), less)
  row("tbb", [=](auto& v) { ::tbb::parallel_sort(v.in.begin(), v.in.end(), less); });
  if constexpr (std::is_trivially_copyable_v<T>) {
    BENCHMARK_THRUST(row, sort, v.in.begin(), v.in.end(), less)
  }
#if defined(HAS_BOOST_SORT)
  row("boost pdqsort", [=](auto& v) { boost::sort::pdqsort(v.in.begin(), v.in.end(), less); });
  if constexpr (std::is_arithmetic_v<T>) {
    row("boost pdqsort_branchless",
        [=](auto& v) { boost::sort::pdqsort_branchless(v.in.begin(), v.in.end(), less); });
  }
  row("boost spinsort", [=](auto& v) { boost::sort::spinsort(v.in.begin(), v.in.end(), less); });
  row("boost block_indirect_sort",
      [=](auto& v) { boost::sort::block_indirect_sort(v.in.begin(), v.in.end(), less); });
  row("boost sample_sort", [=](auto& v) { boost::sort::sample_sort(v.in.begin(), v.in.end(), less); });
  row("boost parallel_stable_sort",
      [=](auto& v) { boost::sort::parallel_stable_sort(v.in.begin(), v.in.end(), less); });
#endif
#if defined(HAS_IPS4O)
  row("ips4o", [=](auto& v) { ips4o::parallel::sort(v.in.begin(), v.in.end(), less); });
#endif
}

}  // namespace

void add_rows() {
  for_types<std::int32_t, std::int64_t, double, record, std::string>([]<class T>() { sort_rows<T>(); });
}
