// Computes the box around points, and the least and the greatest number.
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/transform_reduce.h>
#include <cstdio>

struct point {
  int x, y;
};
struct box {
  point low, high;
};
struct box_of_point {
  __host__ __device__ box operator()(point const& p) const { return box{p, p}; }
};
struct around {
  __host__ __device__ box operator()(box const& a, box const& b) const {
    return box{point{least(a.low.x, b.low.x), least(a.low.y, b.low.y)},
               point{-least(-a.high.x, -b.high.x), -least(-a.high.y, -b.high.y)}};
  }
  __host__ __device__ static int least(int a, int b) { return a < b ? a : b; }
};

int main() {
  thrust::minstd_rand engine(7);
  thrust::host_vector<point> points(500);
  for (point& p : points) {
    p.x = static_cast<int>(engine() % 1000);
    p.y = static_cast<int>(engine() % 1000) - 500;
  }
  thrust::device_vector<point> const v = points;
  box const first{points[0], points[0]};
  box const b = thrust::transform_reduce(v.begin(), v.end(), box_of_point(), first, around());
  std::printf("%d %d %d %d\n", b.low.x, b.low.y, b.high.x, b.high.y);
  thrust::device_vector<unsigned int> numbers(100);
  for (int i = 0; i < 100; ++i) numbers[i] = static_cast<unsigned int>(i * 37 % 101);
  auto const extremes = thrust::minmax_element(numbers.begin(), numbers.end());
  std::printf("%d %d\n", static_cast<int>(extremes.first - numbers.begin()),
              static_cast<int>(extremes.second - numbers.begin()));
}
