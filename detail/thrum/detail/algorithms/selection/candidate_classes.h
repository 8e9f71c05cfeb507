// The classes of the candidates of a selection. Two elements divide all others into five classes:
// those less than the lower element (0), equal to it (1), between the two (2), equal to the upper
// element (3), greater (4).
#pragma once

#include <thrum/detail/base/computed_iterator.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/functor.h>
#include <thrum/detail/base/read_ahead.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <thrum/detail/kernels/flags/predicates.h>
#include <thrum/detail/order/radix_key.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/functional.h>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace thrum::detail {

/// Ascending indices to select from: those at p, or all indices if p is null.
struct candidate_indices {
  std::ptrdiff_t const* p = nullptr;
  THRUM_HD std::ptrdiff_t operator()(std::ptrdiff_t i) const { return p == nullptr ? i : p[i]; }
};

/// The classes of elements of any kind. An element is compared once, since that may take long, and
/// its class is kept in a byte.
template <class B, class I, class Less>
class kept_classes {
  using T = std::iter_value_t<I>;

 public:
  kept_classes(B const& exec, I first, Less const& less, candidate_indices candidates, std::ptrdiff_t n,
               std::ptrdiff_t lower, std::ptrdiff_t upper)
      : exec_(exec), n_(n), classes_(exec, n) {
    auto const keep = [&](auto class_at) {
      exec.for_each_n(
          n,
          [=, classes = classes_.data()](std::ptrdiff_t i) {
            classes[i] = static_cast<unsigned char>(class_at(candidates(i)));
          },
          default_grain);
    };
    if constexpr (has_word<T, Less>) {
      using element = digits<T, Less>;
      keep([=, low = element::number(less, first[lower]),
            high = element::number(less, first[upper])](std::ptrdiff_t i) {
        auto const x = element::number(less, first[i]);
        return (x >= low) + (x > low) + ((x > low) & (x >= high)) + (x > high);
      });
    } else {
      keep([=, order = detail::sorting_order<T>(less)](std::ptrdiff_t i) {
        return class_of(order, first, i, lower, upper);
      });
    }
  }
  /// Returns how many candidates are in the classes up to `most`.
  std::ptrdiff_t count_to(int most) const {
    return detail::reduce(exec_, detail::computed<std::ptrdiff_t>(is_at_most{classes_.data(), most}), n_,
                          std::ptrdiff_t{0}, plus<>{});
  }
  /// Calls f with a predicate of the candidates that are in a class.
  template <class F>
  auto with_test(int wanted, F f) const {
    return f(is_in{classes_.data(), wanted});
  }

 private:
  struct is_at_most {
    unsigned char const* classes;
    int most;
    THRUM_HD bool operator()(std::ptrdiff_t i) const { return classes[i] <= most; }
  };
  struct is_in {
    unsigned char const* classes;
    int wanted;
    THRUM_HD bool operator()(std::ptrdiff_t i) const { return classes[i] == wanted; }
  };
  template <class Order>
  static int class_of(Order const& order, I first, std::ptrdiff_t i, std::ptrdiff_t lower, std::ptrdiff_t upper) {
    auto const is_less = [&](std::ptrdiff_t a, std::ptrdiff_t b) {
      return static_cast<bool>(detail::call(order, first[a], first[b]));
    };
    if constexpr (std::is_trivially_copyable_v<T>) {
      // Asks all four questions: processors cannot predict some of the answers.
      int const reaches = !is_less(i, lower), passes = is_less(lower, i);
      int const reaches_upper = !is_less(i, upper), passes_upper = is_less(upper, i);
      return reaches + passes + (passes & reaches_upper) + passes_upper;
    } else {
      if (is_less(i, lower)) return 0;
      if (is_less(upper, i)) return 4;
      if (!is_less(lower, i)) return 1;
      return is_less(i, upper) ? 2 : 3;
    }
  }

  B const& exec_;
  std::ptrdiff_t n_;
  scratch_array<unsigned char, B> classes_;
};

/// The classes of numbers in memory. A class is an interval. Nothing is kept: numbers are compared
/// again for each count, in vectors.
template <class B, class I, class Less>
class number_classes {
  using element = digits<std::iter_value_t<I>, Less>;
  using number = uint_of_bits<element::bits>;
  template <class Candidates>
  struct number_at {
    I first;
    Less less;
    Candidates candidates;
    THRUM_EXEC_CHECK_DISABLE
    THRUM_HD number operator()(std::ptrdiff_t i) const { return element::number(less, first[candidates(i)]); }
    template <std::ptrdiff_t count>
    THRUM_INLINED THRUM_HD void read_ahead(std::ptrdiff_t i) const {
      if constexpr (std::is_same_v<Candidates, own_index>) detail::read_ahead<count>(first, i);
    }
  };
  struct is_within {
    number least, greatest;
    THRUM_HD bool operator()(number x) const { return (x >= least) & (x <= greatest); }
  };

 public:
  number_classes(B const& exec, I first, Less const& less, candidate_indices candidates, std::ptrdiff_t n,
                 std::ptrdiff_t lower, std::ptrdiff_t upper)
      : exec_(exec),
        first_(first),
        less_(less),
        candidates_(candidates),
        n_(n),
        lower_(element::number(less, first[lower])),
        upper_(element::number(less, first[upper])) {}
  std::ptrdiff_t count_to(int most) const {
    if (most == 0 && lower_ == 0) return 0;
    return over_numbers({0, greatest(most)}, [&](auto numbers, is_within test) {
      counted_element<decltype(numbers), is_within> const is_counted{numbers, test};
      return detail::reduce(exec_, detail::computed<std::ptrdiff_t>(is_counted), n_, std::ptrdiff_t{0}, plus<>{});
    });
  }
  /// Requires that the class is not empty.
  template <class F>
  auto with_test(int wanted, F f) const {
    number const least = wanted == 0 ? number{0} : static_cast<number>(greatest(wanted - 1) + 1);
    return over_numbers({least, greatest(wanted)},
                        [&](auto numbers, is_within test) { return f(transformed_element{numbers, test}); });
  }

 private:
  /// Returns the greatest number of the classes up to `most`, if there is a number in them.
  number greatest(int most) const {
    switch (most) {
      case 0:
        return static_cast<number>(lower_ - 1);
      case 1:
        return lower_;
      case 2:
        return lower_ == upper_ ? lower_ : static_cast<number>(upper_ - 1);
      case 3:
        return upper_;
      default:
        return static_cast<number>(-1);
    }
  }
  /// Calls f with the numbers of the candidates, and the test.
  template <class F>
  auto over_numbers(is_within test, F f) const {
    if (candidates_.p == nullptr)
      return f(detail::computed<number>(number_at<own_index>{first_, less_, {}}), test);
    return f(detail::computed<number>(number_at<candidate_indices>{first_, less_, candidates_}), test);
  }

  B const& exec_;
  I first_;
  Less less_;
  candidate_indices candidates_;
  std::ptrdiff_t n_;
  number lower_, upper_;
};

template <class B, class I, class Less>
using candidate_classes = std::conditional_t<std::is_pointer_v<I> && sorts_by_radix<std::iter_value_t<I>, Less>,
                                             number_classes<B, I, Less>, kept_classes<B, I, Less>>;

}  // namespace thrum::detail
