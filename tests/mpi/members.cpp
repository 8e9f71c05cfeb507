// Ranks that are processes: the members.
#include <doctest/doctest.h>
#include <mpi.h>
#include <thrum/mpi.h>
#include <thrum/ranks/communicator.h>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ranks/members.h"

namespace mpi = thrum::mpi;
static_assert(thrum::ranks::communicator<mpi::communicator>);

TEST_CASE("members of mpi::communicator") {
  mpi::communicator const c(MPI_COMM_WORLD);
  members::everything(c);
}

TEST_CASE("pieces between processes") {
  mpi::communicator const c(MPI_COMM_WORLD);
  for (std::ptrdiff_t const piece : {1, 8, 100}) {
    CAPTURE(piece);
    CHECK(c.with_piece(piece).piece() == piece);
    members::everything(c.with_piece(piece), true);
  }
}

TEST_CASE("the piece of a communicator is what this MPI can count") {
  mpi::communicator const c(MPI_COMM_WORLD);
  constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
#if MPI_VERSION >= 4
  CHECK(c.piece() == most);
  CHECK(c.with_piece(most).piece() == most);
#else
  CHECK(c.piece() == std::ptrdiff_t{1} << 30);
  CHECK(c.with_piece(most).piece() == std::numeric_limits<int>::max());
#endif
}

TEST_CASE("the communicator is a duplicate that returns errors, and copies share it") {
  mpi::communicator const c(MPI_COMM_WORLD);
  int rank = -1, size = -1, same = MPI_UNEQUAL;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(c.rank() == rank);
  CHECK(c.size() == size);
  MPI_Comm_compare(c.handle(), MPI_COMM_WORLD, &same);
  CHECK(same == MPI_CONGRUENT);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_get_errhandler(c.handle(), &handler);
  CHECK(handler == MPI_ERRORS_RETURN);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  CHECK(handler == MPI_ERRORS_ARE_FATAL);
  mpi::communicator copy = c;
  CHECK(copy.handle() == c.handle());
  mpi::communicator const moved = std::move(copy);
  CHECK(moved.handle() == c.handle());

  // A message in the program's own communicator does not mix with those of c.
  if (size > 1 && rank < 2) {
    int const mine = 40 + rank;
    int theirs = 0, of_c = 0;
    thrum::ranks::request const send = c.isend(50 + rank, 1 - rank, 1);
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 1, &theirs, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    c.recv(of_c, 1 - rank, 1);
    CHECK(theirs == 41 - rank);
    CHECK(of_c == 51 - rank);
  }
}

TEST_CASE("an error of MPI is an exception with MPI's text") {
  mpi::communicator const c(MPI_COMM_WORLD);
  try {
    thrum::ranks::detail::check_mpi(MPI_Send(nullptr, -1, MPI_BYTE, 0, 0, c.handle()), "MPI_Send");
    FAIL_CHECK("no exception");
  } catch (mpi::error const& e) {
    std::string const text = e.what();
    CAPTURE(text);
    CHECK(text.starts_with("thrum: MPI_Send: "));
    CHECK(text.find("ount") != std::string::npos);  // MPI_ERR_COUNT, Invalid count
    int error_class = 0;
    MPI_Error_class(e.code(), &error_class);
    CHECK(error_class == MPI_ERR_COUNT);
  }
  CHECK_THROWS_AS(mpi::communicator(MPI_COMM_NULL), std::invalid_argument);
}

TEST_CASE("an operator that throws ends the reduction") {
  mpi::communicator const c(MPI_COMM_WORLD);
  struct number {
    int value;
  };
  bool thrown = false;
  try {
    c.all_reduce(number{1}, [](number const& a, number const& b) -> number {
      if (a.value + b.value > 0) throw std::overflow_error("too many");
      return a;
    });
  } catch (std::overflow_error const&) {
    thrown = true;
  }
  CHECK(c.all_reduce(thrown ? 1 : 0, thrum::plus<>{}) >= (c.size() > 1 ? 1 : 0));
}

TEST_CASE("many communicators are freed") {
  // MPICH has some 2000 at a time.
  mpi::communicator const c(MPI_COMM_WORLD);
  for (int i = 0; i < 3000; ++i) {
    mpi::communicator const part = c.split(0);
    if (part.rank() != c.rank()) FAIL_CHECK("another rank");
  }
}
