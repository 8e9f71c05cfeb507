// Predicates of random elements.
#pragma once

#include <cstddef>
#include <vector>
#include "choices.h"

template <class T>
struct less_than {
  T pivot;
  bool operator()(T const& x) const { return x < pivot; }
};
/// A predicate that usually accepts some of the elements.
template <class T>
less_than<T> some_predicate(choices& c, std::vector<T> const& v) {
  if (v.empty()) return {element_from<T>(c.bits())};
  return {v[static_cast<std::size_t>(c.below(std::ssize(v)))]};
}
