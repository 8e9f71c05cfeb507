// Counts the steps after which points leave the Mandelbrot set, in complex numbers.
#include <thrust/complex.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/tabulate.h>
#include <cstdio>

struct steps {
  int width, height;
  __host__ __device__ int operator()(int i) const {
    thrust::complex<double> const c(-2.0 + 3.0 * (i % width) / width, -1.0 + 2.0 * (i / width) / height);
    thrust::complex<double> z(0.0, 0.0);
    int k = 0;
    for (; k < 50 && thrust::norm(z) <= 4.0; ++k) z = z * z + c;
    return k;
  }
};

int main() {
  int const width = 48, height = 16;
  thrust::device_vector<int> image(width * height);
  thrust::tabulate(image.begin(), image.end(), steps{width, height});
  for (int y = 0; y < height; y += 4) {
    for (int x = 0; x < width; ++x) std::printf("%c", " .:-=+*#%@"[image[y * width + x] * 9 / 50]);
    std::printf("\n");
  }
  thrust::complex<double> const z = thrust::polar(2.0, 0.5) / thrust::complex<double>(0.0, 1.0);
  std::printf("%.6f %.6f %.6f\n", z.real(), z.imag(), thrust::abs(z));
}
