// The inputs of vmap and vmap_sum: ranges, and values that all calls get.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/backend.h>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum::detail {

template <class R>
concept mapped_range = requires(R& r) { detail::unwrap(r.begin())[std::ptrdiff_t{0}], r.size(); };

/// Whether a policy reaches the memory of an input. Policies that choose a backend answer later.
template <class Policy, class R>
constexpr bool reaches_input() {
  using B = backend_of_policy_t<Policy>;
  if constexpr (mapped_range<R> && backend<B>) {
    return backend_traits<B>::template reaches<memory_space_t<decltype(std::declval<R&>().begin())>>;
  } else {
    return true;
  }
}

/// An argument that is the same for all calls.
template <class T>
struct same_for_all {
  T value;
  THRUM_HD constexpr T const& operator[](std::ptrdiff_t) const { return value; }
};

template <class T>
constexpr auto mapped_argument(T&& input) {
  if constexpr (mapped_range<T>) return detail::unwrap(input.begin());
  else return same_for_all<std::remove_cvref_t<T>>{std::forward<T>(input)};
}

/// Returns the size of the ranges among the inputs of a call. Throws std::invalid_argument if they
/// differ in size.
template <class... Inputs>
std::ptrdiff_t size_of_inputs(char const* call, Inputs&... inputs) {
  std::ptrdiff_t size = -1;
  [[maybe_unused]] auto const take_size = [&](auto& input) {
    if constexpr (mapped_range<decltype(input)>) {
      auto const own = static_cast<std::ptrdiff_t>(input.size());
      if (size >= 0 && size != own) {
        throw std::invalid_argument("thrum: " + std::string(call) + " of ranges that differ in size");
      }
      size = own;
    }
  };
  (take_size(inputs), ...);
  return size;
}

}  // namespace thrum::detail
