// Contracts of the algorithms that put their result into memory: the contracts of the algorithms
// without _into, and the result.
#pragma once

#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/contracts/compactions.h>
#include <thrum/detail/checked/contracts/reductions.h>
#include <thrum/detail/checked/contracts/searches.h>

namespace thrum {

struct minmax_element_fn;

namespace detail {

template <class Algorithm>
struct into;

namespace contracts {

/// The name of an algorithm with _into after it.
template <class Algorithm>
struct into_name {
  char text[64] = {};
  constexpr into_name() {
    int to = 0;
    for (char const* from = contract_of(static_cast<Algorithm*>(nullptr)).name; *from != 0; ++from)
      text[to++] = *from;
    for (char const* from = "_into"; *from != 0; ++from) text[to++] = *from;
  }
};
template <class Algorithm>
inline constexpr into_name<Algorithm> name_of_into{};

/// How many results an algorithm stores.
template <class Algorithm>
inline constexpr unsigned char results_of = one;
template <>
inline constexpr unsigned char results_of<minmax_element_fn> = two;

/// Returns the contract of the algorithm, with the result as the argument after the first range.
template <class Algorithm>
constexpr contract contract_of(into<Algorithm>*) {
  contract c = contract_of(static_cast<Algorithm*>(nullptr));
  c.name = name_of_into<Algorithm>.text;
  for (form& f : c.forms) {
    if (f.size == 0) continue;
    for (int i = f.size; i > 2; --i) f.arguments[i] = f.arguments[i - 1];
    f.arguments[2] = out("result", results_of<Algorithm>).as(role::result);
    ++f.size;
    ++f.least;
  }
  return c;
}

}  // namespace contracts
}  // namespace detail
}  // namespace thrum
