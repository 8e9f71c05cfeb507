// Names of Thrust's that belong to no family: type traits, min and max, systems by name.
#include <doctest/doctest.h>
#include <thrum/copy.h>
#include <thrum/device_vector.h>
#include <thrum/extrema.h>
#include <thrum/iterator/constant_iterator.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_traits.h>
#include <thrum/reduce.h>
#include <thrum/system/cpp/execution_policy.h>
#include <thrum/system/error_code.h>
#include <thrum/system_error.h>
#include <thrum/type_traits/integer_sequence.h>
#include <thrum/type_traits/is_contiguous_iterator.h>
#include <thrum/type_traits/is_execution_policy.h>
#include <thrum/type_traits/is_operator_less_or_greater_function_object.h>
#include <thrum/type_traits/is_operator_plus_function_object.h>
#include <thrum/type_traits/is_trivially_relocatable.h>
#include <thrum/type_traits/logical_metafunctions.h>
#include <thrum/type_traits/unwrap_contiguous_iterator.h>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
#if defined(THRUM_WITH_TBB)
#include <thrum/system/tbb/execution_policy.h>
#endif

namespace {

/// An iterator that is contiguous, but does not declare it.
struct bare_iterator {
  int* at;
  int& operator*() const { return *at; }
};
struct handle {
  handle(handle const&) {}
};

}  // namespace

template <>
struct thrum::proclaim_contiguous_iterator<bare_iterator> : std::true_type {};
template <>
struct thrum::proclaim_trivially_relocatable<handle> : std::true_type {};

TEST_CASE("contiguous iterators become pointers") {
  using iterator = thrum::device_vector<int>::iterator;
  static_assert(thrum::is_contiguous_iterator<int const*>::value);
  static_assert(thrum::is_contiguous_iterator_v<iterator>);
  static_assert(thrum::is_contiguous_iterator_v<thrum::device_ptr<int>>);
  static_assert(thrum::is_contiguous_iterator_v<std::vector<int>::iterator>);
  static_assert(!thrum::is_contiguous_iterator_v<std::list<int>::iterator>);
  static_assert(!thrum::is_contiguous_iterator_v<thrum::counting_iterator<int>>);

  thrum::device_vector<int> v{4, 5};
  static_assert(std::is_same_v<thrum::unwrap_contiguous_iterator_t<iterator>, int*>);
  CHECK(thrum::unwrap_contiguous_iterator(v.begin() + 1) == thrum::raw_pointer_cast(v.data()) + 1);
  int x = 0;
  CHECK(thrum::unwrap_contiguous_iterator(bare_iterator{&x}) == &x);
  CHECK(*thrum::try_unwrap_contiguous_iterator(thrum::counting_iterator<int>(3)) == 3);
  static_assert(
      std::is_same_v<thrum::try_unwrap_contiguous_iterator_t<std::list<int>::iterator>, std::list<int>::iterator>);
}

TEST_CASE("what moves as bytes do") {
  static_assert(thrum::is_trivially_relocatable<int>::value);
  static_assert(thrum::is_trivially_relocatable_v<handle[3]>);
  static_assert(!thrum::is_trivially_relocatable_v<std::string>);
  static_assert(thrum::is_trivially_relocatable_to<int, int>::value);
  static_assert(!thrum::is_trivially_relocatable_to_v<int, float>);
  static_assert(thrum::is_indirectly_trivially_relocatable_to<int*, std::vector<int>::iterator>::value);
  static_assert(!thrum::is_indirectly_trivially_relocate_to_v<int*, std::list<int>::iterator>);
}

TEST_CASE("function objects are recognised") {
  static_assert(thrum::is_operator_less_function_object_v<thrum::less<int>>);
  static_assert(thrum::is_operator_less_function_object<std::less<>>::value);
  static_assert(!thrum::is_operator_less_function_object_v<thrum::greater<int>>);
  static_assert(thrum::is_operator_greater_function_object_v<std::greater<int>>);
  static_assert(thrum::is_operator_less_or_greater_function_object<thrum::greater<>>::value);
  static_assert(!thrum::is_operator_less_or_greater_function_object_v<thrum::less_equal<int>>);
  static_assert(thrum::is_operator_plus_function_object_v<thrum::plus<>>);
  static_assert(!thrum::is_operator_plus_function_object<thrum::minus<int>>::value);
}

TEST_CASE("sequences of integers") {
  static_assert(std::is_same_v<thrum::make_reversed_index_sequence<3>, thrum::index_sequence<2, 1, 0>>);
  static_assert(std::is_same_v<thrum::make_reversed_integer_sequence<signed char, 2>,
                               thrum::integer_sequence<signed char, 1, 0>>);
  using one = thrum::integer_sequence<int, 1>;
  static_assert(std::is_same_v<thrum::integer_sequence_push_front<int, 5, one>, std::integer_sequence<int, 5, 1>>);
  static_assert(std::is_same_v<thrum::integer_sequence_push_back<int, 5, one>, std::integer_sequence<int, 1, 5>>);
  static_assert(thrum::conjunction_v<std::true_type, thrum::negation<std::false_type>>);
}

TEST_CASE("min and max give the first of equals, by reference") {
  int const a = 1, b = 2;
  CHECK(&thrum::min(a, b) == &a);
  CHECK(&thrum::max(a, b) == &b);
  CHECK(&thrum::min(a, b, thrum::greater<int>()) == &b);
  CHECK(&thrum::max(a, b, thrum::greater<int>()) == &a);
  CHECK(thrum::max<long>(a, 3L) == 3);
  int const c = 1;
  CHECK(&thrum::min(a, c) == &a);
  CHECK(&thrum::max(a, c) == &a);
  static_assert(thrum::min({3, 1, 2}) == 1);
  static_assert(thrum::max({3, 1, 2}) == 3);
}

TEST_CASE("systems by name") {
  std::vector<int> const v{1, 2, 3};
  CHECK(thrum::reduce(thrum::cpp::par, v.begin(), v.end()) == 6);
  CHECK(thrum::reduce(thrum::system::cpp::par, v.begin(), v.end()) == 6);
#if defined(THRUM_WITH_TBB)
  CHECK(thrum::reduce(thrum::system::tbb::par, v.begin(), v.end()) == 6);
#endif
  thrum::host_system_tag host;
  CHECK(thrum::reduce(host, v.begin(), v.end()) == 6);
  thrum::device_vector<int> const d{1, 2, 3};
  thrum::iterator_system<thrum::device_vector<int>::const_iterator>::type const device{};
  CHECK(thrum::reduce(device, d.begin(), d.end()) == 6);
  CHECK(thrum::reduce(thrum::device_system_tag(), d.begin(), d.end(), 4) == 10);
  thrum::device_vector<int> copies(3);
  thrum::copy(thrum::device_system_tag(), d.begin(), d.end(), copies.begin());
  CHECK(copies == d);
  static_assert(thrum::is_execution_policy<decltype(thrum::host)>::value);
  static_assert(!thrum::is_execution_policy<int>::value);
  thrum::system::error_code const code(2, thrum::system::generic_category());
  CHECK(std::string_view(code.category().name()) == "generic");
  CHECK_THROWS_AS(throw thrum::system::system_error(code), thrum::system_error);
}

TEST_CASE("counting and constant iterators can be given a system") {
  using device_counting = thrum::counting_iterator<long, thrum::device_system_tag>;
  static_assert(std::is_same_v<thrum::iterator_system_t<device_counting>, thrum::device_system_tag>);
  static_assert(std::is_same_v<thrum::iterator_system_t<thrum::counting_iterator<long>>, thrum::any_system_tag>);
  CHECK(thrum::reduce(device_counting(1), device_counting(4)) == 6);
  using host_constant = thrum::constant_iterator<int, thrum::use_default, thrum::host_system_tag>;
  static_assert(std::is_same_v<thrum::iterator_system_t<host_constant>, thrum::host_system_tag>);
  CHECK(thrum::reduce(host_constant(2), host_constant(2, 4)) == 8);
  using counting = thrum::counting_iterator<int, thrum::use_default, thrum::random_access_traversal_tag, long>;
  CHECK(counting(2)[3] == 5);
}
