// Sorts a table by three columns: stable sorts from the last column to the first.
#include <thrust/device_vector.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <cstdio>

typedef thrust::device_vector<int> column;

void sort_by(column const& keys, column& order) {
  column sorted(keys.size());
  thrust::gather(order.begin(), order.end(), keys.begin(), sorted.begin());
  thrust::stable_sort_by_key(sorted.begin(), sorted.end(), order.begin());
}

int main() {
  int const n = 60;
  thrust::host_vector<int> a(n), b(n), c(n);
  thrust::minstd_rand engine;
  thrust::uniform_int_distribution<int> small(0, 3);
  for (int i = 0; i < n; ++i) {
    a[i] = static_cast<int>(engine() % 3);
    b[i] = static_cast<int>(engine() % 3);
    c[i] = static_cast<int>(engine() % 3);
    static_cast<void>(small(engine));
  }
  column const first = a, second = b, third = c;
  column order(n);
  thrust::sequence(order.begin(), order.end());
  sort_by(third, order);
  sort_by(second, order);
  sort_by(first, order);
  bool sorted = true;
  for (int k = 1; k < n; ++k) {
    int const i = order[k - 1], j = order[k];
    int const before = 9 * a[i] + 3 * b[i] + c[i], after = 9 * a[j] + 3 * b[j] + c[j];
    sorted = sorted && (before < after || (before == after && i < j));
  }
  std::printf("%d\n", sorted ? 1 : 0);
}
