// memory_limited: a policy with a limit of memory, as policy.memory(bytes) returns it; 8_GiB and
// the like, in thrum::literals.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/policy_base.h>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace thrum {

/// A policy with a limit of memory. seq.memory(bytes), tbb::par.memory(bytes) and
/// omp::par.memory(bytes) return one; for a backend of your own write memory_limited(policy,
/// bytes). The sorts of a mapped_file take it: see thrum/mapped_file.h. Its members return copies:
///
///   thrum::sort(thrum::tbb::par.memory(8_GiB).directory("/scratch").on_progress(show), file);
template <class Policy>
class memory_limited {
 public:
  memory_limited(Policy const& policy, std::size_t bytes) : policy_(policy), bytes_(bytes) {}

  Policy const& policy() const { return policy_; }
  /// Returns the limit in bytes.
  std::size_t bytes() const { return bytes_; }

  /// Returns the policy that calls f(done, total) after each part of the work. Both numbers are
  /// bytes that the call writes; the last call has done == total. The calling thread calls f. An
  /// exception of f ends the work, and leaves the call.
  memory_limited on_progress(std::function<void(std::size_t done, std::size_t total)> f) const {
    memory_limited changed = *this;
    changed.progress_ = std::move(f);
    return changed;
  }
  /// Returns the policy whose temporary files are in a directory. By default they are beside the
  /// file that is sorted.
  memory_limited directory(std::string path) const {
    memory_limited changed = *this;
    changed.directory_ = std::move(path);
    return changed;
  }
  /// Returns the policy that reads no less than so many bytes at a place of a file, if the limit of
  /// memory allows that. The default is 1 MiB, or the 64th part of the limit if that is less.
  /// Larger blocks suit disks that turn; with smaller blocks more runs are merged in one pass.
  memory_limited block(std::size_t bytes) const {
    memory_limited changed = *this;
    changed.block_ = bytes;
    return changed;
  }

  // What the members above were given; empty or 0 if nothing.
  std::function<void(std::size_t, std::size_t)> const& progress() const { return progress_; }
  std::string const& directory() const { return directory_; }
  std::size_t block() const { return block_; }

 private:
  Policy policy_;
  std::size_t bytes_, block_ = 0;
  std::string directory_;
  std::function<void(std::size_t, std::size_t)> progress_;
};

/// Numbers of bytes: `using namespace thrum::literals;` and then 512_MiB.
inline namespace literals {
constexpr std::size_t operator""_KiB(unsigned long long n) { return static_cast<std::size_t>(n) << 10; }
constexpr std::size_t operator""_MiB(unsigned long long n) { return static_cast<std::size_t>(n) << 20; }
constexpr std::size_t operator""_GiB(unsigned long long n) { return static_cast<std::size_t>(n) << 30; }
}  // namespace literals

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
