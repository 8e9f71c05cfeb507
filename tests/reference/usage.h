// What a call of an algorithm takes: the primitives that it asks a backend for, the threads that work in it, and its
// scratch memory, measured.
#pragma once

#include <thrum/tbb.h>
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>
#include "forwarding_backend.h"
#include "meeting.h"

/// The primitives that were asked for, each once, in the order of the first time.
struct questions {
  std::vector<std::string> names;
  bool has_result = false;  // one of them hands something to the host
  void ask(char const* name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
};

/// tbb::par with every primitive as a member of its own, as cuda::par has them, that notes what it is asked. It says that it
/// does not reach the host's memory, so that algorithms go the way of devices.
struct asking_policy : forwarding_backend<asking_policy, thrum::tbb::policy, all_native>, poses_as_device {
  explicit asking_policy(questions& asked) : asked_(&asked) {}
  void before(primitive p) const {
    if (p != primitive::read) asked_->ask(name_of(p));
    asked_->has_result |= returns_value(p);
  }

 private:
  questions* asked_;
};

/// The scratch memory in use now, and the most there was.
struct scratch_count {
  std::atomic<std::size_t> now = 0, peak = 0;
};

/// watched_policy, which counts scratch memory too.
struct measured_policy : forwarding_backend<measured_policy, watched_policy> {
  explicit measured_policy(scratch_count& scratch) : scratch_(&scratch) {}
  void after_allocate(std::size_t bytes) const {
    std::size_t const now = scratch_->now += bytes;
    std::size_t peak = scratch_->peak;
    while (peak < now && !scratch_->peak.compare_exchange_weak(peak, now)) {
    }
  }
  void after_deallocate(std::size_t bytes) const noexcept { scratch_->now -= bytes; }

 private:
  scratch_count* scratch_;
};

/// What a call takes.
struct usage {
  std::vector<std::string> primitives;
  bool waits;           // for a result
  bool parallel;        // two threads worked in it
  std::size_t scratch;  // bytes
};

/// Measures call(policy), with prepare() before each.
template <class Prepare, class Call>
usage measure(Prepare prepare, Call call) {
  questions asked;
  prepare();
  call(asking_policy(asked));
  scratch_count scratch;
  prepare();
  bool const parallel = meets([&] { call(measured_policy(scratch)); });
  return {std::move(asked.names), asked.has_result, parallel, scratch.peak};
}
