// main() of the test programs that mpiexec runs: each rank runs all test cases. A rank whose checks fail ends with an
// error, and so does mpiexec.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <mpi.h>
#include <cstdio>

int main(int argc, char** argv) {
  int threads = 0, rank = 0, size = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &threads);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  doctest::Context context(argc, argv);
  if (rank != 0) context.setOption("minimal", true);  // its failures alone
  int const result = context.run();
  if (result != 0) std::fprintf(stderr, "rank %d of %d has failed\n", rank, size);
  MPI_Finalize();
  return result;
}
