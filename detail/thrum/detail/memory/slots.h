// Memory for results that the tasks of a parallel algorithm construct one by one, in any order.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Memory for N objects that their owner constructs.
template <class T, int N>
struct uninitialized_array {
  union {
    T items[N];
  };
  THRUM_HD uninitialized_array() {}
};

/// An object that may not exist yet: a std::optional for device code, too.
template <class T>
class slot {
 public:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD slot() {
#if !defined(__CUDA_ARCH__)  // not needed, but GCC does not see that and warns
    if constexpr (std::is_trivially_copyable_v<T> && std::is_nothrow_default_constructible_v<T>) {
      ::new (static_cast<void*>(__builtin_addressof(value_))) T();
    }
#endif
  }
  THRUM_HD ~slot() { clear(); }
  slot(slot const&) = delete;
  slot& operator=(slot const&) = delete;

  template <class U>
  THRUM_HD void emplace(U&& value) {
    clear();
    ::new (static_cast<void*>(__builtin_addressof(value_))) T(static_cast<T>(std::forward<U>(value)));
    live_ = true;
  }
  THRUM_HD T& operator*() { return value_; }
  THRUM_HD T const& operator*() const { return value_; }
  THRUM_HD explicit operator bool() const { return live_; }
  THRUM_HD void clear() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      if (live_) value_.~T();
    }
    live_ = false;
  }

 private:
  union {
    T value_;
  };
  bool live_ = false;
};

/// n objects in a policy's scratch memory, made by their default constructors, which do not throw.
template <class R, class B>
class scratch_objects {
 public:
  scratch_objects(B const& exec, std::ptrdiff_t n) : memory_(exec, n), n_(n) {
    for (std::ptrdiff_t i = 0; i < n; ++i) ::new (static_cast<void*>(memory_.data() + i)) R();
  }
  ~scratch_objects() {
    for (std::ptrdiff_t i = 0; i < n_; ++i) memory_[i].~R();
  }
  scratch_objects(scratch_objects const&) = delete;
  scratch_objects& operator=(scratch_objects const&) = delete;

  R* data() const { return memory_.data(); }
  R& operator[](std::ptrdiff_t i) const { return memory_[i]; }

 private:
  scratch_array<R, B> memory_;
  std::ptrdiff_t n_;
};

/// n empty slots. The objects in the slots are destroyed with the slots.
template <class T, class B>
using slots = scratch_objects<slot<T>, B>;

}  // namespace thrum::detail
