// Times calls that all ranks make together. Contenders take turns, so that what else the machine
// does slows all of them alike.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// A contender, and what it took in each round: seconds of the rank that took longest.
struct contender {
  std::string name;
  std::function<void()> prepare, call;
  std::vector<double> took;

  double median() const {
    auto sorted = took;
    auto const middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
};

/// Contenders that do the same. Construct the rows, and call them, on all ranks.
class rounds {
 public:
  rounds(std::string row, double elements, MPI_Comm comm)
      : row_(std::move(row)), elements_(elements), comm_(comm) {}

  /// Adds a contender; prepare() goes before each call and is not timed.
  void add(std::string name, std::function<void()> prepare, std::function<void()> call) {
    contenders_.push_back({std::move(name), std::move(prepare), std::move(call), {}});
  }

  /// Makes one round that is not timed, and then `count` rounds, in each of which another contender
  /// goes first. Rank 0 prints a line of a table for each contender; `ahead` is how many times as
  /// long as the first contender it takes.
  void run(int count) {
    for (int r = -1; r < count; ++r) {
      for (std::size_t i = 0; i < contenders_.size(); ++i) {
        contender& now = contenders_[(i + static_cast<std::size_t>(r + 1)) % contenders_.size()];
        now.prepare();
        MPI_Barrier(comm_);
        double const begin = MPI_Wtime();
        now.call();
        double took = MPI_Wtime() - begin;
        MPI_Allreduce(MPI_IN_PLACE, &took, 1, MPI_DOUBLE, MPI_MAX, comm_);
        if (r >= 0) now.took.push_back(took);
      }
    }
    int rank = 0, ranks = 0;
    MPI_Comm_rank(comm_, &rank);
    MPI_Comm_size(comm_, &ranks);
    if (rank != 0) return;
    for (contender const& one : contenders_) {
      std::printf("| %s | %d | %s | %.3f | %.3f | %.2f |\n", row_.c_str(), ranks, one.name.c_str(),
                  one.median() * 1e3, one.median() * 1e9 / elements_, one.median() / contenders_[0].median());
    }
    std::fflush(stdout);
  }

 private:
  std::string row_;
  double elements_;
  MPI_Comm comm_;
  std::vector<contender> contenders_;
};
