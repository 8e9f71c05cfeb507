// sample: elements of a range at random, without replacement.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/backend_traits.h>
#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/element.h>
#include <thrum/detail/base/length.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/processor.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/calls/algorithm.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/detail/random/bijection.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/shuffle.h>
#include <cstddef>
#include <cstdint>

namespace thrum {
namespace detail {

/// places[i] = order(i).
template <class N>
struct image_storer {
  static constexpr auto kind = body_kind::compute;
  using functor = no_functor;
  random_bijection order;
  N* places;
  THRUM_HD constexpr N*& output() { return places; }
  template <class V>
  THRUM_HD constexpr auto inputs(V visit) {
    return visit();
  }
  THRUM_INLINED THRUM_HD void compute(std::ptrdiff_t i, N& to) const { to = static_cast<N>(order(i)); }
  THRUM_HD void operator()(std::ptrdiff_t i) const { compute(i, places[i]); }
  /// Computes many images side by side.
  void loop(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    constexpr std::ptrdiff_t length = random_bijection::images_at_once;
    std::ptrdiff_t images[length];
    for (; begin < end; begin += length) {
      std::ptrdiff_t const size = detail::least(length, end - begin);
      order.images(begin, size, images);
      for (std::ptrdiff_t j = 0; j < size; ++j) places[begin + j] = static_cast<N>(images[j]);
    }
  }
};

/// Copies the elements whose indices are the first k images, in order. N holds an index.
THRUM_EXEC_CHECK_DISABLE
template <class N, class B, class I, class O>
THRUM_HD void sample_by_sort(B const& exec, I first, O out, std::ptrdiff_t k, random_bijection const& order) {
  B const step = detail::step_of(exec);
  scratch_array<N, B> const places(step, k);
  step.for_each_n(k, image_storer<N>{order, places.data()}, default_grain);
  detail::sort(step, places.data(), k, less<>{});
  exec.for_each_n(k, gather_body<N*, I, O>{places.data(), first, out}, default_grain);
}

/// Does the same without memory: tells of each element whether its index is one of the images.
THRUM_EXEC_CHECK_DISABLE
template <class I, class O>
THRUM_HD void sample_by_preimages(I first, O out, std::ptrdiff_t k, random_bijection const& order) {
  for (std::ptrdiff_t i = 0, taken = 0; taken < k; ++i) {
    std::ptrdiff_t from[1];
    order.preimages(i, 1, from);
    if (from[0] < k) detail::store(out[taken++], first[i]);
  }
}

THRUM_EXEC_CHECK_DISABLE
template <class B, class I, class O>
THRUM_HD void sample(B const& exec, I first, O out, std::ptrdiff_t k, random_bijection const& order) {
  constexpr std::ptrdiff_t many = 0xFFFFFFFF;
  if constexpr (!backend_traits<B>::has_scratch) {
    detail::sample_by_preimages(first, out, k, order);
  } else if (order.size() <= many) {
    detail::sample_by_sort<std::uint32_t>(exec, first, out, k, order);
  } else {
    detail::sample_by_sort<std::uint64_t>(exec, first, out, k, order);
  }
}

}  // namespace detail

/// sample(policy, first, last, out, k, g): copies k elements at random, each of the range at most
/// once, in the order of the range. If k > n, all n elements are copied. Returns the end of the
/// output. The output does not overlap the input.
///
/// g is a random engine, of thrum::random or of the standard; 800 bits are taken from it. Every set
/// of k elements is as likely as any other, as far as 800 bits allow. The set depends on the state
/// of g, on n and on k alone: it is the same under every policy, it holds the first k elements of
/// shuffle_copy, and a sample of more elements holds all of a sample of fewer from the same state.
///
/// The work is that of a sort of k integers, O(k), whatever n is. Scratch memory: that of the sort
/// and k indices, of 4 bytes each, or of 8 if n >= 2^32 (none for seq in device code, which takes
/// O(n) work). Under CUDA g stays on the host, and the call waits for nothing.
struct sample_fn : detail::algorithm<sample_fn> {
  using algorithm::operator();
  static constexpr detail::contract contract() {
    using namespace detail::contracts;
    return {"sample", {in("first"), until("last"), out("out", at_most), other("k", role::most), value("g")}};
  }
  THRUM_EXEC_CHECK_DISABLE
  template <backend B, class I, class O, class Size, class G>
  THRUM_HD O operator()(B const& exec, I first, I last, O out, Size most, G&& g) const {
    if constexpr (detail::valid_iterators<B, I, O>() && detail::valid_count<Size>() &&
                  detail::valid_output<B, O, detail::element_t<I>>() && detail::valid_engine<G>()) {
      std::ptrdiff_t const n = last - first, k = detail::least(detail::length_of(most), n);
      detail::random_bijection const order(n, g);
      if (k > 0) detail::sample(exec, detail::unwrap(first), detail::unwrap(out), k, order);
      return out + (k > 0 ? k : 0);
    } else return detail::wrong_call{};
  }
};
THRUM_OBJECT sample_fn sample{};

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
