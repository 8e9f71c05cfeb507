// Objects in memory that holds none yet: slots that tasks fill one by one, in any order, and ranges
// of objects that are made together.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <cstddef>
#include <memory>
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
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD ~slot() { clear(); }
  slot(slot const&) = delete;
  slot& operator=(slot const&) = delete;

  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD void emplace(U&& value) {
    clear();
    ::new (static_cast<void*>(__builtin_addressof(value_))) T(static_cast<T>(std::forward<U>(value)));
    live_ = true;
  }
  THRUM_HD T& operator*() { return value_; }
  THRUM_HD T const& operator*() const { return value_; }
  THRUM_HD explicit operator bool() const { return live_; }
  THRUM_EXEC_CHECK_DISABLE
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

/// A function object that constructs a T at p + i by moving from element i of a range.
template <class T, class I>
struct object_mover {
  I first;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<T, moved_element_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const {
    ::new (static_cast<void*>(p + i)) T(detail::moved_element(first, i));
  }
};

template <class R, class Make>
struct object_maker {
  R* p;
  Make make;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { make(i, p); }
};

/// n objects in memory that another object owns. make(i, p) constructs the i-th object at p + i.
/// Objects are made and destroyed in parallel, in chunks. Each chunk counts the objects that it has
/// made. The objects made are destroyed if the others cannot be made, because an object threw or
/// because the backend had no memory for its tasks.
template <class R, class B>
class object_range {
 public:
  template <class Make>
  object_range(B const& exec, R* room, std::ptrdiff_t n, Make make)
      : exec_(exec), room_(room), n_(n), chunks_(least(most_chunks, (n + default_grain - 1) / default_grain)) {
    if constexpr (std::is_trivially_destructible_v<R>) {
      exec.for_each_n(n, object_maker<R, Make>{room, make}, default_grain);
    } else {
      auto const make_chunk = [this, make](std::ptrdiff_t c) mutable {
        if constexpr (Make::is_noexcept) {
          for (std::ptrdiff_t i = begin(c); i < begin(c + 1); ++i) make(i, room_);
          made_[c] = begin(c + 1) - begin(c);
        } else {
          for (std::ptrdiff_t i = begin(c); i < begin(c + 1); ++i, ++made_[c]) make(i, room_);
        }
      };
      try {
        exec.for_each_n(chunks_, make_chunk, 1);
      } catch (...) {
        destroy();
        throw;
      }
    }
  }
  ~object_range() { destroy(); }
  object_range(object_range const&) = delete;
  object_range& operator=(object_range const&) = delete;

 private:
  static constexpr std::ptrdiff_t most_chunks = 256;
  std::ptrdiff_t begin(std::ptrdiff_t c) const { return n_ / chunks_ * c + least(n_ % chunks_, c); }

  void destroy() noexcept {
    if constexpr (!std::is_trivially_destructible_v<R>) {
      auto const destroy_chunk = [this](std::ptrdiff_t c) {
        std::destroy_n(room_ + begin(c), made_[c]);
        made_[c] = 0;
      };
      try {
        exec_.for_each_n(chunks_, destroy_chunk, 1);
      } catch (...) {  // no memory for tasks
        for (std::ptrdiff_t c = 0; c < chunks_; ++c) destroy_chunk(c);
      }
    }
  }

  B const& exec_;
  R* room_;
  std::ptrdiff_t n_, chunks_;
  std::ptrdiff_t made_[std::is_trivially_destructible_v<R> ? 1 : most_chunks] = {};
};

/// n objects in a policy's scratch memory.
template <class R, class B>
class object_buffer {
 public:
  template <class Make>
  object_buffer(B const& exec, std::ptrdiff_t n, Make make)
      : memory_(exec, n), objects_(exec, memory_.data(), n, make) {}
  template <class Make>
  object_buffer(B const&&, std::ptrdiff_t, Make) = delete;  // the object refers to the policy
  ~object_buffer() {}                                       // if defaulted, nvcc makes device code, too
  object_buffer(object_buffer const&) = delete;
  object_buffer& operator=(object_buffer const&) = delete;
  R* data() const { return memory_.data(); }

 private:
  scratch_array<R, B> memory_;
  object_range<R, B> objects_;
};

}  // namespace thrum::detail
