// Finds primes by division, without an array of the numbers.
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <cstdio>

struct is_prime {
  __host__ __device__ bool operator()(int n) const {
    if (n < 2) return false;
    for (int d = 2; d * d <= n; ++d) {
      if (n % d == 0) return false;
    }
    return true;
  }
};

int main() {
  thrust::counting_iterator<int> first(0);
  auto const count = thrust::count_if(thrust::device, first, first + 10000, is_prime());
  thrust::device_vector<int> primes(static_cast<std::size_t>(count));
  auto const end = thrust::copy_if(thrust::device, first, first + 10000, primes.begin(), is_prime());
  std::printf("%d primes, the last is %d, %d\n", static_cast<int>(count), static_cast<int>(primes.back()),
              end == primes.end() ? 1 : 0);
}
