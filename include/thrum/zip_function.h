// zip_function: calls a function of several arguments with the elements of a tuple.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

THRUM_EXEC_CHECK_DISABLE
template <class F, class Tuple, std::size_t... K>
THRUM_HD constexpr decltype(auto) apply_each(F& f, Tuple&& args, std::index_sequence<K...>) {
  return f(get<K>(std::forward<Tuple>(args))...);
}

}  // namespace detail

/// A functor of a tuple made of a functor f of several arguments: zip_function(f)(t) is
/// f(get<0>(t), get<1>(t), ...). It lets f work on the elements of a zip_iterator. It takes tuples
/// and pairs, and on the host the standard's tuples and pairs too.
template <class F>
class zip_function {
 public:
  zip_function() = default;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD constexpr zip_function(F f) : f_(std::move(f)) {}

  THRUM_EXEC_CHECK_DISABLE
  template <class Tuple>
  THRUM_HD constexpr decltype(auto) operator()(Tuple&& args) const {
    using indices = std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<Tuple>>>;
    return detail::apply_each(f_, std::forward<Tuple>(args), indices{});
  }

  THRUM_HD constexpr F& underlying_function() const { return f_; }

 private:
  mutable F f_;  // may be callable only as non-const
};

THRUM_EXEC_CHECK_DISABLE
template <class F>
THRUM_HD constexpr zip_function<std::decay_t<F>> make_zip_function(F&& f) {
  return zip_function<std::decay_t<F>>(std::forward<F>(f));
}

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
