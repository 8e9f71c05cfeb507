// The sum of 1 to 100 as a tree: in each level every element of the lower part adds the element one
// step above it, and the step is halved, so that 100 elements need 7 levels. A level is one call,
// which returns when all its additions are done. Any associative operator can replace +.
// thrum::reduce does all of this in one call.
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/memory.h>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/transform.h>
#include <bit>

#include "common/example.h"
#include "common/format.h"

using std::ptrdiff_t;

template <class T, class Op>
struct add_what_is_a_step_above {
  T* x;
  ptrdiff_t step;
  Op op;
  THRUM_HD void operator()(ptrdiff_t i) const { x[i] = op(x[i], x[i + step]); }
};

/// Leaves op over all n >= 1 elements in the first one. The first step is the greatest power of two
/// below n, so that other lengths need no padding: an element without a partner does not change.
template <class Policy, class V, class Op, class Show>
void tree(Policy const& policy, V& v, Op op, Show show) {
  auto left = static_cast<ptrdiff_t>(v.size());
  while (left > 1) {
    auto const step = static_cast<ptrdiff_t>(std::bit_ceil(static_cast<std::size_t>(left)) / 2);
    add_what_is_a_step_above<typename V::value_type, Op> const level{thrum::raw_pointer_cast(v.data()), step, op};
    thrum::for_each_n(policy, thrum::counting_iterator<ptrdiff_t>(0), left - step, level);
    left = step;
    show(step);
  }
}

/// The results of the tree on elements, and of thrum::reduce on a copy of them.
template <class T, class Policy, class V, class Op>
std::pair<T, T> both(Policy const& policy, V v, T init, Op op) {
  T const reduced = thrum::reduce(policy, v.begin(), v.end(), init, op);
  tree(policy, v, op, [](ptrdiff_t) {});
  return {static_cast<T>(v[0]), reduced};
}

/// Returns 1 + 1 / x: the product over 1, 2, ..., n is n + 1.
struct one_and_its_inverse {
  THRUM_HD double operator()(float x) const { return 1 + 1 / static_cast<double>(x); }
};
struct at_least {
  float limit;
  THRUM_HD int operator()(float x) const { return x >= limit ? 1 : 0; }
};

int main(int argc, char** argv) {
  // For larger n a sum of floats is not exact: it is not below 2^24.
  example::description const what{.id = "reduce_tree",
                                  .text = "The sum of 1 to n by halving strides, level by level.",
                                  .n = 100,
                                  .quick = 100,
                                  .bytes = 40,
                                  .least = 1,
                                  .most = 5792};
  return example::run(argc, argv, what, [](example::session& s) {
    bool shown = false;
    s.each_policy([&](auto const& policy) {
      using floats = example::vector_of<decltype(policy), float>;
      floats x(s.size()), sums;
      thrum::sequence(policy, x.begin(), x.end(), 1.0f);
      auto const show = [&](ptrdiff_t step) {
        if (shown) return;
        std::string line = "step " + std::to_string(step) + ":";
        for (ptrdiff_t i = 0; i < std::min<ptrdiff_t>(step, 16); ++i) {
          line += ' ' + example::fixed(sums[static_cast<std::size_t>(i)], 0);
        }
        s.say(line + (step > 16 ? " ..." : ""));
      };
      sums = x;
      tree(policy, sums, thrum::plus<>{}, show);
      shown = true;

      double const n = static_cast<double>(s.n());
      s.check_equal("the tree's sum is n (n + 1) / 2", static_cast<double>(sums[0]), n * (n + 1) / 2);
      float total = 0;
      s.time_prepared(
          policy, "tree of calls", [&] { sums = x; },
          [&] { tree(policy, sums, thrum::plus<>{}, [](ptrdiff_t) {}); });
      s.time(policy, "reduce", [&] { total = thrum::reduce(policy, x.begin(), x.end()); });
      s.check_equal("the sum of reduce too", static_cast<double>(total), n * (n + 1) / 2);

      example::vector_of<decltype(policy), double> factors(s.size());
      thrum::transform(policy, x.begin(), x.end(), factors.begin(), one_and_its_inverse{});
      auto const [product, reduced] = both(policy, factors, 1.0, thrum::multiplies<>{});
      s.check_close("the tree's product of 1 + 1/i is n + 1", product, n + 1, 1e-13 * n);
      s.check_close("the product of reduce too", reduced, n + 1, 1e-13 * n);

      example::vector_of<decltype(policy), int> flags(s.size());
      for (float const limit : {1.0f, static_cast<float>(s.n()), static_cast<float>(s.n()) + 1}) {
        thrum::transform(policy, x.begin(), x.end(), flags.begin(), at_least{limit});
        std::pair const all{limit == 1, limit == 1},
            any{limit <= static_cast<float>(s.n()), limit <= static_cast<float>(s.n())};
        s.check("and, or over flags", both(policy, flags, true, thrum::logical_and<>{}) == all &&
                                          both(policy, flags, false, thrum::logical_or<>{}) == any);
      }
      for (int size = 1; size <= 33; ++size) {
        floats few(static_cast<std::size_t>(size));
        thrum::sequence(policy, few.begin(), few.end(), 1.0f);
        tree(policy, few, thrum::plus<>{}, [](ptrdiff_t) {});
        s.check_equal("trees of 1 to 33 elements", static_cast<int>(few[0]), size * (size + 1) / 2);
      }
    });
  });
}
