// A sort of all ranks' elements: thrum::mpi::sort beside a sample sort written by hand. Only
// thrum's sort is stable, and leaves each rank as many elements as it had. Rank 0 prints rows of a
// table in Markdown.
//
//     mpiexec -n 2 bench_mpi_sorts --elements 1048576 --rounds 11
#include <thrum/mpi.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "../frame/data.h"
#include "by_hand.h"
#include "rounds.h"

namespace {

/// Returns the sum of the bits of all elements, which does not depend on their order.
template <class T>
std::uint64_t sum_of_bits(std::vector<T> const& v, MPI_Comm comm) {
  static_assert(sizeof(T) == 8);
  std::uint64_t sum = 0;
  for (T const& x : v) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof(T));
    sum += bits * bits;
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, comm);
  return sum;
}

/// Throws unless the ranks' elements are in order, and have this sum of bits.
template <class T>
void check(std::vector<T> const& v, std::uint64_t bits, MPI_Comm comm) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  bool good = std::is_sorted(v.begin(), v.end());
  // What ranks without elements pass on is the greatest element before them.
  T const least = std::numeric_limits<T>::lowest();
  T before = least, greatest = v.empty() ? least : v.back();
  MPI_Exscan(&greatest, &before, 1, by_hand::mpi_type<T>(), MPI_MAX, comm);
  if (rank > 0 && !v.empty() && v.front() < before) good = false;
  if (!good || sum_of_bits(v, comm) != bits) throw std::runtime_error("the elements are not sorted");
}

template <class T>
void sort_rows(thrum::mpi::communicator const& c, std::ptrdiff_t n, int count, distribution d) {
  thrum::mpi::group group(c, thrum::seq);
  std::vector<T> const mine = values<T>(n, d, static_cast<std::uint64_t>(c.rank() + 1));
  auto v = thrum::mpi::vector<T, decltype(group)>::from_local(group, mine);
  MPI_Comm const comm = MPI_COMM_WORLD;  // whose errors end the program

  std::vector<T> with_std, with_thrum, other_std, other_thrum;
  rounds row(std::string("sort of ") + name_of(d) + " " + type_name<T>, static_cast<double>(n), comm);
  row.add("thrum", [&] { std::copy(mine.begin(), mine.end(), v.local().begin()); }, [&] { thrum::mpi::sort(v); });
  row.add(
      "sample sort, std", [&] { with_std = mine; },
      [&] { by_hand::sample_sort<by_hand::with_std>(with_std, other_std, comm); });
  row.add(
      "sample sort, thrum", [&] { with_thrum = mine; },
      [&] { by_hand::sample_sort<by_hand::with_thrum>(with_thrum, other_thrum, comm); });
  row.run(count);

  std::uint64_t const bits = sum_of_bits(mine, comm);
  check(std::vector<T>(v.local().begin(), v.local().end()), bits, comm);
  check(with_std, bits, comm);
  check(with_thrum, bits, comm);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("A sort of all ranks' elements.");
  std::ptrdiff_t n = 1 << 20;
  int count = 11;
  app.add_option("--elements", n, "elements of a rank")->check(CLI::PositiveNumber);
  app.add_option("--rounds", count, "of which medians are printed")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  return thrum::mpi::run(argc, argv, [&](thrum::mpi::communicator const& c) {
    for (auto const d : {distribution::uniform, distribution::skewed}) sort_rows<std::int64_t>(c, n, count, d);
    sort_rows<double>(c, n, count, distribution::uniform);
  });
}
