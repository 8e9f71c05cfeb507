// A group of ranks, each with one part of a multi_device_vector.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/backend.h>
#include <thrum/checked.h>
#include <thrum/detail/multi_device/parts.h>
#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/calls_of_ranks.h>
#include <thrum/detail/ranks/started_exchange.h>
#include <thrum/multi_device_vector.h>
#include <thrum/policy_group.h>
#include <thrum/ranks/communicator.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
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
  static type make(Policy const& policy) { return type(std::vector<Policy>{policy}); }
};
#if defined(__CUDACC__) && defined(THRUM_WITH_CUDA)
template <class Policy>
  requires std::is_base_of_v<cuda::policy, Policy>
struct group_of_one<Policy> {
  using type = cuda::basic_device_group<Policy>;
  static type make(Policy const& policy) {
    auto const guard = policy.on_its_device();
    return type(std::vector<cuda::device>{cuda::device::current()}, policy);
  }
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
/// sum of a reduce, say, is on every rank. Under policies of the host, parts of whole tiles of
/// 16384 elements, as vectors have by default, make sums and scans the bits of seq, for any number
/// of ranks.
///
/// If a call throws on one rank, it throws on all: the rank that failed throws its own exception,
/// and the others remote_error with the number and the message of that rank. All ranks agree on
/// that by an all_reduce of one int before each exchange of elements, and at the end of a call. If
/// the communicator itself fails after that, others may wait for it.
///
/// With a checked policy, each call first compares its name, its number of elements and their type
/// over all ranks, and throws std::logic_error on all of them if they differ: "rank 3 called
/// reduce, the others sort". Otherwise calls that differ hang, or fail in the communicator.
///
/// Elements of a device go from its memory if the communicator takes device pointers. Otherwise
/// they go by way of page-locked memory of the host, in pieces: while a piece is under way, the one
/// before it goes to the device and the one after it comes from there.
///
/// Vectors and calls refer to the group: the group must outlive them, and is neither copied nor
/// moved. One thread of a rank at a time may use the group.
template <communicator C, class Policy>
class group {
  using local_group = typename detail::group_of_one<Policy>::type;
  static constexpr bool on_host = std::is_same_v<typename local_group::memory_space, host_space>;
  static constexpr std::ptrdiff_t default_staged = std::ptrdiff_t{1} << 22;

 public:
  using policy_type = Policy;
  using memory_space = typename local_group::memory_space;

  /// `staged` is the length, in bytes, of the pieces in which elements of a device go by way of the
  /// host; all ranks give the same. Throws std::invalid_argument if staged < 1.
  explicit group(C const& c, Policy const& policy = Policy(), std::ptrdiff_t staged = default_staged)
      : c_(c), local_(detail::group_of_one<Policy>::make(policy)), staged_(staged) {
    if (staged < 1)
      throw std::invalid_argument("thrum: a piece of what goes by way of the host has 1 byte or more");
  }
  explicit group(C const& c, checked_policy<Policy> const& policy, std::ptrdiff_t staged = default_staged)
      : group(c, policy.unchecked(), staged) {
    checked_ = true;
  }
  group(group const&) = delete;
  group& operator=(group const&) = delete;

  C const& ranks() const { return c_; }
  /// Returns the number of ranks.
  std::ptrdiff_t parts() const { return c_.size(); }
  bool here(std::ptrdiff_t p) const { return p == c_.rank(); }
  std::ptrdiff_t home() const { return c_.rank(); }
  std::ptrdiff_t home_of(std::ptrdiff_t p) const { return p; }
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
    auto const gather_whole = [&](T const* out, T* in) {
      c_.all_gatherv(std::span<T const>(out, static_cast<std::size_t>(mine)),
                     std::span<T>(in, static_cast<std::size_t>(sizes.total())), sizes.all());
    };
    if (!by_way_of_host()) {
      if constexpr (!on_host) local_.wait();
      agree();
      gather_whole(from, dst);
    } else if (sizes.total() <= staged_elements<T>()) {
      detail::staging_room<T, memory_space> const out(mine), in(sizes.total());
      local_.copy_out(0, from, out.data(), mine);
      local_.wait();
      agree();
      gather_whole(out.data(), in.data());
      local_.copy_in(static_cast<T const*>(in.data()), 0, dst, sizes.total());
      local_.wait();
    } else {
      detail::stepwise_gather<T, memory_space, C, local_group> steps(c_, local_, sizes, staged_elements<T>());
      agree();
      steps.run(from, dst);
    }
  }
  template <class T, class Count, class Source, class Target>
  void exchange(Count count, Source src, Target dst) const {
    if (by_way_of_host()) {
      start_exchange<T>(pieces_of_counts(count), src, dst).finish();
      return;
    }
    std::vector<std::ptrdiff_t> to, from;
    std::ptrdiff_t sent = 0, received = 0;
    for (std::ptrdiff_t p = 0; p < parts(); ++p) {
      to.push_back(count(home(), p));
      from.push_back(count(p, home()));
      sent += to.back();
      received += from.back();
    }
    if constexpr (!on_host) local_.wait();
    agree();
    c_.all_to_allv(std::span<T const>(src(home()), static_cast<std::size_t>(sent)), to,
                   std::span<T>(dst(home()), static_cast<std::size_t>(received)), from);
  }
  template <class T, class Source, class Target>
  auto start_exchange(std::vector<thrum::detail::part_piece> const& pieces, Source src, Target dst) const {
    using staged = detail::staged_exchange<T, local_group, memory_space>;
    using exchange = std::conditional_t<on_host, detail::direct_exchange, staged>;
    std::ptrdiff_t const most =
        by_way_of_host() ? staged_elements<T>() : std::numeric_limits<std::ptrdiff_t>::max();
    auto const copy = [&](T const* from, T* to, std::ptrdiff_t n) { local_.copy(0, from, 0, to, n); };
    detail::messages_of_pieces<T> messages(pieces, home(), src, dst, most, copy);
    if (!by_way_of_host()) {
      if constexpr (!on_host) local_.wait();
      agree();
      detail::messages_under_way under_way;
      for (auto const& m : messages.received) under_way.recv(c_, m.data, m.n, m.rank);
      for (auto const& m : messages.sent) under_way.send(c_, m.data, m.n, m.rank);
      return exchange(std::move(under_way));
    }
    if constexpr (on_host) {
      return exchange(detail::messages_under_way());  // not reached
    } else if (std::max(messages.elements_sent, messages.elements_received) <= 2 * most) {
      staged at_once(local_, messages);
      agree();
      at_once.start(c_, messages);
      return exchange(std::move(at_once));
    } else {
      detail::stepwise_exchange<T, memory_space, C, local_group> steps(c_, local_, messages);
      local_.wait();
      agree();
      steps.run();
      return exchange(staged());
    }
  }

 protected:
  /// Throws on all ranks if one has failed. A rank that fails agrees at the end of its call.
  void agree() const {
    try {
      detail::agree_on(c_, nullptr);
    } catch (...) {
      agreed_ = true;
      throw;
    }
  }
  /// Returns the pieces of this rank in an exchange by counts.
  template <class Count>
  std::vector<thrum::detail::part_piece> pieces_of_counts(Count count) const {
    std::vector<thrum::detail::part_piece> pieces;
    std::ptrdiff_t sent = 0, received = 0;
    for (std::ptrdiff_t p = 0; p < parts(); ++p) {
      std::ptrdiff_t const to = count(home(), p), from = count(p, home());
      if (p != home()) pieces.push_back({home(), sent, p, 0, to});
      pieces.push_back({p, p == home() ? sent : 0, home(), received, from});
      sent += to;
      received += from;
    }
    return pieces;
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
  /// Says whether elements go by way of the host.
  bool by_way_of_host() const {
    if constexpr (on_host) return false;
    else return !c_.takes_device_pointers();
  }
  /// Returns how many elements a piece by way of the host has.
  template <class T>
  std::ptrdiff_t staged_elements() const {
    return std::max<std::ptrdiff_t>(1, staged_ / static_cast<std::ptrdiff_t>(sizeof(T)));
  }

  C c_;
  local_group local_;
  std::ptrdiff_t staged_;
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
