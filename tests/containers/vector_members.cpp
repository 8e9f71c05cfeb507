// The members that read, add and remove elements of a vector, compared with std::vector.
#include "vector_kinds.h"

#include <algorithm>
#include <iterator>
#include <list>
#include <random>
#include <string>
#include <type_traits>

#if defined(THRUM_WITH_CUDA)
#include <thrum/cuda/counters.h>
#include <thrum/cuda/stream_vector.h>
#endif

TEST_CASE_TEMPLATE("elements can be read and written", V, ALL_INT_VECTORS) {
  V v{1, 2, 3};
  V const& c = v;
  CHECK(v[0] == 1);
  CHECK(c[2] == 3);
  CHECK(v.at(1) == 2);
  CHECK(c.at(1) == 2);
  CHECK(v.front() == 1);
  CHECK(c.front() == 1);
  CHECK(v.back() == 3);
  CHECK(c.back() == 3);
  v[0] = 10;
  v.at(1) = 20;
  v.back() = 30;
  v.front() += 1;
  CHECK(v.to_host() == std::vector<int>{11, 20, 30});
  CHECK_THROWS_WITH_AS(v.at(3), "thrum: index 3 is out of range in a vector of size 3", std::out_of_range);
  CHECK_THROWS_AS(c.at(1000), std::out_of_range);
  CHECK(thrum::raw_pointer_cast(v.data()) == v.begin().get());
  CHECK(thrum::raw_pointer_cast(c.data()) == c.begin().get());
}

TEST_CASE_TEMPLATE("iterators go both ways", V, ALL_INT_VECTORS) {
  V v(counting(5));
  V const& c = v;
  CHECK(std::vector<int>(v.begin(), v.end()) == counting(5));
  CHECK(std::vector<int>(c.begin(), c.end()) == counting(5));
  CHECK(std::vector<int>(v.cbegin(), v.cend()) == counting(5));
  CHECK(std::vector<int>(v.rbegin(), v.rend()) == std::vector<int>{4, 3, 2, 1, 0});
  CHECK(std::vector<int>(c.rbegin(), c.rend()) == std::vector<int>{4, 3, 2, 1, 0});
  CHECK(std::vector<int>(v.crbegin(), v.crend()) == std::vector<int>{4, 3, 2, 1, 0});
  int sum = 0;
  for (int element : c) sum += element;
  CHECK(sum == 10);
  for (auto&& element : v) element = 1;
  CHECK(v.to_host() == std::vector<int>(5, 1));
  static_assert(std::is_same_v<thrum::memory_space_t<typename V::iterator>, typename V::memory_space>);
  static_assert(
      std::is_same_v<thrum::memory_space_t<typename V::const_reverse_iterator>, typename V::memory_space>);
}

TEST_CASE_TEMPLATE("size and capacity follow requests", V, ALL_INT_VECTORS) {
  V v;
  CHECK(v.empty());
  CHECK(v.max_size() > 1'000'000'000);
  v.reserve(100);
  CHECK(v.capacity() == 100);
  CHECK(v.empty());
  auto const data = v.data();
  v.resize(60, 5);
  v.resize(100);
  CHECK(v.data() == data);
  std::vector<int> expected(60, 5);
  expected.resize(100);
  CHECK(v.to_host() == expected);
  v.resize(2);
  CHECK(v.capacity() == 100);
  v.shrink_to_fit();
  CHECK(v.capacity() == 2);
  CHECK(v.to_host() == std::vector<int>{5, 5});
  v.resize(1000, thrum::no_init);
  CHECK(v.size() == 1000);
  CHECK(v[1] == 5);
  v.reserve(10);
  CHECK(v.capacity() >= 1000);
  v.clear();
  CHECK(v.empty());
  v.shrink_to_fit();
  CHECK(v.capacity() == 0);
  // volatile: an optimiser that knows the size warns about a fill that it cannot see to be
  // unreachable.
  std::size_t volatile const too_many = v.max_size() + 1;
  CHECK_THROWS_AS(v.reserve(too_many), std::length_error);
  CHECK_THROWS_AS(v.resize(too_many), std::length_error);
  CHECK_THROWS_AS(V(+too_many), std::length_error);
  v.push_back(1);
  CHECK_THROWS_AS(v.resize(too_many, 3), std::length_error);
  CHECK(v.to_host() == std::vector<int>{1});
}

TEST_CASE_TEMPLATE("appending one by one copies each element a constant number of times", V, ALL_INT_VECTORS) {
  V v;
  int growths = 0;
  for (int i = 0; i < 1000; ++i) {
    auto const before = v.capacity();
    v.push_back(i);
    growths += v.capacity() != before;
  }
  CHECK(v.to_host() == counting(1000));
  CHECK(growths <= 12);
}

TEST_CASE_TEMPLATE("an argument may be an element of the vector itself", V, ALL_INT_VECTORS) {
  for (bool room : {false, true}) {
    V v{1, 2, 3};
    if (room) v.reserve(100);
    else v.shrink_to_fit();
    v.push_back(v[0]);
    v.insert(v.begin(), v[2]);
    v.emplace(v.begin() + 1, v.back());
    v.emplace_back(v.front());
    CHECK(v.to_host() == std::vector<int>{3, 1, 1, 2, 3, 1, 3});
    if constexpr (any_element<V>) {
      if (!room) v.shrink_to_fit();
      v.insert(v.begin() + 1, 2, thrum::raw_pointer_cast(v.data())[0]);
      CHECK(v.to_host() == std::vector<int>{3, 3, 3, 1, 1, 2, 3, 1, 3});
    }
  }
}

TEST_CASE_TEMPLATE("insertion and erasure return the place", V, ALL_INT_VECTORS) {
  V v{1, 2, 3};
  auto const index = [&v](typename V::iterator it) { return it - v.begin(); };
  CHECK(index(v.insert(v.begin() + 1, 9)) == 1);
  CHECK(index(v.insert(v.end(), 8)) == 4);
  CHECK(index(v.insert(v.cbegin(), 2, 7)) == 0);
  CHECK(index(v.insert(v.begin() + 3, {4, 5})) == 3);
  CHECK(index(v.insert(v.begin() + 3, 0, 1)) == 3);
  CHECK(v.to_host() == std::vector<int>{7, 7, 1, 4, 5, 9, 2, 3, 8});
  CHECK(index(v.erase(v.begin() + 1)) == 1);
  CHECK(index(v.erase(v.begin() + 2, v.begin() + 4)) == 2);
  CHECK(index(v.erase(v.begin(), v.begin())) == 0);
  CHECK(index(v.erase(v.end() - 1)) == 5);
  CHECK(v.to_host() == std::vector<int>{7, 1, 9, 2, 3});
  v.pop_back();
  CHECK(index(v.erase(v.begin(), v.end())) == 0);
  CHECK(v.empty());
}

TEST_CASE_TEMPLATE("swap exchanges memory", V, ALL_INT_VECTORS) {
  V a{1, 2};
  V b{3};
  auto const data = a.data();
  a.swap(b);
  CHECK(b.data() == data);
  swap(a, b);
  std::swap(a, b);
  CHECK(a.to_host() == std::vector<int>{3});
  CHECK(b.to_host() == std::vector<int>{1, 2});
}

TEST_CASE_TEMPLATE("a random sequence of operations has the effect that it has on std::vector", V,
                   ALL_INT_VECTORS) {
  std::mt19937 random(17);
  auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  V v;
  std::vector<int> oracle;
  for (int step = 0; step < 1500; ++step) {
    auto const at = static_cast<std::ptrdiff_t>(below(oracle.size() + 1));
    auto const length = static_cast<std::ptrdiff_t>(below(oracle.size() - static_cast<std::size_t>(at) + 1));
    std::size_t const n = below(20);
    int const value = static_cast<int>(random() % 3) * (step - 700);
    std::vector<int> const some = counting(static_cast<int>(n));
    auto const operation = below(14);
    CAPTURE(step);
    CAPTURE(operation);
    auto const apply = [&](auto& c) {
      switch (operation) {
        case 0:
          c.push_back(value);
          break;
        case 1:
          c.emplace_back(value);
          break;
        case 2:
          c.insert(c.begin() + at, value);
          break;
        case 3:
          c.insert(c.begin() + at, n, value);
          break;
        case 4:
          c.insert(c.begin() + at, some.begin(), some.end());
          break;
        case 5:
          c.erase(c.begin() + at, c.begin() + at + length);
          break;
        case 6:
          c.resize(n * 10);
          break;
        case 7:
          c.resize(n * 10, value);
          break;
        case 8:
          c.assign(n, value);
          break;
        case 9:
          c.assign(some.begin(), some.end());
          break;
        case 10:
          c.shrink_to_fit();
          break;
        case 11:
          c.reserve(c.size() + n);
          break;
        case 12:
          if (!c.empty()) c.erase(c.begin() + at / 2);
          break;
        default:
          if (!c.empty()) c.pop_back();
      }
    };
    apply(v);
    apply(oracle);
    REQUIRE(v.to_host() == oracle);
    REQUIRE(v.capacity() >= v.size());
  }
}

TEST_CASE("unified memory can be sent to either side beforehand") {
  thrum::unified_vector<int> v(counting(1000));
  v.prefetch();
  v.prefetch(0);
  v.prefetch_to_host();
  CHECK(v.to_host() == counting(1000));
  thrum::unified_vector<int>().prefetch();
  // Prefetches and advice for all elements, and for a part of them.
  using thrum::memory_advice;
  for (auto const advice :
       {memory_advice::read_mostly, memory_advice::not_read_mostly, memory_advice::preferred_location,
        memory_advice::no_preferred_location, memory_advice::accessed_by, memory_advice::not_accessed_by}) {
    v.advise(advice);
    v.advise(advice, thrum::the_host);
    thrum::advise(v.begin() + 100, v.end() - 100, advice, 0);
  }
  thrum::prefetch(v.begin() + 1, v.end(), thrum::the_host);
  thrum::prefetch(thrum::raw_pointer_cast(v.data()), thrum::raw_pointer_cast(v.data()) + 10, 0);
  CHECK(v.to_host() == counting(1000));
}

TEST_CASE("many elements that are made one by one reach every memory") {
  std::vector<int> const host = counting(300'000);
  std::list<int> const list(host.begin(), host.end());
  thrum::device_vector<int> v(list.begin(), list.end());
  CHECK(v.to_host() == host);
  thrum::device_vector<double> const converted(v);
  CHECK(std::vector<double>(converted) == std::vector<double>(host.begin(), host.end()));
  CHECK(std::vector<double>(thrum::host_vector<double>(v)) == std::vector<double>(host.begin(), host.end()));
  v.assign(list.rbegin(), list.rend());
  CHECK(v.to_host() == std::vector<int>(host.rbegin(), host.rend()));
}

#if defined(THRUM_WITH_CUDA)

TEST_CASE("a vector that belongs to a stream has the same elements, and never waits but to show them") {
  using vector = thrum::cuda::stream_vector<int>;
  thrum::cuda::stream const s, other;
  std::vector<int> const host = counting(300'000);
  std::list<int> const list(host.begin(), host.end());
  auto const waits = [before = thrum::cuda::counters::now()] {
    return (thrum::cuda::counters::now() - before).synchronisations;
  };
  vector v(1000, 7, s), zeros(10, s);
  v.resize(2000, 8);
  v.push_back(9);
  v.insert(v.begin() + 1, {1, 2, 3});
  v.erase(v.begin() + 2, v.begin() + 4);
  vector copy(v), of_other(v, other), moved(std::move(zeros));
  moved = copy;
  copy.clear();
  copy.shrink_to_fit();
  CHECK(waits() == 0);
  std::vector<int> expected(1000, 7);
  expected.resize(2000, 8);
  expected.push_back(9);
  expected.insert(expected.begin() + 1, 1);
  for (vector const* each : {&v, &of_other, &moved}) CHECK(each->to_host() == expected);
  CHECK(waits() == 3);
  CHECK(v.get_allocator().stream() == s);
  CHECK(moved.get_allocator() == v.get_allocator());
  CHECK(of_other.get_allocator() != v.get_allocator());

  CHECK(v[0] == 7);
  CHECK(v.back() == 9);
  v[1] = 5;
  expected[1] = 5;
  CHECK(v == expected);
  CHECK(thrum::device_vector<int>(v).to_host() == expected);
  CHECK(thrum::host_vector<double>(v).front() == 7);
  of_other = v;
  CHECK(of_other == v);
  of_other = thrum::device_vector<int>(host);
  CHECK(of_other.to_host() == host);
  of_other = thrum::host_vector<double>(host);
  CHECK(of_other.to_host() == host);
  of_other = vector(list.begin(), list.end(), s);
  CHECK(of_other.get_allocator().stream() == s);
  CHECK(of_other.to_host() == host);
  CHECK(thrum::cuda::stream_vector<double>(of_other, other).back() == host.back());
  thrum::cuda::memory_pool pool;
  vector pooled(host.begin(), host.end(), thrum::cuda::stream_allocator<int>(s, pool));
  CHECK(pooled.get_allocator().pool() == &pool);
  swap(pooled, of_other);
  CHECK(pooled == of_other);
  other.synchronize();
  s.synchronize();
}
#endif
