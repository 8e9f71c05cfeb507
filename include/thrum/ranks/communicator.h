// Ranks that exchange messages: what a communicator is, its requests and its errors.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/elements.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/pieces.h>
#include <thrum/detail/ranks/request.h>
#include <thrum/detail/ranks/typed_communicator.h>
#include <concepts>
#include <cstddef>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

namespace thrum::ranks {

/// A communicator: ranks 0 to size() - 1, which each run the same program and exchange messages.
/// Copies refer to the same ranks. mpi::communicator (thrum/mpi.h) has processes as its ranks,
/// thread_communicator (thrum/ranks/threads.h) has threads of one process.
///
/// Users call the typed members: send, recv, recv_vector, isend, irecv, send_recv, barrier,
/// broadcast, gather, gatherv, scatter, scatterv, all_gather, all_gatherv, all_to_all, all_to_allv,
/// reduce, all_reduce, exclusive_scan. They rest on the following ones, which send and receive one
/// piece of at most piece() bytes:
///
///     c.send_one(data, n, to, tag)            // n bytes; returns when they may be changed
///     c.recv_one(data, n, from, tag)          // a piece that probe_one found
///     c.probe_one(from, tag)                  // waits for a piece; returns its source and length
///     c.start_send(data, n, to, tag)          // returns a C::operation
///     c.start_recv(data, n, from, tag)
///     c.finish(operation)                     // waits; returns source and length of what was received
///     c.finished(operation, arrival)          // the same without waiting; returns whether it has ended
///     c.take_back_send(operation)             // ends a send that may not have been received; may wait
///     c.take_back_recv(operation)             // ends a receive without its data
///
/// A communicator is used by one thread of a rank at a time.
template <class C>
concept communicator = std::copyable<C> && std::derived_from<C, detail::typed_communicator<C>> &&
                       requires(C const& c, std::byte const* out, std::byte* in, std::ptrdiff_t n, int i,
                                typename C::operation& operation, detail::arrival& arrival) {
                         { c.rank() } -> std::same_as<int>;
                         { c.size() } -> std::same_as<int>;
                         { c.piece() } -> std::same_as<std::ptrdiff_t>;
                         { c.with_piece(n) } -> std::same_as<C>;
                         { c.split(i, i) } -> std::same_as<C>;
                         { c.node() } -> std::same_as<C>;
                         { c.takes_device_pointers() } -> std::same_as<bool>;
                         c.send_one(out, n, i, i);
                         c.recv_one(in, n, i, i);
                         { c.probe_one(i, i) } -> std::same_as<detail::arrival>;
                         { c.start_send(out, n, i, i) } -> std::same_as<typename C::operation>;
                         { c.start_recv(in, n, i, i) } -> std::same_as<typename C::operation>;
                         { c.finish(operation) } -> std::same_as<detail::arrival>;
                         { c.finished(operation, arrival) } -> std::same_as<bool>;
                         c.take_back_send(operation);
                         c.take_back_recv(operation);
                       };

/// Calls f() on every rank, and returns its result if f has thrown on none. All ranks call agree.
/// Otherwise a rank whose f threw throws that exception, and each other rank throws remote_error
/// with the lowest rank that failed and the text of its exception: no rank is left waiting.
///
///     ranks::agree(c, [&] { table = read_table(path); });   // a rank that cannot read it ends all
///
/// f may send messages, if each is received also when an f throws. Costs an all_reduce of one int,
/// and a broadcast of 512 bytes more if a rank has failed: longer texts end there.
template <communicator C, class F>
std::invoke_result_t<F&> agree(C const& c, F f) {
  std::exception_ptr error;
  if constexpr (std::is_void_v<std::invoke_result_t<F&>>) {
    try {
      f();
    } catch (...) {
      error = std::current_exception();
    }
    detail::agree_on(c, error);
  } else {
    std::optional<std::remove_cvref_t<std::invoke_result_t<F&>>> result;
    static_assert(!std::is_reference_v<std::invoke_result_t<F&>>,
                  "thrum: agree needs an f that returns a value, no reference");
    try {
      result.emplace(f());
    } catch (...) {
      error = std::current_exception();
    }
    detail::agree_on(c, error);
    return std::move(*result);
  }
}

}  // namespace thrum::ranks

#include <thrum/detail/public_header/end.h>
