// Sorts of keys of 32 bits as words, compared with std::stable_sort, on processors that sort records
// by digits, too: argsort and sort_by_key, all types of keys and sizes of values.
#include <doctest/doctest.h>
#include <thrum/argsort.h>
#include <thrum/detail/backends/host/word_sort.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/ordered_by.h>
#include <thrum/sort.h>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using thrum::detail::lowered_vectors;
using thrum::detail::vector_level;

#if THRUM_HAS_VECTOR_TARGETS
struct changed_words {
  explicit changed_words(bool sorts) : before(std::exchange(thrum::detail::sorts_words, sorts)) {}
  ~changed_words() { thrum::detail::sorts_words = before; }
  changed_words(changed_words const&) = delete;
  changed_words& operator=(changed_words const&) = delete;
  bool before;
};
#else
struct changed_words {
  explicit changed_words(bool) {}
};
#endif

/// Calls f(policy) with and without words, in vectors of all levels.
template <class F>
void each_way(F f) {
  for (bool words : {true, false}) {
    CAPTURE(words);
    changed_words const changed(words);
    for (vector_level level : {vector_level::none, vector_level::avx512}) {
      CAPTURE(static_cast<int>(level));
      lowered_vectors const lowered(level);
      f(thrum::seq);
#if defined(THRUM_WITH_TBB)
      f(thrum::tbb::par);
#endif
    }
  }
}

template <class T>
std::vector<std::vector<T>> patterns(std::size_t n) {
  std::mt19937_64 random(n);
  std::vector<std::vector<T>> all;
  auto const add = [&](auto element) {
    std::vector<T>& x = all.emplace_back(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(element(i));
  };
  using limits = std::numeric_limits<T>;
  add([&](std::size_t) {
    auto const bits = static_cast<std::uint32_t>(random());
    T x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
  });
  add([&](std::size_t) { return random() % 16; });
  add([&](std::size_t) { return random() % 2 ? limits::max() : limits::lowest(); });
  add([&](std::size_t) { return 7; });
  add([&](std::size_t i) { return i / 3; });        // in order
  add([&](std::size_t i) { return n - i; });        // in the opposite order
  add([&](std::size_t i) { return (n - i) / 3; });  // the same, with equal keys
  if constexpr (!limits::is_integer) {
    add([&](std::size_t) {
      T const some[] = {limits::quiet_NaN(), -limits::infinity(), T{0}, -T{0}, T{1}};
      return some[random() % 5];
    });
  }
  return all;
}

template <class T, class Less>
std::vector<std::uint32_t> order_of(std::vector<T> const& keys, Less) {
  std::vector<std::uint32_t> places(keys.size());
  std::iota(places.begin(), places.end(), 0U);
  std::stable_sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
    return thrum::detail::to_radix<Less>(keys[a]) < thrum::detail::to_radix<Less>(keys[b]);
  });
  return places;
}

template <class T, class Less>
void check_argsort(std::vector<T> const& keys, Less less) {
  auto const expected = order_of(keys, less);
  each_way([&](auto policy) {
    std::vector<std::uint32_t> places(keys.size());
    thrum::argsort(policy, keys.begin(), keys.end(), places.begin(), less);
    CHECK(places == expected);
    if (keys.size() > 5000) return;
    std::vector<std::int64_t> wide(keys.size());
    thrum::argsort(policy, keys.begin(), keys.end(), wide.begin(), less);
    CHECK(std::equal(wide.begin(), wide.end(), expected.begin(), expected.end()));
  });
}

template <std::size_t Size>
struct sized {
  std::array<unsigned char, Size> bytes{};
  static sized of(std::uint32_t i) {
    sized x;
    std::memcpy(x.bytes.data(), &i, std::min(Size, sizeof i));
    return x;
  }
  friend bool operator==(sized const&, sized const&) = default;
};
struct alignas(32) aligned_value {
  std::uint32_t i = 0;
  static aligned_value of(std::uint32_t i) { return {i}; }
  friend bool operator==(aligned_value const&, aligned_value const&) = default;
};

template <class V, class T, class Less>
void check_by_key(std::vector<T> const& keys, Less less) {
  auto const order = order_of(keys, less);
  std::vector<T> sorted_keys;
  std::vector<V> values, sorted_values;
  for (std::uint32_t i = 0; i < keys.size(); ++i) values.push_back(V::of(i));
  for (std::uint32_t i : order) {
    sorted_keys.push_back(keys[i]);
    sorted_values.push_back(V::of(i));
  }
  each_way([&](auto policy) {
    auto k = keys;
    auto v = values;
    thrum::sort_by_key(policy, k.begin(), k.end(), v.begin(), less);
    CHECK(std::memcmp(k.data(), sorted_keys.data(), k.size() * sizeof(T)) == 0);
    CHECK(v == sorted_values);
  });
}

constexpr std::size_t sizes[] = {255, 256, 257, 1000, 4097, 65536, 65537};

}  // namespace

TEST_CASE_TEMPLATE("argsort sorts words", T, std::int32_t, std::uint32_t, float) {
  for (std::size_t n : sizes) {
    CAPTURE(n);
    for (auto const& keys : patterns<T>(n)) {
      check_argsort(keys, thrum::less<>{});
      if (n < 5000) check_argsort(keys, std::greater<>{});
    }
  }
  check_argsort(patterns<T>(200003)[0], thrum::less<>{});
}

TEST_CASE_TEMPLATE("sort_by_key sorts words", T, std::int32_t, std::uint32_t, float) {
  for (std::size_t n : sizes) {
    CAPTURE(n);
    for (auto const& keys : patterns<T>(n)) {
      check_by_key<sized<4>>(keys, thrum::less<>{});
      if (n < 5000) check_by_key<sized<4>>(keys, std::greater<>{});
    }
  }
}

TEST_CASE_TEMPLATE("sort_by_key moves values of any size by words", V, sized<1>, sized<2>, sized<8>, sized<24>,
                   sized<48>, sized<100>, aligned_value) {
  constexpr auto most = static_cast<std::size_t>(thrum::detail::gathered_value_bytes / sizeof(V));
  for (std::size_t n : {std::size_t{256}, std::size_t{3000}, std::min<std::size_t>(most, 65536), most + 1}) {
    CAPTURE(n);
    check_by_key<V>(patterns<std::int32_t>(n)[0], thrum::less<>{});
    check_by_key<V>(patterns<std::int32_t>(n)[1], thrum::greater<>{});
  }
}

TEST_CASE("keys and values of other iterators are sorted as words") {
  for (std::size_t n : {std::size_t{300}, std::size_t{20000}, std::size_t{70000}}) {
    CAPTURE(n);
    auto const keys = patterns<std::int32_t>(n)[0];
    auto const order = order_of(keys, thrum::less<>{});
    each_way([&](auto policy) {
      auto k = keys;
      std::reverse(k.begin(), k.end());
      std::vector<std::uint32_t> v(n);
      std::iota(v.rbegin(), v.rend(), 0U);
      thrum::sort_by_key(policy, k.rbegin(), k.rend(), v.rbegin());
      CHECK(std::is_sorted(k.rbegin(), k.rend()));
      CHECK(std::equal(v.rbegin(), v.rend(), order.begin(), order.end()));
      auto const at = thrum::make_transform_iterator(thrum::counting_iterator<std::size_t>(0),
                                                     [p = keys.data()](std::size_t i) { return p[i]; });
      std::vector<int> places(n);
      thrum::argsort(policy, at, at + static_cast<std::ptrdiff_t>(n), places.begin());
      CHECK(std::equal(places.begin(), places.end(), order.begin(), order.end()));
    });
  }
}

TEST_CASE("argsort by a projection to 32 bits, and by a tuple of as many, sorts words") {
  for (std::size_t n : {std::size_t{300}, std::size_t{70000}}) {
    CAPTURE(n);
    auto const numbers = patterns<std::uint32_t>(n)[0];
    auto const order = order_of(numbers, thrum::less<>{});
    std::vector<std::pair<std::int64_t, std::uint32_t>> in(n);
    for (std::size_t i = 0; i < n; ++i) in[i] = {5, numbers[i]};
    each_way([&](auto policy) {
      std::vector<std::uint32_t> places(n), halves(n);
      thrum::argsort(policy, in.begin(), in.end(), places.begin(), thrum::less<>{},
                     &std::pair<std::int64_t, std::uint32_t>::second);
      CHECK(places == order);
      thrum::argsort(policy, numbers.begin(), numbers.end(), halves.begin(), thrum::less<>{}, [](std::uint32_t x) {
        return std::tuple(static_cast<std::uint16_t>(x >> 16), static_cast<std::uint16_t>(x & 0xFFFFU));
      });
      CHECK(halves == order);
    });
  }
}

TEST_CASE_TEMPLATE("sort_by_key by what is made of keys moves whole keys", T, std::int32_t, std::uint32_t,
                   std::int64_t) {
  for (std::size_t n : {std::size_t{300}, std::size_t{20000}}) {
    CAPTURE(n);
    std::mt19937_64 random(n);
    std::vector<T> keys(n);
    for (T& x : keys) x = static_cast<T>(random());
    auto const check = [&](auto order, auto number) {
      std::vector<std::uint32_t> places(n);
      std::iota(places.begin(), places.end(), 0U);
      std::stable_sort(places.begin(), places.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return number(keys[a]) < number(keys[b]); });
      each_way([&](auto policy) {
        auto k = keys;
        std::vector<std::uint32_t> v(n);
        std::iota(v.begin(), v.end(), 0U);
        order(policy, k, v);
        CHECK(v == places);
        CHECK(std::equal(k.begin(), k.end(), places.begin(), [&](T x, std::uint32_t i) { return x == keys[i]; }));
      });
    };
    auto const by_projection = [&](auto project) {
      check([&](auto policy, auto& k,
                auto& v) { thrum::sort_by_key(policy, k.begin(), k.end(), v.begin(), thrum::less<>{}, project); },
            project);
    };
    by_projection([](T x) { return static_cast<int>(x % 10); });
    by_projection([](T x) { return static_cast<std::uint32_t>(x); });
    by_projection([](T x) { return static_cast<float>(x); });
    by_projection([](T x) { return static_cast<T>(~x); });
    check(
        [](auto policy, auto& k, auto& v) {
          auto const last = [](T x) { return static_cast<std::int16_t>(x % 10); };
          auto const first = [](T x) { return static_cast<std::int16_t>(x / 1000 % 7); };
          thrum::sort_by_key(policy, k.begin(), k.end(), v.begin(),
                             thrum::ordered_by(last, thrum::descending(first)));
        },
        [](T x) { return std::pair(x % 10, -static_cast<int>(x / 1000 % 7)); });
  }
}

TEST_CASE("a key that throws changes nothing") {
  each_way([&](auto policy) {
    std::vector<int> places(5000, -1);
    auto const at = thrum::make_transform_iterator(thrum::counting_iterator<int>(0), [](int i) {
      return i == 4321 ? throw std::runtime_error("no key") : -i;
    });
    CHECK_THROWS_AS(thrum::argsort(policy, at, at + 5000, places.begin()), std::runtime_error);
    CHECK(std::count(places.begin(), places.end(), -1) == 5000);
  });
}
