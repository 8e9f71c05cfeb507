// A program of mpi::run that ends in the way of its first argument, on the rank of its second one.
#include <thrum/functional.h>
#include <thrum/mpi.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  std::string const way = argv[1];
  int const chosen = std::atoi(argv[2]);
  return thrum::mpi::run(argc, argv, [&](thrum::mpi::communicator const& c) {
    bool const me = c.rank() == chosen % c.size();
    c.barrier();
    if (way == "returns") return me ? 7 : 7;
    if (way == "throws" && me) throw std::runtime_error("the disk is full");
    if (way == "throws-int" && me) throw 5;
    if (way == "throws-in-part" && me) {
      thrum::mpi::communicator const part = c.with_piece(5);
      std::vector<int> in(100);
      thrum::ranks::request const waits = part.irecv(in, (c.rank() + 1) % c.size());
      throw std::bad_alloc();
    }
    if (way == "agrees") {
      thrum::ranks::agree(c, [&] {
        if (me) throw std::runtime_error("the disk is full");
      });
    }
    if (way == "dies" && me) std::raise(SIGKILL);
    // The others wait for it.
    if (c.rank() % 2 == 0) c.recv<int>(chosen % c.size(), 9);
    for (;;) c.all_reduce(1, thrum::plus<>{});
  });
}
