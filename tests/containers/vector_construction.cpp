// Every way to construct a vector and to assign new contents.
#include "vector_kinds.h"

#include <thrum/universal_vector.h>
#include <array>
#include <forward_list>
#include <iterator>
#include <list>
#include <sstream>
#include <string>

TEST_CASE_TEMPLATE("a vector can be made in every way", V, ALL_INT_VECTORS) {
  typename V::allocator_type const allocator{};
  for (int n : {0, 1, 2, 1000, 16'384, 16'385, 100'000}) {
    auto const count = static_cast<std::size_t>(n);
    std::vector<int> const expected = counting(n);
    CHECK(V(count).to_host() == std::vector<int>(count));
    CHECK(V(count, allocator).to_host() == std::vector<int>(count));
    CHECK(V(count, 7).to_host() == std::vector<int>(count, 7));
    CHECK(V(count, 0, allocator).to_host() == std::vector<int>(count, 0));
    CHECK(V(count, thrum::no_init).size() == count);
    CHECK(V(expected).to_host() == expected);
    CHECK(V(expected.begin(), expected.end()).to_host() == expected);
    CHECK(V(expected.data(), expected.data() + n, allocator).to_host() == expected);
    CHECK(V(expected.rbegin(), expected.rend()).to_host() == std::vector<int>(expected.rbegin(), expected.rend()));

    V const original(expected);
    V copy(original);
    CHECK(copy.to_host() == expected);
    CHECK(copy.capacity() == count);
    CHECK(V(original, allocator).to_host() == expected);
    auto const data = copy.data();
    V moved(std::move(copy));
    CHECK(moved.data() == data);
    CHECK(copy.empty());
    CHECK(copy.capacity() == 0);
    V again(std::move(moved), allocator);
    CHECK(again.to_host() == expected);
    CHECK(original.to_host() == expected);
  }
  CHECK(V().empty());
  CHECK(V(allocator).empty());
  CHECK(V{3, 1, 2}.to_host() == std::vector<int>{3, 1, 2});
  CHECK(V({3, 1, 2}, allocator).to_host() == std::vector<int>{3, 1, 2});
  CHECK(static_cast<std::vector<int>>(V{4, 5}) == std::vector<int>{4, 5});
  CHECK(thrum::to_host(V{4, 5}) == std::vector<int>{4, 5});
}

TEST_CASE_TEMPLATE("ranges may come from any input iterator", V, ALL_INT_VECTORS) {
  std::list<short> const list{4, 5, 6};
  std::forward_list<int> const forward{1, 2};
  std::array<double, 3> const doubles{1.5, 2.5, 3.5};
  std::istringstream text("10 20 30 40 50");
  using stream = std::istream_iterator<int>;

  V v(list.begin(), list.end());
  CHECK(v.to_host() == std::vector<int>{4, 5, 6});
  CHECK(V(stream(text), stream()).to_host() == std::vector<int>{10, 20, 30, 40, 50});

  v.insert(v.begin() + 1, forward.begin(), forward.end());
  CHECK(v.to_host() == std::vector<int>{4, 1, 2, 5, 6});
  std::istringstream more("8 9");
  v.insert(v.begin(), stream(more), stream());
  CHECK(v.to_host() == std::vector<int>{8, 9, 4, 1, 2, 5, 6});

  v.assign(doubles.begin(), doubles.end());
  CHECK(v.to_host() == std::vector<int>{1, 2, 3});
  std::istringstream last("7");
  v.assign(stream(last), stream());
  CHECK(v.to_host() == std::vector<int>{7});
  std::vector<bool> const bits{true, false};
  CHECK(V(bits).to_host() == std::vector<int>{1, 0});
}

TEST_CASE_TEMPLATE("a vector can be given new contents in every way", V, ALL_INT_VECTORS) {
  for (int old : {0, 1, 1000}) {
    for (int n : {0, 1, 2, 1000}) {
      CAPTURE(old);
      CAPTURE(n);
      auto const fresh = [old] { return V(static_cast<std::size_t>(old), 42); };
      std::vector<int> const expected = counting(n);
      V const source(expected);
      V v = fresh();
      v = source;
      CHECK(v.to_host() == expected);
      v = fresh();
      v = V(expected);
      CHECK(v.to_host() == expected);
      v = fresh();
      v = expected;
      CHECK(v.to_host() == expected);
      v = fresh();
      v.assign(expected.begin(), expected.end());
      CHECK(v.to_host() == expected);
      v = fresh();
      v.assign(static_cast<std::size_t>(n), 9);
      CHECK(v.to_host() == std::vector<int>(static_cast<std::size_t>(n), 9));
    }
  }
  V v{1, 2, 3};
  v = {7, 8};
  CHECK(v.to_host() == std::vector<int>{7, 8});
  v.assign({9});
  CHECK(v.to_host() == std::vector<int>{9});
  V& same = v;
  v = same;
  v = std::move(same);
  CHECK(v.to_host() == std::vector<int>{9});
}

template <class From, class To>
static void check_conversion() {
  for (int n : {0, 1, 1000}) {
    std::vector<int> const expected = counting(n);
    From const from(expected);
    To const made(from);
    CHECK(made.to_host() == std::vector<typename To::value_type>(expected.begin(), expected.end()));
    To assigned{1, 2, 3};
    assigned = from;
    CHECK(assigned == made);
    To ranged(from.begin(), from.end());
    CHECK(ranged == made);
    ranged.insert(ranged.begin(), from.rbegin(), from.rend());
    CHECK(ranged.size() == 2 * expected.size());
    if (n > 1) CHECK(ranged[1] == static_cast<typename To::value_type>(n - 2));
  }
}

TEST_CASE_TEMPLATE("vectors convert to each other across memory spaces and element types", V, ALL_INT_VECTORS) {
  check_conversion<V, thrum::host_vector<int>>();
  check_conversion<V, thrum::device_vector<int>>();
  check_conversion<V, thrum::unified_vector<int>>();
  check_conversion<V, thrum::host_vector<double>>();
  check_conversion<V, thrum::device_vector<double>>();
  check_conversion<V, thrum::unified_vector<long long>>();
}

TEST_CASE_TEMPLATE("vectors compare across memory spaces", V, ALL_INT_VECTORS) {
  V const v{1, 2, 3};
  thrum::host_vector<int> const host{1, 2, 3};
  thrum::device_vector<int> const larger{1, 2, 4};
  thrum::device_vector<long> const longer{1, 2, 3, 0};
  std::vector<int> const standard{1, 2, 3};
  CHECK(v == v);
  CHECK(v == host);
  CHECK(host == v);
  CHECK(v == standard);
  CHECK(standard == v);
  CHECK(v != larger);
  CHECK(v != longer);
  CHECK(v < larger);
  CHECK(larger > v);
  CHECK(v < longer);
  CHECK(v <= standard);
  CHECK_FALSE(v < standard);
  CHECK((v <=> host) == 0);
  CHECK(V() < v);
  CHECK(V() == V());
}

TEST_CASE("elements without <=> are compared by <") {
  struct only_less {
    int value;
    bool operator<(only_less const& other) const { return value < other.value; }
  };
  thrum::host_vector<only_less> const a(1, only_less{1});
  thrum::device_vector<only_less> const b(1, only_less{2});
  CHECK((a <=> b) < 0);
  CHECK((b <=> a) > 0);
}

TEST_CASE("bool is an element like any other") {
  thrum::device_vector<bool> v(3, true);
  v[1] = false;
  CHECK(v.to_host() == std::vector<bool>{true, false, true});
  CHECK(thrum::host_vector<bool>(v).data()[1] == false);
}

// The three functions are templates of their own.
template <class T, class A>
static std::string name_of(thrum::host_vector<T, A> const&) {
  return "host";
}
template <class T, class A>
static std::string name_of(thrum::device_vector<T, A> const&) {
  return "device";
}
template <class T, class A>
static std::string name_of(thrum::universal_vector<T, A> const&) {
  return "universal";
}

template <class V>
inline constexpr int number_of = 0;
template <class T, class A>
inline constexpr int number_of<thrum::host_vector<T, A>> = 1;
template <class T, class A>
inline constexpr int number_of<thrum::device_vector<T, A>> = 2;
template <class T, class A>
inline constexpr int number_of<thrum::unified_vector<T, A>> = 3;

/// Appends an element; a template over any type of vector.
template <template <class, class> class V, class T, class A>
static V<T, A> longer(V<T, A> v) {
  v.push_back(T());
  return v;
}

TEST_CASE("the names of vectors are those of three templates") {
  CHECK(name_of(thrum::host_vector<int>()) == "host");
  CHECK(name_of(thrum::device_vector<int>()) == "device");
  CHECK(name_of(thrum::unified_vector<int>()) == "universal");
  CHECK(name_of(pinned_vector<float>()) == "host");
  static_assert(number_of<thrum::host_vector<int>> == 1);
  static_assert(number_of<thrum::device_vector<int>> == 2);
  static_assert(number_of<thrum::universal_vector<int>> == 3);
  // Vectors with the same allocator have distinct types, too.
  using elsewhere = thrum::device_vector<int, thrum::pinned_allocator<int>>;
  static_assert(!std::is_same_v<elsewhere, pinned_vector<int>>);
  CHECK(longer(thrum::device_vector<int>{4}).to_host() == std::vector<int>{4, 0});

  elsewhere d{1, 2};
  auto const data = d.data();
  pinned_vector<int> h(std::move(d));
  CHECK(h.data() == data);  // the memory is passed on to the other vector
  CHECK(d.empty());
  d = h;
  CHECK(d == h);
  d = {5, 6, 7};
  h = std::move(d);
  CHECK(h.to_host() == std::vector<int>{5, 6, 7});
  h.swap(d = {8});
  CHECK(d.size() == 3);
  pinned_vector<int> other{1, 2};
  int const* const first = other.data();
  using std::swap;
  swap(h, other);
  CHECK(h.data() == first);
  std::ranges::swap(h, other);
  CHECK(other.data() == first);
  std::vector<int> const standard{3, 4};
  static_assert(std::is_same_v<decltype(h = standard), pinned_vector<int>&>);
  static_assert(std::is_same_v<decltype(d = {1, 2}), elsewhere&>);
  static_assert(std::is_nothrow_move_constructible_v<thrum::host_vector<int>>);
  static_assert(std::is_nothrow_move_assignable_v<thrum::device_vector<int>>);
  static_assert(std::is_convertible_v<thrum::device_vector<int>, thrum::host_vector<double>>);
  static_assert(!std::is_convertible_v<std::size_t, thrum::host_vector<int>>);
  static_assert(!std::is_assignable_v<thrum::host_vector<int>&, int>);
}

TEST_CASE("a vector finds its element type") {
  thrum::host_vector const three(3, 2.5F);
  static_assert(std::is_same_v<decltype(three), thrum::host_vector<float> const>);
  thrum::device_vector const copied = three;
  static_assert(std::is_same_v<decltype(copied), thrum::device_vector<float> const>);
  thrum::unified_vector const listed{1, 2, 3};
  static_assert(std::is_same_v<decltype(listed), thrum::unified_vector<int> const>);
  thrum::device_vector const ranged(listed.begin(), listed.end());
  static_assert(std::is_same_v<decltype(ranged), thrum::device_vector<int> const>);
  thrum::host_vector const standard(std::vector<long>{1, 2});
  static_assert(std::is_same_v<decltype(standard), thrum::host_vector<long> const>);
  thrum::host_vector const pinned(ranged, thrum::pinned_allocator<int>());
  static_assert(std::is_same_v<decltype(pinned), pinned_vector<int> const>);
  thrum::device_vector same(ranged);
  static_assert(std::is_same_v<decltype(same), thrum::device_vector<int>>);
  CHECK(three == copied);
  CHECK(listed == ranged);
  CHECK(pinned == listed);
  CHECK(standard.size() == 2);
}
