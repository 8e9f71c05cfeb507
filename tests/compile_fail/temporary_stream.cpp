// EXPECT: deleted
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda/stream.h>

cudaStream_t handle_of([[maybe_unused]] thrum::cuda::stream const& s) {
#if defined(CONTROL)
  return s;
#else
  return thrum::cuda::stream();  // destroyed before the caller uses it
#endif
}
