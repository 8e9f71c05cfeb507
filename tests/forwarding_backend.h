// The base of the tests' backends: forwards every primitive to another backend, and calls hooks
// before and after it. A backend of a test defines the hooks that it needs, and the members in
// which it differs:
//
//   /// Runs under seq, and counts the loops.
//   struct counting : forwarding_backend<counting, thrum::seq_policy> {
//     explicit counting(int& loops) : count(&loops) {}
//     void before(primitive p) const { *count += p == primitive::for_each_n ? 1 : 0; }
//     int* count;
//   };
#pragma once

#include <thrum/backend.h>
#include <thrum/detail/algorithms/compact_in_place.h>
#include <thrum/detail/algorithms/partition.h>
#include <thrum/detail/primitives/compact.h>
#include <thrum/detail/primitives/count_bins.h>
#include <thrum/detail/primitives/find_first.h>
#include <thrum/detail/primitives/merge.h>
#include <thrum/detail/primitives/reduce.h>
#include <thrum/detail/primitives/reduce_by_key.h>
#include <thrum/detail/primitives/scan.h>
#include <thrum/detail/primitives/sort.h>
#include <thrum/execution_policy.h>
#include <thrum/memory_resource.h>
#include <cstddef>
#include <type_traits>
#include <utility>

/// The primitive that a hook is called for.
enum class primitive {
  for_each_n,
  reduce,
  scan,
  find_first,
  compact,
  sort,
  sort_by_key,
  merge,
  reduce_by_key,
  reduce_into,
  find_first_into,
  compact_into,
  reduce_by_key_into,
  count_bins,
  compact_in_place,
  divide,
  compact_in_place_into,
  divide_into,
  read
};

inline constexpr char const* primitive_names[] = {"for_each_n",
                                                  "reduce",
                                                  "scan",
                                                  "find_first",
                                                  "compact",
                                                  "sort",
                                                  "sort_by_key",
                                                  "merge",
                                                  "reduce_by_key",
                                                  "reduce_into",
                                                  "find_first_into",
                                                  "compact_into",
                                                  "reduce_by_key_into",
                                                  "count_bins",
                                                  "compact_in_place",
                                                  "divide",
                                                  "compact_in_place_into",
                                                  "divide_into",
                                                  "read"};
constexpr char const* name_of(primitive p) { return primitive_names[static_cast<int>(p)]; }

/// Says whether the primitive returns a value to the host, so that the host waits for it.
constexpr bool returns_value(primitive p) {
  return p == primitive::reduce || p == primitive::find_first || p == primitive::compact ||
         p == primitive::compact_in_place || p == primitive::divide || p == primitive::reduce_by_key ||
         p == primitive::read;
}

using thrum::native;
constexpr bool contains(native set, native n) { return (set & n) == n; }
inline constexpr native sums_native = native::reduce | native::scan;
/// What the defaults do on the host, and a backend whose code runs elsewhere needs.
inline constexpr native device_natives = sums_native | native::find_first | native::compact | native::sort |
                                         native::sort_by_key | native::merge | native::reduce_by_key;
/// Every primitive, as cuda::par has.
inline constexpr native all_native = device_natives | native::reduce_into | native::find_first_into |
                                     native::compact_into | native::reduce_by_key_into | native::count_bins |
                                     native::compact_in_place | native::compact_in_place_into | native::divide |
                                     native::divide_into;

/// Forwards to a backend B. A primitive that is not in Natives is composed of the others, as on a
/// backend that lacks it. Optional members of B, such as concurrency(), are not forwarded.
template <class Derived, class B, native Natives = native::none>
class forwarding_backend {
 public:
  static constexpr native natives = Natives;

  forwarding_backend() : forwarding_backend(B()) {}
  /// Takes scratch memory from the resource, or from B if there is none.
  explicit forwarding_backend(B base, thrum::memory_resource<thrum::host_space>* resource = nullptr)
      : base_(std::move(base)), resource_(resource) {}

  // The hooks; a derived class hides those that it needs. If a primitive throws, `after` is not
  // called.
  void before(primitive) const {}
  void after(primitive) const {}
  void after_allocate(std::size_t) const {}
  void after_deallocate(std::size_t) const noexcept {}

  template <class F>
  void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t grain) const {
    hooked(primitive::for_each_n, [&] { base_.for_each_n(n, std::move(f), grain); });
  }
  template <class I, class T, class Op>
    requires(contains(Natives, native::reduce))
  T reduce(I first, std::ptrdiff_t n, T init, Op op) const {
    return hooked(primitive::reduce, [&] { return thrum::detail::reduce(base_, first, n, std::move(init), op); });
  }
  template <class I, class O, class Seed, class Op, class Kind>
    requires(contains(Natives, native::scan))
  void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const {
    hooked(primitive::scan, [&] { thrum::detail::scan(base_, first, n, out, std::move(seed), op, kind); });
  }
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    void* const p = resource_ != nullptr ? thrum::detail::allocate_raw(*resource_, bytes, alignment)
                                         : base_.allocate(bytes, alignment);
    self().after_allocate(bytes);
    return p;
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    if (resource_ != nullptr) thrum::detail::deallocate_raw(*resource_, p, bytes, alignment);
    else base_.deallocate(p, bytes, alignment);
    self().after_deallocate(bytes);
  }

  template <class P>
    requires(contains(Natives, native::find_first))
  std::ptrdiff_t find_first(std::ptrdiff_t n, P pred) const {
    return hooked(primitive::find_first, [&] { return thrum::detail::find_first(base_, n, pred); });
  }
  template <class I, class O, class K>
    requires(contains(Natives, native::compact))
  std::ptrdiff_t compact(I first, std::ptrdiff_t n, O out, K keep) const {
    return hooked(primitive::compact, [&] { return thrum::detail::compact(base_, first, n, out, keep); });
  }
  template <class K, class Less>
    requires(contains(Natives, native::sort))
  void sort(K keys, std::ptrdiff_t n, Less less) const {
    hooked(primitive::sort, [&] { thrum::detail::sort(base_, keys, n, less); });
  }
  template <class K, class V, class Less>
    requires(contains(Natives, native::sort_by_key))
  void sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const {
    hooked(primitive::sort_by_key, [&] { thrum::detail::sort_by_key(base_, keys, values, n, less); });
  }
  template <class A, class C, class O, class Less>
    requires(contains(Natives, native::merge))
  void merge(A a, std::ptrdiff_t na, C c, std::ptrdiff_t nc, O out, Less less) const {
    hooked(primitive::merge, [&] { thrum::detail::merge(base_, a, na, c, nc, out, less); });
  }
  template <class K, class V, class KO, class VO, class Equal, class Op>
    requires(contains(Natives, native::reduce_by_key))
  std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                               Op op) const {
    return hooked(primitive::reduce_by_key, [&] {
      return thrum::detail::reduce_by_key(base_, keys, n, values, keys_out, values_out, same, op);
    });
  }
  template <class I, class O, class T, class Op>
    requires(contains(Natives, native::reduce_into))
  void reduce_into(I first, std::ptrdiff_t n, O out, T init, Op op) const {
    hooked(primitive::reduce_into, [&] { thrum::detail::reduce_into(base_, first, n, out, std::move(init), op); });
  }
  template <class P, class O>
    requires(contains(Natives, native::find_first_into))
  void find_first_into(std::ptrdiff_t n, P pred, O out) const {
    hooked(primitive::find_first_into, [&] { thrum::detail::find_first_into(base_, n, pred, out); });
  }
  template <class I, class O, class K, class C>
    requires(contains(Natives, native::compact_into))
  void compact_into(I first, std::ptrdiff_t n, O out, K keep, C count) const {
    hooked(primitive::compact_into, [&] { thrum::detail::compact_into(base_, first, n, out, keep, count); });
  }
  template <class K, class V, class KO, class VO, class Equal, class Op, class C>
    requires(contains(Natives, native::reduce_by_key_into))
  void reduce_by_key_into(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same, Op op,
                          C count) const {
    hooked(primitive::reduce_by_key_into, [&] {
      thrum::detail::reduce_by_key_into(base_, keys, n, values, keys_out, values_out, same, op, count);
    });
  }
  template <class I, class K>
    requires(contains(Natives, native::compact_in_place))
  std::ptrdiff_t compact_in_place(I first, std::ptrdiff_t n, K keep) const {
    return hooked(primitive::compact_in_place,
                  [&] { return thrum::detail::compact_in_place(base_, first, n, keep); });
  }
  template <class I, class K, class C>
    requires(contains(Natives, native::compact_in_place_into))
  void compact_in_place_into(I first, std::ptrdiff_t n, K keep, C count) const {
    hooked(primitive::compact_in_place_into,
           [&] { thrum::detail::compact_in_place_into(base_, first, n, keep, count); });
  }
  template <class I, class A, class R, class K>
    requires(contains(Natives, native::divide))
  std::ptrdiff_t divide(I first, std::ptrdiff_t n, A accepted, R rejected, K accept) const {
    return hooked(primitive::divide,
                  [&] { return thrum::detail::divide(base_, first, n, accepted, rejected, accept); });
  }
  template <class I, class A, class R, class K, class C>
    requires(contains(Natives, native::divide_into))
  void divide_into(I first, std::ptrdiff_t n, A accepted, R rejected, K accept, C count) const {
    hooked(primitive::divide_into,
           [&] { thrum::detail::divide_into(base_, first, n, accepted, rejected, accept, count); });
  }
  template <class Bin>
    requires(contains(Natives, native::count_bins))
  void count_bins(std::ptrdiff_t n, Bin bin_of, std::ptrdiff_t bins, unsigned long long* counts) const {
    hooked(primitive::count_bins, [&] { thrum::detail::count_bins(base_, n, bin_of, bins, counts); });
  }
  /// Reads an element of scratch memory, as a device does.
  template <class T>
    requires(contains(Natives, device_natives))
  T read(T const* p) const {
    return hooked(primitive::read, [&] { return *p; });
  }

 private:
  Derived const& self() const { return static_cast<Derived const&>(*this); }
  template <class Call>
  auto hooked(primitive p, Call call) const {
    self().before(p);
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      self().after(p);
    } else {
      auto result = call();
      self().after(p);
      return result;
    }
  }

  B base_;
  thrum::memory_resource<thrum::host_space>* resource_;
};

/// A second base of backends that pose as a device, whose code may not touch the host's memory.
/// Algorithms take their paths for devices, so that these are tested without a device. Calls take
/// raw pointers.
struct poses_as_device {
  template <class Space>
  static constexpr bool reaches = !std::is_same_v<Space, thrum::host_space>;
};

/// seq, which poses as a device.
struct device_like : forwarding_backend<device_like, thrum::seq_policy, device_natives>, poses_as_device {};
