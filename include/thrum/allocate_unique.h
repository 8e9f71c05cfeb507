// allocate_unique: makes objects in memory of an allocator, owned by a std::unique_ptr.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/containers/vector_storage.h>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

template <class T, class A>
using rebound_t =
    typename std::allocator_traits<std::remove_cvref_t<A>>::template rebind_alloc<std::remove_cv_t<T>>;

/// The functions that construct and destroy objects of type T in memory of an allocator.
template <class T, class A>
struct unique_elements : vector_elements<T, A> {
  static_assert(
      storable<T, allocator_space_t<A>>,
      "thrum: on a CUDA device, objects of allocate_unique must be trivially copy-constructible and trivially "
      "destructible");
};

}  // namespace detail

/// A deleter that destroys an object and gives its memory back to the allocator that the deleter
/// holds. With Uninitialized there is no object to destroy, only memory.
template <class T, class Allocator, bool Uninitialized = false>
class allocator_delete final {
 public:
  using allocator_type = detail::rebound_t<T, Allocator>;
  using pointer = typename std::allocator_traits<allocator_type>::pointer;

  template <class A>
    requires std::is_constructible_v<allocator_type, A const&>
  explicit allocator_delete(A const& allocator) noexcept : allocator_(allocator) {}
  template <class U, class A>
    requires std::is_same_v<U const, T const>
  allocator_delete(allocator_delete<U, A, Uninitialized> const& other) noexcept
      : allocator_(other.get_allocator()) {}

  void operator()(pointer p) noexcept {
    if (p == nullptr) return;
    if constexpr (!Uninitialized) {
      detail::unique_elements<T, allocator_type>::destroy(allocator_, std::to_address(p), 1);
    }
    std::allocator_traits<allocator_type>::deallocate(allocator_, p, 1);
  }

  allocator_type& get_allocator() noexcept { return allocator_; }
  allocator_type const& get_allocator() const noexcept { return allocator_; }
  void swap(allocator_delete& other) noexcept { std::swap(allocator_, other.allocator_); }

 private:
  allocator_type allocator_;
};

template <class T, class Allocator>
using uninitialized_allocator_delete = allocator_delete<T, Allocator, true>;

/// A deleter that does the same for n objects.
template <class T, class Allocator, bool Uninitialized = false>
class array_allocator_delete final {
 public:
  using allocator_type = detail::rebound_t<T, Allocator>;
  using pointer = typename std::allocator_traits<allocator_type>::pointer;

  template <class A>
  array_allocator_delete(A const& allocator, std::size_t n) noexcept : allocator_(allocator), count_(n) {}

  void operator()(pointer p) noexcept {
    if (p == nullptr) return;
    if constexpr (!Uninitialized) {
      detail::unique_elements<T, allocator_type>::destroy(allocator_, std::to_address(p), count_);
    }
    std::allocator_traits<allocator_type>::deallocate(allocator_, p, count_);
  }

  allocator_type& get_allocator() noexcept { return allocator_; }
  allocator_type const& get_allocator() const noexcept { return allocator_; }
  void swap(array_allocator_delete& other) noexcept {
    std::swap(allocator_, other.allocator_);
    std::swap(count_, other.count_);
  }

 private:
  allocator_type allocator_;
  std::size_t count_;
};

template <class T, class Allocator>
using uninitialized_array_allocator_delete = array_allocator_delete<T, Allocator, true>;

/// Allocates memory for one object, or for n objects, of type T, from a copy of `allocator` rebound
/// to T. Constructs nothing. The pointer is of the allocator's own type: in device memory it is a
/// device_ptr, and the unique_ptr's * and [] cannot be used. Throws what the allocator throws. For
/// n = 0 the pointer is null.
template <class T, class Allocator>
std::unique_ptr<T, uninitialized_allocator_delete<T, detail::rebound_t<T, Allocator>>>
uninitialized_allocate_unique(Allocator const& allocator) {
  detail::rebound_t<T, Allocator> a(allocator);
  uninitialized_allocator_delete<T, detail::rebound_t<T, Allocator>> deleter(a);
  return {std::allocator_traits<decltype(a)>::allocate(a, 1), std::move(deleter)};
}
template <class T, class Allocator, class Size>
std::unique_ptr<T[], uninitialized_array_allocator_delete<T, detail::rebound_t<T, Allocator>>>
uninitialized_allocate_unique_n(Allocator const& allocator, Size n) {
  auto const size = static_cast<std::size_t>(n);
  detail::rebound_t<T, Allocator> a(allocator);
  uninitialized_array_allocator_delete<T, detail::rebound_t<T, Allocator>> deleter(a, size);
  // An empty allocation on a device is null, and a unique_ptr calls no deleter for null. So nothing
  // is allocated.
  if (size == 0) return {nullptr, std::move(deleter)};
  return {std::allocator_traits<decltype(a)>::allocate(a, size), std::move(deleter)};
}

/// Makes one object of type T from the arguments, in memory of a copy of `allocator`. Under CUDA,
/// an object in device memory is made on the host and copied, so that T must be trivially copyable.
/// If the constructor throws, the memory is given back.
template <class T, class Allocator, class... Args>
std::unique_ptr<T, allocator_delete<T, detail::rebound_t<T, Allocator>>> allocate_unique(
    Allocator const& allocator, Args&&... args) {
  auto held = thrum::uninitialized_allocate_unique<T>(allocator);
  using A = detail::rebound_t<T, Allocator>;
  A& a = held.get_deleter().get_allocator();
  detail::unique_elements<T, A>::construct(a, std::to_address(held.get()), std::forward<Args>(args)...);
  allocator_delete<T, A> deleter(a);
  return {held.release(), std::move(deleter)};
}

/// Makes n objects, each from the arguments. If there are no arguments, the objects are
/// value-initialised.
template <class T, class Allocator, class Size, class... Args>
std::unique_ptr<T[], array_allocator_delete<T, detail::rebound_t<T, Allocator>>> allocate_unique_n(
    Allocator const& allocator, Size n, Args const&... args) {
  auto held = thrum::uninitialized_allocate_unique_n<T>(allocator, n);
  using A = detail::rebound_t<T, Allocator>;
  using elements = detail::unique_elements<T, A>;
  auto const size = static_cast<std::size_t>(n);
  A& a = held.get_deleter().get_allocator();
  T* const p = std::to_address(held.get());
  if constexpr (sizeof...(Args) == 0) {
    elements::construct_default(a, p, size);
  } else if constexpr (detail::host_reaches<detail::allocator_space_t<A>>) {
    elements::construct_each(a, p, size, [&](T* at) { elements::construct(a, at, args...); });
  } else if (size != 0) {
    elements::construct_fill(a, p, size, T(args...));
  }
  array_allocator_delete<T, A> deleter(a, size);
  return {held.release(), std::move(deleter)};
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
