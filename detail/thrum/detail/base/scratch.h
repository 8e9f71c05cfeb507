// Scratch memory of algorithms: its source (the policy, or what the user gave to the policy) and
// the arrays that hold it.
#pragma once

#include <thrum/detail/base/allocation.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/host_blocks.h>
#include <thrum/detail/base/memory_space.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A user's allocator or memory resource in one small type: what `par.with(resource)` and
/// `par(allocator)` keep. A source refers to the user's object and owns nothing. An empty source
/// means the policy's own memory.
struct scratch_source {
  void* object = nullptr;
  void* (*allocate)(void* object, std::size_t bytes, std::size_t alignment) = nullptr;
  void (*deallocate)(void* object, void* p, std::size_t bytes, std::size_t alignment) = nullptr;

  constexpr explicit operator bool() const { return allocate != nullptr; }
};

/// A memory resource: an object with allocate(bytes, alignment) and deallocate(p, bytes,
/// alignment), like those of std::pmr. Its pointers may be of a type that tells their memory space.
template <class R>
concept memory_resource_like = requires(R& r, std::size_t n) {
  { detail::unwrap(r.allocate(n, n)) } -> std::convertible_to<void*>;
  r.deallocate(r.allocate(n, n), n, n);
};

template <memory_resource_like R>
void* allocate_raw(R& r, std::size_t bytes, std::size_t alignment) {
  return detail::unwrap(r.allocate(bytes, alignment));
}
template <memory_resource_like R>
void deallocate_raw(R& r, void* p, std::size_t bytes, std::size_t alignment) {
  using pointer = decltype(r.allocate(bytes, alignment));
  r.deallocate(pointer(p), bytes, alignment);
}

/// An allocator of any element type, as Thrust takes it: bytes are counted in its elements. Its
/// memory has to be aligned for what is put there, as that of malloc is. If it is not, the
/// allocation throws std::bad_alloc.
template <class A>
concept allocator_like = !memory_resource_like<A> && requires(A& a, std::size_t n) {
  typename A::value_type;
  a.deallocate(a.allocate(n), n);
};

/// Says whether an object has no state, so that a new object can replace it and nothing has to be
/// kept.
template <class R>
inline constexpr bool stateless = std::is_empty_v<R> && std::is_default_constructible_v<R>;

template <class R>
constexpr decltype(auto) scratch_object([[maybe_unused]] void* object) {
  if constexpr (stateless<R>) return R();
  else return *static_cast<R*>(object);
}

template <class Unit>
constexpr std::size_t units_for(std::size_t bytes) {
  return (bytes + sizeof(Unit) - 1) / sizeof(Unit);
}

template <class R>
void* allocate_from(void* object, std::size_t bytes, std::size_t alignment) {
  auto&& from = detail::scratch_object<R>(object);
  if constexpr (memory_resource_like<R>) {
    return detail::allocate_raw(from, bytes, alignment);
  } else {
    auto const count = detail::units_for<typename R::value_type>(bytes);
    auto p = from.allocate(count);
    void* const raw = detail::unwrap(p);
    if (reinterpret_cast<std::uintptr_t>(raw) % alignment == 0) return raw;
    from.deallocate(p, count);
    throw std::bad_alloc();
  }
}

template <class R>
void deallocate_to(void* object, void* p, std::size_t bytes, [[maybe_unused]] std::size_t alignment) {
  auto&& to = detail::scratch_object<R>(object);
  if constexpr (memory_resource_like<R>) {
    detail::deallocate_raw(to, p, bytes, alignment);
  } else {
    using unit = typename R::value_type;
    using pointer = decltype(to.allocate(std::size_t{1}));
    to.deallocate(pointer(static_cast<unit*>(p)), detail::units_for<unit>(bytes));
  }
}

/// The type of a resource or an allocator; without const if the type has no state.
template <class X>
using scratch_owner_t =
    std::conditional_t<stateless<std::remove_reference_t<X>>, std::remove_cvref_t<X>, std::remove_reference_t<X>>;

/// Says whether an allocator is kept as a copy of its bytes: a temporary with state that is no
/// larger than a pointer, as allocators are that refer to a resource.
template <class X>
inline constexpr bool kept_by_bytes =
    !std::is_reference_v<X> && !stateless<std::remove_const_t<X>> && sizeof(X) <= sizeof(void*) &&
    std::is_trivially_copyable_v<X> && std::is_copy_constructible_v<X> && requires(X& x) {
      typename X::value_type;
      x.allocate(std::size_t{1});
    };

template <class R>
void* bytes_of_allocator(R const& allocator) {
  void* bytes = nullptr;
  std::memcpy(&bytes, std::addressof(allocator), sizeof(R));
  return bytes;
}

/// An R made from the bytes that were kept, for one call. Copies of an allocator are equal.
template <class R>
class allocator_of_bytes {
 public:
  explicit allocator_of_bytes(void* bytes) { std::memcpy(room_, &bytes, sizeof(R)); }
  void* get() { return std::launder(reinterpret_cast<R*>(room_)); }

 private:
  alignas(R) unsigned char room_[sizeof(R)];
};

template <class R>
void* allocate_from_kept(void* bytes_of, std::size_t bytes, std::size_t alignment) {
  return detail::allocate_from<R>(allocator_of_bytes<R>(bytes_of).get(), bytes, alignment);
}
template <class R>
void deallocate_to_kept(void* bytes_of, void* p, std::size_t bytes, std::size_t alignment) {
  detail::deallocate_to<R>(allocator_of_bytes<R>(bytes_of).get(), p, bytes, alignment);
}

/// Returns a reference to x, a resource or an allocator; nullptr for an x without state, which may
/// therefore be a temporary.
template <bool Allocates, class X>
constexpr void* scratch_reference([[maybe_unused]] X&& x) {
  static_assert(Allocates,
                "thrum: a policy takes scratch memory from a memory resource or an allocator that it may call "
                "(is it const?)");
  static_assert(stateless<scratch_owner_t<X>> || std::is_lvalue_reference_v<X>,
                "thrum: the policy keeps a reference to this allocator or resource, which has state: name it, "
                "that it outlives the policy");
  if constexpr (stateless<scratch_owner_t<X>>) return nullptr;
  else return const_cast<void*>(static_cast<void const*>(__builtin_addressof(x)));
}

/// Returns what a policy's `with(x)` keeps: x, a resource or an allocator, or what x points to.
template <class X>
constexpr scratch_source scratch_from(X&& x) {
  using R = scratch_owner_t<X>;
  if constexpr (std::is_pointer_v<std::remove_reference_t<X>>) {
    return detail::scratch_from(*x);
  } else if constexpr (kept_by_bytes<X>) {
    return {detail::bytes_of_allocator(x), allocate_from_kept<R>, deallocate_to_kept<R>};
  } else {
    constexpr bool allocates = memory_resource_like<R> || allocator_like<R>;
    void* const object = detail::scratch_reference<allocates>(std::forward<X>(x));
    if constexpr (allocates) return {object, allocate_from<R>, deallocate_to<R>};
    else return {};
  }
}

/// Allocates scratch memory for a policy whose memory is the host's: from the user's source if
/// there is one, otherwise ordinary memory.
inline void* allocate_host_scratch(scratch_source const& source, std::size_t bytes, std::size_t alignment) {
  if (source) return source.allocate(source.object, bytes, alignment);
  return detail::allocate_host_block(bytes, alignment);
}
inline void deallocate_host_scratch(scratch_source const& source, void* p, std::size_t bytes,
                                    std::size_t alignment) noexcept {
  if (source) return source.deallocate(source.object, p, bytes, alignment);
  detail::deallocate_host_block(p, bytes, alignment);
}

/// A buffer for n objects of type T in a policy's scratch memory, uninitialised. The owner of the
/// array constructs and destroys its elements.
template <class T, class B>
class scratch_array {
 public:
  scratch_array(B const& exec, std::ptrdiff_t n)
      : exec_(exec), bytes_(detail::bytes_of<T>(static_cast<std::size_t>(n))) {
    if (bytes_ != 0) data_ = static_cast<T*>(exec_.allocate(bytes_, alignment));
  }
  scratch_array(B const&&, std::ptrdiff_t) = delete;  // the array refers to the policy
  ~scratch_array() {
    if (data_ != nullptr) exec_.deallocate(data_, bytes_, alignment);
  }
  scratch_array(scratch_array const&) = delete;
  scratch_array& operator=(scratch_array const&) = delete;

  T* data() const { return data_; }
  T& operator[](std::ptrdiff_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t alignment = alignof(T);

  B const& exec_;
  std::size_t bytes_;
  T* data_ = nullptr;
};

}  // namespace thrum::detail
