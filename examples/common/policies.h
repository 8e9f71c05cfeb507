// The policies of this program and machine, and the vectors that they work on.
#pragma once

#include <thrum/device_vector.h>
#include <thrum/execution_policy.h>
#include <thrum/host_vector.h>
#include <iostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif
#if defined(__CUDACC__)
#include <thrum/cuda.cuh>
#endif

#include "options.h"

namespace example {

/// Returns the policies of this build, by the names of --policy.
inline std::vector<std::string> policies_of_build() {
  return {"seq",
#if defined(THRUM_WITH_TBB)
          "par",
#endif
#if defined(__CUDACC__)
          "cuda",
#endif
          "all"};
}

#if defined(__CUDACC__)
template <class Policy>
inline constexpr bool on_card = std::is_same_v<Policy, thrum::cuda::policy>;

inline bool card_present() {
  int cards = 0;
  bool const present = cudaGetDeviceCount(&cards) == cudaSuccess && cards > 0;
  static_cast<void>(cudaGetLastError());
  return present;
}
#else
template <class Policy>
inline constexpr bool on_card = false;

inline bool card_present() { return false; }
#endif

/// The type of vector whose memory a policy reaches.
template <class Policy, class T>
using vector_of =
    std::conditional_t<on_card<std::remove_cvref_t<Policy>>, thrum::device_vector<T>, thrum::host_vector<T>>;

/// Says whether the device is requested and present. A device that is requested by name and absent
/// is an error.
inline bool uses_card(options const& o) {
#if defined(__CUDACC__)
  if (o.policy == "cuda" && !card_present()) throw std::runtime_error("this machine has no CUDA device");
  return o.wants("cuda") && card_present();
#else
  static_cast<void>(o);
  return false;
#endif
}

/// Calls work(policy, its name) for each policy that the options request.
template <class Work>
void for_each_policy(options const& o, Work work) {
  if (o.wants("seq")) work(thrum::seq, "seq");
#if defined(THRUM_WITH_TBB)
  if (o.wants("par")) work(o.threads > 0 ? thrum::tbb::par.threads(o.threads) : thrum::tbb::par, "tbb::par");
#endif
#if defined(__CUDACC__)
  if (uses_card(o)) work(thrum::cuda::par, "cuda::par");
#endif
}

/// The policy of all cores of the host, if the build has one: for the parts of an example that are
/// not measured.
inline auto all_cores() {
#if defined(THRUM_WITH_TBB)
  return thrum::tbb::par;
#else
  return thrum::seq;
#endif
}

/// Prints what is left out because the machine lacks it.
inline void print_missing([[maybe_unused]] options const& o) {
#if defined(__CUDACC__)
  if (o.policy == "all" && !card_present()) std::cout << "No CUDA device: cuda::par is left out.\n";
#endif
}

}  // namespace example
