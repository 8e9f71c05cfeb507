// host_vector: a vector in ordinary memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/checked/vector_allocator.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/containers/vector_source.h>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

#if defined(THRUM_CHECKED)
inline namespace checked_program {
#endif

/// A vector in host memory. The type of its iterators tells the memory: algorithms without a policy
/// run on the vector sequentially. Elements may be of any type. The interface is that of
/// std::vector; see detail::vector for what is added.
template <class T, class A = std::allocator<T>>
class host_vector : public detail::vector<T, detail::vector_allocator<A>> {
  using base = detail::vector<T, detail::vector_allocator<A>>;

 public:
  using base::base;
  host_vector() = default;
  host_vector(std::initializer_list<T> list, A const& allocator = A()) : base(list, allocator) {}
  /// Copies, or moves from, a vector of another name with the same allocator.
  host_vector(base const& other) : base(other) {}
  host_vector(base&& other) noexcept : base(std::move(other)) {}

  template <class Source>
    requires std::is_assignable_v<base&, Source>
  host_vector& operator=(Source&& source) {
    base::operator=(std::forward<Source>(source));
    return *this;
  }
  host_vector& operator=(std::initializer_list<T> list) {
    base::operator=(list);
    return *this;
  }

  friend void swap(host_vector& a, host_vector& b) noexcept { a.swap(b); }
};

template <class T, detail::names_its_elements A = std::allocator<T>>
host_vector(std::size_t, T, A = A()) -> host_vector<T, A>;
template <detail::vector_source I, detail::names_its_elements A = std::allocator<std::iter_value_t<I>>>
host_vector(I, I, A = A()) -> host_vector<std::iter_value_t<I>, A>;
template <class T, class B, detail::names_its_elements A = std::allocator<T>>
host_vector(detail::vector<T, B> const&, A = A()) -> host_vector<T, A>;
template <class T, class B, detail::names_its_elements A = std::allocator<T>>
host_vector(std::vector<T, B> const&, A = A()) -> host_vector<T, A>;

#if defined(THRUM_CHECKED)
}  // namespace checked_program
#endif

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
