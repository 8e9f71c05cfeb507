// The properties of the machine: its processors, caches and memory, for the policies of the host,
// and the properties of each CUDA device. Without a device or a driver nothing fails: the number of
// devices is 0. The course's card, an RTX 4090, is shown for comparison.
#include <thrum/host_properties.h>
#include <unistd.h>
#include <thread>
#if defined(__CUDACC__)
#include <thrum/cuda/device.h>
#endif

#include "common/example.h"
#include "common/format.h"

std::string text_of(std::string const& value) { return value.empty() ? "unknown" : value; }
std::string text_of(bool value) { return value ? "yes" : "no"; }
std::string text_of(std::int64_t value) { return value == 0 ? "unknown" : example::grouped(value); }
std::string text_of(std::size_t value) { return text_of(static_cast<std::int64_t>(value)); }
std::string text_of(int value) { return text_of(std::int64_t{value}); }

void check_host(example::session& s) {
  auto const p = thrum::host_properties();
  example::table t({"the host", ""}, "lr");
  t.add({"processor", text_of(p.processor)});
  t.add({"hardware threads", text_of(p.hardware_threads)});
  t.add({"usable by this process", text_of(p.threads)});
  t.add({"cores", text_of(p.cores)});
  t.add({"line of the cache, bytes", text_of(p.cache_line)});
  t.add({"L1 cache for data, bytes", text_of(p.l1_data_cache)});
  t.add({"L2 cache, bytes", text_of(p.l2_cache)});
  t.add({"L3 cache, bytes", text_of(p.l3_cache)});
  t.add({"page, bytes", text_of(p.page_size)});
  t.add({"huge page, bytes", text_of(p.huge_page_size)});
  t.add({"memory, bytes", text_of(p.memory.total)});
  t.add({"free memory, bytes", text_of(p.memory.free)});
  t.print();

  auto const standard = static_cast<int>(std::thread::hardware_concurrency());
  s.check("threads as the standard library has them", standard == p.hardware_threads || standard == p.threads);
  s.check("the process has some of the machine's threads", p.threads >= 1 && p.threads <= p.hardware_threads);
  s.check("no more cores than threads", p.cores <= p.hardware_threads);
  s.check_equal("the page is the system's", p.page_size, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  s.check("caches grow from level to level", p.l1_data_cache <= p.l2_cache || p.l2_cache == 0);
  s.check("free memory is part of all", p.memory.free > 0 && p.memory.free <= p.memory.total);
}

#if defined(__CUDACC__)
void check_device(example::session& s, thrum::cuda::device d) {
  auto const c = d.compute_capability();
  auto const attribute = [&](cudaDeviceAttr which) { return text_of(d.attribute(which)); };
  example::table t({"device " + std::to_string(d.number()), "", "the course's card"}, "lrr");
  t.add({"name", d.name(), "RTX 4090"});
  t.add({"compute capability", std::to_string(c.major) + "." + std::to_string(c.minor), "8.9"});
  t.add({"multiprocessors", text_of(d.multiprocessors()), "128"});
  t.add({"clock, MHz", text_of(static_cast<int>(d.clock_rate() / 1e6)), "2,520"});
  t.add({"memory, bytes", text_of(d.total_memory()), "25,393,692,672"});
  t.add({"free memory, bytes", text_of(d.free_memory()), ""});
  t.add({"memory's clock, MHz", text_of(static_cast<int>(d.memory_clock_rate() / 1e6)), ""});
  t.add({"memory's bus, bits", text_of(d.memory_bus_width()), ""});
  t.add({"memory's rate, GB/s", text_of(static_cast<int>(d.memory_bandwidth() / 1e9)), "1,008"});
  t.add({"L2 cache, bytes", text_of(d.l2_cache()), "75,497,472"});
  t.add({"shared memory of a block, bytes", text_of(d.shared_memory_per_block()), "49,152"});
  t.add({"the same if asked for", text_of(d.shared_memory_per_block_opt_in()), "101,376"});
  t.add({"shared memory of a multiprocessor, bytes", text_of(d.shared_memory_per_multiprocessor()), ""});
  t.add({"registers of a block", attribute(cudaDevAttrMaxRegistersPerBlock), "65,536"});
  t.add({"registers of a multiprocessor", attribute(cudaDevAttrMaxRegistersPerMultiprocessor), ""});
  t.add({"threads of a warp", text_of(d.warp_size()), "32"});
  t.add({"threads of a block", text_of(d.max_threads_per_block()), "1,024"});
  t.add({"threads of a multiprocessor", text_of(d.max_threads_per_multiprocessor()), "1,536"});
  t.add({"blocks of a multiprocessor", attribute(cudaDevAttrMaxBlocksPerMultiprocessor), ""});
  t.add({"block, most in x", attribute(cudaDevAttrMaxBlockDimX), "1,024"});
  t.add({"block, most in y", attribute(cudaDevAttrMaxBlockDimY), "1,024"});
  t.add({"block, most in z", attribute(cudaDevAttrMaxBlockDimZ), "64"});
  t.add({"grid, most in x", attribute(cudaDevAttrMaxGridDimX), "2,147,483,647"});
  t.add({"grid, most in y", attribute(cudaDevAttrMaxGridDimY), "65,535"});
  t.add({"grid, most in z", attribute(cudaDevAttrMaxGridDimZ), "65,535"});
  t.add({"constant memory, bytes", attribute(cudaDevAttrTotalConstantMemory), "65,536"});
  t.add({"engines for copies", attribute(cudaDevAttrAsyncEngineCount), ""});
  t.add({"several kernels at once", text_of(d.attribute(cudaDevAttrConcurrentKernels) != 0), ""});
  t.add({"cooperative launches", text_of(d.can_launch_cooperatively()), ""});
  t.add({"managed memory", text_of(d.has_managed_memory()), ""});
  t.add({"with the host at the same time", text_of(d.has_concurrent_managed_access()), ""});
  t.add({"pools of memory", text_of(d.has_memory_pools()), ""});
  t.print();

  cudaDeviceProp all{};
  s.check("the runtime tells all at once, too", cudaGetDeviceProperties(&all, d) == cudaSuccess);
  s.check_equal("the same name", d.name(), std::string(all.name));
  auto const memory = static_cast<double>(all.totalGlobalMem);
  s.check_close("the same memory, to a hundredth", static_cast<double>(d.total_memory()), memory, 0.01 * memory);
  s.check_equal("as many multiprocessors", d.multiprocessors(), all.multiProcessorCount);
  s.check_equal("a warp has 32 threads", d.warp_size(), 32);
  s.check("a multiprocessor holds whole blocks of the largest size",
          d.max_threads_per_multiprocessor() >= d.max_threads_per_block());
  s.check("shared memory grows if asked for", d.shared_memory_per_block_opt_in() >= d.shared_memory_per_block());
}
#endif

int main(int argc, char** argv) {
  example::description const what{.id = "device_properties",
                                  .text = "What the host and each CUDA device have.",
                                  .n_is = "questions",
                                  .least = 1,
                                  .most = 1};
  return example::run(argc, argv, what, [](example::session& s) {
    check_host(s);
    s.time_other("host", "all of the host", [] { static_cast<void>(thrum::host_properties()); });
#if defined(__CUDACC__)
    auto const devices = thrum::cuda::device::all();
    for (auto const d : devices) {
      s.say("");
      check_device(s, d);
    }
    s.say("\nCUDA devices: " + std::to_string(devices.size()));
#else
    s.say("\nThis program is built without CUDA: none of its devices is looked for.");
#endif
  });
}
