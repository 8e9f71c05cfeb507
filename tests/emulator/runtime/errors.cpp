// Errors of the runtime: their names, their texts, and the last one of a thread.
#include "state.h"

namespace emulator::runtime {
namespace {

struct error_text {
  cudaError_t code;
  char const* name;
  char const* text;
};

#define ERROR_TEXT(name, text) {name, #name, text}
constexpr error_text errors[] = {
    ERROR_TEXT(cudaSuccess, "no error"),
    ERROR_TEXT(cudaErrorInvalidValue, "invalid argument"),
    ERROR_TEXT(cudaErrorMemoryAllocation, "out of memory"),
    ERROR_TEXT(cudaErrorInitializationError, "initialization error"),
    ERROR_TEXT(cudaErrorCudartUnloading, "driver shutting down"),
    ERROR_TEXT(cudaErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR_TEXT(cudaErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR_TEXT(cudaErrorInvalidSymbol, "invalid device symbol"),
    ERROR_TEXT(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR_TEXT(cudaErrorInsufficientDriver, "CUDA driver version is insufficient for CUDA runtime version"),
    ERROR_TEXT(cudaErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR_TEXT(cudaErrorInvalidDeviceFunction, "invalid device function"),
    ERROR_TEXT(cudaErrorNoDevice, "no CUDA-capable device is detected"),
    ERROR_TEXT(cudaErrorInvalidDevice, "invalid device ordinal"),
    ERROR_TEXT(cudaErrorInvalidKernelImage, "device kernel image is invalid"),
    ERROR_TEXT(cudaErrorDeviceUninitialized, "invalid device context"),
    ERROR_TEXT(cudaErrorNoKernelImageForDevice, "no kernel image is available for execution on the device"),
    ERROR_TEXT(cudaErrorInvalidPtx, "a PTX JIT compilation failed"),
    ERROR_TEXT(cudaErrorInvalidResourceHandle, "invalid resource handle"),
    ERROR_TEXT(cudaErrorIllegalState, "the operation cannot be performed in the present state"),
    ERROR_TEXT(cudaErrorSymbolNotFound, "named symbol not found"),
    ERROR_TEXT(cudaErrorNotReady, "device not ready"),
    ERROR_TEXT(cudaErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR_TEXT(cudaErrorLaunchOutOfResources, "too many resources requested for launch"),
    ERROR_TEXT(cudaErrorLaunchTimeout, "the launch timed out and was terminated"),
    ERROR_TEXT(cudaErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR_TEXT(cudaErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR_TEXT(cudaErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    ERROR_TEXT(cudaErrorContextIsDestroyed, "context is destroyed"),
    ERROR_TEXT(cudaErrorAssert, "device-side assert triggered"),
    ERROR_TEXT(cudaErrorTooManyPeers, "peer mapping resources exhausted"),
    ERROR_TEXT(cudaErrorHostMemoryAlreadyRegistered,
               "part or all of the requested memory range is already mapped"),
    ERROR_TEXT(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    ERROR_TEXT(cudaErrorIllegalInstruction, "an illegal instruction was encountered"),
    ERROR_TEXT(cudaErrorMisalignedAddress, "misaligned address"),
    ERROR_TEXT(cudaErrorInvalidAddressSpace, "operation not supported on global/shared address space"),
    ERROR_TEXT(cudaErrorInvalidPc, "invalid program counter"),
    ERROR_TEXT(cudaErrorLaunchFailure, "unspecified launch failure"),
    ERROR_TEXT(cudaErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR_TEXT(cudaErrorNotPermitted, "operation not permitted"),
    ERROR_TEXT(cudaErrorNotSupported, "operation not supported"),
    ERROR_TEXT(cudaErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ERROR_TEXT(cudaErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    ERROR_TEXT(cudaErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    ERROR_TEXT(cudaErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ERROR_TEXT(cudaErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ERROR_TEXT(cudaErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    ERROR_TEXT(cudaErrorStreamCaptureImplicit,
               "operation would make the legacy stream depend on a capturing blocking stream"),
    ERROR_TEXT(cudaErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    ERROR_TEXT(cudaErrorStreamCaptureWrongThread,
               "attempt to terminate a thread-local capture sequence from another thread"),
    ERROR_TEXT(cudaErrorGraphExecUpdateFailure,
               "the graph update was not performed because it included changes which violated constraints "
               "specific to instantiated graph update"),
    ERROR_TEXT(cudaErrorInvalidClusterSize, "cluster misconfiguration"),
    ERROR_TEXT(cudaErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ERROR_TEXT(cudaErrorUnknown, "unknown error"),
};
#undef ERROR_TEXT

error_text const* find_text(cudaError_t code) {
  for (error_text const& e : errors) {
    if (e.code == code) return &e;
  }
  return nullptr;
}

}  // namespace
}  // namespace emulator::runtime

using namespace emulator::runtime;

EMULATED_API char const* cudaGetErrorName(cudaError_t code) {
  error_text const* const e = find_text(code);
  return e != nullptr ? e->name : "unrecognized error code";
}
EMULATED_API char const* cudaGetErrorString(cudaError_t code) {
  error_text const* const e = find_text(code);
  return e != nullptr ? e->text : "unrecognized error code";
}

// A fault stays: no call takes it back.
EMULATED_API cudaError_t cudaPeekAtLastError() {
  lock const l(state().mutex);
  cudaError_t const sticky = device_error();
  return sticky != cudaSuccess ? sticky : this_thread().last_error;
}
EMULATED_API cudaError_t cudaGetLastError() {
  cudaError_t const code = cudaPeekAtLastError();
  this_thread().last_error = cudaSuccess;
  return code;
}
