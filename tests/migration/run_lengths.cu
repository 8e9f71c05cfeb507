// Encodes runs of letters as letters and lengths, and decodes them.
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <cstdio>
#include <cstring>

int main() {
  char const text[] = "aaabbbbbcccadddd";
  int const n = static_cast<int>(std::strlen(text));
  thrust::device_vector<char> in(text, text + n), letters(n), out(n);
  thrust::device_vector<int> lengths(n);
  auto const ends = thrust::reduce_by_key(in.begin(), in.end(), thrust::constant_iterator<int>(1), letters.begin(),
                                          lengths.begin());
  int const runs = static_cast<int>(ends.first - letters.begin());
  for (int i = 0; i < runs; ++i) {
    std::printf("%d%c ", static_cast<int>(lengths[i]), static_cast<char>(letters[i]));
  }
  thrust::inclusive_scan(lengths.begin(), lengths.begin() + runs, lengths.begin());
  thrust::device_vector<int> places(n);
  thrust::counting_iterator<int> first(0);
  thrust::upper_bound(lengths.begin(), lengths.begin() + runs, first, first + n, places.begin());
  thrust::gather(places.begin(), places.end(), letters.begin(), out.begin());
  thrust::host_vector<char> const h = out;
  std::printf("%.*s\n", n, h.data());
}
