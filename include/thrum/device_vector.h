// device_vector: a vector in memory of the device system, the policy of algorithms on that vector,
// and the resources that allocators of that memory use.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/calls/device_policy.h>
#include <thrum/detail/checked/vector_allocator.h>
#include <thrum/detail/containers/vector.h>
#include <thrum/detail/containers/vector_source.h>
#include <thrum/device_allocator.h>
#include <thrum/device_ptr.h>
#include <thrum/mr/device_memory_resource.h>
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

/// A vector in device memory: under CUDA in memory of the GPU, where elements must be trivially
/// copyable; otherwise in ordinary memory. Algorithms without a policy run on the device. The host
/// can read and write single elements, slowly. to_host(), thrum::copy and construction from another
/// vector move all elements at once. The type is the same in a .cpp and in a .cu of one program.
template <class T, class A = device_allocator<T>>
class device_vector : public detail::vector<T, detail::vector_allocator<A>> {
  using base = detail::vector<T, detail::vector_allocator<A>>;

 public:
  using base::base;
  device_vector() = default;
  device_vector(std::initializer_list<T> list, A const& allocator = A()) : base(list, allocator) {}
  /// Copies, or moves from, a vector of another name with the same allocator.
  device_vector(base const& other) : base(other) {}
  device_vector(base&& other) noexcept : base(std::move(other)) {}

  template <class Source>
    requires std::is_assignable_v<base&, Source>
  device_vector& operator=(Source&& source) {
    base::operator=(std::forward<Source>(source));
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> list) {
    base::operator=(list);
    return *this;
  }

  friend void swap(device_vector& a, device_vector& b) noexcept { a.swap(b); }
};

template <class T, detail::names_its_elements A = device_allocator<T>>
device_vector(std::size_t, T, A = A()) -> device_vector<T, A>;
template <detail::vector_source I, detail::names_its_elements A = device_allocator<std::iter_value_t<I>>>
device_vector(I, I, A = A()) -> device_vector<std::iter_value_t<I>, A>;
template <class T, class B, detail::names_its_elements A = device_allocator<T>>
device_vector(detail::vector<T, B> const&, A = A()) -> device_vector<T, A>;
template <class T, class B, detail::names_its_elements A = device_allocator<T>>
device_vector(std::vector<T, B> const&, A = A()) -> device_vector<T, A>;

#if defined(THRUM_CHECKED)
}  // namespace checked_program
#endif

}  // namespace thrum

#include <thrum/detail/public_header/end_with_algorithms.h>
