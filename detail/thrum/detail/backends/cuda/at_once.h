// The calls of an element-wise body by a thread of a GPU for several indices at once. More of the
// loads and stores of a thread are then under way, and they use words of 16 bytes if that gives the
// same result. What a body declares (see detail/base/body.h) decides how it is called. Nothing here
// needs CUDA: a test on the host runs this code.
#pragma once

#include <thrum/detail/base/body.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/backends/cuda/tuning.h>
#include <thrum/functional.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

template <class T>
inline constexpr bool is_small_word =
    !std::is_volatile_v<T> && std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T> &&
    std::is_trivially_default_constructible_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == largest_word);

/// Whether a functor takes copies of its arguments, because it does not ask where its arguments
/// lie. A user's functor may ask.
template <class F>
inline constexpr bool takes_copies = false;
template <class F>
struct equals_value;
template <class T>
inline constexpr bool takes_copies<equals_value<T>> = true;
template <class T>
inline constexpr bool takes_copies<identity<T>> = true;
template <class T>
inline constexpr bool takes_copies<negate<T>> = true;
template <class T>
inline constexpr bool takes_copies<square<T>> = true;
template <class T>
inline constexpr bool takes_copies<plus<T>> = true;
template <class T>
inline constexpr bool takes_copies<minus<T>> = true;
template <class T>
inline constexpr bool takes_copies<multiplies<T>> = true;
template <class T>
inline constexpr bool takes_copies<divides<T>> = true;
template <class T>
inline constexpr bool takes_copies<maximum<T>> = true;
template <class T>
inline constexpr bool takes_copies<minimum<T>> = true;

template <>
inline constexpr bool takes_copies<no_functor> = true;

/// Whether an input is small words in memory.
template <class P>
inline constexpr bool reads_words = false;
template <class E>
inline constexpr bool reads_words<E*> = is_small_word<std::remove_const_t<E>> && !std::is_volatile_v<E>;

/// Whether all inputs of a list are small words in memory.
template <class List>
inline constexpr bool reads_all_words = false;
template <class... P>
inline constexpr bool reads_all_words<input_list<P...>> = (... && reads_words<P>);

template <class List>
struct first_of_list;
template <class P, class... Rest>
struct first_of_list<input_list<P, Rest...>> {
  using type = P;
};
/// The type of the elements of a body's first input, which is a pointer.
template <class F>
using first_element_t = std::remove_pointer_t<typename first_of_list<inputs_of<F>>::type>;

/// Whether a body calls functors of this library alone, none of which takes long.
template <class F>
inline constexpr bool is_light_body = true;
template <class F>
  requires requires { typename F::functor; }
inline constexpr bool is_light_body<F> = takes_copies<typename F::functor>;

/// Returns whether computed_at_once takes a body: whether the body computes small words for an
/// output in memory, or has a kind for which neighbouring threads take neighbouring small words.
template <class F>
constexpr bool takes_at_once() {
  if constexpr (kind_of<F> == body_kind::choose) {
    return false;
  } else if constexpr (has_output<F>) {
    using O = output_of<F>;
    return std::is_pointer_v<O> && is_small_word<std::remove_pointer_t<O>>;
  } else if constexpr (kind_of<F> == body_kind::difference) {
    // Of numbers, so that difference() may be called with copies of them.
    using T = std::remove_const_t<first_element_t<F>>;
    // A shuffle takes four or eight bytes.
    constexpr bool is_word = sizeof(T) == 4 || sizeof(T) == 8;
    return std::is_arithmetic_v<T> && is_word && std::is_same_v<output_of<F>, T*> && is_light_body<F>;
  } else if constexpr (has_inputs<F> && detail::is_of_kind<F>(body_kind::scatter, body_kind::reverse)) {
    return reads_all_words<inputs_of<F>>;
  } else {
    return false;
  }
}
template <class F>
inline constexpr bool is_computed_at_once = detail::takes_at_once<F>();

/// The calls of a body for several elements at once by each thread of a block. For bodies that have
/// an output: each thread computes some words, and then stores them.
template <class F, body_kind = kind_of<F>>
class computed_at_once {
  using T = std::remove_pointer_t<output_of<F>>;
  // Without words, neighbouring threads read neighbouring elements.
  static constexpr bool in_words = reads_all_words<inputs_of<F>>;
  static constexpr bool of_copies = in_words && takes_copies<typename F::functor>;
  static constexpr int inputs = inputs_of<F>::size;
  static constexpr bool reads_nothing = inputs == 0;
  static constexpr int length = static_cast<int>(largest_word / sizeof(T));        // elements of a word
  static constexpr int words = words_at_once<T, !reads_nothing>;                   // of a thread
  static constexpr int size = in_words ? length * words : computed_without_words;  // elements of a thread

 public:
  static constexpr int tile = cuda_block * size;  // elements of a block

  /// Returns whether there are enough elements, and whether all inputs and the output are aligned
  /// to words.
  static bool fits(F& f, std::ptrdiff_t n) {
    if (!is_light_body<F> && n < least_at_once) return false;
    if constexpr (in_words) return are_aligned{}(f.output()) && f.inputs(are_aligned{});
    return true;
  }

  /// Computes the elements of one thread in the tile that begins at `begin`.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static void compute(F f, std::ptrdiff_t begin, int thread) {
    T* const out = f.output();
    if constexpr (!in_words) {
      T values[size];
      THRUM_UNROLL
      for (int k = 0; k < size; ++k) f.compute(begin + k * cuda_block + thread, values[k]);
      THRUM_UNROLL
      for (int k = 0; k < size; ++k) out[begin + k * cuda_block + thread] = values[k];
    } else {
      std::ptrdiff_t const first = begin + thread * length;
      constexpr std::size_t room = size * largest_word;
      alignas(largest_word) unsigned char copies[of_copies && inputs > 0 ? inputs : 1][room];
      if constexpr (of_copies) {
        // Registers hold this thread's elements of each input, and of the output.
        f.inputs(read_words<unsigned char[room]>{copies, first});
      } else {
        // A compiler that knows the alignment of the inputs loads whole words of elements by
        // itself, if it can see into the functor.
        f.inputs(say_aligned{});
      }
      word<T> values[words];
      THRUM_UNROLL
      for (int k = 0; k < size; ++k) {
        f.compute(of_copies && !reads_nothing ? k : first + place_of(k), values[k / length].elements[k % length]);
      }
      THRUM_UNROLL
      for (int w = 0; w < words; ++w) word_at(out, first)[w * cuda_block] = values[w];
    }
  }

 private:
  /// As many elements as a word of the output holds. The compiler may move them at once.
  template <class E>
  struct alignas(length * sizeof(E) < largest_word ? length * sizeof(E) : largest_word) word {
    E elements[length];
  };
  template <class E>
  THRUM_HD static word<E>* word_at(E* p, std::ptrdiff_t first) {
    return reinterpret_cast<word<E>*>(p + first);
  }
  /// Returns the distance from a thread's first element to its k-th element.
  THRUM_HD static constexpr std::ptrdiff_t place_of(int k) {
    return static_cast<std::ptrdiff_t>(k / length) * cuda_block * length + k % length;
  }
  struct are_aligned {
    template <class... E>
    THRUM_HD bool operator()(E*... p) const {
      return (... && (reinterpret_cast<std::uintptr_t>(p) % alignof(word<std::remove_const_t<E>>) == 0));
    }
  };
  struct say_aligned {
    template <class... E>
    THRUM_HD void operator()(E*&... p) const {
      (..., (p = static_cast<E*>(__builtin_assume_aligned(p, alignof(word<std::remove_const_t<E>>)))));
    }
  };
  /// Reads the words of one thread from each input, and lets the inputs point to the copies.
  template <class Room>
  struct read_words {
    Room* copies;
    std::ptrdiff_t first;
    template <class... E>
    THRUM_HD void operator()(E*&... p) const {
      int input = 0;
      (..., read(p, copies[input++]));
    }
    template <class E>
    THRUM_HD void read(E*& p, unsigned char* copy) const {
      using value = std::remove_const_t<E>;
      auto* const to = reinterpret_cast<word<value>*>(copy);
      THRUM_UNROLL
      for (int w = 0; w < words; ++w) to[w] = word_at(const_cast<value*>(p), first)[w * cuda_block];
      p = reinterpret_cast<E*>(to);
    }
  };
};

/// The calls of a scatter. Reads all inputs before it stores the first element, because a compiler
/// has to assume that a later load may read what a store has written.
template <class F>
class computed_at_once<F, body_kind::scatter> {
  static constexpr int rows = rows_at_once<first_element_t<F>>;
  static constexpr std::size_t room = rows * largest_word;

 public:
  static constexpr int tile = cuda_block * rows;
  static bool fits(F const&, std::ptrdiff_t) { return true; }
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static void compute(F f, std::ptrdiff_t begin, int thread) {
    alignas(largest_word) unsigned char copies[inputs_of<F>::size][room];
    THRUM_UNROLL
    for (int row = 0; row < rows; ++row) f.inputs(read_row{copies, begin + row * cuda_block + thread, row});
    f.inputs(point_to{copies});
    THRUM_UNROLL
    for (int row = 0; row < rows; ++row) f(row);
  }

 private:
  struct read_row {
    unsigned char (*copies)[room];
    std::ptrdiff_t index;
    int row;
    template <class... E>
    THRUM_HD void operator()(E*... p) const {
      int input = 0;
      (..., (reinterpret_cast<std::remove_const_t<E>*>(copies[input++])[row] = p[index]));
    }
  };
  struct point_to {
    unsigned char (*copies)[room];
    template <class... E>
    THRUM_HD void operator()(E*&... p) const {
      int input = 0;
      (..., (p = reinterpret_cast<E*>(copies[input++])));
    }
  };
};

/// The calls of a reversal. Exchanges words from both ends of a range, and reverses the elements in
/// each word.
template <class F>
class computed_at_once<F, body_kind::reverse> {
  using T = first_element_t<F>;
  static constexpr int length = static_cast<int>(largest_word / sizeof(T));  // elements of a word
  static constexpr int words = words_at_once<T, false>;                      // of each end, of a thread

 public:
  static constexpr int tile = cuda_block * length * words;

  /// Returns whether whole words can be exchanged. The body is called for the first half of the
  /// elements. If the length of the range is not a multiple of a word, only one end of the range is
  /// aligned to words.
  static bool fits(F& f, std::ptrdiff_t) {
    return (f.mirror(0) + 1) % length == 0 &&
           reinterpret_cast<std::uintptr_t>(f.inputs(base{})) % sizeof(word) == 0;
  }
  THRUM_HD static void compute(F f, std::ptrdiff_t begin, int thread) {
    std::ptrdiff_t const first = begin + thread * length;
    T* const elements = f.inputs(base{});
    word* const front = reinterpret_cast<word*>(elements + first);
    word* const back = reinterpret_cast<word*>(elements + (f.mirror(0) + 1 - length - first));
    word a[words], b[words];
    THRUM_UNROLL
    for (int w = 0; w < words; ++w) {
      a[w] = front[w * cuda_block];
      b[w] = back[-w * cuda_block];
    }
    THRUM_UNROLL
    for (int w = 0; w < words; ++w) {
      front[w * cuda_block] = turned(b[w]);
      back[-w * cuda_block] = turned(a[w]);
    }
  }

 private:
  struct alignas(largest_word) word {
    T elements[length];
  };
  struct base {
    THRUM_HD T* operator()(T* p) const { return p; }
  };
  THRUM_HD static word turned(word const& from) {
    word to;
    THRUM_UNROLL
    for (int k = 0; k < length; ++k) to.elements[k] = from.elements[length - 1 - k];
    return to;
  }
};

/// The differences of neighbours. The words of a warp lie together; a thread gets the element
/// before a word from the lane that has read it.
template <class F>
class computed_at_once<F, body_kind::difference> {
  using T = std::remove_const_t<first_element_t<F>>;
  static constexpr int length = static_cast<int>(largest_word / sizeof(T));  // elements of a word
  static constexpr int words = length < 4 ? 4 / length : 1;                  // of a thread
  static constexpr int lanes = 32;

 public:
  static constexpr int tile = cuda_block * length * words;

  static bool fits(F& f, std::ptrdiff_t) {
    return (reinterpret_cast<std::uintptr_t>(f.output()) | reinterpret_cast<std::uintptr_t>(f.inputs(base{}))) %
               sizeof(word) ==
           0;
  }
  THRUM_HD static void compute(F f, std::ptrdiff_t begin, int thread) {
    int const lane = thread % lanes;
    // A compiler that sees a product of the length makes words of the stores.
    std::ptrdiff_t const first = begin + (thread / lanes * (lanes * words) + lane) * length;
    T const* const in = f.inputs(base{}) + first;
    word const* const from = reinterpret_cast<word const*>(in);
    word* const to = reinterpret_cast<word*>(f.output() + first);
    word values[words];
    THRUM_UNROLL
    for (int w = 0; w < words; ++w) values[w] = from[w * lanes];
    THRUM_UNROLL
    for (int w = 0; w < words; ++w) {
      bool const is_first = w == 0 && first == 0;
      T before = values[w].elements[length - 1];
#if defined(__CUDA_ARCH__)
      before = __shfl_up_sync(~0U, before, 1);
      T const of_row_before =
          w == 0 ? before : __shfl_sync(~0U, values[w == 0 ? 0 : w - 1].elements[length - 1], lanes - 1);
      if (lane == 0) before = of_row_before;
      bool const is_read = lane == 0 && w == 0;
#else
      bool const is_read = true;
#endif
      if (is_read && !is_first) before = in[w * lanes * length - 1];
      word result;
      THRUM_UNROLL
      for (int k = 0; k < length; ++k) {
        T const element = values[w].elements[k];
        result.elements[k] = k == 0 && is_first ? element : static_cast<T>(f.difference(element, before));
        before = element;
      }
      to[w * lanes] = result;
    }
  }

 private:
  struct alignas(largest_word) word {
    T elements[length];
  };
  struct base {
    THRUM_HD T const* operator()(T const* p) const { return p; }
  };
};

}  // namespace thrum::detail
