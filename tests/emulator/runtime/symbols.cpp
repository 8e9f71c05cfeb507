// Variables of the device, by their names.
#include "copies.h"
#include "modules.h"

namespace emulator::runtime {
namespace {

// The place in a variable, where the bytes lie within it.
cudaError_t place_in_symbol(void const* symbol, std::size_t offset, std::size_t bytes, char** p) {
  void* begin = nullptr;
  std::size_t size = 0;
  EMULATED_TRY(address_of_symbol(symbol, this_thread().device, &begin, &size));
  if (offset > size || bytes > size - offset) return cudaErrorInvalidValue;
  *p = static_cast<char*>(begin) + offset;
  return cudaSuccess;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API cudaError_t cudaGetSymbolAddress(void** p, void const* symbol) {
  std::size_t size = 0;
  return noted(address_of_symbol(symbol, this_thread().device, p, &size));
}
EMULATED_API cudaError_t cudaGetSymbolSize(size_t* size, void const* symbol) {
  void* p = nullptr;
  return noted(address_of_symbol(symbol, this_thread().device, &p, size));
}

EMULATED_API cudaError_t cudaMemcpyToSymbolAsync(void const* symbol, void const* from, size_t n, size_t offset,
                                                 cudaMemcpyKind kind, cudaStream_t stream) {
  char* p = nullptr;
  EMULATED_TRY(place_in_symbol(symbol, offset, n, &p));
  return cudaMemcpyAsync(p, from, n, kind, stream);
}
EMULATED_API cudaError_t cudaMemcpyToSymbolAsync_ptsz(void const* symbol, void const* from, size_t n,
                                                      size_t offset, cudaMemcpyKind kind, cudaStream_t s) {
  return cudaMemcpyToSymbolAsync(symbol, from, n, offset, kind, s != nullptr ? s : cudaStreamPerThread);
}
EMULATED_API cudaError_t cudaMemcpyFromSymbolAsync(void* to, void const* symbol, size_t n, size_t offset,
                                                   cudaMemcpyKind kind, cudaStream_t stream) {
  char* p = nullptr;
  EMULATED_TRY(place_in_symbol(symbol, offset, n, &p));
  return cudaMemcpyAsync(to, p, n, kind, stream);
}
EMULATED_API cudaError_t cudaMemcpyFromSymbolAsync_ptsz(void* to, void const* symbol, size_t n, size_t offset,
                                                        cudaMemcpyKind kind, cudaStream_t s) {
  return cudaMemcpyFromSymbolAsync(to, symbol, n, offset, kind, s != nullptr ? s : cudaStreamPerThread);
}
EMULATED_API cudaError_t cudaMemcpyToSymbol(void const* symbol, void const* from, size_t n, size_t offset,
                                            cudaMemcpyKind kind) {
  char* p = nullptr;
  EMULATED_TRY(place_in_symbol(symbol, offset, n, &p));
  return cudaMemcpy(p, from, n, kind);
}
EMULATED_API cudaError_t cudaMemcpyFromSymbol(void* to, void const* symbol, size_t n, size_t offset,
                                              cudaMemcpyKind kind) {
  char* p = nullptr;
  EMULATED_TRY(place_in_symbol(symbol, offset, n, &p));
  return cudaMemcpy(to, p, n, kind);
}
