// Element-wise bodies that a thread of a GPU calls for several indices at once. More of the loads
// and stores of a thread are then under way, and they use words of 16 bytes if that gives the same
// result. Nothing here needs CUDA: a test on the host runs this code.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/functional.h>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace thrum::detail {

/// The number of threads of a block that calls element-wise bodies.
inline constexpr int cuda_block = 256;

/// The least number of elements that are computed several at a time by each thread. Fewer elements
/// are better computed by one thread for each element.
inline constexpr std::ptrdiff_t least_at_once = std::ptrdiff_t{1} << 20;

/// The most bytes that a load or a store moves.
inline constexpr std::size_t largest_word = 16;

template <class T>
inline constexpr bool is_small_word =
    !std::is_volatile_v<T> && std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T> &&
    std::is_trivially_default_constructible_v<T> &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == largest_word);

/// Whether a body computes small words for an output in memory: compute(i, to) makes `to` what
/// out[i] is to be.
template <class F>
constexpr bool computes_words() {
  if constexpr (requires(F& f) { f.out; }) {
    using O = decltype(F::out);
    if constexpr (std::is_pointer_v<O>) {
      using T = std::remove_pointer_t<O>;
      // Bodies with a stencil choose between two elements. They can do so for numbers only.
      if constexpr (is_small_word<T> && (std::is_arithmetic_v<T> || !requires(F& f) { f.stencil; })) {
        return requires(F& f, T& to) { f.compute(std::ptrdiff_t{}, to); };
      }
    }
  }
  return false;
}

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

// In its call for index i, a body reads those of its members at i that have the names below. A body
// with a stencil but without `first` also reads its output at i. A body with a map reads only the
// map at i; the elements that the map refers to may be read at any index.

/// Calls visit(p) for each of these inputs of a body.
THRUM_EXEC_CHECK_DISABLE
template <class F, class Visit>
THRUM_HD constexpr void visit_inputs(F& f, Visit&& visit) {
  if constexpr (requires { f.map; }) {
    visit(f.map);
  } else {
    if constexpr (requires { f.first; }) visit(f.first);
    if constexpr (requires { f.first1; }) visit(f.first1);
    if constexpr (requires { f.first2; }) visit(f.first2);
    if constexpr (requires { f.stencil; }) visit(f.stencil);
    if constexpr (requires { f.stencil; } && !requires { f.first; }) visit(f.out);
  }
}

/// Returns how many of these inputs a body has.
template <class F>
constexpr int inputs_of() {
  if constexpr (requires(F& f) { f.map; }) return 1;
  int number = 0;
  if constexpr (requires(F& f) { f.first; }) ++number;
  if constexpr (requires(F& f) { f.first1; }) ++number;
  if constexpr (requires(F& f) { f.first2; }) ++number;
  if constexpr (requires(F& f) { f.stencil; }) ++number;
  if constexpr (requires(F& f) { f.stencil; } && !requires(F& f) { f.first; }) ++number;
  return number;
}

template <class P>
inline constexpr bool reads_words = false;
template <class E>
inline constexpr bool reads_words<E*> = is_small_word<std::remove_const_t<E>> && !std::is_volatile_v<E>;

/// Returns whether all inputs that a body reads at its index are small words in memory.
template <class F>
constexpr bool reads_all_words() {
  bool words = true;
  if constexpr (requires(F& f) { f.map; }) {
    return reads_words<decltype(F::map)>;
  } else {
    if constexpr (requires(F& f) { f.first; }) words = words && reads_words<decltype(F::first)>;
    if constexpr (requires(F& f) { f.first1; }) words = words && reads_words<decltype(F::first1)>;
    if constexpr (requires(F& f) { f.first2; }) words = words && reads_words<decltype(F::first2)>;
    if constexpr (requires(F& f) { f.stencil; }) words = words && reads_words<decltype(F::stencil)>;
    return words;
  }
}

/// Returns whether a body may be given copies of what it reads.
template <class F>
constexpr bool reads_copies() {
  bool copies = detail::reads_all_words<F>();
  if constexpr (!requires(F& f) { f.map; }) {
    constexpr bool reads =
        requires(F& f) { f.first; } || requires(F& f) { f.first1; } || requires(F& f) { f.stencil; };
    if constexpr (requires(F& f) { f.f; }) copies = copies && (!reads || takes_copies<decltype(F::f)>);
    if constexpr (requires(F& f) { f.pred; }) copies = copies && takes_copies<decltype(F::pred)>;
  }
  return copies;
}

/// Whether computed_at_once takes a body.
template <class F>
inline constexpr bool is_computed_at_once = computes_words<F>();

/// The calls of a body for several elements at once by each thread of a block.
template <class F>
class computed_at_once {
  using T = std::remove_pointer_t<decltype(F::out)>;
  // Without words, neighbouring threads read neighbouring elements.
  static constexpr bool in_words = reads_all_words<F>();
  static constexpr bool of_copies = reads_copies<F>();
  static constexpr int inputs = detail::inputs_of<F>();
  static constexpr bool reads_nothing = inputs == 0;
  static constexpr int length = static_cast<int>(largest_word / sizeof(T));  // elements of a word
  static constexpr int words = sizeof(T) > 2 && !reads_nothing ? 2 : 1;      // of a thread
  static constexpr int size = in_words ? length * words : 4;                 // elements of a thread

 public:
  static constexpr int tile = cuda_block * size;  // elements of a block

  /// Returns whether there are enough elements, and whether all inputs and the output are aligned
  /// to words.
  static bool fits(F& f, std::ptrdiff_t n) {
    if (n < least_at_once) return false;
    bool aligned = true;
    if constexpr (in_words) {
      find_words{aligned}(f.out);
      detail::visit_inputs(f, find_words{aligned});
    }
    return aligned;
  }

  /// Computes the elements of one thread in the tile that begins at `begin`.
  THRUM_EXEC_CHECK_DISABLE
  THRUM_HD static void compute(F f, std::ptrdiff_t begin, int thread) {
    T* const out = f.out;
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
        int input = 0;
        detail::visit_inputs(f, read_words<unsigned char[room]>{copies, &input, first});
      } else {
        // A compiler that knows the alignment of the inputs loads whole words of elements by
        // itself, if it can see into the functor.
        detail::visit_inputs(f, say_aligned{});
      }
      word<T> values[words];
      THRUM_UNROLL
      for (int k = 0; k < size; ++k) {
        f.compute(of_copies && !reads_nothing ? k : first + place_of(k), values[k / length].elements[k % length]);
      }
      THRUM_UNROLL
      for (int w = 0; w < words; ++w) word_at(out, first, w) = values[w];
    }
  }

 private:
  /// As many elements as a word of the output holds. The compiler may move them at once.
  template <class E>
  struct alignas(length * sizeof(E) < largest_word ? length * sizeof(E) : largest_word) word {
    E elements[length];
  };
  template <class E>
  THRUM_HD static word<E>& word_at(E* p, std::ptrdiff_t first, int w) {
    return *reinterpret_cast<word<E>*>(p + first + static_cast<std::ptrdiff_t>(w) * cuda_block * length);
  }
  /// Returns the distance from a thread's first element to its k-th element.
  THRUM_HD static constexpr std::ptrdiff_t place_of(int k) {
    return static_cast<std::ptrdiff_t>(k / length) * cuda_block * length + k % length;
  }
  struct find_words {
    bool& aligned;
    template <class E>
    void operator()(E* p) const {
      aligned = aligned && reinterpret_cast<std::uintptr_t>(p) % alignof(word<std::remove_const_t<E>>) == 0;
    }
  };
  struct say_aligned {
    template <class E>
    THRUM_HD void operator()(E*& p) const {
      p = static_cast<E*>(__builtin_assume_aligned(p, alignof(word<std::remove_const_t<E>>)));
    }
  };
  template <class Room>
  struct read_words {
    Room* copies;
    int* input;
    std::ptrdiff_t first;
    template <class E>
    THRUM_HD void operator()(E*& p) const {
      using value = std::remove_const_t<E>;
      auto* const to = reinterpret_cast<word<value>*>(copies[(*input)++]);
      THRUM_UNROLL
      for (int w = 0; w < words; ++w) to[w] = word_at(const_cast<value*>(p), first, w);
      p = reinterpret_cast<E*>(to);
    }
  };
};

}  // namespace thrum::detail
