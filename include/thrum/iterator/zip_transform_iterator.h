// zip_transform_iterator: a function of the elements of several ranges, computed when they are
// read.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/iterator/zip_iterator.h>
#include <thrum/tuple.h>
#include <thrum/zip_function.h>
#include <utility>

namespace thrum {

/// An iterator whose it[n] is f(first[n], second[n], ...), for any number of ranges of the same
/// length: a transform_iterator over a zip_iterator. Made by make_zip_transform_iterator.
template <class F, class... I>
using zip_transform_iterator = transform_iterator<zip_function<F>, zip_iterator<tuple<I...>>>;

/// Returns the iterator whose it[n] is f(iterators[n]...). So every algorithm takes a function of
/// several ranges without a copy of its results:
///
///   auto const volumes = thrum::make_zip_transform_iterator(product{}, a.begin(), b.begin(), c.begin());
///   double const greatest = thrum::reduce(thrum::par, volumes, volumes + n, 0.0, thrum::maximum<>{});
THRUM_EXEC_CHECK_DISABLE
template <class F, class... I>
  requires(sizeof...(I) > 0)
THRUM_HD constexpr zip_transform_iterator<F, I...> make_zip_transform_iterator(F f, I... iterators) {
  return {make_zip_iterator(tuple<I...>(std::move(iterators)...)), zip_function<F>(std::move(f))};
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
