// Scratch memory of algorithms: where it comes from (the policy, or what the user gave to it) and how it is held.
#pragma once

#include <thrum/detail/config.h>
#include <thrum/detail/memory_space.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace thrum::detail {

/// A user's allocator or memory resource behind one small type: what `par.with(resource)` and `par(allocator)` keep.
/// It refers to the user's object and owns nothing. An empty source means: the policy's own memory.
struct scratch_source {
  void* object = nullptr;
  void* (*allocate)(void* object, std::size_t bytes, std::size_t alignment) = nullptr;
  void (*deallocate)(void* object, void* p, std::size_t bytes, std::size_t alignment) = nullptr;

  constexpr explicit operator bool() const { return allocate != nullptr; }
};

/// A resource has allocate(bytes, alignment) and deallocate(p, bytes, alignment), as std::pmr's have.
template <class R>
concept memory_resource_like = requires(R& r, void* p, std::size_t n) {
  { r.allocate(n, n) } -> std::convertible_to<void*>;
  r.deallocate(p, n, n);
};

template <class R>
  requires memory_resource_like<R>
constexpr scratch_source scratch_from(R& resource) {
  return {&resource,
          [](void* r, std::size_t bytes, std::size_t alignment) -> void* {
            return static_cast<R*>(r)->allocate(bytes, alignment);
          },
          [](void* r, void* p, std::size_t bytes, std::size_t alignment) {
            static_cast<R*>(r)->deallocate(p, bytes, alignment);
          }};
}

template <class Unit>
constexpr std::size_t units_for(std::size_t bytes) {
  return (bytes + sizeof(Unit) - 1) / sizeof(Unit);
}

/// An allocator of any element type, as Thrust takes it: the bytes are counted in its elements. Its memory has to be
/// aligned for what is put there, as malloc's is; std::bad_alloc if it is not.
template <class A>
  requires(!memory_resource_like<A> && requires { typename A::value_type; })
constexpr scratch_source scratch_from(A& allocator) {
  using unit = typename A::value_type;
  using pointer = decltype(allocator.allocate(std::size_t{1}));
  return {&allocator,
          [](void* a, std::size_t bytes, std::size_t alignment) -> void* {
            pointer p = static_cast<A*>(a)->allocate(detail::units_for<unit>(bytes));
            void* const raw = detail::unwrap(p);
            if (reinterpret_cast<std::uintptr_t>(raw) % alignment == 0) return raw;
            static_cast<A*>(a)->deallocate(p, detail::units_for<unit>(bytes));
            throw std::bad_alloc();
          },
          [](void* a, void* p, std::size_t bytes, std::size_t) {
            static_cast<A*>(a)->deallocate(pointer(static_cast<unit*>(p)), detail::units_for<unit>(bytes));
          }};
}

/// Large blocks of ordinary memory lie on huge pages where Linux has them: fewer page faults, and scattered writes that
/// do not miss the address cache.
inline constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t host_scratch_alignment(std::size_t bytes, std::size_t alignment) {
  return bytes >= 2 * huge_page && alignment < huge_page ? huge_page : alignment;
}

/// Scratch of a policy whose memory is the host's: the user's source, else aligned new.
inline void* allocate_host_scratch(scratch_source const& source, std::size_t bytes, std::size_t alignment) {
  if (source) return source.allocate(source.object, bytes, alignment);
  void* const p = ::operator new(bytes, std::align_val_t{detail::host_scratch_alignment(bytes, alignment)});
#if defined(__linux__)
  if (bytes >= 2 * huge_page) static_cast<void>(madvise(p, bytes, MADV_HUGEPAGE));  // a hint: it may fail
#endif
  return p;
}
inline void deallocate_host_scratch(scratch_source const& source, void* p, std::size_t bytes,
                                    std::size_t alignment) noexcept {
  if (source) source.deallocate(source.object, p, bytes, alignment);
  else ::operator delete(p, std::align_val_t{detail::host_scratch_alignment(bytes, alignment)});
}

/// Uninitialised room for n objects of type T out of a policy's scratch memory. Its elements are the owner's to
/// construct and destroy.
template <class T, class B>
class scratch_array {
 public:
  scratch_array(B const& exec, std::ptrdiff_t n) : exec_(exec), bytes_(size_in_bytes(n)) {
    if (bytes_ != 0) data_ = static_cast<T*>(exec_.allocate(bytes_, alignment));
  }
  ~scratch_array() {
    if (data_ != nullptr) exec_.deallocate(data_, bytes_, alignment);
  }
  scratch_array(scratch_array const&) = delete;
  scratch_array& operator=(scratch_array const&) = delete;

  T* data() const { return data_; }
  T& operator[](std::ptrdiff_t i) const { return data_[i]; }

 private:
  static constexpr std::size_t alignment = alignof(T);
  static std::size_t size_in_bytes(std::ptrdiff_t n) {
    auto count = static_cast<std::size_t>(n);
    if (count > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) / sizeof(T)) {
      throw std::bad_array_new_length();
    }
    return count * sizeof(T);
  }

  B const& exec_;
  std::size_t bytes_;
  T* data_ = nullptr;
};

}  // namespace thrum::detail
