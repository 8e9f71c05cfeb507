// The algorithms of thrum::ranges that make and end objects in raw memory.
#include <thrum/ranges/destroy.h>
#include <thrum/ranges/uninitialized_construct.h>
#include <thrum/ranges/uninitialized_copy.h>
#include <thrum/ranges/uninitialized_fill.h>
#include <thrum/ranges/uninitialized_move.h>
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>
#include "data.h"
#include "policies.h"

namespace tr = thrum::ranges;

namespace {

/// Memory for n strings, and none in it.
struct raw_strings {
  explicit raw_strings(std::ptrdiff_t n) : size(static_cast<std::size_t>(n)) {}
  std::size_t size;
  std::unique_ptr<std::byte[]> bytes = std::make_unique<std::byte[]>(size * sizeof(std::string) + 1);
  std::span<std::string> objects() const { return {reinterpret_cast<std::string*>(bytes.get()), size}; }
};

}  // namespace

TEST_CASE_TEMPLATE("ranges: objects in raw memory", S, HOST_SYSTEMS) {
  for (std::ptrdiff_t const n : sizes_around({1000, 20000})) {
    CAPTURE(n);
    std::vector<std::string> source;
    for (std::ptrdiff_t i = 0; i < n; ++i)
      source.push_back("a string of some length, number " + std::to_string(i));
    raw_strings const memory(n);
    auto const objects = memory.objects();
    std::ptrdiff_t const half = n / 2;

    CHECK(S::run(tr::uninitialized_value_construct, objects) == objects.end());
    CHECK(std::ranges::count(objects, std::string()) == n);
    CHECK(S::run(tr::destroy, objects) == objects.end());
    CHECK(S::run(tr::uninitialized_default_construct, objects.begin(), objects.end()) == objects.end());
    CHECK(S::run(tr::destroy_n, objects.begin(), n) == objects.end());
    CHECK(S::run(tr::uninitialized_default_construct_n, objects.begin(), half) == objects.begin() + half);
    CHECK(S::run(tr::uninitialized_value_construct_n, objects.begin() + half, n - half) == objects.end());
    S::run(tr::destroy, objects);

    CHECK(S::run(tr::uninitialized_fill, objects, source.empty() ? "" : source[0]) == objects.end());
    CHECK(std::ranges::count(objects, source.empty() ? "" : source[0]) == n);
    S::run(tr::destroy, objects);
    CHECK(S::run(tr::uninitialized_fill_n, objects.begin(), half, std::string("x")) == objects.begin() + half);
    S::run(tr::destroy_n, objects.begin(), half);

    auto const copied = S::run(tr::uninitialized_copy, source, objects.first(static_cast<std::size_t>(half)));
    CHECK(copied.in == source.begin() + half);
    CHECK(copied.out == objects.begin() + half);
    auto const rest =
        S::run(tr::uninitialized_move_n, source.begin() + half, n - half, objects.begin() + half, objects.end());
    CHECK(rest.in == source.end());
    CHECK(rest.out == objects.end());
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      auto const at = static_cast<std::size_t>(i);
      CHECK(objects[at].ends_with("number " + std::to_string(i)));
      CHECK(source[at].empty() == (i >= half));
    }
    S::run(tr::destroy, objects);
    CHECK(S::run(tr::uninitialized_copy_n, source.begin(), half, objects.begin(), objects.end()).in ==
          source.begin() + half);
    S::run(tr::destroy_n, objects.begin(), half);
    CHECK(S::run(tr::uninitialized_move, source, objects).out == objects.end());
    CHECK(std::ranges::all_of(source, &std::string::empty));
    S::run(tr::destroy, objects);
  }
}
