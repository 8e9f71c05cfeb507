// The calls of CUB, and the arguments that CUB is given: raw pointers if the memory allows it,
// otherwise one of the two iterators below; and functors whose types are stated, because the types
// of a device lambda cannot be queried on the host.
#pragma once

#include <cuda/std/functional>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/detail/backends/cuda/memory/runtime.h>
#include <thrum/detail/backends/cuda/policy.cuh>
#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>

namespace thrum {
namespace detail {

/// Calls a CUB algorithm as call(temporary, bytes): once for the size of its temporary storage, and
/// once to run.
template <class Call>
void call_cub(cuda::policy const& exec, char const* name, Call call) {
  std::size_t bytes = 0;
  detail::cuda_check(call(nullptr, bytes), name);
  // A null pointer would ask for the size again. CUB asks for one byte if it needs no storage.
  if (bytes <= 1) return detail::cuda_check(call(&bytes, bytes), name);
  scratch_array<std::max_align_t, cuda::policy> const temporary(
      exec, static_cast<std::ptrdiff_t>((bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t)));
  detail::cuda_check(call(temporary.data(), bytes), name);
}

/// The bytes of an object whose type lacks the default constructor or assignment that CUB asks for.
template <class T>
struct byte_box {
  alignas(T) unsigned char bytes[sizeof(T)];
};

/// The type that CUB moves in place of T.
template <class T>
using cub_value =
    std::conditional_t<std::is_default_constructible_v<T> && std::is_copy_assignable_v<T>, T, byte_box<T>>;

THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD T const& from_cub_value(cub_value<T> const& value) {
  if constexpr (std::is_same_v<cub_value<T>, T>) return value;
  else return reinterpret_cast<T const&>(value);
}

THRUM_EXEC_CHECK_DISABLE
template <class T>
THRUM_HD cub_value<T> to_cub_value(T const& value) {
  if constexpr (std::is_same_v<cub_value<T>, T>) {
    return value;
  } else {
    byte_box<T> box;
    ::new (static_cast<void*>(box.bytes)) T(value);
    return box;
  }
}

/// An iterator that reads f(i) at i.
template <class F, class T>
class read_iterator {
 public:
  using value_type = T;
  using reference = T;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  THRUM_HD explicit read_iterator(F f, difference_type at = 0) : f_(f), at_(at) {}
  __device__ T operator*() const { return f_(at_); }
  __device__ T operator[](difference_type n) const { return f_(at_ + n); }
  THRUM_HD read_iterator operator+(difference_type n) const { return read_iterator(f_, at_ + n); }
  THRUM_HD read_iterator operator-(difference_type n) const { return read_iterator(f_, at_ - n); }
  THRUM_HD difference_type operator-(read_iterator const& other) const { return at_ - other.at_; }
  THRUM_HD read_iterator& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  THRUM_HD read_iterator& operator++() { return *this += 1; }

 private:
  mutable F f_;  // a user's functor may be callable only as non-const
  difference_type at_;
};

/// An iterator that calls f(i, v) when v is written at i.
template <class F, class T>
class write_iterator {
 public:
  struct reference {
    mutable F f;
    std::ptrdiff_t at;
    __device__ reference const& operator=(T const& value) const {
      f(at, value);
      return *this;
    }
  };
  using value_type = T;
  using pointer = void;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  THRUM_HD explicit write_iterator(F f, difference_type at = 0) : f_(f), at_(at) {}
  __device__ reference operator*() const { return {f_, at_}; }
  __device__ reference operator[](difference_type n) const { return {f_, at_ + n}; }
  THRUM_HD write_iterator operator+(difference_type n) const { return write_iterator(f_, at_ + n); }
  THRUM_HD write_iterator operator-(difference_type n) const { return write_iterator(f_, at_ - n); }
  THRUM_HD difference_type operator-(write_iterator const& other) const { return at_ - other.at_; }
  THRUM_HD write_iterator& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  THRUM_HD write_iterator& operator++() { return *this += 1; }

 private:
  mutable F f_;
  difference_type at_;
};

template <class I, class T>
struct cub_value_reader {
  I first;
  __device__ cub_value<T> operator()(std::ptrdiff_t i) {
    return detail::to_cub_value<T>(static_cast<T>(first[i]));
  }
};

template <class O, class T>
struct cub_value_writer {
  O out;
  __device__ void operator()(std::ptrdiff_t i, cub_value<T> const& value) {
    out[i] = detail::from_cub_value<T>(value);
  }
};

/// Returns whether CUB can read or write a T through this iterator itself.
template <class I, class T>
constexpr bool plain_pointer() {
  if constexpr (std::is_pointer_v<I>) {
    using U = std::remove_cv_t<std::remove_pointer_t<I>>;
    return (std::is_same_v<U, T> && std::is_same_v<cub_value<T>, T>) ||
           (std::is_arithmetic_v<U> && std::is_arithmetic_v<T>);
  } else {
    return false;
  }
}

/// Returns an iterator over the elements of a range, which are converted to T where they are used.
template <class T, class I>
auto as_input(I first) {
  if constexpr (detail::plain_pointer<I, T>()) return first;
  else return read_iterator<cub_value_reader<I, T>, cub_value<T>>(cub_value_reader<I, T>{first});
}

/// Returns an iterator over the elements of a range as objects of type cub_value<T>, for algorithms
/// that take the type they work in from their input.
template <class T, class I>
auto as_input_of(I first) {
  if constexpr (std::is_pointer_v<I> && std::is_same_v<std::iter_value_t<I>, cub_value<T>>) return first;
  else return read_iterator<cub_value_reader<I, T>, cub_value<T>>(cub_value_reader<I, T>{first});
}

/// Returns an iterator that writes elements of type T.
template <class T, class O>
auto as_output(O out) {
  if constexpr (detail::plain_pointer<O, T>()) return out;
  else return write_iterator<cub_value_writer<O, T>, cub_value<T>>(cub_value_writer<O, T>{out});
}

/// An associative operator whose sums are of type T.
template <class T, class Op>
struct cub_operator {
  mutable Op op;
  __device__ cub_value<T> operator()(cub_value<T> const& a, cub_value<T> const& b) const {
    if constexpr (is_cub_plus<Op, T>)
      return static_cast<T>(detail::from_cub_value<T>(a) + detail::from_cub_value<T>(b));
    else
      return detail::to_cub_value<T>(
          static_cast<T>(op(detail::from_cub_value<T>(a), detail::from_cub_value<T>(b))));
  }
};

/// An order of elements of type T.
template <class T, class Less>
struct cub_order {
  mutable Less less;
  __device__ bool operator()(cub_value<T> const& a, cub_value<T> const& b) const {
    return static_cast<bool>(less(detail::from_cub_value<T>(a), detail::from_cub_value<T>(b)));
  }
};

/// Returns the operator in the form that CUB calls for elements that I reads. If it names no type,
/// CUB adds the numbers of a warp in one instruction where the GPU has it, for these two types. But
/// CUB then makes sums in the type of the elements, which has to be T.
template <class T, class I, class Op>
auto as_operator(Op op) {
  constexpr bool has_instruction =
      (std::is_same_v<T, int> || std::is_same_v<T, unsigned>) && std::is_same_v<std::iter_value_t<I>, T>;
  if constexpr (is_cub_plus<Op, T> && has_instruction) return ::cuda::std::plus<>{};
  else if constexpr (is_cub_plus<Op, T>) return ::cuda::std::plus<T>{};
  else return cub_operator<T, Op>{op};
}

}  // namespace detail
}  // namespace thrum
