// The members that both kinds of communicators have, over those that send bytes.
#pragma once

#include <thrum/detail/ranks/by_messages.h>
#include <thrum/detail/ranks/elements.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/pieces.h>
#include <thrum/detail/ranks/request.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum::ranks::detail {

/// The length of a piece where messages need no pieces.
inline constexpr std::ptrdiff_t whole_messages = std::numeric_limits<std::ptrdiff_t>::max();

/// The typed members of a communicator. C, derived from this class, has rank(), size(), piece(),
/// the members of thrum::ranks::communicator that send and receive one piece, and
///
///     static constexpr bool has_collectives;
///
/// If that is true, C has the members for bytes that are called below (`broadcast_bytes`, ...), for
/// at most piece() bytes in all, reduce_elements and exclusive_scan_element. Otherwise, and for
/// more bytes, collective members consist of messages.
///
/// Elements are trivially copyable. A range is contiguous: a vector, an array, a span. Where a
/// range is sent, a single value may be in its place. Lengths and counts are std::ptrdiff_t and may
/// exceed 2^31; 0 is a length like others.
///
/// Collective members are called by all ranks of the communicator in the same order, with the same
/// root, operator and type, and with lengths that fit. A member that finds a wrong length of its
/// own range throws std::length_error before it sends anything. Then the other ranks wait:
/// thrum::ranks::agree() is the way for all to learn of it.
template <class C>
class typed_communicator {
 public:
  // ---- Messages ----

  /// Sends the elements to a rank, and returns when they may be changed: the message may not have
  /// been received then. A message to this rank itself is copied, and is received later. Messages
  /// from one rank to another with the same tag are received in their order. Throws
  /// std::invalid_argument if there is no rank `to`, or if the tag is not in [0, tags).
  template <class R>
  void send(R const& elements, int to, int tag = 0) const {
    auto const out = detail::elements(elements);
    require_target(to, tag);
    detail::send_pieces(self(), detail::data(out), detail::bytes(out), to, tag);
  }
  /// Receives a message of exactly as many elements as the range has. from may be any_rank. Returns
  /// the rank that sent the message. Throws ranks::length_error if the message has another length;
  /// a message of less than piece() bytes can still be received then, a longer one is lost.
  template <class R>
    requires(std::is_lvalue_reference_v<R> || detail::elements_range<R>)
  int recv(R&& elements, int from, int tag = 0) const {
    auto const in = detail::writable_elements(elements);
    require_origin(from, tag);
    return detail::recv_pieces(self(), detail::writable_data(in), detail::bytes(in), from, tag);
  }
  /// Receives a message of one T, and returns it.
  template <class T>
  T recv(int from, int tag = 0) const {
    detail::require_trivially_copyable<T>();
    T x = detail::zero_bytes<T>();
    recv(std::span<T>(&x, 1), from, tag);
    return x;
  }
  /// Receives a message of any number of elements. Throws ranks::length_error if its bytes are not
  /// whole elements.
  template <class T>
  std::vector<T> recv_vector(int from, int tag = 0) const {
    detail::require_vector_of_bytes<T>();
    require_origin(from, tag);
    constexpr auto size_of_element = static_cast<std::ptrdiff_t>(sizeof(T));
    std::vector<T> elements;
    auto const resize = [&](std::ptrdiff_t bytes) {
      auto const n = static_cast<std::size_t>(bytes / size_of_element + (bytes % size_of_element != 0));
      elements.resize(n, detail::zero_bytes<T>());
      return reinterpret_cast<std::byte*>(elements.data());
    };
    std::ptrdiff_t const bytes = detail::recv_any_pieces(self(), from, tag, resize);
    if (bytes % size_of_element != 0) {
      throw length_error("thrum: a message has " + detail::in_bytes(bytes) + ", which are not whole elements of " +
                         detail::in_bytes(size_of_element));
    }
    return elements;
  }

  /// Begins to send the elements. They must not be changed until the request is ready.
  template <class R>
  request isend(R const& elements, int to, int tag = 0) const {
    auto const out = detail::elements(elements);
    require_target(to, tag);
    return detail::start_send_pieces(self(), detail::data(out), detail::bytes(out), to, tag);
  }
  /// Begins to receive a message of exactly as many elements as the range has. from may be
  /// any_rank. If the message is longer, MPICH ends the program ("Message truncated"), other MPIs
  /// and threads have the request throw ranks::length_error. A message of several pieces from
  /// any_rank goes on only while its request is waited for or asked, alone or in wait_all().
  template <class R>
  request irecv(R&& elements, int from, int tag = 0) const {
    auto const in = detail::writable_elements(elements);
    require_origin(from, tag);
    return detail::start_recv_pieces(self(), detail::writable_data(in), detail::bytes(in), from, tag);
  }
  /// Sends `out` to a rank while `in` is received from a rank, which may be the same one, this one,
  /// or any_rank. Returns the rank that sent what was received.
  template <class R, class S>
  int send_recv(R const& out, int to, S&& in, int from, int tag = 0) const {
    std::array<request, 2> both{irecv(in, from, tag), isend(out, to, tag)};
    ranks::wait_all(both);
    return both[0].source();
  }

  // ---- Collectives ----

  /// Returns when all ranks have called it.
  void barrier() const {
    if constexpr (C::has_collectives) self().barrier_bytes();
    else by_messages::barrier(self());
  }

  /// Sets the elements of the range to those of the root's range, on all ranks. All ranges have
  /// the same length.
  template <detail::elements_range R>
  void broadcast(R&& elements, int root = 0) const {
    auto const all = detail::writable_elements(elements);
    require_root(root);
    broadcast_of(detail::writable_data(all), detail::bytes(all), root);
  }
  /// Returns the root's value, on all ranks.
  template <class T>
    requires(!detail::elements_range<T const&>)
  T broadcast(T const& value, int root = 0) const {
    T x = value;
    broadcast(std::span<T>(&x, 1), root);
    return x;
  }

  /// Puts the elements of all ranks one after another into `all` of the root, in the order of the
  /// ranks. All ranks send the same number of elements. `all` is ignored elsewhere.
  template <class R, class S>
  void gather(R const& mine, S&& all, int root = 0) const {
    auto const out = detail::elements(mine);
    auto const in = detail::writable_elements(all);
    require_same_type<decltype(out), decltype(in)>();
    require_root(root);
    if (rank() == root) detail::require_length("gather", "all", detail::length(in), detail::length(out) * size());
    if constexpr (C::has_collectives) {
      if (fits(detail::bytes(out), size())) {
        return self().gather_bytes(detail::data(out), detail::bytes(out), detail::writable_data(in), root);
      }
    }
    std::vector<std::ptrdiff_t> const counts(number_of_ranks(), detail::bytes(out));
    by_messages::gatherv(self(), detail::data(out), detail::bytes(out), detail::writable_data(in), counts, root);
  }
  /// The same for numbers of elements that differ: counts[r] elements come from rank r. `all` and
  /// `counts` are ignored elsewhere than at the root.
  template <class R, class S>
  void gatherv(R const& mine, S&& all, std::span<std::ptrdiff_t const> counts, int root = 0) const {
    auto const out = detail::elements(mine);
    auto const in = detail::writable_elements(all);
    require_same_type<decltype(out), decltype(in)>();
    require_root(root);
    std::vector<std::ptrdiff_t> in_bytes;
    if (rank() == root) {
      in_bytes = bytes_of_counts("gatherv", "counts", counts, sizeof(out[0]));
      require_counts("gatherv", "mine", out, counts[static_cast<std::size_t>(root)]);
      require_counts("gatherv", "all", in, total(counts));
    }
    if constexpr (C::has_collectives) {
      if (piece() == whole_messages) {
        return self().gatherv_bytes(detail::data(out), detail::bytes(out), detail::writable_data(in), in_bytes,
                                    root);
      }
    }
    by_messages::gatherv(self(), detail::data(out), detail::bytes(out), detail::writable_data(in), in_bytes, root);
  }

  /// Gives each rank its part of `all` of the root: rank r gets the r-th part. All parts have the
  /// same length. `all` is ignored elsewhere.
  template <class R, class S>
  void scatter(R const& all, S&& mine, int root = 0) const {
    auto const out = detail::elements(all);
    auto const in = detail::writable_elements(mine);
    require_same_type<decltype(out), decltype(in)>();
    require_root(root);
    if (rank() == root) detail::require_length("scatter", "all", detail::length(out), detail::length(in) * size());
    if constexpr (C::has_collectives) {
      if (fits(detail::bytes(in), size())) {
        return self().scatter_bytes(detail::data(out), detail::writable_data(in), detail::bytes(in), root);
      }
    }
    std::vector<std::ptrdiff_t> const counts(number_of_ranks(), detail::bytes(in));
    by_messages::scatterv(self(), detail::data(out), counts, detail::writable_data(in), detail::bytes(in), root);
  }
  /// The same for parts of different lengths: rank r gets counts[r] elements. `all` and `counts`
  /// are ignored elsewhere than at the root.
  template <class R, class S>
  void scatterv(R const& all, std::span<std::ptrdiff_t const> counts, S&& mine, int root = 0) const {
    auto const out = detail::elements(all);
    auto const in = detail::writable_elements(mine);
    require_same_type<decltype(out), decltype(in)>();
    require_root(root);
    std::vector<std::ptrdiff_t> out_bytes;
    if (rank() == root) {
      out_bytes = bytes_of_counts("scatterv", "counts", counts, sizeof(in[0]));
      require_counts("scatterv", "mine", in, counts[static_cast<std::size_t>(root)]);
      require_counts("scatterv", "all", out, total(counts));
    }
    if constexpr (C::has_collectives) {
      if (piece() == whole_messages) {
        return self().scatterv_bytes(detail::data(out), out_bytes, detail::writable_data(in), detail::bytes(in),
                                     root);
      }
    }
    by_messages::scatterv(self(), detail::data(out), out_bytes, detail::writable_data(in), detail::bytes(in),
                          root);
  }

  /// Puts the elements of all ranks one after another into `all` of every rank. All ranks send the
  /// same number of elements. mine may be this rank's part of `all`.
  template <class R, class S>
  void all_gather(R const& mine, S&& all) const {
    auto const out = detail::elements(mine);
    auto const in = detail::writable_elements(all);
    require_same_type<decltype(out), decltype(in)>();
    detail::require_length("all_gather", "all", detail::length(in), detail::length(out) * size());
    if constexpr (C::has_collectives) {
      if (fits(detail::bytes(out), size())) {
        return self().all_gather_bytes(detail::data(out), detail::bytes(out), detail::writable_data(in));
      }
    }
    std::vector<std::ptrdiff_t> const counts(number_of_ranks(), detail::bytes(out));
    by_messages::all_gatherv(self(), detail::data(out), detail::writable_data(in), counts);
  }
  /// Returns the values of all ranks, in their order.
  template <class T>
  std::vector<T> all_gather(T const& mine) const {
    detail::require_vector_of_bytes<T>();
    std::vector<T> all(number_of_ranks(), mine);
    all_gather(std::span<T const>(&mine, 1), all);
    return all;
  }
  /// Puts counts[r] elements of each rank r one after another into `all` of every rank. All ranks
  /// give the same counts. mine may be this rank's part of `all`.
  template <class R, class S>
  void all_gatherv(R const& mine, S&& all, std::span<std::ptrdiff_t const> counts) const {
    auto const out = detail::elements(mine);
    auto const in = detail::writable_elements(all);
    require_same_type<decltype(out), decltype(in)>();
    auto const in_bytes = bytes_of_counts("all_gatherv", "counts", counts, sizeof(out[0]));
    require_counts("all_gatherv", "mine", out, counts[static_cast<std::size_t>(rank())]);
    require_counts("all_gatherv", "all", in, total(counts));
    if constexpr (C::has_collectives) {
      if (detail::bytes(in) <= piece()) {
        return self().all_gatherv_bytes(detail::data(out), detail::writable_data(in), in_bytes);
      }
    }
    by_messages::all_gatherv(self(), detail::data(out), detail::writable_data(in), in_bytes);
  }

  /// Sends the r-th part of `out` to each rank r, and receives the r-th part of `in` from it. All
  /// parts have the same length. The ranges do not overlap.
  template <class R, class S>
  void all_to_all(R const& out, S&& in) const {
    auto const sent = detail::elements(out);
    auto const received = detail::writable_elements(in);
    require_same_type<decltype(sent), decltype(received)>();
    detail::require_length("all_to_all", "in", detail::length(received), detail::length(sent));
    if (detail::length(sent) % size() != 0) {
      throw std::length_error("thrum: all_to_all: the range out has " + std::to_string(sent.size()) +
                              " elements, which are not as many for each of " + std::to_string(size()) + " ranks");
    }
    std::ptrdiff_t const part = detail::bytes(sent) / size();
    if constexpr (C::has_collectives) {
      if (detail::bytes(sent) <= piece()) {
        return self().all_to_all_bytes(detail::data(sent), part, detail::writable_data(received));
      }
    }
    std::vector<std::ptrdiff_t> const counts(number_of_ranks(), part);
    by_messages::all_to_allv(self(), detail::data(sent), counts, detail::writable_data(received), counts);
  }
  /// Sends the next out_counts[r] elements of `out` to each rank r, and receives the next
  /// in_counts[r] elements of `in` from it. Each rank knows only its own counts; if messages go in
  /// pieces, the ranks therefore first agree whether all of the data fits a piece, by an all_reduce
  /// of one number. The ranges do not overlap.
  template <class R, class S>
  void all_to_allv(R const& out, std::span<std::ptrdiff_t const> out_counts, S&& in,
                   std::span<std::ptrdiff_t const> in_counts) const {
    auto const sent = detail::elements(out);
    auto const received = detail::writable_elements(in);
    require_same_type<decltype(sent), decltype(received)>();
    auto const out_bytes = bytes_of_counts("all_to_allv", "out_counts", out_counts, sizeof(sent[0]));
    auto const in_bytes = bytes_of_counts("all_to_allv", "in_counts", in_counts, sizeof(sent[0]));
    require_counts("all_to_allv", "out", sent, total(out_counts));
    require_counts("all_to_allv", "in", received, total(in_counts));
    if constexpr (C::has_collectives) {
      if (piece() == whole_messages || self().all_fit(std::max(detail::bytes(sent), detail::bytes(received)))) {
        return self().all_to_allv_bytes(detail::data(sent), out_bytes, detail::writable_data(received), in_bytes);
      }
    }
    by_messages::all_to_allv(self(), detail::data(sent), out_bytes, detail::writable_data(received), in_bytes);
  }

  /// Sets out[i] of the root to op over in[i] of all ranks, in the order of the ranks. op is
  /// associative and need not be commutative. `out` may be `in`, and is ignored elsewhere than at
  /// the root.
  ///
  /// thrum::plus, multiplies, minimum, maximum, logical_and, logical_or, bit_and, bit_or and
  /// bit_xor on numbers become MPI's own operators, as those of std do: then MPI chooses the order,
  /// and with floating-point numbers the rounding may depend on the number of ranks. An exception
  /// of another op leaves the call, on the ranks where op threw.
  template <class R, class S, class Op>
  void reduce(R const& in, S&& out, Op op, int root) const {
    auto const mine = detail::elements(in);
    auto const result = detail::writable_elements(out);
    require_same_type<decltype(mine), decltype(result)>();
    require_root(root);
    if (rank() == root) detail::require_length("reduce", "out", detail::length(result), detail::length(mine));
    reduce_of(mine.data(), result.data(), detail::length(mine), op, root);
  }
  /// Returns op over the values of all ranks to the root. Returns this rank's value elsewhere.
  template <class T, class Op>
  T reduce(T const& mine, Op op, int root) const {
    detail::require_trivially_copyable<T>();
    require_root(root);
    T result = mine;
    reduce_of(std::addressof(mine), std::addressof(result), 1, op, root);
    return rank() == root ? result : mine;
  }
  /// The same with the result on all ranks.
  template <class R, class S, class Op>
  void all_reduce(R const& in, S&& out, Op op) const {
    auto const mine = detail::elements(in);
    auto const result = detail::writable_elements(out);
    require_same_type<decltype(mine), decltype(result)>();
    detail::require_length("all_reduce", "out", detail::length(result), detail::length(mine));
    all_reduce_of(mine.data(), result.data(), detail::length(mine), op);
  }
  template <class T, class Op>
  T all_reduce(T const& mine, Op op) const {
    detail::require_trivially_copyable<T>();
    T result = mine;
    all_reduce_of(std::addressof(mine), std::addressof(result), 1, op);
    return result;
  }
  /// Returns op over init and the values of the ranks before this one, in their order: init to rank
  /// 0. Everything else is as in reduce.
  template <class T, class Op>
  T exclusive_scan(T const& mine, std::type_identity_t<T> const& init, Op op) const {
    detail::require_trivially_copyable<T>();
    T before = mine;
    if constexpr (C::has_collectives) self().exclusive_scan_element(mine, before, op);
    else by_messages::exclusive_scan(self(), mine, before, op);
    return rank() == 0 ? init : static_cast<T>(op(init, before));
  }

 protected:
  typed_communicator() = default;
  ~typed_communicator() = default;
  typed_communicator(typed_communicator const&) = default;
  typed_communicator(typed_communicator&&) = default;
  typed_communicator& operator=(typed_communicator const&) = default;
  typed_communicator& operator=(typed_communicator&&) = default;

 private:
  C const& self() const { return static_cast<C const&>(*this); }
  int rank() const { return self().rank(); }
  int size() const { return self().size(); }
  std::ptrdiff_t piece() const { return self().piece(); }
  std::size_t number_of_ranks() const { return static_cast<std::size_t>(size()); }

  void require_root(int root) const { detail::require_rank(root, size(), "to be the root"); }
  void require_target(int to, int tag) const {
    detail::require_rank(to, size(), "to send to");
    detail::require_tag(tag);
  }
  void require_origin(int from, int tag) const {
    detail::require_source(from, size());
    detail::require_tag(tag);
  }
  template <class Out, class In>
  static void require_same_type() {
    static_assert(std::is_same_v<typename Out::value_type, typename In::value_type>,
                  "thrum: what is sent and what is received have elements of one type");
  }

  /// Whether n bytes from or to each of `ranks` ranks fit a piece.
  bool fits(std::ptrdiff_t n, int ranks) const { return n <= piece() / ranks; }
  static std::ptrdiff_t total(std::span<std::ptrdiff_t const> counts) {
    return std::accumulate(counts.begin(), counts.end(), std::ptrdiff_t{0});
  }
  /// Throws std::length_error unless there is a count for each rank, none of them negative.
  std::vector<std::ptrdiff_t> bytes_of_counts(char const* member, char const* range,
                                              std::span<std::ptrdiff_t const> counts, std::size_t element) const {
    detail::require_length(member, range, detail::length(counts), size());
    std::vector<std::ptrdiff_t> all(counts.begin(), counts.end());
    for (std::ptrdiff_t& n : all) {
      if (n < 0)
        throw std::length_error(std::string("thrum: ") + member + ": a number in " + range + " is negative");
      n *= static_cast<std::ptrdiff_t>(element);
    }
    return all;
  }
  template <class T>
  static void require_counts(char const* member, char const* range, std::span<T> elements,
                             std::ptrdiff_t counted) {
    detail::require_length(member, range, detail::length(elements), counted);
  }

  void broadcast_of(std::byte* data, std::ptrdiff_t n, int root) const {
    if constexpr (C::has_collectives) {
      for (std::ptrdiff_t const p = piece(); n > p; n -= p, data += p) self().broadcast_bytes(data, p, root);
      self().broadcast_bytes(data, n, root);
    } else {
      by_messages::broadcast(self(), data, n, root);
    }
  }
  /// Whole elements of a piece, and one at least.
  template <class T>
  std::ptrdiff_t elements_of_piece() const {
    return std::max<std::ptrdiff_t>(1, piece() / static_cast<std::ptrdiff_t>(sizeof(T)));
  }
  template <class T, class Op>
  void reduce_of(T const* in, T* out, std::ptrdiff_t n, Op& op, int root) const {
    if constexpr (C::has_collectives) {
      std::ptrdiff_t const p = elements_of_piece<T>();
      for (; n > p; n -= p, in += p, out = rank() == root ? out + p : out)
        self().reduce_elements(in, out, p, op, root);
      self().reduce_elements(in, out, n, op, root);
    } else {
      by_messages::reduce(self(), in, out, n, op, root);
    }
  }
  template <class T, class Op>
  void all_reduce_of(T const* in, T* out, std::ptrdiff_t n, Op& op) const {
    if constexpr (C::has_collectives) {
      std::ptrdiff_t const p = elements_of_piece<T>();
      for (; n > p; n -= p, in += p, out += p) self().all_reduce_elements(in, out, p, op);
      self().all_reduce_elements(in, out, n, op);
    } else {
      by_messages::reduce(self(), in, out, n, op, 0);
      by_messages::broadcast(self(), reinterpret_cast<std::byte*>(out), n * static_cast<std::ptrdiff_t>(sizeof(T)),
                             0);
    }
  }
};

}  // namespace thrum::ranks::detail
