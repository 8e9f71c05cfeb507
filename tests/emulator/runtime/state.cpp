#include "state.h"

namespace emulator::runtime {

runtime_state& state() {
  static runtime_state* const all = [] {
    auto* const made = new runtime_state;
    made->random.seed(settings().seed * 0x9E3779B97F4A7C15u + 1);
    return made;
  }();
  return *all;
}

thread_state& this_thread() {
  static thread_local thread_state mine;
  return mine;
}

cudaError_t fail(cudaError_t code) {
  if (code != cudaSuccess) this_thread().last_error = code;
  return code;
}

cudaError_t device_error() { return state().devices[this_thread().device].sticky; }

cudaError_t usable() {
  if (settings().devices == 0) return cudaErrorNoDevice;
  return this_thread().is_in_host_function ? cudaErrorNotPermitted : device_error();
}

bool is_device(int number) { return number >= 0 && number < settings().devices; }

void advance_clock(int device, std::uint64_t nanoseconds) {
  lock const l(state().mutex);
  state().devices[device].clock += nanoseconds;
}

}  // namespace emulator::runtime
