// Types and operators of reductions: MPI's own where MPI has them.
#pragma once

#include <thrum/detail/base/config.h>
#include <mpi.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/ranks/elements.h>
#include <thrum/detail/ranks/mpi_calls.h>
#include <thrum/functional.h>
#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <type_traits>

namespace thrum::ranks::detail {

template <class T, class... Ts>
inline constexpr bool is_one_of = (std::is_same_v<T, Ts> || ...);

/// Whether MPI calculates with numbers of type T. (It has no sums of bool.)
template <class T>
inline constexpr bool is_number_of_mpi =
    is_one_of<T, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned long,
              long long, unsigned long long, float, double, long double>;

/// Returns MPI's name of T.
template <class T>
MPI_Datatype number_type() {
  if constexpr (is_one_of<T, char, signed char, unsigned char>) {
    return std::is_signed_v<T> ? MPI_SIGNED_CHAR : MPI_UNSIGNED_CHAR;
  } else if constexpr (std::is_same_v<T, short>) return MPI_SHORT;
  else if constexpr (std::is_same_v<T, unsigned short>) return MPI_UNSIGNED_SHORT;
  else if constexpr (std::is_same_v<T, int>) return MPI_INT;
  else if constexpr (std::is_same_v<T, unsigned int>) return MPI_UNSIGNED;
  else if constexpr (std::is_same_v<T, long>) return MPI_LONG;
  else if constexpr (std::is_same_v<T, unsigned long>) return MPI_UNSIGNED_LONG;
  else if constexpr (std::is_same_v<T, long long>) return MPI_LONG_LONG;
  else if constexpr (std::is_same_v<T, unsigned long long>) return MPI_UNSIGNED_LONG_LONG;
  else if constexpr (std::is_same_v<T, float>) return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  else return MPI_LONG_DOUBLE;
}

/// Whether Op, on elements of type T, is an operator that MPI has.
template <class Op, class T>
inline constexpr bool is_product_of =
    is_one_of<Op, multiplies<>, multiplies<T>, std::multiplies<>, std::multiplies<T>>;
template <class Op, class T>
inline constexpr bool is_and_of =
    is_one_of<Op, logical_and<>, logical_and<T>, std::logical_and<>, std::logical_and<T>>;
template <class Op, class T>
inline constexpr bool is_or_of = is_one_of<Op, logical_or<>, logical_or<T>, std::logical_or<>, std::logical_or<T>>;
template <class Op, class T>
inline constexpr bool is_bit_and_of = is_one_of<Op, bit_and<>, bit_and<T>, std::bit_and<>, std::bit_and<T>>;
template <class Op, class T>
inline constexpr bool is_bit_or_of = is_one_of<Op, bit_or<>, bit_or<T>, std::bit_or<>, std::bit_or<T>>;
template <class Op, class T>
inline constexpr bool is_bit_xor_of = is_one_of<Op, bit_xor<>, bit_xor<T>, std::bit_xor<>, std::bit_xor<T>>;

/// Returns MPI's operator for Op on elements of type T, or MPI_OP_NULL.
template <class Op, class T>
MPI_Op operator_of_mpi() {
  if constexpr (is_number_of_mpi<T>) {
    if constexpr (thrum::detail::is_plus<Op, T>) return MPI_SUM;
    else if constexpr (is_product_of<Op, T>) return MPI_PROD;
    else if constexpr (thrum::detail::is_minimum<Op, T>) return MPI_MIN;
    else if constexpr (thrum::detail::is_maximum<Op, T>) return MPI_MAX;
    else if constexpr (std::is_integral_v<T>) {
      if constexpr (is_and_of<Op, T>) return MPI_LAND;
      else if constexpr (is_or_of<Op, T>) return MPI_LOR;
      else if constexpr (is_bit_and_of<Op, T>) return MPI_BAND;
      else if constexpr (is_bit_or_of<Op, T>) return MPI_BOR;
      else if constexpr (is_bit_xor_of<Op, T>) return MPI_BXOR;
    }
  }
  return MPI_OP_NULL;
}
template <class Op, class T>
inline constexpr bool has_operator_of_mpi =
    is_number_of_mpi<T> &&
    (thrum::detail::is_plus<Op, T> || is_product_of<Op, T> || thrum::detail::is_minimum<Op, T> ||
     thrum::detail::is_maximum<Op, T> ||
     (std::is_integral_v<T> && (is_and_of<Op, T> || is_or_of<Op, T> || is_bit_and_of<Op, T> ||
                                is_bit_or_of<Op, T> || is_bit_xor_of<Op, T>)));

/// A type and an operator for one reduction of T by op, an operator that MPI has not. MPI passes
/// the operator no state, so that the object of the calling thread is kept in a variable. An
/// exception of op must not pass through MPI: it is kept until the call has ended. T may be
/// unaligned in MPI's memory.
template <class T, class Op>
class own_operator {
 public:
  explicit own_operator(Op& op) : op_(op), before_(current()) {
    check_mpi(MPI_Type_contiguous(static_cast<int>(sizeof(T)), MPI_BYTE, &type_), "MPI_Type_contiguous");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
    THRUM_MPI_CALL(Op_create, &own_operator::apply, 0, &handle_);
    current() = this;
  }
  own_operator(own_operator const&) = delete;
  own_operator& operator=(own_operator const&) = delete;
  ~own_operator() {
    current() = before_;
    if (handle_ != MPI_OP_NULL) MPI_Op_free(&handle_);
    if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
  }
  MPI_Datatype type() const { return type_; }
  MPI_Op handle() const { return handle_; }
  /// Throws what op has thrown.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static own_operator*& current() {
    static thread_local own_operator* object = nullptr;
    return object;
  }
  static void apply(void* in, void* in_out, mpi_count* n, MPI_Datatype*) noexcept {
    current()->apply_to(in, in_out, *n);
  }
  void apply_to(void const* in, void* in_out, mpi_count n) noexcept {
    if (error_) return;
    auto const* x = static_cast<std::byte const*>(in);
    auto* y = static_cast<std::byte*>(in_out);
    try {
      for (mpi_count i = 0; i < n; ++i, x += sizeof(T), y += sizeof(T)) {
        T a = detail::zero_bytes<T>(), b = detail::zero_bytes<T>();
        std::memcpy(static_cast<void*>(&a), x, sizeof(T));
        std::memcpy(static_cast<void*>(&b), y, sizeof(T));
        T const both = static_cast<T>(op_(a, b));
        std::memcpy(y, static_cast<void const*>(&both), sizeof(T));
      }
    } catch (...) {
      error_ = std::current_exception();
    }
  }

  Op& op_;
  own_operator* before_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  MPI_Op handle_ = MPI_OP_NULL;
  std::exception_ptr error_;
};

/// Calls reduce(type, operator) with those of T and op.
template <class T, class Op, class Reduce>
void with_operator(Op& op, Reduce reduce) {
  if constexpr (has_operator_of_mpi<std::remove_cv_t<Op>, T>) {
    reduce(detail::number_type<T>(), detail::operator_of_mpi<std::remove_cv_t<Op>, T>());
  } else {
    own_operator<T, Op> const own(op);
    reduce(own.type(), own.handle());
    own.rethrow();
  }
}

}  // namespace thrum::ranks::detail
