// What modules of the tests have in common: capsules of DLPack, and the dictionary of the CUDA array
// interface.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#include <thrum/cuda_array_interface.h>
#include <thrum/dlpack.h>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace nb = nanobind;
namespace dlpack = thrum::dlpack;
using namespace nb::literals;

/// A capsule that owns a managed tensor until somebody takes it.
template <class M>
nb::object capsule_of(dlpack::exported_tensor<M> exported) {
  nb::object capsule = nb::steal(PyCapsule_New(exported.get(), dlpack::capsule_name<M>, [](PyObject* o) {
    if (PyCapsule_IsValid(o, dlpack::capsule_name<M>) != 0) {
      dlpack::give_back()(static_cast<M*>(PyCapsule_GetPointer(o, dlpack::capsule_name<M>)));
    }
  }));
  if (!capsule.is_valid()) throw nb::python_error();
  static_cast<void>(exported.release());
  return capsule;
}

/// The dictionary __cuda_array_interface__ as a struct.
inline thrum::cuda_array_interface described_by(nb::dict const& d) {
  thrum::cuda_array_interface result;
  result.shape = nb::cast<std::vector<std::ptrdiff_t>>(nb::list(d["shape"]));
  result.typestr = nb::cast<std::string>(d["typestr"]);
  result.data = nb::cast<std::uintptr_t>(d["data"][0]);
  result.read_only = nb::cast<bool>(d["data"][1]);
  result.version = nb::cast<int>(d["version"]);
  if (nb::object const mask = d.attr("get")("mask"); !mask.is_none())
    throw nb::value_error("an array with a mask");
  if (nb::object const strides = d.attr("get")("strides"); !strides.is_none())
    result.strides = nb::cast<std::vector<std::ptrdiff_t>>(nb::list(strides));
  if (nb::object const stream = d.attr("get")("stream"); !stream.is_none())
    result.stream = nb::cast<std::uintptr_t>(stream);
  return result;
}
inline nb::dict dictionary_of(thrum::cuda_array_interface const& array) {
  nb::dict d;
  d["shape"] = nb::tuple(nb::cast(array.shape));
  d["typestr"] = array.typestr;
  d["data"] = nb::make_tuple(array.data, array.read_only);
  d["strides"] = array.strides ? nb::object(nb::tuple(nb::cast(*array.strides))) : nb::none();
  d["stream"] = array.stream ? nb::cast(*array.stream) : nb::none();
  d["version"] = array.version;
  return d;
}

/// Takes the managed tensor of a capsule; the capsule is the owner if that throws.
template <class T, std::size_t Rank, class Space, class M>
dlpack::imported_tensor<T, Rank, Space> take(nb::object const& capsule) {
  auto* const managed = static_cast<M*>(PyCapsule_GetPointer(capsule.ptr(), dlpack::capsule_name<M>));
  if (managed == nullptr) throw nb::python_error();
  auto imported = dlpack::import_tensor<T, Rank, Space>(managed);
  PyCapsule_SetName(capsule.ptr(), dlpack::used_capsule_name<M>);
  return imported;
}
/// Takes an array of another library by its __dlpack__, whose arguments may name a stream.
template <class T, std::size_t Rank, class Space = thrum::host_space>
dlpack::imported_tensor<T, Rank, Space> array_of(nb::object const& object, bool versioned,
                                                 nb::dict arguments = {}) {
  nb::object const method = object.attr("__dlpack__");
  if (!versioned) return take<T, Rank, Space, dlpack::managed_tensor>(method(**arguments));
  arguments["max_version"] = nb::make_tuple(1, 1);
  return take<T, Rank, Space, dlpack::managed_tensor_versioned>(method(**arguments));
}
