// The sum and the running sums of all ranks' elements: thrum beside MPI_Allreduce, MPI_Reduce and
// MPI_Exscan written by hand. Rank 0 prints rows of a table in Markdown.
//
//     mpiexec -n 2 bench_mpi_sums --elements 1048576 --rounds 21
#include <thrum/mpi.h>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "../frame/data.h"
#include "by_hand.h"
#include "rounds.h"

namespace {

/// Throws unless sums of all elements are equal, except for their rounding: elements are of [-1, 1).
template <class T>
void check(T const& sum, T const& other, double elements) {
  double const most = (sizeof(T) == 4 ? 1e-6 : 1e-14) * elements;
  if (!(std::abs(static_cast<double>(sum - other)) <= most)) throw std::runtime_error("the sums differ");
}

/// All contenders read the same memory.
template <class T>
void sum_rows(thrum::mpi::communicator const& c, std::ptrdiff_t n, int count) {
  thrum::mpi::group group(c, thrum::seq);
  std::vector<T> const given = values<T>(n, distribution::uniform, static_cast<std::uint64_t>(c.rank() + 1));
  using vector = thrum::mpi::vector<T, decltype(group)>;
  auto const v = vector::from_local(group, given);
  vector scanned = v, out = v;
  std::span<T const> const mine(v.local().data(), v.local().size());
  MPI_Comm const comm = MPI_COMM_WORLD;  // whose errors end the program
  double const elements = static_cast<double>(n), all = elements * c.size();

  T ours{}, std_sum{}, thrum_sum{}, of_first{};
  rounds sums(std::string("sum of ") + type_name<T>, elements, comm);
  sums.add("thrum", [] {}, [&] { ours = thrum::mpi::reduce(v); });
  sums.add("Allreduce, std", [] {}, [&] { std_sum = by_hand::all_sum<by_hand::with_std>(mine, comm); });
  sums.add("Allreduce, thrum", [] {}, [&] { thrum_sum = by_hand::all_sum<by_hand::with_thrum>(mine, comm); });
  sums.add("Reduce, thrum", [] {}, [&] { of_first = by_hand::sum_to_first<by_hand::with_thrum>(mine, comm); });
  sums.run(count);
  check(std_sum, ours, all);
  check(thrum_sum, ours, all);
  if (c.rank() == 0) check(of_first, ours, all);

  T* const to = out.local().data();
  rounds scans(std::string("running sums of ") + type_name<T>, elements, comm);
  scans.add("thrum", [] {}, [&] { thrum::mpi::inclusive_scan(v, scanned); });
  scans.add("Exscan, std", [] {}, [&] { by_hand::running_sums<by_hand::with_std>(mine, to, comm); });
  scans.add("Exscan, thrum", [] {}, [&] { by_hand::running_sums<by_hand::with_thrum>(mine, to, comm); });
  scans.run(count);
  for (std::size_t i = 0; i < mine.size(); ++i) check(to[i], scanned.local().data()[i], all);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("The sum and the running sums of all ranks' elements.");
  std::ptrdiff_t n = 1 << 20;
  int count = 21;
  app.add_option("--elements", n, "elements of a rank")->check(CLI::PositiveNumber);
  app.add_option("--rounds", count, "of which medians are printed")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  return thrum::mpi::run(argc, argv, [&](thrum::mpi::communicator const& c) {
    sum_rows<double>(c, n, count);
    sum_rows<float>(c, n, count);
  });
}
