// DLPack: arrays of other libraries as views, and memory of thrum as arrays of other libraries,
// without a copy. The header declares the structs of DLPack's ABI itself, and takes those of
// <dlpack/dlpack.h>, too.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/dlpack_structs.h>
#include <thrum/detail/containers/foreign_array.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/containers/vector_storage.h>
#include <thrum/strided_view.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#if defined(THRUM_WITH_CUDA)
#include <thrum/detail/backends/cuda/memory/far_memory.h>
#endif

namespace thrum::detail {

/// A vector that is moved: not a view, and not a lvalue.
template <class V>
concept owned_elements = requires { typename V::allocator_type; } && has_elements_of<V&, typename V::value_type>;

/// Returns where memory of a space is.
template <class Space>
dlpack::device device_of([[maybe_unused]] void const* p) {
  if constexpr (std::is_same_v<Space, unified_space<device_system::cuda>>) {
    return {dlpack::device_kind::cuda_managed, 0};
  } else if constexpr (!host_reaches<Space>) {
#if defined(THRUM_WITH_CUDA)
    int const device = p == nullptr ? 0 : detail::cuda_device_of(p);
    if (device < 0) return {dlpack::device_kind::cuda_managed, 0};
    return {dlpack::device_kind::cuda, device};
#else
    static_assert(host_reaches<Space>, "thrum: memory of a CUDA device needs a build with CUDA");
#endif
  } else {
    return {};
  }
}

/// What a managed tensor refers to, in one allocation.
template <class M, std::size_t Rank, class Owner>
struct exported_block {
  M managed{};
  std::array<std::int64_t, Rank> shape{};
  std::array<std::int64_t, Rank> strides{};
  Owner owner;

  explicit exported_block(Owner&& o) : owner(std::move(o)) {}
  static void destroy(M* m) { delete static_cast<exported_block*>(m->manager_ctx); }

  template <class T, class Space>
  void describe(strided_view<T, Rank, Space> const& view, dlpack::device where) {
    constexpr dlpack::data_type type = exchanged_type<T>();
    auto& t = managed.dl_tensor;
    t.data = view.empty() ? nullptr : const_cast<std::remove_cv_t<T>*>(view.data());
    t.device.device_type = static_cast<decltype(t.device.device_type)>(where.device_type);
    t.device.device_id = where.device_id;
    t.ndim = static_cast<std::int32_t>(Rank);
    t.dtype.code = static_cast<decltype(t.dtype.code)>(type.code);
    t.dtype.bits = type.bits;
    t.dtype.lanes = type.lanes;
    if constexpr (Rank > 0) {
      for (std::size_t d = 0; d < Rank; ++d) {
        shape[d] = view.extent(d);
        strides[d] = view.stride(d);
      }
    }
    t.shape = shape.data();
    t.strides = strides.data();
    t.byte_offset = 0;
    managed.manager_ctx = this;
    managed.deleter = &destroy;
    static_assert(!std::is_const_v<T> || versioned_array<M>,
                  "thrum: a managed_tensor cannot say that its elements are read-only: export a "
                  "managed_tensor_versioned, or elements that may be written");
    if constexpr (versioned_array<M>) {
      managed.version.major = 1;
      managed.version.minor = 0;
      managed.flags = std::is_const_v<T> ? dlpack::read_only : 0;
    }
  }
};

/// Returns a new managed tensor of a view, with the owner moved into it.
template <class M, class T, std::size_t Rank, class Space, class Owner>
M* make_exported(strided_view<T, Rank, Space> const& view, Owner&& owner, dlpack::device where) {
  constexpr bool is_moved = !std::is_lvalue_reference_v<Owner>;
  static_assert(is_moved, "thrum: the owner of the memory is moved: use std::move");
  if constexpr (is_moved) {
    auto block = std::make_unique<exported_block<M, Rank, std::remove_cvref_t<Owner>>>(std::move(owner));
    block->describe(view, where);
    return &block.release()->managed;
  } else {
    return nullptr;
  }
}

}  // namespace thrum::detail

namespace thrum::dlpack {

/// Gives a managed tensor back to the library that it comes from.
struct give_back {
  template <detail::managed_array M>
  void operator()(M* m) const noexcept {
    if (m->deleter != nullptr) m->deleter(m);
  }
};

/// The owner of a managed tensor that export_tensor has made. release() hands the tensor on:
/// whoever gets the pointer calls its deleter once. Otherwise the destructor does.
template <class M>
using exported_tensor = std::unique_ptr<M, give_back>;

/// A view of an array of another library, and its owner: the destructor calls the deleter of the
/// managed tensor, once. Moves, and is not copied. A strided_view that is made from it, by slice or
/// by a copy, ends with it.
template <class T, std::size_t Rank, class Space = host_space>
class imported_tensor : public strided_view<T, Rank, Space> {
 public:
  /// Owns nothing and has no elements.
  imported_tensor() = default;
  imported_tensor(imported_tensor&& other) noexcept { swap(*this, other); }
  imported_tensor& operator=(imported_tensor&& other) noexcept {
    imported_tensor taken(std::move(other));
    swap(*this, taken);
    return *this;
  }
  ~imported_tensor() {
    if (managed_ != nullptr) destroy_(managed_);
  }

  /// Returns the view, which owns nothing.
  strided_view<T, Rank, Space> view() const { return *this; }
  /// Returns where the elements are.
  dlpack::device device() const { return device_; }
  /// Returns whether the other library has made a copy for this array: nobody else sees the
  /// elements.
  bool is_copied() const { return (flags_ & dlpack::is_copied) != 0; }

  friend void swap(imported_tensor& a, imported_tensor& b) noexcept {
    using base = strided_view<T, Rank, Space>;
    std::swap(static_cast<base&>(a), static_cast<base&>(b));
    std::swap(a.managed_, b.managed_);
    std::swap(a.destroy_, b.destroy_);
    std::swap(a.device_, b.device_);
    std::swap(a.flags_, b.flags_);
  }

 private:
  template <class U, std::size_t R, class S, detail::managed_array M>
  friend imported_tensor<U, R, S> import_tensor(M* managed);

  template <class M>
  imported_tensor(strided_view<T, Rank, Space> const& view, M* managed)
      : strided_view<T, Rank, Space>(view),
        managed_(managed),
        destroy_([](void* m) { give_back()(static_cast<M*>(m)); }) {
    device_.device_type = static_cast<device_kind>(managed->dl_tensor.device.device_type);
    device_.device_id = managed->dl_tensor.device.device_id;
    if constexpr (detail::versioned_array<M>) flags_ = managed->flags;
  }

  void* managed_ = nullptr;
  void (*destroy_)(void*) = nullptr;
  dlpack::device device_{};
  std::uint64_t flags_ = 0;
};

/// Returns a view of a DLTensor, which stays the caller's. T is the type of the elements, Rank the
/// number of dimensions. Space is the memory: host_space takes arrays on the CPU and in page-locked
/// memory; device_space<> and unified_space<> take what the device system can use;
/// unspecified_space takes arrays anywhere, and iterators are then raw pointers that the policy
/// must reach. Throws std::invalid_argument if the array has another type of elements, number of
/// lanes, number of dimensions or device, if it is not aligned for T, or if its shape makes no
/// sense.
template <class T, std::size_t Rank, class Space = host_space, class Tensor>
strided_view<T, Rank, Space> view_tensor(Tensor const& t, bool is_read_only = false) {
  device const where{static_cast<device_kind>(t.device.device_type), t.device.device_id};
  if (!detail::holds_device<Space>(where.device_type)) {
    detail::throw_no_such_array("is on " + detail::text_of(where) + ", not in " + detail::name_of_space<Space>());
  }
  data_type const type{static_cast<type_code>(t.dtype.code), t.dtype.bits, t.dtype.lanes};
  detail::check_elements<T>(type, static_cast<std::size_t>(t.ndim), Rank, is_read_only);
  if (Rank > 0 && t.shape == nullptr) detail::throw_no_such_array("has no shape");
  auto const data = t.data == nullptr ? nullptr : static_cast<char*>(t.data) + t.byte_offset;
  return detail::checked_view<T, Rank, Space>(data, t.shape, t.strides);
}

/// Takes a managed tensor of this header, or of <dlpack/dlpack.h>, with or without a version, and
/// returns an owner of its array. Nothing is copied. Throws std::invalid_argument as view_tensor
/// does, also if `managed` is a null pointer, if the array is read-only and T is not const, and if
/// the major version is not 1. If the call throws, the managed tensor stays the caller's, who has
/// to call its deleter.
///
/// What another library has begun on a device is waited for, or in the order of a stream, before
/// the array is used: DLPack itself does not wait.
template <class T, std::size_t Rank, class Space = host_space, detail::managed_array M>
imported_tensor<T, Rank, Space> import_tensor(M* managed) {
  if (managed == nullptr) throw std::invalid_argument("thrum: a null pointer is no array");
  bool is_read_only = false;
  if constexpr (detail::versioned_array<M>) {
    if (managed->version.major != 1) {
      throw std::invalid_argument("thrum: version " + std::to_string(managed->version.major) +
                                  " of DLPack is not known, only version 1");
    }
    is_read_only = (managed->flags & read_only) != 0;
  }
  return {view_tensor<T, Rank, Space>(managed->dl_tensor, is_read_only), managed};
}
/// Takes what export_tensor has returned.
template <class T, std::size_t Rank, class Space = host_space, detail::managed_array M>
imported_tensor<T, Rank, Space> import_tensor(exported_tensor<M>&& exported) {
  auto imported = dlpack::import_tensor<T, Rank, Space>(exported.get());
  static_cast<void>(exported.release());
  return imported;
}

/// Returns a managed tensor of a view, and moves an owner of the memory into it: the deleter
/// destroys the owner, on the thread that calls the deleter. The owner is a shared_ptr, a vector,
/// an imported_tensor, or whatever else keeps the memory; its move does not move the elements.
/// Elements of a const type are read-only for the receiver. M is a struct of this header or of
/// <dlpack/dlpack.h>.
///
/// Work on a stream that writes the elements is waited for before the tensor is handed on. Throws
/// std::bad_alloc if there is no memory for the struct; the owner is then moved from.
template <detail::managed_array M = managed_tensor_versioned, class T, std::size_t Rank, class Space, class Owner>
exported_tensor<M> export_tensor(strided_view<T, Rank, Space> view, Owner&& owner, device where) {
  return exported_tensor<M>(detail::make_exported<M>(view, std::forward<Owner>(owner), where));
}
template <detail::managed_array M = managed_tensor_versioned, class T, std::size_t Rank, class Space, class Owner>
exported_tensor<M> export_tensor(strided_view<T, Rank, Space> view, Owner&& owner) {
  return exported_tensor<M>(
      detail::make_exported<M>(view, std::forward<Owner>(owner), detail::device_of<Space>(view.data())));
}

/// Moves a vector of thrum or of the standard library into a managed tensor with one dimension, or
/// with the given extents, of which the last index changes fastest. The elements stay where they
/// are. Throws std::invalid_argument if the vector has fewer elements than the extents need; the
/// vector is then unchanged.
template <detail::managed_array M = managed_tensor_versioned, class V, std::size_t Rank>
  requires detail::owned_elements<V>
exported_tensor<M> export_tensor(V&& v, std::ptrdiff_t const (&extents)[Rank]) {
  strided_view const view(v, extents);  // of elements that do not move with the vector
  using space = typename decltype(view)::memory_space;
  return exported_tensor<M>(detail::make_exported<M>(view, std::move(v), detail::device_of<space>(view.data())));
}
template <detail::managed_array M = managed_tensor_versioned, class V>
  requires detail::owned_elements<V>
exported_tensor<M> export_tensor(V&& v) {
  strided_view const view(v);
  using space = typename decltype(view)::memory_space;
  return exported_tensor<M>(detail::make_exported<M>(view, std::move(v), detail::device_of<space>(view.data())));
}

/// The names of Python capsules that hold an M, and of those whose M is taken.
template <detail::managed_array M>
inline constexpr char const* capsule_name = detail::versioned_array<M> ? "dltensor_versioned" : "dltensor";
template <detail::managed_array M>
inline constexpr char const* used_capsule_name =
    detail::versioned_array<M> ? "used_dltensor_versioned" : "used_dltensor";

}  // namespace thrum::dlpack

#include <thrum/detail/public_header/end.h>
