// The rows of the element-wise calls.
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/generate.h>
#include <thrum/move.h>
#include <thrum/replace.h>
#include <thrum/scatter.h>
#include <thrum/sequence.h>
#include <thrum/swap.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <string>
#include <vector>
#include "table.h"

namespace {

struct nothing {
  THRUM_HD void operator()(int) const {}
};
struct one {
  THRUM_HD int operator()() const { return 1; }
};
struct sum_of_three {
  THRUM_HD int operator()(int a, int b, int c) const { return a + b + c; }
};
struct narrowed {
  THRUM_HD int operator()(std::ptrdiff_t i) const { return static_cast<int>(i); }
};

}  // namespace

TEST_CASE("element-wise") {
  reference_table t("element-wise");
  t.row("for_each(first, last, f)", "for_each.h", "f of each element", [](auto const& exec, samples& s) {
    thrum::for_each(exec, s.numbers.begin(), s.numbers.end(), nothing{});
  });
  t.row("for_each_n(first, n, f)", "for_each.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::for_each_n(exec, s.numbers.begin(), s.n, nothing{}); });
  t.row("transform(first, last, out, f)", "transform.h", "out[i] = f(first[i])", [](auto const& exec, samples& s) {
    thrum::transform(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), twice{});
  });
  t.row("transform(first1, last1, first2, out, f)", "transform.h", "out[i] = f(first1[i], first2[i])",
        [](auto const& exec, samples& s) {
          thrum::transform(exec, s.numbers.begin(), s.numbers.end(), s.keys.begin(), s.out.begin(),
                           thrum::plus<>{});
        });
  t.row("transform(inputs(first1, ...), n, out, f)", "transform.h",
        "out[i] = f(first1[i], ...) of any number of inputs", [](auto const& exec, samples& s) {
          thrum::transform(exec, thrum::inputs(s.numbers.begin(), s.keys.begin(), s.flags.begin()),
                           s.numbers.end() - s.numbers.begin(), s.out.begin(), sum_of_three{});
        });
  t.row("transform_if(first, last, [stencil,] out, f, pred)", "transform.h",
        "out[i] = f(first[i]) where pred accepts", [](auto const& exec, samples& s) {
          thrum::transform_if(exec, s.numbers.begin(), s.numbers.end(), s.flags.begin(), s.out.begin(), twice{},
                              odd{});
        });
  t.row("transform_if(first1, last1, first2, stencil, out, f, pred)", "transform.h", "the same of two ranges",
        [](auto const& exec, samples& s) {
          thrum::transform_if(exec, s.numbers.begin(), s.numbers.end(), s.keys.begin(), s.flags.begin(),
                              s.out.begin(), thrum::plus<>{}, odd{});
        });
  t.row("fill(first, last, value)", "fill.h", "one value",
        [](auto const& exec, samples& s) { thrum::fill(exec, s.out.begin(), s.out.end(), 1); });
  t.row("fill_n(first, n, value)", "fill.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::fill_n(exec, s.out.begin(), s.n, 1); });
  t.row("generate(first, last, f)", "generate.h", "f() each time",
        [](auto const& exec, samples& s) { thrum::generate(exec, s.out.begin(), s.out.end(), one{}); });
  t.row("generate_n(first, n, f)", "generate.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::generate_n(exec, s.out.begin(), s.n, one{}); });
  t.row("tabulate(first, last, f)", "tabulate.h", "f of the index",
        [](auto const& exec, samples& s) { thrum::tabulate(exec, s.out.begin(), s.out.end(), narrowed{}); });
  t.row("sequence(first, last[, init[, step]])", "sequence.h",
        "init + i * step, in the type of the elements or a wider init",
        [](auto const& exec, samples& s) { thrum::sequence(exec, s.out.begin(), s.out.end()); });
  t.row(
      "copy(first, last, out)", "copy.h", "within one memory, or, without a policy, between two (then it waits)",
      [](auto const& exec, samples& s) { thrum::copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin()); });
  t.row("copy_n(first, n, out)", "copy.h", "the same of n elements",
        [](auto const& exec, samples& s) { thrum::copy_n(exec, s.numbers.begin(), s.n, s.out.begin()); });
  t.row("move(first, last, out)", "move.h", "moves each element", [](auto const& exec, samples& s) {
    thrum::move(exec, s.numbers.begin(), s.numbers.end(), s.out.begin());
  });
  t.row("swap_ranges(first1, last1, first2)", "swap.h", "exchanges two ranges", [](auto const& exec, samples& s) {
    thrum::swap_ranges(exec, s.numbers.begin(), s.numbers.end(), s.keys.begin());
  });
  t.row("gather(map, map_last, first, out)", "gather.h", "out[i] = first[map[i]]",
        [](auto const& exec, samples& s) {
          thrum::gather(exec, s.indices.begin(), s.indices.end(), s.numbers.begin(), s.out.begin());
        });
  t.row("gather_if(map, map_last, stencil, first, out[, pred])", "gather.h", "the same where pred accepts",
        [](auto const& exec, samples& s) {
          thrum::gather_if(exec, s.indices.begin(), s.indices.end(), s.flags.begin(), s.numbers.begin(),
                           s.out.begin());
        });
  t.row("scatter(first, last, map, out)", "scatter.h", "out[map[i]] = first[i]", [](auto const& exec, samples& s) {
    thrum::scatter(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin(), s.out.begin());
  });
  t.row("scatter_if(first, last, map, stencil, out[, pred])", "scatter.h", "the same where pred accepts",
        [](auto const& exec, samples& s) {
          thrum::scatter_if(exec, s.numbers.begin(), s.numbers.end(), s.indices.begin(), s.flags.begin(),
                            s.out.begin());
        });
  t.row("replace(first, last, old, new)", "replace.h", "one value for another",
        [](auto const& exec, samples& s) { thrum::replace(exec, s.numbers.begin(), s.numbers.end(), 1, 2); });
  t.row("replace_if(first, last, [stencil,] pred, new)", "replace.h", "a value for what pred accepts",
        [](auto const& exec, samples& s) {
          thrum::replace_if(exec, s.numbers.begin(), s.numbers.end(), s.flags.begin(), odd{}, 2);
        });
  t.row("replace_copy(first, last, out, old, new)", "replace.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::replace_copy(exec, s.numbers.begin(), s.numbers.end(), s.out.begin(), 1, 2);
        });
  t.row("replace_copy_if(first, last, [stencil,] out, pred, new)", "replace.h", "the same into another range",
        [](auto const& exec, samples& s) {
          thrum::replace_copy_if(exec, s.numbers.begin(), s.numbers.end(), s.flags.begin(), s.out.begin(), odd{},
                                 2);
        });
  t.check();
}
