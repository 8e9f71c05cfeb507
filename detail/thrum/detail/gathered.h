// Objects of a range in plain memory of their own.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/config.h>
#include <thrum/detail/moved_element.h>
#include <thrum/detail/scratch.h>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace thrum::detail {

/// Constructs a T at p from element i of a range, which is moved from.
template <class T, class I>
struct move_out {
  I first;
  static constexpr bool is_noexcept = std::is_nothrow_constructible_v<T, moved_element_t<I>>;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i, T* p) const {
    ::new (static_cast<void*>(p + i)) T(detail::moved_element(first, i));
  }
};

template <class R, class Make>
struct make_at {
  R* p;
  Make make;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void operator()(std::ptrdiff_t i) { make(i, p); }
};

/// n objects in memory of another's; make(i, p) constructs the i-th at p + i. They are made in parallel where that cannot
/// throw (Make::is_noexcept), or where nothing has to be destroyed when it does.
template <class R>
class constructed {
 public:
  template <class B, class Make>
  constructed(B const& exec, R* room, std::ptrdiff_t n, Make make) : room_(room) {
    if constexpr (Make::is_noexcept || std::is_trivially_destructible_v<R>) {
      exec.for_each_n(n, make_at<R, Make>{room, make}, default_grain);
      built_ = n;
    } else {
      try {
        for (; built_ < n; ++built_) make(built_, room);
      } catch (...) {
        std::destroy_n(room, built_);
        throw;
      }
    }
  }
  ~constructed() {
    if constexpr (!std::is_trivially_destructible_v<R>) std::destroy_n(room_, built_);
  }
  constructed(constructed const&) = delete;
  constructed& operator=(constructed const&) = delete;

 private:
  R* room_;
  std::ptrdiff_t built_ = 0;
};

/// The same in scratch memory of a policy.
template <class R, class B>
class gathered {
 public:
  template <class Make>
  gathered(B const& exec, std::ptrdiff_t n, Make make)
      : memory_(exec, n), objects_(exec, memory_.data(), n, make) {}
  ~gathered() {}  // nvcc would take a defaulted one for the device's, too
  gathered(gathered const&) = delete;
  gathered& operator=(gathered const&) = delete;
  R* data() const { return memory_.data(); }

 private:
  scratch_array<R, B> memory_;
  constructed<R> objects_;
};

}  // namespace thrum::detail
