// The host as if it were a device: a policy that says that it does not reach the host's memory, so that algorithms go the
// way of devices, which is tested so without a card. It takes raw pointers.
#pragma once

#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <cstddef>
#include <type_traits>
#include <utility>

struct device_like {
  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    thrum::seq.for_each_n(n, f, grain);
  }
  template <class I, class T, class Op>
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    return thrum::seq.reduce(first, n, std::move(init), op);
  }
  template <class I, class O, class Seed, class Op, class Kind>
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
    thrum::seq.scan(first, n, out, std::move(seed), op, kind);
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const { return thrum::seq.allocate(bytes, alignment); }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    thrum::seq.deallocate(p, bytes, alignment);
  }
  template <class Space>
  static constexpr bool reaches = !std::is_same_v<Space, thrum::host_space>;
};
