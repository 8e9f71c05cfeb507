// any_policy: a policy that is chosen when the program runs.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/backend.h>
#include <thrum/execution_policy.h>
#include <algorithm>
#include <array>
#include <concepts>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>
#if defined(THRUM_WITH_OMP)
#include <thrum/omp.h>
#endif
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif
#if defined(THRUM_WITH_CUDA) && defined(__CUDACC__)
#include <thrum/cuda.cuh>
#include <thrum/cuda/device.h>
#endif

namespace thrum {

namespace detail {

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

/// The name of a policy, which a policy of your own has as a member, and whether the machine has
/// its device.
template <class P>
struct policy_facts {
  static constexpr char const* name = P::name;
  static bool present() { return true; }
};
template <>
struct policy_facts<seq_policy> {
  static constexpr char const* name = "seq";
  static bool present() { return true; }
};
#if defined(THRUM_WITH_OMP)
template <>
struct policy_facts<omp::policy> {
  static constexpr char const* name = "omp";
  static bool present() { return true; }
};
#endif
#if defined(THRUM_WITH_TBB)
template <>
struct policy_facts<tbb::policy> {
  static constexpr char const* name = "par";
  static bool present() { return true; }
};
#endif
#if defined(THRUM_WITH_CUDA) && defined(__CUDACC__)
template <>
struct policy_facts<cuda::policy> {
  static constexpr char const* name = "cuda";
  static bool present() { return cuda::device::count() > 0; }
};
#endif
template <class P>
struct policy_facts<checked_policy<P>> : policy_facts<P> {};

}  // namespace detail

/// One of several policies, with the options it was given: threads, a stream, a resource.
/// any_policy is the basic_any_policy of all policies that this file is compiled with.
template <class... Policies>
class basic_any_policy {
 public:
  /// Makes seq.
  basic_any_policy() = default;
  template <class P>
    requires(std::same_as<P, Policies> || ...)
  basic_any_policy(P const& policy) : policy_(policy) {}

  /// Makes a policy by its name: seq, omp, par, cuda, or auto. auto is the last of these that the
  /// program was built with and the machine has. Throws std::invalid_argument for other names, and
  /// std::runtime_error for a policy that the program or the machine lacks. The errors name the
  /// policies that there are.
  explicit basic_any_policy(std::string_view name)
      : basic_any_policy(named(detail::policy_by_name(name, built(), available()))) {}

  /// Returns the policy that the environment variable THRUM_POLICY names, or the policy named
  /// `otherwise` if the variable is not set or empty.
  static basic_any_policy from_environment(std::string_view otherwise = detail::best_policy) {
    char const* const text = std::getenv("THRUM_POLICY");
    if (text == nullptr || *text == '\0') return basic_any_policy(otherwise);
    return named(detail::policy_by_name(text, built(), available(), "THRUM_POLICY"));
  }

  /// built() returns the names of the policies that the program was built with. available() returns
  /// the names of those policies among them for which the machine has a device.
  static std::vector<std::string> built() { return {detail::policy_facts<Policies>::name...}; }
  static std::vector<std::string> available() {
    std::vector<std::string> all;
    (add_if<Policies>(all), ...);
    return all;
  }

  std::string name() const {
    return std::visit([]<class P>(P const&) { return std::string(detail::policy_facts<P>::name); }, policy_);
  }

  /// Calls f(policy) with the policy in its own type. f must return the same type for each policy.
  template <class F>
  friend decltype(auto) visit(basic_any_policy const& any, F&& f) {
    return std::visit(std::forward<F>(f), any.policy_);
  }

 private:
  template <class P>
  static void add_if(std::vector<std::string>& all) {
    if (detail::policy_facts<P>::present()) all.emplace_back(detail::policy_facts<P>::name);
  }
  static basic_any_policy named(std::string const& name) {
    basic_any_policy any;
    ((name == detail::policy_facts<Policies>::name ? void(any.policy_ = Policies{}) : void()), ...);
    return any;
  }

  std::variant<Policies...> policy_{};
};

/// The policies of this build: seq; omp::par in programs that link thrum::omp; tbb::par, which is
/// called par, in programs that link thrum::tbb; cuda::par in the .cu files of programs that link
/// thrum::cuda. So in such a program any_policy is one type in a .cu file and another type in a
/// .cpp file. If one type is passed where the other is expected, the linker reports an error.
///
///     auto const any = thrum::any_policy::from_environment();
///     double const sum = visit(any, [&](auto const& policy) { return thrum::reduce(policy, v.begin(), v.end()); });
///
/// The policy must reach the memory. Vectors may be made in f, with a type that follows from the
/// type of the policy. Or a vector may be a unified_vector, which all policies reach; in a build
/// with CUDA a unified_vector needs a GPU.
using any_policy = basic_any_policy<std::remove_cvref_t<decltype(seq)>
#if defined(THRUM_WITH_OMP)
                                    ,
                                    std::remove_cvref_t<decltype(omp::par)>
#endif
#if defined(THRUM_WITH_TBB)
                                    ,
                                    std::remove_cvref_t<decltype(tbb::par)>
#endif
#if defined(THRUM_WITH_CUDA) && defined(__CUDACC__)
                                    ,
                                    std::remove_cvref_t<decltype(cuda::par)>
#endif
                                    >;

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
