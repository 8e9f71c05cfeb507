// Defects of order between the host and streams, and between streams. Their work runs late, so that
// what does not wait for it sees that it has not been done.
#include <vector>

#include "planted.h"

namespace planted {
namespace {

constexpr int count = 64;

__global__ void add_to_all(int* values, int number) { values[threadIdx.x] += number; }

__global__ void store_all(int* values, int number) { values[threadIdx.x] = number; }

__global__ void copy_all(int const* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

bool all(std::vector<int> const& values, int number) { return values == std::vector<int>(count, number); }

// A stream reads what another one writes, without the event that orders them.
template <bool correct>
bool missing_event_wait() {
  stream const writer, reader;
  device_array<int> const values{std::vector<int>(count, 1)}, copy{std::vector<int>(count, 0)};
  cudaEvent_t written = nullptr;
  check(cudaEventCreateWithFlags(&written, cudaEventDisableTiming));
  store_all<<<1, count, 0, writer>>>(values.data(), 2);
  check(cudaEventRecord(written, writer));
  if (correct) check(cudaStreamWaitEvent(reader, written));
  copy_all<<<1, count, 0, reader>>>(values.data(), copy.data());
  check(cudaStreamSynchronize(reader));
  std::vector<int> const result = copy.to_host();
  check(cudaEventDestroy(written));
  finish();
  return all(result, 2);
}
registered const case_missing_event_wait{"missing_event_wait", catcher::wrong_result, "",
                                         missing_event_wait<false>, missing_event_wait<true>};

// cudaMemcpy waits for the default stream, and not for one that was made non-blocking.
template <bool correct>
bool copy_does_not_wait_for_stream() {
  stream const work;
  device_array<int> const values{std::vector<int>(count, 1)};
  add_to_all<<<1, count, 0, work>>>(values.data(), 1);
  if (correct) check(cudaStreamSynchronize(work));
  std::vector<int> const result = values.to_host();
  finish();
  return all(result, 2);
}
registered const case_copy_does_not_wait_for_stream{"copy_does_not_wait_for_stream", catcher::wrong_result, "",
                                                    copy_does_not_wait_for_stream<false>,
                                                    copy_does_not_wait_for_stream<true>};

// Nor has it written to the device when it returns: it may have taken the host's values alone.
template <bool correct>
bool upload_returns_early() {
  stream const work;
  device_array<int> const values{std::vector<int>(count, 0)};
  std::vector<int> const ones(count, 1);
  check(cudaMemcpy(values.data(), ones.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  if (correct) check(cudaStreamSynchronize(nullptr));
  add_to_all<<<1, count, 0, work>>>(values.data(), 1);
  check(cudaStreamSynchronize(work));
  finish();
  return all(values.to_host(), 2);
}
registered const case_upload_returns_early{"upload_returns_early", catcher::wrong_result, "",
                                           upload_returns_early<false>, upload_returns_early<true>};

// The host reads page-locked memory before the kernel, or the copy, that writes it is done.
template <bool correct>
bool host_reads_before_kernel() {
  pinned_array<int> const values{count, 1};
  add_to_all<<<1, count>>>(values.data(), 1);
  check(cudaGetLastError());
  if (correct) check(cudaDeviceSynchronize());
  std::vector<int> const result(values.data(), values.data() + count);
  finish();
  return all(result, 2);
}
registered const case_host_reads_before_kernel{"host_reads_before_kernel", catcher::wrong_result, "",
                                               host_reads_before_kernel<false>, host_reads_before_kernel<true>};

template <bool correct>
bool host_reads_before_copy() {
  stream const work;
  device_array<int> const values{std::vector<int>(count, 2)};
  pinned_array<int> const copy{count, 1};
  check(cudaMemcpyAsync(copy.data(), values.data(), count * sizeof(int), cudaMemcpyDeviceToHost, work));
  if (correct) check(cudaStreamSynchronize(work));
  std::vector<int> const result(copy.data(), copy.data() + count);
  finish();
  return all(result, 2);
}
registered const case_host_reads_before_copy{"host_reads_before_copy", catcher::wrong_result, "",
                                             host_reads_before_copy<false>, host_reads_before_copy<true>};

// The buffer of a copy to the device is changed before the stream gets there.
template <bool correct>
bool buffer_changes_before_copy() {
  stream const work;
  device_array<int> const values{std::vector<int>(count, 0)};
  pinned_array<int> const buffer{count, 2};
  check(cudaMemcpyAsync(values.data(), buffer.data(), count * sizeof(int), cudaMemcpyHostToDevice, work));
  if (correct) check(cudaStreamSynchronize(work));
  for (int i = 0; i < count; ++i) buffer.data()[i] = 3;
  check(cudaStreamSynchronize(work));
  return all(values.to_host(), 2);
}
registered const case_buffer_changes_before_copy{"buffer_changes_before_copy", catcher::wrong_result, "",
                                                 buffer_changes_before_copy<false>,
                                                 buffer_changes_before_copy<true>};

// The host writes managed memory while a kernel that reads it is outstanding.
template <bool correct>
bool managed_memory_in_use() {
  int* values = nullptr;
  check(cudaMallocManaged(&values, count * sizeof(int)));
  for (int i = 0; i < count; ++i) values[i] = 1;
  add_to_all<<<1, count>>>(values, 1);
  check(cudaGetLastError());
  if (correct) check(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) values[i] *= 3;
  finish();
  std::vector<int> const result(values, values + count);
  check(cudaFree(values));
  return all(result, 6);
}
registered const case_managed_memory_in_use{"managed_memory_in_use", catcher::wrong_result, "",
                                            managed_memory_in_use<false>, managed_memory_in_use<true>};

// The host follows a pointer to memory of the device.
template <bool correct>
bool host_follows_device_pointer() {
  device_array<int> const values{std::vector<int>(count, 7)};
  int const first = correct ? values.to_host()[0] : *static_cast<int volatile*>(values.data());
  return first == 7;
}
registered const case_host_follows_device_pointer{"host_follows_device_pointer", catcher::host_fault, "host",
                                                  host_follows_device_pointer<false>,
                                                  host_follows_device_pointer<true>};

// A graph is launched again after the memory that it works on was freed.
__global__ void double_all(int* values) {
  values[threadIdx.x] *= 2;  // <- graph_after_free
}

template <bool correct>
bool graph_after_free() {
  stream const work;
  int* values = nullptr;
  check(cudaMalloc(&values, count * sizeof(int)));
  check(cudaMemset(values, 0, count * sizeof(int)));
  check(cudaStreamSynchronize(nullptr));
  cudaGraph_t graph = nullptr;
  check(cudaStreamBeginCapture(work, cudaStreamCaptureModeGlobal));
  double_all<<<1, count, 0, work>>>(values);
  check(cudaStreamEndCapture(work, &graph));
  cudaGraphExec_t executable = nullptr;
  check(cudaGraphInstantiate(&executable, graph));
  check(cudaGraphLaunch(executable, work));
  check(cudaStreamSynchronize(work));
  if (!correct) check(cudaFree(values));
  check(cudaGraphLaunch(executable, work));
  check(cudaStreamSynchronize(work));
  if (correct) check(cudaFree(values));
  check(cudaGraphExecDestroy(executable));
  check(cudaGraphDestroy(graph));
  return true;
}
registered const case_graph_after_free{"graph_after_free", catcher::memcheck, "double_all",
                                       graph_after_free<false>, graph_after_free<true>};

}  // namespace
}  // namespace planted
