// What a future refers to: work that goes on by itself, and the result that it will have.
#pragma once

#include <thrum/detail/async/work_of_future.h>
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

/// Work that a thread of the host does: the first that comes to it.
class host_work {
 public:
  virtual ~host_work() = default;
  /// Does it, unless a thread has begun it already.
  void begin() {
    if (claim()) run();
  }
  /// Whether it is the caller who is to run it: no thread has begun it.
  bool claim() { return !begun_.exchange(true); }
  virtual void run() = 0;
  /// Claims what is before it, and adds that.
  virtual void claim_before(std::vector<host_work*>& claimed) = 0;
  /// One of those before it is ready, or, for the last one, it has been made: the last of them to come begins it.
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

/// How work is begun by a thread of its own. Null stands for the thread that comes by.
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
  /// ready() and wait_until() but for others, which are added: chains of them may be too long for calls to nest.
  virtual bool ready_but_for(std::vector<async_state*>&) { return ready(); }
  virtual bool wait_but_for(std::vector<async_state*>&, time_point until) { return wait_until(until); }
  /// The work of the host that the caller is to run now, if this is such work and no thread has begun it.
  virtual host_work* claim_work() { return nullptr; }
  /// Has `next` arrive when this is ready. A device does not: who waits for `next` begins it.
  virtual void precede(std::shared_ptr<host_work> const& next) = 0;
  /// How what follows is begun.
  virtual launcher_ptr following() const = 0;
};

/// The same with its result, which is taken once.
template <class T>
class future_state : public async_state {
 public:
  /// Waits. Throws what the work threw.
  virtual T take() = 0;
};

/// The owner of a state, which waits for it before it goes.
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

/// work() on the host, after what is before it.
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
  /// One that nobody has begun and that no thread will is ready when those before it are.
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
    work_.reset();  // before anybody knows: what it owns may refer to objects of who waits
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
  /// Runs this, which has been claimed. What is before it and not begun runs first, from the first one on: a chain of futures
  /// may be longer than calls can nest. Each is owned by one behind it, which is claimed and has not run.
  void run_with_those_before() noexcept {
    std::vector<host_work*> claimed;
    try {
      claim_before(claimed);
      for (std::size_t i = 0; i < claimed.size(); ++i) claimed[i]->claim_before(claimed);
    } catch (...) {  // no memory: then the waits nest
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
  std::vector<async_state*> before_;  // which the work owns
  launcher_ptr launch_;
  std::optional<T> result_;
  std::exception_ptr error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false, started_ = false;
  std::vector<std::shared_ptr<host_work>> next_;
};

/// A task that begins when those before it are ready, which its work owns.
template <class T, class Work>
std::shared_ptr<future_state<T>> make_task(Work work, std::vector<async_state*> const& before,
                                           launcher_ptr launch) {
  auto task = std::make_shared<host_task<T, Work>>(std::move(work), before, std::move(launch));
  for (async_state* b : before) b->precede(task);
  host_work::arrive(task);
  return task;
}

}  // namespace thrum::detail
