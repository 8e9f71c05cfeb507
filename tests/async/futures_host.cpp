// Asynchronous calls: futures of every kind of result, continuations, exceptions, and futures whose
// result nobody fetches.
#include <doctest/doctest.h>
#include <thrum/async/copy.h>
#include <thrum/async/extrema.h>
#include <thrum/async/find.h>
#include <thrum/async/for_each.h>
#include <thrum/async/partition.h>
#include <thrum/async/reduce.h>
#include <thrum/async/remove.h>
#include <thrum/async/scan.h>
#include <thrum/async/sort.h>
#include <thrum/async/transform.h>
#include <thrum/async/unique.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include "forwarding_backend.h"
#include "policies.h"

namespace {

using thrum::future;

/// Threads that run one call each. A thread that ends joins the one that ended before it: the C
/// library may read the memory of a thread after std::thread::detach() has given that memory back.
class one_call_threads {
 public:
  one_call_threads() = default;
  one_call_threads(one_call_threads const&) = delete;
  one_call_threads& operator=(one_call_threads const&) = delete;
  ~one_call_threads() {
    std::unique_lock lock(mutex_);
    none_runs_.wait(lock, [this] { return running_.empty(); });
    if (last_ended_.joinable()) last_ended_.join();
  }

  template <class F>
  void start(F f) {
    std::scoped_lock const lock(mutex_);
    auto const self = running_.emplace(running_.end());
    *self = std::thread([this, self, f = std::move(f)]() mutable {
      {
        F const call = std::move(f);
        call();
      }
      end(self);
    });
  }

 private:
  void end(std::list<std::thread>::iterator self) {
    std::unique_lock lock(mutex_);
    std::thread ended_before = std::exchange(last_ended_, std::move(*self));
    running_.erase(self);
    if (ended_before.joinable()) ended_before.join();
    if (running_.empty()) none_runs_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable none_runs_;
  std::list<std::thread> running_;
  std::thread last_ended_;
};

/// A backend that starts a thread for each asynchronous call.
class thread_for_each_call : public forwarding_backend<thread_for_each_call, thrum::seq_policy> {
 public:
  explicit thread_for_each_call(one_call_threads& threads) : threads_(&threads) {}
  template <class F>
  void enqueue(F f) const {
    threads_->start(std::move(f));
  }

 private:
  one_call_threads* threads_;
};

struct with_threads {
  one_call_threads threads;
  thread_for_each_call policy{threads};
};
struct with_seq_policy {
  thrum::seq_policy policy;
};
#if defined(THRUM_WITH_TBB)
struct with_tbb_policy {
  thrum::tbb::policy policy;
};
#define PARALLEL_POLICIES with_threads, with_tbb_policy
#else
#define PARALLEL_POLICIES with_threads
#endif
#define POLICIES with_seq_policy, PARALLEL_POLICIES

std::vector<int> numbers() {
  std::vector<int> v(20000);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = static_cast<int>(i * 7919 % 1009);
  return v;
}
auto const odd = [](int x) { return x % 2 != 0; };

/// A gate that opens once. Threads wait in pass() until then.
struct gate {
  std::atomic<bool> is_open = false;
  void pass() const {
    while (!is_open) std::this_thread::yield();
  }
};

}  // namespace

TEST_CASE_TEMPLATE("futures have the results of the algorithms", P, POLICIES) {
  P const p;
  auto const& exec = p.policy;
  auto const v = numbers();
  auto const first = v.begin(), last = v.end();
  auto w = v, out = v, rest = v, same = v;
  future<int> sum = thrum::async::reduce(exec, first, last);
  future<long> squares = thrum::async::inner_product(exec, first, last, first, 0L);
  future<std::ptrdiff_t> sevens = thrum::async::count(exec, first, last, 7);
  future<std::vector<int>::const_iterator> found = thrum::async::find(exec, first, last, 400);
  future<bool> any = thrum::async::any_of(exec, first, last, odd);
  auto extremes = thrum::async::minmax_element(exec, first, last);
  auto copied = thrum::async::copy_if(exec, first, last, out.begin(), odd);
  auto divided = thrum::async::partition_copy(exec, first, last, same.begin(), rest.begin(), odd);
  future<void> sorted = thrum::async::sort(exec, w.begin(), w.end());
  CHECK(sum.get() == std::accumulate(first, last, 0));
  CHECK(squares.get() == std::inner_product(first, last, first, 0L));
  CHECK(sevens.get() == std::count(first, last, 7));
  CHECK(found.get() == std::find(first, last, 400));
  CHECK(any.get());
  CHECK(extremes.get() == thrum::minmax_element(first, last));
  CHECK(copied.get() - out.begin() == std::count_if(first, last, odd));
  auto const parts = divided.get();
  CHECK(parts.first - same.begin() + (parts.second - rest.begin()) == last - first);
  sorted.get();
  CHECK(std::is_sorted(w.begin(), w.end()));
  auto left = thrum::async::unique(exec, w.begin(), w.end());
  CHECK(left.get() - w.begin() == 1009);
  future<std::vector<int>::iterator> scanned = thrum::async::inclusive_scan(exec, first, last, out.begin());
  CHECK(scanned.get() == out.end());
  CHECK(out.back() == std::accumulate(first, last, 0));
  CHECK_FALSE(sum.valid());
  CHECK_THROWS_AS(sum.get(), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(sum.ready()), std::logic_error);
}

TEST_CASE_TEMPLATE("an exception comes with the result, and to what follows", P, POLICIES) {
  P const p;
  auto v = numbers();
  auto const fail = [](int& x) {
    if (x == 1000) throw std::runtime_error("x");
  };
  auto failed = thrum::async::for_each(p.policy, v.begin(), v.end(), fail);
  failed.wait();
  CHECK(failed.ready());
  CHECK_THROWS_AS(failed.get(), std::runtime_error);
  bool called = false;
  auto after =
      thrum::async::for_each(p.policy, v.begin(), v.end(), fail).then([&](auto) { called = true; }).then([&] {
        called = true;
      });
  CHECK_THROWS_AS(after.get(), std::runtime_error);
  CHECK_FALSE(called);
  auto thrown_later =
      thrum::async::reduce(p.policy, v.begin(), v.end()).then([](int) -> int { throw std::logic_error("y"); });
  CHECK_THROWS_AS(thrown_later.get(), std::logic_error);
  auto both = thrum::when_all(thrum::async::for_each(p.policy, v.begin(), v.end(), fail),
                              thrum::async::reduce(p.policy, v.begin(), v.end()));
  CHECK_THROWS_AS(both.get(), std::runtime_error);
  // Nobody fetches the result of this call.
  static_cast<void>(thrum::async::for_each(p.policy, v.begin(), v.end(), fail));
}

TEST_CASE_TEMPLATE("what follows runs after its work; many are waited for together", P, POLICIES) {
  P const p;
  auto const v = numbers();
  int const expected = std::accumulate(v.begin(), v.end(), 0);
  auto chain = thrum::async::reduce(p.policy, v.begin(), v.end());
  for (int i = 0; i < 40; ++i) chain = chain.then([](int x) { return x + 1; });
  CHECK(chain.get() == expected + 40);
  CHECK_FALSE(chain.valid());

  std::vector<future<int>> many;
  for (int i = 0; i < 30; ++i) many.push_back(thrum::async::reduce(p.policy, v.begin(), v.end(), i));
  auto all = thrum::when_all(std::move(many)).then([](std::vector<int> const& x) {
    return std::accumulate(x.begin(), x.end(), 0L);
  });
  CHECK(all.get() == 30L * expected + 29 * 30 / 2);
  CHECK(thrum::when_all(std::vector<future<int>>()).get().empty());

  auto w = v;
  auto mixed = thrum::when_all(thrum::async::sort(p.policy, w.begin(), w.end()),
                               thrum::async::reduce(p.policy, v.begin(), v.end()), thrum::make_ready_future(2.5),
                               thrum::make_ready_future());
  auto const results = mixed.get();
  CHECK(thrum::get<1>(results) == expected);
  CHECK(thrum::get<2>(results) == 2.5);
  CHECK(std::is_sorted(w.begin(), w.end()));
  auto owned = thrum::make_ready_future(std::make_unique<int>(3));
  CHECK(*owned.then([](std::unique_ptr<int> x) { return x; }).get() == 3);
}

TEST_CASE("work of threads of its own goes on while nobody waits") {
  with_threads const p;
  gate open;
  std::vector<int> v(1);
  auto waiting = thrum::async::for_each(p.policy, v.begin(), v.end(), [&](int& x) {
    open.pass();
    x = 1;
  });
  CHECK_FALSE(waiting.ready());
  CHECK_FALSE(waiting.wait_for(std::chrono::milliseconds(1)));
  std::atomic<bool> followed = false;
  auto after = waiting.then([&](auto) { followed = true; });
  CHECK_FALSE(after.ready());
  CHECK_FALSE(followed);
  open.is_open = true;
  while (!followed) std::this_thread::yield();  // nobody has fetched the result
  CHECK(after.wait_for(std::chrono::seconds(10)));
  after.get();
  CHECK(v[0] == 1);
}

TEST_CASE("a future that goes waits for its work") {
  with_threads const p;
  std::vector<int> v(1), w(1);
  auto const slowly = [](int& x) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    x = 1;
  };
  { auto const dropped = thrum::async::for_each(p.policy, v.begin(), v.end(), slowly); }
  CHECK(v[0] == 1);
  auto f = thrum::async::for_each(p.policy, w.begin(), w.end(), slowly);
  auto moved = std::move(f);
  CHECK_FALSE(f.valid());
  moved = {};
  CHECK(w[0] == 1);
}

#if defined(THRUM_WITH_TBB)
TEST_CASE("tasks may wait for tasks that no thread has begun") {
  auto const v = numbers();
  int const expected = std::accumulate(v.begin(), v.end(), 0);
  std::vector<int> sums(64);
  thrum::for_each(thrum::tbb::par.grain(1), sums.begin(), sums.end(),
                  [&](int& x) { x = thrum::async::reduce(thrum::tbb::par, v.begin(), v.end()).get(); });
  CHECK(sums == std::vector<int>(64, expected));
}

TEST_CASE("a task that waits for a future does not stand in the way of its work") {
  using namespace std::chrono_literals;
  ::tbb::global_control const allowed(::tbb::global_control::max_allowed_parallelism, 3);
  ::tbb::task_arena arena(3);
  std::atomic<int> waited = 0;
  arena.execute([&] {
    auto f = thrum::async::for_each_n(thrum::tbb::par.on(arena).grain(1), thrum::counting_iterator<int>(0), 2,
                                      [](int i) { std::this_thread::sleep_for(i == 0 ? 20ms : 200ms); });
    std::this_thread::sleep_for(10ms);
    thrum::for_each_n(thrum::tbb::par.grain(1), thrum::counting_iterator<int>(0), 2, [&](int i) {
      if (i == 0) std::this_thread::sleep_for(100ms);
      else f.wait(), ++waited;
    });
  });
  CHECK(waited == 1);
}

TEST_CASE_TEMPLATE("a chain is longer than calls can nest", P, PARALLEL_POLICIES) {
  constexpr long links = 100'000;
  P p;
  int one = 1;
  for (bool const taken : {true, false}) {
    gate held;
    std::atomic<long> ran = 0;
    {
      // The chain begins only when all its links exist.
      auto const pass = [&held](int) { held.pass(); };
      future<long> f = thrum::async::for_each(p.policy, &one, &one + 1, pass).then([](int const*) { return 0L; });
      for (long i = 0; i < links; ++i) {
        future<long> before = std::move(f);
        f = before.then([&ran](long x) {
          ++ran;
          return x + 1;
        });
      }
      CHECK_FALSE(f.ready());
      CHECK_FALSE(f.wait_for(std::chrono::microseconds(1)));
      held.is_open = true;
      if (taken) CHECK(f.get() == links);
    }
    CHECK(ran == links);
  }
}

TEST_CASE("what follows is gone, with all that it owns, when its future is ready") {
  struct slow_to_go {
    std::atomic<bool>* gone;
    explicit slow_to_go(std::atomic<bool>* flag) : gone(flag) {}
    ~slow_to_go() {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      *gone = true;
    }
  };
  std::atomic<bool> gone = false;
  auto owned = std::make_shared<slow_to_go>(&gone);
  auto f = thrum::async::for_each_n(thrum::tbb::par, thrum::counting_iterator<int>(0), 1, [](int) {
             std::this_thread::sleep_for(std::chrono::milliseconds(5));
           }).then([kept = std::move(owned)](auto) { return 1; });
  while (!f.ready()) std::this_thread::yield();
  CHECK(f.get() == 1);
  CHECK(gone);
}
#endif
