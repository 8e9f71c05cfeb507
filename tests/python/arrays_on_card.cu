// A Python module for the tests on a GPU: vectors of thrum for CuPy, Numba and PyTorch, and their
// arrays for thrum, by __cuda_array_interface__ and __dlpack__.
#include <thrum/cuda.cuh>
#include <thrum/reduce.h>
#include <thrum/sequence.h>
#include <thrum/sort.h>
#include <thrum/system/cuda/vector.h>
#include <cstdint>
#include <memory>
#include "exchange.h"

namespace {

using card_space = thrum::device_space<thrum::device_system::cuda>;
using card_view = thrum::strided_view<double, 1, card_space>;

auto on(std::uintptr_t stream) { return thrum::cuda::par.on(reinterpret_cast<cudaStream_t>(stream)); }

/// A vector on the card, for others: 0, 1, 2, ...
class vector {
 public:
  explicit vector(std::ptrdiff_t n) : elements_(std::make_shared<elements>(static_cast<std::size_t>(n))) {
    thrum::sequence(thrum::cuda::par, elements_->begin(), elements_->end());
  }
  nb::dict cuda_interface() const { return dictionary_of(thrum::make_cuda_array_interface(view(), 2)); }
  nb::object to_dlpack(nb::object const&, nb::object const& max_version, nb::object const&, nb::object const&) {
    bool const versioned = !max_version.is_none() && nb::cast<int>(max_version[0]) >= 1;
    if (versioned) return capsule_of(dlpack::export_tensor(view(), std::shared_ptr(elements_)));
    return capsule_of(dlpack::export_tensor<dlpack::managed_tensor>(view(), std::shared_ptr(elements_)));
  }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(view().data()); }
  double sum() const { return thrum::reduce(thrum::cuda::par, elements_->begin(), elements_->end()); }

 private:
  using elements = thrum::cuda::vector<double>;
  card_view view() const {
    return {thrum::raw_pointer_cast(elements_->data()), {static_cast<std::ptrdiff_t>(elements_->size())}};
  }
  std::shared_ptr<elements> elements_;
};

}  // namespace

NB_MODULE(arrays_on_card, m) {
  nb::class_<vector>(m, "vector")
      .def(nb::init<std::ptrdiff_t>())
      .def("__dlpack__", &vector::to_dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
           "dl_device"_a = nb::none(), "copy"_a = nb::none())
      .def("__dlpack_device__", [](nb::object const&) { return nb::make_tuple(2, 0); })
      .def_prop_ro("__cuda_array_interface__", &vector::cuda_interface)
      .def("address", &vector::address)
      .def("sum", &vector::sum);
  m.def("sort", [](nb::object const& object) {
    auto const array = described_by(nb::cast<nb::dict>(object.attr("__cuda_array_interface__")));
    auto const view = thrum::view_cuda_array<double, 1>(array);
    thrum::sort(thrum::cuda::par.on(thrum::cuda_stream_of(array)), view.begin(), view.end());
  });
  m.def("sum", [](nb::object const& object) {
    auto const array = described_by(nb::cast<nb::dict>(object.attr("__cuda_array_interface__")));
    auto const view = thrum::view_cuda_array<double const, 1>(array);
    return thrum::reduce(thrum::cuda::par.on(thrum::cuda_stream_of(array)), view.begin(), view.end());
  });
  // The other library lets the stream wait for what it has begun.
  m.def("sort_by_dlpack", [](nb::object const& object, std::uintptr_t stream, bool versioned) {
    nb::dict arguments;
    arguments["stream"] = stream;
    auto const array = array_of<double, 1, card_space>(object, versioned, arguments);
    thrum::sort(on(stream), array.begin(), array.end());
  });
}
