// block: what the functor of for_each_block works with. Its lanes share memory and wait for each other.
#pragma once

#include <thrum/detail/along/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/kernels/block_memory.h>
#include <cstddef>
#include <type_traits>

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

}  // namespace thrum

#include <thrum/detail/along/end.h>
