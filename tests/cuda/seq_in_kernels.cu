// Calls seq in device code, where it has no scratch memory: algorithms that rearrange elements work
// within their range.
#include <doctest/doctest.h>

#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/functional.h>
#include <thrum/merge.h>
#include <thrum/nth_element.h>
#include <thrum/partial_sort.h>
#include <thrum/partition.h>
#include <thrum/random.h>
#include <thrum/shuffle.h>
#include <thrum/sort.h>
#include <thrum/top_k.h>
#include <algorithm>
#include <cstddef>
#include <vector>
#include "data.h"

namespace {

struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
struct shuffle_all {
  THRUM_HD void operator()(int* p, int n, int*) const {
    thrum::shuffle(thrum::seq, p, p + n, thrum::random::default_random_engine(7));
  }
};
struct partition_all {
  THRUM_HD void operator()(int* p, int n, int* out) const {
    out[0] = static_cast<int>(thrum::partition(thrum::seq, p, p + n, is_odd{}) - p);
  }
};
struct merge_halves {
  THRUM_HD void operator()(int* p, int n, int*) const {
    thrum::sort(thrum::seq, p, p + n / 2);
    thrum::sort(thrum::seq, p + n / 2, p + n);
    thrum::inplace_merge(thrum::seq, p, p + n / 2, p + n);
  }
};
struct select_middle {
  THRUM_HD void operator()(int* p, int n, int* out) const {
    if (n == 0) return;
    thrum::nth_element(thrum::seq, p, p + n / 2, p + n);
    out[0] = p[n / 2];
  }
};
struct sort_third {
  THRUM_HD void operator()(int* p, int n, int* out) const {
    thrum::partial_sort(thrum::seq, p, p + n / 3, p + n);
    for (int i = 0; i < n / 3; ++i) out[i] = p[i];
  }
};
struct copy_least_third {
  THRUM_HD void operator()(int* p, int n, int* out) const {
    thrum::partial_sort_copy(thrum::seq, p, p + n, out, out + n / 3);
  }
};
struct copy_greatest {
  THRUM_HD void operator()(int* p, int n, int* out) const { thrum::top_k(thrum::seq, p, p + n, n / 4, out); }
};
struct copy_greatest_unsorted {
  THRUM_HD void operator()(int* p, int n, int* out) const {
    thrum::top_k_by_key(thrum::seq, p, p + n, p, n / 4, out, out + n / 2, thrum::less<>{}, thrum::unsorted);
  }
};

template <class Call>
__global__ void call_in_kernel(Call call, int* p, int n, int* out) {
  call(p, n, out);
}

/// The results of a call on n elements, on the host and in a kernel: the elements, if they have to
/// be the same, and the output.
template <class Call>
void check_in_kernel(bool same_elements = true) {
  for (int const n : {0, 1, 2, 17, 33, 500}) {
    CAPTURE(n);
    auto const size = static_cast<std::size_t>(n) + 1;
    auto elements = random_values<int>(n + 1, 0, 50);
    std::vector<int> out(size, -1);
    thrum::device_vector<int> device_elements(elements), device_out(out);
    call_in_kernel<<<1, 1>>>(Call{}, thrum::raw_pointer_cast(device_elements.data()), n,
                             thrum::raw_pointer_cast(device_out.data()));
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    Call{}(elements.data(), n, out.data());
    auto arranged = device_elements.to_host();
    CHECK(device_out.to_host() == out);
    if (!same_elements) {
      std::sort(arranged.begin(), arranged.end() - 1);
      std::sort(elements.begin(), elements.end() - 1);
    }
    CHECK(arranged == elements);
  }
}

}  // namespace

TEST_CASE("seq shuffles in a kernel") { check_in_kernel<shuffle_all>(); }
TEST_CASE("seq partitions in a kernel") { check_in_kernel<partition_all>(); }
TEST_CASE("seq merges in place in a kernel") { check_in_kernel<merge_halves>(); }
TEST_CASE("seq selects in a kernel") {
  // The elements on either side of the selected ones may be in another order than on the host.
  check_in_kernel<select_middle>(false);
  check_in_kernel<sort_third>(false);
  check_in_kernel<copy_least_third>();
  check_in_kernel<copy_greatest>();
  check_in_kernel<copy_greatest_unsorted>();
}
