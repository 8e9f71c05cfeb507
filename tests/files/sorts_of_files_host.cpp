// sort and stable_sort of a file within a limit of memory: the elements are in the order that
// std::stable_sort gives them, whatever the limit.
#include <thrum/checked.h>
#include <thrum/detail/files/merge_slices.h>
#include <thrum/mapped_file.h>
#include <thrum/ordered_by.h>
#include <thrum/sort.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>
#include "data.h"
#include "files.h"
#include "policies.h"
#include "sort_inputs.h"

namespace {

using namespace thrum::literals;

/// What a sort of a file of n elements reports: the length of a run, and the number of passes.
struct plan {
  std::size_t run = 0, passes = 0;
};
template <class T, class P>
plan plan_of(thrum::memory_limited<P> const& policy, std::size_t n) {
  plan found;
  sorted_file(policy.on_progress([&](std::size_t done, std::size_t total) {
    if (found.run == 0) found.run = done / sizeof(T);
    found.passes = total / (n * sizeof(T)) - 1;
  }),
              std::vector<T>(n));
  return found;
}

struct keyed {
  std::int32_t key, index;
  bool operator==(keyed const&) const = default;
};
struct large_record {
  double key;
  std::int32_t index;
  std::array<char, 88> rest;
};
static_assert(sizeof(keyed) == 8);

bool operator==(large_record const& a, large_record const& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::vector<keyed> keyed_elements(std::ptrdiff_t n, int keys) {
  std::vector<keyed> result;
  for (int key : random_values<int>(n, 0, keys)) result.push_back({key, static_cast<int>(result.size())});
  return result;
}

}  // namespace

static_assert(3_KiB == 3 * 1024 && 3_MiB == 1024 * 3_KiB && 8_GiB == std::size_t{8} << 30);

TEST_CASE("a limit of memory keeps the policy and what it was given") {
  auto const limit = thrum::seq.memory(5_MiB).directory("/scratch").block(3_KiB).on_progress([](auto, auto) {});
  CHECK(limit.bytes() == 5_MiB);
  CHECK(limit.directory() == "/scratch");
  CHECK(limit.block() == 3_KiB);
  CHECK(limit.progress());
  auto const plain = thrum::seq.memory(64_KiB);
  CHECK(plain.directory().empty());
  CHECK(plain.block() == 0);
  CHECK(!plain.progress());
#if defined(THRUM_WITH_TBB)
  CHECK(thrum::tbb::par.threads(3).memory(1_MiB).policy().concurrency() == 3);
#endif
}

TEST_CASE_TEMPLATE("a file is sorted within any limit of memory", S, HOST_BACKENDS) {
  auto const policy = limited<S>(64_KiB);
  auto const run = static_cast<std::ptrdiff_t>(plan_of<std::uint64_t>(policy, 20'000).run);
  CHECK(run >= 1000);
  CHECK(run * 8 <= 65'536 / 2);
  for (std::ptrdiff_t const n : {std::ptrdiff_t{0}, std::ptrdiff_t{1}, std::ptrdiff_t{2}, std::ptrdiff_t{3},
                                 run - 1, run, run + 1, 2 * run - 1, 2 * run, 2 * run + 1, 9 * run + 5}) {
    CAPTURE(n);
    for (auto const& input : inputs<std::uint64_t>(n)) {
      auto const expected = stably_sorted(input, std::less<>{});
      CHECK(sorted_file(policy, input) == expected);
      CHECK(sorted_file(limited<S>(1_GiB), input) == expected);
    }
  }
  std::vector<std::uint64_t> const input = keys(50'000), expected = stably_sorted(input, std::less<>{});
  for (std::size_t const memory :
       {64_KiB, std::size_t{65'537}, std::size_t{100'000}, 128_KiB, std::size_t{200'000}, 300_KiB, 1_MiB, 5_MiB}) {
    CAPTURE(memory);
    CHECK(sorted_file(limited<S>(memory), input) == expected);
  }
}

TEST_CASE_TEMPLATE("runs are merged in as many passes as the blocks need", S, HOST_BACKENDS) {
  for (std::size_t const block : {1_KiB, 4_KiB, 12_KiB, 1_MiB}) {
    CAPTURE(block);
    auto const policy = limited<S>(64_KiB).block(block);
    for (std::ptrdiff_t const n : {10'000, 60'000, 200'000}) {
      CAPTURE(n);
      auto const input = keys(n);
      CHECK(sorted_file(policy, input) == stably_sorted(input, std::less<>{}));
    }
  }
  CHECK(plan_of<std::uint64_t>(limited<S>(64_KiB).block(1_KiB), 60'000).passes == 1);
  CHECK(plan_of<std::uint64_t>(limited<S>(64_KiB).block(8_KiB), 60'000).passes == 3);
  CHECK(plan_of<std::uint64_t>(limited<S>(64_KiB).block(1_MiB), 60'000).passes == 5);
}

TEST_CASE_TEMPLATE("the sort is stable under every order", S, HOST_BACKENDS) {
  auto const less = [](keyed const& a, keyed const& b) { return a.key < b.key; };
  for (int const different : {1, 10, 10'000}) {
    auto const input = keyed_elements(30'000, different);
    auto const expected = stably_sorted(input, less);
    for (std::size_t const block : {1_KiB, 1_MiB}) {
      auto const policy = limited<S>(64_KiB).block(block);
      CHECK(sorted_file(policy, input, less) == expected);
      CHECK(sorted_file(policy, input, thrum::less<>{}, &keyed::key) == expected);
      CHECK(sorted_file(policy, input, thrum::greater<>{}, &keyed::key) ==
            stably_sorted(input, [](keyed const& a, keyed const& b) { return a.key > b.key; }));
      CHECK(sorted_file(policy, input, thrum::ordered_by(&keyed::key, thrum::descending(&keyed::index))) ==
            stably_sorted(input, [](keyed const& a, keyed const& b) {
              return a.key != b.key ? a.key < b.key : a.index > b.index;
            }));
    }
  }
  test_directory const directory;
  auto const input = keyed_elements(30'000, 10);
  auto file = file_of(directory / "f", input);
  thrum::stable_sort(limited<S>(64_KiB), file, less);
  CHECK(elements_of(file) == stably_sorted(input, less));
}

TEST_CASE_TEMPLATE("elements of any size are sorted", S, HOST_BACKENDS) {
  auto const bytes = random_patterns<unsigned char>(100'000);
  CHECK(sorted_file(limited<S>(64_KiB), bytes) == stably_sorted(bytes, std::less<>{}));
  std::vector<large_record> input(6000);
  auto const values = random_values<int>(6000, -20, 20);
  for (std::size_t i = 0; i < input.size(); ++i) {
    std::memset(&input[i], static_cast<int>(i % 100), sizeof input[i]);
    input[i].key = values[i];
    input[i].index = static_cast<std::int32_t>(i);
  }
  auto const expected = stably_sorted(input, [](auto const& a, auto const& b) { return a.key < b.key; });
  for (std::size_t const memory : {64_KiB, 150_KiB, 16_MiB}) {
    CAPTURE(memory);
    CHECK(sorted_file(limited<S>(memory), input, thrum::less<>{}, &large_record::key) == expected);
    CHECK(sorted_file(limited<S>(memory), input, [](auto const& a, auto const& b) { return a.key < b.key; }) ==
          expected);
  }
  struct page {
    std::array<int, 1024> numbers;
    bool operator==(page const&) const = default;
  };
  std::vector<page> pages(200);
  for (std::size_t i = 0; i < pages.size(); ++i) pages[i].numbers.fill(static_cast<int>(i * 77 % 101));
  auto const by_number = [](page const& a, page const& b) { return a.numbers[9] < b.numbers[9]; };
  CHECK(sorted_file(limited<S>(160_KiB), pages, by_number) == stably_sorted(pages, by_number));
}

TEST_CASE_TEMPLATE("NaNs are last, and zeros of both signs are equal", S, HOST_BACKENDS) {
  auto input = random_values<double>(30'000, -3, 3);
  for (std::size_t i = 0; i < input.size(); i += 7) input[i] = i % 2 == 0 ? 0.0 : -0.0;
  for (std::size_t i = 0; i < input.size(); i += 11) input[i] = std::numeric_limits<double>::quiet_NaN();
  for (bool const ascending : {true, false}) {
    auto expected = input;
    if (ascending) thrum::sort(thrum::seq, expected.begin(), expected.end());
    else thrum::sort(thrum::seq, expected.begin(), expected.end(), thrum::greater<>{});
    auto const found = ascending ? sorted_file(limited<S>(64_KiB), input)
                                 : sorted_file(limited<S>(64_KiB), input, thrum::greater<>{});
    CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)) == 0);
  }
}

TEST_CASE_TEMPLATE("an order that contradicts itself loses no element", S, HOST_BACKENDS) {
  auto const input = keys(30'000), expected = stably_sorted(input, std::less<>{});
  auto const check = [&](auto less) {
    for (std::size_t const block : {1_KiB, 1_MiB})
      CHECK(stably_sorted(sorted_file(limited<S>(64_KiB).block(block), input, less), std::less<>{}) == expected);
  };
  check([](std::uint64_t, std::uint64_t) { return true; });
  check([](std::uint64_t, std::uint64_t) { return false; });
  check([](std::uint64_t a, std::uint64_t b) { return (a * 31 + b) % 7 < 3; });
}

TEST_CASE("the file of a call may be a temporary, and sparse") {
  test_directory const directory;
  { auto const file = thrum::mapped_file<int>::create(directory / "f", 1); }
  std::filesystem::resize_file(directory / "f", 400'000);
  thrum::mapped_file<int>(directory / "f")[70'000] = -1;
  thrum::sort(thrum::seq.memory(64_KiB), thrum::mapped_file<int>(directory / "f"));
  thrum::mapped_file<int const> const file(directory / "f");
  CHECK(file.size() == 100'000);
  CHECK(file[0] == -1);
  CHECK(std::count(file.begin(), file.end(), 0) == 99'999);
}

TEST_CASE("checked policies sort files") {
  auto const input = keys(30'000);
  CHECK(sorted_file(thrum::checked(thrum::seq).memory(64_KiB), input) == stably_sorted(input, std::less<>{}));
}

TEST_CASE_TEMPLATE("progress goes from part to part up to the whole", S, HOST_BACKENDS) {
  for (std::size_t const n : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{50'000}}) {
    std::size_t before = 0, whole = 0, calls = 0;
    sorted_file(limited<S>(64_KiB).on_progress([&](std::size_t done, std::size_t total) {
      CHECK(done >= before);
      CHECK(done <= total);
      before = done;
      whole = total;
      ++calls;
    }),
                keys(static_cast<std::ptrdiff_t>(n)));
    CHECK(calls >= 1);
    CHECK(before == whole);
    CHECK(whole == n * 8 * (n == 50'000 ? 2 : 1));
  }
}

// Parts.

TEST_CASE("slices are cut where the first elements of their merge end") {
  for (int const different : {1, 5, 1000}) {
    for (std::ptrdiff_t const k : {1, 2, 3, 7}) {
      std::vector<std::vector<keyed>> runs;
      std::vector<keyed> merged;
      std::vector<thrum::detail::slice<keyed>> slices;
      auto const less = [](keyed const& a, keyed const& b) { return a.key < b.key; };
      for (std::ptrdiff_t r = 0; r < k; ++r) {
        runs.push_back(stably_sorted(keyed_elements(r * 37 % 50, different), less));
        for (keyed& x : runs.back()) x.index = static_cast<std::int32_t>(r);
        merged.insert(merged.end(), runs.back().begin(), runs.back().end());
      }
      for (auto& run : runs) slices.push_back({run.data(), static_cast<std::ptrdiff_t>(run.size())});
      merged = stably_sorted(merged, less);
      for (std::size_t rank = 0; rank <= merged.size(); ++rank) {
        std::vector<std::ptrdiff_t> cuts(slices.size()), work(slices.size()), expected(slices.size());
        for (std::size_t i = 0; i < rank; ++i) ++expected[static_cast<std::size_t>(merged[i].index)];
        thrum::detail::cut_slices(slices.data(), k, static_cast<std::ptrdiff_t>(rank), cuts.data(), work.data(),
                                  less);
        CHECK(cuts == expected);
      }
    }
  }
}
