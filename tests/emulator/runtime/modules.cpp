#include "modules.h"

#include <dlfcn.h>

#include <unordered_map>
#include <unordered_set>

#include "messages.h"

namespace emulator::runtime {
namespace {

struct variable_place {
  registered_module* owner = nullptr;
  std::size_t index = 0;
};

struct registry {
  std::mutex mutex;
  std::vector<std::unique_ptr<registered_module>> modules;
  std::unordered_map<void const*, CUkern_st*> kernels;  // by the host's function
  std::unordered_set<void const*> handles;
  std::unordered_map<void const*, variable_place> variables;
};
registry& registered() {
  static registry* const all = new registry;
  return *all;
}

// Copies by name or address find the variables among the allocations.
void add_variables(registered_module const& m, module& parsed, int device) {
  for (auto const& v : m.variables) {
    std::size_t size = 0;
    void* const p = parsed.find_symbol(v.name, &size);
    if (p == nullptr) continue;
    memory_kind const kind = v.managed_pointer != nullptr ? memory_kind::managed : memory_kind::variable;
    adopt(p, v.size != 0 ? v.size : size, kind, device, "a variable")->is_read_only = v.is_constant;
  }
}

void parse(registered_module& m, int device) {
  auto& instance = m.instances[device];
  if (!m.is_chosen) m.ptx = choose_ptx(m.data, settings().compute_capability);
  m.is_chosen = true;
  instance.error = m.ptx.error;
  if (m.ptx.error != cudaSuccess) return;
  try {
    instance.parsed = module::parse(m.ptx.text);
    add_variables(m, *instance.parsed, device);
  } catch (std::exception const& e) {
    say("PTX is not understood: %s", e.what());
    instance.error = cudaErrorInvalidPtx;
  }
}

registered_module& module_of_handle(void** handle) { return *reinterpret_cast<registered_module*>(handle); }

}  // namespace

module* module_of(registered_module& m, int device, cudaError_t* error) {
  std::lock_guard const guard(m.mutex);
  auto& instance = m.instances[device];
  if (!instance.is_tried) parse(m, device);
  instance.is_tried = true;
  *error = instance.error;
  return instance.parsed.get();
}

CUkern_st* find_kernel(void const* function) {
  std::lock_guard const guard(registered().mutex);
  auto const found = registered().kernels.find(function);
  if (found != registered().kernels.end()) return found->second;
  return registered().handles.contains(function) ? static_cast<CUkern_st*>(const_cast<void*>(function)) : nullptr;
}

cudaError_t information_of(CUkern_st& kernel, int device, kernel_info const** information) {
  if (kernel.information[device] == nullptr) {
    cudaError_t error = cudaSuccess;
    module const* const m = module_of(*kernel.owner, device, &error);
    if (m == nullptr) return error;
    kernel.information[device] = m->find_kernel(kernel.name);
  }
  *information = kernel.information[device];
  if (*information != nullptr) return cudaSuccess;
  say("no kernel %s in its module", kernel.name.c_str());
  return cudaErrorInvalidDeviceFunction;
}

cudaError_t address_of_symbol(void const* symbol, int device, void** p, std::size_t* size) {
  variable_place place;
  {
    std::lock_guard const guard(registered().mutex);
    auto const found = registered().variables.find(symbol);
    if (found == registered().variables.end()) return cudaErrorInvalidSymbol;
    place = found->second;
  }
  registered_variable const& v = place.owner->variables[place.index];
  cudaError_t error = cudaSuccess;
  module* const m = module_of(*place.owner, v.managed_pointer != nullptr ? 0 : device, &error);
  if (m == nullptr) return error;
  std::size_t bytes = 0;
  *p = m->find_symbol(v.name, &bytes);
  *size = v.size != 0 ? v.size : bytes;
  return *p == nullptr ? cudaErrorInvalidSymbol : cudaSuccess;
}

}  // namespace emulator::runtime

using namespace emulator::runtime;

// ---- What nvcc's code calls before main -----------------------------------------------------------------------------

namespace {

// What nvcc hands over of a fat binary.
struct fat_binary_wrapper {
  int magic;
  int version;
  void const* data;
  void* more;
};
constexpr int wrapper_magic = 0x466243b1;

void add_variable(void** handle, void const* host, registered_variable v) {
  registered_module& m = module_of_handle(handle);
  std::lock_guard const l(registered().mutex);
  registered().variables[host] = {&m, m.variables.size()};
  m.variables.push_back(std::move(v));
}

}  // namespace

EMULATED_API void** __cudaRegisterFatBinary(void* p) {
  auto const* const wrapper = static_cast<fat_binary_wrapper const*>(p);
  auto m = std::make_unique<registered_module>();
  m->data = wrapper->data;
  if (wrapper->magic != wrapper_magic) {
    say("a fat binary has another magic number than nvcc's");
    m->is_chosen = true;
    m->ptx.error = cudaErrorInvalidKernelImage;
  }
  std::lock_guard const l(registered().mutex);
  registered().modules.push_back(std::move(m));
  return reinterpret_cast<void**>(registered().modules.back().get());
}
EMULATED_API void __cudaRegisterFatBinaryEnd(void**) {}
EMULATED_API void __cudaUnregisterFatBinary(void**) {}

EMULATED_API void __cudaRegisterFunction(void** handle, char const* host, char*, char const* name, int, uint3*,
                                         uint3*, dim3*, dim3*, int*) {
  registered_module& m = module_of_handle(handle);
  auto kernel = std::make_unique<CUkern_st>();
  kernel->owner = &m;
  kernel->name = name;
  kernel->function = host;
  std::lock_guard const l(registered().mutex);
  registered().kernels[host] = kernel.get();
  registered().handles.insert(kernel.get());
  m.kernels.push_back(std::move(kernel));
}
EMULATED_API void __cudaRegisterVar(void** handle, char* host, char*, char const* name, int, size_t size,
                                    int constant, int) {
  add_variable(handle, host, {nullptr, name, size, constant != 0});
}
EMULATED_API void __cudaRegisterManagedVar(void** handle, void** host, char*, char const* name, int, size_t size,
                                           int, int) {
  add_variable(handle, host, {host, name, size, false});
}
EMULATED_API void __cudaRegisterHostVar(void**, char const*, char*, size_t) {}

// Code that touches managed variables calls it first.
EMULATED_API char __cudaInitModule(void** handle) {
  registered_module const& m = module_of_handle(handle);
  cudaError_t error = cudaSuccess;
  emulator::module* const parsed = module_of(module_of_handle(handle), 0, &error);
  if (parsed == nullptr) return 1;
  for (auto const& v : m.variables) {
    std::size_t size = 0;
    if (v.managed_pointer != nullptr) *v.managed_pointer = parsed->find_symbol(v.name, &size);
  }
  return 1;
}

EMULATED_API cudaError_t cudaGetKernel(cudaKernel_t* handle, void const* function) {
  CUkern_st* const kernel = find_kernel(function);
  if (kernel == nullptr) {
    Dl_info information{};
    dladdr(function, &information);
    say("the function at %p (%s) is no kernel that was registered", function,
        information.dli_sname != nullptr ? information.dli_sname : "without a name");
    return fail(cudaErrorInvalidDeviceFunction);
  }
  *handle = kernel;
  return cudaSuccess;
}
EMULATED_API cudaError_t __cudaGetKernel(cudaKernel_t* handle, void const* function) {
  return cudaGetKernel(handle, function);
}
EMULATED_API cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, void const* symbol) {
  CUkern_st* const kernel = find_kernel(symbol);
  if (kernel == nullptr) return fail(cudaErrorInvalidDeviceFunction);
  *function = reinterpret_cast<cudaFunction_t>(kernel);
  return cudaSuccess;
}
