// The structs of DLPack's ABI, version 1. Their members have DLPack's names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

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

/// A managed tensor of this header or of <dlpack/dlpack.h>.
template <class M>
concept managed_array = requires(M& m) {
  m.dl_tensor.byte_offset;
  m.manager_ctx;
  m.deleter(&m);
};
template <class M>
concept versioned_array = managed_array<M> && requires(M& m) { m.version.major, m.flags; };

}  // namespace thrum::detail
