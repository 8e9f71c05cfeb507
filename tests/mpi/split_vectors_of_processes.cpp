// Split vectors whose parts are in processes: the results and the bits of one part, errors of one
// process, and what calls send.
#include <doctest/doctest.h>
#include <mpi.h>
#include <thrum/checked.h>
#include <thrum/execution_policy.h>
#include <thrum/memory_resource.h>
#include <thrum/mpi.h>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
#include "mpi/counting.h"
#include "multi_device/split_vectors.h"
#if defined(THRUM_WITH_TBB)
#include <thrum/tbb.h>
#endif

namespace {

namespace mpi = thrum::mpi;
using counting::call;
using counting::total;
using split_vectors::random_ints;

#if defined(THRUM_WITH_TBB)
using parallel = thrum::tbb::policy;
#else
using parallel = thrum::seq_policy;
#endif

/// Calls f, and expects that rank `failed` throws E, and the others remote_error of its message.
template <class E, class F>
void expect_failure(mpi::communicator const& c, int failed, F f) {
  std::string text;
  try {
    f();
    FAIL("no exception");
  } catch (mpi::remote_error const& e) {
    CHECK(c.rank() != failed);
    CHECK(e.rank() == failed);
    text = e.what();
  } catch (E const& e) {
    CHECK(c.rank() == failed);
    text = "thrum: rank " + std::to_string(failed) + " failed: " + e.what();
  }
  CHECK(c.all_gather(text.size()) == std::vector<std::size_t>(static_cast<std::size_t>(c.size()), text.size()));
}

/// The rounds in which a sort of n keys finds its cuts, by the bound on their windows.
std::ptrdiff_t rounds_of_cuts(std::ptrdiff_t n, std::ptrdiff_t p, std::ptrdiff_t samples) {
  std::ptrdiff_t rounds = 1, step = (n + samples * (p - 1) - 1) / (samples * (p - 1));
  for (; step > 1; ++rounds) step = (2 * p * step + samples - 1) / samples;
  return rounds;
}

}  // namespace

TEST_CASE_TEMPLATE("processes give what one vector gives", B, thrum::seq_policy, parallel) {
  mpi::communicator const c(MPI_COMM_WORLD);
  mpi::group const group(c, B());
  for (std::ptrdiff_t const n : {0, 1, 2, 4, 5, 1000, 17'003}) split_vectors::check_all(group, n);
  split_vectors::check_bits(group);
}

TEST_CASE("small pieces change no result") {
  mpi::communicator const c(MPI_COMM_WORLD);
  for (std::ptrdiff_t const piece : {7, 1000}) {
    mpi::group const group(c.with_piece(piece), thrum::seq);
    for (std::ptrdiff_t const n : {5, 1000}) split_vectors::check_all(group, n);
  }
}

TEST_CASE("what throws in one process ends the call in all, and the group works afterwards") {
  mpi::communicator const c(MPI_COMM_WORLD);
  mpi::group const group(c, thrum::seq);
  std::vector<std::ptrdiff_t> const sizes(static_cast<std::size_t>(c.size()), 100);
  mpi::vector<int, decltype(group)> v(group, sizes, thrum::no_init);
  for (int failed = 0; failed < c.size(); ++failed) {
    CAPTURE(failed);
    auto const fails = [failed](int x) {
      if (x == failed * 100 + 50) throw std::runtime_error("element " + std::to_string(x));
      return x;
    };
    mpi::sequence(v);
    expect_failure<std::runtime_error>(c, failed, [&] { mpi::for_each(v, fails); });
    expect_failure<std::runtime_error>(c, failed, [&] { mpi::transform_reduce(v, fails, 0, thrum::plus<>{}); });
    expect_failure<std::runtime_error>(c, failed,
                                       [&] { mpi::sort(v, [&](int a, int b) { return fails(a) > fails(b); }); });
    int const sum = mpi::reduce(v), n = 100 * c.size();
    CHECK(sum == n * (n - 1) / 2);
  }
}

TEST_CASE("whichever allocation fails in a process, all report it and nothing is lost") {
  mpi::communicator const c(MPI_COMM_WORLD);
  auto const h = random_ints(3000, 100);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  int const failed = c.size() - 1;
  bool went_on = true;
  for (std::size_t k = 1; went_on; ++k) {
    REQUIRE(k < 200);
    thrum::fail_on_kth_allocation<thrum::host_space> failing(c.rank() == failed ? k : 1'000'000);
    mpi::group const group(c, thrum::seq.with(failing));
    std::vector<std::ptrdiff_t> sizes(static_cast<std::size_t>(c.size()), 0);
    sizes.front() += 1000;
    sizes.back() += 2000;
    using vector = mpi::vector<int, decltype(group)>;
    try {
      vector v(group, sizes, h);
      try {
        mpi::sort(v);
        auto const found = v.to_host();
        CHECK(found == sorted);
      } catch (std::bad_alloc const&) {
        CHECK(c.rank() == failed);
      } catch (mpi::remote_error const& e) {
        CHECK(e.rank() == failed);
      }
      auto left = v.to_host();
      std::sort(left.begin(), left.end());
      CHECK(left == sorted);
    } catch (std::bad_alloc const&) {
      CHECK(c.rank() == failed);
    } catch (mpi::remote_error const& e) {
      CHECK(e.rank() == failed);
    }
    went_on = c.broadcast(failing.failed() ? 1 : 0, failed) != 0;
  }
}

TEST_CASE("a process that is late changes nothing") {
  mpi::communicator const c(MPI_COMM_WORLD);
  mpi::group const group(c, thrum::seq);
  auto const h = random_ints(50'000, 1000);
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  for (int late = 0; late < c.size(); ++late) {
    auto const wait = [&] {
      if (c.rank() == late) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    };
    mpi::vector<int, decltype(group)> v(group, h);
    wait();
    mpi::sort(v);
    wait();
    int const sum = mpi::reduce(v);
    CHECK(sum == std::accumulate(h.begin(), h.end(), 0));
    wait();
    auto const found = v.to_host();
    CHECK(found == sorted);
  }
}

TEST_CASE("checked processes name the call that differs") {
  mpi::communicator const c(MPI_COMM_WORLD);
  if (c.size() < 3) return;
  mpi::group const group(c, thrum::checked(thrum::seq));
  mpi::vector<int, decltype(group)> v(group, 1000);
  CHECK_THROWS_WITH_AS(c.rank() == 2 ? static_cast<void>(mpi::reduce(v)) : mpi::sort(v),
                       "thrum: rank 2 called reduce, the others sort", std::logic_error);
  mpi::sort(v);
}

TEST_CASE("what calls send") {
  mpi::communicator const c(MPI_COMM_WORLD);
  mpi::group const group(c, thrum::seq);
  std::ptrdiff_t const p = c.size(), n = 300'000;
  auto const h = random_ints(n, 1 << 30);
  mpi::vector<int, decltype(group)> v(group, h), w(v);
  std::ptrdiff_t const mine = v.sizes().size(c.rank()), own_tiles = (mine + 16383) / 16384;
  auto const counted = [](auto f) {
    counting::reset();
    f();
    return counting::since_reset();
  };
  total const agreement{1, 4};

  auto sent = counted([&] { mpi::transform(v, w, thrum::negate<>{}); });
  CHECK(sent[call::allreduce] == agreement);
  CHECK(sent.collectives() == agreement);
  CHECK(sent.messages() == total{});

  // The sums of the tiles, after an agreement.
  sent = counted([&] { mpi::reduce(v, 0.0); });
  CHECK(sent[call::allgatherv] == total{1, own_tiles * 8});
  CHECK(sent[call::allreduce] == total{2, 8});
  CHECK(sent.collectives().calls == 3);
  CHECK(sent.messages() == total{});

  // As many elements as lie elsewhere afterwards, and those that stay.
  std::vector<std::ptrdiff_t> sizes(static_cast<std::size_t>(p), 0);
  sizes.back() = n;
  mpi::vector<int, decltype(group)> all_at_the_end(group, sizes, thrum::no_init);
  sent = counted([&] { mpi::copy(v, all_at_the_end); });
  CHECK(sent[call::alltoallv] == total{1, mine * 4});
  CHECK(sent.messages() == total{});

  sent = counted([&] { mpi::sort(v); });
  if (p == 1) {
    CHECK(sent.collectives() == agreement);
  } else {
    // A round gathers samples, and then the windows of the cut that this rank has narrowed.
    std::ptrdiff_t const gathers = sent[call::allgatherv].calls, rounds = gathers / 2;
    std::ptrdiff_t const windows = c.rank() < p - 1 ? 2 * p * 8 : 0;
    CHECK(gathers == 2 * rounds);
    CHECK(rounds >= 1);
    CHECK(rounds <= rounds_of_cuts(n, p, 4096));
    CHECK(sent[call::allgatherv].bytes <= rounds * (4096 * (p - 1) * 4 + windows));
    CHECK(sent[call::alltoallv] == total{1, mine * 4});
    CHECK(sent.messages() == total{});
    // An agreement for each exchange and at the end. (MPI 3 agrees on the length of the pieces, too.)
    CHECK(sent[call::allreduce].calls == gathers + 2 + (MPI_VERSION < 4 ? 1 : 0));
  }
  auto sorted = h;
  std::sort(sorted.begin(), sorted.end());
  auto const found = v.to_host();
  CHECK(found == sorted);
}
