// for_each_block: under every policy the lanes of a block share memory and wait for each other.
#include <thrum/for_each_block.h>
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "policies.h"

namespace {

/// Reverses the elements of each block, by memory that the block's lanes share.
struct reverse_in_blocks {
  int const* in;
  int* out;
  std::ptrdiff_t n;
  template <int Lanes>
  THRUM_HD void operator()(thrum::block<Lanes> const& b) const {
    auto& tile = b.template shared<int[256]>();
    std::ptrdiff_t const first = b.index() * b.size();
    std::ptrdiff_t const here = n - first < b.size() ? n - first : b.size();
    b.each_of(n, [&](int lane, std::ptrdiff_t i) { tile[lane] = in[i]; });
    b.each_of(n, [&](int lane, std::ptrdiff_t i) { out[i] = tile[here - 1 - lane]; });
  }
};

std::vector<int> reversed_in_blocks(std::vector<int> v, std::size_t size) {
  for (std::size_t i = 0; i < v.size(); i += size) {
    std::size_t const end = std::min(v.size(), i + size);
    std::reverse(v.begin() + static_cast<std::ptrdiff_t>(i), v.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return v;
}

/// Sums each block in a tree, for any block size. Each lane counts its steps in a value of its own.
struct sum_of_block {
  long* sums;
  int* steps;
  template <int Lanes>
  THRUM_HD void operator()(thrum::block<Lanes> const& b) const {
    auto& part = b.template shared<long[thrum::most_lanes]>();
    auto own = b.template values<int>(100);
    b.each([&](int lane) { part[lane] = b.index() + lane; });
    for (int left = b.size(); left > 1; left = (left + 1) / 2) {
      int const upper = (left + 1) / 2;
      b.each([&](int lane) {
        if (lane + upper < left) part[lane] += part[lane + upper];
        ++own[lane];
      });
    }
    b.each([&](int lane) {
      if (lane == 0) sums[b.index()] = part[0];
      steps[b.index() * b.size() + lane] = own[lane];
    });
  }
};

/// Checks that two shared objects of one type are distinct, and that every call returns the same
/// two.
struct two_rooms {
  int* right;
  THRUM_HD void operator()(thrum::block<32> const& b) const {
    auto& one = b.shared<int[32]>();
    auto& two = b.shared<int[32], 1>();
    b.each([&](int lane) { one[lane] = lane, two[lane] = -lane; });
    b.each([&](int lane) {
      bool const same = &b.shared<int[32]>() == &one && &b.shared<int[32], 1>() == &two;
      right[b.index() * 32 + lane] = same && one[31 - lane] == 31 - lane && two[31 - lane] == lane - 31 ? 1 : 0;
    });
  }
};

/// Transposes a rectangle with fewer or more places than the block has lanes.
struct turned_over {
  int* out;
  int rows, columns;
  THRUM_HD void operator()(thrum::block<32> const& b) const {
    auto& tile = b.shared<int[400]>();
    b.deal(rows, columns, [&](int row, int column) { tile[row * columns + column] = row * 1000 + column; });
    int* const to = out + b.index() * rows * columns;
    b.deal(columns, rows, [&](int row, int column) { to[row * rows + column] = tile[column * columns + row]; });
  }
};

template <class S>
void check_reversal(std::ptrdiff_t n) {
  std::vector<int> numbers(static_cast<std::size_t>(n));
  std::iota(numbers.begin(), numbers.end(), 7);
  auto const in = vector_of<S>(numbers);
  auto out = vector_of<S>(std::vector<int>(numbers.size(), -1));
  reverse_in_blocks const f{thrum::detail::unwrap(in.begin()), thrum::detail::unwrap(out.begin()), n};
  thrum::for_each_block(S::policy(), thrum::blocks_for(n, 256), thrum::lanes<256>, f);
  CHECK(host_copy(out) == reversed_in_blocks(numbers, 256));
  for (int const size : {1, 2, 31, 100, 256}) {
    thrum::for_each_block(S::policy(), thrum::blocks_for(n, size), size, f);
    CHECK(host_copy(out) == reversed_in_blocks(numbers, static_cast<std::size_t>(size)));
  }
}

template <class S, class L>
void check_sums(std::ptrdiff_t blocks, L lanes, int size) {
  auto const count = static_cast<std::size_t>(blocks);
  auto sums = vector_of<S>(std::vector<long>(count, -1));
  auto steps = vector_of<S>(std::vector<int>(count * static_cast<std::size_t>(size), -1));
  thrum::for_each_block(S::policy(), blocks, lanes,
                        sum_of_block{thrum::detail::unwrap(sums.begin()), thrum::detail::unwrap(steps.begin())});
  std::vector<long> expected(count);
  for (std::ptrdiff_t b = 0; b < blocks; ++b)
    expected[static_cast<std::size_t>(b)] = b * size + size * (size - 1L) / 2;
  int levels = 0;
  for (int left = size; left > 1; left = (left + 1) / 2) ++levels;
  CHECK(host_copy(sums) == expected);
  CHECK(host_copy(steps) == std::vector<int>(steps.size(), 100 + levels));
}

}  // namespace

TEST_CASE_TEMPLATE("lanes see what other lanes of their block have stored in the step before", S, MAIN_SYSTEMS) {
  for (std::ptrdiff_t const n : {0, 1, 255, 256, 257, 1000, 70000}) check_reversal<S>(n);
}

TEST_CASE_TEMPLATE("blocks of any size are summed, and lanes keep their values from step to step", S,
                   MAIN_SYSTEMS) {
  for (int const size : {1, 2, 3, 32, 100, 1023, 1024}) {
    CAPTURE(size);
    check_sums<S>(3, size, size);
  }
  check_sums<S>(100000, 3, 3);
  check_sums<S>(1000, thrum::lanes<1>, 1);
  check_sums<S>(1000, thrum::lanes<100>, 100);
  check_sums<S>(7, thrum::lanes<1024>, 1024);
}

TEST_CASE_TEMPLATE("what the lanes share is one object of each type and number", S, MAIN_SYSTEMS) {
  auto right = vector_of<S>(std::vector<int>(32 * 700, 0));
  thrum::for_each_block(S::policy(), 700, thrum::lanes<32>, two_rooms{thrum::detail::unwrap(right.begin())});
  CHECK(host_copy(right) == std::vector<int>(32 * 700, 1));
}

TEST_CASE_TEMPLATE("the places of a rectangle are dealt to the lanes, each once", S, MAIN_SYSTEMS) {
  for (auto const& sides : {std::pair(1, 1), std::pair(3, 5), std::pair(20, 20), std::pair(1, 100)}) {
    int const rows = sides.first, columns = sides.second;
    CAPTURE(rows);
    std::vector<int> expected;
    for (int b = 0; b < 3; ++b) {
      for (int column = 0; column < columns; ++column) {
        for (int row = 0; row < rows; ++row) expected.push_back(row * 1000 + column);
      }
    }
    auto out = vector_of<S>(std::vector<int>(expected.size(), -1));
    thrum::for_each_block(S::policy(), 3, thrum::lanes<32>,
                          turned_over{thrum::detail::unwrap(out.begin()), rows, columns});
    CHECK(host_copy(out) == expected);
  }
}

TEST_CASE_TEMPLATE("no blocks are no calls, and a block has 1 to 1024 lanes", S, MAIN_SYSTEMS) {
  auto right = vector_of<S>(std::vector<int>(32, 5));
  two_rooms const f{thrum::detail::unwrap(right.begin())};
  thrum::for_each_block(S::policy(), 0, thrum::lanes<32>, f);
  thrum::for_each_block(S::policy(), -3, thrum::lanes<32>, f);
  CHECK(host_copy(right) == std::vector<int>(32, 5));
  sum_of_block const sums{nullptr, nullptr};
  for (long const size : {0L, -1L, 1025L, 1L << 32}) {
    CHECK_THROWS_WITH_AS(
        thrum::for_each_block(S::policy(), 1, size, sums),
        ("thrum: for_each_block with " + std::to_string(size) + " lanes: a block has from 1 to 1024").c_str(),
        std::invalid_argument);
  }
}

TEST_CASE("elements that are left for blocks are rounded up") {
  CHECK(thrum::blocks_for(0, 256) == 0);
  CHECK(thrum::blocks_for(-1, 256) == 0);
  CHECK(thrum::blocks_for(1, 256) == 1);
  CHECK(thrum::blocks_for(256, 256) == 1);
  CHECK(thrum::blocks_for(257, 256) == 2);
}

#if !defined(THRUM_WITH_CUDA)
TEST_CASE("a block far behind the end of a range has no lanes in it") {
  thrum::block<8> const far((std::ptrdiff_t{1} << 32) / 8 - 1, 8, nullptr);
  int calls = 0;
  far.each_of(2, [&](int, std::ptrdiff_t) { ++calls; });
  CHECK(calls == 0);
}

TEST_CASE("a backend of a user's own runs blocks, too") {
  check_reversal<with_pool>(70000);
  check_sums<with_pool>(5000, 100, 100);
}

TEST_CASE_TEMPLATE("an exception of a step leaves the call", S, HOST_BACKENDS) {
  auto const f = [](thrum::block<8> const& b) {
    b.each([&](int lane) {
      if (b.index() == 30 && lane == 5) throw std::runtime_error("the fifth");
    });
  };
  CHECK_THROWS_WITH(thrum::for_each_block(S::policy(), 100, thrum::lanes<8>, f), "the fifth");
}
#endif
