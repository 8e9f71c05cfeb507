// vmap_sum: the sum of a function over the elements of ranges, with its derivatives.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/calls/mapped_inputs.h>
#include <thrum/dual.h>
#include <thrum/tabulate.h>
#include <thrum/tape.h>
#include <thrum/tuple.h>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum {
namespace detail {

/// Elements that are computed together, so that compilers make vectors of them, and elements of a
/// task. The order of a sum follows from these numbers alone.
inline constexpr std::ptrdiff_t lanes_of_sum = 8, block_of_sum = 512;

template <class V>
struct lanes {
  V of[lanes_of_sum];
};

/// What an input of a sum is, by the type of its elements, and where derivatives by it go.
enum class summed { constant, constants, variable, variables };

template <class E>
struct tape_number {
  static constexpr bool is_var = false;
};
template <class T>
struct tape_number<var<T>> {
  static constexpr bool is_var = true;
  using type = T;
};

template <class Input>
struct summed_input {
  static constexpr bool is_range = mapped_range<Input>;
  using access = decltype(mapped_argument(std::declval<Input>()));
  using element = std::remove_cvref_t<decltype(std::declval<access const&>()[std::ptrdiff_t{0}])>;
  static constexpr bool is_var = tape_number<element>::is_var;
  static constexpr summed kind = is_var ? (is_range ? summed::variables : summed::variable)
                                        : (is_range ? summed::constants : summed::constant);
};

template <class... Inputs>
struct tape_number_of {
  using type = void;
};
template <class First, class... Rest>
struct tape_number_of<First, Rest...> {
  static consteval auto find() {
    if constexpr (summed_input<First>::is_var) {
      return std::type_identity<typename tape_number<typename summed_input<First>::element>::type>{};
    } else {
      return std::type_identity<typename tape_number_of<Rest...>::type>{};
    }
  }
  using type = typename decltype(find())::type;
};

/// Returns the kind of the k-th input.
template <class... Inputs>
constexpr summed kind_of_input(int k) {
  summed kind{};
  ((kind = k-- == 0 ? summed_input<Inputs>::kind : kind), ...);
  return kind;
}
/// Returns how many of the first `end` inputs are of a kind.
template <class... Inputs>
constexpr int inputs_of_kind(summed kind, int end) {
  int n = 0;
  for (int k = 0; k < end; ++k) n += detail::kind_of_input<Inputs...>(k) == kind ? 1 : 0;
  return n;
}
/// Returns the direction of duals for the k-th input, a variable. Those of variables that all calls
/// share are before those of the elements.
template <class... Inputs>
constexpr int direction_of_input(int k) {
  if (detail::kind_of_input<Inputs...>(k) == summed::variable) {
    return detail::inputs_of_kind<Inputs...>(summed::variable, k);
  }
  return detail::inputs_of_kind<Inputs...>(summed::variable, sizeof...(Inputs)) +
         detail::inputs_of_kind<Inputs...>(summed::variables, k);
}

/// What f takes for an input: a dual of a variable; a constant as it is, or as a dual if f takes
/// only arguments of one type.
template <class T, int Directions, bool IsVariable, bool AllDuals, class V>
constexpr auto argument_of_sum(V const& value, [[maybe_unused]] int direction) {
  if constexpr (IsVariable) return dual<T, Directions>::variable(value, direction);
  else if constexpr (AllDuals) return dual<T, Directions>(value);
  else return value;
}
template <class E>
constexpr auto const& value_of_element(E const& element) {
  if constexpr (tape_number<E>::is_var) return element.value();
  else return element;
}
template <class Input>
using staged_input = std::remove_cvref_t<decltype(detail::value_of_element(
    std::declval<typename summed_input<Input>::element const&>()))>;
template <class T, int Directions, bool AllDuals, class Input>
using argument_of_input = decltype(detail::argument_of_sum<T, Directions, summed_input<Input>::is_var, AllDuals>(
    std::declval<staged_input<Input> const&>(), 0));

/// Calls f for the elements of blocks. Under derivatives by variables, f takes duals of as many
/// directions. T is void if there are no variables.
template <class T, class F, class... Inputs>
struct block_of_calls {
  static constexpr int count = sizeof...(Inputs);
  static constexpr int shared = detail::inputs_of_kind<Inputs...>(summed::variable, count);
  static constexpr int own = detail::inputs_of_kind<Inputs...>(summed::variables, count);
  static constexpr summed kind_of(int k) { return detail::kind_of_input<Inputs...>(k); }
  static constexpr int direction_of(int k) { return detail::direction_of_input<Inputs...>(k); }
  static constexpr int directions = shared + own;
  static constexpr bool all_duals =
      directions > 0 && !std::is_invocable_v<F const&, argument_of_input<T, directions, false, Inputs>...>;
  using all = std::make_integer_sequence<int, count>;
  template <int K>
  using staged = staged_input<std::tuple_element_t<K, std::tuple<Inputs...>>>;
  using result =
      std::remove_cvref_t<std::invoke_result_t<F const&, argument_of_input<T, directions, all_duals, Inputs>...>>;
  using number = std::conditional_t<directions == 0, result, T>;

  /// The sum of a block, and its derivatives by the shared variables.
  struct sums {
    number of[1 + shared];
  };

  F f;
  tuple<typename summed_input<Inputs>::access...> inputs;
  std::ptrdiff_t size;
  number* slopes;  // `size` of them for each range of variables

  sums operator()(std::ptrdiff_t block) const {
    std::ptrdiff_t i = block * block_of_sum;
    std::ptrdiff_t const end = size - i < block_of_sum ? size : i + block_of_sum;
    lanes<number> added[1 + shared] = {};
    for (; end - i >= lanes_of_sum; i += lanes_of_sum) compute<true>(i, lanes_of_sum, added, all{});
    if (i < end) compute<false>(i, end - i, added, all{});
    sums total;
    for (int s = 0; s <= shared; ++s) {
      auto& of = added[s].of;
      for (std::ptrdiff_t half = lanes_of_sum / 2; half > 0; half /= 2) {
        for (std::ptrdiff_t j = 0; j < half; ++j) of[j] += of[j + half];
      }
      total.of[s] = of[0];
    }
    return total;
  }

 private:
  /// The calls for `valid` elements from i on. Others of the group repeat the last one, for
  /// nothing.
  template <bool Full, int... K>
#if defined(__GNUC__)
  [[gnu::flatten]]
#endif
  void compute(std::ptrdiff_t i, std::ptrdiff_t valid, lanes<number>* added,
               std::integer_sequence<int, K...>) const {
    std::tuple<lanes<staged<K>>...> in;
    (stage<Full, K>(i, valid, std::get<K>(in)), ...);
    lanes<number> out[1 + directions];
    for (std::ptrdiff_t j = 0; j < lanes_of_sum; ++j) {
      if constexpr (directions == 0) {
        out[0].of[j] = f(std::get<K>(in).of[j]...);
      } else {
        dual<T, directions> const y(
            f(detail::argument_of_sum<T, directions, summed_input<Inputs>::is_var, all_duals>(
                std::get<K>(in).of[j], std::integral_constant<int, direction_of(K)>::value)...));
        out[0].of[j] = y.value();
        // Without a loop, for GCC makes vectors of innermost loops.
        [&]<int... D>(std::integer_sequence<int, D...>) {
          ((out[1 + D].of[j] = y.derivative(D)), ...);
        }(std::make_integer_sequence<int, directions>{});
      }
    }
    std::ptrdiff_t const kept = Full ? lanes_of_sum : valid;
    for (int s = 0; s <= shared; ++s) {
      for (std::ptrdiff_t j = 0; j < kept; ++j) added[s].of[j] += out[s].of[j];
    }
    for (int d = 0; d < own; ++d) {
      number* const to = slopes + d * size + i;
      for (std::ptrdiff_t j = 0; j < kept; ++j) to[j] = out[1 + shared + d].of[j];
    }
  }
  template <bool Full, int K>
  void stage(std::ptrdiff_t i, std::ptrdiff_t valid, lanes<staged<K>>& in) const {
    auto const& from = thrum::get<K>(inputs);
    for (std::ptrdiff_t j = 0; j < lanes_of_sum; ++j) {
      in.of[j] = detail::value_of_element(from[i + (Full || j < valid ? j : valid - 1)]);
    }
  }
};

/// Returns the sum over all blocks, in order. `calls` are made under the policy.
template <class Policy, class Calls>
typename Calls::sums sum_of_blocks(Policy const& policy, Calls const& calls) {
  using sums = typename Calls::sums;
  std::ptrdiff_t const blocks = (calls.size + block_of_sum - 1) / block_of_sum;
  if (blocks == 1) return calls(0);
  std::vector<sums> parts(static_cast<std::size_t>(blocks));
  auto const tabulate_parts = [&](auto const& how) { tabulate(how, parts.data(), parts.data() + blocks, calls); };
  if constexpr (requires { policy.grain(8); }) tabulate_parts(policy.grain(8));
  else tabulate_parts(policy);
  sums total = parts[0];
  for (std::size_t b = 1; b < parts.size(); ++b) {
    for (int s = 0; s <= Calls::shared; ++s) total.of[s] += parts[b].of[s];
  }
  return total;
}

/// Looks for the tape of an input.
template <class T, class Input, class Access>
void find_tape(tape<T>*& on, Access const& elements, std::ptrdiff_t size) {
  if constexpr (summed_input<Input>::is_var) {
    std::ptrdiff_t const end = summed_input<Input>::is_range ? size : 1;
    for (std::ptrdiff_t i = 0; i < end && on == nullptr; ++i) on = tape_access<T>::tape_of(elements[i]);
  }
}

/// The variables of value_and_grad, whose nodes follow each other.
template <class I>
inline constexpr bool has_inputs_of_tape = false;
template <class I>
  requires requires(I const& i) { i.functor().base; }
inline constexpr bool has_inputs_of_tape<I> = is_input_of_tape<decltype(std::declval<I const&>().functor())>;

/// Returns whether the nodes of a range follow each other.
template <class T, class Access>
bool is_in_a_row(Access const& elements, std::ptrdiff_t size) {
  if constexpr (has_inputs_of_tape<Access>) return true;
  std::uint32_t const first = tape_access<T>::node_of(elements[0]);
  if (first == tape_node<T>::none) return false;
  for (std::ptrdiff_t i = 1; i < size; ++i) {
    if (tape_access<T>::node_of(elements[i]) != first + static_cast<std::uint32_t>(i)) return false;
  }
  return true;
}

/// Makes a tape as it was, unless the work is done.
template <class T>
struct rewound_if_not_done {
  tape<T>& on;
  std::size_t checkpoint = on.size();
  bool done = false;
  ~rewound_if_not_done() {
    if (!done) on.rewind(checkpoint);
  }
};

template <class T, class Policy, class Calls, int... K>
var<T> recorded_sum(Policy const& policy, Calls calls, tape<T>& on, std::integer_sequence<int, K...>) {
  auto const n = static_cast<std::size_t>(calls.size);
  bool in_a_row[sizeof...(K)] = {};
  std::size_t listed = 0;
  [[maybe_unused]] auto const look = [&]<int k>(std::integral_constant<int, k>) {
    if constexpr (Calls::kind_of(k) == summed::variables) {
      in_a_row[k] = is_in_a_row<T>(thrum::get<k>(calls.inputs), calls.size);
      if (!in_a_row[k]) listed += n;
    } else if constexpr (Calls::kind_of(k) == summed::variable) {
      in_a_row[k] = tape_access<T>::node_of(thrum::get<k>(calls.inputs)[0]) != tape_node<T>::none;
      if (!in_a_row[k]) ++listed;
    }
  };
  (look(std::integral_constant<int, K>{}), ...);

  rewound_if_not_done<T> guard{on};
  std::size_t const slopes = static_cast<std::size_t>(Calls::own) * n + static_cast<std::size_t>(Calls::shared);
  typename tape_access<T>::sum const sum(on, static_cast<std::size_t>(Calls::directions), slopes, listed);
  calls.slopes = sum.slopes();
  auto const total = detail::sum_of_blocks(policy, calls);
  std::uint32_t* list = sum.list();
  [[maybe_unused]] auto const add_own = [&]<int k>(std::integral_constant<int, k>) {
    if constexpr (Calls::kind_of(k) == summed::variables) {
      auto const& elements = thrum::get<k>(calls.inputs);
      if (in_a_row[k]) {
        sum.add(tape_access<T>::node_of(elements[0]), n);
      } else {
        sum.add(tape_node<T>::none, n);
        for (std::ptrdiff_t i = 0; i < calls.size; ++i) *list++ = tape_access<T>::node_of(elements[i]);
      }
    }
  };
  // The slopes of shared variables are behind those of ranges.
  [[maybe_unused]] auto const add_shared = [&]<int k>(std::integral_constant<int, k>) {
    if constexpr (Calls::kind_of(k) == summed::variable) {
      constexpr int direction = Calls::direction_of(k);
      sum.slopes()[static_cast<std::size_t>(Calls::own) * n + direction] = total.of[1 + direction];
      sum.add(tape_access<T>::node_of(thrum::get<k>(calls.inputs)[0]), 1);
      if (!in_a_row[k]) *list++ = tape_node<T>::none;
    }
  };
  (add_own(std::integral_constant<int, K>{}), ...);
  (add_shared(std::integral_constant<int, K>{}), ...);
  guard.done = true;
  return sum.result(total.of[0]);
}

}  // namespace detail

/// vmap_sum(policy, f, input...): returns the sum of f(input[i]...) over all i. Inputs are as those
/// of vmap. If elements or values are var, so is the sum, and it is one operation of their tape: f
/// is called once for each i, with duals of as many directions as inputs are var, so that the calls
/// become vectors and run under the policy, which is one of the host. The tape needs a T for each
/// element of an input of var. The same bits under every policy. n calls of f and n / 512 partial
/// sums. Throws std::invalid_argument if ranges differ in size, and what f or the tape throws; the
/// tape is then as before.
template <class Policy, class F, class... Inputs>
auto vmap_sum(Policy const& policy, F f, Inputs&&... inputs) {
  static_assert((detail::mapped_range<Inputs> || ...), "thrum: vmap_sum needs a range of inputs");
  static_assert((detail::reaches_input<Policy, Inputs>() && ...),
                "thrum: the policy of vmap_sum cannot reach the memory of its inputs");
  using T = typename detail::tape_number_of<Inputs...>::type;
  using calls_type = detail::block_of_calls<T, F, Inputs...>;
  std::ptrdiff_t const size = detail::size_of_inputs("vmap_sum", inputs...);
  calls_type calls{std::move(f), {detail::mapped_argument(std::forward<Inputs>(inputs))...}, size, nullptr};
  if constexpr (calls_type::directions == 0) {
    return size == 0 ? typename calls_type::number(0) : detail::sum_of_blocks(policy, calls).of[0];
  } else {
    tape<T>* on = nullptr;
    [&]<int... K>(std::integer_sequence<int, K...>) {
      (detail::find_tape<T, Inputs>(on, thrum::get<K>(calls.inputs), size), ...);
    }(typename calls_type::all{});
    if (size == 0) return var<T>(T(0));
    if (on == nullptr) {
      // All are constants.
      std::vector<T> unused(static_cast<std::size_t>(calls_type::own * size));
      calls.slopes = unused.data();
      return var<T>(detail::sum_of_blocks(policy, calls).of[0]);
    }
    return detail::recorded_sum<T>(policy, calls, *on, typename calls_type::all{});
  }
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
