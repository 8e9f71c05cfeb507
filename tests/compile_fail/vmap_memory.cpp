// EXPECT: the policy of vmap cannot reach the memory of its inputs
#include <thrum/strided_view.h>
#include <thrum/vmap.h>

#if defined(CONTROL)
using space = thrum::host_space;
#else
using space = thrum::device_space<thrum::device_system::cuda>;
#endif

struct first {
  template <class R>
  float operator()(R const& slice) const {
    return slice[0];
  }
};

void call(float* out, thrum::strided_view<float, 2, space> view) {
  thrum::vmap(thrum::seq, out, first{}, thrum::slices<0>(view));
}
