// The frame of an example that runs on several ranks. Its main function is
//
//   return example::run_ranks(argc, argv, what, [](example::session& s, auto const& c) { ... });
//
// where c is the communicator of the rank that runs the body, and s the session of that rank. The
// ranks are the processes that mpiexec has started, if the program is built with MPI and none is
// asked for by --ranks; otherwise they are threads of this process. So each body runs anywhere.
//
// What the body does with the session, each rank does: policies, checks, lines, figures. Lines and
// figures are those of rank 0. A check holds if it does on each rank that makes it. Times are those
// of the slowest rank, and ranks have to measure the same, since they wait for each other.
#pragma once

#include <thrum/functional.h>
#include <thrum/ranks/threads.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
#if defined(THRUM_WITH_MPI)
#include <thrum/mpi.h>
#endif
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#endif

#include "common/example.h"
#include "common/gpu_of_rank.h"

namespace example {

/// Returns what ranks are, for tables: "threads" or "MPI".
template <class Communicator>
char const* name_of_ranks(Communicator const&) {
  return std::is_same_v<Communicator, thrum::ranks::thread_communicator> ? "threads" : "MPI";
}

/// The indices [first, last) of one of several ranks.
struct share {
  std::int64_t first, last;
  std::int64_t size() const { return last - first; }
};

/// Deals out n indices in the order of ranks, so that none is left over and no two ranks differ by
/// more than one.
inline share share_of(std::int64_t n, int rank, int ranks) {
  std::int64_t const each = n / ranks, rest = n % ranks;
  std::int64_t const first = each * rank + std::min<std::int64_t>(rank, rest);
  return {first, first + each + (rank < rest ? 1 : 0)};
}

/// Returns the sizes of all shares, times `factor`, as scatterv and gatherv take them.
inline std::vector<std::ptrdiff_t> sizes_of_shares(std::int64_t n, int ranks, std::int64_t factor = 1) {
  std::vector<std::ptrdiff_t> sizes;
  for (int r = 0; r < ranks; ++r)
    sizes.push_back(static_cast<std::ptrdiff_t>(share_of(n, r, ranks).size() * factor));
  return sizes;
}

/// Returns the elements of a vector as a span, for a communicator.
template <class V>
std::span<typename V::value_type> span_of(V& v) {
  return {thrum::raw_pointer_cast(v.data()), v.size()};
}
template <class V>
std::span<typename V::value_type const> span_of(V const& v) {
  return {thrum::raw_pointer_cast(v.data()), v.size()};
}

namespace detail {

/// Says whether an mpiexec, or a queueing system in its place, has started this process.
inline bool started_by_mpiexec() {
  for (char const* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMI_RANK", "PMIX_RANK"}) {
    if (std::getenv(name) != nullptr) return true;
  }
  return false;
}

inline bool asks_for_threads(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    std::string_view const word = argv[i];
    if (word == "--ranks" || word.starts_with("--ranks=")) return true;
  }
  return false;
}

/// Silences what every rank would say alike, as the errors of its command line.
class silent_streams {
 public:
  explicit silent_streams(bool silent) {
    if (!silent) return;
    out_ = std::cout.rdbuf(nullptr);
    err_ = std::cerr.rdbuf(nullptr);
  }
  silent_streams(silent_streams const&) = delete;
  silent_streams& operator=(silent_streams const&) = delete;
  ~silent_streams() {
    if (out_ != nullptr) std::cout.rdbuf(out_);
    if (err_ != nullptr) std::cerr.rdbuf(err_);
  }

 private:
  std::streambuf *out_ = nullptr, *err_ = nullptr;
};

/// Makes the rank's GPU current, before the first use of any.
template <class Communicator>
void choose_card([[maybe_unused]] session& s, [[maybe_unused]] Communicator const& c) {
#if defined(__CUDACC__)
  int const on_node = c.node().rank();
  if (!uses_card(s.asked())) return;
  int const gpus = thrum::cuda::device::count();
  thrum::cuda::device(gpu_of_rank(c.rank(), on_node, gpus, gpu_rule::on_node_modulo)).make_current();
#endif
}

/// Adds the checks of all ranks to those of rank 0.
template <class Communicator>
void join_checks(session& s, Communicator const& c) {
  constexpr int tag = 9999;  // of no message of an example
  checks& mine = s.verdict();
  if (c.rank() != 0) {
    std::string names;
    for (std::string const& name : mine.right()) names += name + '\n';
    c.send(names, 0, tag);
    c.send(mine.wrong(), 0, tag);
    return;
  }
  for (int r = 1; r < c.size(); ++r) {
    auto const names = c.template recv_vector<char>(r, tag);
    auto const wrong = c.template recv_vector<char>(r, tag);
    std::string_view rest(names.data(), names.size());
    for (std::size_t end; (end = rest.find('\n')) != std::string_view::npos; rest.remove_prefix(end + 1)) {
      mine.expect(true, std::string(rest.substr(0, end)));
    }
    if (!wrong.empty()) mine.expect(false, "rank " + std::to_string(r), std::string(wrong.begin(), wrong.end()));
  }
}

template <class Communicator, class Body>
void run_rank(session& s, Communicator const& c, Body const& body) {
  s.set_rank(c.rank(), [&c](double seconds) { return c.all_reduce(seconds, thrum::maximum<>{}); });
  choose_card(s, c);
  if (c.rank() == 0) print_missing(s.asked());
  body(s, c);
  join_checks(s, c);
}

}  // namespace detail

/// The main function of an example on ranks: runs body(session, communicator) on each, and returns
/// the exit status.
template <class Body>
int run_ranks(int argc, char** argv, description d, Body const& body) {
  if (d.ranks == 0) d.ranks = 4;
#if defined(THRUM_WITH_MPI)
  if (detail::started_by_mpiexec() && !detail::asks_for_threads(argc, argv)) {
    return thrum::mpi::run(argc, argv, [&](thrum::mpi::communicator const& c) {
      std::exception_ptr failure;
      int status = 0;
      {
        detail::silent_streams const silent(c.rank() != 0);
        status = run_with(argc, argv, d, policies_of_build(), [&](session& s) {
          try {
            detail::run_rank(s, c, body);
          } catch (bad_option const&) {
            throw;  // of every rank
          } catch (...) {
            if (c.size() > 1) failure = std::current_exception();
            throw;
          }
        });
      }
      // Ends the other ranks, which may wait for this one.
      if (failure != nullptr) std::rethrow_exception(failure);
      return status;
    });
  }
#endif
  return run_with(argc, argv, d, policies_of_build(), [&](session& s) {
    thrum::ranks::run(s.asked().ranks, [&](thrum::ranks::thread_communicator const& c) {
      if (c.rank() == 0) return detail::run_rank(s, c, body);
      session mine = s.of_another_rank();
      detail::run_rank(mine, c, body);
    });
  });
}

}  // namespace example
