// Measures the bandwidth that memory-bound calls can reach: the runtime's copy from device to
// device. The report gives the fractions of this bandwidth that rows reach.
#include "frame/peers.cuh"

void add_rows() {
  for_types<float, double>([](auto type) {
    using T = type_of<decltype(type)>;
    auto const row = rows<T>("device copy", {.bytes = 2 * sizeof(T)});
    row("ceiling", [](auto const& v) {
      require(cudaMemcpyAsync(v.out, v.in, static_cast<std::size_t>(v.n) * sizeof(T), cudaMemcpyDeviceToDevice,
                              nullptr),
              "cudaMemcpyAsync");
    });
  });
}
