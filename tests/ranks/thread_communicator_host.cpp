// Ranks that are threads: the members, and failures of ranks.
#include <doctest/doctest.h>
#include <thrum/functional.h>
#include <thrum/ranks/communicator.h>
#include <thrum/ranks/threads.h>
#include <atomic>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "ranks/members.h"

namespace ranks = thrum::ranks;
using ranks::thread_communicator;
static_assert(ranks::communicator<thread_communicator>);

TEST_CASE("members of the ranks of threads") {
  for (int const p : {1, 2, 3, 4, 5, 8}) {
    CAPTURE(p);
    ranks::run(p, [](thread_communicator const& c) { members::everything(c); });
  }
}

TEST_CASE("pieces between threads") {
  for (int const p : {1, 3, 4}) {
    for (std::ptrdiff_t const piece : {1, 8, 100}) {
      CAPTURE(p);
      CAPTURE(piece);
      ranks::run(p, [piece](thread_communicator const& c) {
        CHECK(c.with_piece(piece).piece() == piece);
        members::everything(c.with_piece(piece), true);
      });
    }
  }
}

TEST_CASE("every member throws remote_error when a rank has left") {
  using members::index;
  using member = std::function<void(thread_communicator const&)>;
  std::vector<int> const few(3), many(100000);
  std::vector<member> const all{
      [](auto const& c) { c.barrier(); },
      [](auto const& c) { c.template recv<int>(ranks::any_rank); },
      [](auto const& c) { c.template recv_vector<int>((c.rank() + 1) % c.size()); },
      [&](auto const& c) { c.send(many, (c.rank() + 1) % c.size()); },
      [&](auto const& c) {
        std::vector<int> in(many.size());
        c.send_recv(many, (c.rank() + 1) % c.size(), in, (c.rank() + 2) % c.size());
      },
      [&](auto const& c) {
        std::vector<int> in(3);
        ranks::request r = c.irecv(in, ranks::any_rank);
        while (!r.ready()) {
        }
      },
      [&](auto const& c) { c.isend(many, (c.rank() + 1) % c.size()).wait(); },
      [](auto const& c) { c.all_gather(c.rank()); },
      [](auto const& c) { c.all_reduce(c.rank(), thrum::plus<>{}); },
      [&](auto const& c) {
        std::vector<std::ptrdiff_t> const ones(index(c.size()), 1);
        std::vector<int> const out(index(c.size()));
        std::vector<int> in(index(c.size()));
        c.all_to_allv(out, ones, in, ones);
      },
      [](auto const& c) { c.split(0); },
      [](auto const& c) { ranks::agree(c, [] {}); },
  };
  for (int k = 0; k < 4; ++k) {
    for (std::size_t m = 0; m < all.size(); ++m) {
      CAPTURE(k);
      CAPTURE(m);
      std::atomic<int> reports{0};
      CHECK_THROWS_WITH_AS(ranks::run(4,
                                      [&](thread_communicator const& c) {
                                        if (c.rank() == k) throw std::runtime_error("a disk is full");
                                        try {
                                          for (;;) all[m](c);
                                        } catch (ranks::remote_error const& e) {
                                          if (e.rank() == k && e.what() == "thrum: rank " + std::to_string(k) +
                                                                               " failed: a disk is full") {
                                            ++reports;
                                          }
                                          throw;
                                        }
                                      }),
                           "a disk is full", std::runtime_error);
      CHECK(reports == 3);
    }
  }
}

TEST_CASE("run throws the exception of the rank that failed, and not what the others make of it") {
  for (int k = 0; k < 5; ++k) {
    CHECK_THROWS_AS(ranks::run(5,
                               [&](thread_communicator const& c) {
                                 ranks::agree(c, [&] {
                                   if (c.rank() == k) throw std::bad_alloc();
                                 });
                               }),
                    std::bad_alloc);
  }
  // All learn of it within a part of the ranks.
  CHECK_THROWS_AS(ranks::run(5,
                             [](thread_communicator const& c) {
                               thread_communicator const part = c.split(c.rank() % 2);
                               if (c.rank() == 4) throw std::out_of_range("4");
                               for (;;) part.barrier();
                             }),
                  std::out_of_range);
  CHECK_THROWS_AS(ranks::run(0, [](thread_communicator const&) {}), std::invalid_argument);
}

TEST_CASE("a message sent before the failure is received after it") {
  CHECK_THROWS_AS(ranks::run(2,
                             [](thread_communicator const& c) {
                               if (c.rank() == 0) {
                                 c.send(7, 1);
                                 throw std::runtime_error("later");
                               }
                               CHECK(c.recv<int>(0) == 7);
                               CHECK_THROWS_AS(c.recv<int>(0), ranks::remote_error);
                             }),
                  std::runtime_error);
}

TEST_CASE("the text of a remote error") {
  ranks::remote_error const e(3, "out of memory");
  CHECK(e.rank() == 3);
  CHECK(std::string(e.what()) == "thrum: rank 3 failed: out of memory");
}
