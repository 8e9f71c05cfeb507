// unified_vector: a vector that host and device both reach.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/calls/device_policy.h>
#include <thrum/detail/checked/vector_allocator.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/containers/vector_source.h>
#include <thrum/device_allocator.h>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

#if defined(THRUM_CHECKED)
inline namespace checked_program {
#endif

/// A vector in managed memory under CUDA, otherwise in ordinary memory. Every policy can work on
/// it; algorithms without a policy run on the device. Its elements are plain T& of any type. Memory
/// moves page by page to the side that uses it. prefetch(device) and prefetch_to_host() move it
/// beforehand, in the order of a stream, and advise(advice, device) says how it is going to be used
/// (see thrum/memory_advice.h). The host must not touch the vector while device work that uses it
/// is under way.
template <class T, class A = unified_allocator<T>>
class unified_vector : public detail::vector<T, detail::vector_allocator<A>> {
  using base = detail::vector<T, detail::vector_allocator<A>>;

 public:
  using base::base;
  unified_vector() = default;
  unified_vector(std::initializer_list<T> list, A const& allocator = A()) : base(list, allocator) {}
  /// Converts from a vector of another name with the same allocator.
  unified_vector(base const& other) : base(other) {}
  unified_vector(base&& other) noexcept : base(std::move(other)) {}

  template <class Source>
    requires std::is_assignable_v<base&, Source>
  unified_vector& operator=(Source&& source) {
    base::operator=(std::forward<Source>(source));
    return *this;
  }
  unified_vector& operator=(std::initializer_list<T> list) {
    base::operator=(list);
    return *this;
  }

  friend void swap(unified_vector& a, unified_vector& b) noexcept { a.swap(b); }
};

template <class T, detail::names_its_elements A = unified_allocator<T>>
unified_vector(std::size_t, T, A = A()) -> unified_vector<T, A>;
template <detail::vector_source I, detail::names_its_elements A = unified_allocator<std::iter_value_t<I>>>
unified_vector(I, I, A = A()) -> unified_vector<std::iter_value_t<I>, A>;
template <class T, class B, detail::names_its_elements A = unified_allocator<T>>
unified_vector(detail::vector<T, B> const&, A = A()) -> unified_vector<T, A>;
template <class T, class B, detail::names_its_elements A = unified_allocator<T>>
unified_vector(std::vector<T, B> const&, A = A()) -> unified_vector<T, A>;

#if defined(THRUM_CHECKED)
}  // namespace checked_program
#endif

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
