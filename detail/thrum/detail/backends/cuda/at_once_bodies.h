// The bodies for which computed_at_once is specialised: bodies that do not compute the element of
// an output at their index.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/cuda/at_once.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// The number of elements that a thread takes at once if neighbouring threads take neighbouring
/// elements. A word for each thread would be wider, but then the elements that a functor or a map
/// writes to would lie apart.
template <class T>
inline constexpr int rows_at_once = sizeof(T) < 4 ? 8 : 4;

template <class I, class F>
struct for_each_body;
template <class T, class F>
inline constexpr bool is_computed_at_once<for_each_body<T*, F>> = is_small_word<std::remove_const_t<T>>;

template <class T, class F>
class computed_at_once<for_each_body<T*, F>> {
  static constexpr int rows = rows_at_once<T>;

 public:
  static constexpr int tile = cuda_block * rows;
  static bool fits(for_each_body<T*, F> const&, std::ptrdiff_t n) { return n >= least_at_once; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static void compute(for_each_body<T*, F> f, std::ptrdiff_t begin, int thread) {
    T* const own = f.first + begin + thread;
    THRUM_UNROLL
    for (int row = 0; row < rows; ++row) f.f(own[row * cuda_block]);
  }
};

template <class I, class M, class O>
struct scatter_body;
template <class T, class N, class O>
inline constexpr bool is_computed_at_once<scatter_body<T*, N*, O>> = reads_words<T*> && reads_words<N*>;

/// The calls of a scatter. Reads all elements and places (the indices that the map holds) before it
/// stores the first element, because a compiler has to assume that a later load may read what a
/// store has written.
template <class T, class N, class O>
class computed_at_once<scatter_body<T*, N*, O>> {
  static constexpr int rows = rows_at_once<T>;

 public:
  static constexpr int tile = cuda_block * rows;
  static bool fits(scatter_body<T*, N*, O> const&, std::ptrdiff_t n) { return n >= least_at_once; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static void compute(scatter_body<T*, N*, O> f, std::ptrdiff_t begin, int thread) {
    std::remove_const_t<T> elements[rows];
    std::remove_const_t<N> places[rows];
    THRUM_UNROLL
    for (int row = 0; row < rows; ++row) {
      std::ptrdiff_t const i = begin + row * cuda_block + thread;
      elements[row] = f.first[i];
      places[row] = f.map[i];
    }
    scatter_body<T*, N*, O> copies{elements, places, f.out};
    THRUM_UNROLL
    for (int row = 0; row < rows; ++row) copies(row);
  }
};

template <class I>
struct reverse_body;
template <class T>
inline constexpr bool is_computed_at_once<reverse_body<T*>> = is_small_word<T>;

/// The calls of a reversal. Exchanges words from both ends of a range, and reverses the elements in
/// each word.
template <class T>
class computed_at_once<reverse_body<T*>> {
  static constexpr int length = static_cast<int>(largest_word / sizeof(T));  // elements of a word

 public:
  static constexpr int tile = cuda_block * length;

  /// Returns whether whole words can be exchanged. The body is called for the first half of the
  /// elements. If the length of the range is not a multiple of a word, only one end of the range is
  /// aligned to words.
  static bool fits(reverse_body<T*>& f, std::ptrdiff_t pairs) {
    return pairs >= least_at_once && (f.last + 1) % length == 0 &&
           reinterpret_cast<std::uintptr_t>(f.first) % sizeof(word) == 0;
  }
  THRUM_HD static void compute(reverse_body<T*> f, std::ptrdiff_t begin, int thread) {
    std::ptrdiff_t const first = begin + thread * length;
    auto& front = *reinterpret_cast<word*>(f.first + first);
    auto& back = *reinterpret_cast<word*>(f.first + (f.last + 1 - length - first));
    word const a = front, b = back;
    front = turned(b);
    back = turned(a);
  }

 private:
  struct alignas(largest_word) word {
    T elements[length];
  };
  THRUM_HD static word turned(word const& from) {
    word to;
    THRUM_UNROLL
    for (int k = 0; k < length; ++k) to.elements[k] = from.elements[length - 1 - k];
    return to;
  }
};

}  // namespace thrum::detail
