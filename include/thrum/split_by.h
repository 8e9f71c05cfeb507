// split_by: the elements of a range by classes, which a functor numbers.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/algorithms/split_by.h>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace thrum {
namespace detail {

/// Checks that a functor numbers classes. Host code cannot check the result of a __device__ lambda.
template <class B, class F, class Element>
THRUM_HD constexpr bool valid_class_of() {
  if constexpr (!valid_functor<B, F, Element>()) return false;
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  else return true;
#else
  else {
    using number = std::remove_cvref_t<std::invoke_result_t<F&, Element>>;
    constexpr bool numbers = std::is_integral_v<number> || std::is_enum_v<number>;
    static_assert(numbers,
                  "thrum: the functor of split_by returns the number of a class, an integer: this one does not");
    return numbers;
  }
#endif
}

/// Checks the offsets that an algorithm writes.
template <class B, class S>
THRUM_HD constexpr bool valid_offsets() {
  constexpr bool integers = std::is_integral_v<std::iter_value_t<S>>;
  static_assert(integers, "thrum: offsets are integers, in memory that can be read and written");
  if constexpr (!integers) return false;
  else return valid_in_place<B, S>();
}

}  // namespace detail

/// split_by(policy, first, last, out, offsets_first, offsets_last, class_of): copies the elements
/// by classes: first those of class 0, then those of class 1, and so on. class_of(x) is the number
/// of the class of x. Elements of a class keep their order. Stores where the classes begin, and
/// where the last one ends: there is one class fewer than there are offsets, and class c is
/// [offsets[c], offsets[c + 1]) of the output. So the segmented algorithms take the classes by
/// segments_at(offsets_first, offsets_last).
///
/// An element is in no class, and is not copied, if its number is below 0 or not below the number
/// of classes. Without offsets nothing is copied. There are fewer than 2^32 classes. Returns
/// offsets_last. The output has room for all elements, and overlaps no input; offsets are integers
/// that can be read, too.
///
/// class_of is called once for each element (twice by seq in device code). O(n + classes) work.
/// Scratch memory under seq and tbb::par: one byte for each element, two if there are more than 255
/// classes, and 24 bytes for each class in up to 64 tiles; if there are 2^16 classes or more, or
/// more classes than elements, that of sort_by_key of n pairs of 4-byte integers, and the pairs (8
/// bytes more for each element if n >= 2^32). Under CUDA, the same of pairs whose keys have 1, 2 or
/// 4 bytes. None for seq in device code. Under CUDA the call waits for nothing. An exception of
/// class_of leaves the call under seq and tbb::par.
struct split_by_fn : detail::algorithm<split_by_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"split_by",
            {in("first"), until("last"), out("out"), out_from("offsets_first"), until("offsets_last"),
             value("class_of")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class S, class F>
  THRUM_HD S operator()(B const& exec, I first, I last, O out, S offsets_first, S offsets_last, F class_of) const {
    if constexpr (detail::valid_iterators<B, I, O, S>() && detail::valid_class_of<B, F, detail::element_t<I>>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() && detail::valid_offsets<B, S>()) {
      std::ptrdiff_t const offsets = offsets_last - offsets_first;
      if (offsets > 0)
        detail::split_by(exec, detail::unwrap(first), last - first, detail::unwrap(out),
                         detail::unwrap(offsets_first), offsets - 1, std::move(class_of));
      return offsets_last;
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT split_by_fn split_by{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
