// Atomic operations on host and device: through the standard's atomic_ref on the host, and through
// libcu++'s in device code.
#pragma once

#include <thrum/detail/base/config.h>
#include <atomic>
#include <type_traits>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace thrum::detail {

#if defined(__CUDA_ARCH__)
/// An atomic_ref for the threads of one device, because a call runs on one device.
template <class T>
using native_atomic_ref = ::cuda::atomic_ref<T, ::cuda::thread_scope_device>;
using native_order = ::cuda::std::memory_order;
#else
template <class T>
using native_atomic_ref = std::atomic_ref<T>;
using native_order = std::memory_order;
#endif

/// An object in place of one whose type asks for less alignment than its atomic operations need.
/// For the original type clang++ calls functions of libatomic; for this one clang++ generates
/// instructions.
template <class T>
struct [[gnu::may_alias]] alignas(sizeof(T)) whole_word {
  T value;
};
template <class T>
inline constexpr bool needs_whole_word = !std::is_scalar_v<T> && alignof(T) < sizeof(T);
template <class T>
THRUM_HD whole_word<T>& as_whole_word(T& object) {
  return reinterpret_cast<whole_word<T>&>(object);
}

/// Converts a memory order. The orders of both libraries have the same numbers.
THRUM_HD constexpr native_order library_order(std::memory_order order) {
  return static_cast<native_order>(static_cast<int>(order));
}

/// Returns the order of the load that a failed exchange is: the part of the given order that a load
/// can have.
THRUM_HD constexpr std::memory_order order_of_failure(std::memory_order order) {
  if (order == std::memory_order_acq_rel) return std::memory_order_acquire;
  if (order == std::memory_order_release) return std::memory_order_relaxed;
  return order;
}

THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_load(T& object, std::memory_order order) {
  if constexpr (needs_whole_word<T>) return detail::atomic_load(detail::as_whole_word(object), order).value;
  else return native_atomic_ref<T>(object).load(library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD void atomic_store(T& object, T value, std::memory_order order) {
  if constexpr (needs_whole_word<T>)
    detail::atomic_store(detail::as_whole_word(object), whole_word<T>{value}, order);
  else native_atomic_ref<T>(object).store(value, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_exchange(T& object, T value, std::memory_order order) {
  if constexpr (needs_whole_word<T>)
    return detail::atomic_exchange(detail::as_whole_word(object), whole_word<T>{value}, order).value;
  else return native_atomic_ref<T>(object).exchange(value, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD bool atomic_compare_exchange_weak(T& object, T& expected, T desired, std::memory_order success,
                                           std::memory_order failure) {
  if constexpr (needs_whole_word<T>) {
    whole_word<T> seen{expected};
    bool const done = detail::atomic_compare_exchange_weak(detail::as_whole_word(object), seen,
                                                           whole_word<T>{desired}, success, failure);
    expected = seen.value;
    return done;
  } else {
    return native_atomic_ref<T>(object).compare_exchange_weak(expected, desired, library_order(success),
                                                              library_order(failure));
  }
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD bool atomic_compare_exchange_strong(T& object, T& expected, T desired, std::memory_order success,
                                             std::memory_order failure) {
  if constexpr (needs_whole_word<T>) {
    whole_word<T> seen{expected};
    bool const done = detail::atomic_compare_exchange_strong(detail::as_whole_word(object), seen,
                                                             whole_word<T>{desired}, success, failure);
    expected = seen.value;
    return done;
  } else {
    return native_atomic_ref<T>(object).compare_exchange_strong(expected, desired, library_order(success),
                                                                library_order(failure));
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_fetch_add(T& object, T x, std::memory_order order) {
  return native_atomic_ref<T>(object).fetch_add(x, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_fetch_sub(T& object, T x, std::memory_order order) {
  return native_atomic_ref<T>(object).fetch_sub(x, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_fetch_and(T& object, T x, std::memory_order order) {
  return native_atomic_ref<T>(object).fetch_and(x, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_fetch_or(T& object, T x, std::memory_order order) {
  return native_atomic_ref<T>(object).fetch_or(x, library_order(order));
}
THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T atomic_fetch_xor(T& object, T x, std::memory_order order) {
  return native_atomic_ref<T>(object).fetch_xor(x, library_order(order));
}

// Returns the value of an object after an addition. Integers wrap around, signed ones too.
template <class T>
THRUM_HD constexpr T wrapped_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<bits>(a) + static_cast<bits>(b));
  } else {
    return a + b;
  }
}
template <class T>
THRUM_HD constexpr T wrapped_difference(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<bits>(a) - static_cast<bits>(b));
  } else {
    return a - b;
  }
}

/// Stores x if x comes before the object's value. Otherwise nothing is stored, the value is only
/// read, and other threads are not disturbed. For orders that release, that is a little less than
/// the standard's read-modify-write of the same value.
template <class T, class Before>
THRUM_HD T atomic_store_if(T& object, T x, Before before, std::memory_order order) {
  T old = detail::atomic_load(object, detail::order_of_failure(order));
  while (before(x, old)) {
    if (detail::atomic_compare_exchange_weak(object, old, x, order, detail::order_of_failure(order))) break;
  }
  return old;
}

struct number_is_less {
  template <class T>
  THRUM_HD bool operator()(T a, T b) const {
    return a < b;
  }
};
struct number_is_greater {
  template <class T>
  THRUM_HD bool operator()(T a, T b) const {
    return a > b;
  }
};

template <class T>
THRUM_HD T atomic_fetch_min(T& object, T x, std::memory_order order) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4)
    return native_atomic_ref<T>(object).fetch_min(x, library_order(order));
#endif
  return detail::atomic_store_if(object, x, number_is_less{}, order);
}
template <class T>
THRUM_HD T atomic_fetch_max(T& object, T x, std::memory_order order) {
#if defined(__CUDA_ARCH__)
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4)
    return native_atomic_ref<T>(object).fetch_max(x, library_order(order));
#endif
  return detail::atomic_store_if(object, x, number_is_greater{}, order);
}

}  // namespace thrum::detail
