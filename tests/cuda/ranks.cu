// Vectors whose parts are on ranks, which are threads here, each with a part in the memory of a
// device. The ranks exchange elements by way of the host, in pieces that are shorter than most of
// the exchanges, and in whole ones.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/memory_resource.h>
#include <thrum/multi_device.h>
#include <thrum/ranks/group.h>
#include <thrum/ranks/threads.h>
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>
#include "multi_device/windows_and_joins.h"

namespace {

namespace md = thrum::multi_device;
namespace ranks = thrum::ranks;
using ranks::thread_communicator;
using split_vectors::line;
using split_vectors::random_ints;
using split_vectors::sizes;
using split_vectors::splits;
using thrum::cuda::par;
using group_type = ranks::group<thread_communicator, thrum::cuda::policy>;

struct composed {
  THRUM_HD line operator()(line f, line g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};
struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};

/// Compares calls over the group with std::.
void check(group_type const& group, std::ptrdiff_t n) {
  for (int const bound : {10, 1 << 20}) {
    auto const h = random_ints(n, bound);
    for (sizes const& split : splits(n, group.parts())) {
      CAPTURE(n);
      CAPTURE(bound);
      CAPTURE(group.parts());
      using vector = thrum::multi_device_vector<int, group_type>;
      vector v(group, split, h);
      CHECK(v.to_host() == h);
      CHECK(md::reduce(v, 7L) == std::accumulate(h.begin(), h.end(), 7L));
      std::vector<int> odd;
      std::copy_if(h.begin(), h.end(), std::back_inserter(odd), is_odd());
      CHECK(md::copy_if(v, is_odd()).to_host() == odd);
      vector elsewhere(group, h.size(), -1);
      md::copy(v, elsewhere);
      CHECK(elsewhere.to_host() == h);

      std::vector<line> lines, expected(h.size());
      for (int x : h) lines.push_back({static_cast<std::uint32_t>(2 * x + 1), static_cast<std::uint32_t>(x)});
      std::inclusive_scan(lines.begin(), lines.end(), expected.begin(), composed());
      thrum::multi_device_vector<line, group_type> sums(group, split, lines);
      md::inclusive_scan(sums, sums, composed());
      CHECK((sums.to_host() == expected));

      std::vector<int> places(h.size());
      std::iota(places.begin(), places.end(), 0);
      vector values(group, split, places);
      std::stable_sort(places.begin(), places.end(), [&](int a, int b) {
        return h[static_cast<std::size_t>(a)] < h[static_cast<std::size_t>(b)];
      });
      md::sort_by_key(v, values);
      CHECK(values.to_host() == places);
      auto sorted = h;
      std::sort(sorted.begin(), sorted.end());
      CHECK(v.to_host() == sorted);
    }
  }
}

}  // namespace

TEST_CASE("ranks with devices give what one vector gives, whatever the pieces by way of the host") {
  for (int const n : {1, 2, 3}) {
    for (std::ptrdiff_t const staged : {1, 100, 4096, 1 << 22}) {
      CAPTURE(staged);
      ranks::run(n, [&](thread_communicator const& c) {
        group_type const group(c, par, staged);
        for (std::ptrdiff_t const elements : {0, 1, 2, 5, 300}) check(group, elements);
        if (staged >= 4096 && n == 3) check(group, 5'003);
      });
    }
  }
}

TEST_CASE("windows and joins over ranks with devices") {
  for (int const n : {2, 3}) {
    for (std::ptrdiff_t const staged : {8, 1 << 22}) {
      CAPTURE(staged);
      ranks::run(n, [&](thread_communicator const& c) {
        group_type const group(c, par, staged);
        for (std::ptrdiff_t const elements : {0, 1, 31, 200})
          windows_and_joins::check_all_windows(group, elements);
        windows_and_joins::check_joins(group, 0, 3);
        windows_and_joins::check_joins(group, 20, 60);
      });
    }
  }
}

TEST_CASE("windows and joins over parts of devices") {
  for (auto const& devices : {std::vector<int>{0}, std::vector<int>{0, 0, 0}}) {
    for (auto const& how : {par, thrum::cuda::par_nosync}) {
      thrum::cuda::device_group const group(devices, how);
      for (std::ptrdiff_t const elements : {0, 1, 5, 31, 400})
        windows_and_joins::check_all_windows(group, elements);
      windows_and_joins::check_joins(group, 0, 3);
      windows_and_joins::check_joins(group, 40, 200);
    }
  }
}

TEST_CASE("whichever allocation of device memory fails on a rank, all report it and nothing leaks") {
  using space = thrum::device_space<thrum::device_system::cuda>;
  auto const h = random_ints(300, 100);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  bool went_on = true;
  for (std::size_t k = 1; went_on; ++k) {
    REQUIRE(k < 200);
    int failures[2] = {0, 0};
    ranks::run(2, [&](thread_communicator const& c) {
      thrum::counting_resource<space> counting;
      thrum::fail_on_kth_allocation<space> failing(c.rank() == 1 ? k : 1'000'000, counting);
      {
        group_type const group(c, par.with(failing), 64);
        try {
          thrum::multi_device_vector<int, group_type> v(group, {100, 200}, h),
              out(group, {100, 200}, thrum::no_init);
          md::sort(v);
          md::transform_windows(v, out, 1, 1, windows_and_joins::weighted_sum(), md::periodic);
          auto const found = v.to_host();
          CHECK(found == sorted);
        } catch (std::bad_alloc const&) {
          CHECK(c.rank() == 1);
          ++failures[c.rank()];
        } catch (ranks::remote_error const& e) {
          CHECK(e.rank() == 1);
          ++failures[c.rank()];
        }
      }
      CHECK(counting.blocks_in_use() == 0);
      if (c.rank() == 1) went_on = failing.failed();
    });
    CHECK(failures[0] == failures[1]);
    CHECK(failures[0] == (went_on ? 1 : 0));
  }
}
