// thrum::checked on a device reports wrong calls, each with its exact message, and wrong accesses
// by device code.
#include <doctest/doctest.h>

#include <thrum/binary_search.h>
#include <thrum/checked.h>
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/cuda.cuh>
#include <thrum/device_vector.h>
#include <thrum/fill.h>
#include <thrum/functional.h>
#include <thrum/gather.h>
#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scatter.h>
#include <thrum/segmented_sort.h>
#include <thrum/segments.h>
#include <thrum/sequence.h>
#include <thrum/set_operations.h>
#include <thrum/sort.h>
#include <thrum/tabulate.h>
#include <thrum/transform.h>
#include <thrum/unified_vector.h>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using thrum::checked;
using ints = thrum::device_vector<int>;
using view = thrum::checked_range<ints::iterator>;

struct at_most {
  THRUM_HD bool operator()(int a, int b) const { return a <= b; }
};
struct is_odd {
  THRUM_HD bool operator()(int x) const { return x % 2 != 0; }
};
/// Rock, paper, scissors: a circular relation.
struct beats {
  THRUM_HD bool operator()(int a, int b) const { return (a - b + 3) % 3 == 1; }
};
struct read_next {
  view of;
  __device__ int operator()(std::ptrdiff_t i) const { return of[i + 1]; }
};
struct write_before {
  view of;
  __device__ void operator()(std::ptrdiff_t i) const { of.begin()[i - 1] = 1; }
};
struct large {
  int numbers[2000];
};
struct read_large {
  thrum::checked_range<thrum::device_vector<large>::iterator> of;
  __device__ int operator()(std::ptrdiff_t i) const {
    large const* const p = thrum::raw_pointer_cast(&of[i + 1]);
    return p->numbers[0];
  }
};

struct defect {
  std::string message;
  std::ptrdiff_t index;
  std::function<void()> call;
};

template <class P>
std::vector<defect> defects(P const& exec) {
  static ints const rising{1, 3, 5, 7, 9}, broken{2, 4, 8, 6, 9};
  static ints five{1, 2, 3, 4, 5};
  static ints work{4, 1, 3, 2, 5}, out(16), few(3), map{0, 4, 2, 5, 1}, negative{0, 1, -2}, offsets{0, 2, 1, 5};
  static std::vector<int> on_host(5);
  auto const a = checked(rising);
  auto const short_out = checked(few);
  int* const host = on_host.data();
  int* const device = thrum::raw_pointer_cast(work.data());
  return {
      {"thrum::sort: argument 1 (first): it is memory of the host, which cuda::par cannot reach", -1,
       [=] { thrum::sort(exec, host, host + 5); }},
      {"thrum::transform: argument 3 (out): it is memory of the host, which cuda::par cannot reach", -1,
       [=] { thrum::transform(exec, device, device + 5, host, thrum::negate<>{}); }},
      {"thrum::sort: argument 1 (first): it is memory of a CUDA device, which the host cannot reach", -1,
       [=] { thrum::sort(checked(thrum::seq), device, device + 5); }},
      {"thrum::merge: argument 3 (first2): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::merge(exec, rising.begin(), rising.end(), broken.begin(), broken.end(), out.begin()); }},
      {"thrum::lower_bound: argument 1 (first): the range is not sorted: element 3 is less than element 2", 3,
       [=] { thrum::lower_bound(exec, broken.begin(), broken.end(), 6); }},
      {"thrum::set_union: argument 1 (first1): the range is not sorted: element 1 is less than element 0", 1,
       [=] {
         thrum::set_union(exec, a.begin(), a.end(), a.begin(), a.end(), out.begin(), thrum::greater<int>{});
       }},
      {"thrum::sort: argument 3 (less): it is no strict weak order: element 0 is less than itself", 0,
       [=] { thrum::sort(exec, work.begin(), work.end(), at_most{}); }},
      {"thrum::sort: argument 3 (less): it is no strict weak order: element 0 is less than element 1 and that "
       "less "
       "than element 2, but it is not less than element 2",
       0,
       [=] {
         ints circle{1, 0, 2};
         thrum::sort(exec, circle.begin(), circle.end(), beats{});
       }},
      {"thrum::transform: argument 3 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::transform(exec, a.begin(), a.end(), short_out.begin(), thrum::negate<>{}); }},
      {"thrum::copy_if: argument 3 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::copy_if(exec, a.begin(), a.end(), short_out.begin(), is_odd{}); }},
      {"thrum::set_union: argument 5 (out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::set_union(exec, a.begin(), a.end(), a.begin(), a.end(), short_out.begin()); }},
      {"thrum::reduce_by_key: argument 5 (values_out): 5 elements are written, and there is room for 3", 3,
       [=] { thrum::reduce_by_key(exec, a.begin(), a.end(), work.begin(), out.begin(), short_out.begin()); }},
      {"thrum::sort: argument 2 (last): it is 5 elements before argument 1 (first)", -5,
       [=] { thrum::sort(exec, work.end(), work.begin()); }},
      {"thrum::copy_if: argument 3 (out): it overlaps argument 1 (first): its element 0 is in both", 0,
       [=] { thrum::copy_if(exec, work.begin(), work.end(), work.begin() + 1, is_odd{}); }},
      {"thrum::gather: argument 1 (map_first): element 3 is 5, outside of argument 3 (first), where there are 5 "
       "elements",
       3, [=] { thrum::gather(exec, map.begin(), map.end(), a.begin(), out.begin()); }},
      {"thrum::scatter: argument 3 (map): element 2 is -2, outside of argument 4 (out)", 2,
       [=] { thrum::scatter(exec, work.begin(), work.begin() + 3, negative.begin(), out.begin()); }},
      {"thrum::segmented_sort: argument 3 (segments): offset 2 is less than offset 1", 2,
       [=] {
         thrum::segmented_sort(exec, work.begin(), work.end(), thrum::segments_at(offsets.begin(), offsets.end()));
       }},
      {"thrum::tabulate: element 5 of a checked range of 5 elements was accessed by thread (4,0,0) of block "
       "(0,0,0)",
       5, [=] { thrum::tabulate(exec, out.begin(), out.begin() + 5, read_next{checked(five)}); }},
  };
}

}  // namespace

TEST_CASE_TEMPLATE("a wrong call gets its message on a device", Waits, std::true_type, std::false_type) {
  for (defect const& d : defects(checked(Waits::value ? thrum::cuda::par : thrum::cuda::par_nosync))) {
    CAPTURE(d.message);
    try {
      d.call();
      FAIL("nothing was found");
    } catch (thrum::check_failed const& found) {
      CHECK(std::string(found.what()) == d.message);
      CHECK(found.index() == d.index);
      CHECK((*found.thread() == 0) == (found.number() != 0));
    }
  }
}

TEST_CASE("a device reports one access of a call, and goes on") {
  auto const exec = checked(thrum::cuda::par);
  ints v(1000, 2), out(1000);
  auto const of = checked(v);
  // The last of two blocks of 256 threads, each of which makes two calls.
  CHECK_THROWS_WITH_AS(thrum::tabulate(exec, out.begin(), out.end(), read_next{of}),
                       "thrum::tabulate: element 1000 of a checked range of 1000 elements was accessed by thread "
                       "(231,0,0) of block (1,0,0)",
                       thrum::check_failed);
  CHECK(out[998] == 2);
  // An access outside of the range does not write into the range.
  CHECK_THROWS_WITH_AS(
      thrum::tabulate(exec, out.begin(), out.end(), read_next{checked(v.begin(), v.begin() + 999)}),
      doctest::Contains("of a checked range of 999 elements was accessed by thread ("), thrum::check_failed);
  thrum::cuda::par.for_each_n(1000, write_before{of});
  CHECK(v[999] == 2);
  CHECK(v[998] == 1);
  // Nobody fetched the report: the next checked call throws it, and does nothing else.
  CHECK_THROWS_WITH_AS(
      thrum::fill(exec, out.begin(), out.end(), 3),
      "thrum: element -1 of a checked range of 1000 elements was accessed by thread (0,0,0) of block "
      "(0,0,0)",
      thrum::check_failed);
  CHECK(out[0] != 3);
  thrum::fill(exec, out.begin(), out.end(), 3);
  CHECK(out[0] == 3);
}

TEST_CASE("right calls under a checked policy of a device") {
  cudaStream_t stream{};
  REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
  {
    auto const exec = checked(thrum::cuda::par_nosync).on(stream);
    static_assert(std::is_same_v<decltype(exec), thrum::checked_policy<thrum::cuda::policy> const>);
    ints v(10000), out(10000), few(5);
    thrum::sequence(exec, v.begin(), v.end());
    auto const of = checked(v), to = checked(out), little = checked(few);
    CHECK(thrum::inclusive_scan(exec, of.begin(), of.end(), to.begin()) == to.end());
    CHECK(out[9999] == 49995000);
    CHECK(thrum::reduce(exec, of.begin(), of.end(), 0L) == 49995000L);
    thrum::sort(exec, v.begin(), v.end(), thrum::greater<>{});
    CHECK(v[0] == 9999);
    thrum::sort(exec, of.begin(), of.end(), [] __device__(int a, int b) { return a / 2 < b / 2; });
    CHECK(v[0] / 2 == 0);
    thrum::sort(exec, v.begin(), v.end());
    CHECK(thrum::copy_if(exec, of.begin(), of.end(), little.begin(),
                         [] __device__(int x) { return x % 2500 == 0; }) == little.begin() + 4);
    CHECK(few[3] == 7500);
    thrum::tabulate(exec, out.begin(), out.end() - 1, read_next{of});
    CHECK(out[0] == 1);
    thrum::unified_vector<int> both(100, 1);
    thrum::transform(exec, both.begin(), both.end(), both.begin(), thrum::negate<>{});
    CHECK(thrum::reduce(checked(thrum::seq), both.begin(), both.end()) == -100);
    // Host and device reach page-locked memory of the host.
    int* pinned = nullptr;
    REQUIRE(cudaHostAlloc(reinterpret_cast<void**>(&pinned), 100 * sizeof(int), cudaHostAllocMapped) ==
            cudaSuccess);
    thrum::fill(exec, pinned, pinned + 100, 4);
    CHECK(thrum::count(checked(thrum::seq), pinned, pinned + 100, 4) == 100);
    CHECK(cudaFreeHost(pinned) == cudaSuccess);
  }
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
}

TEST_CASE("elements larger than what a report holds") {
  thrum::device_vector<large> v(2);
  ints out(1);
  thrum::tabulate(checked(thrum::cuda::par), out.begin(), out.end(), read_large{checked(v)});
  CHECK(out[0] == 0);
}
