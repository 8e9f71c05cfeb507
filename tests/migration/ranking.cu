// Orders names by their points: a stable sort by key, greatest first.
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <cstdio>

int main() {
  int const points[] = {30, 10, 50, 30, 20, 50, 10};
  char const names[] = {'a', 'b', 'c', 'd', 'e', 'f', 'g'};
  thrust::device_vector<int> keys(points, points + 7);
  thrust::device_vector<char> values(names, names + 7);
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<int>());
  thrust::host_vector<char> const order = values;
  for (char c : order) std::printf("%c", c);
  std::printf(" %d\n", thrust::is_sorted(keys.begin(), keys.end(), thrust::greater<int>()) ? 1 : 0);
}
