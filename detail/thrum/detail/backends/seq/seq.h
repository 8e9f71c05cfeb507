// The sequential policy. Its for_each_n and its natives run in device code, too.
#pragma once

#include <thrum/detail/base/checked_policy.h>
#include <thrum/detail/base/config.h>
#include <thrum/detail/base/loop.h>
#include <thrum/detail/base/policy_base.h>
#include <thrum/detail/base/policy_of_space.h>
#include <thrum/detail/base/scratch.h>
#include <thrum/backend.h>
#include <cstddef>
#include <utility>

namespace thrum {
inline namespace THRUM_VERSION_NAMESPACE {

/// A policy that runs on the calling thread, in order. It has no state except the scratch memory
/// that the user may give it.
class seq_policy : public execution_policy<seq_policy> {
 public:
  constexpr seq_policy() = default;

  /// Returns the same policy with scratch memory from a memory resource or allocator, or from what
  /// a pointer points to. The policy keeps a reference to the resource. A temporary may be an
  /// allocator without state, such as std::allocator, or an object of the size of a pointer, which
  /// is copied.
  template <class Resource>
  constexpr seq_policy with(Resource&& resource) const {
    return seq_policy(detail::scratch_from(std::forward<Resource>(resource)));
  }
  /// Thrust's spelling of `with`.
  template <class Allocator>
  constexpr seq_policy operator()(Allocator&& allocator) const {
    return seq_policy(detail::scratch_from(std::forward<Allocator>(allocator)));
  }

  /// Returns the policy with a limit of memory, with which sort takes a thrum::mapped_file that is
  /// larger than memory. Needs thrum/mapped_file.h.
  template <class P = seq_policy>
  auto memory(std::size_t bytes) const {
    return detail::limit_memory<P>(*this, bytes);
  }

  /// Returns the policy whose sums have the bits of this policy: this policy itself.
  constexpr seq_policy deterministic() const { return *this; }

  // The backend: see thrum/backend.h. The natives are defined in files of their names in this
  // folder.
  static constexpr native natives = native::reduce | native::scan | native::find_first | native::compact |
                                    native::sort | native::sort_by_key | native::merge | native::reduce_by_key;
  static constexpr bool is_serial = true;
  THRUM_EXEC_CHECK_DISABLE
  template <class F>
  THRUM_HD constexpr void for_each_n(std::ptrdiff_t n, F f, std::ptrdiff_t = 0) const {
    detail::ordered_loop(n, f);
  }
  template <class I, class T, class Op>
  THRUM_HD T reduce(I first, std::ptrdiff_t n, T init, Op op) const;
  template <class I, class O, class Seed, class Op, class Kind>
  THRUM_HD void scan(I first, std::ptrdiff_t n, O out, Seed seed, Op op, Kind kind) const;
  template <class P>
  THRUM_HD std::ptrdiff_t find_first(std::ptrdiff_t n, P pred) const;
  template <class I, class O, class K>
  THRUM_HD std::ptrdiff_t compact(I first, std::ptrdiff_t n, O out, K keep) const;
  template <class K, class Less>
  THRUM_HD void sort(K keys, std::ptrdiff_t n, Less less) const;
  template <class K, class V, class Less>
  THRUM_HD void sort_by_key(K keys, V values, std::ptrdiff_t n, Less less) const;
  template <class A, class B, class O, class Less>
  THRUM_HD void merge(A a, std::ptrdiff_t na, B b, std::ptrdiff_t nb, O out, Less less) const;
  template <class K, class V, class KO, class VO, class Equal, class Op>
  THRUM_HD std::ptrdiff_t reduce_by_key(K keys, std::ptrdiff_t n, V values, KO keys_out, VO values_out, Equal same,
                                        Op op) const;
  void* allocate(std::size_t bytes, std::size_t alignment) const {
    return detail::allocate_host_scratch(scratch_, bytes, alignment);
  }
  void deallocate(void* p, std::size_t bytes, std::size_t alignment) const noexcept {
    detail::deallocate_host_scratch(scratch_, p, bytes, alignment);
  }
  template <class Space>
  static constexpr bool reaches =
#if defined(__CUDA_ARCH__)
      true;
#else
      detail::host_reaches<Space>;
#endif

 private:
  constexpr explicit seq_policy(detail::scratch_source scratch) : scratch_(scratch) {}
  detail::scratch_source scratch_{};
};

}  // namespace THRUM_VERSION_NAMESPACE

/// The sequential policy, and the policy of host memory.
#if defined(THRUM_CHECKED)
inline namespace checked_program {
THRUM_OBJECT checked_policy<seq_policy> seq{};
THRUM_OBJECT checked_policy<seq_policy> host{};
}  // namespace checked_program
#else
THRUM_OBJECT seq_policy seq{};
THRUM_OBJECT seq_policy host{};
#endif

namespace detail {
template <>
struct policy_of_system<device_system::seq> {
  static constexpr seq_policy get() { return {}; }
};
}  // namespace detail

}  // namespace thrum
