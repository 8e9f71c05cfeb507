// The policy of a call that names none. The policy follows from where the elements of the call's
// iterators live.
#pragma once

#include <thrum/detail/base/memory_space.h>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Gives the policy of a system; specialised next to each policy. The return type of get is deduced
/// in this template, so that its error comes before all errors that follow from it.
template <device_system System>
struct policy_of_system {
  template <device_system S = System>
  static constexpr auto get() {
    static_assert(S != device_system::tbb, "thrum: this call runs on oneTBB: #include <thrum/tbb.h>");
    static_assert(S != device_system::omp, "thrum: this call runs on OpenMP: #include <thrum/omp.h>");
    static_assert(S != device_system::cuda,
                  "thrum: this call runs a CUDA kernel: compile this file with nvcc (as .cu) and #include "
                  "<thrum/cuda.cuh>");
    return 0;
  }
};

/// The system whose policy a call without a policy has, by the memory space of the call's
/// iterators.
template <class Space>
inline constexpr device_system system_of_space = device_system::seq;
template <device_system System>
inline constexpr device_system system_of_space<device_space<System>> = System;
template <device_system System>
inline constexpr device_system system_of_space<unified_space<System>> = System;

/// Gives the policy of a call that names none.
template <class Space>
struct policy_of_space : policy_of_system<system_of_space<Space>> {};
template <>
struct policy_of_space<no_common_space> {
  template <class T = void>
  static constexpr auto get() {
    static_assert(!std::is_void_v<T>, "thrum: these iterators mix memory of the host and of the device");
    return 0;
  }
};

/// Gives the space of a call's argument: the memory space of an iterator, and any_space, which is
/// no constraint, for any other argument.
template <class A>
struct argument_space {
  using type = any_space;
};
template <std::input_or_output_iterator A>
struct argument_space<A> : memory_space_of<A> {};

/// Gives the space that decides where a call runs. Elements that are in no memory are computed on
/// the device.
template <class Space>
struct deciding_space {
  using type = Space;
};
template <>
struct deciding_space<any_space> {
  using type = device_space<>;
};

template <class... Args>
using policy_space_t =
    typename deciding_space<common_space_t<typename argument_space<std::remove_cvref_t<Args>>::type...>>::type;

}  // namespace thrum::detail
