// Objects of a range in plain memory of their own.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/scratch.h>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace thrum::detail {

/// Objects that are moved out of a range, to be worked on in plain memory and moved back.
template <class R, class B>
class gathered {
 public:
  /// make(i, place) constructs the i-th object.
  template <class Make>
  gathered(B const& exec, std::ptrdiff_t n, Make make) : memory_(exec, n) {
    if constexpr (std::is_trivially_destructible_v<R>) {
      exec.for_each_n(n, [=, p = memory_.data()](std::ptrdiff_t i) { make(i, p + i); }, default_grain);
      built_ = n;
    } else {
      try {
        for (; built_ < n; ++built_) make(built_, memory_.data() + built_);
      } catch (...) {
        std::destroy_n(memory_.data(), built_);
        throw;
      }
    }
  }
  ~gathered() { std::destroy_n(memory_.data(), built_); }
  gathered(gathered const&) = delete;
  gathered& operator=(gathered const&) = delete;
  R* data() const { return memory_.data(); }

 private:
  scratch_array<R, B> memory_;
  std::ptrdiff_t built_ = 0;
};

}  // namespace thrum::detail
