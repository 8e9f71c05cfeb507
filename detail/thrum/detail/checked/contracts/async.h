// Contracts of thrum::async: the contracts of the algorithms, checked when the call begins.
#pragma once

#include <thrum/detail/checked/contract.h>
#include <thrum/detail/checked/contracts/compactions.h>
#include <thrum/detail/checked/contracts/element_wise.h>
#include <thrum/detail/checked/contracts/reductions.h>
#include <thrum/detail/checked/contracts/searches.h>
#include <thrum/detail/checked/contracts/sorted_ranges.h>

namespace thrum::detail {

template <class Algorithm>
struct async_fn;

namespace contracts {

/// The name of an algorithm with async:: before it.
template <class Algorithm>
struct async_name {
  char text[64] = "async::";
  constexpr async_name() {
    int to = 7;
    for (char const* from = contract_of(static_cast<Algorithm*>(nullptr)).name; *from != 0; ++from) {
      text[to++] = *from;
    }
  }
};
template <class Algorithm>
inline constexpr async_name<Algorithm> name_of_async{};

/// Returns the contract of the algorithm, but without the room of outputs of unknown length: their
/// results cannot be counted before the call.
template <class Algorithm>
constexpr contract contract_of(async_fn<Algorithm>*) {
  contract c = contract_of(static_cast<Algorithm*>(nullptr));
  c.name = name_of_async<Algorithm>.text;
  for (form& f : c.forms) {
    for (argument& a : f.arguments) {
      if (a.is == role::up_to) a.is = role::target;
    }
  }
  return c;
}

}  // namespace contracts
}  // namespace thrum::detail
