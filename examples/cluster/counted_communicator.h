// A communicator that counts its calls, and measures the time in them.
#pragma once

#include <thrum/ranks/communicator.h>
#include <cstdint>

#include "common/timing.h"

namespace example {

/// Counts the calls of a communicator on this rank, and adds up the seconds that they take: of a
/// request, those of starting it and of waiting for it.
template <class Communicator>
class counted_communicator {
 public:
  explicit counted_communicator(Communicator const& c) : c_(&c) {}

  int rank() const { return c_->rank(); }
  int size() const { return c_->size(); }

  template <class R>
  void send(R const& elements, int to) {
    ++sends_;
    time([&] { c_->send(elements, to); });
  }
  template <class R>
  void recv(R&& elements, int from) {
    ++receives_;
    time([&] { c_->recv(elements, from); });
  }
  template <class R>
  thrum::ranks::request isend(R const& elements, int to) {
    ++sends_;
    return time([&] { return c_->isend(elements, to); });
  }
  template <class R>
  thrum::ranks::request irecv(R&& elements, int from) {
    ++receives_;
    return time([&] { return c_->irecv(elements, from); });
  }
  void wait(thrum::ranks::request& request) {
    time([&] { request.wait(); });
  }
  template <class R, class S>
  void gather(R const& mine, S&& all) {
    ++collectives_;
    time([&] { c_->gather(mine, all); });
  }
  template <class R, class S, class Op>
  void all_reduce(R const& in, S&& out, Op op) {
    ++collectives_;
    time([&] { c_->all_reduce(in, out, op); });
  }
  template <class T, class Op>
  T all_reduce(T const& mine, Op op) {
    ++collectives_;
    return time([&] { return c_->all_reduce(mine, op); });
  }

  std::int64_t sends() const { return sends_; }
  std::int64_t receives() const { return receives_; }
  std::int64_t collectives() const { return collectives_; }
  double seconds() const { return seconds_; }

 private:
  template <class Call>
  auto time(Call call) {
    stopwatch const watch;
    struct add {
      stopwatch const& watch;
      double& seconds;
      ~add() { seconds += watch.seconds(); }
    } const at_end{watch, seconds_};
    return call();
  }

  Communicator const* c_;
  std::int64_t sends_ = 0, receives_ = 0, collectives_ = 0;
  double seconds_ = 0;
};

}  // namespace example
