// EXPECT: thrum: this kernel cannot be called with what the launch gives it
// NEEDS: cuda
// DEFINES: -DTHRUM_WITH_CUDA
#include <thrum/cuda/launch.cuh>

struct kernel {
#if defined(CONTROL)
  __device__ void operator()(std::ptrdiff_t i, float* p) const { p[i] = 0; }
#else
  __device__ void operator()(thrum::cuda::thread_context const& here, float* p) const { p[here.x()] = 0; }
#endif
};

void clear(float* p, int n) { thrum::cuda::launch(thrum::cuda::par, n, kernel{}, p); }
