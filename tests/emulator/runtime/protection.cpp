#include "protection.h"

#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "allocations.h"
#include "messages.h"
#include "settings.h"

namespace emulator::runtime {
namespace {

void* pointer(address a) { return reinterpret_cast<void*>(a); }

// One key of the process, closed for the thread that makes it and for threads that it starts; -1
// where there is none.
int protection_key() {
  static int const key = [] {
    protection_kind const wanted = settings().protection;
    if (wanted == protection_kind::pages || wanted == protection_kind::none) return -1;
    int const made = pkey_alloc(0, PKEY_DISABLE_ACCESS);
    if (made < 0 && wanted == protection_kind::keys) {
      say("EMULATED_PROTECTION=keys: this processor or kernel has no memory protection keys");
      std::_Exit(2);
    }
    return made;
  }();
  return key;
}
bool closes_pages() { return protection_key() < 0 && settings().protection != protection_kind::none; }

// A stretch of address space that is given out from its beginning.
struct arena {
  std::mutex mutex;
  address begin = 0, next = 0, end = 0;
  int users = 0;  // device_access objects, where pages are opened and closed together
  std::unordered_map<address, std::size_t> dropped;  // bytes without memory, by table of pages

  arena() {
    for (std::size_t size = std::size_t{16} << 40; size >= std::size_t{64} << 30; size /= 2) {
      void* const p = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (p == MAP_FAILED) continue;
      begin = reinterpret_cast<address>(p);
      next = begin + page_size;
      end = begin + size;
      return;
    }
    say("no address space for the memory of the card; is there a limit (ulimit -v)?");
    std::abort();
  }
};

arena& arena_of(bool device) {
  static arena* const of_device = new arena;
  static arena* const of_host = new arena;
  return device ? *of_device : *of_host;
}

void set_access(address begin, std::size_t size, int access) {
  if (mprotect(pointer(begin), size, access) != 0) {
    std::perror("emulated card: mprotect of device memory");
    std::abort();
  }
}

// Where pages are opened and closed together the kernel looks at every table of pages, also at those whose pages have no
// memory. A new mapping of all the pages of a table frees the table.
void count_dropped(page_range& pages, bool is_dropped) {
  constexpr std::size_t table_size = std::size_t{2} << 20;
  pages.is_dropped = is_dropped;
  arena& a = arena_of(true);
  address const end = pages.begin + pages.size + page_size;
  std::lock_guard const guard(a.mutex);
  for (address at = pages.begin; at < end;) {
    address const table = at / table_size * table_size;
    address const table_end = std::min(end, table + table_size);
    std::size_t& dropped = a.dropped[table];
    if (is_dropped) dropped += table_end - at;
    else dropped -= table_end - at;
    if (dropped == table_size) {
      mmap(pointer(table), table_size, a.users > 0 ? PROT_READ | PROT_WRITE : PROT_NONE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    }
    at = table_end;
  }
}

struct sigaction handler_before;

void print_touch(void const* where) {
  static std::atomic<bool> told{false};
  if (told.exchange(true)) return;
  say("the host touches memory of the card at %p: %s", where, describe(where).c_str());
  void* frames[40];
  backtrace_symbols_fd(frames, backtrace(frames, 40), STDERR_FILENO);
}

bool is_of_card(address where) {
  for (bool const device : {true, false}) {
    arena const& a = arena_of(device);
    if (where >= a.begin && where < a.next) return true;
  }
  return false;
}

void on_fault(int number, siginfo_t* information, void* context) {
  bool const is_access = information->si_code > 0;
  if (is_access && is_of_card(reinterpret_cast<address>(information->si_addr))) print_touch(information->si_addr);
  if (is_access && (handler_before.sa_flags & SA_SIGINFO) != 0 && handler_before.sa_sigaction != on_fault) {
    handler_before.sa_sigaction(number, information, context);
    return;
  }
  if (is_access && (handler_before.sa_flags & SA_SIGINFO) == 0 && handler_before.sa_handler != SIG_DFL &&
      handler_before.sa_handler != SIG_IGN) {
    handler_before.sa_handler(number);
    return;
  }
  signal(SIGSEGV, SIG_DFL);
  if (!is_access) raise(SIGSEGV);
}

}  // namespace

void watch_for_touches() {
  struct sigaction now {};
  if (sigaction(SIGSEGV, nullptr, &now) != 0 || ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_fault))
    return;
  handler_before = now;
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigaction(SIGSEGV, &ours, nullptr);
}

page_range take_pages(std::size_t size, bool of_device) {
  watch_for_touches();
  arena& a = arena_of(of_device);
  std::lock_guard const guard(a.mutex);
  if (size > a.end - a.next - page_size) return {};
  page_range const pages{a.next, size, of_device};
  a.next += size + page_size;
  if (of_device && a.users > 0) set_access(pages.begin, size + page_size, PROT_READ | PROT_WRITE);
  return pages;
}

bool open_pages(page_range& pages) {
  constexpr int access = PROT_READ | PROT_WRITE;
  if (pages.of_device && closes_pages()) {  // device_access opens them
    if (pages.is_dropped) count_dropped(pages, false);
    return true;
  }
  if (pages.of_device && protection_key() >= 0) {
    return pkey_mprotect(pointer(pages.begin), pages.size, access, protection_key()) == 0;
  }
  return mprotect(pointer(pages.begin), pages.size, access) == 0;
}

void drop_pages(page_range& pages) {
  if (pages.of_device && closes_pages()) {
    madvise(pointer(pages.begin), pages.size, MADV_DONTNEED);
    count_dropped(pages, true);
    return;
  }
  mmap(pointer(pages.begin), pages.size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
       0);
}

device_access::device_access() {
  if (int const key = protection_key(); key >= 0) {
    before_ = pkey_get(key);
    pkey_set(key, 0);
  } else if (closes_pages()) {
    arena& a = arena_of(true);
    std::lock_guard const guard(a.mutex);
    if (a.users++ == 0) set_access(a.begin, a.next - a.begin, PROT_READ | PROT_WRITE);
  }
}

device_access::~device_access() {
  if (int const key = protection_key(); key >= 0) {
    pkey_set(key, static_cast<unsigned>(before_));
  } else if (closes_pages()) {
    arena& a = arena_of(true);
    std::lock_guard const guard(a.mutex);
    if (--a.users == 0) set_access(a.begin, a.next - a.begin, PROT_NONE);
  }
}

}  // namespace emulator::runtime
