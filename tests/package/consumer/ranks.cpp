// A user's program over the ranks of MPI.
#include <thrum/functional.h>
#include <thrum/mpi.h>
#include <cstdio>

#if !defined(THRUM_WITH_MPI)
#error "the target sets THRUM_WITH_MPI"
#endif

int main(int argc, char** argv) {
  return thrum::mpi::run(argc, argv, [](thrum::mpi::communicator const& c) {
    int const sum = c.all_reduce(c.rank() + 1, thrum::plus<>{});
    if (c.rank() == 0) std::printf("%d ranks, sum %d\n", c.size(), sum);
    return sum == c.size() * (c.size() + 1) / 2 ? 0 : 1;
  });
}
