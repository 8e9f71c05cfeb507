// The memory of a system. A policy or a memory space names the system (thrum::device_system_tag is
// a space).
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <type_traits>

namespace thrum::detail {

template <class S>
inline constexpr bool has_memory = false;
template <>
inline constexpr bool has_memory<host_space> = true;
template <device_system System>
inline constexpr bool has_memory<device_space<System>> = true;
template <device_system System>
inline constexpr bool has_memory<unified_space<System>> = true;

/// A policy, or a space that has memory of its own.
template <class S>
concept memory_system = has_memory<S> || backend<S> || is_checked_policy<S>;

/// Gives the space of a system's own memory: the device for a CUDA policy, the host for other
/// policies.
template <memory_system S>
struct system_space {
  using cuda = device_space<device_system::cuda>;
  using type = std::conditional_t<backend_traits<S>::template reaches<cuda>, cuda, host_space>;
};
template <memory_system S>
  requires has_memory<S>
struct system_space<S> {
  using type = S;
};
template <class S>
using system_space_t = typename system_space<S>::type;

/// Says whether a system's memory is a CUDA device's, or managed by CUDA.
template <class S>
inline constexpr bool is_cuda_system = std::is_same_v<system_space_t<S>, device_space<device_system::cuda>> ||
                                       std::is_same_v<system_space_t<S>, unified_space<device_system::cuda>>;

}  // namespace thrum::detail
