// Scratch memory of algorithms: where it comes from (the policy, or what the user gave to it) and how it is held.
#pragma once

#include <thrum/detail/config.h>
#include <cstddef>
#include <limits>
#include <memory>
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

template <class P>
void* address_of(P p) {
  if constexpr (std::is_pointer_v<P>) return p;
  else if constexpr (requires { p.get(); }) return p.get();
  else return std::to_address(p);
}

/// A resource has allocate(bytes, alignment) and deallocate(p, bytes, alignment), as std::pmr's have.
template <class R>
concept memory_resource_like = requires(R& r, void* p, std::size_t n) {
  { r.allocate(n, n) } -> std::convertible_to<void*>;
  r.deallocate(p, n, n);
};

template <class R>
  requires memory_resource_like<R>
constexpr scratch_source scratch_from(R& resource) {
  return {std::addressof(resource),
          [](void* r, std::size_t bytes, std::size_t alignment) -> void* {
            return static_cast<R*>(r)->allocate(bytes, alignment);
          },
          [](void* r, void* p, std::size_t bytes, std::size_t alignment) {
            static_cast<R*>(r)->deallocate(p, bytes, alignment);
          }};
}

/// An allocator of any element type: it is rebound to blocks of the largest fundamental alignment; stricter alignment
/// is made from a larger block.
template <class A>
  requires(!memory_resource_like<A> && requires { typename std::allocator_traits<A>::value_type; })
constexpr scratch_source scratch_from(A& allocator) {
  struct alignas(alignof(std::max_align_t)) block {
    unsigned char bytes[alignof(std::max_align_t)];
  };
  // Thrust's idiom is a stateful allocator of char that is passed by reference: use it itself, not a rebound copy.
  using own = std::allocator_traits<A>;
  constexpr bool bytewise = sizeof(typename own::value_type) == 1;
  using unit = std::conditional_t<bytewise, typename own::value_type, block>;
  using traits = typename own::template rebind_traits<unit>;
  constexpr auto units = [](std::size_t bytes) { return (bytes + sizeof(unit) - 1) / sizeof(unit); };
  return {std::addressof(allocator),
          [](void* a, std::size_t bytes, std::size_t alignment) -> void* {
            if (alignment > alignof(std::max_align_t)) throw std::bad_alloc();
            if constexpr (bytewise) {
              return detail::address_of(own::allocate(*static_cast<A*>(a), bytes));
            } else {
              typename traits::allocator_type rebound(*static_cast<A*>(a));
              return detail::address_of(traits::allocate(rebound, units(bytes)));
            }
          },
          [](void* a, void* p, std::size_t bytes, std::size_t) {
            if constexpr (bytewise) {
              using pointer = typename own::pointer;
              own::deallocate(*static_cast<A*>(a), pointer(static_cast<unit*>(p)), bytes);
            } else {
              using pointer = typename traits::pointer;
              typename traits::allocator_type rebound(*static_cast<A*>(a));
              traits::deallocate(rebound, pointer(static_cast<unit*>(p)), units(bytes));
            }
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
