// Calls on random data. Under callgrind the mispredicted branches of each call are written to a file
// of their own, which check.cmake reads.
#include <thrum/detail/base/processor.h>
#include <thrum/adjacent_difference.h>
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/extrema.h>
#include <thrum/gather.h>
#include <thrum/inner_join.h>
#include <thrum/merge.h>
#include <thrum/partition.h>
#include <thrum/reduce.h>
#include <thrum/remove.h>
#include <thrum/replace.h>
#include <thrum/scan.h>
#include <thrum/scatter.h>
#include <thrum/segmented_reduce.h>
#include <thrum/segmented_scan.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/unique.h>
#include <valgrind/callgrind.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

constexpr std::size_t n = 20000;  // as in check.cmake

/// Whether the compiler makes branches of predicates that take a bit of a floating-point number: see
/// answer_group.
#if defined(BY_O3) && !defined(__clang__)
constexpr bool branches_on_bits = true;
#else
constexpr bool branches_on_bits = false;
#endif

struct record {
  std::int64_t key, value;
  bool operator==(record const&) const = default;
  bool operator<(record const& other) const { return key < other.key; }
};
struct is_even {
  template <class T>
  bool operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return x.key % 2 == 0;
    else if constexpr (std::is_floating_point_v<T>) return x < T(32);
    else return x % 2 == 0;
  }
};
/// Compares twice.
struct is_within {
  template <class T>
  bool operator()(T const& x) const {
    return x > T(10) && x < T(40);
  }
};
/// Looks at a bit, for which compilers have no comparison of floating-point numbers.
struct is_odd {
  template <class T>
  bool operator()(T const& x) const {
    if constexpr (std::is_same_v<T, record>) return (x.key & 1) != 0;
    else return (static_cast<std::int32_t>(x) & 1) != 0;
  }
};
struct same_parity {
  template <class T>
  bool operator()(T const& a, T const& b) const {
    return is_odd{}(a) == is_odd{}(b);
  }
};
struct greater_of {
  template <class T>
  T operator()(T const& a, T const& b) const {
    return a < b ? b : a;
  }
};

/// Keys in runs of 1 to `longest`, and the offsets of the runs.
struct runs {
  runs(std::mt19937& random, unsigned longest) {
    for (std::int32_t key = 0; keys.size() < n; ++key) {
      offsets.push_back(static_cast<std::int32_t>(keys.size()));
      keys.insert(keys.end(), 1 + random() % longest, key);
    }
    keys.resize(n);
    offsets.push_back(static_cast<std::int32_t>(n));
  }
  std::vector<std::int32_t> keys, offsets;
};

template <class T>
class calls {
 public:
  explicit calls(std::string type) : type_(std::move(type)) {
    for (T& x : bits_) x = number(random_() % 2);
    for (T& x : numbers_) x = number(random_() % 64);
    std::iota(map_.begin(), map_.end(), 0);
    std::shuffle(map_.begin(), map_.end(), std::mt19937{2});
  }
  void of_elements() {
    count("replace_if", [this] { thrum::replace_if(fresh().begin(), fresh_.end(), is_even{}, number(1)); });
    count("transform_if", [this] {
      thrum::transform_if(fresh().begin(), fresh_.end(), out_.begin(), [](T const& x) { return x; }, is_even{});
    });
    count("transform_if by a stencil", [this] {
      thrum::transform_if(
          numbers_.begin(), numbers_.end(), fresh().begin(), out_.begin(), [](T const& x) { return x; },
          is_even{});
    });
    count("transform_if of two ranges", [this] {
      thrum::transform_if(
          numbers_.begin(), numbers_.end(), bits_.begin(), fresh().begin(), out_.begin(),
          [](T const& x, T const&) { return x; }, is_even{});
    });
    count("gather_if", [this] {
      thrum::gather_if(map_.begin(), map_.end(), fresh().begin(), numbers_.begin(), out_.begin(), is_even{});
    });
    count("scatter_if", [this] {
      thrum::scatter_if(numbers_.begin(), numbers_.end(), map_.begin(), fresh().begin(), out_.begin(), is_even{});
    });
    count("unique_copy", [this] { thrum::unique_copy(bits_.begin(), bits_.end(), out_.begin()); });
    count("copy_if", [this] { thrum::copy_if(fresh().begin(), fresh_.end(), out_.begin(), is_even{}); });
    count("count_if", [this] { thrum::count_if(fresh().begin(), fresh_.end(), is_even{}); });
    count("remove_if", [this] { thrum::remove_if(fresh().begin(), fresh_.end(), is_even{}); });
    count("partition", [this] { thrum::partition(fresh().begin(), fresh_.end(), is_even{}); });
    std::vector<T> const sorted = random_in_order(n);
    count("lower_bound", [&] {
      thrum::lower_bound(sorted.begin(), sorted.end(), fresh(1000000).begin(), fresh_.end(), places_.begin());
    });
    count("sort by a comparator", [this] {
      thrum::sort(fresh(1000000).begin(), fresh_.end(), [](T const& a, T const& b) { return a < b; });
    });
  }
  void of_bits() {
    of_answers(" by a bit", is_odd{});
    count("unique_count by a bit", [this] { thrum::unique_count(fresh().begin(), fresh_.end(), same_parity{}); });
  }
  template <class P>
  void of_answers(std::string const& how, P accept) {
    count("count_if" + how, [&] { thrum::count_if(fresh().begin(), fresh_.end(), accept); });
    count("copy_if" + how, [&] { thrum::copy_if(fresh().begin(), fresh_.end(), out_.begin(), accept); });
    count("remove_if" + how, [&] { thrum::remove_if(fresh().begin(), fresh_.end(), accept); });
    count("partition" + how, [&] { thrum::partition(fresh().begin(), fresh_.end(), accept); });
    count("replace_if" + how, [&] { thrum::replace_if(fresh().begin(), fresh_.end(), accept, number(2)); });
    count("replace_copy_if" + how,
          [&] { thrum::replace_copy_if(fresh().begin(), fresh_.end(), out_.begin(), accept, number(2)); });
    count("transform_if" + how, [&] {
      thrum::transform_if(fresh().begin(), fresh_.end(), out_.begin(), [](T const& x) { return x; }, accept);
    });
  }
  void of_numbers() {
    of_elements();
    of_answers(" within limits", is_within{});
    if (!branches_on_bits || std::is_integral_v<T>) of_bits();
    count("adjacent_difference", [this] { thrum::adjacent_difference(bits_.begin(), bits_.end(), out_.begin()); });
    count("max_element", [this] { thrum::max_element(fresh().begin(), fresh_.end()); });
    count("minmax_element", [this] { thrum::minmax_element(fresh().begin(), fresh_.end()); });
    of_runs(short_);
    of_sorted();
  }
  void of_integers() {
    of_numbers();
    of_runs(longer_);
    count("exclusive_scan_by_key", [this] {
      thrum::exclusive_scan_by_key(short_.keys.begin(), short_.keys.end(), bits_.begin(), out_.begin(), T(3));
    });
    count("exclusive_scan_by_key of maxima", [this] {
      thrum::exclusive_scan_by_key(short_.keys.begin(), short_.keys.end(), bits_.begin(), out_.begin(), T(3),
                                   thrum::equal_to<>{}, greater_of{});
    });
  }
  void of_segments() {
    auto const segments = thrum::segments_at(longer_.offsets.begin(), longer_.offsets.end());
    count("segmented_inclusive_scan",
          [&] { thrum::segmented_inclusive_scan(bits_.begin(), bits_.end(), segments, out_.begin()); });
    count("segmented_reduce",
          [&] { thrum::segmented_reduce(bits_.begin(), bits_.end(), segments, out_.begin()); });
  }

 private:
  static T number(std::uint32_t bits) {
    if constexpr (std::is_same_v<T, record>) return {static_cast<std::int64_t>(bits), 0};
    else return static_cast<T>(bits);
  }
  std::vector<T>& fresh(std::uint32_t values = 64) {
    CALLGRIND_TOGGLE_COLLECT;
    for (T& x : fresh_) x = number(random_() % values);
    CALLGRIND_TOGGLE_COLLECT;
    return fresh_;
  }
  void of_runs(runs const& r) {
    std::string const longer = &r == &longer_ ? " of longer runs" : "";
    count("inclusive_scan_by_key" + longer,
          [&] { thrum::inclusive_scan_by_key(r.keys.begin(), r.keys.end(), bits_.begin(), out_.begin()); });
    count("reduce_by_key" + longer, [&] {
      thrum::reduce_by_key(r.keys.begin(), r.keys.end(), bits_.begin(), keys_out_.begin(), out_.begin());
    });
  }
  void of_sorted() {
    std::vector<T> a = random_in_order(n / 2), b = random_in_order(n / 2);
    count("merge", [&] { thrum::merge(a.begin(), a.end(), b.begin(), b.end(), out_.begin()); });
    count("merge_by_key", [&] {
      thrum::merge_by_key(a.begin(), a.end(), b.begin(), b.end(), bits_.begin(), numbers_.begin(), out_.begin(),
                          fresh_.begin());
    });
    count("set_union", [&] { thrum::set_union(a.begin(), a.end(), b.begin(), b.end(), out_.begin()); });
    count("inner_join",
          [&] { thrum::inner_join(a.begin(), a.end(), b.begin(), b.end(), keys_out_.begin(), places_.begin()); });
    count("set_intersection",
          [&] { thrum::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out_.begin()); });
  }
  std::vector<T> random_in_order(std::size_t size) {
    std::vector<T> v(size);
    for (T& x : v) x = number(random_() % 1000000);
    std::sort(v.begin(), v.end());
    return v;
  }
  template <class Call>
  void count(std::string const& name, Call const& call) {
    call();
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    call();
    CALLGRIND_TOGGLE_COLLECT;
    std::string const title = name + " of " + type_;
    CALLGRIND_DUMP_STATS_AT(title.c_str());
  }

  std::string type_;
  std::mt19937 random_{1};
  runs short_{random_, 3}, longer_{random_, 15};
  std::vector<T> bits_ = std::vector<T>(n), numbers_ = bits_, fresh_ = bits_, out_ = bits_;
  std::vector<std::int32_t> keys_out_ = std::vector<std::int32_t>(n), places_ = keys_out_, map_ = keys_out_;
};

void all(std::string const& vectors) {
  calls<std::int32_t>("int32" + vectors).of_integers();
  calls<std::int64_t>("int64" + vectors).of_integers();
  calls<float>("float" + vectors).of_numbers();
  calls<double>("double" + vectors).of_numbers();
  calls<record> of_records("records" + vectors);
  of_records.of_elements();
  of_records.of_bits();
}

}  // namespace

int main() {
  {
    thrum::detail::lowered_vectors const lowered(thrum::detail::vector_level::none);
    all(" without AVX2");
  }
  all("");
  if (thrum::detail::vectors_of_processor() >= thrum::detail::vector_level::avx2) {
    calls<std::int32_t>("int32").of_segments();
    calls<std::int64_t>("int64").of_segments();
  }
}
