// device_reference: the result of `*p` or `v[i]` on the host, for device memory.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/pointer.h>
#include <thrum/detail/containers/space_memory.h>
#include <concepts>
#include <iosfwd>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Returns the value of one object in memory of a space.
THRUM_EXEC_CHECK_DISABLE
template <class Space, class T>
THRUM_HD T read_element(T const* p) {
#if defined(__CUDA_ARCH__)
  return *p;
#else
  if constexpr (host_reaches<Space>) {
    return *p;
  } else {
    static_assert(bytewise<T>, "thrum: elements in device memory must be trivially copyable and destructible");
    union slot {
      T value;
      slot() {}
    } result;
    space_memory<Space>::copy(__builtin_addressof(result), p, sizeof(T));
    return result.value;
  }
#endif
}

THRUM_EXEC_CHECK_DISABLE
template <class Space, class T, class U>
THRUM_HD void write_element(T* p, U&& value) {
#if defined(__CUDA_ARCH__)
  *p = static_cast<U&&>(value);
#else
  if constexpr (host_reaches<Space>) {
    *p = std::forward<U>(value);
  } else {
    static_assert(bytewise<T>, "thrum: elements in device memory must be trivially copyable and destructible");
    T const converted = static_cast<T>(std::forward<U>(value));
    space_memory<Space>::copy(p, __builtin_addressof(converted), sizeof(T));
  }
#endif
}

}  // namespace detail

/// A reference to a T in device memory: it converts to T, and a T can be assigned to it. In host
/// code of a CUDA build each such access is a copy between host and device that waits until it is
/// done. So a device_reference serves single elements; use thrum::copy for many. Elsewhere an
/// access is a plain one. Members of T cannot be accessed through the reference: read a T first.
/// `&r` is a device_ptr.
template <class T, class Space = device_space<>>
class device_reference {
 public:
  using value_type = std::remove_cv_t<T>;
  using pointer = detail::tagged_pointer<T, Space>;

  THRUM_HD constexpr explicit device_reference(pointer p) : p_(p) {}
  constexpr device_reference(device_reference const&) = default;
  template <class U>
    requires(std::convertible_to<U*, T*> && !std::is_same_v<U, T>)
  THRUM_HD constexpr device_reference(device_reference<U, Space> other) : p_(&other) {}

  THRUM_HD operator value_type() const
    requires std::copy_constructible<value_type>
  {
    return detail::read_element<Space, value_type>(p_.get());
  }
  THRUM_HD constexpr pointer operator&() const { return p_; }

  // Assignment writes through the reference. The reference itself does not change, so assignment is
  // const.
  THRUM_HD device_reference const& operator=(device_reference const& other) const {
    return *this = static_cast<value_type>(other);
  }
  template <class U, class OtherSpace>
    requires std::is_assignable_v<T&, U const&>
  THRUM_HD device_reference const& operator=(device_reference<U, OtherSpace> const& other) const {
    return *this = static_cast<value_type>(static_cast<std::remove_cv_t<U>>(other));
  }
  THRUM_HD device_reference const& operator=(value_type const& value) const
    requires std::is_copy_assignable_v<T>
  {
    detail::write_element<Space>(p_.get(), value);
    return *this;
  }
  THRUM_HD device_reference const& operator=(value_type&& value) const
    requires std::is_assignable_v<T&, value_type>
  {
    detail::write_element<Space>(p_.get(), static_cast<value_type&&>(value));
    return *this;
  }

// The caller of `v[0] += x` chooses the conversion. The compiler need not warn because the
// conversion is written here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator+=(U const& x) const {
    value_type value = *this;
    value += detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator-=(U const& x) const {
    value_type value = *this;
    value -= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator*=(U const& x) const {
    value_type value = *this;
    value *= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator/=(U const& x) const {
    value_type value = *this;
    value /= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator%=(U const& x) const {
    value_type value = *this;
    value %= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator<<=(U const& x) const {
    value_type value = *this;
    value <<= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator>>=(U const& x) const {
    value_type value = *this;
    value >>= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator&=(U const& x) const {
    value_type value = *this;
    value &= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator|=(U const& x) const {
    value_type value = *this;
    value |= detail::plain_value(x);
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  template <class U>
  THRUM_HD device_reference const& operator^=(U const& x) const {
    value_type value = *this;
    value ^= detail::plain_value(x);
    return *this = value;
  }
#pragma GCC diagnostic pop
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD device_reference const& operator++() const {
    value_type value = *this;
    ++value;
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD value_type operator++(int) const {
    value_type const old = *this;
    ++*this;
    return old;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD device_reference const& operator--() const {
    value_type value = *this;
    --value;
    return *this = value;
  }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD value_type operator--(int) const {
    value_type const old = *this;
    --*this;
    return old;
  }

  /// Exchanges the elements.
  THRUM_HD void swap(device_reference other) const {
    value_type const value = *this;
    *this = other;
    other = value;
  }
  THRUM_HD friend void swap(device_reference a, device_reference b) { a.swap(b); }

  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                                      device_reference const& r) {
    return out << static_cast<value_type>(r);
  }
  template <class Char, class Traits>
    requires(!std::is_const_v<T>)
  friend std::basic_istream<Char, Traits>& operator>>(std::basic_istream<Char, Traits>& in,
                                                      device_reference const& r) {
    value_type value = r;
    in >> value;
    r = static_cast<value_type&&>(value);
    return in;
  }

 private:
  pointer p_;
};

template <class T, class Space>
struct detail::value_of<device_reference<T, Space>> {
  using type = std::remove_cv_t<T>;
};

}  // namespace thrum

namespace std {

// Without this overload std::swap(a, b) of two references in variables would exchange nothing and
// lose a value.
template <class T, class Space>
void swap(thrum::device_reference<T, Space>& a, thrum::device_reference<T, Space>& b) {
  a.swap(b);
}

// T is the common reference of a device_reference<T> and a T. The concepts of iterators ask for it.
template <class T, class Space, class U, template <class> class TQual, template <class> class UQual>
  requires same_as<remove_cv_t<T>, remove_cv_t<U>>
struct basic_common_reference<thrum::device_reference<T, Space>, U, TQual, UQual> {
  using type = remove_cv_t<T>;
};
template <class U, class T, class Space, template <class> class UQual, template <class> class TQual>
  requires same_as<remove_cv_t<T>, remove_cv_t<U>>
struct basic_common_reference<U, thrum::device_reference<T, Space>, UQual, TQual> {
  using type = remove_cv_t<T>;
};

}  // namespace std

#include <thrum/detail/public_header/end_with_elements.h>
