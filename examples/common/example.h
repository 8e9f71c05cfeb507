// Everything that an example of the course includes, except the algorithms that it shows.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/copy.h>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "data.h"
#include "memory.h"
#include "policies.h"
#include "session.h"

namespace example {

/// Returns the name of a policy on the command line and in tables.
template <class Policy>
std::string name_of(Policy const&) {
  if constexpr (on_card<std::remove_cvref_t<Policy>>) return "cuda";
  else if constexpr (std::is_same_v<std::remove_cvref_t<Policy>, std::remove_cvref_t<decltype(thrum::seq)>>) {
    return "seq";
  } else return "par";
}

/// Returns the elements of a vector in any memory, on the host.
template <class V>
std::vector<typename V::value_type> to_host(V const& v) {
  std::vector<typename V::value_type> elements(v.size());
  thrum::copy(v.begin(), v.end(), elements.begin());
  return elements;
}

template <class Work>
void session::each_policy(Work work) {
  for_each_policy(options_, [&](auto const& policy, std::string const&) { work(policy); });
}

template <class Policy, class Prepare, class Work>
double session::time_prepared(Policy const& policy, std::string const& what, Prepare prepare, Work work,
                              amount const& of) {
  if (!silent_) progress_.show(what + " under " + name_of(policy));
  double const seconds = measured(prepare, work);
  add({what, name_of(policy), seconds, of});
  return seconds;
}

template <class Policy, class Work>
double session::time(Policy const& policy, std::string const& what, Work work, amount const& of) {
  return time_prepared(policy, what, [] {}, work, of);
}

/// The main function of an example: runs body(session) and returns the exit status.
inline int run(int argc, char** argv, description const& d, std::function<void(session&)> const& body) {
  return run_with(argc, argv, d, policies_of_build(), [&](session& s) {
    if (uses_card(s.asked())) {
      auto const n = static_cast<double>(s.n());
      require_card_memory<bad_option>(d.bytes_of != nullptr ? d.bytes_of(n) : d.bytes * n,
                                      "--n " + std::to_string(s.n()));
    }
    print_missing(s.asked());
    body(s);
  });
}

}  // namespace example
