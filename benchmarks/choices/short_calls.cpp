// Times short calls under tbb::par beside the same calls under seq, in turns, on the same memory.
// Prints a table in Markdown: how many times as long seq takes, for each call and length; then the
// means of the lengths, and how many ratios are under 0.85.
//   bench_choices_short_calls [<call>...]
#include <thrum/adjacent_difference.h>
#include <thrum/argsort.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/equal.h>
#include <thrum/execution_policy.h>
#include <thrum/extrema.h>
#include <thrum/find.h>
#include <thrum/gather.h>
#include <thrum/group_reduce.h>
#include <thrum/histogram.h>
#include <thrum/mean.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/replace.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segments.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/split_by.h>
#include <thrum/tbb.h>
#include <thrum/transform.h>
#include <thrum/unique.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using index = std::ptrdiff_t;

constexpr std::array<index, 6> lengths{5000, 9000, 17000, 34000, 70000, 140000};
constexpr int rounds = 15;
constexpr double seconds_of_round = 0.004, behind = 0.85;

/// What calls read and write. The keys are in runs of 1 to 200, as are the segments.
struct elements {
  std::vector<std::int32_t> numbers, sorted, sorted2, keys, run_lengths, bits, out, out2, long_out;
  std::vector<float> floats, floats_out, sums;
  std::vector<index> offsets = std::vector<index>(257), ends{0}, counts = std::vector<index>(64), places;

  explicit elements(index n)
      : numbers(static_cast<std::size_t>(n)),
        bits(numbers.size()),
        out(numbers),
        out2(numbers),
        long_out(2 * numbers.size()),
        floats(numbers.size()),
        floats_out(floats),
        places(numbers.size()) {
    std::mt19937 random(1);
    for (auto& x : numbers) x = static_cast<std::int32_t>(random() >> 1);
    for (auto& x : floats) x = static_cast<float>(random() % 1000);
    for (auto& x : bits) x = static_cast<std::int32_t>(random() & 1);
    sorted = numbers;
    std::sort(sorted.begin(), sorted.end());
    sorted2 = sorted;
    for (auto& x : sorted2) x += x & 1;
    for (std::int32_t key = 0; ends.back() < n; ++key) {
      ends.push_back(std::min<index>(n, ends.back() + 1 + static_cast<index>(random() % 200)));
      keys.resize(static_cast<std::size_t>(ends.back()), key);
    }
    sums.resize(ends.size());
    for (std::size_t i = 1; i < ends.size(); ++i)
      run_lengths.push_back(static_cast<std::int32_t>(ends[i] - ends[i - 1]));
  }
};

template <class T>
void keep(T const& x) {
  asm volatile("" : : "r,m"(x) : "memory");
}

struct named_call {
  std::string name;
  std::function<void()> call;
};

/// Returns the calls under a policy.
template <class P>
std::vector<named_call> calls_under(P const& policy, elements& e) {
  auto const odd = [](std::int32_t x) { return (x & 1) != 0; };
  auto const class_of = [](std::int32_t x) { return static_cast<unsigned>(x) >> 8 & 255; };
  auto const &v = e.numbers, &a = e.sorted, &b = e.sorted2, &k = e.keys;
  auto const& f = e.floats;
  index const n = static_cast<index>(v.size());
  return {
      {"copy_if", [=, &e, &v] { thrum::copy_if(policy, v.begin(), v.end(), e.out.begin(), odd); }},
      {"copy_if by a stencil",
       [=, &e, &v] { thrum::copy_if(policy, v.begin(), v.end(), e.bits.begin(), e.out.begin(), odd); }},
      {"remove_copy", [=, &e, &v] { thrum::remove_copy(policy, v.begin(), v.end(), e.out.begin(), 5); }},
      {"unique_copy", [=, &e, &k] { thrum::unique_copy(policy, k.begin(), k.end(), e.out.begin()); }},
      {"partition_copy",
       [=, &e, &v] { thrum::partition_copy(policy, v.begin(), v.end(), e.out.begin(), e.out2.begin(), odd); }},
      {"run_length_encode",
       [=, &e, &k] { thrum::run_length_encode(policy, k.begin(), k.end(), e.out.begin(), e.out2.begin()); }},
      {"run_length_decode",
       [=, &e, &v] {
         thrum::run_length_decode(policy, v.begin(), v.begin() + std::ssize(e.run_lengths), e.run_lengths.begin(),
                                  e.out.begin());
       }},
      {"inclusive_scan of ints",
       [=, &e, &v] { thrum::inclusive_scan(policy, v.begin(), v.end(), e.out.begin()); }},
      {"inclusive_scan of floats",
       [=, &e, &f] { thrum::inclusive_scan(policy, f.begin(), f.end(), e.floats_out.begin()); }},
      {"inclusive_scan_by_key of ints",
       [=, &e, &k, &v] { thrum::inclusive_scan_by_key(policy, k.begin(), k.end(), v.begin(), e.out.begin()); }},
      {"inclusive_scan_by_key of floats",
       [=, &e, &k, &f] {
         thrum::inclusive_scan_by_key(policy, k.begin(), k.end(), f.begin(), e.floats_out.begin());
       }},
      {"reduce_by_key",
       [=, &e, &k, &v] {
         thrum::reduce_by_key(policy, k.begin(), k.end(), v.begin(), e.out.begin(), e.out2.begin());
       }},
      {"group_reduce",
       [=, &e, &k, &v] {
         thrum::group_reduce(policy, k.begin(), k.end(), v.begin(), e.out.begin(), e.out2.begin());
       }},
      {"segmented_reduce",
       [=, &e, &f] {
         thrum::segmented_reduce(policy, f.begin(), f.end(), thrum::segments_at(e.ends.begin(), e.ends.end()),
                                 e.sums.begin());
       }},
      {"reduce of ints", [=, &v] { keep(thrum::reduce(policy, v.begin(), v.end())); }},
      {"reduce of floats", [=, &f] { keep(thrum::reduce(policy, f.begin(), f.end())); }},
      {"mean", [=, &f] { keep(thrum::mean(policy, f.begin(), f.end())); }},
      {"max_element", [=, &v] { keep(thrum::max_element(policy, v.begin(), v.end())); }},
      {"count_if", [=, &v] { keep(thrum::count_if(policy, v.begin(), v.end(), odd)); }},
      {"find of none", [=, &v] { keep(thrum::find(policy, v.begin(), v.end(), -3)); }},
      {"equal", [=, &a] { keep(thrum::equal(policy, a.begin(), a.end(), a.begin())); }},
      {"is_sorted", [=, &a] { keep(thrum::is_sorted(policy, a.begin(), a.end())); }},
      {"transform",
       [=, &e, &f] {
         thrum::transform(policy, f.begin(), f.end(), e.floats_out.begin(), [](float x) { return 3 * x + 1; });
       }},
      {"adjacent_difference",
       [=, &e, &v] { thrum::adjacent_difference(policy, v.begin(), v.end(), e.out.begin()); }},
      {"replace_copy", [=, &e, &v] { thrum::replace_copy(policy, v.begin(), v.end(), e.out.begin(), 5, 6); }},
      {"gather", [=, &e, &v] { thrum::gather(policy, e.bits.begin(), e.bits.end(), v.begin(), e.out.begin()); }},
      {"rotate",
       [=, &e] { thrum::rotate(policy, e.long_out.begin(), e.long_out.begin() + n / 3, e.long_out.begin() + n); }},
      {"rotate_copy",
       [=, &e, &v] { thrum::rotate_copy(policy, v.begin(), v.begin() + n / 3, v.end(), e.out.begin()); }},
      {"merge",
       [=, &e, &a, &b] { thrum::merge(policy, a.begin(), a.end(), b.begin(), b.end(), e.long_out.begin()); }},
      {"set_union",
       [=, &e, &a, &b] { thrum::set_union(policy, a.begin(), a.end(), b.begin(), b.end(), e.long_out.begin()); }},
      {"set_intersection",
       [=, &e, &a, &b] {
         thrum::set_intersection(policy, a.begin(), a.end(), b.begin(), b.end(), e.long_out.begin());
       }},
      {"includes", [=, &a] { keep(thrum::includes(policy, a.begin(), a.end(), a.begin(), a.end())); }},
      {"histogram_even",
       [=, &e, &f] {
         thrum::histogram_even(policy, f.begin(), f.end(), e.counts.begin(), e.counts.end(), 0.F, 1000.F);
       }},
      {"split_by",
       [=, &e, &v] {
         thrum::split_by(policy, v.begin(), v.end(), e.out.begin(), e.offsets.begin(), e.offsets.end(), class_of);
       }},
      {"nth_element",
       [=, &e, &v] {
         e.out = v;
         thrum::nth_element(policy, e.out.begin(), e.out.begin() + n / 2, e.out.end());
       }},
      {"sort",
       [=, &e, &v] {
         e.out = v;
         thrum::sort(policy, e.out.begin(), e.out.end());
       }},
      {"argsort", [=, &e, &v] { thrum::argsort(policy, v.begin(), v.end(), e.places.begin()); }},
  };
}

double seconds(std::function<void()> const& f, int repetitions) {
  auto const begin = clock_type::now();
  for (int k = 0; k < repetitions; ++k) f();
  return std::chrono::duration<double>(clock_type::now() - begin).count() / repetitions;
}
double median(std::vector<double>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[numbers.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> const wanted(argv + 1, argv + argc);
  auto const is_wanted = [&](std::string const& name) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  std::vector<std::string> lines;
  std::array<double, lengths.size()> sums{};
  std::array<int, lengths.size()> rows{}, few{};
  for (std::size_t size = 0; size < lengths.size(); ++size) {
    elements e(lengths[size]);
    auto const one = calls_under(thrum::seq, e), all = calls_under(thrum::tbb::par, e);
    for (std::size_t i = 0, line = 0; i < one.size(); ++i) {
      if (!is_wanted(one[i].name)) continue;
      if (size == 0) lines.push_back("| " + one[i].name);
      int const repetitions = static_cast<int>(seconds_of_round / std::max(1e-9, seconds(one[i].call, 3))) + 1;
      std::vector<double> alone, together;
      for (int round = 0; round < rounds; ++round) {
        alone.push_back(seconds(one[i].call, repetitions));
        together.push_back(seconds(all[i].call, repetitions));
      }
      double const ratio = median(alone) / median(together);
      sums[size] += ratio;
      ++rows[size];
      few[size] += ratio < behind ? 1 : 0;
      char text[64];
      std::snprintf(text, sizeof text, " | %.2f", ratio);
      lines[line++] += text;
    }
  }
  if (lines.empty()) {
    std::printf("no call has this name\n");
    return 1;
  }
  std::string head = "| call", rule = "\n|---";
  for (auto const n : lengths) {
    head += " | " + std::to_string(n);
    rule += "|---:";
  }
  std::printf("%s |%s|\n", head.c_str(), rule.c_str());
  for (auto const& line : lines) std::printf("%s |\n", line.c_str());
  std::printf("| mean");
  for (std::size_t size = 0; size < lengths.size(); ++size) std::printf(" | %.2f", sums[size] / rows[size]);
  std::printf(" |\n| under 0.85");
  for (int const count : few) std::printf(" | %d", count);
  std::printf(" |\n");
}
