#include "launches.h"

#include <algorithm>
#include <cstring>

#include "findings.h"
#include "messages.h"
#include "occupancy.h"
#include "report.h"
#include "streams.h"

namespace emulator::runtime {

std::vector<void*> kernel_call::pointers() const {
  std::vector<void*> all;
  for (auto const& [offset, size] : places) all.push_back(const_cast<char*>(bytes.data()) + offset);
  return all;
}

namespace {

std::uint64_t product(dim3 const& d) { return std::uint64_t{d.x} * d.y * d.z; }

cudaError_t check_extents(launch_request const& r) {
  if (product(r.grid) == 0 || product(r.block) == 0 || product(r.block) > most_threads_of_block) {
    return cudaErrorInvalidConfiguration;
  }
  if (r.block.x > 1024 || r.block.y > 1024 || r.block.z > 64) return cudaErrorInvalidConfiguration;
  if (r.grid.x > 0x7fffffff || r.grid.y > 65535 || r.grid.z > 65535) return cudaErrorInvalidConfiguration;
  return cudaSuccess;
}

cudaError_t check_shared(launch_request const& r, CUkern_st const& kernel, kernel_info const& information,
                         int device) {
  std::size_t const total = r.dynamic_shared + information.static_shared;
  if (total <= default_shared) return cudaSuccess;
  int const raised = kernel.most_dynamic_shared[device];
  return raised >= 0 && r.dynamic_shared <= static_cast<std::size_t>(raised) ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t check_cluster(launch_request const& r, CUkern_st const& kernel) {
  std::uint64_t const size = product(r.cluster);
  if (size <= 1) return cudaSuccess;
  if (settings().compute_capability < 90) return cudaErrorNotSupported;
  if (size > (kernel.allows_large_clusters ? 16 : 8)) return cudaErrorInvalidClusterSize;
  bool const divides = r.grid.x % r.cluster.x == 0 && r.grid.y % r.cluster.y == 0 && r.grid.z % r.cluster.z == 0;
  return divides ? cudaSuccess : cudaErrorInvalidConfiguration;
}

cudaError_t check_cooperative(launch_request const& r, kernel_info const& information) {
  if (!r.is_cooperative) return cudaSuccess;
  int const blocks = blocks_of_multiprocessor(information, static_cast<int>(product(r.block)), r.dynamic_shared);
  auto const room = static_cast<std::uint64_t>(blocks) * static_cast<std::uint64_t>(settings().multiprocessors);
  return product(r.grid) <= room ? cudaSuccess : cudaErrorCooperativeLaunchTooLarge;
}

void copy_arguments(kernel_info const& information, void** arguments, kernel_call& call) {
  constexpr std::size_t alignment = 16;
  std::size_t end = 0;
  for (auto const& p : information.parameters) {
    std::size_t const begin = (end + alignment - 1) / alignment * alignment;
    call.places.push_back({begin, p.size});
    end = begin + p.size;
  }
  call.bytes.resize(end + alignment);
  for (std::size_t i = 0; i < call.places.size(); ++i) {
    std::memcpy(call.bytes.data() + call.places[i].first, arguments[i], call.places[i].second);
  }
}

// What the device's clock counts for a kernel: what the kernel sees of it, a nanosecond a cycle,
// and the launch.
std::uint64_t kernel_time(costs const& spent) { return 2000 + spent.clock_cycles; }

launch_options options_of_launch(int device) {
  launch_options options;
  options.caches = caches_of(device);
  options.compute_capability = settings().compute_capability;
  options.step_limit = settings().step_limit;
  options.resident_blocks = settings().resident_blocks;
  options.racecheck = settings().checks.racecheck;
  options.initcheck = settings().checks.initcheck;
  options.synccheck = settings().checks.synccheck;
  options.report = report_finding;
  if (settings().seed != 0) {
    lock const l(state().mutex);
    options.seed = state().random() | 1;
  }
  return options;
}

void run_kernel(kernel_call const& call, int device) {
  cudaError_t error = cudaSuccess;
  module* const m = module_of(*call.kernel->owner, device, &error);
  if (m == nullptr) throw std::runtime_error("the kernel has no module");
  launch_config config;
  config.grid = {call.grid.x, call.grid.y, call.grid.z};
  config.block = {call.block.x, call.block.y, call.block.z};
  config.cluster = {call.cluster.x, call.cluster.y, call.cluster.z};
  config.dynamic_shared = call.dynamic_shared;
  config.cooperative = call.is_cooperative;
  costs spent;
  m->launch(
      call.kernel->name, config, call.pointers().data(), [device](void const* p) { return region_for(p, device); },
      [device](void const* p) { return describe_for(p, device); }, options_of_launch(device), &spent);
  add_costs(call.kernel->name, spent);
  advance_clock(device, kernel_time(spent));
}

}  // namespace

cudaError_t make_launch(launch_request const& asked, payload* made) {
  int const device = this_thread().device;
  CUkern_st* const kernel = find_kernel(asked.function);
  if (kernel == nullptr) return cudaErrorInvalidDeviceFunction;
  EMULATED_TRY(check_extents(asked));
  kernel_info const* information = nullptr;
  EMULATED_TRY(information_of(*kernel, device, &information));
  launch_request r = asked;
  extent const compiled = information->cluster;  // __cluster_dims__
  if (product(asked.cluster) == 1) r.cluster = dim3(compiled.x, compiled.y, compiled.z);
  if (product(r.block) > information->max_threads) return cudaErrorInvalidValue;
  if (product(r.block) > most_threads(*information)) return cudaErrorLaunchOutOfResources;
  EMULATED_TRY(check_shared(r, *kernel, *information, device));
  EMULATED_TRY(check_cluster(r, *kernel));
  EMULATED_TRY(check_cooperative(r, *information));
  if (!information->parameters.empty() && r.arguments == nullptr) return cudaErrorInvalidValue;

  auto call = std::make_shared<kernel_call>();
  call->kernel = kernel;
  call->grid = r.grid;
  call->block = r.block;
  call->cluster = r.cluster;
  call->dynamic_shared = r.dynamic_shared;
  call->is_cooperative = r.is_cooperative;
  copy_arguments(*information, r.arguments, *call);
  made->kind = operation_kind::kernel;
  made->type = cudaGraphNodeTypeKernel;
  made->kernel = call;
  made->name = kernel->name;
  made->work = [call, device] { run_kernel(*call, device); };
  ++calls().launches;
  return cudaSuccess;
}

namespace {

cudaError_t launch(launch_request const& r) {
  {
    lock const l(state().mutex);
    EMULATED_TRY(usable());
  }
  payload what;
  if (cudaError_t const code = make_launch(r, &what); code != cudaSuccess) {
    trace("a launch of %p, (%u,%u,%u) x (%u,%u,%u), fails: %s", r.function, r.grid.x, r.grid.y, r.grid.z,
          r.block.x, r.block.y, r.block.z, cudaGetErrorName(code));
    return fail(code);
  }
  lock l(state().mutex);
  cudaStream_t s = nullptr;
  EMULATED_TRY(resolve(r.stream, &s));
  if (s->device != this_thread().device) return fail(cudaErrorInvalidResourceHandle);
  return noted(enqueue(l, s, std::move(what)));
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, CUstream_st* stream) {
  this_thread().configurations.push_back({grid, block, shared, stream});
  return 0;
}
EMULATED_API cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared, void* stream) {
  if (this_thread().configurations.empty()) return fail(cudaErrorMissingConfiguration);
  launch_configuration const c = this_thread().configurations.back();
  this_thread().configurations.pop_back();
  *grid = c.grid;
  *block = c.block;
  *shared = c.dynamic_shared;
  *static_cast<cudaStream_t*>(stream) = c.stream;
  return cudaSuccess;
}

EMULATED_API cudaError_t cudaLaunchKernel(void const* f, dim3 grid, dim3 block, void** arguments, size_t shared,
                                          cudaStream_t s) {
  return launch({f, grid, block, arguments, shared, s});
}
EMULATED_API cudaError_t cudaLaunchKernel_ptsz(void const* f, dim3 grid, dim3 block, void** arguments,
                                               size_t shared, cudaStream_t s) {
  return launch({f, grid, block, arguments, shared, per_thread_default(s)});
}
EMULATED_API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                            size_t shared, cudaStream_t s) {
  return launch({kernel, grid, block, arguments, shared, s});
}
EMULATED_API cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                                                 size_t shared, cudaStream_t s) {
  return launch({kernel, grid, block, arguments, shared, per_thread_default(s)});
}
EMULATED_API cudaError_t cudaLaunchCooperativeKernel(void const* f, dim3 grid, dim3 block, void** arguments,
                                                     size_t shared, cudaStream_t s) {
  return launch({f, grid, block, arguments, shared, s, true});
}
EMULATED_API cudaError_t cudaLaunchCooperativeKernel_ptsz(void const* f, dim3 grid, dim3 block, void** arguments,
                                                          size_t shared, cudaStream_t s) {
  return launch({f, grid, block, arguments, shared, per_thread_default(s), true});
}

// Attributes that allow an overlap, such as programmatic stream serialization, need nothing:
// kernels never overlap here.
EMULATED_API cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const* c, void const* f, void** arguments) {
  if (c == nullptr) return fail(cudaErrorInvalidValue);
  launch_request r{f, c->gridDim, c->blockDim, arguments, c->dynamicSmemBytes, c->stream};
  for (cudaLaunchAttribute const* a = c->attrs; a != c->attrs + c->numAttrs; ++a) {
    if (a->id == cudaLaunchAttributeCooperative) r.is_cooperative = a->val.cooperative != 0;
    if (a->id == cudaLaunchAttributeClusterDimension) {
      r.cluster = dim3(a->val.clusterDim.x, a->val.clusterDim.y, a->val.clusterDim.z);
    }
  }
  return launch(r);
}
EMULATED_API cudaError_t cudaLaunchKernelExC_ptsz(cudaLaunchConfig_t const* c, void const* f, void** arguments) {
  if (c == nullptr) return fail(cudaErrorInvalidValue);
  cudaLaunchConfig_t copy = *c;
  copy.stream = per_thread_default(copy.stream);
  return cudaLaunchKernelExC(&copy, f, arguments);
}
