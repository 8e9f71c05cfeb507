// Multiplies a sparse matrix, stored as coordinates sorted by row, with a vector.
#include <thrust/device_vector.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scatter.h>
#include <thrust/transform.h>
#include <cstdio>

int main() {
  int const rows[] = {0, 0, 1, 3, 3, 3};
  int const columns[] = {0, 2, 1, 0, 1, 3};
  double const elements[] = {1, 2, 3, 4, 5, 6};
  thrust::device_vector<int> row(rows, rows + 6), column(columns, columns + 6), row_out(6);
  thrust::device_vector<double> a(elements, elements + 6), x(4, 10.0), products(6), sums(6), y(4);
  x[1] = 1.0;
  thrust::transform(a.begin(), a.end(), thrust::make_permutation_iterator(x.begin(), column.begin()),
                    products.begin(), thrust::multiplies<double>());
  auto const ends = thrust::reduce_by_key(row.begin(), row.end(), products.begin(), row_out.begin(), sums.begin());
  thrust::fill(y.begin(), y.end(), 0.0);
  thrust::scatter(sums.begin(), ends.second, row_out.begin(), y.begin());
  for (int i = 0; i < 4; ++i) std::printf("%g ", static_cast<double>(y[i]));
  std::printf("\n");
}
