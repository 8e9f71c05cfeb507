// What a program writes by hand on MPI for lack of a library: sums of all ranks, and a sort by
// regular samples. The benchmarks compare with it. Errors of MPI end the program.
#pragma once

#include <mpi.h>

#include <thrum/merge.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace by_hand {

template <class T>
MPI_Datatype mpi_type() {
  if constexpr (std::is_same_v<T, float>) return MPI_FLOAT;
  else if constexpr (std::is_same_v<T, double>) return MPI_DOUBLE;
  else {
    static_assert(std::is_same_v<T, std::int64_t>);
    return MPI_INT64_T;
  }
}

/// What a rank does by itself: by the standard library, or by thrum.
struct with_std {
  template <class T>
  static T sum(std::span<T const> v) {
    return std::reduce(v.begin(), v.end());
  }
  template <class T>
  static void scan(std::span<T const> v, T before, T* to) {
    std::inclusive_scan(v.begin(), v.end(), to, std::plus<>(), before);
  }
  template <class T>
  static void sort(std::vector<T>& v) {
    std::sort(v.begin(), v.end());
  }
  template <class T>
  static void merge(T const* first1, T const* last1, T const* last2, T* to) {
    std::merge(first1, last1, last1, last2, to);
  }
};
struct with_thrum {
  template <class T>
  static T sum(std::span<T const> v) {
    return thrum::reduce(thrum::seq, v.begin(), v.end());
  }
  template <class T>
  static void scan(std::span<T const> v, T before, T* to) {
    thrum::inclusive_scan(thrum::seq, v.begin(), v.end(), to, before, thrum::plus<>());
  }
  template <class T>
  static void sort(std::vector<T>& v) {
    thrum::sort(thrum::seq, v.begin(), v.end());
  }
  template <class T>
  static void merge(T const* first1, T const* last1, T const* last2, T* to) {
    thrum::merge(thrum::seq, first1, last1, last1, last2, to);
  }
};

/// Returns the sum of all elements to every rank.
template <class Local, class T>
T all_sum(std::span<T const> mine, MPI_Comm comm) {
  T const part = Local::sum(mine);
  T sum{};
  MPI_Allreduce(&part, &sum, 1, mpi_type<T>(), MPI_SUM, comm);
  return sum;
}

/// Returns the sum of all elements to rank 0.
template <class Local, class T>
T sum_to_first(std::span<T const> mine, MPI_Comm comm) {
  T const part = Local::sum(mine);
  T sum{};
  MPI_Reduce(&part, &sum, 1, mpi_type<T>(), MPI_SUM, 0, comm);
  return sum;
}

/// Stores the running sums of all elements.
template <class Local, class T>
void running_sums(std::span<T const> mine, T* to, MPI_Comm comm) {
  T const part = Local::sum(mine);
  T before{};
  MPI_Exscan(&part, &before, 1, mpi_type<T>(), MPI_SUM, comm);
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  Local::scan(mine, rank == 0 ? T{} : before, to);
}

/// Merges the sorted pieces of v, which end at `ends`, in pairs. spare has the size of v.
template <class Local, class T>
void merge_pieces(std::vector<T>& v, std::vector<T>& spare, std::vector<int> ends) {
  while (ends.size() > 1) {
    std::vector<int> merged;
    int begin = 0;
    for (std::size_t i = 0; i < ends.size(); i += 2) {
      int const end = ends[std::min(i + 1, ends.size() - 1)];
      Local::merge(v.data() + begin, v.data() + ends[i], v.data() + end, spare.data() + begin);
      merged.push_back(begin = end);
    }
    ends = std::move(merged);
    std::swap(v, spare);
  }
}

/// Sorts the elements of all ranks: those of a rank go before those of the next one. How many
/// elements a rank has afterwards depends on the keys. Parallel sorting by regular sampling (Shi and
/// Schaeffer, 1992), of `samples` elements of each rank. `other` is room that is kept from call to
/// call.
template <class Local, class T>
void sample_sort(std::vector<T>& mine, std::vector<T>& other, MPI_Comm comm, int samples = 128) {
  int ranks = 0;
  MPI_Comm_size(comm, &ranks);
  Local::sort(mine);
  if (ranks == 1) return;

  std::size_t const n = mine.size(), count = static_cast<std::size_t>(samples);
  std::vector<T> own(count), all(count * static_cast<std::size_t>(ranks));
  for (std::size_t i = 0; i < count; ++i) own[i] = n == 0 ? T{} : mine[(2 * i + 1) * n / (2 * count)];
  MPI_Allgather(own.data(), samples, mpi_type<T>(), all.data(), samples, mpi_type<T>(), comm);
  Local::sort(all);

  std::vector<int> counts, begins, in_counts(static_cast<std::size_t>(ranks)), in_begins;
  int begin = 0;
  for (std::size_t r = 1; r <= static_cast<std::size_t>(ranks); ++r) {
    auto const cut = r == static_cast<std::size_t>(ranks)
                         ? mine.end()
                         : std::lower_bound(mine.begin() + begin, mine.end(), all[r * count]);
    begins.push_back(begin);
    counts.push_back(static_cast<int>(cut - mine.begin()) - begin);
    begin += counts.back();
  }
  MPI_Alltoall(counts.data(), 1, MPI_INT, in_counts.data(), 1, MPI_INT, comm);
  std::vector<int> in_ends(in_counts.size());
  std::partial_sum(in_counts.begin(), in_counts.end(), in_ends.begin());
  for (std::size_t r = 0; r < in_ends.size(); ++r) in_begins.push_back(in_ends[r] - in_counts[r]);
  other.resize(static_cast<std::size_t>(in_ends.back()));
  MPI_Alltoallv(mine.data(), counts.data(), begins.data(), mpi_type<T>(), other.data(), in_counts.data(),
                in_begins.data(), mpi_type<T>(), comm);
  mine.resize(other.size());
  merge_pieces<Local>(other, mine, std::move(in_ends));
  std::swap(mine, other);
}

}  // namespace by_hand
