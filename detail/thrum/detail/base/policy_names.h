// Policies by their names. A machine may lack some of them.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace thrum::detail {

/// The names of all policies of the library, from the one that runs everywhere to the one that is
/// preferred most.
inline constexpr std::array<std::string_view, 4> policy_names{"seq", "omp", "par", "cuda"};

/// The name that stands for the last of the available policies.
inline constexpr std::string_view best_policy = "auto";

using names = std::vector<std::string>;

inline bool has_name(names const& all, std::string_view name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

inline std::string listed(names const& all) {
  std::string text;
  for (std::string const& name : all) text += name + ", ";
  return text + std::string(best_policy);
}

/// Returns the name of an available policy for the name that was asked for. `from` tells errors
/// where the name was given.
inline std::string policy_by_name(std::string_view name, names const& built, names const& available,
                                  std::string const& from = {}) {
  if (name == best_policy) return available.back();
  if (has_name(available, name)) return std::string(name);
  std::string const quoted = "\"" + std::string(name) + "\"";
  std::string const what = "thrum: " + (from.empty() ? "" : from + ": ");
  if (has_name(built, name)) {
    throw std::runtime_error(what + "this machine has no device for the policy " + quoted + ", but " +
                             detail::listed(available));
  }
  if (std::find(policy_names.begin(), policy_names.end(), name) != policy_names.end()) {
    throw std::runtime_error(what + "this program was built without the policy " + quoted + ", but with " +
                             detail::listed(built));
  }
  throw std::invalid_argument(what + "there is no policy " + quoted + ", but " + detail::listed(built));
}

}  // namespace thrum::detail
