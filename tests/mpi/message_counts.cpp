// What members cost in messages and bytes, as counted beneath them.
#include <doctest/doctest.h>
#include <mpi.h>
#include <thrum/functional.h>
#include <thrum/mpi.h>
#include <thrum/ranks/communicator.h>
#include <cstddef>
#include <vector>

#include "mpi/counting.h"

namespace mpi = thrum::mpi;
using counting::call;
using counting::total;

static std::size_t index(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

TEST_CASE("a message of n bytes is n / piece + 1 messages") {
  mpi::communicator const all(MPI_COMM_WORLD);
  int const p = all.size(), right = (all.rank() + 1) % p, left = (all.rank() - 1 + p) % p;
  for (std::ptrdiff_t const piece : {1, 7, 64, 1 << 20}) {
    mpi::communicator const c = all.with_piece(piece);
    for (std::ptrdiff_t const n : {0, 1, 6, 7, 8, 63, 64, 200}) {
      std::ptrdiff_t const pieces = n / piece + 1;
      std::vector<char> const out(index(n), 'x');
      std::vector<char> in(index(n));
      CAPTURE(piece);
      CAPTURE(n);

      counting::reset();
      c.send_recv(out, right, in, left);
      CHECK(counting::since_reset()[call::isend] == total{pieces, n});
      CHECK(counting::since_reset()[call::irecv].calls == pieces);
      CHECK(counting::since_reset().messages() == total{pieces, n});
      CHECK(counting::since_reset().collectives() == total{});

      counting::reset();
      if (all.rank() % 2 == 0 && right != all.rank()) c.send(out, right);
      if (all.rank() % 2 == 1) c.recv(in, left);
      auto const& counted = counting::since_reset();
      bool const sends = all.rank() % 2 == 0 && p > 1, receives = all.rank() % 2 == 1;
      CHECK(counted[call::send] == (sends ? total{pieces, n} : total{}));
      CHECK(counted[call::recv].calls == (receives ? pieces : 0));
      CHECK(counted[call::probe].calls == (receives ? pieces : 0));
      if (p % 2 == 1 && all.rank() == 0 && p > 1) c.recv(in, left);  // of the last rank, which is even
    }
  }
}

TEST_CASE("collectives are MPI's where the data fits a piece, and messages else") {
  mpi::communicator const whole(MPI_COMM_WORLD);
  std::ptrdiff_t const p = whole.size(), n = 30;
  bool const root = whole.rank() == 0;
  std::vector<char> const mine(index(n), 'm'), of_all(index(n * p), 'a');
  std::vector<char> in(index(n)), all(index(n * p));
  std::vector<std::ptrdiff_t> const counts(index(p), n);
  auto const counted = [](auto call) {
    counting::reset();
    call();
    return counting::since_reset();
  };
  mpi::communicator const fits = whole.with_piece(n * p), small = whole.with_piece(n * p - 1);
  std::ptrdiff_t const pieces = n / small.piece() + 1;  // of n bytes

  CHECK(counted([&] { fits.all_gather(mine, all); })[call::allgather] == total{1, n});
  CHECK(counted([&] { fits.all_gatherv(mine, all, counts); })[call::allgatherv] == total{1, n});
  CHECK(counted([&] { fits.all_to_all(of_all, all); })[call::alltoall] == total{1, n * p});
  auto const exchange = counted([&] { fits.all_to_allv(of_all, counts, all, counts); });
  CHECK(exchange[call::alltoallv] == total{1, n * p});
  CHECK(exchange[call::allreduce] == total{1, 8});  // they agree
  CHECK(exchange.collectives() == total{2, n * p + 8});
  CHECK(counted([&] { fits.gather(mine, all); })[call::gather] == total{1, n});
  CHECK(counted([&] { fits.scatter(of_all, in); })[call::scatter] == total{1, root ? n * p : 0});
  CHECK(counted([&] { fits.barrier(); })[call::barrier].calls == 1);
  CHECK(counted([&] { fits.all_reduce(mine, in, thrum::plus<>{}); })[call::allreduce] == total{1, n});

  // A ring, in which each rank sends all parts but that of its neighbour, its own part to itself included.
  auto ring = counted([&] { small.all_gather(mine, all); });
  CHECK(ring.messages() == total{p * pieces, p * n});
  CHECK(ring.collectives() == total{});
  ring = counted([&] { small.all_gatherv(mine, all, counts); });
  CHECK(ring.messages() == total{p * pieces, p * n});
  auto to_all = counted([&] { small.all_to_all(of_all, all); });
  CHECK(to_all.messages() == total{p * pieces, p * n});
  to_all = counted([&] { small.all_to_allv(of_all, counts, all, counts); });
  CHECK(to_all.messages() == total{p * pieces, p * n});
  CHECK(to_all.collectives() == total{1, 8});
  std::vector<std::ptrdiff_t> const none(index(p), 0);
  to_all = counted([&] { small.all_to_allv(std::vector<char>(), none, in = std::vector<char>(), none); });
  CHECK(to_all.messages() == total{});
  CHECK(counted([&] { small.gather(mine, all); }).messages() == total{pieces, n});
  in.resize(index(n));
  CHECK(counted([&] { small.scatter(of_all, in); }).messages() == (root ? total{p * pieces, p * n} : total{}));

  // Rounds of whole pieces.
  mpi::communicator const rounds = whole.with_piece(7);
  CHECK(counted([&] { rounds.broadcast(in); })[call::bcast] == total{5, root ? n : 0});
  CHECK(counted([&] { rounds.all_reduce(mine, in, thrum::maximum<>{}); })[call::allreduce] == total{5, n});
  std::vector<double> const numbers(10, 1.5);
  std::vector<double> sums(10);
  CHECK(counted([&] { rounds.all_reduce(numbers, sums, thrum::plus<>{}); })[call::allreduce] == total{10, 80});
  CHECK(counted([&] { rounds.reduce(numbers, sums, thrum::plus<>{}, 0); })[call::reduce] == total{10, 80});
}

TEST_CASE("MPI 4 sends any length as one message") {
#if MPI_VERSION >= 4
  mpi::communicator const c(MPI_COMM_WORLD);
  std::ptrdiff_t const p = c.size();
  std::vector<std::ptrdiff_t> const counts(index(p), 3);
  std::vector<char> const out(index(3 * p)), mine(3);
  std::vector<char> in(index(3 * p));
  counting::reset();
  c.all_to_allv(out, counts, in, counts);
  CHECK(counting::since_reset()[call::alltoallv] == total{1, 3 * p});
  CHECK(counting::since_reset()[call::allreduce].calls == 0);
  c.gatherv(mine, in, counts);
  CHECK(counting::since_reset()[call::gatherv] == total{1, 3});
  c.scatterv(out, counts, in = std::vector<char>(3));
  CHECK(counting::since_reset()[call::scatterv] == total{1, c.rank() == 0 ? 3 * p : 0});
  CHECK(counting::since_reset().messages() == total{});
#endif
}

TEST_CASE("agree is one reduction, and a broadcast more after a failure") {
  mpi::communicator const c(MPI_COMM_WORLD);
  counting::reset();
  thrum::ranks::agree(c, [] {});
  CHECK(counting::since_reset()[call::allreduce] == total{1, 4});
  CHECK(counting::since_reset().collectives() == total{1, 4});
  counting::reset();
  int const last = c.size() - 1;
  CHECK_THROWS_AS(thrum::ranks::agree(c,
                                      [&] {
                                        if (c.rank() == last) throw std::runtime_error("1234567");
                                      }),
                  std::runtime_error);
  CHECK(counting::since_reset()[call::bcast] == total{1, c.rank() == last ? 512 : 0});
  CHECK(counting::since_reset()[call::allreduce].calls == 1);
  CHECK(counting::since_reset().messages() == total{});
}
