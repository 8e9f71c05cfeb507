// mpi::run: a program of MPI from its start to its end.
#pragma once

#include <mpi.h>
#include <thrum/detail/ranks/agree.h>
#include <thrum/detail/ranks/mpi_calls.h>
#include <thrum/detail/ranks/mpi_communicator.h>
#include <cstdio>
#include <exception>
#include <string>
#include <type_traits>

namespace thrum::mpi {

/// Initializes MPI, calls f(c) on each rank with a communicator c of all ranks, and finalizes MPI.
/// Returns what f returns, if that is an int, else 0. MPI may be called by one thread at a time
/// (MPI_THREAD_SERIALIZED).
///
///     int main(int argc, char** argv) {
///       return thrum::mpi::run(argc, argv, [](thrum::mpi::communicator const& c) { ... });
///     }
///
/// If an exception leaves f, the rank writes a line such as "thrum: rank 2 of 4: out of memory" to
/// the standard error, and MPI_Abort ends all ranks, so that none is left waiting.
template <class F>
int run(int argc, char** argv, F f) {
  int has = MPI_THREAD_SINGLE;
  ranks::detail::check_mpi(MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &has), "MPI_Init_thread");
  int status = 0, rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  try {
    communicator const c(MPI_COMM_WORLD);
    if constexpr (std::is_convertible_v<std::invoke_result_t<F&, communicator const&>, int>) status = f(c);
    else f(c);
  } catch (...) {
    std::string text = ranks::detail::text_of(std::current_exception());
    if (text.starts_with("thrum: ")) text.erase(0, 7);
    std::fprintf(stderr, "thrum: rank %d of %d: %s\n", rank, size, text.c_str());
    std::fflush(nullptr);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
  return status;
}

}  // namespace thrum::mpi
