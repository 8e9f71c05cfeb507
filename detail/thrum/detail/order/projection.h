// Projections: the part of an element that is compared.
#pragma once

#include <thrum/detail/base/config.h>
#include <cstddef>
#include <type_traits>

namespace thrum::detail {

/// A function object that returns the member that a pointer to a member names.
template <class M, class C>
struct member_projection {
  using pointer = M C::*;  // named because GCC warns of how nvcc writes it
  pointer member;
  THRUM_HD constexpr M const& operator()(C const& x) const { return x.*member; }
  THRUM_HD constexpr M& operator()(C& x) const { return x.*member; }
};

/// A function object that returns the I-th member of a tuple or pair.
template <std::size_t I>
struct tuple_projection {
  THRUM_EXEC_CHECK_DISABLE
  template <class T>
  THRUM_HD constexpr auto const& operator()(T const& x) const {
    if constexpr (I == 0 && requires { x.first; }) return x.first;
    else if constexpr (I == 1 && requires { x.second; }) return x.second;
    else return get<I>(x);
  }
};

template <class P>
THRUM_HD constexpr auto as_projection(P projection) {
  return projection;
}
template <class M, class C>
  requires std::is_object_v<M>
THRUM_HD constexpr auto as_projection(M C::*member) {
  return member_projection<M, C>{member};
}

/// Says whether nvcc lets the host know the type of a functor's result: for all functors except a
/// lambda for the device alone.
template <class P>
inline constexpr bool result_is_known = true;
#if defined(__CUDACC_EXTENDED_LAMBDA__)
template <class P>
  requires(__nv_is_extended_device_lambda_closure_type(P))
inline constexpr bool result_is_known<P> = false;
#endif

/// The type of a projection's result for a T; unknown_key if the type cannot be known.
struct unknown_key {};
template <class P, class T>
struct projected {
  using type = unknown_key;
};
template <class P, class T>
  requires(result_is_known<P> && std::is_invocable_v<P&, T const&>)
struct projected<P, T> {
  using result = std::remove_cvref_t<std::invoke_result_t<P&, T const&>>;
  using type = std::conditional_t<std::is_void_v<result>, unknown_key, result>;
};

}  // namespace thrum::detail
