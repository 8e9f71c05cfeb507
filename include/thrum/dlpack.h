// DLPack: arrays of other libraries as views, and memory of thrum as arrays of other libraries,
// without a copy. The header declares the structs of DLPack's ABI itself, and takes those of
// <dlpack/dlpack.h>, too.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <thrum/detail/containers/space_memory.h>
#include <thrum/detail/containers/vector_storage.h>
#include <thrum/strided_view.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#if defined(THRUM_WITH_CUDA)
#include <thrum/detail/backends/cuda/memory/far_memory.h>

struct __half;
struct __nv_bfloat16;
#endif

namespace thrum::dlpack {

/// Where the elements of an array are: DLPack's DLDeviceType, as far as thrum has such memory.
enum class device_kind : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };

/// What an element is: DLPack's DLDataTypeCode.
enum class type_code : std::uint8_t {
  signed_integer = 0,
  unsigned_integer = 1,
  floating_point = 2,
  bfloat = 4,
  complex = 5,
  boolean = 6
};

// The structs of the ABI of DLPack 1. Their members have DLPack's names.

/// DLDevice.
struct device {
  device_kind device_type = device_kind::cpu;
  std::int32_t device_id = 0;

  friend bool operator==(device const&, device const&) = default;
};

/// DLDataType. An element has `lanes` numbers of `bits` bits.
struct data_type {
  type_code code = type_code::floating_point;
  std::uint8_t bits = 32;
  std::uint16_t lanes = 1;

  friend bool operator==(data_type const&, data_type const&) = default;
};

/// DLTensor: an array, of which nothing is owned. Strides count elements; a null pointer to them
/// means elements without gaps whose last index changes fastest.
struct tensor {
  void* data = nullptr;
  dlpack::device device{};
  std::int32_t ndim = 0;
  data_type dtype{};
  std::int64_t* shape = nullptr;
  std::int64_t* strides = nullptr;
  std::uint64_t byte_offset = 0;
};

/// DLManagedTensor: an array and the function that gives it back, as of DLPack before version 1.
struct managed_tensor {
  tensor dl_tensor{};
  void* manager_ctx = nullptr;
  void (*deleter)(managed_tensor*) = nullptr;
};

/// DLPackVersion.
struct version {
  std::uint32_t major = 1;
  std::uint32_t minor = 0;
};

/// DLManagedTensorVersioned: an array, the function that gives it back, and flags, as of DLPack 1.
struct managed_tensor_versioned {
  dlpack::version version{};
  void* manager_ctx = nullptr;
  void (*deleter)(managed_tensor_versioned*) = nullptr;
  std::uint64_t flags = 0;
  tensor dl_tensor{};
};

/// A flag of a managed_tensor_versioned: nobody may write its elements.
inline constexpr std::uint64_t read_only = 1;
/// A flag of a managed_tensor_versioned: its elements are a copy that was made for the receiver.
inline constexpr std::uint64_t is_copied = 2;

}  // namespace thrum::dlpack

namespace thrum::detail {

static_assert(sizeof(dlpack::device) == 8 && sizeof(dlpack::data_type) == 4 && sizeof(dlpack::version) == 8);
static_assert(std::is_standard_layout_v<dlpack::managed_tensor> &&
              std::is_standard_layout_v<dlpack::managed_tensor_versioned>);
static_assert(sizeof(void*) != 8 ||
              (sizeof(dlpack::tensor) == 48 && offsetof(dlpack::tensor, device) == 8 &&
               offsetof(dlpack::tensor, ndim) == 16 && offsetof(dlpack::tensor, dtype) == 20 &&
               offsetof(dlpack::tensor, shape) == 24 && offsetof(dlpack::tensor, strides) == 32 &&
               offsetof(dlpack::tensor, byte_offset) == 40));
static_assert(sizeof(void*) != 8 ||
              (sizeof(dlpack::managed_tensor) == 64 && offsetof(dlpack::managed_tensor, manager_ctx) == 48 &&
               offsetof(dlpack::managed_tensor, deleter) == 56));
static_assert(sizeof(void*) != 8 || (sizeof(dlpack::managed_tensor_versioned) == 80 &&
                                     offsetof(dlpack::managed_tensor_versioned, manager_ctx) == 8 &&
                                     offsetof(dlpack::managed_tensor_versioned, deleter) == 16 &&
                                     offsetof(dlpack::managed_tensor_versioned, flags) == 24 &&
                                     offsetof(dlpack::managed_tensor_versioned, dl_tensor) == 32));

template <class T>
concept a_complex_number = requires(T const& z) {
  typename T::value_type;
  requires std::is_floating_point_v<typename T::value_type>;
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
  z.real();
  z.imag();
};

/// Gives the data type of an element that DLPack has; no value for any other.
template <class T>
struct known_data_type {};
template <class T>
  requires(std::is_integral_v<T> && sizeof(T) <= 8)
struct known_data_type<T> {
  static constexpr dlpack::data_type value{std::is_same_v<T, bool> ? dlpack::type_code::boolean
                                           : std::is_signed_v<T>   ? dlpack::type_code::signed_integer
                                                                   : dlpack::type_code::unsigned_integer,
                                           8 * sizeof(T), 1};
};
template <class T>
  requires(std::is_floating_point_v<T> && sizeof(T) <= 8)
struct known_data_type<T> {
  // Of the two formats of 16 bits, bfloat16 has the 8 digits.
  static constexpr dlpack::data_type value{
      std::numeric_limits<T>::digits == 8 ? dlpack::type_code::bfloat : dlpack::type_code::floating_point,
      8 * sizeof(T), 1};
};
template <a_complex_number T>
struct known_data_type<T> {
  static constexpr dlpack::data_type value{dlpack::type_code::complex, 8 * sizeof(T), 1};
};

}  // namespace thrum::detail

namespace thrum::dlpack {

/// data_type_of<T>::value is the data type of elements T: integers, bool, float, double, complex
/// numbers of these; __half and __nv_bfloat16 under CUDA; std::bfloat16_t where it exists; and
/// std::array<T, N> for elements of N lanes. Specialise data_type_of for other types of numbers:
///
///     template <>
///     struct thrum::dlpack::data_type_of<my_bfloat16> {
///       static constexpr data_type value{type_code::bfloat, 16, 1};
///     };
template <class T>
struct data_type_of : detail::known_data_type<T> {};
template <class T, std::size_t N>
  requires(data_type_of<T>::value.lanes == 1 && N >= 1 && N <= 65535)
struct data_type_of<std::array<T, N>> {
  static constexpr data_type value{data_type_of<T>::value.code, data_type_of<T>::value.bits, N};
};
#if defined(THRUM_WITH_CUDA)
template <>
struct data_type_of<__half> {
  static constexpr data_type value{type_code::floating_point, 16, 1};
};
template <>
struct data_type_of<__nv_bfloat16> {
  static constexpr data_type value{type_code::bfloat, 16, 1};
};
#endif

}  // namespace thrum::dlpack

namespace thrum::detail {

/// Gives the data type of T, const or not, or one readable error.
template <class T>
consteval dlpack::data_type exchanged_type() {
  constexpr bool known = requires { dlpack::data_type_of<std::remove_cv_t<T>>::value; };
  static_assert(known,
                "thrum: DLPack has no such element: take an arithmetic or complex type, or specialise "
                "thrum::dlpack::data_type_of for it");
  if constexpr (known) {
    constexpr dlpack::data_type type = dlpack::data_type_of<std::remove_cv_t<T>>::value;
    static_assert(sizeof(T) * 8 == std::size_t{type.bits} * type.lanes,
                  "thrum: data_type_of gives another number of bits than the type has");
    return type;
  } else {
    return {};
  }
}

/// A data type or device as messages name it: "float32", "complex64", "cuda:0".
inline std::string text_of(dlpack::data_type type) {
  static constexpr char const* kinds[] = {"int", "uint", "float", "handle", "bfloat", "complex", "bool"};
  auto const code = static_cast<std::size_t>(type.code);
  if (type.code == dlpack::type_code::boolean && type.bits == 8) return kinds[code];
  return (code < std::size(kinds) ? kinds[code] : "type " + std::to_string(code) + " of bits ") +
         std::to_string(type.bits);
}
inline std::string text_of(dlpack::device d) {
  switch (d.device_type) {
    case dlpack::device_kind::cpu:
      return "cpu";
    case dlpack::device_kind::cuda_host:
      return "cuda_host";
    case dlpack::device_kind::cuda_managed:
      return "cuda_managed";
    case dlpack::device_kind::cuda:
      return "cuda:" + std::to_string(d.device_id);
  }
  return "device type " + std::to_string(static_cast<std::int32_t>(d.device_type));
}

[[noreturn]] inline void throw_no_such_array(std::string const& what) {
  throw std::invalid_argument("thrum: the array " + what);
}

/// Whether memory of a kind of device is in a space.
template <class Space>
constexpr bool holds_device(dlpack::device_kind kind) {
  using enum dlpack::device_kind;
  bool const of_host = kind == cpu || kind == cuda_host;
  if constexpr (std::is_same_v<Space, unspecified_space>) return of_host || kind == cuda || kind == cuda_managed;
  else if constexpr (!host_reaches<Space>) return kind == cuda || kind == cuda_managed;
  else if constexpr (std::is_same_v<Space, unified_space<device_system::cuda>>) return kind == cuda_managed;
  else return of_host;
}
template <class Space>
constexpr char const* name_of_space() {
  if constexpr (std::is_same_v<Space, unspecified_space>) return "memory of the host or of CUDA";
  else if constexpr (!host_reaches<Space>) return "memory of a CUDA device";
  else if constexpr (std::is_same_v<Space, unified_space<device_system::cuda>>) return "managed memory of CUDA";
  else return "memory of the host";
}

/// Checks all that is asked of an array of another library except its place and shape.
template <class T>
void check_elements(dlpack::data_type found, std::size_t rank, std::size_t wanted_rank, bool is_read_only) {
  constexpr dlpack::data_type wanted = exchanged_type<T>();
  if (found.code != wanted.code || found.bits != wanted.bits) {
    throw_no_such_array("has elements of type " + text_of(found) + ", not " + text_of(wanted));
  }
  if (found.lanes != wanted.lanes) {
    throw_no_such_array("has elements of " + std::to_string(found.lanes) + " lanes, not " +
                        std::to_string(wanted.lanes));
  }
  if (rank != wanted_rank) {
    throw_no_such_array("has " + std::to_string(rank) + " dimensions, not " + std::to_string(wanted_rank));
  }
  if (is_read_only && !std::is_const_v<T>) throw_no_such_array("is read-only: take elements of a const type");
}

/// Returns the number of elements. Throws if an extent is negative, or if there are more than a
/// pointer can count.
template <class T, std::size_t Rank>
std::ptrdiff_t checked_size(std::ptrdiff_t const (&extents)[Rank]) {
  std::ptrdiff_t size = 1;
  bool none = false, too_many = false;
  for (std::ptrdiff_t const extent : extents) {
    if (extent < 0) throw_no_such_array("has an extent of " + std::to_string(extent));
    none = none || extent == 0;
    too_many = __builtin_mul_overflow(size, extent, &size) || too_many;
  }
  if (none) return 0;
  if (too_many || size > std::numeric_limits<std::ptrdiff_t>::max() / static_cast<std::ptrdiff_t>(sizeof(T))) {
    throw_no_such_array("is larger than memory can be");
  }
  return size;
}

/// Checks where the elements begin.
template <class T>
void check_address(std::uintptr_t address, std::ptrdiff_t size) {
  if (size == 0) return;
  if (address == 0) throw_no_such_array("has no memory");
  if (address % alignof(T) != 0) {
    throw_no_such_array("begins at an address that is no multiple of " + std::to_string(alignof(T)));
  }
}

/// A managed tensor of this header or of <dlpack/dlpack.h>.
template <class M>
concept managed_array = requires(M& m) {
  m.dl_tensor.byte_offset;
  m.manager_ctx;
  m.deleter(&m);
};
template <class M>
concept versioned_array = managed_array<M> && requires(M& m) { m.version.major, m.flags; };

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
  std::int64_t shape[Rank]{};
  std::int64_t strides[Rank]{};
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
    for (std::size_t d = 0; d < Rank; ++d) {
      shape[d] = view.extent(d);
      strides[d] = view.stride(d);
    }
    t.shape = shape;
    t.strides = strides;
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
  if (t.shape == nullptr) detail::throw_no_such_array("has no shape");
  std::ptrdiff_t extents[Rank], strides[Rank];
  for (std::size_t d = 0; d < Rank; ++d) extents[d] = t.shape[d];
  std::ptrdiff_t const size = detail::checked_size<T>(extents);
  auto const bytes = static_cast<char*>(t.data);
  auto const address = reinterpret_cast<std::uintptr_t>(bytes);
  detail::check_address<T>(bytes == nullptr ? address : address + t.byte_offset, size);
  auto const data = size == 0 ? nullptr : reinterpret_cast<T*>(bytes + t.byte_offset);
  if (t.strides == nullptr) return strided_view<T, Rank, Space>(data, extents);
  for (std::size_t d = 0; d < Rank; ++d) strides[d] = t.strides[d];
  return strided_view<T, Rank, Space>(data, extents, strides);
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
