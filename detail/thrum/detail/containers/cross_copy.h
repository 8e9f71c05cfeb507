// Copies between memories that no one policy reaches, and from and to iterators that can only step.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/checks.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/containers/vector_source.h>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::detail {

template <class I>
inline constexpr bool on_host = host_reaches<memory_space_t<I>>;

/// Says whether an iterator, once unwrapped, is a pointer to memory that the host does not reach.
template <class I>
inline constexpr bool far_pointer = !on_host<I> && std::is_pointer_v<unwrapped_t<I>>;

/// Says whether elements in memory that the host does not reach, perhaps of two devices, are copied
/// as bytes.
template <class I, class O>
constexpr bool transfers() {
  if constexpr (far_pointer<I> && far_pointer<O>) {
    using T = std::iter_value_t<I>;
    return std::is_same_v<unwrapped_t<O>, T*> &&
           !std::is_volatile_v<std::remove_reference_t<std::iter_reference_t<I>>> &&
           std::is_trivially_copyable_v<T> && std::is_trivially_assignable_v<T&, T const&>;
  } else {
    return false;
  }
}

/// Gives the space in which copy without a policy runs. If one side is a raw pointer and the other
/// is CUDA memory, the raw pointer counts as host memory, so that elements are copied between the
/// host and the device.
template <class I, class O>
struct copy_space {
  template <class A>
  static constexpr bool is_raw = std::is_same_v<memory_space_t<A>, unspecified_space>;
  template <class A>
  static constexpr bool in_cuda_memory = std::is_same_v<memory_space_t<A>, device_space<device_system::cuda>> ||
                                         std::is_same_v<memory_space_t<A>, unified_space<device_system::cuda>>;
  template <class A>
  using space_of = std::conditional_t<is_raw<A>, host_space, memory_space_t<A>>;
  using type = std::conditional_t<(is_raw<I> && in_cuda_memory<O>) || (in_cuda_memory<I> && is_raw<O>),
                                  common_space_t<space_of<I>, space_of<O>>, policy_space_t<I, O>>;
};

// A caller who copies numbers of one type to another means the conversion, wherever the output
// iterator makes it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
/// Copies elements one step at a time: for input iterators, back_inserter and the like.
template <class I, class S, class O>
O copy_by_steps(I first, S last, O out) {
  for (; first != last; static_cast<void>(++first), static_cast<void>(++out)) *out = *first;
  return out;
}
/// Copies n elements one step at a time.
template <class I, class O>
O copy_n_by_steps(I first, std::ptrdiff_t n, O out) {
  for (; n > 0; --n, static_cast<void>(++first), static_cast<void>(++out)) *out = *first;
  return out;
}
#pragma GCC diagnostic pop

/// Returns the policy of an iterator's memory; an error if this file cannot use that policy.
template <class I>
auto policy_of_memory() {
  return policy_of_space<memory_space_t<I>>::get();
}
template <class I>
concept has_policy = backend<decltype(detail::policy_of_memory<I>())>;

/// Assigns out[i] = first[i].
template <class I, class O>
struct assignment_body {
  static constexpr auto kind = body_kind::compute;
  using functor = no_functor;
  I first;
  O out;
  THRUM_HD constexpr O& output() { return out; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit(first);
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class E>
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, E&& to) {
    detail::store(std::forward<E>(to), first[i]);
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { compute(i, out[i]); }
};
/// Assigns n elements under a policy that reaches both ranges.
template <class B, class I, class O>
void assign_elements(B const& exec, I first, std::ptrdiff_t n, O out) {
  exec.for_each_n(n, assignment_body<I, O>{first, out}, default_grain);
}

/// Copies n elements from `first` to `out`. One of the two is in memory that the host does not
/// reach. Elements pass through buffers on the host, chunk by chunk, unless both sides are
/// contiguous and of one type. If the device's side is not contiguous, elements pass through a
/// buffer on the device in addition. Returns when the elements have arrived.
template <class I, class O>
O copy_across(I first, std::ptrdiff_t n, O out) {
  if constexpr (!on_host<I> && !far_pointer<I>) {
    if constexpr (has_policy<I>) {
      auto const exec = detail::policy_of_memory<I>();
      using T = std::iter_value_t<I>;
      scratch_array<T, decltype(exec)> const buffer(exec, n);
      tagged_pointer<T, memory_space_t<I>> const copied(buffer.data());
      detail::assign_elements(exec, detail::unwrap(first), n, buffer.data());
      return detail::copy_across(copied, n, out);
    } else {
      return out;
    }
  } else if constexpr (!on_host<O> && !far_pointer<O>) {
    if constexpr (has_policy<O>) {
      auto const exec = detail::policy_of_memory<O>();
      using T = std::iter_value_t<O>;
      scratch_array<T, decltype(exec)> const buffer(exec, n);
      tagged_pointer<T, memory_space_t<O>> const copied(buffer.data());
      detail::copy_across(first, n, copied);
      detail::assign_elements(exec, buffer.data(), n, detail::unwrap(out));
      return out + n;
    } else {
      return out;
    }
  } else if constexpr (far_pointer<I> && far_pointer<O>) {
    copy_between<memory_space_t<I>, memory_space_t<O>>(detail::unwrap(first), n, detail::unwrap(out));
    return out + n;
  } else if constexpr (far_pointer<I>) {
    using T = std::iter_value_t<I>;
    if constexpr (std::is_same_v<unwrapped_t<O>, T*>) {
      copy_between<memory_space_t<I>, host_space>(detail::unwrap(first), n, detail::unwrap(out));
      return out + n;
    } else {
      space_memory<memory_space_t<I>>::receive(
          static_cast<T const*>(detail::unwrap(first)), static_cast<std::size_t>(n),
          [&](T const* p, std::size_t count) { out = detail::copy_by_steps(p, p + count, std::move(out)); });
      return out;
    }
  } else {
    using T = std::remove_pointer_t<unwrapped_t<O>>;
    if constexpr (std::is_same_v<std::remove_const_t<std::remove_pointer_t<unwrapped_t<I>>>, T> &&
                  std::is_pointer_v<unwrapped_t<I>>) {
      copy_between<host_space, memory_space_t<O>>(detail::unwrap(first), n, detail::unwrap(out));
    } else {
      space_memory<memory_space_t<O>>::send(detail::unwrap(out), static_cast<std::size_t>(n),
                                            [&](T* p, std::size_t count) {
                                              for (; count != 0; --count, ++p, static_cast<void>(++first))
                                                ::new (static_cast<void*>(p)) T(static_cast<T>(*first));
                                            });
    }
    return out + n;
  }
}

/// Copies without a policy, from any input iterator to any output iterator, between any two
/// memories.
template <class I, class S, class O>
O copy_anywhere(I first, S last, O out) {
  if constexpr (random_access<I> && random_access<O> && std::same_as<I, S>) {
    return detail::copy_across(first, last - first, out);
  } else if constexpr (on_host<I> && on_host<O>) {
    return detail::copy_by_steps(std::move(first), last, out);
  } else if constexpr (random_access<I> && std::same_as<I, S>) {
    return detail::copy_across(first, last - first, out);
  } else {
    if constexpr (on_host<I> && countable<I>) {
      std::ptrdiff_t n = 0;
      for (I it = first; it != last; ++it) ++n;
      return detail::copy_across(std::move(first), n, out);
    }
    std::vector<std::iter_value_t<I>> elements;
    for (; first != last; ++first) elements.push_back(*first);
    return detail::copy_across(elements.begin(), static_cast<std::ptrdiff_t>(elements.size()), out);
  }
}

}  // namespace thrum::detail
