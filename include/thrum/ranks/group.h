// A group of ranks, each with one part of a multi_device_vector.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/backend.h>
#include <thrum/checked.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/calls_of_ranks.h>
#include <thrum/multi_device_vector.h>
#include <thrum/policy_group.h>
#include <thrum/ranks/communicator.h>
#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__CUDACC__) && defined(THRUM_WITH_CUDA)
#include <thrum/cuda/device_group.cuh>
#endif

namespace thrum::ranks {
namespace detail {

/// The group that holds the one part of a rank: Policy is a policy of the host or of CUDA.
template <class Policy>
struct group_of_one {
  using type = policy_group<Policy>;
  static auto parts(Policy const& policy) { return std::vector<Policy>{policy}; }
};
#if defined(__CUDACC__) && defined(THRUM_WITH_CUDA)
template <class Policy>
  requires std::is_base_of_v<cuda::policy, Policy>
struct group_of_one<Policy> {
  using type = cuda::basic_device_group<Policy>;
  static auto parts(Policy const& policy) { return std::vector<cuda::device>{policy.device()}; }
};
#endif

}  // namespace detail

/// The ranks of a communicator as a group: each rank has one part of each multi_device_vector over
/// the group, and works on its part under its policy.
///
///     thrum::mpi::group group(c, thrum::tbb::par);
///     thrum::mpi::vector<double, decltype(group)> v(group, n);   // n zeros over all ranks
///     thrum::mpi::sort(v);
///
/// All ranks make the same calls over the group, in the same order, and all get the results: the
/// sum of a reduce, say, is on every rank. A part of whole tiles of 16384 elements, as vectors have
/// by default, makes sums and scans the bits of seq, for any number of ranks.
///
/// If a call throws on one rank, it throws on all: the rank that failed throws its own exception,
/// and the others remote_error with the number and the message of that rank. All ranks agree on
/// that by an all_reduce of one int before each exchange of elements, and at the end of a call.
///
/// With a checked policy, each call first compares its name, its number of elements and their type
/// over all ranks, and throws std::logic_error on all of them if they differ: "rank 3 called reduce,
/// the others sort". Otherwise calls that differ hang, or fail in the communicator.
///
/// Elements of a device go from its memory if the communicator takes device pointers, otherwise by
/// way of the host. Vectors and calls refer to the group: the group must outlive them, and is
/// neither copied nor moved. One thread of a rank at a time may use the group.
template <communicator C, class Policy>
class group {
  using local_group = typename detail::group_of_one<Policy>::type;

 public:
  using policy_type = Policy;
  using memory_space = typename local_group::memory_space;

  explicit group(C const& c, Policy const& policy = Policy())
      : c_(c), local_(detail::group_of_one<Policy>::parts(policy)) {}
  explicit group(C const& c, checked_policy<Policy> const& policy) : group(c, policy.unchecked()) {
    checked_ = true;
  }
  group(group const&) = delete;
  group& operator=(group const&) = delete;

  C const& ranks() const { return c_; }
  /// Returns the number of ranks.
  std::ptrdiff_t parts() const { return c_.size(); }
  bool here(std::ptrdiff_t p) const { return p == c_.rank(); }
  std::ptrdiff_t home() const { return c_.rank(); }
  /// Returns the policy of this rank, for your own calls on its part. There is no other part here.
  Policy const& policy(std::ptrdiff_t) const { return local_.policy(0); }
  /// Waits for the work of this rank.
  void wait() const { local_.wait(); }

  // For the algorithms: see detail/multi_device/group.h.
  template <class T, class F>
  auto call(char const* name, std::ptrdiff_t size, F const& f) const {
    using R = std::invoke_result_t<F const&>;
    if (in_call_) return f();
    call_guard const guard(*this);
    if (checked_) detail::compare_calls<T>(c_, name, size);
    std::exception_ptr error;
    if constexpr (std::is_void_v<R>) {
      guarded([&] { f(); }, error);
      detail::agree_on(c_, error);
    } else {
      std::optional<R> result;
      guarded([&] { result.emplace(f()); }, error);
      detail::agree_on(c_, error);
      return std::move(*result);
    }
  }
  template <class F>
  void run(F const& f) const {
    local_.run([&](std::ptrdiff_t) { f(home()); });
  }
  template <class T>
  void copy(std::ptrdiff_t, T const* src, std::ptrdiff_t, T* dst, std::ptrdiff_t n) const {
    local_.copy(0, src, 0, dst, n);
  }
  template <class T>
  void copy_in(T const* src, std::ptrdiff_t, T* dst, std::ptrdiff_t n) const {
    local_.copy_in(src, 0, dst, n);
  }
  template <class T>
  void copy_out(std::ptrdiff_t, T const* src, T* dst, std::ptrdiff_t n) const {
    local_.copy_out(0, src, dst, n);
  }
  void barrier() const {}
  void wait(std::ptrdiff_t) const { local_.wait(); }
  void finish() const { local_.finish(); }
  void settle() const noexcept { local_.settle(); }

  template <class Size>
  thrum::detail::part_sizes all_sizes(Size size) const {
    agree();
    return thrum::detail::part_sizes(c_.all_gather(static_cast<std::ptrdiff_t>(size(home()))));
  }
  template <class T, class Source>
  void gather(thrum::detail::part_sizes const& sizes, Source src, T* dst) const {
    std::ptrdiff_t const mine = sizes.size(home());
    T const* const from = mine > 0 ? static_cast<T const*>(src(home())) : nullptr;
    staged<T>(from, mine, dst, sizes.total(),
              [&](std::span<T const> out, std::span<T> in) { c_.all_gatherv(out, in, sizes.all()); });
  }
  template <class T, class Count, class Source, class Target>
  void exchange(Count count, Source src, Target dst) const {
    std::vector<std::ptrdiff_t> to, from;
    std::ptrdiff_t sent = 0, received = 0;
    for (std::ptrdiff_t p = 0; p < parts(); ++p) {
      to.push_back(count(home(), p));
      from.push_back(count(p, home()));
      sent += to.back();
      received += from.back();
    }
    staged<T>(src(home()), sent, dst(home()), received,
              [&](std::span<T const> out, std::span<T> in) { c_.all_to_allv(out, to, in, from); });
  }

 private:
  /// Marks the group as in a call.
  struct call_guard {
    explicit call_guard(group const& of) : of_(of) { of_.in_call_ = true, of_.agreed_ = false; }
    ~call_guard() { of_.in_call_ = false; }
    call_guard(call_guard const&) = delete;
    call_guard& operator=(call_guard const&) = delete;
    group const& of_;
  };
  /// Calls f. Keeps an exception in `error`, unless all ranks know of it.
  template <class F>
  void guarded(F const& f, std::exception_ptr& error) const {
    try {
      f();
    } catch (...) {
      if (agreed_) throw;
      error = std::current_exception();
    }
  }
  /// Throws on all ranks if one has failed. A rank that fails agrees at the end of its call.
  void agree() const {
    try {
      detail::agree_on(c_, nullptr);
    } catch (...) {
      agreed_ = true;
      throw;
    }
  }
  /// Calls send(out, in) for n elements to send and m to receive, which the communicator can reach.
  template <class T, class Send>
  void staged(T const* src, std::ptrdiff_t n, T* dst, std::ptrdiff_t m, Send send) const {
    auto const out = static_cast<std::size_t>(n), in = static_cast<std::size_t>(m);
    if constexpr (std::is_same_v<memory_space, host_space>) {
      agree();
      send(std::span<T const>(src, out), std::span<T>(dst, in));
    } else {
      if (c_.takes_device_pointers()) {
        local_.wait();
        agree();
        send(std::span<T const>(src, out), std::span<T>(dst, in));
        return;
      }
      detail::staging_room<T, memory_space> const room_out(n), room_in(m);
      local_.copy_out(0, src, room_out.data(), n);
      local_.wait();
      agree();
      send(std::span<T const>(room_out.data(), out), std::span<T>(room_in.data(), in));
      local_.copy_in(static_cast<T const*>(room_in.data()), 0, dst, m);
      local_.wait();
    }
  }

  C c_;
  local_group local_;
  bool checked_ = false;
  mutable bool in_call_ = false, agreed_ = false;
};
template <communicator C, class Policy>
group(C const&, checked_policy<Policy> const&) -> group<C, Policy>;

/// A vector over the ranks of a group: see multi_device_vector, from_local() and local() there.
template <class T, class Group>
using vector = multi_device_vector<T, Group>;

}  // namespace thrum::ranks

#include <thrum/detail/public_header/end.h>
