// Memory whose end the system guards, and a process that reports the access that the system
// refuses.
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <stdexcept>

/// An array that ends at the beginning of a protected page.
class fenced_array {
 public:
  explicit fenced_array(std::size_t n) : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {
    size_ = (n * sizeof(float) / page_ + 1) * page_;
    void* const all = mmap(nullptr, size_ + page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) throw std::runtime_error("cannot map memory");
    begin_ = static_cast<char*>(all);
    mprotect(begin_ + size_, page_, PROT_NONE);
    data_ = reinterpret_cast<float*>(begin_ + size_) - n;
  }
  fenced_array(fenced_array const&) = delete;
  fenced_array& operator=(fenced_array const&) = delete;
  ~fenced_array() { munmap(begin_, size_ + page_); }
  float* data() const { return data_; }

 private:
  std::size_t page_, size_;
  char* begin_;
  float* data_;
};

// The data that a signal handler needs.
inline float const* watched = nullptr;
inline int report_to = -1;

extern "C" inline void tell_index(int, siginfo_t* info, void*) {
  std::ptrdiff_t const index = static_cast<float const*>(info->si_addr) - watched;
  static_cast<void>(!write(report_to, &index, sizeof index));
  _exit(2);
}

/// Returns the index of the access that the system refuses while work() runs in a process of its
/// own; -1 if it refuses none.
template <class Work>
std::ptrdiff_t refused_access(float const* x, Work work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("cannot make a pipe");
  pid_t const child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    watched = x, report_to = ends[1];
    struct sigaction action {};
    action.sa_sigaction = tell_index;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, nullptr);
    sigaction(SIGBUS, &action, nullptr);
    work();
    _exit(0);
  }
  close(ends[1]);
  std::ptrdiff_t index = -1;
  if (read(ends[0], &index, sizeof index) != sizeof index) index = -1;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return index;
}
