// mapped_file: what is in the file is in the range and the other way round, and wrong files are
// errors that say what is wrong.
#include <thrum/mapped_file.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>
#include "files.h"
#include "policies.h"

namespace {

using thrum::mapped_file;

std::string message_of(auto call) {
  try {
    call();
  } catch (std::exception const& e) {
    return e.what();
  }
  return "nothing thrown";
}
bool contains(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

}  // namespace

static_assert(std::is_same_v<decltype(std::declval<mapped_file<int>&>().data()), int*>);
static_assert(std::is_same_v<decltype(std::declval<mapped_file<int const>&>().begin()), int const*>);
static_assert(std::is_same_v<mapped_file<int const>::value_type, int>);
static_assert(!std::is_copy_constructible_v<mapped_file<int>> && !std::is_copy_assignable_v<mapped_file<int>>);
static_assert(std::is_nothrow_move_constructible_v<mapped_file<int>>);

TEST_CASE_TEMPLATE("algorithms read and write a file as a range", S, HOST_BACKENDS) {
  test_directory const directory;
  std::string const path = directory / "numbers";
  {
    auto file = mapped_file<std::int64_t>::create(path, 10'000);
    CHECK(std::all_of(file.begin(), file.end(), [](std::int64_t x) { return x == 0; }));
    S::run(thrum::sequence, file.begin(), file.end());
    file.sync();
  }
  CHECK(std::filesystem::file_size(path) == 80'000);
  std::ifstream stream(path, std::ios::binary);
  stream.seekg(8 * 1234);
  std::int64_t x = 0;
  stream.read(reinterpret_cast<char*>(&x), sizeof x);
  CHECK(x == 1234);
  mapped_file<std::int64_t const> const file(path);
  CHECK(file.size() == 10'000);
  CHECK(!file.empty());
  CHECK(file[9'999] == 9'999);
  CHECK(file.path() == path);
  CHECK(S::run(thrum::reduce, file.begin(), file.end()) == 49'995'000);
  CHECK(std::accumulate(file.cbegin(), file.cend(), std::int64_t{0}) == 49'995'000);
}

TEST_CASE("hints change nothing that is in the file") {
  test_directory const directory;
  auto const file = file_of<int>(directory / "f", {3, 1, 2});
  for (auto advice : {thrum::file_advice::sequential, thrum::file_advice::random, thrum::file_advice::needed_soon,
                      thrum::file_advice::not_needed, thrum::file_advice::normal}) {
    file.advise(advice);
    CHECK(elements_of(file) == std::vector{3, 1, 2});
  }
}

TEST_CASE("a file is replaced by one that is created, and may be empty") {
  test_directory const directory;
  { auto const file = file_of<int>(directory / "f", {1, 2, 3}); }
  {
    auto const file = mapped_file<int>::create(directory / "f", 1);
    CHECK(elements_of(file) == std::vector{0});
  }
  {
    auto const file = mapped_file<int>::create(directory / "f", 0);
    CHECK(file.empty());
    CHECK(file.begin() == file.end());
    file.advise(thrum::file_advice::sequential);
    file.sync();
  }
  mapped_file<int> const empty(directory / "f");
  CHECK(empty.size() == 0);
}

TEST_CASE("a file that is moved from has no elements") {
  test_directory const directory;
  auto first = file_of<int>(directory / "f", {1, 2, 3});
  int const* const data = first.data();
  mapped_file<int> second(std::move(first));
  CHECK(second.data() == data);
  CHECK(first.empty());  // NOLINT: the state is what is tested
  auto third = file_of<int>(directory / "g", {4});
  third = std::move(second);
  CHECK(elements_of(third) == std::vector{1, 2, 3});
}

TEST_CASE("errors name the file and the reason") {
  test_directory const directory;
  auto const open = [](std::string const& path) { return message_of([&] { mapped_file<std::int64_t> f(path); }); };
  CHECK_THROWS_AS(mapped_file<int>(directory / "none"), std::system_error);
  std::string const missing = open(directory / "none");
  CHECK(contains(missing, directory / "none"));
  CHECK(contains(missing, std::strerror(ENOENT)));
  CHECK(contains(open(directory.string()), directory.string()));
  CHECK(contains(message_of([&] { mapped_file<int const> f(directory.string()); }), "no ordinary file"));
  { std::ofstream(directory / "odd") << "12345678901"; }
  std::string const odd = open(directory / "odd");
  CHECK(contains(odd, directory / "odd"));
  CHECK(contains(odd, "11 bytes, which is no multiple of the 8 bytes"));
  CHECK_THROWS_AS(mapped_file<std::int64_t>(directory / "odd"), std::invalid_argument);
  CHECK(mapped_file<char>(directory / "odd").size() == 11);
  CHECK(contains(message_of([&] { mapped_file<int>::create(directory / "no/f", 1); }), std::strerror(ENOENT)));
  CHECK_THROWS_AS(mapped_file<int>::create(directory / "large", std::size_t(-1) / 4), std::invalid_argument);
  file_size_limit const limit(4096);
  CHECK(contains(message_of([&] { mapped_file<int>::create(directory / "f", 4096); }), std::strerror(EFBIG)));
}
