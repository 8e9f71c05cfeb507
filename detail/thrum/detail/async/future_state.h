// What a future refers to: work in progress, and the result that it will have.
#pragma once

#include <thrum/detail/base/work_of_future.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace thrum::detail {

/// Work on the host, which the first thread that comes to it does.
class host_work {
 public:
  virtual ~host_work() = default;
  /// Does the work, unless a thread has begun it already.
  void begin() {
    if (claim()) run();
  }
  /// Returns true if no thread has begun the work; the caller is then to run it.
  bool claim() { return !begun_.exchange(true); }
  virtual void run() = 0;
  /// Claims the work before this one that no thread has begun, and adds it to `claimed`.
  virtual void claim_before(std::vector<host_work*>& claimed) = 0;
  /// Tells `work` that one of the works before it is ready, or that `work` itself has been made.
  /// The last of these calls starts `work`.
  static void arrive(std::shared_ptr<host_work> const& work) {
    if (work->missing_.fetch_sub(1) == 1) work->start(work);
  }

 protected:
  explicit host_work(std::ptrdiff_t before) : missing_(before + 1) {}
  bool is_begun() const { return begun_; }

 private:
  virtual void start(std::shared_ptr<host_work> const& self) = 0;
  std::atomic<bool> begun_ = false;
  std::atomic<std::ptrdiff_t> missing_;
};

/// An object that has a thread of its own begin work. A null launcher means that the current thread
/// begins the work.
struct launcher {
  virtual ~launcher() = default;
  virtual void launch(std::shared_ptr<host_work> const& work) const = 0;
};
using launcher_ptr = std::shared_ptr<launcher const>;

/// Work that a future may wait for.
class async_state {
 public:
  using time_point = std::chrono::steady_clock::time_point;
  virtual ~async_state() = default;
  virtual bool ready() = 0;
  virtual void wait() noexcept = 0;
  virtual bool wait_until(time_point) = 0;
  /// Do ready() and wait_until() except for other works, which are added to the vector: chains of
  /// works may be too long for calls to nest.
  virtual bool ready_but_for(std::vector<async_state*>&) { return ready(); }
  virtual bool wait_but_for(std::vector<async_state*>&, time_point until) { return wait_until(until); }
  /// Returns the work on the host that the caller is to run now, if this is such work and no thread
  /// has begun it.
  virtual host_work* claim_work() { return nullptr; }
  /// Arranges that arrive(next) is called when this work is ready. Work on a device does not do
  /// this: whoever waits for `next` begins it.
  virtual void precede(std::shared_ptr<host_work> const& next) = 0;
  /// Returns the launcher of work that follows.
  virtual launcher_ptr following() const = 0;
};

/// Work with its result, which can be taken once.
template <class T>
class future_state : public async_state {
 public:
  /// Waits and returns the result. Throws what the work threw.
  virtual T take() = 0;
};

/// The owner of a state. The destructor waits for the state's work.
template <class T>
class owned_state {
 public:
  owned_state() = default;
  explicit owned_state(std::shared_ptr<future_state<T>> state) : state_(std::move(state)) {}
  owned_state(owned_state&&) noexcept = default;
  owned_state& operator=(owned_state&& other) noexcept {
    if (this != &other) {
      if (state_) state_->wait();
      state_ = std::move(other.state_);
    }
    return *this;
  }
  ~owned_state() {
    if (state_) state_->wait();
  }
  explicit operator bool() const { return state_ != nullptr; }
  future_state<T>* operator->() const { return state_.get(); }
  future_state<T>* get() const { return state_.get(); }

 private:
  std::shared_ptr<future_state<T>> state_;
};

/// A task that does work() on the host, after the works before it.
template <class T, class Work>
class host_task final : public future_state<T>, public host_work {
 public:
  using time_point = async_state::time_point;

  host_task(Work work, std::vector<async_state*> before, launcher_ptr launch)
      : host_work(static_cast<std::ptrdiff_t>(before.size())),
        work_(std::move(work)),
        before_(std::move(before)),
        launch_(std::move(launch)) {}

  bool ready() override {
    std::vector<async_state*> open{this};
    while (!open.empty()) {
      async_state* const last = open.back();
      open.pop_back();
      if (!last->ready_but_for(open)) return false;
    }
    return true;
  }
  /// Returns true for a task that nobody has begun and that no thread will begin, once the works
  /// before it are ready.
  bool ready_but_for(std::vector<async_state*>& open) override {
    std::unique_lock const lock(mutex_);
    if (done_ || is_begun() || started_) return done_;
    open.insert(open.end(), before_.begin(), before_.end());
    return true;
  }
  void wait() noexcept override {
    if (claim()) run_with_those_before();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return done_; });
  }
  bool wait_until(time_point until) override {
    std::vector<async_state*> open{this};
    while (!open.empty()) {
      async_state* const last = open.back();
      open.pop_back();
      if (!last->wait_but_for(open, until)) return false;
    }
    return true;
  }
  bool wait_but_for(std::vector<async_state*>& open, time_point until) override {
    std::unique_lock lock(mutex_);
    if (!done_ && !is_begun() && !started_ && (launch_ == nullptr || !before_.empty())) {
      open.insert(open.end(), before_.begin(), before_.end());
      return true;
    }
    return changed_.wait_until(lock, until, [this] { return done_; });
  }
  host_work* claim_work() override { return claim() ? this : nullptr; }
  void claim_before(std::vector<host_work*>& claimed) override {
    for (async_state* b : before_) {
      claimed.push_back(nullptr);
      claimed.back() = b->claim_work();
      if (claimed.back() == nullptr) claimed.pop_back();
    }
  }
  void precede(std::shared_ptr<host_work> const& next) override {
    {
      std::unique_lock const lock(mutex_);
      if (!done_) return next_.push_back(next);
    }
    host_work::arrive(next);
  }
  launcher_ptr following() const override { return launch_; }
  T take() override {
    wait();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return std::move(*result_);
  }

  void run() override {
    try {
      work_of_future const now;
      result_.emplace((*work_)());
    } catch (...) {
      error_ = std::current_exception();
    }
    work_.reset();  // before waiters are told: what the work owns may refer to their objects
    std::vector<std::shared_ptr<host_work>> next;
    {
      std::unique_lock const lock(mutex_);
      done_ = true;
      next.swap(next_);
      changed_.notify_all();
    }
    for (auto const& work : next) host_work::arrive(work);
  }

 private:
  /// Runs this work, which has been claimed. Works before it that have not begun run first, from
  /// the first one on, because a chain of futures may be longer than calls can nest. Each of these
  /// works is owned by a later work, which is claimed and has not run.
  void run_with_those_before() noexcept {
    std::vector<host_work*> claimed;
    try {
      claim_before(claimed);
      for (std::size_t i = 0; i < claimed.size(); ++i) claimed[i]->claim_before(claimed);
    } catch (...) {  // no memory: the waits then nest
    }
    while (!claimed.empty()) {
      host_work* const first = claimed.back();
      claimed.pop_back();
      first->run();
    }
    run();
  }

  void start(std::shared_ptr<host_work> const& self) override {
    {
      std::unique_lock const lock(mutex_);
      started_ = true;
    }
    if (launch_ == nullptr) return begin();
    try {
      launch_->launch(self);
    } catch (...) {  // no memory for a task
      begin();
    }
  }

  std::optional<Work> work_;
  std::vector<async_state*> before_;  // owned by work_
  launcher_ptr launch_;
  std::optional<T> result_;
  std::exception_ptr error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false, started_ = false;
  std::vector<std::shared_ptr<host_work>> next_;
};

/// Makes a task that begins when the works before it are ready. The task's work owns them.
template <class T, class Work>
std::shared_ptr<future_state<T>> make_task(Work work, std::vector<async_state*> const& before,
                                           launcher_ptr launch) {
  auto task = std::make_shared<host_task<T, Work>>(std::move(work), before, std::move(launch));
  for (async_state* b : before) b->precede(task);
  host_work::arrive(task);
  return task;
}

}  // namespace thrum::detail
