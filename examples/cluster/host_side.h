// The elements of a policy's vector where any communicator reaches them.
#pragma once

#include <thrum/copy.h>
#include <span>
#include <type_traits>
#include <vector>

#include "common/ranks.h"

namespace example {

/// The elements of a vector in host memory: the vector's own memory, or a copy if the vector is on
/// a device. load() copies from the device and store() to it; on the host both copy nothing. The
/// vector outlives this and keeps its size.
template <class Policy, class V>
class host_side {
  using element = typename V::value_type;
  static constexpr bool copies = on_card<std::remove_cvref_t<Policy>>;

 public:
  host_side(Policy const&, V& v) : v_(&v) {
    if constexpr (copies) copy_.resize(v.size());
  }

  std::span<element> elements() {
    if constexpr (copies) return copy_;
    else return span_of(*v_);
  }
  std::span<element const> load() {
    if constexpr (copies) thrum::copy(v_->begin(), v_->end(), copy_.begin());
    return elements();
  }
  void store() {
    if constexpr (copies) thrum::copy(copy_.begin(), copy_.end(), v_->begin());
  }

 private:
  V* v_;
  std::vector<element> copy_;
};

}  // namespace example
