// for_each_block: work in blocks whose lanes share memory and wait for each other, the same on the host and on a
// device.
#pragma once

#include <thrum/detail/backend.h>
#include <thrum/detail/block_memory.h>
#include <thrum/detail/checks.h>
#include <thrum/detail/config.h>
#include <thrum/detail/loop.h>
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace thrum {

/// The most lanes of a block, under every policy.
inline constexpr int most_lanes = 1024;

/// In place of a constant: the number of lanes is known when the program runs.
inline constexpr int any_lanes = 0;

/// A number of lanes that is part of the type: loops over lanes have constant lengths then, which compilers vectorise.
template <int Lanes>
  requires(Lanes >= 1 && Lanes <= most_lanes)
struct lanes_t {};
template <int Lanes>
inline constexpr lanes_t<Lanes> lanes{};

/// How many blocks it takes to give each of n elements a lane.
THRUM_HD constexpr std::ptrdiff_t blocks_for(std::ptrdiff_t n, std::ptrdiff_t lanes_of_block) {
  return n <= 0 ? 0 : (n - 1) / lanes_of_block + 1;
}

/// A T for each lane of a block, which it keeps from step to step: in registers on a device, in an array on the host.
/// Lane l names no other's than [l].
template <class T, int Lanes>
class lane_values {
#if !defined(__CUDA_ARCH__)
  static constexpr int room = Lanes == any_lanes ? most_lanes : Lanes;
  static_assert(
      sizeof(T) * room <= 262144,
      "thrum: the values of all lanes of a block lie on the stack of a thread, 256 KiB at most: take smaller "
      "ones, or fewer lanes by thrum::lanes<N>");
#endif

 public:
  THRUM_HD lane_values([[maybe_unused]] int size, T const& initial) {
#if defined(__CUDA_ARCH__)
    value_ = initial;
#else
    for (int lane = 0; lane < size; ++lane) values_[lane] = initial;
#endif
  }
#if defined(__CUDA_ARCH__)
  THRUM_HD T& operator[](int) { return value_; }

 private:
  T value_;
#else
  THRUM_HD T& operator[](int lane) { return values_[lane]; }

 private:
  T values_[room];
#endif
};

namespace detail {
/// Its address stands for a type and a number.
template <class T, int Number>
inline constexpr char room_key = 0;

/// Calls f(lane) for each lane below n, which are independent of each other.
template <int Lanes, class F>
void lane_loop(int n, F& f) {
  if constexpr (Lanes != any_lanes) {
    if (n == Lanes) {
      THRUM_INDEPENDENT
      for (int lane = 0; lane < Lanes; ++lane) f(lane);
      return;
    }
  }
  detail::independent_loop(0, n, [&f](std::ptrdiff_t lane) { f(static_cast<int>(lane)); });
}
}  // namespace detail

/// What the functor of for_each_block gets: which block it is, its lanes, and what they share. Lanes is the N of
/// lanes<N>, or any_lanes where the number came as an int.
template <int Lanes = any_lanes>
class block {
 public:
  THRUM_HD block(std::ptrdiff_t index, [[maybe_unused]] int size, detail::block_memory* memory)
      : index_(index), size_(size), memory_(memory) {}

  THRUM_HD std::ptrdiff_t index() const { return index_; }
  /// How many lanes it has.
  THRUM_HD constexpr int size() const {
    if constexpr (Lanes != any_lanes) return Lanes;
    else return size_;
  }

  /// A step: f(lane) for each lane. When it returns all lanes are done and see what the others have stored.
  THRUM_EXEC_CHECK_DISABLE
  template <class F>
  THRUM_HD void each(F f) const {
#if defined(__CUDA_ARCH__)
    f(static_cast<int>(threadIdx.x));
    __syncthreads();
#else
    detail::lane_loop<Lanes>(size(), f);
#endif
  }

  /// A step over a range of n elements, of which block b has [b * size(), (b + 1) * size()): f(lane, i) for the lanes
  /// whose element i is in the range. All lanes come to its end.
  THRUM_EXEC_CHECK_DISABLE
  template <class F>
  THRUM_HD void each_of(std::ptrdiff_t n, F f) const {
    std::ptrdiff_t const first = index_ * size();
#if defined(__CUDA_ARCH__)
    int const lane = static_cast<int>(threadIdx.x);
    if (first + lane < n) f(lane, first + lane);
    __syncthreads();
#else
    auto here = [&](int lane) { f(lane, first + lane); };
    // A block far behind the end is further away than an int says.
    if (first < n) detail::lane_loop<Lanes>(static_cast<int>(detail::least(size(), n - first)), here);
#endif
  }

  /// A step over the places of a rectangle, which the lanes share out among themselves: f(row, column) for each place.
  /// Columns are next to each other in memory, as a rule: lanes that are neighbours take them on a device, the inner
  /// loop on the host.
  THRUM_EXEC_CHECK_DISABLE
  template <class F>
  THRUM_HD void deal(int rows, int columns, F f) const {
#if defined(__CUDA_ARCH__)
    int const count_of_places = rows * columns;
    for (int place = static_cast<int>(threadIdx.x); place < count_of_places; place += size()) {
      f(place / columns, place % columns);
    }
    __syncthreads();
#else
    for (int row = 0; row < rows; ++row) {
      THRUM_INDEPENDENT
      for (int column = 0; column < columns; ++column) f(row, column);
    }
#endif
  }

  /// Memory that the lanes share, of each type T (and Number) one object, the same in every call: shared memory of the
  /// device, a buffer on the host. It has no value before a lane stores one: what the block before has left there,
  /// perhaps.
  ///     auto& tile = b.template shared<float[16][16]>();
  template <class T, int Number = 0>
  THRUM_HD T& shared() const {
    using element = std::remove_all_extents_t<T>;
    static_assert(
        std::is_trivially_copyable_v<element> && std::is_trivially_destructible_v<element>,
        "thrum: what the lanes of a block share is trivially copyable: nobody constructs or destroys it");
    static_assert(sizeof(T) <= 49152, "thrum: the lanes of a block share 48 KiB at most");
#if defined(__CUDA_ARCH__)
    __shared__ alignas(T) unsigned char bytes[sizeof(T)];
    return reinterpret_cast<T&>(bytes);
#else
    constexpr std::size_t line = 64;
    return *static_cast<T*>(
        memory_->get(&detail::room_key<T, Number>, sizeof(T), alignof(T) < line ? line : alignof(T)));
#endif
  }

  /// A value for each lane: see lane_values.
  template <class T>
  THRUM_HD lane_values<T, Lanes> values(T const& initial = T()) const {
    return {size(), initial};
  }

 private:
  std::ptrdiff_t index_;
  int size_;
  detail::block_memory* memory_;
};

namespace detail {

template <class L>
inline constexpr int lanes_of = any_lanes;
template <int Lanes>
inline constexpr int lanes_of<lanes_t<Lanes>> = Lanes;

template <class L>
int number_of_lanes(L n) {
  if constexpr (std::integral<L>) {
    if (!std::in_range<int>(n) || static_cast<int>(n) < 1 || static_cast<int>(n) > most_lanes) {
      throw std::invalid_argument("thrum: for_each_block with " + std::to_string(n) +
                                  " lanes: a block has from 1 to " + std::to_string(most_lanes));
    }
    return static_cast<int>(n);
  } else {
    return lanes_of<L>;
  }
}

/// Some blocks, one after another on one thread, which use the same memory.
template <int Lanes, class F>
struct run_of_blocks {
  using has_side_effects = void;
  std::ptrdiff_t blocks, length;
  int lanes;
  F f;
  // A loop that makes four of its turns one would have the whole work four times.
  [[gnu::noinline]] void operator()(std::ptrdiff_t run) const {
    F work = f;
    block_memory memory;
    std::ptrdiff_t const end = least(blocks, (run + 1) * length);
    for (std::ptrdiff_t b = run * length; b < end; ++b) work(block<Lanes>(b, lanes, &memory));
  }
};

/// How many blocks are a task: of few one, for nobody knows what they cost; of many so many that each thread has some.
template <class B>
std::ptrdiff_t blocks_in_a_row(B const& exec, std::ptrdiff_t blocks) {
  std::ptrdiff_t tasks = 256;
  if constexpr (requires { exec.concurrency(); }) tasks = std::max<std::ptrdiff_t>(tasks, 8 * exec.concurrency());
  return std::max<std::ptrdiff_t>(1, blocks / tasks);
}

template <class B, class F, class L>
constexpr bool valid_work_of_blocks() {
  constexpr bool lanes_known = std::integral<L> || lanes_of<L> != any_lanes;
  static_assert(lanes_known,
                "thrum: the lanes of for_each_block are a number, or thrum::lanes<N> for a constant one");
  constexpr bool callable = callable_with<F, block<lanes_of<L>> const&>;
  static_assert(
      callable,
      "thrum: for_each_block calls its functor with a thrum::block<N> const& under thrum::lanes<N>, with a "
      "thrum::block<> const& where the lanes are a number: this functor cannot be called so");
  constexpr bool copyable = std::copy_constructible<F>;
  static_assert(copyable, "thrum: functors are copied: this one cannot be");
  if constexpr (lanes_known && callable && copyable) return detail::calls<B, F, block<lanes_of<L>> const&>();
  else return false;
}

}  // namespace detail

/// for_each_block(policy, blocks, lanes, f): calls f(block) for each of so many blocks of lanes, in any order and
/// concurrently.
///
/// What f does it does in steps, block.each and block.each_of, which call a functor for each lane; a step ends when
/// all lanes of the block have done it, so that the next one may read what others have stored in block.shared<T>().
/// What stands between the steps is for the block as a whole, for example the loop over its steps: it stores nothing,
/// and does not read what the next step stores. In a step no lane reads what another one stores.
///
/// lanes is thrum::lanes<256> for a constant, else an int from 1 to 1024 (std::invalid_argument if it is not). On a
/// device a block is a block of so many threads; on the host a task does one block after another, and the lanes of a
/// step are a loop. Takes no scratch memory of the policy; on the host, shared memory is allocated once for each task.
/// An exception of f leaves the call under seq and tbb::par.
struct for_each_block_fn {
  template <backend B, class Size, class L, class F>
  void operator()(B const& exec, Size blocks, L lanes_of_block, F f) const {
    if constexpr (detail::valid_count<Size>() && detail::valid_work_of_blocks<B, F, L>()) {
      constexpr int fixed = detail::lanes_of<L>;
      std::ptrdiff_t const n = detail::length_of(blocks);
      int const size = detail::number_of_lanes(lanes_of_block);
      if constexpr (requires { exec.template for_each_block<fixed>(n, size, f); }) {
        exec.template for_each_block<fixed>(n, size, std::move(f));
      } else {
        std::ptrdiff_t const length = detail::blocks_in_a_row(exec, n);
        exec.for_each_n(thrum::blocks_for(n, length),
                        detail::run_of_blocks<fixed, F>{n, length, size, std::move(f)}, 1);
      }
    }
  }
  /// What is checked are the arguments of algorithms; this one has no ranges.
  template <class B, class Size, class L, class F>
  void operator()(checked_policy<B> const& exec, Size blocks, L lanes_of_block, F f) const {
    (*this)(exec.unchecked(), blocks, lanes_of_block, std::move(f));
  }
};
THRUM_OBJECT for_each_block_fn for_each_block{};

}  // namespace thrum

#if defined(__CUDACC__)
#include <thrum/detail/cuda/for_each_block.cuh>
#endif
