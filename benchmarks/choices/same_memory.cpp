// Times calls whose rows are near 1, on the same memory: their contenders take turns in one process.
// Prints a line of Markdown for each call, with two ratios of times: that of the plain loop or std to
// that of seq; and that of the best of std, std::execution::par and static parts of oneTBB, where a
// call has them, to that of tbb::par. A fill of 19 million elements takes 1.6 GB of memory.
//   bench_choices_same_memory [<call>...]
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <thrum/copy.h>
#include <thrum/execution_policy.h>
#include <thrum/fill.h>
#include <thrum/find.h>
#include <thrum/for_each.h>
#include <thrum/for_each_expanded.h>
#include <thrum/gather.h>
#include <thrum/logical.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/reverse.h>
#include <thrum/rotate.h>
#include <thrum/run_length.h>
#include <thrum/scatter.h>
#include <thrum/segmented_copy.h>
#include <thrum/shift.h>
#include <thrum/split_by.h>
#include <thrum/swap.h>
#include <thrum/tbb.h>
#include <thrum/transform.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execution>
#include <functional>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using index = std::ptrdiff_t;

struct record {
  std::int64_t key, payload;
  bool operator==(record const&) const = default;
};

/// The elements of a call, and in which order they are visited: each place of 64 neighbours, or of
/// all.
template <class T>
struct elements {
  std::vector<T> in, in2, out;
  std::vector<std::int32_t> near_by, anywhere, offsets{0}, sizes, numbers, keys, keys_out;
  std::vector<std::ptrdiff_t> begins = std::vector<std::ptrdiff_t>(257);

  /// `n` elements, and segments of them of 1 to `longest` elements: as many short ones as long ones
  /// if `mixed`.
  elements(index n, index longest, bool mixed, bool sorted)
      : in(static_cast<std::size_t>(n)), in2(in), out(in), near_by(in.size()), keys_out(in.size()) {
    std::mt19937_64 random(1);
    for (auto* all : {&in, &in2}) {
      for (T& x : *all) {
        if constexpr (std::is_same_v<T, record>) x = {static_cast<std::int64_t>(random() >> 2), 1};
        else if constexpr (std::is_floating_point_v<T>) x = static_cast<T>(random() % 1000) / 8;
        else x = static_cast<T>(random() >> 33);
      }
    }
    if constexpr (std::is_integral_v<T>)
      if (sorted) std::sort(in.begin(), in.end());
    std::iota(near_by.begin(), near_by.end(), 0);
    anywhere = near_by;
    std::shuffle(anywhere.begin(), anywhere.end(), random);
    for (index i = 0; n - i >= 64; i += 64) std::shuffle(near_by.begin() + i, near_by.begin() + i + 64, random);
    std::uniform_real_distribution<double> part(0, 1);
    while (offsets.back() < n) {
      double const wanted = mixed ? std::pow(static_cast<double>(longest), part(random))
                                  : 1 + part(random) * static_cast<double>(longest - 1);
      auto const size =
          static_cast<std::int32_t>(std::min<double>(wanted, static_cast<double>(n - offsets.back())));
      numbers.push_back(static_cast<std::int32_t>(sizes.size()));
      keys.insert(keys.end(), static_cast<std::size_t>(size), numbers.back());
      sizes.push_back(size);
      offsets.push_back(offsets.back() + size);
    }
  }
};

using call = std::function<void()>;

/// Calls part(begin, end) for as many equal parts of n as oneTBB has threads, each thread the same
/// part in each call.
template <class Part>
void in_static_parts(index n, Part part) {
  index const parts = ::tbb::this_task_arena::max_concurrency();
  ::tbb::parallel_for(
      index{0}, parts, [=](index p) { part(n * p / parts, n * (p + 1) / parts); }, ::tbb::static_partitioner());
}

/// The medians of the calls' times, in seconds, and the quartiles of how many times as long each
/// takes as the first in the same round.
struct times {
  std::vector<double> medians, lower, upper;
};
double at(std::vector<double>& numbers, double part) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[static_cast<std::size_t>(part * static_cast<double>(numbers.size() - 1))];
}
times time_in_turns(std::vector<call> const& calls) {
  constexpr int rounds = 61;
  std::vector<std::vector<double>> took(calls.size()), ratios(calls.size());
  std::vector<std::size_t> order(calls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto const seconds = [](call const& f, int repetitions) {
    auto const begin = clock_type::now();
    for (int k = 0; k < repetitions; ++k) f();
    return std::chrono::duration<double>(clock_type::now() - begin).count() / repetitions;
  };
  int const repetitions = static_cast<int>(1e-3 / std::max(1e-9, seconds(calls[0], 3))) + 1;
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t const i : order) took[i].push_back(seconds(calls[i], repetitions));
    for (std::size_t i = 0; i < calls.size(); ++i) ratios[i].push_back(took[i].back() / took[0].back());
  }
  times all;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    all.medians.push_back(at(took[i], 0.5));
    all.lower.push_back(at(ratios[i], 0.25));
    all.upper.push_back(at(ratios[i], 0.75));
  }
  return all;
}

/// A row: seq beside `loop`, and tbb::par beside its peers. Compares what all leave in `e` before it
/// times them.
template <class E>
void row(std::string const& name, index n, E& e, call const& seq, call const& loop, call const& par,
         std::vector<std::pair<std::string, call>> const& peers) {
  E const before = e;
  seq();
  E const expected = e;
  e = before;  // in the same memory
  auto const compare = [&](char const* who, call const& f) {
    f();
    if (!(e.in == expected.in && e.in2 == expected.in2 && e.out == expected.out &&
          e.keys_out == expected.keys_out)) {
      std::printf("%s: %s has another result\n", name.c_str(), who);
      std::exit(1);
    }
    e = before;
  };
  compare("the loop", loop);
  compare("tbb::par", par);
  for (auto const& [who, f] : peers) compare(who.c_str(), f);

  times const one = time_in_turns({seq, loop});
  std::vector<call> calls{par};
  for (auto const& peer : peers) calls.push_back(peer.second);
  times const several = time_in_turns(calls);
  std::size_t best = 1;
  for (std::size_t i = 2; i < calls.size(); ++i)
    if (several.medians[i] < several.medians[best]) best = i;
  std::printf("| %s | %td | %.2f | %.2f | %.2f to %.2f | %.2f | %.2f | %.2f to %.2f | %s |\n", name.c_str(), n,
              one.medians[0] * 1e6, one.medians[1] / one.medians[0], one.lower[1], one.upper[1],
              several.medians[0] * 1e6, several.medians[best] / several.medians[0], several.lower[best],
              several.upper[best], peers[best - 1].first.c_str());
  std::fflush(stdout);
}

constexpr auto std_par = std::execution::par;
constexpr auto parts_name = "static parts";

template <class T>
void copies(std::string const& name, index n) {
  elements<T> e(n, 2000, true, false);
  row(
      name, n, e, [&] { thrum::copy(thrum::seq, e.in.begin(), e.in.end(), e.out.begin()); },
      [&] { std::copy(e.in.begin(), e.in.end(), e.out.begin()); },
      [&] { thrum::copy(thrum::tbb::par, e.in.begin(), e.in.end(), e.out.begin()); },
      {{"std par", [&] { std::copy(std_par, e.in.begin(), e.in.end(), e.out.begin()); }},
       {parts_name, [&] {
          in_static_parts(
              n, [&](index b, index end) { std::copy(e.in.begin() + b, e.in.begin() + end, e.out.begin() + b); });
        }}});
}
void fills(index n) {
  elements<std::int32_t> e(n, 2000, true, false);
  std::int32_t const x = 1000;
  row(
      "fill int32", n, e, [&, x] { thrum::fill(thrum::seq, e.out.begin(), e.out.end(), x); },
      [&, x] { std::fill(e.out.begin(), e.out.end(), x); },
      [&, x] { thrum::fill(thrum::tbb::par, e.out.begin(), e.out.end(), x); },
      {{"std par", [&, x] { std::fill(std_par, e.out.begin(), e.out.end(), x); }},
       {parts_name, [&, x] {
          in_static_parts(n, [&](index b, index end) { std::fill(e.out.begin() + b, e.out.begin() + end, x); });
        }}});
}
template <class T>
void reversals(std::string const& name, index n) {
  elements<T> e(n, 2000, true, false);
  row(
      name, n, e, [&] { thrum::reverse(thrum::seq, e.in.begin(), e.in.end()); },
      [&] { std::reverse(e.in.begin(), e.in.end()); },
      [&] { thrum::reverse(thrum::tbb::par, e.in.begin(), e.in.end()); },
      {{"std par", [&] { std::reverse(std_par, e.in.begin(), e.in.end()); }},
       {parts_name, [&] {
          in_static_parts(n / 2, [&](index b, index end) {
            for (index i = b; i < end; ++i) std::swap(e.in[std::size_t(i)], e.in[std::size_t(n - 1 - i)]);
          });
        }}});
}
template <class T>
void exchanges(std::string const& name, index n) {
  elements<T> e(n, 2000, true, false);
  row(
      name, n, e, [&] { thrum::swap_ranges(thrum::seq, e.in.begin(), e.in.end(), e.in2.begin()); },
      [&] { std::swap_ranges(e.in.begin(), e.in.end(), e.in2.begin()); },
      [&] { thrum::swap_ranges(thrum::tbb::par, e.in.begin(), e.in.end(), e.in2.begin()); },
      {{"std par", [&] { std::swap_ranges(std_par, e.in.begin(), e.in.end(), e.in2.begin()); }},
       {parts_name, [&] {
          in_static_parts(n, [&](index b, index end) {
            std::swap_ranges(e.in.begin() + b, e.in.begin() + end, e.in2.begin() + b);
          });
        }}});
}
void rotations(index n) {
  elements<record> e(n, 2000, true, false);
  auto const middle = [&] { return e.in.begin() + n / 3; };
  row(
      "rotate record", n, e, [&] { thrum::rotate(thrum::seq, e.in.begin(), middle(), e.in.end()); },
      [&] { std::rotate(e.in.begin(), middle(), e.in.end()); },
      [&] { thrum::rotate(thrum::tbb::par, e.in.begin(), middle(), e.in.end()); },
      {{"std", [&] { std::rotate(e.in.begin(), middle(), e.in.end()); }},
       {"std par", [&] { std::rotate(std_par, e.in.begin(), middle(), e.in.end()); }}});
}
/// (A shift leaves other elements behind the shifted ones, so only these are kept to be compared.)
void shifts(index n) {
  elements<std::int32_t> e(n, 2000, true, false);
  index const by = n / 100;
  auto const rest = [&, by] { std::fill(e.in.end() - by, e.in.end(), 0); };
  row(
      "shift_left int32", n, e,
      [&, by] {
        thrum::shift_left(thrum::seq, e.in.begin(), e.in.end(), by);
        rest();
      },
      [&, by] {
        std::shift_left(e.in.begin(), e.in.end(), by);
        rest();
      },
      [&, by] {
        thrum::shift_left(thrum::tbb::par, e.in.begin(), e.in.end(), by);
        rest();
      },
      {{"std", [&, by] {
          std::shift_left(e.in.begin(), e.in.end(), by);
          rest();
        }}});
}
template <class T>
void gathers(std::string const& name, index n, bool near_by) {
  elements<T> e(n, 2000, true, false);
  auto const& map = near_by ? e.near_by : e.anywhere;
  auto const loop = [&](index b, index end) {
    for (index i = b; i < end; ++i) e.out[std::size_t(i)] = e.in[std::size_t(map[std::size_t(i)])];
  };
  row(
      name, n, e, [&] { thrum::gather(thrum::seq, map.begin(), map.end(), e.in.begin(), e.out.begin()); },
      [&] { loop(0, n); },
      [&] { thrum::gather(thrum::tbb::par, map.begin(), map.end(), e.in.begin(), e.out.begin()); },
      {{"std par",
        [&] {
          std::transform(std_par, map.begin(), map.end(), e.out.begin(),
                         [&](std::int32_t from) { return e.in[std::size_t(from)]; });
        }},
       {parts_name, [&] { in_static_parts(n, loop); }}});
}
template <class T>
void scatters(std::string const& name, index n, bool near_by) {
  elements<T> e(n, 2000, true, false);
  auto const& map = near_by ? e.near_by : e.anywhere;
  auto const loop = [&](index b, index end) {
    for (index i = b; i < end; ++i) e.out[std::size_t(map[std::size_t(i)])] = e.in[std::size_t(i)];
  };
  row(
      name, n, e, [&] { thrum::scatter(thrum::seq, e.in.begin(), e.in.end(), map.begin(), e.out.begin()); },
      [&] { loop(0, n); },
      [&] { thrum::scatter(thrum::tbb::par, e.in.begin(), e.in.end(), map.begin(), e.out.begin()); },
      {{parts_name, [&] { in_static_parts(n, loop); }}});
}
template <class T, class F>
void transforms(std::string const& name, index n, F f) {
  elements<T> e(n, 2000, true, false);
  row(
      name, n, e, [&, f] { thrum::transform(thrum::seq, e.in.begin(), e.in.end(), e.out.begin(), f); },
      [&, f] { std::transform(e.in.begin(), e.in.end(), e.out.begin(), f); },
      [&, f] { thrum::transform(thrum::tbb::par, e.in.begin(), e.in.end(), e.out.begin(), f); },
      {{"std par", [&, f] { std::transform(std_par, e.in.begin(), e.in.end(), e.out.begin(), f); }},
       {parts_name, [&, f] {
          in_static_parts(n, [&](index b, index end) {
            std::transform(e.in.begin() + b, e.in.begin() + end, e.out.begin() + b, f);
          });
        }}});
}
template <class T, class F>
void binary_transforms(std::string const& name, index n, F f) {
  elements<T> e(n, 2000, true, false);
  row(
      name, n, e,
      [&, f] { thrum::transform(thrum::seq, e.in.begin(), e.in.end(), e.in2.begin(), e.out.begin(), f); },
      [&, f] { std::transform(e.in.begin(), e.in.end(), e.in2.begin(), e.out.begin(), f); },
      [&, f] { thrum::transform(thrum::tbb::par, e.in.begin(), e.in.end(), e.in2.begin(), e.out.begin(), f); },
      {{"std par", [&, f] { std::transform(std_par, e.in.begin(), e.in.end(), e.in2.begin(), e.out.begin(), f); }},
       {parts_name, [&, f] {
          in_static_parts(n, [&](index b, index end) {
            std::transform(e.in.begin() + b, e.in.begin() + end, e.in2.begin() + b, e.out.begin() + b, f);
          });
        }}});
}
void segment_copies(std::string const& name, index n, index longest, bool mixed) {
  elements<std::int32_t> e(n, longest, mixed, false);
  auto const copy = [&](std::int32_t s) {
    std::copy_n(e.in.begin() + e.offsets[std::size_t(s)], e.sizes[std::size_t(s)],
                e.out.begin() + e.offsets[std::size_t(s)]);
  };
  auto const own = [&](auto const& policy) {
    thrum::segmented_copy(policy, e.offsets.begin(), e.offsets.end() - 1, e.sizes.begin(), e.in.begin(),
                          e.out.begin(), e.offsets.begin());
  };
  auto const loop = [&] { std::for_each(e.numbers.begin(), e.numbers.end(), copy); };
  row(
      name, n, e, [&] { own(thrum::seq); }, loop, [&] { own(thrum::tbb::par); },
      {{"std", loop}, {"std par", [&] { std::for_each(std_par, e.numbers.begin(), e.numbers.end(), copy); }}});
}
void expansions(std::string const& name, index n, index longest) {
  elements<float> e(n, longest, false, false);
  auto const store = [begins = e.offsets.data(), out = e.out.data()](index i, index j) {
    out[begins[i] + j] = static_cast<float>(i + j);
  };
  auto const all_of_one = [&](std::int32_t s) {
    for (index j = 0; j < e.sizes[std::size_t(s)]; ++j) store(s, j);
  };
  auto const own = [&](auto const& policy) {
    thrum::for_each_expanded(policy, e.sizes.begin(), e.sizes.end(), store);
  };
  auto const loop = [&] { std::for_each(e.numbers.begin(), e.numbers.end(), all_of_one); };
  row(
      name, n, e, [&] { own(thrum::seq); }, loop, [&] { own(thrum::tbb::par); },
      {{"std", loop},
       {"std par", [&] { std::for_each(std_par, e.numbers.begin(), e.numbers.end(), all_of_one); }}});
}
void splits(std::string const& name, index n, bool sorted) {
  elements<std::int32_t> e(n, 2000, true, sorted);
  auto const class_of = [](std::int32_t x) { return static_cast<std::uint32_t>(x) >> 8 & 255U; };
  auto const own = [&](auto const& policy) {
    thrum::split_by(policy, e.in.begin(), e.in.end(), e.out.begin(), e.begins.begin(), e.begins.end(), class_of);
  };
  auto const loop = [&] {
    std::size_t begins[257] = {};
    for (std::int32_t const x : e.in) ++begins[class_of(x) + 1];
    std::partial_sum(begins, begins + 256, begins);
    for (std::int32_t const x : e.in) e.out[begins[class_of(x)]++] = x;
  };
  row(name, n, e, [&] { own(thrum::seq); }, loop, [&] { own(thrum::tbb::par); }, {{"std", loop}});
}
void sums_by_key(index n) {
  elements<std::int32_t> e(n, 2000, false, false);
  for (auto& x : e.in) x &= 1023;
  auto const own = [&](auto const& policy) {
    thrum::reduce_by_key(policy, e.keys.begin(), e.keys.end(), e.in.begin(), e.keys_out.begin(), e.out.begin());
  };
  auto const loop = [&] {
    std::size_t run = 0;
    std::int32_t key = e.keys[0], sum = e.in[0];
    for (std::size_t i = 1; i < e.keys.size(); ++i) {
      if (e.keys[i] == key) {
        sum += e.in[i];
      } else {
        e.keys_out[run] = key;
        e.out[run++] = sum;
        key = e.keys[i];
        sum = e.in[i];
      }
    }
    e.keys_out[run] = key;
    e.out[run] = sum;
  };
  row(
      "reduce_by_key int32, long runs", n, e, [&] { own(thrum::seq); }, loop, [&] { own(thrum::tbb::par); },
      {{"std", loop}});
}
void decodings(index n) {
  elements<float> e(n, 2000, true, false);
  auto const own = [&](auto const& policy) {
    thrum::run_length_decode(policy, e.in.begin(), e.in.begin() + std::ssize(e.sizes), e.sizes.begin(),
                             e.out.begin());
  };
  auto const loop = [&] {
    auto to = e.out.begin();
    for (std::size_t run = 0; run < e.sizes.size(); ++run) to = std::fill_n(to, e.sizes[run], e.in[run]);
  };
  row(
      "run_length_decode float, mixed", n, e, [&] { own(thrum::seq); }, loop, [&] { own(thrum::tbb::par); },
      {{"std", loop}});
}

/// (The place of the record is kept to be compared.)
void early_finds(index n) {
  elements<record> e(n, 2000, true, false);
  record const hit = {-1, 0};
  e.in[std::size_t(n / 100)] = hit;
  auto const keep = [&](auto found) { e.out[0].key = found - e.in.begin(); };
  row(
      "find record, early", n, e, [&] { keep(thrum::find(thrum::seq, e.in.begin(), e.in.end(), hit)); },
      [&] { keep(std::find(e.in.begin(), e.in.end(), hit)); },
      [&] { keep(thrum::find(thrum::tbb::par, e.in.begin(), e.in.end(), hit)); },
      {{"std", [&] { keep(std::find(e.in.begin(), e.in.end(), hit)); }},
       {"std par", [&] { keep(std::find(std_par, e.in.begin(), e.in.end(), hit)); }}});
}
void all_checked(index n) {
  elements<std::int32_t> e(n, 2000, true, false);
  auto const is_wanted = [](std::int32_t x) { return x < (1 << 30); };
  for (auto& x : e.in) x &= (1 << 30) - 1;
  auto const keep = [&](bool all) { e.out[0] = all ? 1 : 0; };
  row(
      "all_of int32", n, e, [&] { keep(thrum::all_of(thrum::seq, e.in.begin(), e.in.end(), is_wanted)); },
      [&] { keep(std::all_of(e.in.begin(), e.in.end(), is_wanted)); },
      [&] { keep(thrum::all_of(thrum::tbb::par, e.in.begin(), e.in.end(), is_wanted)); },
      {{"std par", [&] { keep(std::all_of(std_par, e.in.begin(), e.in.end(), is_wanted)); }},
       {parts_name, [&] {
          std::atomic<bool> all = true;
          in_static_parts(n, [&](index b, index end) {
            if (!std::all_of(e.in.begin() + b, e.in.begin() + end, is_wanted)) all = false;
          });
          keep(all);
        }}});
}
/// (Records that are divided already, so that all leave the same.)
void divided_partitions(index n) {
  elements<record> e(n, 2000, true, false);
  auto const is_positive = [](record const& x) { return x.key >= 0; };
  for (index i = n / 2; i < n; ++i) e.in[std::size_t(i)].key = -1;
  row(
      "partition record, divided", n, e,
      [&] { thrum::partition(thrum::seq, e.in.begin(), e.in.end(), is_positive); },
      [&] { std::partition(e.in.begin(), e.in.end(), is_positive); },
      [&] { thrum::partition(thrum::tbb::par, e.in.begin(), e.in.end(), is_positive); },
      {{"std", [&] { std::partition(e.in.begin(), e.in.end(), is_positive); }},
       {"std par", [&] { std::partition(std_par, e.in.begin(), e.in.end(), is_positive); }}});
}

struct roots {
  float operator()(float x) const { return std::sqrt(x + std::sqrt(x + std::sqrt(x))); }
};
struct half {
  float operator()(float x) const { return 0.5F * x + 1; }
};
struct moved {
  record operator()(record const& x) const { return {x.key + 1, x.payload * 2}; }
};

std::pair<char const*, void (*)()> const all_rows[] = {
    {"copy",
     [] {
       copies<std::int32_t>("copy int32", 27'413);
       copies<float>("copy float", 1'225'534);
       copies<std::int32_t>("copy int32", 1 << 22);
     }},
    {"fill",
     [] {
       for (index const n : {1 << 14, 416'023, 1 << 20, 19'260'768}) fills(n);
     }},
    {"reverse",
     [] {
       reversals<float>("reverse float", 767'168);
       reversals<std::int32_t>("reverse int32", 988'842);
       reversals<float>("reverse float", 1 << 20);
       reversals<std::int32_t>("reverse int32", 15'981'912);
     }},
    {"swap_ranges",
     [] {
       exchanges<float>("swap_ranges float", 94'168);
       exchanges<std::int32_t>("swap_ranges int32", 1 << 20);
     }},
    {"rotate", [] { rotations(1 << 20); }},
    {"shift_left",
     [] {
       for (index const n : {1 << 14, 466'138}) shifts(n);
     }},
    {"gather",
     [] {
       gathers<record>("gather record", 6911, false);
       gathers<record>("gather record", 1 << 14, false);
       gathers<record>("gather record", 216'188, false);
       gathers<record>("gather record", 1 << 20, false);
       gathers<record>("gather_near record", 1'028'571, true);
       gathers<std::int32_t>("gather_near int32", 1 << 14, true);
       gathers<std::int32_t>("gather int32", 180'606, false);
       gathers<std::int32_t>("gather int32", 1 << 20, false);
     }},
    {"scatter",
     [] {
       scatters<record>("scatter record", 1 << 20, false);
       scatters<std::int32_t>("scatter_near int32", 1'489'403, true);
     }},
    {"transform",
     [] {
       transforms<record>("transform record", 136'190, moved{});
       transforms<record>("transform record", 1 << 20, moved{});
       transforms<float>("transform_roots float", 1 << 14, roots{});
       transforms<float>("transform_roots float", 40'403, roots{});
       transforms<float>("transform float", 472'190, half{});
       binary_transforms<std::int32_t>("transform_binary int32", 350'469, std::bit_xor<>());
     }},
    {"segmented_copy",
     [] {
       for (index const n : {1 << 14, 24'672}) segment_copies("segmented_copy int32, mixed", n, 20'000, true);
       segment_copies("segmented_copy int32, long", 1 << 20, 20'000, false);
     }},
    {"for_each_expanded",
     [] {
       expansions("for_each_expanded float, long", 1 << 14, 15'000);
       expansions("for_each_expanded float, short", 2'055'652, 15);
     }},
    {"split_by",
     [] {
       splits("split_by int32, sorted", 368'930, true);
       splits("split_by int32", 1 << 20, false);
     }},
    {"reduce_by_key", [] { sums_by_key(34'802); }},
    {"run_length_decode",
     [] {
       for (index const n : {1 << 14, 176'670}) decodings(n);
     }},
    {"find", [] { early_finds(1 << 20); }},
    {"all_of", [] { all_checked(1 << 20); }},
    {"partition", [] { divided_partitions(22'523); }},
};

}  // namespace

int main(int count, char** arguments) {
  std::printf(
      "| call | elements | seq, us | loop : seq | quartiles of rounds | tbb::par, us | best peer : tbb::par "
      "| quartiles of rounds | which |\n|---|---|---|---|---|---|---|---|---|\n");
  for (auto const& [name, add] : all_rows) {
    bool const wanted = count < 2 || std::any_of(arguments + 1, arguments + count,
                                                 [name = std::string(name)](char* some) { return name == some; });
    if (wanted) add();
  }
}
