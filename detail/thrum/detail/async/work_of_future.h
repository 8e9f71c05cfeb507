// Whether the calling thread does the work of a future: then it waits for no other task, which might wait for this future.
#pragma once

namespace thrum::detail {

inline bool& does_work_of_future() {
  thread_local bool does = false;
  return does;
}

/// Says so while it lives.
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
