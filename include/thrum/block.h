// block: the object that the functor of for_each_block works with. The lanes of a block share
// memory and wait for each other.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/host_blocks.h>
#include <thrum/detail/base/loop.h>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {

namespace detail {

/// The memory that the lanes of a block share on the host: blocks of memory by key. Each is
/// allocated when it is first asked for. They hold no objects that have to be destroyed.
class block_memory {
 public:
  block_memory() = default;
  ~block_memory() {
    for (room const& r : rooms_) detail::deallocate_host_block(r.memory, r.bytes, r.alignment);
  }
  block_memory(block_memory const&) = delete;
  block_memory& operator=(block_memory const&) = delete;

  void* get(void const* key, std::size_t bytes, std::size_t alignment) {
    for (room const& r : rooms_) {
      if (r.key == key) return r.memory;
    }
    rooms_.reserve(rooms_.size() + 1);
    rooms_.push_back({key, detail::allocate_host_block(bytes, alignment), bytes, alignment});
    return rooms_.back().memory;
  }

 private:
  struct room {
    void const* key;
    void* memory;
    std::size_t bytes;
    std::size_t alignment;
  };
  std::vector<room> rooms_;
};

}  // namespace detail

/// The most lanes of a block, under every policy.
inline constexpr int most_lanes = 1024;

/// Stands in place of a constant number of lanes: the number is known only when the program runs.
inline constexpr int any_lanes = 0;

/// A number of lanes that is part of the type. Loops over the lanes then have constant lengths, and
/// compilers vectorise such loops.
template <int Lanes>
  requires(Lanes >= 1 && Lanes <= most_lanes)
struct lanes_t {};
template <int Lanes>
inline constexpr lanes_t<Lanes> lanes{};

/// Returns how many blocks it takes to give each of n elements a lane.
THRUM_HD constexpr std::ptrdiff_t blocks_for(std::ptrdiff_t n, std::ptrdiff_t lanes_of_block) {
  return n <= 0 ? 0 : (n - 1) / lanes_of_block + 1;
}

/// A T for each lane of a block. The values last from step to step: in registers on a device, in an
/// array on the host. Lane l accesses only element [l].
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
/// A constant whose address stands for a type and a number.
template <class T, int Number>
inline constexpr char room_key = 0;

/// Calls f(lane) for each lane below n. The calls are independent of each other.
template <int Lanes, class F>
void lane_loop(int n, F& f) {
  if constexpr (Lanes != any_lanes) {
    if (n == Lanes) {
      for (int lane = 0; lane < Lanes; ++lane) f(lane);
      return;
    }
  }
  detail::independent_loop(0, n, [&f](std::ptrdiff_t lane) { f(static_cast<int>(lane)); });
}
}  // namespace detail

/// The argument of the functor of for_each_block: the index of the block, its lanes, and the memory
/// that the lanes share. Lanes is the N of lanes<N>, or any_lanes if the number of lanes was given
/// as an int.
template <int Lanes = any_lanes>
class block {
 public:
  THRUM_HD block(std::ptrdiff_t index, [[maybe_unused]] int size, detail::block_memory* memory)
      : index_(index), size_(size), memory_(memory) {}

  THRUM_HD std::ptrdiff_t index() const { return index_; }
  /// Returns the number of lanes.
  THRUM_HD constexpr int size() const {
    if constexpr (Lanes != any_lanes) return Lanes;
    else return size_;
  }

  /// Does a step: calls f(lane) for each lane. When each() returns, all lanes are done, and every
  /// lane sees what the others have stored.
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

  /// Does a step over a range of n elements. Block b has the elements [b * size(), (b + 1) *
  /// size()). Calls f(lane, i) for each lane whose element i is in the range. All lanes reach the
  /// end of the step.
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
    // A block far after the end of the range is further away than an int can say.
    if (first < n) detail::lane_loop<Lanes>(static_cast<int>(detail::least(size(), n - first)), here);
#endif
  }

  /// Does a step over the places (row, column) of a rectangle, and shares the places out among the
  /// lanes: calls f(row, column) for each place. Elements of neighbouring columns are usually next
  /// to each other in memory: on a device neighbouring lanes take neighbouring columns, on the host
  /// the inner loop does.
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
      for (int column = 0; column < columns; ++column) f(row, column);
    }
#endif
  }

  /// Returns a T in memory that the lanes share: shared memory on a device, a buffer on the host.
  /// There is one object for each type T (and Number), the same one in every call. The object has
  /// no defined value before a lane stores one: it may hold what the previous block left there.
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

  /// Returns a value for each lane; see lane_values.
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

#include <thrum/detail/public_header/end.h>
