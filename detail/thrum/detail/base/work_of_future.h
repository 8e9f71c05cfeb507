// Whether the calling thread is doing the work of a future. Such a thread waits for no other task,
// because that task might wait for this future.
#pragma once

namespace thrum::detail {

inline bool& does_work_of_future() {
  thread_local bool does = false;
  return does;
}

/// Marks the calling thread as doing the work of a future while the object lives.
class work_of_future {
 public:
  work_of_future() : before_(does_work_of_future()) { does_work_of_future() = true; }
  ~work_of_future() { does_work_of_future() = before_; }
  work_of_future(work_of_future const&) = delete;
  work_of_future& operator=(work_of_future const&) = delete;

 private:
  bool before_;
};

}  // namespace thrum::detail
