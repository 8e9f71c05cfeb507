// tape: derivatives by all variables of a function, in one pass backward over what it computed.
// The operators of var are in detail/functional/differentiable.h, its functions in
// detail/functional/differentiable_math.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/functional/differentiable_math.h>
#include <thrum/dual.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/iterator_range.h>
#include <thrum/iterator/transform_iterator.h>
#include <thrum/memory_resource.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace thrum {

template <class T>
class var;

/// The memory that a tape needs for an operation: its operands, its slopes by them, and the
/// derivative by it. 32 bytes for double.
template <class T>
struct tape_node {
  /// The number of no node.
  static constexpr std::uint32_t none = 0xffffffff;

  T slopes[2];
  T derivative;
  std::uint32_t operands[2];
};

namespace detail {

/// What a tape records of an operation. Derivatives are apart, behind all records that there is
/// room for, so that few bytes are read and written.
template <class T>
struct tape_record {
  T slopes[2];
  std::uint32_t operands[2];
};

/// The first operand of a node whose second one is a number of records: these are before the node,
/// and hold the slopes of a sum by many operands instead of operations (see vmap_sum), or are
/// variables.
inline constexpr std::uint32_t tape_block = 0xfffffffe;

/// Operands of a sum that follow each other on the tape, or a list of them if `first` is `none`.
struct tape_operands {
  std::uint32_t first, count;
};

/// Variables that are on a tape without records. Those that were there before are `outer`.
struct tape_inputs {
  std::size_t begin, end;
  tape_inputs const* outer;
};

template <class T>
struct tape_access;

}  // namespace detail

/// The operations of a computation with var, in their order. backward(y) goes over them from y
/// back, and finds the derivatives of y by all variables in a few times the time of the computation
/// itself, however many variables there are. T is float, double, or a dual for products with second
/// derivatives.
///
///     thrum::tape tape;
///     auto const x = tape.variable(2), y = tape.variable(3);
///     auto const z = x * y + sin(x);
///     tape.backward(z);               // tape.derivative(x) is 3 + cos(2), tape.derivative(y) is 2
///
/// One thread uses a tape at a time; other threads have their own. A tape is neither copied nor
/// moved, because its variables refer to it. If an operation throws, the tape is as before.
template <class T = double>
class tape {
 public:
  using value_type = T;
  using node = tape_node<T>;

  /// Makes a tape whose memory is from a resource. It grows by doubling: none is allocated before
  /// the first operation, or for at least `capacity` operations at once. Throws what the resource
  /// throws.
  explicit tape(memory_resource<host_space>& resource = default_resource<host_space>(), std::size_t capacity = 0)
      : resource_(&resource) {
    if (capacity > 0) reserve(capacity);
  }
  /// Makes a tape in memory of the caller, which does not grow. It works in device code.
  THRUM_HD tape(node* memory, std::size_t capacity) { use(memory, capacity); }
  tape(tape const&) = delete;
  tape& operator=(tape const&) = delete;
  THRUM_HD ~tape() {
#if !defined(__CUDA_ARCH__)
    if (resource_ != nullptr && records_ != nullptr) {
      resource_->deallocate(records_, capacity_ * sizeof(node), alignof(node));
    }
#endif
  }

  /// Returns the tape of the calling thread, which lives as long as the thread: for functors, which
  /// then do not allocate a tape in each call. Whoever records on it rewinds it.
  static tape& of_thread() {
    static thread_local tape own;
    return own;
  }

  /// Returns a new variable. Throws std::length_error if the tape does not grow and is full.
  THRUM_HD var<T> variable(T const& value) {
    return var<T>(value, this, record(T(0), node::none, T(0), node::none));
  }

  /// Finds the derivatives of y by everything that is on the tape. O(size()) work.
  THRUM_HD void backward(var<T> const& y) { backward(y, 0); }
  /// Goes back from y only to a checkpoint: adds the derivatives of y to those of what was recorded
  /// before it. So a sum of many terms needs the memory of one term: after each one,
  /// backward(term, checkpoint) and rewind(checkpoint).
  THRUM_HD void backward(var<T> const& y, std::size_t checkpoint) {
    for (std::size_t i = checkpoint; i < size_; ++i) derivatives_[i] = T(0);
    if (y.tape_ == nullptr || y.node_ == node::none) return;
    derivatives_[y.node_] += T(1);
    for (auto const* inputs = inputs_; inputs != nullptr; inputs = inputs->outer) {
      if (inputs->begin <= y.node_ && y.node_ < inputs->end) return;
    }
    for (std::size_t i = std::size_t{y.node_} + 1; i > checkpoint;) {
      --i;
      record_type const& n = records_[i];
      T const derivative = derivatives_[i];
      if (n.operands[0] == detail::tape_block) {
        go_back_from_block(i, derivative);
        i -= n.operands[1];
        continue;
      }
      if (n.operands[0] != node::none) derivatives_[n.operands[0]] += n.slopes[0] * derivative;
      if (n.operands[1] != node::none) derivatives_[n.operands[1]] += n.slopes[1] * derivative;
    }
  }
  THRUM_HD void clear_derivatives() {
    for (std::size_t i = 0; i < size_; ++i) derivatives_[i] = T(0);
  }
  /// Returns the derivative by x that backward has found: 0 for a constant, and NaN if the tape
  /// was too short in device code.
  THRUM_HD T derivative(var<T> const& x) const {
    if (!complete_) return T(NAN);
    return x.tape_ == nullptr ? T(0) : derivatives_[x.node_];
  }

  /// Returns how many variables and operations are recorded; it is also the checkpoint here.
  THRUM_HD std::size_t size() const { return size_; }
  /// Returns how many fit before the tape grows, or throws.
  THRUM_HD std::size_t capacity() const { return capacity_; }
  /// Returns whether all operations were recorded. Only device code, which cannot throw, records
  /// less.
  THRUM_HD bool complete() const { return complete_; }
  /// Forgets what was recorded after a checkpoint, an earlier size(). Its variables are then no
  /// longer valid. The memory stays.
  THRUM_HD void rewind(std::size_t checkpoint = 0) {
    size_ = checkpoint;
    if (checkpoint == 0) complete_ = true;
  }
  /// Makes room for `capacity` variables and operations together.
  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    if (resource_ == nullptr || capacity > detail::tape_block) {
      throw std::length_error("thrum: a tape has no room for more than " +
                              std::to_string(resource_ == nullptr ? capacity_ : detail::tape_block) +
                              " operations");
    }
    auto* const before = records_;
    auto const* const derivatives_before = derivatives_;
    std::size_t const capacity_before = capacity_;
    use(resource_->allocate(capacity * sizeof(node), alignof(node)), capacity);
    if (size_ > 0) {
      std::memcpy(static_cast<void*>(records_), before, size_ * sizeof(record_type));
      std::memcpy(static_cast<void*>(derivatives_), derivatives_before, size_ * sizeof(T));
    }
    if (before != nullptr) resource_->deallocate(before, capacity_before * sizeof(node), alignof(node));
  }

 private:
  using record_type = detail::tape_record<T>;
  static_assert(sizeof(record_type) + sizeof(T) == sizeof(node) && alignof(record_type) == alignof(node));
  friend struct detail::chain_rule<var<T>>;
  friend struct detail::tape_access<T>;

  THRUM_HD void use(void* memory, std::size_t capacity) {
    records_ = static_cast<record_type*>(memory);
    derivatives_ = reinterpret_cast<T*>(records_ + capacity);
    capacity_ = capacity;
  }

  /// Makes room for `more` operations. Returns false in device code where there is none.
  THRUM_HD bool grow([[maybe_unused]] std::size_t more) {
#if defined(__CUDA_ARCH__)
    complete_ = false;
    return false;
#else
    std::size_t const least = size_ + more, limit = detail::tape_block;
    std::size_t const doubled = size_ == 0 ? 256 : size_ < limit / 2 ? 2 * size_ : limit;
    reserve(least > doubled ? least : doubled);
    return true;
#endif
  }

  THRUM_HD std::uint32_t record(T const& slope0, std::uint32_t operand0, T const& slope1, std::uint32_t operand1) {
    if (size_ == capacity_ && !grow(1)) return node::none;
    record_type& n = records_[size_];
    n.slopes[0] = slope0;
    n.slopes[1] = slope1;
    n.operands[0] = operand0;
    n.operands[1] = operand1;
    derivatives_[size_] = T(0);
    return static_cast<std::uint32_t>(size_++);
  }

  /// Records a node behind `records` records for other data. Returns it, or `none`.
  THRUM_HD std::uint32_t record_block(std::size_t records) {
    if (capacity_ - size_ <= records && !grow(records + 1)) return node::none;
    for (std::size_t i = 0; i <= records; ++i) derivatives_[size_ + i] = T(0);
    size_ += records;
    return record(T(0), detail::tape_block, T(0), static_cast<std::uint32_t>(records));
  }
  /// Records n variables. Only the last one has a record.
  THRUM_HD void record_inputs(std::size_t n) {
    if (n < 2) {
      if (n == 1) record(T(0), node::none, T(0), node::none);
      return;
    }
    std::uint32_t const last = record_block(n - 1);
    if (last != node::none) operands_of(last)[-1] = {0, 0};
  }

  /// What is before a block's node: element -1 has in `count` how many sets of operands there are,
  /// of which the k-th is element -2 - k.
  THRUM_HD detail::tape_operands* operands_of(std::size_t block) const {
    return reinterpret_cast<detail::tape_operands*>(records_ + block);
  }
  /// Adds the derivatives by the operands of a sum. Its slopes are at the beginning of the block,
  /// and behind them the lists.
  THRUM_HD void go_back_from_block(std::size_t block, T const& derivative) {
    std::uint32_t const records = records_[block].operands[1];
    detail::tape_operands const* const sets = operands_of(block);
    T const* slopes = reinterpret_cast<T const*>(records_ + (block - records));
    std::size_t all = 0;
    for (std::uint32_t k = 0; k < sets[-1].count; ++k) all += sets[-2 - static_cast<std::ptrdiff_t>(k)].count;
    auto const* list = reinterpret_cast<std::uint32_t const*>(slopes + all);
    for (std::uint32_t k = 0; k < sets[-1].count; ++k) {
      detail::tape_operands const set = sets[-2 - static_cast<std::ptrdiff_t>(k)];
      if (set.first != node::none) {
        T* const to = derivatives_ + set.first;
        THRUM_INDEPENDENT
        for (std::uint32_t j = 0; j < set.count; ++j) to[j] += slopes[j] * derivative;
      } else {
        for (std::uint32_t j = 0; j < set.count; ++j) {
          if (list[j] != node::none) derivatives_[list[j]] += slopes[j] * derivative;
        }
        list += set.count;
      }
      slopes += set.count;
    }
  }

  record_type* records_ = nullptr;
  T* derivatives_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
  memory_resource<host_space>* resource_ = nullptr;
  detail::tape_inputs const* inputs_ = nullptr;
  bool complete_ = true;
};

/// A tape of at most Capacity operations, with its memory inside: for device code, where each
/// thread has one of its own, and for short functions on the host.
template <class T, std::size_t Capacity>
class fixed_tape : public tape<T> {
 public:
  THRUM_HD fixed_tape() : tape<T>(reinterpret_cast<tape_node<T>*>(memory_), Capacity) {}

 private:
  alignas(tape_node<T>) unsigned char memory_[Capacity * sizeof(tape_node<T>)];
};

/// A value that is computed, and its place on a tape. Operators and the functions of <cmath> record
/// what they do on the tape of their operands; comparisons are those of values. An operand that
/// converts to T is a constant, and so is a var made of one, which is on no tape. The operands of
/// an operation are on one tape. Trivially copyable; valid as long as its tape, until that is
/// rewound.
template <class T = double>
class var {
 public:
  using value_type = T;

  THRUM_HD constexpr var() : value_() {}
  /// Makes a constant.
  template <class U>
    requires(!std::is_same_v<U, var> && std::is_convertible_v<U, T>)
  THRUM_HD constexpr var(U const& constant) : value_(static_cast<T>(constant)) {}

  THRUM_HD constexpr T const& value() const { return value_; }

 private:
  friend class tape<T>;
  friend struct detail::chain_rule<var<T>>;
  friend struct detail::tape_access<T>;

  THRUM_HD constexpr var(T const& value, tape<T>* on, std::uint32_t node)
      : value_(value), tape_(on), node_(node) {}

  T value_;
  tape<T>* tape_ = nullptr;
  std::uint32_t node_ = tape_node<T>::none;
};

namespace detail {

template <class T>
struct chain_rule<var<T>> {
  using value_type = T;

  template <class A, class S>
  THRUM_HD static constexpr var<T> of(T const& value, A const& a, S const& slope) {
    return record(value, a, slope, T(0), T(0));
  }
  template <class A, class S, class B, class U>
  THRUM_HD static constexpr var<T> of(T const& value, A const& a, S const& slope_a, B const& b, U const& slope_b) {
    return record(value, a, slope_a, b, slope_b);
  }
  template <class A, class S, class B, class U, class... Rest>
    requires(sizeof...(Rest) > 0)
  THRUM_HD static constexpr var<T> of(T const& value, A const& a, S const& slope_a, B const& b, U const& slope_b,
                                      Rest const&... rest) {
    return of(value, record(value, a, slope_a, b, slope_b), unit_slope{}, rest...);
  }
  THRUM_HD static constexpr var<T> select(bool condition, var<T> const& a, var<T> const& b) {
    return condition ? a : b;
  }
  /// Returns the variable that is this node.
  THRUM_HD static constexpr var<T> at(T const& value, tape<T>* on, std::uint32_t node) {
    return {value, on, node};
  }

 private:
  THRUM_HD static constexpr T number(T const& slope) { return slope; }
  THRUM_HD static constexpr T number(unit_slope) { return T(1); }
  THRUM_HD static constexpr T number(minus_unit_slope) { return T(-1); }
  THRUM_HD static constexpr T number(slope_of_few<T> const& slope) { return slope.slope; }

  THRUM_HD static constexpr tape<T>* tape_of(var<T> const& x) { return x.tape_; }
  template <class U>
  THRUM_HD static constexpr tape<T>* tape_of(U const&) {
    return nullptr;
  }
  THRUM_HD static constexpr std::uint32_t node_of(var<T> const& x) { return x.node_; }
  template <class U>
  THRUM_HD static constexpr std::uint32_t node_of(U const&) {
    return tape_node<T>::none;
  }

  template <class A, class S, class B, class U>
  THRUM_HD static constexpr var<T> record(T const& value, A const& a, S const& slope_a, B const& b,
                                          U const& slope_b) {
    tape<T>* const on = tape_of(a) != nullptr ? tape_of(a) : tape_of(b);
    if (on == nullptr) return var<T>(value);
    return {value, on, on->record(number(slope_a), node_of(a), number(slope_b), node_of(b))};
  }
};

/// The i-th variable of a gradient: the value first[i], as the node `base` + i.
template <class T, class I>
struct input_of_tape {
  I first;
  tape<T>* on;
  std::size_t base;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD var<T> operator()(std::ptrdiff_t i) const {
    return chain_rule<var<T>>::at(static_cast<T>(first[i]), on,
                                  static_cast<std::uint32_t>(base + static_cast<std::size_t>(i)));
  }
};

template <class F>
inline constexpr bool is_input_of_tape = false;
template <class T, class I>
inline constexpr bool is_input_of_tape<input_of_tape<T, I>> = true;

template <class T>
struct tape_access {
  THRUM_HD static tape<T>* tape_of(var<T> const& x) { return x.tape_; }
  THRUM_HD static std::uint32_t node_of(var<T> const& x) {
    return x.tape_ == nullptr ? tape_node<T>::none : x.node_;
  }

  /// Variables at the end of a tape, while this exists. The tape is then as before.
  class inputs {
   public:
    THRUM_HD inputs(tape<T>& on, std::size_t n)
        : on_(on), own_{on.size_, on.size_ + n, on.inputs_}, base_(on.size_) {
      on.record_inputs(n);
      on.inputs_ = &own_;
    }
    inputs(inputs const&) = delete;
    inputs& operator=(inputs const&) = delete;
    THRUM_HD ~inputs() {
      on_.inputs_ = own_.outer;
      on_.rewind(base_);
    }
    THRUM_HD std::size_t base() const { return base_; }
    /// Returns the derivative by the i-th one.
    THRUM_HD T derivative(std::ptrdiff_t i) const {
      return on_.complete_ ? on_.derivatives_[base_ + static_cast<std::size_t>(i)] : T(NAN);
    }

   private:
    tape<T>& on_;
    tape_inputs own_;
    std::size_t base_;
  };

  /// A sum with `slopes` operands in `sets` sets, of which lists name `listed`.
  class sum {
   public:
    sum(tape<T>& on, std::size_t sets, std::size_t slopes, std::size_t listed) : on_(on) {
      std::size_t const bytes =
          slopes * sizeof(T) + listed * sizeof(std::uint32_t) + (sets + 1) * sizeof(tape_operands);
      std::size_t const records = (bytes + sizeof(tape_record<T>) - 1) / sizeof(tape_record<T>);
      node_ = on.record_block(records);
      slopes_ = reinterpret_cast<T*>(on.records_ + (node_ - records));
      list_ = reinterpret_cast<std::uint32_t*>(slopes_ + slopes);
      on.operands_of(node_)[-1] = {0, 0};
    }
    T* slopes() const { return slopes_; }
    std::uint32_t* list() const { return list_; }
    void add(std::uint32_t first, std::size_t n) const {
      auto* const sets = on_.operands_of(node_);
      sets[-2 - static_cast<std::ptrdiff_t>(sets[-1].count++)] = {first, static_cast<std::uint32_t>(n)};
    }
    var<T> result(T const& value) const { return {value, &on_, node_}; }

   private:
    tape<T>& on_;
    std::uint32_t node_;
    T* slopes_;
    std::uint32_t* list_;
  };
};

}  // namespace detail

/// value_and_grad(tape, f, first, last, out): returns f(x), and assigns the derivative of f by x[i]
/// to out[i]. The numbers of the range are the variables: x is a range of random access whose
/// elements are var<T>, with operator[] and size(). The work is a few times that of f, however many
/// variables there are. The tape is as before at the end, except for its capacity.
THRUM_EXEC_CHECK_DISABLE
template <class T, class F, class I, class O>
THRUM_HD T value_and_grad(tape<T>& on, F f, I first, I last, O out) {
  auto const n = static_cast<std::ptrdiff_t>(last - first);
  typename detail::tape_access<T>::inputs const inputs(on, static_cast<std::size_t>(n));
  iterator_range const x(transform_iterator(counting_iterator<std::ptrdiff_t>(0),
                                            detail::input_of_tape<T, I>{first, &on, inputs.base()}),
                         n);
  var<T> const y(f(x));
  on.backward(y, inputs.base());
  for (std::ptrdiff_t i = 0; i < n; ++i) out[i] = inputs.derivative(i);
  return y.value();
}

namespace detail {

/// x[i] with the derivative direction[i], as an iterator would have it.
template <class T, class I, class D>
struct along_direction {
  I first;
  D direction;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD dual<T> operator()(std::ptrdiff_t i) const {
    dual<T> x(first[i]);
    x.derivative(0, static_cast<T>(direction[i]));
    return x;
  }
};

/// Keeps of a dual its derivative.
template <class O>
struct derivative_output {
  O out;
  struct place {
    O out;
    std::ptrdiff_t i;
    THRUM_EXEC_CHECK_DISABLE
    template <class T>
    THRUM_HD void operator=(dual<T> const& x) const {
      out[i] = x.derivative();
    }
  };
  THRUM_HD place operator[](std::ptrdiff_t i) const { return {out, i}; }
};

}  // namespace detail

/// hvp(tape, f, first, last, direction, out): assigns to out[i] the i-th element of the product of
/// the second derivatives of f with a direction, which is the range of as many numbers at
/// `direction`. The tape is one of duals: the derivatives by all variables are found backward, and
/// their derivative in the direction forward. Returns the derivative of f in the direction.
THRUM_EXEC_CHECK_DISABLE
template <class T, class F, class I, class D, class O>
THRUM_HD T hvp(tape<dual<T>>& on, F f, I first, I last, D direction, O out) {
  transform_iterator const x(counting_iterator<std::ptrdiff_t>(0),
                             detail::along_direction<T, I, D>{first, direction});
  return thrum::value_and_grad(on, f, x, x + (last - first), detail::derivative_output<O>{out}).derivative();
}

/// Writes the value.
template <class Char, class Traits, class T>
std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& stream, var<T> const& x) {
  return stream << x.value();
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
