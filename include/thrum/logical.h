// all_of, any_of, none_of: whether the elements.
#pragma once

#include <thrum/detail/algorithm.h>
#include <thrum/detail/config.h>
#include <thrum/find.h>
#include <cstddef>
#include <utility>

namespace thrum {

/// all_of(policy, first, last, pred): whether pred accepts every element; true of none. Stops soon after the first that
/// it rejects. O(n) work; no scratch memory. Under CUDA it waits for the result.
struct all_of_fn : detail::algorithm<all_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_not_fn{}(exec, first, last, std::move(pred)) == last;
  }
};
THRUM_OBJECT all_of_fn all_of{};

/// any_of(policy, first, last, pred): whether pred accepts an element. Stops soon after the first.
struct any_of_fn : detail::algorithm<any_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_fn{}(exec, first, last, std::move(pred)) != last;
  }
};
THRUM_OBJECT any_of_fn any_of{};

/// none_of(policy, first, last, pred): whether pred accepts no element. Stops soon after the first that it accepts.
struct none_of_fn : detail::algorithm<none_of_fn> {
  using algorithm::operator();
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class P>
  THRUM_HD bool operator()(B const& exec, I first, I last, P pred) const {
    return find_if_fn{}(exec, first, last, std::move(pred)) == last;
  }
};
THRUM_OBJECT none_of_fn none_of{};

}  // namespace thrum
