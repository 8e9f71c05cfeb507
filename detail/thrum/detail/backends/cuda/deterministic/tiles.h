// What the sums of tiles by cuda::par.deterministic() have in common: elements that no compiler
// fuses with sums, the tiles of a range, and the fold of the sums of tiles. The work of thread
// blocks is written as the bodies that launch/team.h describes.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/backends/cuda/launch/team.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/detail/functional/fold.h>
#include <thrum/detail/memory/objects.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Returns x, in device code with the bits flipped that are set in `flip`. `flip` is 0, but
/// compilers of device code cannot know that. They therefore do not fuse a product in x with a sum
/// into which the product goes. (An empty asm statement would not suffice: the assembler, which
/// also fuses, does not see it.)
template <class T>
THRUM_HD T unfused(T x, [[maybe_unused]] unsigned flip) {
#if defined(__CUDA_ARCH__)
  if constexpr (!std::is_integral_v<T> && sizeof(T) <= 64) {
    using word = std::conditional_t<sizeof(T) % 4 == 0, unsigned,
                                    std::conditional_t<sizeof(T) % 2 == 0, unsigned short, unsigned char>>;
    struct words {
      word at[sizeof(T) / sizeof(word)];
    };
    words bits = __builtin_bit_cast(words, x);
    THRUM_UNROLL
    for (word& w : bits.at) w = static_cast<word>(w ^ flip);
    return __builtin_bit_cast(T, bits);
  }
#endif
  return x;
}

/// A range of elements that are computed where they are read, unfused.
template <class I>
struct unfused_elements {
  using value_type = std::iter_value_t<I>;
  using difference_type = std::ptrdiff_t;
  I first;
  unsigned flip;
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD value_type operator[](std::ptrdiff_t i) const { return detail::unfused<value_type>(first[i], flip); }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD unfused_elements operator+(std::ptrdiff_t n) const { return {first + n, flip}; }
};

template <class I>
auto elements_to_sum(I first) {
  using T = std::iter_value_t<I>;
  if constexpr (!std::is_pointer_v<I> && std::is_trivially_copyable_v<T> &&
                std::is_same_v<std::remove_cvref_t<decltype(first[0])>, T>) {
    return unfused_elements<I>{first, 0};
  } else {
    return first;
  }
}

/// A stretch that a thread block, or some threads of one, sum. It lies in a range that begins at
/// element `origin`.
struct sum_tile {
  std::ptrdiff_t origin, begin, size;
  bool is_first;
};

/// The tiles of the elements [from, n).
struct whole_range {
  std::ptrdiff_t n, tile, from;
  THRUM_HD std::ptrdiff_t most() const { return n <= from ? 0 : (n - from - 1) / tile + 1; }
  THRUM_HD bool has(std::ptrdiff_t k) const { return k < most(); }
  THRUM_HD sum_tile at(std::ptrdiff_t k) const {
    std::ptrdiff_t const begin = from + k * tile;
    return {0, begin, detail::least(tile, n - begin), k == 0};
  }
};

/// Does nothing with the sums that are left at the end.
struct no_finish {
  template <class... T>
  THRUM_HD void operator()(T const&...) const {}
};

/// The number of sums, of so many bytes each, that a thread block folds at a time.
template <std::size_t Bytes>
inline constexpr int sums_at_once = Bytes > fold_bytes               ? 1
                                    : Bytes > fold_bytes / fold_sums ? static_cast<int>(fold_bytes / Bytes)
                                                                     : fold_sums;

/// Folds the sums of tiles into begin() from left to right. Each sum is replaced by the sum of
/// begin() and all tiles up to and including its own. finish(sum) takes the last sum. One thread
/// block does the work: its threads fetch, and one of them adds.
template <class T, class Begin, class Op, class Finish>
struct tile_fold {
  static constexpr int threads = fold_threads;
  static constexpr int chunk = sums_at_once<sizeof(T)>;
  using shared = uninitialized_array<T, chunk + 1>;
  Begin begin;
  std::ptrdiff_t count;
  T* sums;
  Op op;
  Finish finish;

  THRUM_EXEC_CHECK_DISABLE
  template <class Team>
  THRUM_HD void operator()(Team team, std::ptrdiff_t, shared& room) const {
    T* const items = room.items;
    T* const sum = items + chunk;
    team.each([&](int t) {
      if (t == 0) detail::put<T>(sum, begin());
    });
    for (std::ptrdiff_t at = 0; at < count; at += chunk) {
      int const n = static_cast<int>(detail::least(chunk, count - at));
      team.each([&](int t) {
        for (int k = t; k < n; k += threads) detail::put<T>(items + k, sums[at + k]);
      });
      team.each([&](int t) {
        if (t == 0) fold(items, n, sum);
      });
      team.each([&](int t) {
        for (int k = t; k < n; k += threads) detail::put<T>(sums + at + k, items[k]);
      });
    }
    team.each([&](int t) {
      if (t == 0) finish(*sum);
    });
  }

 private:
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD void fold(T* items, int n, T* sum) const {
    Op add = op;
    T total = *sum;
    for (int k = 0; k < n; ++k) {
      detail::fold_into(total, items[k], add);
      detail::put<T>(items + k, total);
    }
    detail::put<T>(sum, total);
  }
};

}  // namespace thrum::detail
