// Composes reduce and scan on a host backend's for_each_n, so that the backend need not write them.
#pragma once

#include <thrum/detail/backends/host/tiled_scan.h>
#include <thrum/detail/primitives/reduce.h>
#include <cstddef>
#include <utility>

namespace thrum::detail {

/// The base of a policy B whose mandatory members are for_each_n, allocate and deallocate. The
/// shape of sums gives the same bits under every policy.
template <class B>
struct composed_backend {
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    return detail::tiled_reduce(self(), first, n, std::move(init), op);
  }
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
    detail::tiled_scan(self(), first, n, out, std::move(seed), op, kind);
  }

 private:
  B const& self() const { return static_cast<B const&>(*this); }
};

}  // namespace thrum::detail
