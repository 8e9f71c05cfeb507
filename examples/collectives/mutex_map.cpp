// Threads fetch pages and put them into one map. An object, a lock_guard, holds the mutex, so that
// the mutex is released however the function ends, also by an exception. If the tasks are known
// beforehand no lock is needed: each task writes to a place of its own, and one thread makes the
// map of all pages at the end.
#include <thrum/transform.h>
#include <chrono>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "common/example.h"

using pages = std::map<std::string, std::string>;

/// Takes as long as a page from a slow network.
struct fetch {
  std::chrono::milliseconds wait;
  std::string operator()(std::string const& address) const {
    std::this_thread::sleep_for(wait);
    return "content of " + address;
  }
};

struct guarded_pages {
  std::mutex mutex;
  pages known;

  void add(std::string const& address, fetch const& get) {
    std::string content = get(address);  // before the lock: nobody waits for the network
    std::lock_guard const lock(mutex);
    if (known.contains(address)) throw std::invalid_argument(address + " is known already");
    known[address] = std::move(content);
  }
};

pages by_threads(std::vector<std::string> const& addresses, fetch const& get) {
  guarded_pages all;
  {
    std::vector<std::jthread> threads;
    for (auto const& address : addresses) threads.emplace_back([&, address] { all.add(address, get); });
  }
  return std::move(all.known);
}

/// A fetch takes far longer than a task costs, so that grain(1) makes each page a task.
template <class Policy>
pages by_transform(Policy const& policy, std::vector<std::string> const& addresses, fetch const& get) {
  std::vector<std::string> contents(addresses.size());
  if constexpr (requires { policy.grain(1); }) {
    thrum::transform(policy.grain(1), addresses.begin(), addresses.end(), contents.begin(), get);
  } else {
    thrum::transform(policy, addresses.begin(), addresses.end(), contents.begin(), get);
  }
  pages all;
  for (std::size_t i = 0; i < addresses.size(); ++i) all[addresses[i]] = contents[i];
  return all;
}

/// Says whether another thread gets the mutex after a known page was added again.
bool free_after_a_throw(fetch const& get) {
  guarded_pages all;
  all.add("foo", get);
  try {
    all.add("foo", get);
    return false;
  } catch (std::invalid_argument const&) {
    bool taken = false;
    std::jthread([&] {
      taken = all.mutex.try_lock();
      if (taken) all.mutex.unlock();
    }).join();
    return taken;
  }
}

int main(int argc, char** argv) {
  example::description const what{.id = "mutex_map",
                                  .text = "Threads that fetch pages, of two seconds each, into one map.",
                                  .n = 2,
                                  .quick = 2,
                                  .bytes = 1 << 20,
                                  .n_is = "pages",
                                  .least = 2,
                                  .most = 64};
  return example::run(argc, argv, what, [](example::session& s) {
    fetch const get{std::chrono::milliseconds(s.quick() ? 20 : 2000)}, at_once{std::chrono::milliseconds(0)};
    std::vector<std::string> addresses{"foo", "bar"};
    while (addresses.size() < s.size()) addresses.push_back("page " + std::to_string(addresses.size()));
    pages expected;
    for (auto const& address : addresses) expected[address] = "content of " + address;

    pages got;
    auto const once = [&](std::string const& who, std::string const& how, auto const& work) {
      s.progress().show(how);
      s.add({how, who, example::seconds_of([&] { got = work(); }), {}});
      s.check(how + " knows every page", got == expected);
    };
    once("std", "threads and a mutex", [&] { return by_threads(addresses, get); });
    example::for_each_policy(s.asked(), [&](auto const& policy, std::string const&) {
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        once(example::name_of(policy), "transform", [&] { return by_transform(policy, addresses, get); });
      }
    });
    for (auto const& [address, content] : expected) s.say(address + ": " + content);
    s.check("the mutex is free after a throw", free_after_a_throw(at_once));
  });
}
