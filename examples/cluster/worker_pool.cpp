// A pool of workers and n independent jobs, whose results stand in the order of the jobs: threads
// under the policies, and processes that share nothing but the memory made for it. Job k counts the
// primes of the k-th thousand, by a division for each candidate, so that later jobs take longer.
#include <sys/mman.h>
#include <sys/wait.h>
#include <thrum/for_each.h>
#include <thrum/iterator/counting_iterator.h>
#include <thrum/reduce.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>

#include "common/example.h"
#include "common/grain.h"

/// Returns the number of primes in [1000 k, 1000 (k + 1)).
struct count_primes {
  THRUM_HD int operator()(std::int64_t k) const {
    int primes = 0;
    for (std::int64_t i = 1000 * k; i < 1000 * (k + 1); ++i) {
      bool prime = i > 1;
      for (std::int64_t d = 2; prime && d * d <= i; ++d) prime = i % d != 0;
      primes += prime ? 1 : 0;
    }
    return primes;
  }
};

/// Writes the result of job k to its place, whoever does the job and whenever it ends.
struct do_job {
  int* results;
  THRUM_HD void operator()(std::int64_t k) const { results[k] = count_primes{}(k); }
};

/// The same results, by the sieve of Eratosthenes.
std::vector<int> by_sieve(std::int64_t jobs) {
  std::vector<bool> composite(static_cast<std::size_t>(1000 * jobs));
  std::vector<int> primes(static_cast<std::size_t>(jobs));
  for (std::size_t i = 2; i < composite.size(); ++i) {
    if (composite[i]) continue;
    ++primes[i / 1000];
    for (std::size_t j = i * i; j < composite.size(); j += i) composite[j] = true;
  }
  return primes;
}

/// Memory that child processes share with this one. A process has copies of all other memory.
template <class T>
class shared_memory {
 public:
  explicit shared_memory(std::size_t n) : bytes_(n * sizeof(T)) {
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = new (memory) T[n]();
  }
  shared_memory(shared_memory const&) = delete;
  shared_memory& operator=(shared_memory const&) = delete;
  ~shared_memory() { munmap(data_, bytes_); }
  T* data() const { return data_; }

 private:
  std::size_t bytes_;
  T* data_;
};

/// Does job(0), ..., job(n - 1) in child processes, each of which takes the next job from a counter
/// until none is left. Throws std::runtime_error if a child ended by a signal or with an error,
/// after all have ended.
template <class Job>
void run_in_processes(int workers, std::int64_t n, Job job) {
  shared_memory<std::atomic<std::int64_t>> next(1);
  static_assert(std::atomic<std::int64_t>::is_always_lock_free);  // so it works between processes
  std::vector<pid_t> children;
  for (int w = 0; w < workers; ++w) {
    pid_t const child = fork();
    if (child < 0) break;
    if (child == 0) {
      int status = 0;
      try {
        for (std::int64_t k; (k = next.data()->fetch_add(1)) < n;) job(k);
      } catch (...) {
        status = 1;
      }
      _exit(status);
    }
    children.push_back(child);
  }
  auto const failed = std::count_if(children.begin(), children.end(), [](pid_t child) {
    int status = 0;
    return waitpid(child, &status, 0) != child || status != 0;
  });
  if (static_cast<int>(children.size()) < workers) throw std::runtime_error("cannot start a process");
  if (failed > 0) throw std::runtime_error("workers that failed: " + std::to_string(failed));
}

struct failing_job {
  void operator()(std::int64_t k) const {
    if (k == 3) throw std::domain_error("job 3 cannot be done");
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "worker_pool",
                                  .text = "n independent jobs, done by threads and by processes.",
                                  .n = 1000,
                                  .quick = 100,
                                  .bytes = 150,
                                  .n_is = "jobs",
                                  .least = 4,
                                  .most = 100'000};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const expected = by_sieve(s.n());
    int const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    int const workers = s.asked().threads > 0 ? s.asked().threads : cores;

    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), int> results(s.size(), -1);
      // A task for each job, since each is long.
      auto const pool = example::with_tasks_of(policy, 1);
      s.time(policy, "jobs in a pool", [&] {
        thrum::for_each_n(pool, thrum::counting_iterator<std::int64_t>(0), s.n(),
                          do_job{thrum::raw_pointer_cast(results.data())});
      });
      s.check_equal("results are in the order of jobs", example::to_host(results), expected);
      int const primes = thrum::reduce(policy, results.begin(), results.end());
      s.say(example::name_of(policy) + ": " + example::grouped(primes) + " primes below " +
            example::grouped(1000 * s.n()));
      if (s.n() == 1000) s.check_equal("78,498 primes below a million", primes, 78'498);

      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        std::string message;
        try {
          thrum::for_each_n(pool, thrum::counting_iterator<std::int64_t>(0), s.n(), failing_job{});
        } catch (std::domain_error const& error) {
          message = error.what();
        }
        s.check_equal("the exception of a job reaches the caller", message, std::string("job 3 cannot be done"));
      }
    });

    shared_memory<int> const results(s.size());
    s.time_other(std::to_string(workers) + " processes", "jobs in a pool", [&] {
      std::fill_n(results.data(), s.size(), -1);
      run_in_processes(workers, s.n(), do_job{results.data()});
    });
    s.check_equal("those of processes too", std::vector<int>(results.data(), results.data() + s.size()), expected);
    s.time_other(std::to_string(workers) + " processes", "no work: to start and to end them",
                 [&] { run_in_processes(workers, 0, do_job{results.data()}); });

    // Without shared memory the results of a process end with it.
    std::vector<int> own(s.size(), -1);
    run_in_processes(workers, s.n(), do_job{own.data()});
    s.check_equal("in memory of their own they are lost", own, std::vector<int>(s.size(), -1));

    std::string message;
    try {
      run_in_processes(workers, s.n(), failing_job{});
    } catch (std::runtime_error const& error) {
      message = error.what();
    }
    s.check_equal("of a process only its status comes back", message, std::string("workers that failed: 1"));
  });
}
