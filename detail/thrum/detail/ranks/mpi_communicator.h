// mpi::communicator: ranks that are processes.
#pragma once

#include <thrum/detail/base/config.h>
#include <mpi.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/mpi_calls.h>
#include <thrum/detail/ranks/mpi_operators.h>
#include <thrum/detail/ranks/pieces.h>
#include <thrum/detail/ranks/typed_communicator.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <list>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#if defined(OPEN_MPI) || __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace thrum::ranks::detail {

/// An MPI communicator of our own, freed with its last copy.
class owned_communicator {
 public:
  explicit owned_communicator(MPI_Comm handle) : handle_(handle) {
    check_mpi(MPI_Comm_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_rank(handle_, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(handle_, &size_), "MPI_Comm_size");
  }
  owned_communicator(owned_communicator const&) = delete;
  owned_communicator& operator=(owned_communicator const&) = delete;
  ~owned_communicator() {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) {
      end_copies();
      // All ranks free a communicator together: while an exception passes, the others may not come.
      if (std::uncaught_exceptions() == 0) MPI_Comm_free(&handle_);
    }
    // MPI may still read those that nobody has received.
    for (copy& c : copies_) static_cast<void>(c.bytes.release());
  }
  MPI_Comm handle() const { return handle_; }
  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Sends a copy of the bytes to this rank: MPI's own send might wait for the receive.
  void send_to_itself(std::byte const* data, std::ptrdiff_t n, int tag) {
    end_copies();
    copy c{std::make_unique<std::byte[]>(static_cast<std::size_t>(n)), MPI_REQUEST_NULL};
    std::copy_n(data, n, c.bytes.get());
    copies_.push_back(std::move(c));
    copy& last = copies_.back();
    THRUM_MPI_CALL(Isend, last.bytes.get(), as_count(n), MPI_BYTE, rank_, tag, handle_, &last.request);
  }

 private:
  struct copy {
    std::unique_ptr<std::byte[]> bytes;
    MPI_Request request;
  };
  /// Forgets the copies that have been received.
  void end_copies() {
    std::erase_if(copies_, [](copy& c) {
      int ended = 0;
      return MPI_Test(&c.request, &ended, MPI_STATUS_IGNORE) != MPI_SUCCESS || ended != 0;
    });
  }

  MPI_Comm handle_;
  int rank_ = 0, size_ = 0;
  std::list<copy> copies_;
};

}  // namespace thrum::ranks::detail

namespace thrum::mpi {

/// The ranks of an MPI communicator. The constructor duplicates it, so that messages of thrum and
/// of the rest of the program do not mix, and has MPI return errors of the duplicate: members throw
/// mpi::error. Copies refer to the same duplicate, which is freed with the last copy, unless
/// MPI_Finalize comes first. There is no global communicator.
///
///     thrum::mpi::communicator const c(MPI_COMM_WORLD);
///     double const sum = c.all_reduce(part, thrum::plus<>{});
///
/// The construction, split(), node() and the end of the last copy are calls of all ranks. Elements
/// are sent as bytes: all ranks have the same representation of numbers. Device memory may be sent
/// and received if takes_device_pointers(), except by send() to the rank itself, which copies on
/// the host. A rank that waits does not sleep: MPI looks for messages all the time. While an
/// exception passes, the last copy does not free the duplicate, for which the other ranks would be
/// needed.
///
/// With MPI 4, counts have 64 bits (MPI_Send_c and others). Before, they are ints; then messages of
/// 1 GiB and more go in pieces, and collective members on more than 1 GiB in all consist of
/// messages, or go in rounds of 1 GiB. gatherv and scatterv, where the root alone knows the counts,
/// consist of messages there.
class communicator : public ranks::detail::typed_communicator<communicator> {
 public:
  /// Duplicates the communicator. All of its ranks call this. MPI has been initialized. Throws
  /// std::invalid_argument for MPI_COMM_NULL, which a rank has that is in no part of a split.
  explicit communicator(MPI_Comm of_these) : communicator(duplicate(of_these), ranks::detail::default_piece) {}

  int rank() const { return owned_->rank(); }
  int size() const { return owned_->size(); }
  /// Returns the duplicate. Tags from ranks::tags on are the library's.
  MPI_Comm handle() const { return owned_->handle(); }

  /// Returns a communicator of the ranks that pass the same color, in the order of (key, rank).
  /// All ranks call split. Throws std::invalid_argument if color < 0.
  communicator split(int color, int key = 0) const {
    if (color < 0) throw std::invalid_argument("thrum: a color of split() is not negative");
    MPI_Comm part = MPI_COMM_NULL;
    ranks::detail::check_mpi(MPI_Comm_split(handle(), color, key, &part), "MPI_Comm_split");
    return communicator(part, piece_);
  }
  /// Returns a communicator of the ranks that share memory with this one. All ranks call node.
  communicator node() const {
    MPI_Comm part = MPI_COMM_NULL;
    ranks::detail::check_mpi(MPI_Comm_split_type(handle(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part),
                             "MPI_Comm_split_type");
    return communicator(part, piece_);
  }

  /// Returns whether MPI says that it takes pointers to CUDA device memory.
  bool takes_device_pointers() const {
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
    return MPIX_Query_cuda_support() == 1;
#else
    return false;
#endif
  }

  /// Returns the number of bytes from which on a message goes in pieces; see above.
  std::ptrdiff_t piece() const { return piece_; }
  /// Returns a communicator of the same ranks with another such number; before MPI 4, at most
  /// 2^31 - 1. All ranks that exchange messages use the same. Throws std::invalid_argument if
  /// bytes < 1.
  communicator with_piece(std::ptrdiff_t bytes) const {
    if (bytes < 1) throw std::invalid_argument("thrum: a piece of a message has 1 byte or more");
    communicator other = *this;
    other.piece_ = std::min(bytes, ranks::detail::longest_piece);
    return other;
  }

  // ---- What the typed members rest on ----

  using operation = MPI_Request;
  static constexpr bool has_collectives = true;

  void send_one(std::byte const* data, std::ptrdiff_t n, int to, int tag) const {
    if (to == rank()) return owned_->send_to_itself(data, n, tag);
    THRUM_MPI_CALL(Send, data, count(n), MPI_BYTE, to, tag, handle());
  }
  void recv_one(std::byte* data, std::ptrdiff_t n, int from, int tag) const {
    THRUM_MPI_CALL(Recv, data, count(n), MPI_BYTE, source(from), tag, handle(), MPI_STATUS_IGNORE);
  }
  ranks::detail::arrival probe_one(int from, int tag) const {
    MPI_Status status;
    ranks::detail::check_mpi(MPI_Probe(source(from), tag, handle(), &status), "MPI_Probe");
    return arrival_of(status);
  }
  operation start_send(std::byte const* data, std::ptrdiff_t n, int to, int tag) const {
    MPI_Request request = MPI_REQUEST_NULL;
    THRUM_MPI_CALL(Isend, data, count(n), MPI_BYTE, to, tag, handle(), &request);
    return request;
  }
  operation start_recv(std::byte* data, std::ptrdiff_t n, int from, int tag) const {
    MPI_Request request = MPI_REQUEST_NULL;
    THRUM_MPI_CALL(Irecv, data, count(n), MPI_BYTE, source(from), tag, handle(), &request);
    return request;
  }
  ranks::detail::arrival finish(operation& request) const {
    MPI_Status status;
    return ended(MPI_Wait(&request, &status), "MPI_Wait", status);
  }
  bool finished(operation& request, ranks::detail::arrival& result) const {
    MPI_Status status;
    int ready = 0;
    int const code = MPI_Test(&request, &ready, &status);
    if (code == MPI_SUCCESS && ready == 0) return false;
    result = ended(code, "MPI_Test", status);
    return true;
  }
  /// Waits: MPI takes no send back.
  void take_back_send(operation& request) const noexcept {
    if (request != MPI_REQUEST_NULL) MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  void take_back_recv(operation& request) const noexcept {
    if (request == MPI_REQUEST_NULL) return;
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }

  void barrier_bytes() const { ranks::detail::check_mpi(MPI_Barrier(handle()), "MPI_Barrier"); }
  void broadcast_bytes(std::byte* data, std::ptrdiff_t n, int root) const {
    THRUM_MPI_CALL(Bcast, data, count(n), MPI_BYTE, root, handle());
  }
  void gather_bytes(std::byte const* mine, std::ptrdiff_t n, std::byte* all, int root) const {
    THRUM_MPI_CALL(Gather, mine, count(n), MPI_BYTE, all, count(n), MPI_BYTE, root, handle());
  }
  void gatherv_bytes(std::byte const* mine, std::ptrdiff_t n, std::byte* all,
                     std::span<std::ptrdiff_t const> counts, int root) const {
    counts_and_places const in(counts);
    THRUM_MPI_CALL(Gatherv, mine, count(n), MPI_BYTE, all, in.counts.data(), in.places.data(), MPI_BYTE, root,
                   handle());
  }
  void scatter_bytes(std::byte const* all, std::byte* mine, std::ptrdiff_t n, int root) const {
    THRUM_MPI_CALL(Scatter, all, count(n), MPI_BYTE, mine, count(n), MPI_BYTE, root, handle());
  }
  void scatterv_bytes(std::byte const* all, std::span<std::ptrdiff_t const> counts, std::byte* mine,
                      std::ptrdiff_t n, int root) const {
    counts_and_places const out(counts);
    THRUM_MPI_CALL(Scatterv, all, out.counts.data(), out.places.data(), MPI_BYTE, mine, count(n), MPI_BYTE, root,
                   handle());
  }
  void all_gather_bytes(std::byte const* mine, std::ptrdiff_t n, std::byte* all) const {
    bool const in_place = mine == all + n * rank();
    THRUM_MPI_CALL(Allgather, in_place ? MPI_IN_PLACE : mine, count(n), MPI_BYTE, all, count(n), MPI_BYTE,
                   handle());
  }
  void all_gatherv_bytes(std::byte const* mine, std::byte* all, std::span<std::ptrdiff_t const> counts) const {
    counts_and_places const in(counts);
    auto const own = static_cast<std::size_t>(rank());
    bool const in_place = mine == all + in.places[own];
    THRUM_MPI_CALL(Allgatherv, in_place ? MPI_IN_PLACE : mine, in.counts[own], MPI_BYTE, all, in.counts.data(),
                   in.places.data(), MPI_BYTE, handle());
  }
  void all_to_all_bytes(std::byte const* out, std::ptrdiff_t n, std::byte* in) const {
    THRUM_MPI_CALL(Alltoall, out, count(n), MPI_BYTE, in, count(n), MPI_BYTE, handle());
  }
  void all_to_allv_bytes(std::byte const* out, std::span<std::ptrdiff_t const> out_counts, std::byte* in,
                         std::span<std::ptrdiff_t const> in_counts) const {
    counts_and_places const sent(out_counts), received(in_counts);
    THRUM_MPI_CALL(Alltoallv, out, sent.counts.data(), sent.places.data(), MPI_BYTE, in, received.counts.data(),
                   received.places.data(), MPI_BYTE, handle());
  }
  /// Returns whether n bytes fit a piece on all ranks.
  bool all_fit(std::ptrdiff_t n) const { return all_reduce(n, maximum<std::ptrdiff_t>{}) <= piece_; }

  template <class T, class Op>
  void reduce_elements(T const* in, T* out, std::ptrdiff_t n, Op& op, int root) const {
    bool const in_place = rank() == root && in == out;
    ranks::detail::with_operator<T>(op, [&](MPI_Datatype type, MPI_Op its_op) {
      THRUM_MPI_CALL(Reduce, in_place ? MPI_IN_PLACE : static_cast<void const*>(in), out, count(n), type, its_op,
                     root, handle());
    });
  }
  template <class T, class Op>
  void all_reduce_elements(T const* in, T* out, std::ptrdiff_t n, Op& op) const {
    ranks::detail::with_operator<T>(op, [&](MPI_Datatype type, MPI_Op its_op) {
      THRUM_MPI_CALL(Allreduce, in == out ? MPI_IN_PLACE : static_cast<void const*>(in), out, count(n), type,
                     its_op, handle());
    });
  }
  template <class T, class Op>
  void exclusive_scan_element(T const& mine, T& before, Op& op) const {
    ranks::detail::with_operator<T>(op, [&](MPI_Datatype type, MPI_Op its_op) {
      THRUM_MPI_CALL(Exscan, &mine, &before, 1, type, its_op, handle());
    });
  }

 private:
  using mpi_count = ranks::detail::mpi_count;
  using mpi_place = ranks::detail::mpi_place;

  communicator(MPI_Comm owned, std::ptrdiff_t piece)
      : owned_(std::make_shared<ranks::detail::owned_communicator>(owned)), piece_(piece) {}

  static MPI_Comm duplicate(MPI_Comm of_these) {
    if (of_these == MPI_COMM_NULL) throw std::invalid_argument("thrum: MPI_COMM_NULL has no ranks");
    MPI_Comm copy = MPI_COMM_NULL;
    ranks::detail::check_mpi(MPI_Comm_dup(of_these, &copy), "MPI_Comm_dup");
    return copy;
  }
  static mpi_count count(std::ptrdiff_t n) { return ranks::detail::as_count(n); }
  static int source(int from) { return from == ranks::any_rank ? MPI_ANY_SOURCE : from; }

  struct counts_and_places {
    explicit counts_and_places(std::span<std::ptrdiff_t const> all) {
      std::ptrdiff_t place = 0;
      for (std::ptrdiff_t const n : all) {
        counts.push_back(static_cast<mpi_count>(n));
        places.push_back(static_cast<mpi_place>(place));
        place += n;
      }
    }
    std::vector<mpi_count> counts;
    std::vector<mpi_place> places;
  };

  static ranks::detail::arrival arrival_of(MPI_Status const& status) {
    mpi_count n = 0;
    THRUM_MPI_CALL(Get_count, &status, MPI_BYTE, &n);
    return {status.MPI_SOURCE, static_cast<std::ptrdiff_t>(n), false};
  }
  /// A message that is longer than its memory is no error here, but cut off.
  static ranks::detail::arrival ended(int code, char const* call, MPI_Status const& status) {
    if (code != MPI_SUCCESS) {
      int error_class = MPI_ERR_OTHER;
      MPI_Error_class(code, &error_class);
      if (error_class == MPI_ERR_TRUNCATE) return {status.MPI_SOURCE, 0, true};
      ranks::detail::check_mpi(code, call);
    }
    return arrival_of(status);
  }

  std::shared_ptr<ranks::detail::owned_communicator> owned_;
  std::ptrdiff_t piece_;
};

}  // namespace thrum::mpi

#undef THRUM_MPI_NAME
#undef THRUM_MPI_CALL
