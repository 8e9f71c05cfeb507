// A sort of a file that fails loses no element and leaves no temporary file, and says what was wrong.
#include <thrum/mapped_file.h>
#include <thrum/sort.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>
#include "files.h"
#include "policies.h"

namespace {

using namespace thrum::literals;

struct failed : std::runtime_error {
  failed() : runtime_error("this call fails") {}
};

}  // namespace

TEST_CASE_TEMPLATE("an exception loses no element and leaves no temporary file", S, HOST_BACKENDS) {
  auto const input = keys(40'000), sorted = stably_sorted(input, std::less<>{});
  int during_runs = 0, during_merges = 0;
  for (std::size_t const block : {1_KiB, 1_MiB}) {
    auto const policy = limited<S>(64_KiB).block(block);
    auto const fails = [&](auto const& limit, auto less) {
      test_directory const directory;
      auto file = file_of(directory / "f", input);
      bool thrown = false;
      try {
        thrum::sort(limit, file, less);
      } catch (failed const&) {
        thrown = true;
      }
      CHECK(directory.number_of_files() == 1);
      auto const left = elements_of(file);
      if (thrown) (left == input ? during_runs : during_merges) += 1;
      CHECK(stably_sorted(left, std::less<>{}) == sorted);
      return thrown;
    };
    for (long k = 1;; k = k * 3 / 2 + 1) {
      std::atomic<long> calls = 0;
      if (!fails(policy, [&calls, k](std::uint64_t a, std::uint64_t b) {
            if (++calls == k) throw failed();
            return a < b;
          }))
        break;
    }
    for (int k = 1;; k = k * 5 / 4 + 1) {
      int calls = 0;
      if (!fails(policy.on_progress([&](std::size_t, std::size_t) {
            if (++calls == k) throw failed();
          }),
                 thrum::less<>{}))
        break;
    }
  }
  CHECK(during_runs > 5);
  CHECK(during_merges > 5);
}

TEST_CASE("a sort that cannot have its temporary file leaves the file as it was") {
  auto const input = keys(40'000);
  test_directory const directory;
  auto file = file_of(directory / "f", input);
  auto const message = [&](auto const& policy) {
    try {
      thrum::sort(policy, file);
    } catch (std::system_error const& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  std::string const none = message(thrum::seq.memory(64_KiB).directory(directory / "none"));
  CHECK(none.find(directory / "none") != std::string::npos);
  CHECK(none.find(std::strerror(ENOENT)) != std::string::npos);
  CHECK(message(thrum::seq.memory(64_KiB).directory(directory / "f")).find(std::strerror(ENOTDIR)) !=
        std::string::npos);
  {
    file_size_limit const limit(100'000);
    CHECK(message(thrum::seq.memory(64_KiB)).find(std::strerror(EFBIG)) != std::string::npos);
    CHECK(message(thrum::seq.memory(1_GiB)).find(std::strerror(EFBIG)) != std::string::npos);
  }
  CHECK(elements_of(file) == input);
  CHECK(directory.number_of_files() == 1);
}

TEST_CASE("temporary files are in the directory that is named") {
  test_directory const directory, other;
  auto file = file_of(directory / "f", keys(40'000));
  std::size_t most = 0;
  thrum::sort(thrum::seq.memory(64_KiB).directory(other.string()).on_progress([&](std::size_t, std::size_t) {
    most = std::max(most, other.number_of_files());
    CHECK(directory.number_of_files() == 1);
  }),
              file);
  CHECK(most == 1);
  CHECK(other.number_of_files() == 0);
}

TEST_CASE_TEMPLATE("elements that the file cannot take are kept in a file that the error names", S,
                   HOST_BACKENDS) {
  auto const input = keys(40'000), sorted = stably_sorted(input, std::less<>{});
  test_directory const directory;
  auto file = file_of(directory / "f", input);
  std::string message;
  {
    file_size_limit const limit;
    try {
      thrum::sort(limited<S>(64_KiB).on_progress([&](std::size_t done, std::size_t total) {
        if (done > total / 2) limit.set(40'000);
      }),
                  file);
    } catch (std::runtime_error const& e) {
      message = e.what();
      CHECK_THROWS_AS(std::rethrow_if_nested(e), std::system_error);
    }
  }
  CHECK(directory.number_of_files() == 2);
  auto const at = message.find(directory / "f.thrum-");
  REQUIRE(at != std::string::npos);
  std::string const path = message.substr(at, message.find(' ', at) - at);
  thrum::mapped_file<std::uint64_t const> const kept(path);
  CHECK(stably_sorted(std::vector<std::uint64_t>(kept.begin(), kept.end()), std::less<>{}) == sorted);
}

TEST_CASE("too little memory is an error that says how much is needed") {
  test_directory const directory;
  auto file = file_of(directory / "f", keys(10));
  std::string message;
  try {
    thrum::sort(thrum::seq.memory(1000), file);
  } catch (std::invalid_argument const& e) {
    message = e.what();
  }
  CHECK(message.find("memory(1000) is too little") != std::string::npos);
  CHECK(message.find("needs 65536 bytes") != std::string::npos);
  CHECK_THROWS_AS(thrum::sort(thrum::seq.memory(65'535), file), std::invalid_argument);
  thrum::sort(thrum::seq.memory(65'536), file);
  CHECK(std::is_sorted(file.begin(), file.end()));
}

// The least memory, for elements of several sizes, suffices for a merge.
TEST_CASE_TEMPLATE("the least memory suffices", S, HOST_BACKENDS) {
  auto const check = [&]<std::size_t Size>(std::integral_constant<std::size_t, Size>) {
    struct element {
      std::array<std::uint32_t, Size> numbers;
    };
    std::vector<element> input(300);
    std::uint32_t i = 0;
    for (element& e : input) e.numbers.fill(i++ * 7919 % 307);
    auto const less = [](element const& a, element const& b) { return a.numbers.back() < b.numbers.back(); };
    std::size_t const least = std::max<std::size_t>(64_KiB, 32 * sizeof(element) + 16_KiB);
    auto const found = sorted_file(limited<S>(least), input, less);
    auto const expected = stably_sorted(input, less);
    CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof(element)) == 0);
    CHECK_THROWS_AS(sorted_file(limited<S>(least - 1), input, less), std::invalid_argument);
  };
  check(std::integral_constant<std::size_t, 12>{});
  check(std::integral_constant<std::size_t, 300>{});
  check(std::integral_constant<std::size_t, 2000>{});
  check(std::integral_constant<std::size_t, 10'000>{});
}
