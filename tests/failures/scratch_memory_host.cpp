// If an allocation of scratch memory fails the call throws std::bad_alloc, nothing leaks, no
// element is lost, and the library works afterwards. All scratch memory comes from the policy's
// resource. If the backend has no memory for tasks nothing leaks either.
#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <thrum/copy.h>
#include <thrum/extrema.h>
#include <thrum/functional.h>
#include <thrum/memory_resource.h>
#include <thrum/merge.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/unique.h>
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <memory_resource>
#include <new>
#include <string>
#include "counted.h"
#include "data.h"
#include "forwarding_backend.h"
#include "policies.h"

namespace {

constexpr int n = 50'000;

bool is_odd(counted const& x) { return x.value % 2 != 0; }
struct sum {
  counted operator()(counted const& x, counted const& y) const { return x.value ^ y.value; }
};

template <class Policy>
void use(Policy const& policy) {
  std::vector<int> v(n, 1);
  CHECK(thrum::reduce(policy, v.begin(), v.end()) == n);
  thrum::inclusive_scan(policy, v.begin(), v.end(), v.begin());
  CHECK(v.back() == n);
}

/// Runs a call with scratch memory that fails at the first allocation, at the second, and so on,
/// until the call succeeds.
template <class Policy, class Call>
int failures(Policy const& policy, Call call) {
  for (std::size_t k = 1;; ++k) {
    thrum::counting_resource<thrum::host_space> counting;
    thrum::fail_on_kth_allocation<thrum::host_space> failing(k, counting);
    std::ptrdiff_t const before = alive;
    bool thrown = false;
    try {
      call(policy.with(failing));
    } catch (std::bad_alloc const&) {
      thrown = true;
    }
    CHECK(thrown == failing.failed());
    CHECK(counting.blocks_in_use() == 0);
    CHECK(counting.bytes_in_use() == 0);
    CHECK(alive == before);
    use(policy);
    if (!failing.failed()) return static_cast<int>(k) - 1;
  }
}

template <class Policy>
void check_memory_failures(Policy const& policy, bool parallel) {
  auto const numbers = random_values<int>(n);
  auto const v = random_values<counted>(n, 0, 40'000);
  auto const numbers_of = [&](auto call) {
    return failures(policy, [&](auto const& p) {
      auto copy = numbers;
      call(p, copy);
    });
  };
  auto const elements_of = [&](auto call) {
    return failures(policy, [&](auto const& p) {
      auto copy = v;
      call(p, copy);
    });
  };
  // Sorts by digits, and by comparison. A thread that sorts numbers in vectors has no buffer.
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); }) >= (parallel ? 2 : 1));
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::sort_by_key(p, w.begin(), w.end(), w.begin()); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto values = w;
          thrum::stable_sort_by_key(p, w.begin(), w.end(), values.begin());
        }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::partition(p, w.begin(), w.end(), is_odd); }) >= 2);
  if (!parallel) return;
  CHECK(elements_of([](auto const& p, auto& w) { thrum::remove_if(p, w.begin(), w.end(), is_odd); }) >= 2);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::unique(p, w.begin(), w.end()); }) >= 2);
  CHECK(numbers_of([](auto const& p, auto& w) { thrum::remove_if(p, w.begin(), w.end(), thrum::identity<>{}); }) >=
        1);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::reduce(p, w.begin(), w.end(), counted(0), sum{}); }) >= 1);
  CHECK(elements_of([](auto const& p, auto& w) { thrum::min_element(p, w.begin(), w.end()); }) >= 1);
  CHECK(elements_of(
            [](auto const& p, auto& w) { thrum::inclusive_scan(p, w.begin(), w.end(), w.begin(), sum{}); }) >= 1);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto keys = w, values = w;
          thrum::reduce_by_key(p, w.begin(), w.end(), w.begin(), keys.begin(), values.begin(), thrum::equal_to<>{},
                               sum{});
        }) >= 1);
  CHECK(elements_of([](auto const& p, auto& w) {
          auto out = w;
          thrum::copy_if(p, w.begin(), w.end(), out.begin(), is_odd);
        }) >= 1);
}

/// Runs a call that moves the elements of a range, with memory that fails, and checks that no
/// element is lost.
template <class Policy, class Range, class Call>
void check_all_kept(Policy const& policy, Range const& elements, Call call) {
  auto const expected = fingerprint(elements);
  int const failed = failures(policy, [&](auto const& p) {
    auto copy = elements;
    try {
      call(p, copy);
    } catch (std::bad_alloc const&) {
      CHECK(fingerprint(copy) == expected);
      throw;
    }
    CHECK(fingerprint(copy) == expected);
  });
  CHECK(failed >= 1);
}

template <class Policy>
void check_nothing_is_lost(Policy const& policy, bool parallel) {
  auto const sort = [](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); };
  auto const partition = [](auto const& p, auto& w) {
    thrum::partition(p, w.begin(), w.end(), [](auto const& x) { return x.back() < '5'; });
  };
  // Several splits by digits, the last of them in buckets that stay large.
  std::vector<unsigned> numbers;
  for (std::uint64_t i = 0; i < 500'000; ++i)
    numbers.push_back(static_cast<unsigned>(random_bits(i)) >> (i % 4 * 9));
  check_all_kept(policy, numbers, sort);
  std::vector<std::string> strings;
  for (std::uint64_t i = 0; i < n; ++i)
    strings.push_back("an element too long to be stored in place " + std::to_string(random_bits(i)));
  check_all_kept(policy, strings, sort);
  check_all_kept(policy, strings, partition);
  std::deque<std::string> const deque(strings.begin(), strings.end());
  check_all_kept(policy, deque, sort);
  check_all_kept(policy, deque, partition);
  check_all_kept(policy, deque, [](auto const& p, auto& w) {
    std::deque<int> values(w.size(), 1);
    thrum::sort_by_key(p, w.begin(), w.end(), values.begin());
  });
  if (!parallel) return;
  auto const remove = [](auto const& p, auto& w) {
    thrum::remove_if(p, w.begin(), w.end(), [](auto const& x) { return x.empty(); });
  };
  auto const unique = [](auto const& p, auto& w) { thrum::unique(p, w.begin(), w.end()); };
  check_all_kept(policy, strings, remove);
  check_all_kept(policy, strings, unique);
  check_all_kept(policy, deque, remove);
  check_all_kept(policy, deque, unique);
}

/// A backend whose k-th loop runs only every other task, and then throws std::bad_alloc.
class few_tasks : public forwarding_backend<few_tasks, thrum::seq_policy> {
 public:
  explicit few_tasks(std::ptrdiff_t& loops_left) : loops_left_(&loops_left) {}

  template <class F>
  void for_each_n(std::ptrdiff_t count, F f, std::ptrdiff_t grain) const {
    bool const fails = --*loops_left_ == 0;
    for (std::ptrdiff_t begin = 0; begin < count; begin += fails ? 2 * grain : grain) {
      thrum::detail::independent_loop(begin, std::min(count, begin + grain), f);
    }
    if (fails) throw std::bad_alloc();
  }

 private:
  std::ptrdiff_t* loops_left_;
};

/// An element whose copies cannot throw, so that the library does not record the constructed
/// objects.
struct safely_counted : counted {
  safely_counted(int v) : counted(v) {}
  safely_counted(safely_counted const& other) noexcept : counted(other) {}
  safely_counted& operator=(safely_counted const&) = default;
};

/// Fails one loop of a call after another, and checks that nothing leaks. Returns how many loops
/// can fail. A loop that only destroys elements ends without its tasks.
template <class T, class Call>
int task_failures(Call call) {
  auto const values = random_values<int>(n, 0, 40'000);
  std::vector<T> const elements(values.begin(), values.end());
  for (std::ptrdiff_t k = 1;; ++k) {
    std::ptrdiff_t loops_left = k;
    auto copy = elements;
    std::ptrdiff_t const before = alive;
    try {
      call(few_tasks(loops_left), copy);
    } catch (std::bad_alloc const&) {
    }
    CHECK(alive == before);
    if (loops_left > 0) return static_cast<int>(k) - 1;
  }
}

template <class T>
void check_task_failures() {
  auto const is_odd_value = [](T const& x) { return x.value % 2 != 0; };
  CHECK(task_failures<T>([](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); }) >= 2);
  CHECK(task_failures<T>([](auto const& p, auto& w) {
          auto values = w;
          thrum::sort_by_key(p, w.begin(), w.end(), values.begin());
        }) >= 2);
  CHECK(task_failures<T>([&](auto const& p, auto& w) { thrum::partition(p, w.begin(), w.end(), is_odd_value); }) >=
        2);
  CHECK(task_failures<T>([&](auto const& p, auto& w) { thrum::remove_if(p, w.begin(), w.end(), is_odd_value); }) >=
        2);
  CHECK(task_failures<T>([](auto const& p, auto& w) { thrum::unique(p, w.begin(), w.end()); }) >= 2);
  CHECK(task_failures<T>(
            [](auto const& p, auto& w) { thrum::inplace_merge(p, w.begin(), w.begin() + n / 2, w.end()); }) >= 2);
}

/// How many blocks operator new has allocated.
std::atomic<std::ptrdiff_t> blocks_of_new = 0;

void* counted_new(std::size_t bytes) {
  ++blocks_of_new;
  if (void* const p = std::malloc(bytes == 0 ? 1 : bytes)) return p;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) { return counted_new(bytes); }
void* operator new[](std::size_t bytes) { return counted_new(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  ++blocks_of_new;
  auto const unit = static_cast<std::size_t>(alignment);
  if (void* const p = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }

TEST_CASE("all scratch memory comes from the policy's resource") {
  std::vector<std::byte> room(std::size_t{64} << 20);
  auto const news_in = [&](auto v, auto call) {
    std::pmr::monotonic_buffer_resource buffer(room.data(), room.size(), std::pmr::null_memory_resource());
    std::ptrdiff_t const before = blocks_of_new;
    call(thrum::seq.with(buffer), v);
    return blocks_of_new - before;
  };
  auto const sort = [](auto const& p, auto& w) { thrum::sort(p, w.begin(), w.end()); };
  auto const by_key = [](auto const& p, auto& w) { thrum::sort_by_key(p, w.begin(), w.end(), w.begin()); };
  auto const partition = [](auto const& p, auto& w) { thrum::partition(p, w.begin(), w.end(), is_odd); };
  auto const elements = random_values<counted>(300'000, 0, 40'000);
  // The sizes are below that from which memory is mapped.
  CHECK(news_in(random_patterns<int>(300'000), sort) == 0);
  CHECK(news_in(random_patterns<int>(300'000), by_key) == 0);
  CHECK(news_in(elements, sort) == 0);
  CHECK(news_in(elements, by_key) == 0);
  CHECK(news_in(elements, partition) == 0);
}

TEST_CASE("memory for tasks that gives out") {
  check_task_failures<counted>();
  check_task_failures<safely_counted>();
}
TEST_CASE("no element is lost when scratch memory fails under seq") { check_nothing_is_lost(thrum::seq, false); }
TEST_CASE("scratch memory that fails under seq") { check_memory_failures(thrum::seq, false); }
#if defined(THRUM_WITH_TBB)
TEST_CASE("no element is lost when scratch memory fails under tbb::par") {
  check_nothing_is_lost(thrum::tbb::par, true);
}
TEST_CASE("scratch memory that fails under tbb::par") { check_memory_failures(thrum::tbb::par, true); }
#endif
