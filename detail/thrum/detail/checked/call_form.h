// The form of a call: which arguments begin and end ranges, by the contract of the algorithm.
#pragma once

#include <thrum/detail/checked/contract.h>

namespace thrum::detail {
namespace contracts {

template <class Algorithm>
concept has_contract = requires { Algorithm::contract(); };

/// Returns the contract of an algorithm, or a contract without forms if the algorithm has none.
template <class Algorithm>
constexpr contract contract_of() {
  if constexpr (has_contract<Algorithm>) return Algorithm::contract();
  else return {"", {}};
}

/// The name of the algorithm that a contract describes, with what is before and after it.
struct whole_name {
  char text[64] = {};
  constexpr explicit whole_name(contract const& c) {
    int n = 0;
    for (char const* part : {c.prefix, c.name, c.suffix}) {
      for (; *part != 0; ++part) text[n++] = *part;
    }
  }
};
template <class Algorithm>
inline constexpr whole_name name_of{contracts::contract_of<Algorithm>()};

/// The form of an algorithm's call with Given arguments.
template <class Algorithm, int Given>
struct call_of {
  static constexpr char const* name = name_of<Algorithm>.text;
  static constexpr form used = [] {
    contract const described = contracts::contract_of<Algorithm>();
    for (form const& f : described.forms) {
      if (f.takes(Given)) return f;
    }
    return form{};
  }();
  static constexpr bool exists = used.size != 0;
  static constexpr auto const& arguments = used.arguments;

  static constexpr int find(role what) {
    for (int i = 0; i < used.size; ++i) {
      if (arguments[i].is == what) return i;
    }
    return -1;
  }
  static constexpr bool begins_range(int i) {
    return arguments[i].is == role::first || (arguments[i].is == role::map && arguments[i].length == 0);
  }
  /// Returns which range argument i begins or ends.
  static constexpr int range_of(int i) {
    int r = -1;
    for (int j = 0; j <= i; ++j) r += begins_range(j) ? 1 : 0;
    return r;
  }
  static constexpr int begin_of(int range) {
    for (int i = 0; i < used.size; ++i) {
      if (begins_range(i) && range_of(i) == range) return i;
    }
    return -1;
  }
  static constexpr int middle = find(role::middle);
  static constexpr int order = find(role::order);
  static constexpr int projection = find(role::projection);
};

}  // namespace contracts
}  // namespace thrum::detail
