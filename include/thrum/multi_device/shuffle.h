// Split vectors in random order: shuffle.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/multi_device/shuffle.h>
#include <thrum/detail/multi_device/vectors.h>
#include <thrum/detail/random/bijection.h>
#include <thrum/multi_device_vector.h>
#include <thrum/shuffle.h>
#include <cstddef>

namespace thrum::multi_device {

/// Puts all elements in the random order of thrum::shuffle, which depends on the state of the
/// random engine g and the number of elements alone. g is on the host and has the same state in
/// every process; 800 bits are taken from it. Each part keeps its size.
///
/// Each part computes which elements it sends and gets; an element goes to another part at most
/// once. O(n) work, by sorts of integers. Scratch memory of each part: twice the part, and 20 bytes
/// for each element; in addition that of thrum::sort_by_key. The host waits once before elements
/// are exchanged. If memory runs out, no element has moved.
template <class T, class Group, class G>
void shuffle(multi_device_vector<T, Group>& v, G&& g) {
  if constexpr (detail::valid_engine<G>()) {
    detail::call_over("shuffle", v, [&] {
      detail::shuffle_parts<T>(
          v.group(), v.sizes(), [&](std::ptrdiff_t p) { return v.data(p); },
          detail::random_bijection(v.sizes().total(), g));
    });
  }
}

}  // namespace thrum::multi_device

#include <thrum/detail/public_header/end.h>
