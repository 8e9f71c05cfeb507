// The choice of the method of a selection, by the backend and the number of elements.
#pragma once

#include <thrum/detail/base/backend_traits.h>
#include <cstddef>

namespace thrum::detail {

/// The methods of a selection of the k least of n elements. A method finds the index of the element
/// that has k others before it; no element moves meanwhile.
enum class selection_method {
  quickselect,    ///< without memory: floyd_rivest.h
  indirect_sort,  ///< by a sort of indices, without a wait: device_select.h
  insertion,      ///< the few least elements are kept in order: few_candidates.h, else floyd_rivest
  sample_bound,   ///< few elements up to one of a sample are candidates: few_candidates.h, else floyd_rivest
  floyd_rivest,   ///< the elements between two of a sample are candidates: floyd_rivest.h
};

/// The number of elements, at most, all of which may be inserted: 200 take 1.1 microseconds, and by
/// floyd_rivest 1.6.
inline constexpr std::ptrdiff_t few_to_insert = 512;
/// Up to this part of the elements, the least ones are few.
inline constexpr std::ptrdiff_t few_selection_part = 32;
/// The number of least elements from which on a bound of a sample takes the place of insertion.
inline constexpr std::ptrdiff_t sample_bound_minimum = 16;

/// What the choice of a method depends on, besides the numbers of elements.
struct selection_facts {
  bool has_scratch;   ///< the code may take scratch memory
  bool runs_on_host;  ///< the host may wait for results of steps, and read them

  template <class B>
  static constexpr selection_facts of() {
    return {backend_traits<B>::has_scratch, backend_traits<B>::runs_on_host};
  }
};

THRUM_HD constexpr selection_method choose_selection_method(selection_facts facts, std::ptrdiff_t n,
                                                            std::ptrdiff_t k) {
  using method = selection_method;
  if (!facts.has_scratch) return method::quickselect;
  if (!facts.runs_on_host) return method::indirect_sort;
  if (k < sample_bound_minimum) return method::insertion;
  return k <= n / few_selection_part ? method::sample_bound : method::floyd_rivest;
}

}  // namespace thrum::detail
