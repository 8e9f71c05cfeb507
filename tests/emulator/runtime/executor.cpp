// The thread that does the work of streams: what somebody waits for and what that comes after, and
// nothing else. With a seed it takes any of what can run, at times one that nobody waits for.
#include <algorithm>
#include <thread>

#include "findings.h"
#include "messages.h"
#include "streams.h"

namespace emulator::runtime {
namespace {

cudaError_t code_of(fault_kind kind) {
  switch (kind) {
    case fault_kind::illegal_address:
      return cudaErrorIllegalAddress;
    case fault_kind::misaligned_address:
      return cudaErrorMisalignedAddress;
    case fault_kind::assertion:
      return cudaErrorAssert;
    case fault_kind::trap:
    case fault_kind::stack_overflow:
    case fault_kind::invalid_synchronisation:
      return cudaErrorLaunchFailure;
    case fault_kind::unsupported_instruction:
      return cudaErrorIllegalInstruction;
    case fault_kind::deadlock:
      return cudaErrorLaunchTimeout;
    case fault_kind::invalid_launch:
      return cudaErrorInvalidConfiguration;
  }
  return cudaErrorLaunchFailure;
}

// From here on every call to the device gives this error.
void break_device(operation const& o, cudaError_t code, std::string const& text) {
  lock const l(state().mutex);
  count_fault();
  if (state().devices[o.device].sticky != cudaSuccess) return;
  state().devices[o.device].sticky = code;
  // The text of a kernel's fault names the kernel.
  std::string const where = o.kind == operation_kind::kernel ? "" : " in " + o.name;
  say("device %d fails with %s%s: %s", o.device, cudaGetErrorName(code), where.c_str(), text.c_str());
}

void run(operation& o) {
  bool is_broken = false;
  {
    lock const l(state().mutex);
    is_broken = state().devices[o.device].sticky != cudaSuccess;
  }
  if (!o.work || (is_broken && !o.runs_after_fault)) return;
  trace("runs %llu, %s", static_cast<unsigned long long>(o.id), o.name.c_str());
  advance_clock(o.device, 1000);
  try {
    o.work();
  } catch (fault const& e) {
    break_device(o, code_of(e.kind()), e.what());
  } catch (std::exception const& e) {
    break_device(o, cudaErrorLaunchFailure, e.what());
  }
}

operation_pointer take(std::vector<operation_pointer>& from, bool any) {
  auto chosen =
      std::min_element(from.begin(), from.end(), [](auto const& a, auto const& b) { return a->id < b->id; });
  if (any) chosen = from.begin() + static_cast<std::ptrdiff_t>(state().random() % from.size());
  std::swap(*chosen, from.back());
  operation_pointer o = std::move(from.back());
  from.pop_back();
  return o;
}

void finish(operation_pointer const& o) {
  o->is_done = true;
  o->work = nullptr;
  for (operation_pointer const& next : o->before) {
    if (--next->pending == 0) (next->is_demanded ? state().ready : state().idle).push_back(next);
  }
  o->before.clear();
  o->after.clear();
  cudaStream_t const s = o->stream;
  if (s != nullptr && s->last == o) {
    s->last = nullptr;
    if (!s->is_alive) state().devices[s->device].streams.erase(s);
  }
}

// Host functions have a thread of their own: the device goes on meanwhile.
void host_loop() {
  this_thread().is_in_host_function = true;
  lock l(state().mutex);
  for (;;) {
    state().host_function_is_ready.wait(l, [] { return !state().host_functions.empty(); });
    operation_pointer const o = state().host_functions.front();
    state().host_functions.pop_front();
    l.unlock();
    run(*o);
    l.lock();
    finish(o);
    state().something_is_ready.notify_one();
    state().something_is_done.notify_all();
  }
}

void hand_to_host(operation_pointer const& o) {
  state().host_functions.push_back(o);
  if (!state().has_host_thread) {
    state().has_host_thread = true;
    std::thread(host_loop).detach();
  }
  state().host_function_is_ready.notify_one();
}

operation_pointer next_operation() {
  bool const is_shuffled = settings().seed != 0;
  if (is_shuffled && !state().idle.empty() && state().random() % 4 == 0) {
    operation_pointer early = take(state().idle, true);
    early->is_demanded = true;
    state().ready.push_back(std::move(early));
  }
  return take(state().ready, is_shuffled);
}

// Runs all that is ready. Device memory is open to this thread meanwhile, and closed again before
// it rests.
void run_ready(lock& l) {
  l.unlock();
  device_access const access;
  l.lock();
  while (!state().ready.empty()) {
    operation_pointer const o = next_operation();
    if (o->kind == operation_kind::host) {
      hand_to_host(o);
      continue;
    }
    l.unlock();
    {
      std::lock_guard const running(state().running);
      run(*o);
    }
    l.lock();
    finish(o);
    state().is_closing = state().ready.empty();
    if (!state().is_closing) state().something_is_done.notify_all();
  }
  l.unlock();
}

void executor_loop() {
  lock l(state().mutex);
  for (;;) {
    state().something_is_ready.wait(l, [] { return !state().ready.empty(); });
    run_ready(l);
    l.lock();
    state().is_closing = false;
    state().something_is_done.notify_all();
  }
}

void wait_until_done(lock& l, operation const& o) {
  state().something_is_done.wait(l, [&] { return o.is_done && !state().is_closing; });
}

}  // namespace

void demand(operation_pointer const& first) {
  if (!first || first->is_done) return;
  std::vector<operation_pointer> stack{first};
  while (!stack.empty()) {
    operation_pointer const o = std::move(stack.back());
    stack.pop_back();
    if (!o || o->is_done || o->is_demanded) continue;
    o->is_demanded = true;
    if (o->pending == 0) {
      std::erase(state().idle, o);
      state().ready.push_back(o);
    }
    stack.insert(stack.end(), o->after.begin(), o->after.end());
    o->after.clear();
  }
  if (!state().has_executor) {
    state().has_executor = true;
    std::thread(executor_loop).detach();
  }
  state().something_is_ready.notify_one();
}

void wait_for(lock& l, operation_pointer const& o) {
  if (!o) return;
  operation_pointer const kept = o;
  demand(kept);
  wait_until_done(l, *kept);
}

void wait_for_device(lock& l, int device) {
  std::vector<operation_pointer> all;
  for (cudaStream_t const s : state().devices[device].streams) {
    if (s->last) all.push_back(s->last);
  }
  for (operation_pointer const& o : all) demand(o);
  for (operation_pointer const& o : all) wait_until_done(l, *o);
  trim_pools_after_wait(device);
}

void run_if_eager(lock& l, operation_pointer const& o) {
  if (settings().eager && o && o->kind != operation_kind::host) wait_for(l, o);
}

}  // namespace emulator::runtime
