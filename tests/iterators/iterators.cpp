// The types and the arithmetic of iterators, at compile time where possible.
#include <doctest/doctest.h>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/host_vector.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/discard_iterator.h>
#include <thrum/iterator/offset_iterator.h>
#include <thrum/iterator/permutation_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/iterator/shuffle_iterator.h>
#include <thrum/iterator/strided_iterator.h>
#include <thrum/iterator/tabulate_output_iterator.h>
#include <thrum/iterator/transform_input_output_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/transform_output_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <concepts>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>
#include "iterators/arithmetic_holds.h"

namespace {

constexpr int numbers[] = {10, 20, 30, 40, 50, 60, 70};
constexpr int places[] = {6, 0, 3, 3, 1, 2, 5};

struct halved {
  THRUM_HD constexpr int operator()(int x) const { return x / 2; }
};
/// Callable only when it is not const.
struct counted_calls {
  int calls = 0;
  THRUM_HD constexpr int operator()(int x) { return x + ++calls; }
};

static_assert(arithmetic_holds(thrum::make_counting_iterator(5)));
static_assert(arithmetic_holds(thrum::make_counting_iterator(5U)));
static_assert(arithmetic_holds(thrum::make_constant_iterator('x')));
static_assert(arithmetic_holds(thrum::make_discard_iterator()));
static_assert(arithmetic_holds(thrum::discard_iterator<>()));
static_assert(arithmetic_holds(thrum::discard_iterator<thrum::host_space>(5)));
static_assert(arithmetic_holds(thrum::make_transform_iterator(&numbers[0], halved{})));
static_assert(arithmetic_holds(thrum::make_permutation_iterator(&numbers[0], &places[0])));
static_assert(arithmetic_holds(thrum::make_reverse_iterator(&numbers[0] + 7)));
static_assert(arithmetic_holds(thrum::make_zip_iterator(&numbers[0], &places[0])));

static_assert(arithmetic_holds(thrum::make_offset_iterator(&numbers[0], 2)));
static_assert(arithmetic_holds(thrum::make_offset_iterator(&numbers[0], &places[1])));
static_assert(arithmetic_holds(thrum::make_strided_iterator(&numbers[0], 2)));
static_assert(arithmetic_holds(thrum::make_transform_output_iterator(&numbers[0], halved{})));
static_assert(arithmetic_holds(thrum::make_transform_input_output_iterator(&numbers[0], halved{}, halved{})));
static_assert(arithmetic_holds(thrum::make_tabulate_output_iterator(thrum::project1st<>{})));
static_assert(arithmetic_holds(thrum::make_counting_iterator(&numbers[0])));

static_assert(thrum::make_counting_iterator(5)[3] == 8 && *(thrum::make_counting_iterator(5) + 2) == 7);
static_assert(*(thrum::make_counting_iterator(2.5) + 2) == 4.5);
static_assert(thrum::make_counting_iterator(std::uint8_t{250})[7] == 1);
static_assert(thrum::make_counting_iterator(7).base() == 7);
static_assert(thrum::make_constant_iterator('x')[1'000'000] == 'x');
static_assert(thrum::make_transform_iterator(&numbers[0], halved{})[2] == 15);
static_assert(thrum::make_transform_iterator(&numbers[0], counted_calls{})[2] == 31);
static_assert(thrum::make_transform_iterator(&numbers[0], halved{}).base() == &numbers[0]);
static_assert(thrum::transform_iterator<halved, int const*>(&numbers[0])[2] == 15);
static_assert(thrum::transform_iterator<halved, int const*>(&numbers[0], halved{})[2] == 15);
static_assert(thrum::transform_iterator(&numbers[0], halved{})[2] == 15);
/// A type that is not default-constructible.
struct shifted {
  int by;
  THRUM_HD constexpr explicit shifted(int n) : by(n) {}
  THRUM_HD constexpr int operator()(int x) const { return x + by; }
};
static_assert(thrum::transform_iterator<shifted, int const*>(&numbers[0], shifted(1))[2] == 31);
static_assert(!std::is_constructible_v<thrum::transform_iterator<shifted, int const*>, int const*>);
static_assert(!std::is_convertible_v<int const*, thrum::transform_iterator<halved, int const*>>);
using without_default = thrum::transform_iterator<shifted, int*>;
static_assert(!std::default_initializable<without_default> && !std::forward_iterator<without_default>);
static_assert(std::input_iterator<without_default>);
static_assert(!std::default_initializable<thrum::reverse_iterator<without_default>>);
static_assert(!std::default_initializable<thrum::permutation_iterator<int*, without_default>>);
static_assert(!std::default_initializable<thrum::zip_iterator<thrum::tuple<int*, without_default>>>);
static_assert(!std::default_initializable<thrum::constant_iterator<shifted>>);
static_assert(thrum::make_permutation_iterator(&numbers[0], &places[0])[1] == 10);
static_assert(*thrum::make_permutation_iterator(&numbers[0], &places[0]) == 70);
static_assert(thrum::make_reverse_iterator(&numbers[0] + 7)[0] == 70);
static_assert(thrum::make_reverse_iterator(&numbers[0] + 7)[6] == 10);
static_assert(thrum::get<1>(thrum::make_zip_iterator(&numbers[0], &places[0])[2]) == 3);
static_assert(thrum::get<0>(*thrum::make_zip_iterator(thrum::make_tuple(&numbers[0], &places[0]))) == 10);

static_assert(**(thrum::make_counting_iterator(&numbers[0]) + 2) == 30);
static_assert((thrum::make_counting_iterator(0.1) + 3) - thrum::make_counting_iterator(0.1) == 3);
static_assert(thrum::make_constant_iterator('x').value() == 'x' &&
              (thrum::make_constant_iterator('x') + 3).base() == 3);
static_assert(thrum::make_offset_iterator(&numbers[0], 2)[1] == 40 &&
              thrum::offset_iterator(&numbers[0])[1] == 20);
static_assert(thrum::make_offset_iterator(&numbers[0], &places[5])[1] == 40);
static_assert(thrum::make_offset_iterator(&numbers[0], 2).offset() == 2);
// The offset has fewer bits than the range's indices need.
static_assert(*(thrum::make_offset_iterator(thrum::make_counting_iterator(0LL), 5) + 3'000'000'000) ==
              3'000'000'005);
static_assert(*(thrum::make_offset_iterator(&numbers[4], 1U) - 2) == 40);
static_assert((thrum::make_offset_iterator(&numbers[0], 2) + 1) - thrum::make_offset_iterator(&numbers[1], 1) ==
              1);
static_assert(thrum::make_strided_iterator(&numbers[0], 3)[2] == 70);
static_assert(thrum::make_strided_iterator(&numbers[0], 3).stride() == 3);
static_assert((thrum::make_strided_iterator(&numbers[0], 3) + 1).base() == &numbers[3]);
static_assert(thrum::strided_range(&numbers[0], &numbers[0] + 7, 3).size() == 3);
static_assert(thrum::strided_range(&numbers[0], &numbers[0] + 6, 3).size() == 2);
static_assert(thrum::strided_range(&numbers[0], &numbers[0], 3).empty());
static_assert(thrum::make_transform_input_output_iterator(&numbers[0], halved{}, halved{})[2] == 15);

// Converts to an iterator of const elements, if the base does.
template <class From, class To>
constexpr bool one_way = std::is_convertible_v<From, To> && !std::is_convertible_v<To, From>;
static_assert(one_way<thrum::reverse_iterator<int*>, thrum::reverse_iterator<int const*>>);
static_assert(
    one_way<thrum::permutation_iterator<int*, int*>, thrum::permutation_iterator<int const*, int const*>>);
static_assert(one_way<thrum::zip_iterator<thrum::tuple<int*>>, thrum::zip_iterator<thrum::tuple<int const*>>>);
static_assert(one_way<thrum::transform_iterator<halved, int*>, thrum::transform_iterator<halved, int const*>>);
static_assert(std::is_convertible_v<thrum::constant_iterator<int>, thrum::constant_iterator<double>>);
static_assert(std::is_same_v<decltype(thrum::zip_iterator(&numbers[0], &places[0])),
                             thrum::zip_iterator<thrum::tuple<int const*, int const*>>>);

// Converts from no memory space to any space; an iterator of a space stays in that space.
template <class From, class To>
constexpr bool becomes = std::is_convertible_v<From, To> && To(From(5)) == From(5) && From(5) == To(From(5)) &&
                         To(From(7)) - From(5) == 2 && From(5) < To(From(7)) && To(From(7)) >= From(5);
static_assert(becomes<thrum::counting_iterator<int>, thrum::counting_iterator<int, thrum::host_system_tag>> &&
              becomes<thrum::counting_iterator<int>, thrum::counting_iterator<int, thrum::any_system_tag>> &&
              becomes<thrum::counting_iterator<int>,
                      thrum::counting_iterator<int, thrum::device_system_tag, thrum::use_default, int>>);
static_assert(becomes<thrum::discard_iterator<>, thrum::discard_iterator<thrum::host_system_tag>> &&
              becomes<thrum::discard_iterator<>, thrum::discard_iterator<thrum::any_system_tag>>);
static_assert(one_way<thrum::counting_iterator<int>, thrum::counting_iterator<int, thrum::host_system_tag>>);
// Equality compares the index, also after the numbers have wrapped around.
static_assert(thrum::counting_iterator<char, thrum::host_system_tag>(thrum::counting_iterator<char>(0) + 300) -
                  thrum::counting_iterator<char>(0) ==
              300);
static_assert(!std::is_convertible_v<thrum::counting_iterator<int, thrum::host_system_tag>,
                                     thrum::counting_iterator<int, thrum::device_system_tag>>);
using constant_on_host = thrum::constant_iterator<int, thrum::use_default, thrum::host_system_tag>;
static_assert(one_way<thrum::constant_iterator<int>, constant_on_host>);
constexpr auto thirteen = thrum::make_constant_iterator<int, std::intmax_t>(13, 7);
static_assert(std::is_same_v<decltype(thirteen), thrum::constant_iterator<int, std::intmax_t> const>);
static_assert(*thirteen == 13 && thirteen == thrum::make_constant_iterator(13, 7) &&
              thirteen - thrum::make_constant_iterator(13) == 7 &&
              constant_on_host(thirteen) > thrum::make_constant_iterator(13) &&
              thrum::make_constant_iterator(13L, 8) > thirteen &&
              thirteen <= thrum::make_constant_iterator(13L, 7));

// The memory space is that of the elements.
template <class I, class Space>
constexpr bool lives_in = std::is_same_v<thrum::memory_space_t<I>, Space>;
using device_iterator = thrum::device_vector<int>::iterator;
using counting = thrum::counting_iterator<int>;
static_assert(lives_in<counting, thrum::any_space> && lives_in<thrum::discard_iterator<>, thrum::any_space>);
static_assert(lives_in<thrum::discard_iterator<thrum::device_space<>>, thrum::device_space<>>);
static_assert(lives_in<int*, thrum::unspecified_space> && lives_in<std::vector<int>::iterator, thrum::host_space>);
static_assert(lives_in<device_iterator, thrum::device_space<>>);
static_assert(lives_in<thrum::transform_iterator<halved, device_iterator>, thrum::device_space<>>);
static_assert(lives_in<thrum::permutation_iterator<device_iterator, counting>, thrum::device_space<>>);
static_assert(lives_in<thrum::reverse_iterator<device_iterator>, thrum::device_space<>>);
static_assert(lives_in<thrum::zip_iterator<thrum::tuple<counting, device_iterator>>, thrum::device_space<>>);
static_assert(lives_in<std::reverse_iterator<device_iterator>, thrum::device_space<>>);
static_assert(lives_in<std::counted_iterator<device_iterator>, thrum::device_space<>>);
static_assert(lives_in<thrum::offset_iterator<device_iterator>, thrum::device_space<>>);
static_assert(lives_in<thrum::strided_iterator<device_iterator>, thrum::device_space<>>);
static_assert(lives_in<thrum::shuffle_iterator<int>, thrum::any_space>);
static_assert(lives_in<thrum::tabulate_output_iterator<halved>, thrum::any_space>);
static_assert(lives_in<thrum::transform_output_iterator<halved, device_iterator>, thrum::device_space<>>);

// The iterators reach backends over raw pointers.
static_assert(std::is_same_v<thrum::detail::unwrapped_t<device_iterator>, int*>);
static_assert(std::is_same_v<thrum::detail::unwrapped_t<std::vector<int>::const_iterator>, int const*>);
static_assert(std::is_same_v<thrum::detail::unwrapped_t<thrum::transform_iterator<halved, device_iterator>>,
                             thrum::transform_iterator<halved, int*>>);
static_assert(std::is_same_v<thrum::detail::unwrapped_t<thrum::strided_iterator<device_iterator>>,
                             thrum::strided_iterator<int*>>);
static_assert(std::is_same_v<thrum::detail::unwrapped_t<thrum::offset_iterator<device_iterator, device_iterator>>,
                             thrum::offset_iterator<int*, int*>>);
static_assert(
    std::is_same_v<thrum::detail::unwrapped_t<thrum::zip_iterator<thrum::tuple<counting, device_iterator>>>,
                   thrum::zip_iterator<thrum::tuple<counting, int*>>>);

// Standard algorithms take the iterators.
static_assert(std::random_access_iterator<counting> && std::random_access_iterator<thrum::constant_iterator<int>>);
static_assert(std::random_access_iterator<thrum::reverse_iterator<int*>>);
static_assert(std::random_access_iterator<thrum::transform_iterator<halved, int*>>);
static_assert(std::is_same_v<std::iter_value_t<thrum::transform_iterator<halved, long*>>, int>);
static_assert(
    std::is_same_v<std::iter_value_t<thrum::zip_iterator<thrum::tuple<int*, counting>>>, thrum::tuple<int, int>>);

}  // namespace

TEST_CASE("adaptors write through") {
  std::vector<int> v{1, 2, 3}, w{4, 5, 6};
  std::vector<int> const map{2, 0, 1};
  auto const reversed = thrum::make_reverse_iterator(v.end());
  reversed[0] = 30;
  CHECK(v == std::vector<int>{1, 2, 30});
  auto const permuted = thrum::make_permutation_iterator(v.begin(), map.begin());
  permuted[1] = 10;
  CHECK(v == std::vector<int>{10, 2, 30});
  auto const zipped = thrum::make_zip_iterator(v.begin(), w.begin());
  zipped[1] = thrum::make_tuple(20, 50);
  *zipped = zipped[2];
  CHECK(v == std::vector<int>{30, 20, 30});
  CHECK(w == std::vector<int>{6, 50, 6});
  thrum::get<0>(zipped[0]) = 7;
  CHECK(v[0] == 7);
  auto const nowhere = thrum::make_discard_iterator();
  nowhere[3] = 5;
  *nowhere = std::string("anything");
  thrum::discard_iterator<> named;
  thrum::discard_iterator deduced;
  thrum::discard_iterator const later(2);
  *named++ = 1;
  *++deduced = 1;
  static_assert(std::is_same_v<decltype(deduced), thrum::discard_iterator<>>);
  CHECK(named == deduced);
  CHECK(later - named == 1);
}

TEST_CASE("adaptors of objects in memory reach their members") {
  std::vector<std::string> v{"one", "three"};
  std::vector<int> const map{1, 0};
  auto const permuted = thrum::make_permutation_iterator(v.begin(), map.begin());
  static_assert(
      std::is_same_v<std::iterator_traits<std::remove_const_t<decltype(permuted)>>::pointer, std::string*>);
  static_assert(std::is_void_v<std::iterator_traits<counting>::pointer>);
  CHECK(permuted->size() == 5);
  permuted->clear();
  CHECK(v[1].empty());
  CHECK(thrum::make_reverse_iterator(v.cend())[1] == "one");
  CHECK((thrum::make_reverse_iterator(v.cend()) + 1)->size() == 3);
}

TEST_CASE("a value of a zip_iterator is a copy, a reference is not") {
  std::vector<int> v{1, 2}, w{3, 4};
  auto const zipped = thrum::make_zip_iterator(v.begin(), w.begin());
  std::iter_value_t<decltype(zipped)> const held = zipped[0];
  auto const seen = zipped[0];
  v[0] = 100;
  CHECK(thrum::get<0>(held) == 1);
  CHECK(thrum::get<0>(seen) == 100);
  CHECK(thrum::get<0>(zipped.get_iterator_tuple()) == v.begin());
}

TEST_CASE("iterators over device memory can be read on the host") {
  thrum::device_vector<int> const v{10, 20, 30};
  thrum::device_vector<int> const map{2, 0};
  CHECK(thrum::make_permutation_iterator(v.begin(), map.begin())[0] == 30);
  CHECK(*thrum::make_reverse_iterator(v.end()) == 30);
  CHECK(thrum::make_transform_iterator(v.begin(), halved{})[1] == 10);
}
