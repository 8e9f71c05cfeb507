// A user's iterators, as they are written for Thrust, and the names of their parts.
#include <doctest/doctest.h>
#include <thrum/iterator/iterator_adaptor.h>
#include <thrum/iterator/iterator_categories.h>
#include <thrum/iterator/iterator_facade.h>
#include <thrum/iterator/iterator_traits.h>
#include <thrum/reduce.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include "iterators/arithmetic_holds.h"

namespace {

constexpr int numbers[] = {10, 20, 30, 40, 50, 60, 70};

/// An iterator as it is written for Thrust.
class squares
    : public thrum::iterator_facade<squares, int, thrum::any_system_tag, thrum::random_access_traversal_tag, int> {
 public:
  squares() = default;
  THRUM_HD constexpr explicit squares(int place) : place_(place) {}

 private:
  friend class thrum::iterator_core_access;
  THRUM_HD constexpr int dereference() const { return place_ * place_; }
  THRUM_HD constexpr bool equal(squares const& other) const { return place_ == other.place_; }
  THRUM_HD constexpr void increment() { ++place_; }
  THRUM_HD constexpr void decrement() { --place_; }
  THRUM_HD constexpr void advance(std::ptrdiff_t n) { place_ += static_cast<int>(n); }
  THRUM_HD constexpr std::ptrdiff_t distance_to(squares const& other) const { return other.place_ - place_; }

  int place_ = 0;
};
static_assert(arithmetic_holds(squares(3)) && squares(3)[2] == 25 && *++squares(3) == 16);
static_assert(std::random_access_iterator<squares>);

/// An iterator whose elements differ from its base's, and an iterator that counts.
struct shifted_by_one
    : thrum::iterator_adaptor<shifted_by_one, int const*, int, thrum::use_default, thrum::use_default, int> {
  using iterator_adaptor::iterator_adaptor;
  THRUM_HD constexpr int dereference() const { return *base() + 1; }
};
static_assert(arithmetic_holds(shifted_by_one(&numbers[0])) && shifted_by_one(&numbers[0])[1] == 21);
struct even_numbers : thrum::iterator_adaptor<even_numbers, short, int, thrum::any_system_tag,
                                              thrum::random_access_traversal_tag, int> {
  using iterator_adaptor::iterator_adaptor;
  THRUM_HD constexpr int dereference() const { return 2 * base(); }
};
static_assert(arithmetic_holds(even_numbers(short{1})) && even_numbers(short{1})[3] == 8);

static_assert(std::is_same_v<thrum::iterator_value_t<squares>, int>);
static_assert(std::is_same_v<thrum::iterator_reference_t<int const*>, int const&>);
static_assert(std::is_same_v<thrum::iterator_difference<squares>::type, std::ptrdiff_t>);
static_assert(std::is_same_v<thrum::iterator_pointer_t<int*>, int*>);
static_assert(std::is_same_v<thrum::iterator_system_t<squares>, thrum::any_system_tag>);
static_assert(std::is_same_v<thrum::iterator_traversal_t<squares>, thrum::random_access_traversal_tag>);
static_assert(std::is_same_v<thrum::iterator_traits<int*>::value_type, int>);
static_assert(std::is_same_v<thrum::iterator_system_t<shifted_by_one>, thrum::unspecified_space>);

// A category may state the memory space of the elements.
template <class Category>
struct categorised {
  using iterator_category = Category;
};
using thrum::device_space;
static_assert(
    std::is_same_v<thrum::memory_space_t<categorised<thrum::random_access_device_iterator_tag>>, device_space<>>);
static_assert(
    std::is_same_v<thrum::memory_space_t<categorised<thrum::random_access_host_iterator_tag>>, thrum::host_space>);

}  // namespace

TEST_CASE("iterators of a user's own are iterators of a call") {
  CHECK(thrum::reduce(thrum::seq, squares(0), squares(4)) == 14);
  CHECK(thrum::reduce(thrum::seq, shifted_by_one(numbers), shifted_by_one(numbers + 7)) == 287);
  CHECK(thrum::reduce(thrum::seq, even_numbers(short{0}), even_numbers(short{4})) == 12);
}
