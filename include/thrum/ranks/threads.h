// Ranks that are threads of one process: the members of MPI's communicator without MPI.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/mailboxes.h>
#include <thrum/detail/ranks/typed_communicator.h>
#include <thrum/ranks/communicator.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace thrum::ranks {

class thread_communicator;
template <class F>
void run(int ranks, F f);

/// Ranks that are threads of one process. ranks::run makes the first one; split() and node() make
/// others of it. Copies refer to the same ranks. The members are those of mpi::communicator:
/// what a program does with one, it does with the other, in one process that a debugger and the
/// sanitizers see as a whole.
///
/// A message of at most 64 KiB is copied if no receive waits for it, and one that send() sends to
/// the rank itself. A longer one waits for its receive, as with MPI, which copies it from the
/// sender's memory.
///
/// If a rank leaves ranks::run's function by an exception, a member in which another rank waits, or
/// would wait, throws remote_error.
class thread_communicator : public detail::typed_communicator<thread_communicator> {
 public:
  int rank() const { return rank_; }
  int size() const { return static_cast<int>(members_->size()); }

  /// Returns a communicator of the ranks that pass the same color, in the order of (key, rank).
  /// All ranks call split. Throws std::invalid_argument if color < 0.
  thread_communicator split(int color, int key = 0) const {
    if (color < 0) throw std::invalid_argument("thrum: a color of split() is not negative");
    struct choice {
      int color, key;
    };
    std::vector<choice> const all = all_gather(choice{color, key});
    std::vector<int> colors;
    for (choice const& c : all) colors.push_back(c.color);
    std::sort(colors.begin(), colors.end());
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
    int const first = broadcast(rank_ == 0 ? boxes_->new_contexts(static_cast<int>(colors.size())) : 0, 0);

    std::vector<std::pair<int, int>> chosen;  // key and rank
    for (int r = 0; r < size(); ++r) {
      choice const& c = all[static_cast<std::size_t>(r)];
      if (c.color == color) chosen.emplace_back(c.key, r);
    }
    std::sort(chosen.begin(), chosen.end());
    thread_communicator part = *this;
    auto members = std::make_shared<std::vector<int>>();
    for (auto const& [its_key, r] : chosen) {
      if (r == rank_) part.rank_ = static_cast<int>(members->size());
      members->push_back(thread_of(r));
    }
    part.members_ = std::move(members);
    part.context_ =
        first + static_cast<int>(std::lower_bound(colors.begin(), colors.end(), color) - colors.begin());
    return part;
  }
  /// Returns a communicator of the ranks that share memory with this one: all. All ranks call node.
  thread_communicator node() const { return split(0); }

  /// Returns false: what is sent and received is host memory.
  bool takes_device_pointers() const { return false; }

  /// Returns the length of the longest piece of a message. Threads need no pieces; with_piece() is
  /// there for tests of what MPI needs.
  std::ptrdiff_t piece() const { return piece_; }
  /// Returns a communicator of the same ranks whose messages go in pieces of at most so many bytes.
  /// All ranks that exchange messages use the same. Throws std::invalid_argument if bytes < 1.
  thread_communicator with_piece(std::ptrdiff_t bytes) const {
    if (bytes < 1) throw std::invalid_argument("thrum: a piece of a message has 1 byte or more");
    thread_communicator other = *this;
    other.piece_ = bytes;
    return other;
  }

  // ---- What the typed members rest on ----

  using operation = detail::mailboxes::operation;
  static constexpr bool has_collectives = false;

  void send_one(std::byte const* data, std::ptrdiff_t n, int to, int tag) const {
    bool const copy = n <= copied_bytes || to == rank_;
    boxes_->finish(boxes_->send({context_, rank_, tag}, data, n, thread(), thread_of(to), copy));
  }
  void recv_one(std::byte* data, std::ptrdiff_t n, int from, int tag) const {
    boxes_->finish(start_recv(data, n, from, tag));
  }
  detail::arrival probe_one(int from, int tag) const { return boxes_->probe({context_, from, tag}, thread()); }
  operation start_send(std::byte const* data, std::ptrdiff_t n, int to, int tag) const {
    return boxes_->send({context_, rank_, tag}, data, n, thread(), thread_of(to), n <= copied_bytes);
  }
  operation start_recv(std::byte* data, std::ptrdiff_t n, int from, int tag) const {
    return boxes_->receive({context_, from, tag}, data, n, thread());
  }
  detail::arrival finish(operation const& t) const { return boxes_->finish(t); }
  bool finished(operation const& t, detail::arrival& result) const { return boxes_->finished(t, result); }
  void take_back_send(operation const& t) const noexcept { boxes_->take_back(t); }
  void take_back_recv(operation const& t) const noexcept { boxes_->take_back(t); }

 private:
  template <class F>
  friend void run(int ranks, F f);

  static constexpr std::ptrdiff_t copied_bytes = std::ptrdiff_t{1} << 16;

  thread_communicator(std::shared_ptr<detail::mailboxes> boxes, std::shared_ptr<std::vector<int> const> members,
                      int rank)
      : boxes_(std::move(boxes)), members_(std::move(members)), rank_(rank) {}

  int thread_of(int rank) const { return (*members_)[static_cast<std::size_t>(rank)]; }
  int thread() const { return thread_of(rank_); }

  std::shared_ptr<detail::mailboxes> boxes_;
  std::shared_ptr<std::vector<int> const> members_;
  int rank_;
  int context_ = 0;
  std::ptrdiff_t piece_ = detail::whole_messages;
};

/// Calls f(c) on `ranks` ranks at once, each a thread with its own thread_communicator c. Returns
/// when all have returned. If a rank leaves f by an exception, ranks that wait in a member of their
/// communicator throw remote_error; when all threads have ended, run throws the first exception
/// that is no remote_error (or else the first one). Throws std::invalid_argument if ranks < 1, and
/// std::system_error if there cannot be so many threads.
///
///     thrum::ranks::run(4, [](thrum::ranks::thread_communicator const& c) {
///       int const sum = c.all_reduce(c.rank(), thrum::plus<>{});   // 6 on each rank
///     });
template <class F>
void run(int ranks, F f) {
  if (ranks < 1) throw std::invalid_argument("thrum: ranks::run needs 1 rank or more");
  auto const boxes = std::make_shared<detail::mailboxes>(ranks);
  auto const members = std::make_shared<std::vector<int>>();
  for (int r = 0; r < ranks; ++r) members->push_back(r);

  std::mutex mutex;
  std::exception_ptr own, of_others;
  auto const work = [&](int rank) {
    try {
      thread_communicator const c(boxes, members, rank);
      f(c);
    } catch (remote_error const& e) {
      boxes->fail(e);
      std::unique_lock const lock(mutex);
      if (!of_others) of_others = std::current_exception();
    } catch (...) {
      boxes->fail(remote_error(rank, detail::text_of(std::current_exception())));
      std::unique_lock const lock(mutex);
      if (!own) own = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  try {
    threads.reserve(static_cast<std::size_t>(ranks));
    for (int r = 0; r < ranks; ++r) threads.emplace_back(work, r);
  } catch (std::exception const& e) {
    boxes->fail(remote_error(static_cast<int>(threads.size()), e.what()));
    for (std::thread& t : threads) t.join();
    throw;
  }
  for (std::thread& t : threads) t.join();
  if (own) std::rethrow_exception(own);
  if (of_others) std::rethrow_exception(of_others);
}

}  // namespace thrum::ranks

#include <thrum/detail/public_header/end.h>
