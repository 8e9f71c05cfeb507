// The exception that checked mode throws, and the report in which a device leaves what it found,
// because a device cannot throw.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <cstdio>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
#include <cuda_runtime_api.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#endif

namespace thrum {

/// A wrong call that thrum::checked found. what() says everything in one sentence; the other
/// members give the parts of the sentence.
///
///   thrum::merge: argument 3 (first2): the range is not sorted: element 17 is less than element 16
class check_failed : public std::logic_error {
 public:
  /// Makes the exception. `algorithm` and `argument` are literals. `text` says what is wrong.
  check_failed(char const* algorithm, int number, char const* argument, std::ptrdiff_t index,
               std::string const& text, std::string const& thread = {})
      : std::logic_error(sentence(algorithm, number, argument, text)),
        algorithm_(algorithm),
        argument_(argument),
        number_(number),
        index_(index) {
    thread.copy(thread_, sizeof(thread_) - 1);
  }
  /// Makes the same failure, found in an algorithm.
  check_failed(check_failed const& found, char const* algorithm) : check_failed(found, algorithm, found.what()) {}

  /// Returns the algorithm, without `thrum::`. Empty for an access outside of an algorithm.
  char const* algorithm() const noexcept { return algorithm_; }
  /// Returns the name of the argument. Empty if no argument is to blame, as for an access in a
  /// functor.
  char const* argument() const noexcept { return argument_; }
  /// Returns the number of the argument, counted from 1 without the policy. 0 if no argument is to
  /// blame.
  int number() const noexcept { return number_; }
  /// Returns the index that shows the failure. -1 if there is none.
  std::ptrdiff_t index() const noexcept { return index_; }
  /// Returns the thread that made a wrong access: std::thread's id, or thread and block of a
  /// device. Empty for other failures.
  char const* thread() const noexcept { return thread_; }

 private:
  static constexpr std::size_t prefix = 7;  // "thrum: ", for an access outside of an algorithm
  static std::string sentence(char const* algorithm, int number, char const* argument, std::string const& text) {
    std::string all = *algorithm == 0 ? "thrum: " : std::string("thrum::") + algorithm + ": ";
    if (number != 0) all += "argument " + std::to_string(number) + " (" + argument + "): ";
    return all + text;
  }
  check_failed(check_failed const& found, char const* algorithm, std::string const& what)
      : check_failed(algorithm, found.number_, found.argument_, found.index_, what.substr(prefix), found.thread_) {
  }

  char const* algorithm_;
  char const* argument_;
  int number_;
  std::ptrdiff_t index_;
  char thread_[96] = {};
};

namespace detail {

/// The report in which code on a device leaves its first wrong access, in memory that host and
/// device reach. The program has one report.
struct access_report {
  unsigned claimed;
  unsigned thread[3];
  unsigned block[3];
  std::ptrdiff_t index;
  std::ptrdiff_t size;
  /// The memory that a wrong access gets instead: a device goes on after the access.
  alignas(256) unsigned char nowhere[4096];
};

inline check_failed wrong_access(std::ptrdiff_t index, std::ptrdiff_t size, std::string const& thread) {
  return check_failed("", 0, "", index,
                      "element " + std::to_string(index) + " of a checked range of " + std::to_string(size) +
                          " elements was accessed by " + thread,
                      thread);
}

#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
inline access_report* program_report() {
  static access_report* const report = []() -> access_report* {
    void* p = nullptr;
    if (runtime::malloc_host(&p, sizeof(access_report), cudaHostAllocPortable | cudaHostAllocMapped) ==
        cudaSuccess) {
      return ::new (p) access_report();
    }
    static_cast<void>(cudaGetLastError());  // no GPU, and so no device code that could fail
    return nullptr;
  }();
  return report;
}

/// Throws the failure that devices left in the report, and empties the report. The devices' work
/// has been waited for.
inline void throw_reported(access_report* report) {
  if (report == nullptr || *static_cast<unsigned volatile*>(&report->claimed) == 0) return;
  access_report const& r = *report;
  char text[96];
  std::snprintf(text, sizeof(text), "thread (%u,%u,%u) of block (%u,%u,%u)", r.thread[0], r.thread[1], r.thread[2],
                r.block[0], r.block[1], r.block[2]);
  check_failed const failure = wrong_access(r.index, r.size, text);
  *static_cast<unsigned volatile*>(&report->claimed) = 0;
  throw failure;
}
#else
inline access_report* program_report() { return nullptr; }
#endif

/// Refuses an access to element `index` of a range of `size` elements, which is not there. On the
/// host, throws. On a device, reports the access and returns memory to be used instead.
THRUM_HD inline void* refuse_access([[maybe_unused]] access_report* report, std::ptrdiff_t index,
                                    std::ptrdiff_t size) {
#if defined(__CUDA_ARCH__)
  if (report == nullptr) __trap();
  if (atomicCAS(&report->claimed, 0U, 1U) == 0U) {
    report->thread[0] = threadIdx.x, report->thread[1] = threadIdx.y, report->thread[2] = threadIdx.z;
    report->block[0] = blockIdx.x, report->block[1] = blockIdx.y, report->block[2] = blockIdx.z;
    report->index = index;
    report->size = size;
    __threadfence_system();
  }
  return report->nowhere;
#else
  std::ostringstream thread;
  thread << "thread " << std::this_thread::get_id();
  throw wrong_access(index, size, thread.str());
#endif
}

}  // namespace detail
}  // namespace thrum
