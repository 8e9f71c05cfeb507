// compact, compact_in_place, divide, and their _into forms. One thread block does the work for few
// elements; otherwise CUB runs over the elements, or over their indices: if reading an element is
// more than a load, and in divide also for large elements and for a predicate of another range.
#pragma once

#include <cub/device/device_partition.cuh>
#include <cub/device/device_select.cuh>

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/backends/cuda/cub.cuh>
#include <thrum/detail/backends/cuda/few_elements.h>
#include <thrum/detail/backends/cuda/launch/team.cuh>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <thrum/detail/backends/cuda/results.cuh>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/backends/hand_over.h>
#include <thrum/detail/functional/relational.h>
#include <thrum/detail/kernels/element_bodies.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/kernels/runs/run_starts.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum {
namespace detail {

template <class K>
struct keep_flag {
  mutable K keep;
  __device__ bool operator()(std::ptrdiff_t i) const { return static_cast<bool>(keep(i)); }
};

/// A test of copies of elements: whether pred's answer about an element of the range I is `Wanted`.
template <class I, class P, bool Wanted>
struct element_test {
  using value = std::iter_value_t<I>;
  P pred;
  __device__ bool operator()(cub_value<value> const& copy) const {
    auto& element = const_cast<std::iter_reference_t<I>>(detail::from_cub_value<value>(copy));
    return static_cast<bool>(detail::call(pred, element)) == Wanted;
  }
};
/// The tags of the two other ways to tell: by a comparison with the element before, and by a flag.
struct first_of_run {};
struct test_of_place {};

/// Returns how CUB tells which of the elements that it has read are kept: by a test of the element,
/// or by a comparison with the element before it, if the predicate looks at the elements
/// themselves; otherwise by a test of the place. CUB compares what is in its registers after the
/// last element, too, which only numbers allow.
template <class K>
test_of_place test_for_cub(K const&) {
  return {};
}
template <class T, class P>
element_test<T*, P, true> test_for_cub(own_elements<transformed_element<T*, P>> const& accepted) {
  return {accepted.keep.f};
}
template <class T, class P>
element_test<T*, P, false> test_for_cub(own_elements<rejected_at<T*, P>> const& rejected) {
  return {rejected.keep.pred};
}
template <class T>
  requires std::is_arithmetic_v<T>
first_of_run test_for_cub(own_elements<run_starts<T*, equal_to<>>> const&) {
  return {};
}

/// Stores the first of the numbers that CUB counts.
template <class C>
struct first_number_storer {
  C out;
  __device__ void operator()(std::ptrdiff_t i, std::ptrdiff_t number) {
    if (i == 0) detail::store(out[0], number);
  }
};

/// A test that accepts what is left.
struct accept_rest {
  template <class T>
  __device__ bool operator()(T const&) const {
    return true;
  }
};

}  // namespace detail

template <class I, class O, class K, class C>
void cuda::policy::compact_into(I first, std::ptrdiff_t n, O out, K keep, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  using few = detail::compact_in_block<I, O, K, C>;
  if (n <= few::most) {
    detail::launch_blocks(stream_, 1, few{first, static_cast<int>(n), out, keep, result});
    return finish();
  }
  auto const kept = detail::as_output<std::ptrdiff_t>(result);
  auto const select_flagged = [&](auto in, auto to) {
    detail::read_iterator<detail::keep_flag<K>, bool> const flags(detail::keep_flag<K>{keep});
    detail::call_cub(*this, "cub::DeviceSelect::Flagged", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceSelect::Flagged(temporary, bytes, in, flags, to, kept, n, stream_);
    });
  };
  using T = std::iter_value_t<I>;
  if constexpr (detail::plain_pointer<I, T>() && detail::plain_pointer<O, T>()) {
    auto const test = detail::test_for_cub(keep);
    if constexpr (std::is_same_v<decltype(test), detail::test_of_place const>) {
      select_flagged(first, out);
    } else if constexpr (std::is_same_v<decltype(test), detail::first_of_run const>) {
      detail::call_cub(*this, "cub::DeviceSelect::Unique", [&](void* temporary, std::size_t& bytes) {
        return ::cub::DeviceSelect::Unique(temporary, bytes, first, out, kept, n, stream_);
      });
    } else {
      detail::call_cub(*this, "cub::DeviceSelect::If", [&](void* temporary, std::size_t& bytes) {
        return ::cub::DeviceSelect::If(temporary, bytes, first, out, kept, n, test, stream_);
      });
    }
  } else {
    using indices = detail::read_iterator<detail::own_index, std::ptrdiff_t>;
    using elements = detail::write_iterator<detail::element_storer<I, O>, std::ptrdiff_t>;
    select_flagged(indices(detail::own_index{}), elements(detail::element_storer<I, O>{first, out}));
  }
  finish();
}

/// CUB's form in place stores no element of a tile before the tiles before it are loaded. Elements
/// and flags of a tile are loaded before the tile tells the others how many elements it keeps.
template <class T, class K, class C>
void cuda::policy::compact_in_place_into(T* first, std::ptrdiff_t n, K keep, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  using few = detail::compact_in_place_in_block<T, K, C>;
  if constexpr (few::most > 0) {
    if (n <= few::most) {
      detail::launch_blocks(stream_, 1, few{first, static_cast<int>(n), keep, result});
      return finish();
    }
  }
  auto const kept = detail::as_output<std::ptrdiff_t>(result);
  auto* const elements = reinterpret_cast<detail::cub_value<T>*>(first);
  auto const test = detail::test_for_cub(keep);
  if constexpr (std::is_same_v<decltype(test), detail::test_of_place const>) {
    detail::read_iterator<detail::keep_flag<K>, bool> const flags(detail::keep_flag<K>{keep});
    detail::call_cub(*this, "cub::DeviceSelect::Flagged", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceSelect::Flagged(temporary, bytes, elements, flags, kept, n, stream_);
    });
  } else {
    detail::call_cub(*this, "cub::DeviceSelect::If", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DeviceSelect::If(temporary, bytes, elements, kept, n, test, stream_);
    });
  }
  finish();
}

/// CUB's partition into three parts stores each part in order. The third part is empty.
template <class I, class A, class R, class K, class C>
void cuda::policy::divide_into(I first, std::ptrdiff_t n, A accepted, R rejected, K accept, C result) const {
  if (n <= 0) return detail::leave(*this, result, std::ptrdiff_t{0});
  auto const guard = on_its_device();
  using few = detail::divide_in_block<I, A, R, K, C>;
  if (n <= few::most) {
    detail::launch_blocks(stream_, 1, few{first, static_cast<int>(n), accepted, rejected, accept, result});
    return finish();
  }
  detail::write_iterator<detail::first_number_storer<C>, std::ptrdiff_t> const numbers(
      detail::first_number_storer<C>{result});
  auto const partition = [&](auto in, auto to, auto rest, auto test) {
    detail::call_cub(*this, "cub::DevicePartition::If", [&](void* temporary, std::size_t& bytes) {
      return ::cub::DevicePartition::If(temporary, bytes, in, to, rest, to, numbers, n, test,
                                        detail::accept_rest{}, stream_);
    });
  };
  using T = std::iter_value_t<I>;
  using test = decltype(detail::test_for_cub(accept));
  if constexpr (detail::plain_pointer<I, T>() && sizeof(T) <= detail::few_largest &&
                !std::is_same_v<test, detail::test_of_place>) {
    partition(first, detail::as_output<T>(accepted), detail::as_output<T>(rejected), detail::test_for_cub(accept));
  } else {
    using to = detail::element_storer<I, A>;
    using rest = detail::element_storer<I, R>;
    partition(detail::read_iterator<detail::own_index, std::ptrdiff_t>(detail::own_index{}),
              detail::write_iterator<to, std::ptrdiff_t>(to{first, accepted}),
              detail::write_iterator<rest, std::ptrdiff_t>(rest{first, rejected}), detail::keep_flag<K>{accept});
  }
  finish();
}

template <class I, class O, class K>
std::ptrdiff_t cuda::policy::compact(I first, std::ptrdiff_t n, O out, K keep) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> kept(*this);
  step().compact_into(first, n, out, keep, kept.data());
  return kept.get();
}

template <class T, class K>
std::ptrdiff_t cuda::policy::compact_in_place(T* first, std::ptrdiff_t n, K keep) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> kept(*this);
  step().compact_in_place_into(first, n, keep, kept.data());
  return kept.get();
}

template <class I, class A, class R, class K>
std::ptrdiff_t cuda::policy::divide(I first, std::ptrdiff_t n, A accepted, R rejected, K accept) const {
  if (n <= 0) return 0;
  auto const guard = on_its_device();
  detail::result_for_host<std::ptrdiff_t> number(*this);
  step().divide_into(first, n, accepted, rejected, accept, number.data());
  return number.get();
}

}  // namespace thrum
