// Compiles the calls over a group of ranks that exchange elements by NCCL. Nothing is run: NCCL needs
// a card for each rank.
#include <thrum/multi_device.h>
#include <thrum/ranks/nccl.cuh>
#include <thrum/ranks/threads.h>

namespace {

struct first_of {
  template <class W>
  THRUM_HD int operator()(W const& window) const {
    return window[0];
  }
};

}  // namespace

void compile_calls_over_nccl(thrum::ranks::thread_communicator const& c) {
  namespace md = thrum::multi_device;
  thrum::ranks::nccl_group const group(c, thrum::cuda::par);
  thrum::ranks::vector<int, thrum::ranks::nccl_group<thrum::ranks::thread_communicator, thrum::cuda::policy>> v(
      group, 1000),
      w(v);
  md::sort(v);
  md::inclusive_scan(v, w);
  md::copy(v, w);
  md::transform_windows(v, w, 1, 1, first_of{}, md::periodic);
  static_cast<void>(md::reduce(v));
}
