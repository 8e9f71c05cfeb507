// Elements that are not plain numbers, and failures: nothing leaks, and the guarantees of
// std::vector hold.
#include "vector_kinds.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <numeric>
#include <ranges>
#include <span>
#include <string>

TEST_CASE_TEMPLATE("elements keep their alignment", V, ALL_INT_VECTORS) {
  of_elements<V, over_aligned> v(3);
  for (int i = 0; i < 100; ++i) {
    v.push_back(over_aligned{i});
    CHECK(reinterpret_cast<std::uintptr_t>(thrum::raw_pointer_cast(v.data())) % alignof(over_aligned) == 0);
  }
  v.insert(v.begin() + 1, over_aligned{5});
  CHECK(v.to_host()[1].value == 5);
  CHECK(v.to_host().back().value == 99);
}

TEST_CASE_TEMPLATE("a pair is an element in every space", V, ALL_INT_VECTORS) {
  using pair = std::pair<int, float>;
  of_elements<V, pair> v(5, pair{1, 2.5F});
  v.emplace_back(3, 4.5F);
  v[0] = pair{7, 8.5F};
  v.insert(v.begin(), pair{0, 0.F});
  CHECK(v.to_host()[1] == pair{7, 8.5F});
  CHECK(v.to_host()[6] == pair{3, 4.5F});
  thrum::host_vector<pair> const h = v;
  CHECK(h == v);
}

TEST_CASE_TEMPLATE("elements of any type where the host reaches the memory", V, ALL_INT_VECTORS) {
  if constexpr (any_element<V>) {
    of_elements<V, std::string> s{"a", "a string that is too long for its object", "c"};
    s.insert(s.begin() + 1, "b");
    s.insert(s.end(), 2, s.to_host()[2]);
    s.erase(s.begin());
    s.resize(6);
    s.shrink_to_fit();
    std::string const text = "a string that is too long for its object";
    CHECK(s.to_host() == std::vector<std::string>{"b", text, "c", text, text, ""});
    CHECK(of_elements<V, std::string>(s).to_host() == s.to_host());

    of_elements<V, move_only> m;
    for (int i = 0; i < 10; ++i) m.emplace_back(i);
    m.insert(m.begin() + 2, move_only(42));
    m.erase(m.begin());
    m.shrink_to_fit();
    of_elements<V, move_only> const stolen(std::move(m));
    move_only const* const p = thrum::raw_pointer_cast(stolen.data());
    CHECK(stolen.size() == 10);
    CHECK(p[0].value == 1);
    CHECK(p[1].value == 42);
    CHECK(p[9].value == 9);

    std::unique_ptr<int> owners[2] = {std::make_unique<int>(1), std::make_unique<int>(2)};
    of_elements<V, std::unique_ptr<int>> const taken(std::make_move_iterator(owners),
                                                     std::make_move_iterator(owners + 2));
    CHECK(*thrum::raw_pointer_cast(taken.data())[1] == 2);
    CHECK(owners[0] == nullptr);
  }
}

/// Runs an operation on a vector of ten throwers that fails on the k-th copy, for every k until the
/// operation succeeds.
template <class V, class Operation>
static void fail_on_every_copy(bool strong, bool room, Operation operation) {
  bool succeeded = false;
  for (int k = 1; !succeeded; ++k) {
    CAPTURE(k);
    {
      V v;
      for (int i = 0; i < 10; ++i) v.emplace_back(i);
      if (room) v.reserve(100);
      else v.shrink_to_fit();
      std::vector<thrower> const before = v.to_host();
      thrower::countdown = k;
      try {
        operation(v);
        succeeded = true;
      } catch (std::runtime_error const&) {
      }
      thrower::countdown = 0;
      if (strong && !succeeded) CHECK(v == before);
      v.push_back(thrower(5));  // the vector is still usable
      CHECK(v.to_host().back() == thrower(5));
    }
    CHECK(thrower::alive == 0);
    REQUIRE(k < 1000);
  }
}

TEST_CASE_TEMPLATE("a copy that throws leaks nothing", V, ALL_INT_VECTORS) {
  if constexpr (any_element<V>) {
    using vector = of_elements<V, thrower>;
    for (bool room : {false, true}) {
      auto const check = [room](bool strong, auto operation) {
        fail_on_every_copy<vector>(strong, room, operation);
      };
      check(true, [](vector& v) { v.push_back(v.to_host()[3]); });
      check(true, [](vector& v) { v.emplace_back(7); });
      check(true, [](vector& v) { v.resize(50); });
      check(true, [](vector& v) { v.resize(50, thrower(3)); });
      check(true, [](vector& v) { v.reserve(200); });
      check(true, [](vector& v) { v.shrink_to_fit(); });
      check(true, [](vector& v) { v.insert(v.end(), 3, thrower(1)); });
      check(true, [](vector& v) { vector const copy(v); });
      check(true, [](vector& v) {
        int const values[] = {1, 2, 3};
        v.insert(v.end(), values, values + 3);
      });
      check(false, [](vector& v) { v.insert(v.begin() + 2, thrower(1)); });
      check(false, [](vector& v) { v.insert(v.begin() + 2, 5, thrower(1)); });
      check(false, [](vector& v) { v.erase(v.begin() + 2); });
      check(false, [](vector& v) { v.assign(20, thrower(1)); });
      check(false, [](vector& v) { v = vector(20, thrower(2)); });
      check(false, [](vector& v) {
        vector const other(5, thrower(2));
        v = other;
      });
    }
  }
}

/// Runs an operation on a vector over a resource that fails on its k-th allocation, for every k
/// until no allocation fails.
template <class Space, class Operation>
static void fail_on_every_allocation(Operation operation) {
  using vector = thrum::detail::vector<int, thrum::resource_allocator<int, Space>>;
  bool failed = true;
  for (std::size_t k = 1; failed; ++k) {
    CAPTURE(k);
    thrum::counting_resource<Space> counting_blocks;
    thrum::fail_on_kth_allocation<Space> failing(k, counting_blocks);
    {
      vector v(thrum::resource_allocator<int, Space>{failing});
      std::vector<int> before;
      try {
        v = {1, 2, 3};
        v.shrink_to_fit();
        before = v.to_host();
        operation(v);
        CHECK_FALSE(failing.failed());
      } catch (std::bad_alloc const&) {
        CHECK(failing.failed());
        CHECK(v.to_host() == before);
      }
      v.assign({4, 5, 6, 7});  // the vector is still usable
      CHECK(v.to_host() == std::vector<int>{4, 5, 6, 7});
    }
    failed = failing.failed();
    CHECK(counting_blocks.blocks_in_use() == 0);
    CHECK(counting_blocks.bytes_in_use() == 0);
    REQUIRE(k < 100);
  }
}

TEST_CASE_TEMPLATE("memory that runs out changes nothing and leaks nothing", Space, thrum::host_space,
                   thrum::device_space<>, thrum::unified_space<>) {
  fail_on_every_allocation<Space>([](auto& v) { v.push_back(1); });
  fail_on_every_allocation<Space>([](auto& v) { v.emplace(v.begin(), 1); });
  fail_on_every_allocation<Space>([](auto& v) { v.insert(v.begin() + 1, 100, 1); });
  fail_on_every_allocation<Space>([](auto& v) { v.resize(100); });
  fail_on_every_allocation<Space>([](auto& v) { v.resize(100, thrum::no_init); });
  fail_on_every_allocation<Space>([](auto& v) { v.reserve(100); });
  fail_on_every_allocation<Space>([](auto& v) { v.assign(100, 1); });
  fail_on_every_allocation<Space>([](auto& v) { v = std::vector<int>(100); });
}

TEST_CASE("an allocator that stays with its container has its elements moved one by one") {
  using allocator = thrum::resource_allocator<std::string, thrum::host_space>;
  thrum::counting_resource<thrum::host_space> first;
  thrum::counting_resource<thrum::host_space> second;
  {
    thrum::host_vector<std::string, allocator> a({"one", "two"}, allocator(first));
    thrum::host_vector<std::string, allocator> b{allocator(second)};
    b = std::move(a);
    CHECK(b.to_host() == std::vector<std::string>{"one", "two"});
    CHECK(b.get_allocator() == allocator(second));
    CHECK(second.blocks_in_use() == 1);
    thrum::host_vector<std::string, allocator> c(std::move(b), allocator(first));
    CHECK(c.get_allocator() == allocator(first));
    CHECK(c.to_host() == std::vector<std::string>{"one", "two"});
    CHECK(thrum::host_vector<std::string, allocator>(c).get_allocator() == allocator());
  }
  CHECK(first.blocks_in_use() == 0);
  CHECK(second.blocks_in_use() == 0);
}

TEST_CASE("a vector can be an element, and the allocator any that the standard knows") {
  thrum::host_vector<thrum::host_vector<int>> rows(2, thrum::host_vector<int>{1, 2});
  rows.push_back({3});
  rows.insert(rows.begin(), thrum::host_vector<int>(4, 5));
  CHECK(rows.size() == 4);
  CHECK(rows[0].to_host() == std::vector<int>{5, 5, 5, 5});
  CHECK(rows[3].to_host() == std::vector<int>{3});
  CHECK(thrum::host_vector<thrum::host_vector<int>>(rows) == rows);

  using allocator = std::pmr::polymorphic_allocator<std::pmr::string>;
  std::pmr::monotonic_buffer_resource memory;
  thrum::host_vector<std::pmr::string, allocator> words({"one", "two"}, &memory);
  words.resize(3);
  words.resize(4, "four");
  words.insert(words.begin(), "zero");
  CHECK(words.size() == 5);
  CHECK(words[0] == "zero");
  CHECK(words[4].get_allocator().resource() == &memory);
}

TEST_CASE("vectors are ranges of the standard library") {
  static_assert(std::ranges::contiguous_range<thrum::host_vector<int>>);
  static_assert(std::ranges::contiguous_range<thrum::unified_vector<int> const>);
  static_assert(std::ranges::random_access_range<thrum::device_vector<int>>);
  static_assert(std::ranges::sized_range<thrum::device_vector<int> const>);
  thrum::host_vector<int> v{3, 1, 2};
  std::span<int> const s(v);
  CHECK(s[1] == 1);
  thrum::device_vector<int> d = v;
  CHECK(std::accumulate(d.begin(), d.end(), 0) == 6);
  CHECK(std::find(d.begin(), d.end(), 2) == d.begin() + 2);
}

namespace {

/// An allocator that leaves elements unchanged that are given no value.
template <class T, class Base>
struct leaves_as_it_is : Base {
  template <class U>
  struct rebind {
    using other = leaves_as_it_is<U, typename std::allocator_traits<Base>::template rebind_alloc<U>>;
  };
  void construct(T*) {}
};
/// An allocator that gives such elements the value thirteen.
template <class T, class Base>
struct makes_thirteen : leaves_as_it_is<T, Base> {
  template <class U>
  struct rebind {
    using other = makes_thirteen<U, typename std::allocator_traits<Base>::template rebind_alloc<U>>;
  };
  void construct(T* p) { ::new (static_cast<void*>(p)) T(13); }
};

}  // namespace

TEST_CASE_TEMPLATE("an allocator's construct makes the elements without a value", A, std::allocator<int>,
                   thrum::device_allocator<int>, thrum::unified_allocator<int>) {
  thrum::device_vector<int, makes_thirteen<int, A>> v(3);
  CHECK(v.to_host() == std::vector<int>(3, 13));
  v.resize(5);
  v.emplace_back();
  v.push_back(7);
  v.resize(8, 2);
  CHECK(v.to_host() == std::vector<int>{13, 13, 13, 13, 13, 13, 7, 2});
  v.reserve(1000);
  CHECK(v.to_host() == std::vector<int>{13, 13, 13, 13, 13, 13, 7, 2});
  thrum::device_vector<int, makes_thirteen<int, A>> large(100'000, thrum::no_init);
  CHECK(large == std::vector<int>(100'000, 13));

  thrum::device_vector<int, leaves_as_it_is<int, A>> left(1000, 42);
  left.clear();
  left.resize(1000);
  CHECK(left == std::vector<int>(1000, 42));
}
