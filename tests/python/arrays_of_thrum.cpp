// A Python module for the tests: arrays of thrum by __dlpack__ and __cuda_array_interface__, and
// arrays of others by theirs, with a count of the vectors that live.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <thrum/cuda_array_interface.h>
#include <thrum/dlpack.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/tbb.h>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>
#include "exchange.h"

std::atomic<int> live{0};

/// A vector that is counted while it lives.
struct counted_vector {
  std::vector<double> elements;

  explicit counted_vector(std::size_t n) : elements(n) { ++live; }
  counted_vector(counted_vector const&) = delete;
  counted_vector& operator=(counted_vector const&) = delete;
  ~counted_vector() { --live; }
};

/// What __dlpack__ returns for a view of a vector.
template <std::size_t Rank>
nb::object dlpack_of(thrum::strided_view<double, Rank> view, std::shared_ptr<counted_vector> const& memory,
                     bool constant, nb::object const& max_version) {
  bool const versioned = !max_version.is_none() && nb::cast<int>(max_version[0]) >= 1;
  if (!versioned) return capsule_of(dlpack::export_tensor<dlpack::managed_tensor>(view, std::shared_ptr(memory)));
  thrum::strided_view<double const, Rank> const read = view;
  if (constant) return capsule_of(dlpack::export_tensor(read, std::shared_ptr(memory)));
  return capsule_of(dlpack::export_tensor(view, std::shared_ptr(memory)));
}

/// An element of an array: an array of no dimensions, for others.
class element {
 public:
  element(std::shared_ptr<counted_vector> memory, double* place) : memory_(std::move(memory)), view_(place) {}
  nb::object to_dlpack(nb::object const&, nb::object const& max_version, nb::object const&, nb::object const&) {
    return dlpack_of(view_, memory_, false, max_version);
  }

 private:
  std::shared_ptr<counted_vector> memory_;
  thrum::strided_view<double, 0> view_;
};

/// The elements of an array that describes itself as one of a GPU and lies in memory of the host, so
/// that tests without a GPU read it.
template <class T, std::size_t Rank>
std::vector<double> described_elements(nb::object const& object) {
  auto const array = described_by(nb::cast<nb::dict>(object.attr("__cuda_array_interface__")));
  auto const view = thrum::view_cuda_array<T, Rank, thrum::unspecified_space>(array);
  return std::vector<double>(view.begin(), view.end());
}

/// An array of two dimensions, for others.
class array {
 public:
  array(std::ptrdiff_t rows, std::ptrdiff_t columns)
      : memory_(std::make_shared<counted_vector>(static_cast<std::size_t>(rows * columns))),
        view_(memory_->elements.data(), {rows, columns}) {
    for (std::size_t i = 0; i < memory_->elements.size(); ++i) memory_->elements[i] = static_cast<double>(i);
  }

  nb::object to_dlpack(nb::object const&, nb::object const& max_version, nb::object const&, nb::object const&) {
    return dlpack_of(turned_ ? view_.transposed() : view_, memory_, constant_, max_version);
  }
  element place(std::ptrdiff_t i, std::ptrdiff_t j) const { return {memory_, &view_(i, j)}; }
  nb::dict cuda_interface() const {
    auto const shown = turned_ ? view_.transposed() : view_;
    if (!constant_) return dictionary_of(thrum::make_cuda_array_interface(shown, 2));
    return dictionary_of(thrum::make_cuda_array_interface(thrum::strided_view<double const, 2>(shown)));
  }
  double at(std::ptrdiff_t i, std::ptrdiff_t j) const { return view_(i, j); }
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(view_.data()); }
  void turn() { turned_ = true; }
  void lock() { constant_ = true; }

 private:
  std::shared_ptr<counted_vector> memory_;
  thrum::strided_view<double, 2> view_;
  bool turned_ = false, constant_ = false;
};

/// An array of another library, held by C++. What it gives back may be Python's: with the lock.
template <class T, std::size_t Rank>
struct held {
  dlpack::imported_tensor<T, Rank> array;

  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(array.data()); }
  std::vector<double> elements() const { return std::vector<double>(array.begin(), array.end()); }
  double sum() const {
    nb::gil_scoped_release const others_run;
    return static_cast<double>(thrum::reduce(thrum::tbb::par, array.begin(), array.end()));
  }
  void sort()
    requires(!std::is_const_v<T>)
  {
    nb::gil_scoped_release const others_run;
    thrum::sort(thrum::tbb::par, array.begin(), array.end());
  }
};

template <class T, std::size_t Rank>
void define(nb::module_& m, char const* name) {
  using type = held<T, Rank>;
  auto c = nb::class_<type>(m, (std::string("held_") + name).c_str());
  c.def("address", &type::address).def("elements", &type::elements).def("sum", &type::sum);
  c.def("is_copied", [](type const& h) { return h.array.is_copied(); });
  if constexpr (!std::is_const_v<T>) c.def("sort", &type::sort);
  m.def((std::string("hold_") + name).c_str(),
        [](nb::object const& o, bool versioned) { return new type{array_of<T, Rank>(o, versioned)}; }, "array"_a,
        "versioned"_a = true);
}

NB_MODULE(arrays_of_thrum, m) {
  m.def("live", [] { return live.load(); });
  auto const on_cpu = [](nb::object const&) { return nb::make_tuple(1, 0); };
  nb::class_<element>(m, "element")
      .def("__dlpack__", &element::to_dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
           "dl_device"_a = nb::none(), "copy"_a = nb::none())
      .def("__dlpack_device__", on_cpu);
  nb::class_<array>(m, "array")
      .def(nb::init<std::ptrdiff_t, std::ptrdiff_t>())
      .def("__dlpack__", &array::to_dlpack, nb::kw_only(), "stream"_a = nb::none(), "max_version"_a = nb::none(),
           "dl_device"_a = nb::none(), "copy"_a = nb::none())
      .def("__dlpack_device__", on_cpu)
      .def_prop_ro("__cuda_array_interface__", &array::cuda_interface)
      .def("element", &array::place)
      .def("at", &array::at)
      .def("address", &array::address)
      .def("turn", &array::turn)
      .def("lock", &array::lock);
  m.def("described_float64", &described_elements<double const, 1>)
      .def("described_float64_2", &described_elements<double const, 2>)
      .def("described_number", &described_elements<double const, 0>)
      .def("described_int32_to_write", &described_elements<std::int32_t, 1>);
  define<double, 0>(m, "float64_0");
  define<double, 1>(m, "float64");
  define<double, 2>(m, "float64_2");
  define<double const, 1>(m, "constant_float64");
  define<float, 1>(m, "float32");
  define<std::int64_t, 1>(m, "int64");
  define<bool const, 1>(m, "bool");
}
