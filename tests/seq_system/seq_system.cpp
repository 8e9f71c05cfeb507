// A program with neither THRUM_WITH_TBB nor THRUM_WITH_CUDA: device memory is the host's, and calls on it are
// sequential.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <public_headers.h>
#include <algorithm>
#include <thread>
#include <type_traits>

#if defined(THRUM_WITH_TBB) || defined(THRUM_WITH_CUDA) || defined(__TBB_tbb_H) || defined(TBB_VERSION_MAJOR)
#error "a program without a device system has been given one"
#endif

static_assert(thrum::default_device_system == thrum::device_system::seq);
static_assert(std::is_same_v<std::remove_const_t<decltype(thrum::device)>, thrum::seq_policy>);

TEST_CASE("algorithms on device memory run on the calling thread") {
  thrum::device_vector<int> values{3, 1, 4, 1, 5, 9, 2, 6};
  thrum::sort(values.begin(), values.end());
  CHECK(std::is_sorted(values.begin(), values.end()));
  CHECK(thrum::reduce(values.begin(), values.end(), 0) == 31);

  auto const caller = std::this_thread::get_id();
  thrum::device_vector<int> own_thread(1 << 16);
  thrum::transform(values.begin(), values.end(), own_thread.begin(),
                   [caller](int) { return std::this_thread::get_id() == caller ? 1 : 0; });
  CHECK(thrum::reduce(own_thread.begin(), own_thread.begin() + 8, 0) == 8);
}
