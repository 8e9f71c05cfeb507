// A user's backend: a small pool of std::thread, and the policy that runs on it. It has the
// mandatory members of thrum/backend.h and no others; three of them are written here.
#pragma once

#include <thrum/detail/base/loop.h>
#include <thrum/backend.h>
#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

/// Threads that, together with the caller, work on one job of numbered tasks at a time.
class thread_pool {
 public:
  explicit thread_pool(int workers) : step_(workers + 1) {
    for (int i = 0; i < workers; ++i) {
      workers_.emplace_back([this] {
        while (step_.arrive_and_wait(), task_) {
          work();
          step_.arrive_and_wait();
        }
      });
    }
  }
  ~thread_pool() {
    task_ = nullptr;
    step_.arrive_and_wait();
    for (std::thread& worker : workers_) worker.join();
  }
  /// Calls task(k) for each k in [0, count). If the pool is busy, the calling thread makes all
  /// calls.
  void run(std::ptrdiff_t count, std::function<void(std::ptrdiff_t)> task) {
    if (busy_.test_and_set(std::memory_order_acquire)) {
      for (std::ptrdiff_t k = 0; k < count; ++k) task(k);
      return;
    }
    task_ = std::move(task), count_ = count, next_ = 0;
    step_.arrive_and_wait();
    work();
    step_.arrive_and_wait();
    task_ = nullptr;  // the task may own objects whose references the caller counts
    std::exception_ptr const error = std::exchange(error_, nullptr);
    busy_.clear(std::memory_order_release);
    if (error) std::rethrow_exception(error);
  }

 private:
  void work() {
    for (std::ptrdiff_t k; (k = next_.fetch_add(1)) < count_;) {
      try {
        task_(k);
      } catch (...) {
        std::lock_guard const lock(error_mutex_);
        error_ = std::current_exception();
        next_ = count_;
      }
    }
  }

  std::atomic_flag busy_{};
  std::barrier<> step_;
  std::function<void(std::ptrdiff_t)> task_;
  std::ptrdiff_t count_ = 0;
  std::atomic<std::ptrdiff_t> next_ = 0;
  std::mutex error_mutex_;
  std::exception_ptr error_;
  std::vector<std::thread> workers_;
};

/// The policy, which is a backend.
class pool_policy {
 public:
  explicit pool_policy(thread_pool& pool) : pool_(&pool) {}

  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    if (n <= grain) return thrum::detail::independent_loop(0, n, f);
    pool_->run((n - 1) / grain + 1, [=](std::ptrdiff_t k) {
      thrum::detail::independent_loop(k * grain, std::min(n, (k + 1) * grain), f);
    });
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return ::operator new(bytes, std::align_val_t{alignment});
  }
  void deallocate(void* p, std::size_t, std::size_t alignment) const noexcept {
    ::operator delete(p, std::align_val_t{alignment});
  }

 private:
  thread_pool* pool_;
};
