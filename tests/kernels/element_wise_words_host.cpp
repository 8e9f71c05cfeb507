// Checks what element-wise bodies declare, and runs the code by which a thread of a device computes
// several elements at once, in a loop over the threads.
#include <thrum/detail/base/body.h>
#include <doctest/doctest.h>
#include <thrum/adjacent_difference.h>
#include <thrum/detail/backends/cuda/at_once.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/generate.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/replace.h>
#include <thrum/reverse.h>
#include <thrum/scatter.h>
#include <thrum/segmented_copy.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

namespace detail = thrum::detail;

constexpr std::ptrdiff_t n = detail::least_at_once;

/// Elements that begin at a multiple of 16 bytes, whatever the vector's allocator returns.
template <class T>
class aligned {
 public:
  explicit aligned(std::ptrdiff_t size) : all_(static_cast<std::size_t>(size) + 16) {}
  T* data() {
    T* p = all_.data();
    while (reinterpret_cast<std::uintptr_t>(p) % 16 != 0) ++p;
    return p;
  }

 private:
  std::vector<T> all_;
};

template <class Body>
void compute_all(Body body) {
  REQUIRE(detail::is_computed_at_once<Body>);
  using at_once = detail::computed_at_once<Body>;
  REQUIRE(at_once::fits(body, n));
  REQUIRE(n % at_once::tile == 0);
  for (std::ptrdiff_t begin = 0; begin < n; begin += at_once::tile) {
    for (int thread = 0; thread < detail::cuda_block; ++thread) at_once::compute(body, begin, thread);
  }
}

template <class T, class Expected>
void check(T const* out, Expected expected) {
  std::ptrdiff_t wrong = 0;
  for (std::ptrdiff_t i = 0; i < n; ++i) wrong += out[i] == expected(i) ? 0 : 1;
  CHECK(wrong == 0);
}

template <class From, class To, class F>
void check_transform(F f) {
  aligned<From> in(n);
  aligned<To> out(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) in.data()[i] = static_cast<From>(i % 101);
  From* const from = in.data();
  compute_all(detail::transform_body<From const*, To*, F>{from, out.data(), f});
  check(out.data(), [&](std::ptrdiff_t i) { return static_cast<To>(f(from[i])); });
}

/// A user's functor, which may take the address of its argument.
struct twice {
  template <class T>
  T operator()(T const& x) const {
    return static_cast<T>(x + x);
  }
};
struct place_of {
  float const* base;
  int operator()(float const& x) const { return static_cast<int>(&x - base); }
};
struct flags {
  std::uint8_t bytes[3];
};
/// Sixteen bytes, aligned to eight.
struct record {
  std::int64_t key, payload;
  friend bool operator==(record const&, record const&) = default;
};
struct first_of {
  int operator()(flags const& f) const { return f.bytes[0]; }
};

// Wrong declarations: each lacks a member that its kind needs, or has a wrong one.

struct fill_without_output {
  static constexpr auto kind = detail::body_kind::fill;
  using functor = detail::no_functor;
  template <class V>
  constexpr auto inputs(V visit) {
    return visit();
  }
  void compute(std::ptrdiff_t, int& to) { to = 1; }
  void operator()(std::ptrdiff_t) {}
};
struct complete_fill : fill_without_output {
  int* out;
  constexpr int*& output() { return out; }
};
struct fill_without_functor {
  static constexpr auto kind = detail::body_kind::fill;
  int* out;
  constexpr int*& output() { return out; }
  template <class V>
  constexpr auto inputs(V visit) {
    return visit();
  }
  void compute(std::ptrdiff_t, int& to) { to = 1; }
};
struct fill_without_inputs {
  static constexpr auto kind = detail::body_kind::fill;
  using functor = detail::no_functor;
  int* out;
  constexpr int*& output() { return out; }
  void compute(std::ptrdiff_t, int& to) { to = 1; }
};
struct fill_without_compute {
  static constexpr auto kind = detail::body_kind::fill;
  using functor = detail::no_functor;
  int* out;
  constexpr int*& output() { return out; }
  template <class V>
  constexpr auto inputs(V visit) {
    return visit();
  }
};
struct fill_of_other_elements : fill_without_compute {
  struct element {};
  void compute(std::ptrdiff_t, element&) {}
};
struct choice_without_kept : complete_fill {
  static constexpr auto kind = detail::body_kind::choose;
};
struct scatter_without_inputs {
  static constexpr auto kind = detail::body_kind::scatter;
};
struct reversal_without_mirror {
  static constexpr auto kind = detail::body_kind::reverse;
  int* first;
  template <class V>
  constexpr auto inputs(V visit) {
    return visit(first);
  }
};
struct effects_on_two_inputs {
  static constexpr auto kind = detail::body_kind::side_effects;
  int *first1, *first2;
  template <class V>
  constexpr auto inputs(V visit) {
    return visit(first1, first2);
  }
};
/// A functor that happens to have a member of this name declares nothing.
struct functor_with_kind {
  static constexpr int kind = 3;
  void operator()(std::ptrdiff_t) {}
};

/// Whether a body has this kind and these inputs.
template <class Body, class... Inputs>
constexpr bool declares(detail::body_kind kind) {
  return detail::is_well_declared<Body>() && detail::kind_of<Body> == kind &&
         std::is_same_v<detail::inputs_of<Body>, detail::input_list<Inputs...>>;
}

}  // namespace

TEST_CASE("each body declares its kind, and what it reads at its index") {
  using detail::body_kind;
  using in = float const*;
  using out = float*;
  using stencil = std::uint8_t const*;
  using map = int const*;
  CHECK(declares<detail::transform_body<in, out, twice>, in>(body_kind::compute));
  CHECK(declares<detail::binary_transform_body<in, out, out, thrum::plus<>>, in, out>(body_kind::compute));
  using three = detail::transform_body_of_inputs<std::index_sequence<0, 1, 2>, out, twice, in, in, map>;
  CHECK(declares<three, in, in, map>(body_kind::compute));
  CHECK(declares<detail::tabulate_body<out, twice>>(body_kind::compute));
  CHECK(declares<detail::generate_body<out, twice>>(body_kind::compute));
  CHECK(declares<detail::fill_body<out, float>>(body_kind::fill));
  CHECK(declares<detail::gather_body<map, in, out>, map>(body_kind::gather));
  CHECK(declares<detail::scatter_body<in, map, out>, in, map>(body_kind::scatter));
  CHECK(declares<detail::replace_body<out, stencil, twice, float>, stencil, out>(body_kind::choose));
  CHECK(declares<detail::replace_copy_body<in, stencil, out, twice, float>, in, stencil>(body_kind::choose));
  CHECK(declares<detail::for_each_body<out, twice>, out>(body_kind::side_effects));
  CHECK(declares<detail::reverse_body<out>, out>(body_kind::reverse));
  CHECK(detail::kind_of<detail::scatter_if_body<in, map, stencil, out, twice>> == body_kind::scatter_some);
  CHECK(detail::kind_of<detail::swap_body<out, out>> == body_kind::move_numbers);
  CHECK(detail::kind_of<detail::swap_body<flags*, flags*>> == body_kind::brief);
  CHECK(detail::kind_of<detail::reverse_copy_body<in, out>> == body_kind::move_numbers);
  CHECK(declares<detail::difference_body<in, out, thrum::minus<>>, in, in>(body_kind::compute));
  CHECK(declares<detail::difference_or_first_body<in, out, thrum::minus<>>, in>(body_kind::difference));
  CHECK(detail::kind_of<detail::segment_copier<in, int*, out, int*>> == body_kind::move_numbers);
  CHECK(detail::kind_of<detail::segment_copier<flags*, int*, flags*, int*>> == body_kind::unknown);
  CHECK(detail::kind_of<functor_with_kind> == body_kind::unknown);
}

TEST_CASE("loops on the host take what a body declares") {
  using out = float*;
  using computed = thrum::counting_iterator<float>;
  CHECK(detail::computes_numbers<detail::tabulate_body<out, twice>>);
  CHECK_FALSE(detail::computes_numbers<detail::fill_body<out, float>>);
  CHECK(detail::computes_objects<detail::tabulate_body<flags*, twice>>);
  CHECK(detail::computes_numbers<detail::replace_body<out, computed, twice, float>>);
  CHECK(detail::computes_numbers<detail::replace_copy_body<out, computed, out, twice, float>>);
  // An element that is computed is only read if it is not replaced.
  CHECK_FALSE(detail::computes_numbers<detail::replace_copy_body<computed, out, out, twice, float>>);
  CHECK(detail::moves_numbers<detail::reverse_body<out>>);
  CHECK_FALSE(detail::moves_numbers<detail::reverse_body<flags*>>);
  CHECK(detail::writes_anywhere<detail::scatter_if_body<out, int*, out, out, twice>>);
  CHECK_FALSE(detail::writes_anywhere<detail::gather_body<int*, out, out>>);
}

TEST_CASE("a declaration that lacks a member is refused") {
  CHECK(detail::is_well_declared<complete_fill>());
  CHECK_FALSE(detail::is_well_declared<fill_without_output>());
  CHECK_FALSE(detail::is_well_declared<fill_without_functor>());
  CHECK_FALSE(detail::is_well_declared<fill_without_inputs>());
  CHECK_FALSE(detail::is_well_declared<fill_without_compute>());
  CHECK_FALSE(detail::is_well_declared<fill_of_other_elements>());
  CHECK_FALSE(detail::is_well_declared<choice_without_kept>());
  CHECK_FALSE(detail::is_well_declared<scatter_without_inputs>());
  CHECK_FALSE(detail::is_well_declared<reversal_without_mirror>());
  CHECK_FALSE(detail::is_well_declared<effects_on_two_inputs>());
  CHECK(detail::is_well_declared<functor_with_kind>());
}

TEST_CASE("words of all widths are computed, and converted") {
  check_transform<std::int8_t, std::int8_t>(thrum::identity<>{});
  check_transform<std::int16_t, std::int16_t>(thrum::identity<>{});
  check_transform<float, float>(thrum::square<>{});
  check_transform<double, double>(thrum::negate<>{});
  check_transform<float, double>(thrum::identity<>{});
  check_transform<double, float>(thrum::identity<>{});
  check_transform<std::int8_t, double>(thrum::identity<>{});
  check_transform<double, std::int8_t>(thrum::identity<>{});
  check_transform<float, float>(twice{});
  check_transform<std::int8_t, std::int64_t>(twice{});
}

TEST_CASE("a user's functor is called with the elements themselves") {
  aligned<float> in(n);
  aligned<int> out(n);
  compute_all(detail::transform_body<float*, int*, place_of>{in.data(), out.data(), {in.data()}});
  check(out.data(), [](std::ptrdiff_t i) { return static_cast<int>(i); });
}

TEST_CASE("elements that are no words are read one by one") {
  aligned<int> out(n);
  std::vector<flags> in(static_cast<std::size_t>(n), flags{{7, 0, 0}});
  compute_all(detail::transform_body<flags const*, int*, first_of>{in.data(), out.data(), {}});
  check(out.data(), [](std::ptrdiff_t) { return 7; });
}

TEST_CASE("words that fill 16 bytes, and numbers made of them") {
  aligned<record> in(n), out(n);
  aligned<std::int8_t> small(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) in.data()[i] = {i, -i};
  compute_all(detail::transform_body<record const*, record*, thrum::identity<>>{in.data(), out.data(), {}});
  check(out.data(), [](std::ptrdiff_t i) { return record{i, -i}; });
  auto const low = [](record const& r) { return static_cast<std::int8_t>(r.key % 100); };
  compute_all(detail::transform_body<record const*, std::int8_t*, decltype(low)>{in.data(), small.data(), low});
  check(small.data(), [](std::ptrdiff_t i) { return static_cast<std::int8_t>(i % 100); });
  compute_all(detail::fill_body<record*, record>{out.data(), {1, 2}});
  check(out.data(), [](std::ptrdiff_t) { return record{1, 2}; });
}

TEST_CASE("two inputs, one of which is the output") {
  aligned<int> a(n), b(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    a.data()[i] = static_cast<int>(i);
    b.data()[i] = static_cast<int>(2 * i);
  }
  compute_all(
      detail::binary_transform_body<int*, int const*, int*, thrum::plus<>>{a.data(), b.data(), a.data(), {}});
  check(a.data(), [](std::ptrdiff_t i) { return static_cast<int>(3 * i); });
}

TEST_CASE("bodies that read nothing, or what a map says") {
  aligned<int> out(n), map(n);
  auto const index = [](std::ptrdiff_t i) { return static_cast<int>(i); };
  compute_all(detail::tabulate_body<int*, decltype(index)>{map.data(), index});
  check(map.data(), index);
  compute_all(detail::fill_body<int*, int>{out.data(), 5});
  check(out.data(), [](std::ptrdiff_t) { return 5; });
  std::vector<int> const source = [] {
    std::vector<int> v;
    for (std::ptrdiff_t i = 0; i < n; ++i) v.push_back(static_cast<int>(n - i));
    return v;
  }();
  // The elements that the map points to may begin at any address.
  compute_all(detail::gather_body<int const*, int const*, int*>{map.data(), source.data(), out.data()});
  check(out.data(), [](std::ptrdiff_t i) { return static_cast<int>(n - i); });
}

TEST_CASE_TEMPLATE("elements that are scattered", T, std::int8_t, float, record) {
  aligned<T> v(n), out(n);
  aligned<int> map(n);
  auto const value = [](std::ptrdiff_t i) {
    if constexpr (std::is_same_v<T, record>) return record{i, 2};
    else return static_cast<T>(i % 101);
  };
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    v.data()[i] = value(i);
    map.data()[i] = static_cast<int>(n - 1 - i);
  }
  compute_all(detail::scatter_body<T const*, int const*, T*>{v.data(), map.data(), out.data()});
  check(out.data(), [&](std::ptrdiff_t i) { return value(n - 1 - i); });
}

TEST_CASE_TEMPLATE("differences of neighbours", T, int, float, double) {
  aligned<T> v(n), out(n);
  for (std::ptrdiff_t i = 0; i < n; ++i) v.data()[i] = static_cast<T>(i % 97 * (i % 5));
  T const* const in = v.data();
  compute_all(detail::difference_or_first_body<T const*, T*, thrum::minus<T>>{in, out.data(), {}});
  check(out.data(), [&](std::ptrdiff_t i) { return i == 0 ? in[0] : static_cast<T>(in[i] - in[i - 1]); });
}

TEST_CASE_TEMPLATE("a range is turned round from both ends", T, std::int8_t, std::int16_t, float, double) {
  using body = detail::reverse_body<T*>;
  using at_once = detail::computed_at_once<body>;
  aligned<T> v(2 * n);
  for (std::ptrdiff_t i = 0; i < 2 * n; ++i) v.data()[i] = static_cast<T>(i % 113);
  body f{v.data(), 2 * n - 1};
  REQUIRE(at_once::fits(f, n));
  for (std::ptrdiff_t begin = 0; begin < n; begin += at_once::tile) {
    for (int thread = 0; thread < detail::cuda_block; ++thread) at_once::compute(f, begin, thread);
  }
  check(v.data(), [](std::ptrdiff_t i) { return static_cast<T>((2 * n - 1 - i) % 113); });
  check(v.data() + n, [](std::ptrdiff_t i) { return static_cast<T>((n - 1 - i) % 113); });
  body part{v.data(), 2 * n - 2};
  CHECK_FALSE(at_once::fits(part, n - 1));
  body odd{v.data(), 2 * n};
  CHECK_FALSE(at_once::fits(odd, n));
}

TEST_CASE("a user's functor for few elements, and elements that begin within a word") {
  aligned<float> in(n + 4), out(n);
  using body = detail::transform_body<float const*, float*, thrum::identity<>>;
  using user_body = detail::transform_body<float const*, float*, twice>;
  using body_of_flags = detail::transform_body<flags const*, int*, first_of>;
  body whole{in.data(), out.data(), {}};
  CHECK(detail::computed_at_once<body>::fits(whole, 1));
  body shifted{in.data() + 1, out.data(), {}};
  CHECK_FALSE(detail::computed_at_once<body>::fits(shifted, n));
  user_body of_user{in.data(), out.data(), {}}, shifted_user{in.data() + 1, out.data(), {}};
  CHECK(detail::computed_at_once<user_body>::fits(of_user, n));
  CHECK_FALSE(detail::computed_at_once<user_body>::fits(of_user, n - 1));
  CHECK_FALSE(detail::computed_at_once<user_body>::fits(shifted_user, n));
  // This call reads and writes no words.
  std::vector<flags> const bytes(2);
  std::vector<int> numbers(2);
  body_of_flags any{bytes.data() + 1, numbers.data() + 1, {}};
  CHECK(detail::computed_at_once<body_of_flags>::fits(any, n));
}
