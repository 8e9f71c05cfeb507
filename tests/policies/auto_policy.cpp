// Policies that choose a policy for each call: by the elements, their memory and a calibration.
#include <stdlib.h>
#include <thrum/auto_policy.h>
#include <thrum/binary_search.h>
#include <thrum/copy.h>
#include <thrum/fill.h>
#include <thrum/for_each.h>
#include <thrum/functional.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>
#include "forwarding_backend.h"
#include "policies.h"

namespace {

namespace fs = std::filesystem;

/// A backend that counts its primitives, as the second policy of a choice.
struct counted_backend : forwarding_backend<counted_backend, thrum::seq_policy> {
  static constexpr char const* name = "counted";
  static inline int primitives = 0;
  static void before(primitive) { ++primitives; }
};

using counted_policy = thrum::basic_auto_policy<std::remove_cvref_t<decltype(thrum::seq)>, counted_backend>;

auto limits_of(thrum::calibration& known) {
  return std::array{&known.elements, &known.sums, &known.scans, &known.selections, &known.sorts};
}

thrum::calibration threads_from(std::ptrdiff_t n) {
  thrum::calibration known;
  for (auto* limits : limits_of(known)) limits->threads_from = n;
  return known;
}

/// Says whether a call went to the second policy of a choice.
template <class Call>
bool goes_to_threads(std::ptrdiff_t from, Call const& call) {
  counted_backend::primitives = 0;
  call(counted_policy(threads_from(from)));
  return counted_backend::primitives != 0;
}

struct set_to_1 {
  void operator()(int& x) const { x = 1; }
};

/// A directory of its own for a test.
struct directory {
  fs::path path = fs::temp_directory_path() / ("thrum_auto_policy_" + std::to_string(::getpid()));
  directory() { fs::create_directories(path); }
  directory(directory const&) = delete;
  directory& operator=(directory const&) = delete;
  ~directory() { fs::remove_all(path); }
};

bool same(thrum::calibration a, thrum::calibration b) {
  bool result = a.machine == b.machine;
  for (std::size_t i = 0; i < limits_of(a).size(); ++i) {
    auto const &p = *limits_of(a)[i], &q = *limits_of(b)[i];
    result = result && p.threads_from == q.threads_from && p.device_from == q.device_from;
  }
  return result;
}

}  // namespace

TEST_CASE("the elements of all ranges of a call decide") {
  std::vector<int> v(100'000, 1), w(50'000, 2), out(150'000);
  auto const reduces = [&](auto const& policy) { CHECK(thrum::reduce(policy, v.begin(), v.end()) == 100'000); };
  CHECK(goes_to_threads(100'000, reduces));
  CHECK_FALSE(goes_to_threads(100'001, reduces));
  auto const merges = [&](auto const& policy) {
    CHECK(thrum::merge(policy, v.begin(), v.end(), w.begin(), w.end(), out.begin()) == out.end());
  };
  CHECK(goes_to_threads(150'000, merges));
  CHECK_FALSE(goes_to_threads(150'001, merges));
  auto const counts = [&](auto const& policy) { thrum::for_each_n(policy, v.begin(), 70'000, set_to_1{}); };
  CHECK(goes_to_threads(70'000, counts));
  CHECK_FALSE(goes_to_threads(70'001, counts));
  auto const computed = [&](auto const& policy) {
    thrum::counting_iterator<long> const first(0);
    CHECK(thrum::reduce(policy, first, first + 100'000) == 4'999'950'000);
  };
  CHECK(goes_to_threads(100'000, computed));
  CHECK_FALSE(goes_to_threads(100'001, computed));
  auto const raw = [&](auto const& policy) { thrum::fill(policy, v.data(), v.data() + 100'000, 1); };
  CHECK(goes_to_threads(100'000, raw));
  CHECK_FALSE(goes_to_threads(100'001, raw));
  auto const none = [&](auto const& policy) { thrum::fill(policy, v.begin(), v.begin(), 1); };
  CHECK_FALSE(goes_to_threads(1, none));
}

TEST_CASE("each kind of calls has its own limits") {
  using enum thrum::detail::call_kind;
  using thrum::detail::kind_of_call;
  for (char const* name : {"transform", "for_each", "copy", "gather_if", "fill_n", "equal_range", "replace_if"}) {
    CHECK(kind_of_call(name) == elements);
  }
  for (char const* name :
       {"reduce", "transform_reduce", "is_sorted_until", "is_partitioned", "find_if", "min_element",
        "minmax_element", "argmax", "all_of", "any_of", "none_of", "equal", "count_if", "search_n"}) {
    CHECK(kind_of_call(name) == sum);
  }
  for (char const* name : {"inclusive_scan", "transform_exclusive_scan", "inclusive_scan_by_key"}) {
    CHECK(kind_of_call(name) == scan);
  }
  for (char const* name :
       {"copy_if", "remove", "unique_by_key", "merge", "set_union", "reduce_by_key", "histogram"}) {
    CHECK(kind_of_call(name) == selection);
  }
  for (char const* name :
       {"sort", "stable_sort_by_key", "segmented_sort", "nth_element", "partial_sort", "shuffle"}) {
    CHECK(kind_of_call(name) == sort);
  }

  thrum::calibration known;
  known.elements.threads_from = 400'000;
  known.sums.threads_from = 350'000;
  known.scans.threads_from = 300'000;
  known.selections.threads_from = 200'000;
  known.sorts.threads_from = 100'000;
  std::vector<int> v(400'000, 1), out(400'000);
  auto const used = [&](auto call, std::ptrdiff_t n) {
    counted_backend::primitives = 0;
    call(counted_policy(known), v.begin(), v.begin() + n);
    return counted_backend::primitives != 0;
  };
  auto const sorts = [](auto const& policy, auto first, auto last) { thrum::sort(policy, first, last); };
  auto const selects = [&](auto const& policy, auto first, auto last) {
    thrum::copy_if(policy, first, last, out.begin(), thrum::identity<>{});
  };
  auto const scans = [&](auto const& policy, auto first, auto last) {
    thrum::inclusive_scan(policy, first, last, out.begin());
  };
  auto const sums = [](auto const& policy, auto first, auto last) {
    CHECK(thrum::reduce(policy, first, last) == last - first);
  };
  auto const fills = [](auto const& policy, auto first, auto last) { thrum::fill(policy, first, last, 1); };
  CHECK((used(sorts, 100'000) && !used(sorts, 99'999)));
  CHECK((used(selects, 200'000) && !used(selects, 199'999)));
  CHECK((used(scans, 300'000) && !used(scans, 299'999)));
  std::fill(v.begin(), v.end(), 1);
  CHECK((used(sums, 350'000) && !used(sums, 349'999)));
  CHECK((used(fills, 400'000) && !used(fills, 399'999)));
}

TEST_CASE("the choice of this build") {
  thrum::auto_policy const few(threads_from(1000));
  CHECK(few.choice<thrum::host_space>(999, 4).name() == "seq");
  std::string const with_threads = few.choice<thrum::host_space>(1000, 4).name();
#if defined(THRUM_WITH_TBB)
  CHECK(with_threads == "par");
#endif
  CHECK(few.choice<thrum::any_space>(1000, 4).name() == with_threads);
  CHECK(few.choice<thrum::unspecified_space>(1000, 4).name() == with_threads);
#if defined(THRUM_WITH_CUDA)
  CHECK(few.choice<thrum::device_space<>>(1, 4).name() == "cuda");
  CHECK(few.choice<thrum::unified_space<>>(1000, 4).name() == with_threads);  // no device was measured
  thrum::calibration with_device = threads_from(1000);
  with_device.elements.device_from = 100'000;
  thrum::auto_policy const measured(with_device);
  CHECK(measured.choice<thrum::unified_space<>>(24'999, 4).name() == with_threads);
  CHECK(measured.choice<thrum::unified_space<>>(25'000, 4).name() == "cuda");
  CHECK(measured.choice<thrum::host_space>(25'001, 4).name() == with_threads);
#else
  CHECK(few.choice<thrum::device_space<>>(1000, 4).name() == with_threads);
#endif
}

TEST_CASE("results are those of seq, in every memory") {
  thrum::calibration known = threads_from(1000);
  for (auto* limits : limits_of(known)) limits->device_from = 10'000;
  thrum::auto_policy const automatic(known);
  for (int const n : {0, 1, 2, 999, 1000, 1001, 20'000}) {
    CAPTURE(n);
    std::vector<int> h(static_cast<std::size_t>(n)), sums(h.size());
    for (std::size_t i = 0; i < h.size(); ++i) h[i] = static_cast<int>(i * 7919 % 10'007);
    thrum::unified_vector<int> v(h.begin(), h.end()), scanned(h.size());
    std::sort(h.begin(), h.end());
    std::partial_sum(h.begin(), h.end(), sums.begin());
    thrum::sort(automatic, v.begin(), v.end());
    CHECK(std::equal(h.begin(), h.end(), v.begin()));
    thrum::inclusive_scan(automatic, v.begin(), v.end(), scanned.begin());
    CHECK(std::equal(sums.begin(), sums.end(), scanned.begin()));
    CHECK(thrum::reduce(automatic, v.begin(), v.end(), 1) == std::accumulate(h.begin(), h.end(), 1));
    CHECK(thrum::reduce(automatic, h.begin(), h.end(), 1) == std::accumulate(h.begin(), h.end(), 1));
    CHECK(thrum::lower_bound(automatic, h.begin(), h.end(), 50) == std::lower_bound(h.begin(), h.end(), 50));
    thrum::device_vector<int> const d(h.begin(), h.end());
    CHECK(thrum::reduce(automatic, d.begin(), d.end(), 1) == std::accumulate(h.begin(), h.end(), 1));
  }
}

TEST_CASE("a calibration is kept in a file") {
  directory const place;
  thrum::calibration known = threads_from(4096);
  known.machine = "a machine, 3 threads";
  known.scans.device_from = 4000;
  known.sorts.threads_from = 512;
  fs::path const file = place.path / "calibration";
  known.save(file);
  CHECK(same(thrum::calibration::load(file), known));
  known.elements.device_from = 5000;
  known.save(file);
  CHECK(same(thrum::calibration::load(file), known));
  CHECK(std::distance(fs::directory_iterator(place.path), fs::directory_iterator()) == 1);

  CHECK_THROWS_WITH(thrum::calibration::load(place.path / "none"),
                    ("thrum: the calibration " + (place.path / "none").string() + " cannot be read").c_str());
  for (char const* text :
       {"", "another file\n", "thrum calibration 2\nmachine\n",
        "thrum calibration 1\nm\n4 1\n4 1\n4 1\n4 1\n4 1\n", "thrum calibration 2\nm\n4 1\n4 1\n4 1\n4 1\n",
        "thrum calibration 2\nm\n4 1\n4 1\n4 1\n4 1\n0 1\n", "thrum calibration 2\nm\n4 1\n4 x\n4 1\n4 1\n4 1\n",
        "thrum calibration 2\nm\n4 1\n4 1\n4 1\n4 -1\n4 1\n"}) {
    std::ofstream(place.path / "wrong") << text;
    CHECK_THROWS_WITH(thrum::calibration::load(place.path / "wrong"),
                      ("thrum: the file " + (place.path / "wrong").string() + " holds no calibration").c_str());
  }
  CHECK_THROWS_AS(known.save(place.path / "no" / "directory"), std::runtime_error);
  fs::create_directories(place.path / "full" / "of");
  CHECK_THROWS_AS(known.save(place.path / "full"), std::runtime_error);  // a directory is in its place
}

TEST_CASE("a machine is measured once, and another machine's calibration is replaced") {
  directory const place;
  fs::path const file = place.path / "caches" / "calibration";
  auto const measured = counted_policy::of_machine_in(file);
  CHECK(measured.elements.threads_from >= 1);
  CHECK(measured.sorts.threads_from >= 1);
  CHECK(measured.elements.device_from == thrum::calibration::never);
  CHECK(measured.machine.find("seq, counted") != std::string::npos);
  CHECK(same(thrum::calibration::load(file), measured));
  thrum::calibration changed = measured;
  changed.selections.threads_from = 12'345;
  changed.save(file);
  CHECK(same(counted_policy::of_machine_in(file), changed));
  changed.machine = "another machine";
  changed.save(file);
  CHECK(counted_policy::of_machine_in(file).machine == measured.machine);
  CHECK(thrum::calibration::load(file).machine == measured.machine);

  std::ofstream(place.path / "a_file") << "";
  CHECK(counted_policy::of_machine_in(place.path / "a_file" / "calibration").machine == measured.machine);
  CHECK(counted_policy::of_machine_in({}).machine == measured.machine);
}

TEST_CASE("where calibrations are kept") {
  auto const file_with = [](char const* name, char const* text) {
    for (char const* each : {"THRUM_CALIBRATION", "XDG_CACHE_HOME", "HOME"}) unsetenv(each);
    setenv(name, text, 1);
    return thrum::calibration::usual_file();
  };
  char const* const home = getenv("HOME");
  std::string const kept = home == nullptr ? "" : home;
  CHECK(file_with("THRUM_CALIBRATION", "/a/file") == "/a/file");
  CHECK(file_with("XDG_CACHE_HOME", "/caches") == "/caches/thrum/calibration");
  CHECK(file_with("HOME", "/home/me") == "/home/me/.cache/thrum/calibration");
  CHECK(file_with("HOME", "").empty());
  if (home != nullptr) setenv("HOME", kept.c_str(), 1);
}
