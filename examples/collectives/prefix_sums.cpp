// The prefix sums of {4, 2, 6, 1, 7, 3, 0, 5} in log2 n steps. In each step half of the elements
// add a sum that is complete: that of the block of 2^(k-1) elements before them. The library's
// scans read memory once instead. Scans from the right use reverse iterators.
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/iterator/reverse_iterator.h>
#include <thrum/memory.h>
#include <thrum/scan.h>
#include <algorithm>
#include <limits>
#include <numeric>

#include "common/example.h"

using std::int64_t;

/// In step k (from 1 on) element n belongs to the upper half of its block of 2^k if n % 2^k >
/// 2^(k-1) - 1, and adds the last element of the lower half.
struct up_sweep {
  int64_t block;
  THRUM_HD bool takes(int64_t n) const { return n % block > block / 2 - 1; }
  THRUM_HD int64_t from(int64_t n) const { return n - n % block + block / 2 - 1; }
};
struct up_sweep_step {
  int64_t* a;
  up_sweep rule;
  THRUM_HD void operator()(int64_t n) const {
    if (rule.takes(n)) a[n] += a[rule.from(n)];
  }
};

template <class Policy, class V>
void scan_in_steps(Policy const& policy, V& v) {
  auto const n = static_cast<int64_t>(v.size());
  for (int64_t block = 2; block < 2 * n; block *= 2) {
    up_sweep_step const step{thrum::raw_pointer_cast(v.data()), {block}};
    thrum::for_each_n(policy, thrum::counting_iterator<int64_t>(0), n, step);
  }
}

example::figure diagram(int64_t n) {
  example::figure f{.title = "Prefix sums in steps: who takes whose sum", .x_label = "element", .y_label = "step"};
  example::series nodes{.name = "", .x = {}, .y = {}, .drawn = example::series::style::points};
  double const gap = std::numeric_limits<double>::quiet_NaN();
  double step = 0;
  for (int64_t i = 0; i < n; ++i) nodes.x.push_back(static_cast<double>(i)), nodes.y.push_back(0);
  f.lines.push_back({});
  for (int64_t block = 2; block < 2 * n; block *= 2, ++step) {
    up_sweep const rule{block};
    example::series taken{.name = "", .x = {}, .y = {}};
    for (int64_t i = 0; i < n; ++i) {
      auto const x = static_cast<double>(i);
      nodes.x.push_back(x), nodes.y.push_back(step + 1);
      if (!rule.takes(i)) continue;
      taken.x.insert(taken.x.end(), {static_cast<double>(rule.from(i)), x, gap});
      taken.y.insert(taken.y.end(), {step, step + 1, gap});
    }
    f.lines.push_back(taken);
  }
  f.lines.front() = nodes;
  return f;
}

std::string text_of(std::vector<int64_t> const& v) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(v.size(), 16); ++i) text += ' ' + std::to_string(v[i]);
  return text + (v.size() > 16 ? " ..." : "");
}

int main(int argc, char** argv) {
  example::description const what{.id = "prefix_sums",
                                  .text = "Inclusive and exclusive sums from the left and from the right.",
                                  .n = 8,
                                  .quick = 8,
                                  .bytes = 80,
                                  .least = 1,
                                  .draws = example::description::picture::figure};
  return example::run(argc, argv, what, [](example::session& s) {
    std::vector<int64_t> const eight{4, 2, 6, 1, 7, 3, 0, 5};
    std::vector<int64_t> numbers(s.size()), sums(s.size()), before(s.size()), from_right(s.size()),
        behind(s.size());
    for (std::size_t i = 0; i < s.size(); ++i) numbers[i] = eight[i % 8];
    std::inclusive_scan(numbers.begin(), numbers.end(), sums.begin());
    std::exclusive_scan(numbers.begin(), numbers.end(), before.begin(), int64_t{0});
    std::inclusive_scan(numbers.rbegin(), numbers.rend(), from_right.rbegin());
    std::exclusive_scan(numbers.rbegin(), numbers.rend(), behind.rbegin(), int64_t{0});
    s.say("numbers:             " + text_of(numbers));

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int64_t> const x = numbers;
      example::vector_of<decltype(policy), int64_t> a = x, b = x, c = x, d = x, steps = x;
      auto const left = [](auto& v) { return v.begin(); };
      auto const right = [](auto& v) { return thrum::make_reverse_iterator(v.end()); };
      auto const end = thrum::make_reverse_iterator(x.begin());
      s.time(policy, "inclusive_scan", [&] { thrum::inclusive_scan(policy, left(x), x.end(), left(a)); });
      s.time(policy, "exclusive_scan", [&] { thrum::exclusive_scan(policy, left(x), x.end(), left(b)); });
      s.time(policy, "inclusive_scan, reversed", [&] { thrum::inclusive_scan(policy, right(x), end, right(c)); });
      s.time(policy, "exclusive_scan, reversed", [&] { thrum::exclusive_scan(policy, right(x), end, right(d)); });
      s.time_prepared(policy, "log2 n steps", [&] { steps = x; }, [&] { scan_in_steps(policy, steps); });

      s.check_equal("inclusive and exclusive sums are std's", example::to_host(a), sums);
      s.check_equal("inclusive and exclusive sums are std's", example::to_host(b), before);
      s.check_equal("from the right too", example::to_host(c), from_right);
      s.check_equal("from the right too", example::to_host(d), behind);
      s.check_equal("the steps make the same sums", example::to_host(steps), sums);
      std::vector<int64_t> const known{4, 6, 12, 13, 20, 23, 23, 28};
      auto const first = example::to_host(steps);
      auto const some = static_cast<std::ptrdiff_t>(std::min<std::size_t>(8, s.size()));
      s.check("which begin with 4 6 12 13 20 23 23 28",
              std::equal(known.begin(), known.begin() + some, first.begin()));
    });
    s.say("sums from the left:  " + text_of(sums));
    s.say("without itself:      " + text_of(before));
    s.say("sums from the right: " + text_of(from_right));
    s.say("without itself:      " + text_of(behind));
    s.draw(diagram(std::min<int64_t>(s.n(), 32)));
  });
}
