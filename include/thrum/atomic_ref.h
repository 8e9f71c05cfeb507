// atomic_ref: atomic operations on an object that other threads of a call change at the same time.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/atomic_operations.h>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <type_traits>

namespace thrum {

/// A std::atomic_ref for functors of host and device. While an object has an atomic_ref, all
/// threads access the object through atomic_refs only.
///
///     struct count_even {
///       int* counter;
///       THRUM_HD void operator()(int x) const {
///         if (x % 2 == 0) thrum::atomic_ref(*counter).fetch_add(1, std::memory_order_relaxed);
///       }
///     };
///
/// On the host it is std::atomic_ref. In device code it is cuda::atomic_ref for the threads of one
/// device: do not use it on memory that host and device, or two devices, change during a call.
///
/// T is trivially copyable, of 1, 2, 4 or 8 bytes, and aligned by its size. All operations are
/// lock-free; wider types would need locks, and do not compile. Some operations are not a single
/// instruction but a loop around compare_exchange, which other threads can make repeat: sums of
/// floating-point numbers on the host, minima and maxima on the host, minima and maxima of
/// floating-point numbers, and types of 1 and 2 bytes on a device.
///
/// Memory orders are sequentially consistent unless another order is given, as in the standard. A
/// counter needs no order: std::memory_order_relaxed is the fast choice on a device. If the
/// additions round, a sum made with atomic_ref depends on the order of threads. If all threads add
/// to one object, reduce is faster by far.
template <class T>
class atomic_ref {
  static_assert(std::is_trivially_copyable_v<T>, "thrum: atomic_ref needs a type that is copied as its bytes are");
  static_assert(!std::is_const_v<T>, "thrum: atomic_ref refers to an object that is not const");
  static_assert(sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8,
                "thrum: atomic_ref is for types of 1, 2, 4 or 8 bytes: others need locks");

  static constexpr bool is_number =
      (std::integral<T> || std::floating_point<T>) && !std::is_same_v<std::remove_cv_t<T>, bool>;
  static constexpr bool is_integer = is_number && std::integral<T>;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  static constexpr std::size_t required_alignment = sizeof(T);

  THRUM_HD constexpr explicit atomic_ref(T& object) : object_(__builtin_addressof(object)) {}
  atomic_ref(atomic_ref const&) = default;
  atomic_ref& operator=(atomic_ref const&) = delete;

  THRUM_HD bool is_lock_free() const noexcept { return true; }

  THRUM_HD T load(std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return detail::atomic_load(*object_, order);
  }
  THRUM_HD operator T() const noexcept { return load(); }
  THRUM_HD void store(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
    detail::atomic_store(*object_, value, order);
  }
  THRUM_HD T operator=(T value) const noexcept {
    store(value);
    return value;
  }
  /// Stores a value and returns the earlier value.
  THRUM_HD T exchange(T value, std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return detail::atomic_exchange(*object_, value, order);
  }
  /// Stores `desired` and returns true if the object has the bytes of `expected`. Otherwise stores
  /// the value of the object in `expected` and returns false. The weak form may fail for no reason.
  THRUM_HD bool compare_exchange_weak(T& expected, T desired, std::memory_order success,
                                      std::memory_order failure) const noexcept {
    return detail::atomic_compare_exchange_weak(*object_, expected, desired, success, failure);
  }
  THRUM_HD bool compare_exchange_strong(T& expected, T desired, std::memory_order success,
                                        std::memory_order failure) const noexcept {
    return detail::atomic_compare_exchange_strong(*object_, expected, desired, success, failure);
  }
  THRUM_HD bool compare_exchange_weak(T& expected, T desired,
                                      std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_weak(expected, desired, order, detail::order_of_failure(order));
  }
  THRUM_HD bool compare_exchange_strong(T& expected, T desired,
                                        std::memory_order order = std::memory_order_seq_cst) const noexcept {
    return compare_exchange_strong(expected, desired, order, detail::order_of_failure(order));
  }

  // The fetch_ functions return the earlier value. Integers wrap around.
  THRUM_HD T fetch_add(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
    return detail::atomic_fetch_add(*object_, x, order);
  }
  THRUM_HD T fetch_sub(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
    return detail::atomic_fetch_sub(*object_, x, order);
  }
  /// Stores x if x is less (fetch_min) or greater (fetch_max) than the object. A NaN is neither.
  THRUM_HD T fetch_min(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
    return detail::atomic_fetch_min(*object_, x, order);
  }
  THRUM_HD T fetch_max(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_number
  {
    return detail::atomic_fetch_max(*object_, x, order);
  }
  THRUM_HD T fetch_and(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return detail::atomic_fetch_and(*object_, x, order);
  }
  THRUM_HD T fetch_or(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return detail::atomic_fetch_or(*object_, x, order);
  }
  THRUM_HD T fetch_xor(T x, std::memory_order order = std::memory_order_seq_cst) const noexcept
    requires is_integer
  {
    return detail::atomic_fetch_xor(*object_, x, order);
  }

  // These operators return the new value, except for the postfix ones, which return the earlier
  // value.
  THRUM_HD T operator+=(T x) const noexcept
    requires is_number
  {
    return detail::wrapped_sum(fetch_add(x), x);
  }
  THRUM_HD T operator-=(T x) const noexcept
    requires is_number
  {
    return detail::wrapped_difference(fetch_sub(x), x);
  }
  THRUM_HD T operator&=(T x) const noexcept
    requires is_integer
  {
    return static_cast<T>(fetch_and(x) & x);
  }
  THRUM_HD T operator|=(T x) const noexcept
    requires is_integer
  {
    return static_cast<T>(fetch_or(x) | x);
  }
  THRUM_HD T operator^=(T x) const noexcept
    requires is_integer
  {
    return static_cast<T>(fetch_xor(x) ^ x);
  }
  THRUM_HD T operator++() const noexcept
    requires is_integer
  {
    return *this += T(1);
  }
  THRUM_HD T operator--() const noexcept
    requires is_integer
  {
    return *this -= T(1);
  }
  THRUM_HD T operator++(int) const noexcept
    requires is_integer
  {
    return fetch_add(T(1));
  }
  THRUM_HD T operator--(int) const noexcept
    requires is_integer
  {
    return fetch_sub(T(1));
  }

 private:
  T* object_;
};

template <class T>
atomic_ref(T&) -> atomic_ref<T>;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
