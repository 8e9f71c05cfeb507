// Measures what a call of an algorithm takes: the primitives that it uses, the threads that work in
// it, and its scratch memory.
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

/// The primitives that a call has used, each once, in the order of first use.
struct questions {
  std::vector<std::string> names;
  bool has_result = false;  // one of them returns a value to the host
  void ask(char const* name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
};

/// tbb::par with every primitive as a native, as cuda::par has them. Records the primitives that a
/// call uses. Poses as a device, so that algorithms take their paths for devices.
struct asking_policy : forwarding_backend<asking_policy, thrum::tbb::policy, all_native>, poses_as_device {
  explicit asking_policy(questions& asked) : asked_(&asked) {}
  void before(primitive p) const {
    if (p != primitive::read) asked_->ask(name_of(p));
    asked_->has_result |= returns_value(p);
  }

 private:
  questions* asked_;
};

/// The scratch memory in use now, and its maximum so far.
struct scratch_count {
  std::atomic<std::size_t> now = 0, peak = 0;
};

/// watched_policy, which also counts scratch memory.
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

/// Measures call(policy); prepare() runs before each call.
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
