// Arrays of objects in scratch memory: made and destroyed in parallel.
#pragma once

#include <thrum/detail/base/backend.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/moved_element.h>
#include <thrum/detail/base/scratch.h>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// A function object that constructs a T at p + i by moving from element i of a range.
template <class T, class I>
struct element_mover {
  I first;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<T, moved_element_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const {
    ::new (static_cast<void*>(p + i)) T(detail::moved_element(first, i));
  }
};

/// Calls make(i, p): constructs object i of an array at p + i.
template <class R, class Make>
struct maker_at {
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
class object_array {
 public:
  template <class Make>
  object_array(B const& exec, R* room, std::ptrdiff_t n, Make make)
      : exec_(exec), room_(room), n_(n), chunks_(least(most_chunks, (n + default_grain - 1) / default_grain)) {
    if constexpr (std::is_trivially_destructible_v<R>) {
      exec.for_each_n(n, maker_at<R, Make>{room, make}, default_grain);
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
  ~object_array() { destroy(); }
  object_array(object_array const&) = delete;
  object_array& operator=(object_array const&) = delete;

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
  object_array<R, B> objects_;
};

}  // namespace thrum::detail
