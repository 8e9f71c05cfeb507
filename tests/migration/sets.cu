// Computes the union, the intersection and the differences of two sorted lists.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <cstdio>

template <class Vector, class End>
void show(Vector const& v, End end) {
  for (auto it = v.begin(); it != end; ++it) std::printf("%d ", static_cast<int>(*it));
  std::printf("\n");
}

int main() {
  int const a_host[] = {1, 2, 2, 5, 8, 9, 9, 9}, b_host[] = {2, 2, 2, 3, 8, 9, 10};
  thrust::device_vector<int> a(a_host, a_host + 8), b(b_host, b_host + 7), out(15), values(15);
  auto const ai = a.begin(), ae = a.end();
  auto const bi = b.begin(), be = b.end();
  show(out, thrust::set_union(ai, ae, bi, be, out.begin()));
  show(out, thrust::set_intersection(ai, ae, bi, be, out.begin()));
  show(out, thrust::set_difference(ai, ae, bi, be, out.begin()));
  show(out, thrust::set_symmetric_difference(ai, ae, bi, be, out.begin()));
  show(out, thrust::merge(ai, ae, bi, be, out.begin()));
  auto const end =
      thrust::set_intersection_by_key(ai, ae, bi, be, a.begin(), thrust::make_discard_iterator(), values.begin());
  show(values, end.second);
  std::printf("%d\n", static_cast<int>(thrust::set_union(ai, ae, bi, be, thrust::make_discard_iterator()) -
                                       thrust::make_discard_iterator()));
}
