// The numbers of a cluster that benchmarks/cluster_model.py asks for, between the first rank and the
// last one: what an empty message takes, what each further one takes if several are under way, and
// how many bytes go in a nanosecond.
//
//     mpiexec -n 2 --map-by node bench_mpi_messages
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

constexpr int rounds = 21;

double median(std::vector<double> took) {
  auto const middle = took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2);
  std::nth_element(took.begin(), middle, took.end());
  return *middle;
}

/// Returns the nanoseconds that f() takes, called by all ranks.
template <class F>
double time(F f) {
  std::vector<double> took;
  for (int r = -1; r < rounds; ++r) {
    MPI_Barrier(MPI_COMM_WORLD);
    double const begin = MPI_Wtime();
    f();
    if (r >= 0) took.push_back((MPI_Wtime() - begin) * 1e9);
  }
  return median(took);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks < 2) {
    std::fprintf(stderr, "bench_mpi_messages: run it by mpiexec with two ranks or more\n");
    MPI_Finalize();
    return 1;
  }
  int const last = ranks - 1, partner = rank == 0 ? last : 0;
  bool const takes_part = rank == 0 || rank == last;

  // Back and forth.
  constexpr int trips = 500;
  double const latency = time([&] {
                           for (int i = 0; takes_part && i < trips; ++i) {
                             if (rank == 0) MPI_Send(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
                             MPI_Recv(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                             if (rank != 0) MPI_Send(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD);
                           }
                         }) /
                         (2 * trips);

  // Many at once, in both directions.
  constexpr int messages = 1000;
  std::vector<MPI_Request> requests(2 * messages, MPI_REQUEST_NULL);
  double const gap =
      time([&] {
        for (int i = 0; takes_part && i < messages; ++i) {
          MPI_Irecv(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(2 * i)]);
          MPI_Isend(nullptr, 0, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                    &requests[static_cast<std::size_t>(2 * i + 1)]);
        }
        MPI_Waitall(2 * messages, requests.data(), MPI_STATUSES_IGNORE);
      }) /
      messages;

  // One long message in each direction.
  constexpr int size = 64 << 20;
  std::vector<char> out(size, 1), in(size, 2);
  double const took = time([&] {
    if (!takes_part) return;
    MPI_Sendrecv(out.data(), size, MPI_BYTE, partner, 0, in.data(), size, MPI_BYTE, partner, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  });

  if (rank == 0)
    std::printf("latency %.0f ns, gap %.0f ns, %.1f bytes in a nanosecond\n", latency, gap, size / took);
  MPI_Finalize();
  return 0;
}
