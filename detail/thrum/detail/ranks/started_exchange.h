// Exchanges of pieces between the parts of ranks that go on while the rank works, and those that go
// by way of the host in steps.
#pragma once

#include <thrum/detail/multi_device/group.h>
#include <thrum/detail/ranks/calls_of_ranks.h>
#include <thrum/detail/ranks/errors.h>
#include <thrum/detail/ranks/pieces.h>
#include <thrum/detail/ranks/request.h>
#include <algorithm>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace thrum::ranks::detail {

/// Messages under way. finish() waits for all of them. The destructor waits too, and keeps errors
/// to itself: all ranks have begun the same messages, and none may wait for one that was taken
/// back.
class messages_under_way {
 public:
  messages_under_way() = default;
  messages_under_way(messages_under_way&&) noexcept = default;
  messages_under_way& operator=(messages_under_way&&) = delete;
  ~messages_under_way() {
    try {
      finish();
    } catch (...) {  // the other ranks know
    }
  }
  template <class C, class T>
  void send(C const& c, T const* data, std::ptrdiff_t n, int to) {
    requests_.push_back(detail::start_send_pieces(c, reinterpret_cast<std::byte const*>(data),
                                                  n * static_cast<std::ptrdiff_t>(sizeof(T)), to, collective_tag));
  }
  template <class C, class T>
  void recv(C const& c, T* data, std::ptrdiff_t n, int from) {
    requests_.push_back(detail::start_recv_pieces(
        c, reinterpret_cast<std::byte*>(data), n * static_cast<std::ptrdiff_t>(sizeof(T)), from, collective_tag));
  }
  void finish() {
    std::vector<request> all = std::exchange(requests_, {});
    ranks::wait_all(all);
  }

 private:
  std::vector<request> requests_;
};

/// n elements of this rank's part, which are one message to another rank or from it.
template <class T>
struct message_of_part {
  int rank;
  T* data;
  std::ptrdiff_t n;
};

/// The messages that pieces are for one rank: those of each pair of ranks in the order of the
/// pieces, each of at most `most` elements, so that both sides cut them alike.
template <class T>
struct messages_of_pieces {
  std::vector<message_of_part<T const>> sent;
  std::vector<message_of_part<T>> received;
  std::ptrdiff_t elements_sent = 0, elements_received = 0;

  /// Calls copy(from, to, n) for what stays on the rank.
  template <class Source, class Target, class Copy>
  messages_of_pieces(std::vector<thrum::detail::part_piece> const& pieces, std::ptrdiff_t rank, Source src,
                     Target dst, std::ptrdiff_t most, Copy copy) {
    for (auto const& x : pieces) {
      if (x.n == 0) continue;
      if (x.from == rank && x.to == rank) copy(static_cast<T const*>(src(rank)) + x.at, dst(rank) + x.to_at, x.n);
      else if (x.from == rank)
        elements_sent += add(sent, x.to, static_cast<T const*>(src(rank)) + x.at, x.n, most);
      else if (x.to == rank) elements_received += add(received, x.from, dst(rank) + x.to_at, x.n, most);
    }
  }

 private:
  template <class U>
  static std::ptrdiff_t add(std::vector<message_of_part<U>>& all, std::ptrdiff_t rank, U* data, std::ptrdiff_t n,
                            std::ptrdiff_t most) {
    for (std::ptrdiff_t i = 0; i < n; i += most)
      all.push_back({static_cast<int>(rank), data + i, std::min(most, n - i)});
    return n;
  }
};

/// An exchange of elements in the memory that messages reach: finish() waits for the messages.
class direct_exchange {
 public:
  explicit direct_exchange(messages_under_way messages) : messages_(std::move(messages)) {}
  void finish() { messages_.finish(); }

 private:
  messages_under_way messages_;
};

/// An exchange by way of the host whose messages are all under way: finish() waits for them, and
/// copies what has come to the device, in the order of the work there.
template <class T, class Local, class Space>
class staged_exchange {
  struct rooms {
    rooms(Local const& of, std::ptrdiff_t n, std::ptrdiff_t m) : local(of), out(n), in(m) {}
    ~rooms() { local.settle(); }  // copies may use them
    Local const& local;
    staging_room<T, Space> out, in;
    std::vector<message_of_part<T>> received{};
    messages_under_way messages{};
  };

 public:
  /// The exchange has ended already.
  staged_exchange() = default;
  /// Makes an exchange of messages that reach the memory of the device.
  explicit staged_exchange(messages_under_way direct) : direct_(std::move(direct)) {}
  /// Copies what is sent to the host. Waits.
  staged_exchange(Local const& local, messages_of_pieces<T>& all)
      : rooms_(std::make_unique<rooms>(local, all.elements_sent, all.elements_received)) {
    T* to = rooms_->out.data();
    for (auto& m : all.sent) {
      local.copy_out(0, m.data, to, m.n);
      m.data = to;
      to += m.n;
    }
    local.wait();
    rooms_->received = all.received;
  }
  /// Begins the messages.
  template <class C>
  void start(C const& c, messages_of_pieces<T> const& all) {
    T* to = rooms_->in.data();
    for (auto const& m : all.received) {
      rooms_->messages.recv(c, to, m.n, m.rank);
      to += m.n;
    }
    for (auto const& m : all.sent) rooms_->messages.send(c, m.data, m.n, m.rank);
  }
  void finish() {
    direct_.finish();
    if (!rooms_) return;
    rooms_->messages.finish();
    T const* from = rooms_->in.data();
    for (auto const& m : std::exchange(rooms_->received, {})) {
      rooms_->local.copy_in(from, 0, m.data, m.n);
      from += m.n;
    }
  }

 private:
  std::unique_ptr<rooms> rooms_;
  messages_under_way direct_;
};

/// Keeps the first exception of several steps: messages go on, so that no other rank waits in vain.
class first_error {
 public:
  template <class F>
  void attempt(F const& f) {
    if (error_) return;
    try {
      f();
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::exception_ptr error_;
};

/// Exchanges by way of the host in steps of at most one message out and one in. While the messages
/// of a step are under way, what came in the step before goes to the device, and what goes out in
/// the next step comes from it: there are two rooms each way. In round t a rank sends to the rank t
/// after it, and receives from the rank t before it. A rank waits in a step for ranks in the same
/// or an earlier step only, so that the ranks never wait in a circle.
template <class T, class Space, class C, class Local>
class stepwise_exchange {
 public:
  stepwise_exchange(C const& c, Local const& local, messages_of_pieces<T> const& all)
      : c_(c), local_(local), room_(largest(all)), out_(2 * room_), in_(2 * room_) {
    std::vector<std::vector<message_of_part<T const>>> sent(static_cast<std::size_t>(c.size()));
    std::vector<std::vector<message_of_part<T>>> received(sent.size());
    for (auto const& m : all.sent) sent[static_cast<std::size_t>(m.rank)].push_back(m);
    for (auto const& m : all.received) received[static_cast<std::size_t>(m.rank)].push_back(m);
    for (int t = 1; t < c.size(); ++t) {
      auto const& to = sent[static_cast<std::size_t>((c.rank() + t) % c.size())];
      auto const& from = received[static_cast<std::size_t>((c.rank() - t + c.size()) % c.size())];
      for (std::size_t k = 0; k < std::max(to.size(), from.size()); ++k) {
        steps_.push_back({k < to.size() ? to[k] : message_of_part<T const>{0, nullptr, 0},
                          k < from.size() ? from[k] : message_of_part<T>{0, nullptr, 0}});
      }
    }
  }
  void run() {
    first_error error;
    error.attempt([&] {
      copy_out(0);
      local_.wait();
    });
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      step const& x = steps_[s];
      messages_under_way messages;
      if (x.in.n > 0) messages.recv(c_, in(s), x.in.n, x.in.rank);
      if (x.out.n > 0) messages.send(c_, static_cast<T const*>(out(s)), x.out.n, x.out.rank);
      error.attempt([&] {
        if (s > 0) copy_in(s - 1);
        copy_out(s + 1);
        local_.wait();
      });
      messages.finish();
    }
    error.attempt([&] {
      if (!steps_.empty()) copy_in(steps_.size() - 1);
      local_.wait();
    });
    error.rethrow();
  }
  ~stepwise_exchange() { local_.settle(); }
  stepwise_exchange(stepwise_exchange const&) = delete;
  stepwise_exchange& operator=(stepwise_exchange const&) = delete;

 private:
  struct step {
    message_of_part<T const> out;
    message_of_part<T> in;
  };
  static std::ptrdiff_t largest(messages_of_pieces<T> const& all) {
    std::ptrdiff_t n = 0;
    for (auto const& m : all.sent) n = std::max(n, m.n);
    for (auto const& m : all.received) n = std::max(n, m.n);
    return n;
  }
  T* out(std::size_t s) const { return out_.data() + (s % 2 == 0 ? 0 : room_); }
  T* in(std::size_t s) const { return in_.data() + (s % 2 == 0 ? 0 : room_); }
  void copy_out(std::size_t s) {
    if (s < steps_.size()) local_.copy_out(0, steps_[s].out.data, out(s), steps_[s].out.n);
  }
  void copy_in(std::size_t s) {
    local_.copy_in(static_cast<T const*>(in(s)), 0, steps_[s].in.data, steps_[s].in.n);
  }

  C const& c_;
  Local const& local_;
  std::ptrdiff_t room_;
  staging_room<T, Space> out_, in_;
  std::vector<step> steps_;
};

/// Gathers the elements of all ranks by way of the host, a piece of each rank in a step, with the
/// same overlap. sizes are those of the ranks' elements, and `most` is how many elements a step
/// has.
template <class T, class Space, class C, class Local>
class stepwise_gather {
 public:
  stepwise_gather(C const& c, Local const& local, thrum::detail::part_sizes const& sizes, std::ptrdiff_t most)
      : c_(c),
        local_(local),
        sizes_(sizes),
        piece_(std::max<std::ptrdiff_t>(1, most / sizes.parts())),
        out_(2 * piece_),
        in_(2 * piece_ * sizes.parts()) {}

  void run(T const* from, T* to) {
    std::ptrdiff_t const steps = (sizes_.largest() + piece_ - 1) / piece_;
    first_error error;
    error.attempt([&] {
      copy_out(0, from);
      local_.wait();
    });
    for (std::ptrdiff_t s = 0; s < steps; ++s) {
      auto const counts = of_step(s);
      error.attempt([&] {
        if (s > 0) copy_in(s - 1, to);
        copy_out(s + 1, from);
      });
      c_.all_gatherv(std::span<T const>(out(s), static_cast<std::size_t>(counts.size(c_.rank()))),
                     std::span<T>(in(s), static_cast<std::size_t>(counts.total())), counts.all());
      error.attempt([&] { local_.wait(); });
    }
    error.attempt([&] {
      if (steps > 0) copy_in(steps - 1, to);
      local_.wait();
    });
    error.rethrow();
  }
  ~stepwise_gather() { local_.settle(); }
  stepwise_gather(stepwise_gather const&) = delete;
  stepwise_gather& operator=(stepwise_gather const&) = delete;

 private:
  /// Returns how many elements of each rank go in a step.
  thrum::detail::part_sizes of_step(std::ptrdiff_t s) const {
    return thrum::detail::part_sizes::each(sizes_.parts(), [&](std::ptrdiff_t p) {
      return std::clamp<std::ptrdiff_t>(sizes_.size(p) - s * piece_, 0, piece_);
    });
  }
  T* out(std::ptrdiff_t s) const { return out_.data() + s % 2 * piece_; }
  T* in(std::ptrdiff_t s) const { return in_.data() + s % 2 * piece_ * sizes_.parts(); }
  void copy_out(std::ptrdiff_t s, T const* from) {
    std::ptrdiff_t const n = of_step(s).size(c_.rank());
    if (n > 0) local_.copy_out(0, from + s * piece_, out(s), n);
  }
  void copy_in(std::ptrdiff_t s, T* to) {
    auto const counts = of_step(s);
    for (std::ptrdiff_t p = 0; p < counts.parts(); ++p) {
      local_.copy_in(static_cast<T const*>(in(s) + counts.begin(p)), 0, to + sizes_.begin(p) + s * piece_,
                     counts.size(p));
    }
  }

  C const& c_;
  Local const& local_;
  thrum::detail::part_sizes const& sizes_;
  std::ptrdiff_t piece_;
  staging_room<T, Space> out_, in_;
};

}  // namespace thrum::ranks::detail
