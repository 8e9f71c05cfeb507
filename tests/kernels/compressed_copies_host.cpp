// Copies of flagged elements on processors with and without vectors that compress.
#include <thrum/detail/base/processor.h>
#include <doctest/doctest.h>
#include <thrum/copy.h>
#include <thrum/detail/kernels/flags/copy_flagged.h>
#include <thrum/partition.h>
#include <thrum/remove.h>
#include <thrum/tbb.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <random>
#include <vector>

namespace {

namespace detail = thrum::detail;

using wide = std::array<std::int64_t, 2>;
using odd = std::array<char, 3>;
template <class T>
T made(T*, std::uint64_t x) {
  return static_cast<T>(x);
}
wide made(wide*, std::uint64_t x) { return {static_cast<std::int64_t>(x), 1}; }
odd made(odd*, std::uint64_t x) { return {static_cast<char>(x), static_cast<char>(x >> 8), 2}; }

constexpr detail::vector_level levels[] = {detail::vector_level::none, detail::vector_level::avx2,
                                           detail::vector_level::avx512};
constexpr int percents[] = {0, 1, 5, 12, 30, 50, 80, 97, 99, 100};

template <class T>
struct case_of {
  std::vector<T> in;
  std::vector<unsigned char> flags;
  std::vector<T> wanted, others;
  case_of(std::size_t n, int percent) {
    std::mt19937_64 engine(n + static_cast<std::size_t>(percent));
    for (std::size_t i = 0; i < n; ++i) {
      in.push_back(made(static_cast<T*>(nullptr), engine()));
      flags.push_back(static_cast<int>(engine() % 100) < percent ? 1 : 0);
      (flags.back() != 0 ? wanted : others).push_back(in.back());
    }
  }
};

template <bool Wanted, class T>
void check_copy(case_of<T> const& c, std::vector<T> const& expected) {
  T const guard = made(static_cast<T*>(nullptr), 77);
  std::vector<T> out(expected.size() + 130, guard);
  auto const count = static_cast<std::ptrdiff_t>(expected.size());
  detail::copy_plain_flagged<Wanted>(c.in.data(), c.flags.data(), static_cast<std::ptrdiff_t>(c.in.size()), count,
                                     out.data() + 1);
  CHECK((std::equal(expected.begin(), expected.end(), out.begin() + 1)));
  CHECK((out.front() == guard));
  CHECK((std::count(out.begin() + 1 + count, out.end(), guard) == 129));
  // Within the range, to a place before the elements.
  std::vector<T> moved(3, guard);
  moved.insert(moved.end(), c.in.begin(), c.in.end());
  detail::copy_plain_flagged<Wanted>(moved.data() + 3, c.flags.data(), static_cast<std::ptrdiff_t>(c.in.size()),
                                     count, moved.data());
  CHECK((std::equal(expected.begin(), expected.end(), moved.begin())));
}

}  // namespace

TEST_CASE_TEMPLATE("flagged elements are copied, and nothing after them is written", T, std::int8_t, std::int16_t,
                   std::int32_t, double, wide, odd) {
  for (detail::vector_level const level : levels) {
    detail::lowered_vectors const lowered(level);
    for (std::size_t const n :
         std::initializer_list<std::size_t>{1, 2, 31, 63, 64, 65, 127, 128, 129, 191, 1023, 1025}) {
      for (int const percent : percents) {
        case_of<T> const c(n, percent);
        check_copy<true>(c, c.wanted);
        check_copy<false>(c, c.others);
      }
    }
  }
}

TEST_CASE_TEMPLATE("compactions and partitions of every processor", T, std::int8_t, std::int16_t, std::int32_t,
                   double) {
  for (detail::vector_level const level : levels) {
    detail::lowered_vectors const lowered(level);
    for (std::size_t const n : std::initializer_list<std::size_t>{1000, 16384, 70001}) {
      case_of<T> const c(n, 50);
      auto const positive = [](T const& x) { return x > T(0); };
      std::vector<T> expected, out(n), removed = c.in, parted = c.in, expected_parted = c.in;
      std::copy_if(c.in.begin(), c.in.end(), std::back_inserter(expected), positive);
      auto const check = [&](auto const& exec) {
        out.assign(n, T(0));
        removed = parted = c.in;
        auto const end = thrum::copy_if(exec, c.in.begin(), c.in.end(), out.begin(), positive);
        CHECK((std::equal(out.begin(), end, expected.begin(), expected.end())));
        auto const left =
            thrum::remove_if(exec, removed.begin(), removed.end(), [](T const& x) { return !(x > T(0)); });
        CHECK((std::equal(removed.begin(), left, expected.begin(), expected.end())));
        thrum::partition(exec, parted.begin(), parted.end(), positive);
        CHECK((parted == expected_parted));
      };
      std::stable_partition(expected_parted.begin(), expected_parted.end(), positive);
      check(thrum::seq);
      check(thrum::tbb::par);
    }
  }
}
