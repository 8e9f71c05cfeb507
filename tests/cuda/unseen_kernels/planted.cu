// A kernel that nvcc's compilation for the host launches and its compilation for the device does not see: check.sh has to find it.

template <class T>
__global__ void seen(T* p) {
  *p = T(1);
}

template <class T>
__global__ void unseen(T* p) {
  *p = T(2);
}

template <class T>
__host__ __device__ void launch_unseen([[maybe_unused]] T* p) {
#if !defined(__CUDA_ARCH__)
  unseen<<<1, 1>>>(p);
#endif
}

void launch_both(int* p) {
  seen<<<1, 1>>>(p);
  launch_unseen(p);
}
