// A group of ranks whose devices exchange elements by NCCL. Empty unless THRUM_NCCL is defined.
#pragma once

#include <thrum/detail/public_header/begin.h>

#if defined(THRUM_NCCL)
#if !defined(__CUDACC__)
#error "thrum/ranks/nccl.cuh needs nvcc: compile this file as CUDA (.cu)"
#else

#include <nccl.h>
#include <thrum/cuda.cuh>
#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/started_exchange.h>
#include <thrum/ranks/communicator.h>
#include <thrum/ranks/group.h>
#include <algorithm>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace thrum::ranks {

/// A call of NCCL has failed. what() names the call and has NCCL's text.
class nccl_error : public std::runtime_error {
 public:
  nccl_error(char const* call, ncclResult_t result)
      : std::runtime_error(std::string("thrum: ") + call + ": " + ncclGetErrorString(result)), result_(result) {}
  ncclResult_t result() const noexcept { return result_; }

 private:
  ncclResult_t result_;
};

namespace detail {

inline void nccl_check(ncclResult_t result, char const* call) {
  if (result != ncclSuccess) throw nccl_error(call, result);
}

/// NCCL's communicator of the ranks of another communicator, on the devices that are current.
class nccl_handle {
 public:
  template <class C>
  explicit nccl_handle(C const& c) {
    ncclUniqueId id{};
    ranks::agree(c, [&] {
      if (c.rank() == 0) detail::nccl_check(ncclGetUniqueId(&id), "ncclGetUniqueId");
    });
    id = c.broadcast(id);
    ranks::agree(
        c, [&] { detail::nccl_check(ncclCommInitRank(&comm_, c.size(), id, c.rank()), "ncclCommInitRank"); });
  }
  ~nccl_handle() {
    if (comm_ != nullptr) static_cast<void>(ncclCommDestroy(comm_));
  }
  nccl_handle(nccl_handle const&) = delete;
  nccl_handle& operator=(nccl_handle const&) = delete;
  ncclComm_t get() const { return comm_; }

 private:
  ncclComm_t comm_ = nullptr;
};

/// Sends and receives that NCCL does together. finish() begins them; the destructor does so as
/// well, and keeps errors to itself.
class nccl_messages {
 public:
  nccl_messages(ncclComm_t comm, cudaStream_t stream) : comm_(comm), stream_(stream) {
    detail::nccl_check(ncclGroupStart(), "ncclGroupStart");
  }
  ~nccl_messages() {
    if (open_) static_cast<void>(ncclGroupEnd());
  }
  nccl_messages(nccl_messages const&) = delete;
  nccl_messages& operator=(nccl_messages const&) = delete;
  template <class T>
  void send(T const* data, std::ptrdiff_t n, int to) {
    if (n > 0) detail::nccl_check(ncclSend(data, bytes<T>(n), ncclInt8, to, comm_, stream_), "ncclSend");
  }
  template <class T>
  void recv(T* data, std::ptrdiff_t n, int from) {
    if (n > 0) detail::nccl_check(ncclRecv(data, bytes<T>(n), ncclInt8, from, comm_, stream_), "ncclRecv");
  }
  void finish() {
    open_ = false;
    detail::nccl_check(ncclGroupEnd(), "ncclGroupEnd");
  }
  template <class T>
  static std::size_t bytes(std::ptrdiff_t n) {
    return static_cast<std::size_t>(n) * sizeof(T);
  }

 private:
  ncclComm_t comm_;
  cudaStream_t stream_;
  bool open_ = true;
};

/// Makes the communicator of NCCL on the device of a policy.
template <class Policy>
nccl_handle make_nccl_handle(auto const& c, Policy const& policy) {
  auto const guard = policy.on_its_device();
  return nccl_handle(c);
}

}  // namespace detail

/// A ranks::group whose elements go from device to device by NCCL, in the order of the work of each
/// device: the host waits for no exchange. The ranks agree by the communicator c, as in other
/// groups; c also brings NCCL's id to the ranks. Each rank has a device of its own: NCCL refuses
/// two ranks on one. The header needs THRUM_NCCL, nccl.h and the library nccl.
///
///     ranks::nccl_group group(c, thrum::cuda::par.on_device(c.node().rank()));
///     thrum::ranks::vector<float, decltype(group)> v(group, n);
///
/// The class is compiled by the tests, but has run on no hardware. If NCCL itself fails on a rank
/// after the ranks have agreed on an exchange, that rank throws nccl_error, and others may wait for
/// it.
template <communicator C, class Policy>
class nccl_group : public group<C, Policy> {
  using base = group<C, Policy>;

 public:
  explicit nccl_group(C const& c, Policy const& policy = Policy())
      : base(c, policy), nccl_(detail::make_nccl_handle(c, this->policy(0))) {}

  // For the algorithms: see detail/multi_device/group.h.
  template <class T, class Source>
  void gather(thrum::detail::part_sizes const& sizes, Source src, T* dst) const {
    std::ptrdiff_t const home = this->home(), mine = sizes.size(home);
    T const* const from = mine > 0 ? static_cast<T const*>(src(home)) : nullptr;
    this->agree();
    auto const guard = this->policy(0).on_its_device();
    cudaStream_t const stream = this->policy(0).stream();
    if (std::count(sizes.all().begin(), sizes.all().end(), mine) == sizes.parts()) {
      if (mine == 0) return;
      detail::nccl_check(
          ncclAllGather(from, dst, detail::nccl_messages::bytes<T>(mine), ncclInt8, nccl_.get(), stream),
          "ncclAllGather");
      return;
    }
    this->copy(home, from, home, dst + sizes.begin(home), mine);
    detail::nccl_messages messages(nccl_.get(), stream);
    for (std::ptrdiff_t p = 0; p < sizes.parts(); ++p) {
      if (p == home) continue;
      messages.send(from, mine, static_cast<int>(p));
      messages.recv(dst + sizes.begin(p), sizes.size(p), static_cast<int>(p));
    }
    messages.finish();
  }
  template <class T, class Count, class Source, class Target>
  void exchange(Count count, Source src, Target dst) const {
    start_exchange<T>(this->pieces_of_counts(count), src, dst).finish();
  }
  /// The exchange is done in the order of the work of the device.
  struct started_exchange {
    void finish() const {}
  };
  template <class T, class Source, class Target>
  started_exchange start_exchange(std::vector<thrum::detail::part_piece> const& pieces, Source src,
                                  Target dst) const {
    std::ptrdiff_t const home = this->home();
    auto const copy = [&](T const* from, T* to, std::ptrdiff_t n) { this->copy(home, from, home, to, n); };
    detail::messages_of_pieces<T> const all(pieces, home, src, dst, std::numeric_limits<std::ptrdiff_t>::max(),
                                            copy);
    this->agree();
    auto const guard = this->policy(0).on_its_device();
    detail::nccl_messages messages(nccl_.get(), this->policy(0).stream());
    for (auto const& m : all.received) messages.recv(m.data, m.n, m.rank);
    for (auto const& m : all.sent) messages.send(m.data, m.n, m.rank);
    messages.finish();
    return {};
  }

 private:
  detail::nccl_handle nccl_;
};
template <communicator C, class Policy>
nccl_group(C const&, Policy const&) -> nccl_group<C, Policy>;

}  // namespace thrum::ranks
#endif
#endif

#include <thrum/detail/public_header/end.h>
