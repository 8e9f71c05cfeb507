// Arrays of other libraries by DLPack, and vectors of thrum for them: addresses, shapes, owners,
// and what is refused.
#include <thrum/complex.h>
#include <thrum/device_vector.h>
#include <thrum/dlpack.h>
#include <thrum/host_vector.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/unified_vector.h>
#include <array>
#include <complex>
#include <initializer_list>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>
#include "dlpack_abi.h"
#include "policies.h"

namespace dl = thrum::dlpack;

namespace {

template <class T>
constexpr bool is_type(dl::type_code code, std::uint8_t bits, std::uint16_t lanes = 1) {
  return dl::data_type_of<T>::value == dl::data_type{code, bits, lanes};
}
using enum dl::type_code;
static_assert(is_type<signed char>(signed_integer, 8) && is_type<std::int64_t>(signed_integer, 64));
static_assert(is_type<std::uint8_t>(unsigned_integer, 8) && is_type<unsigned long long>(unsigned_integer, 64));
static_assert(is_type<float>(floating_point, 32) && is_type<double>(floating_point, 64) &&
              is_type<bool>(boolean, 8));
static_assert(is_type<std::complex<float>>(complex, 64) && is_type<thrum::complex<double>>(complex, 128));
static_assert(is_type<std::array<float, 4>>(floating_point, 32, 4));

// The layouts of both declarations are one.
static_assert(sizeof(DLManagedTensor) == sizeof(dl::managed_tensor));
static_assert(sizeof(DLManagedTensorVersioned) == sizeof(dl::managed_tensor_versioned));
static_assert(offsetof(DLManagedTensorVersioned, dl_tensor) == offsetof(dl::managed_tensor_versioned, dl_tensor));
static_assert(offsetof(DLTensor, byte_offset) == offsetof(dl::tensor, byte_offset));
static_assert(std::string_view(dl::capsule_name<DLManagedTensor>) == "dltensor" &&
              std::string_view(dl::used_capsule_name<dl::managed_tensor_versioned>) == "used_dltensor_versioned");

template <class T, std::size_t Rank, class Space = thrum::host_space>
using imported = dl::imported_tensor<T, Rank, Space>;
static_assert(std::is_nothrow_move_constructible_v<imported<int, 2>> &&
              !std::is_copy_constructible_v<imported<int, 2>>);
static_assert(std::is_convertible_v<imported<int, 2> const&, thrum::strided_view<int const, 2>>);

// What may be exported: a vector that is moved, not one that stays, and no view without an owner.
template <class V>
constexpr bool exports = requires(V&& v) { dl::export_tensor(std::forward<V>(v)); };
static_assert(exports<std::vector<int>> && exports<thrum::device_vector<float>> && !exports<std::vector<int>&>);
static_assert(!exports<std::span<int>> && !exports<thrum::strided_view<int, 1>> && !exports<std::vector<bool>>);

/// An array of another library, whose deleter counts.
template <class M = DLManagedTensorVersioned>
struct foreign {
  M managed{};
  std::vector<std::int64_t> shape, strides;
  int deleted = 0;

  foreign(void* data, DLDataType type, std::vector<std::int64_t> s, std::vector<std::int64_t> t = {})
      : shape(std::move(s)), strides(std::move(t)) {
    managed.dl_tensor = {data, {kDLCPU, 0},  static_cast<std::int32_t>(shape.size()),
                         type, shape.data(), strides.empty() ? nullptr : strides.data(),
                         0};
    if constexpr (requires { managed.version; }) managed.version = {1, 1};
    managed.manager_ctx = this;
    managed.deleter = [](M* m) { ++static_cast<foreign*>(m->manager_ctx)->deleted; };
  }
  foreign(foreign const&) = delete;
  foreign& operator=(foreign const&) = delete;
};
constexpr DLDataType float32{2, 32, 1};

template <class T, std::size_t Rank, class Space = thrum::host_space, class M>
std::string refusal(M& f) {
  try {
    auto const taken = dl::import_tensor<T, Rank, Space>(&f.managed);
  } catch (std::invalid_argument const& e) {
    CHECK(f.deleted == 0);  // it is still the caller's
    return e.what();
  }
  return "none";
}

/// The same of an array of floats on this device.
template <class Space, class M>
std::string refusal_on(foreign<M>& f, DLDeviceType type, std::int32_t id = 0) {
  f.managed.dl_tensor.device = {type, id};
  f.deleted = 0;
  return refusal<float, 1, Space>(f);
}

/// An owner that counts how often it is destroyed while it owns.
struct counted_owner {
  int* ends;
  explicit counted_owner(int& n) : ends(&n) {}
  counted_owner(counted_owner&& other) noexcept : ends(std::exchange(other.ends, nullptr)) {}
  ~counted_owner() {
    if (ends != nullptr) ++*ends;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("an imported array is the memory of the other library", M, DLManagedTensor,
                   DLManagedTensorVersioned, dl::managed_tensor, dl::managed_tensor_versioned) {
  std::vector<float> memory(100);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<float>(i);
  M managed{};
  std::int64_t shape[] = {3, 4}, strides[] = {20, -2};
  static int deleted;
  deleted = 0;
  auto& t = managed.dl_tensor;
  t.data = memory.data();
  t.device.device_type = static_cast<decltype(t.device.device_type)>(1);
  t.ndim = 2;
  t.dtype.code = static_cast<decltype(t.dtype.code)>(2);
  t.dtype.bits = 32;
  t.dtype.lanes = 1;
  t.shape = shape;
  t.strides = strides;
  t.byte_offset = 7 * sizeof(float);
  managed.deleter = [](M*) { ++deleted; };
  if constexpr (requires { managed.version; }) managed.version.major = 1;
  {
    auto a = dl::import_tensor<float, 2>(&managed);
    CHECK(a.data() == memory.data() + 7);
    CHECK(a.extent(0) == 3);
    CHECK(a(2, 3) == 41);
    CHECK(a.device() == dl::device{dl::device_kind::cpu, 0});
    CHECK(!a.is_copied());
    a(0, 0) = 999;
    CHECK(memory[7] == 999);
    CHECK(thrum::reduce(a.begin(), a.end()) == 999 + 5 + 3 + 1 + 27 + 25 + 23 + 21 + 47 + 45 + 43 + 41);

    // The owner moves, and the deleter is called once.
    auto b = std::move(a);
    CHECK(a.empty());
    CHECK(b(1, 0) == 27);
    a = std::move(b);
    imported<float, 2>& same = a;
    a = std::move(same);
    CHECK(a(1, 0) == 27);
    CHECK(deleted == 0);
    a = imported<float, 2>();
    CHECK(deleted == 1);
  }
  CHECK(deleted == 1);

  // Without strides the last index changes fastest.
  t.strides = nullptr;
  t.byte_offset = 0;
  CHECK(dl::import_tensor<float, 2>(&managed)(1, 2) == 6);
  CHECK(dl::import_tensor<float, 2>(&managed).is_contiguous());
  CHECK(deleted == 3);
  managed.deleter = nullptr;  // which is allowed
  CHECK(dl::import_tensor<float const, 2>(&managed)(2, 0) == 8);
}

TEST_CASE_TEMPLATE("an array without dimensions is one element", M, DLManagedTensor, DLManagedTensorVersioned) {
  float number = 5;
  foreign<M> f(&number, float32, {});
  f.managed.dl_tensor.shape = nullptr;
  auto a = dl::import_tensor<float, 0>(&f.managed);
  CHECK(a.data() == &number);
  CHECK(a.size() == 1);
  a() = 6;
  CHECK(number == 6);
  CHECK(thrum::reduce(a.begin(), a.end()) == 6);
  auto b = std::move(a);
  CHECK(a.empty());
  CHECK(b() == 6);

  // And back.
  auto const exported = dl::export_tensor<M>(b.view(), std::move(b));
  CHECK(exported->dl_tensor.ndim == 0);
  CHECK(exported->dl_tensor.data == &number);
  CHECK(f.deleted == 0);
  CHECK(dl::view_tensor<float const, 0>(exported->dl_tensor)() == 6);

  foreign<M> g(&number, float32, {1});
  CHECK(refusal<float, 0>(g) == "thrum: the array has 1 dimensions, not 0");
  foreign<M> h(&number, float32, {});
  CHECK(refusal<float, 1>(h) == "thrum: the array has 0 dimensions, not 1");
  h.managed.dl_tensor.data = nullptr;
  CHECK(refusal<float, 0>(h) == "thrum: the array has no memory");
  h.managed.dl_tensor.data = &number;
  h.managed.dl_tensor.byte_offset = 1;
  CHECK(refusal<float, 0>(h) == "thrum: the array begins at an address that is no multiple of 4");
}

TEST_CASE("elements of every type") {
  alignas(16) std::array<unsigned char, 64> memory{};
  auto const takes = [&]<class T>(std::type_identity<T>, DLDataType type) {
    foreign f(memory.data(), type, {4});
    auto const a = dl::import_tensor<T, 1>(&f.managed);
    return a.size() == 4 && static_cast<void const*>(a.data()) == memory.data();
  };
  CHECK(takes(std::type_identity<std::int8_t>(), {0, 8, 1}));
  CHECK(takes(std::type_identity<std::uint16_t>(), {1, 16, 1}));
  CHECK(takes(std::type_identity<std::uint64_t>(), {1, 64, 1}));
  CHECK(takes(std::type_identity<std::complex<double>>(), {5, 128, 1}));
  CHECK(takes(std::type_identity<thrum::complex<float>>(), {5, 64, 1}));
  CHECK(takes(std::type_identity<bool>(), {6, 8, 1}));
  CHECK(takes(std::type_identity<std::array<float, 4>>(), {2, 32, 4}));
}

TEST_CASE("what is wrong with an array is one error that says so, and the array stays the caller's") {
  std::vector<float> memory(12);
  auto const array = [&](DLDataType type = float32) { return foreign<>(memory.data(), type, {3, 4}); };
  {
    foreign<> f = array();
    CHECK(refusal<double, 2>(f) == "thrum: the array has elements of type float32, not float64");
    CHECK(refusal<std::int32_t, 2>(f) == "thrum: the array has elements of type float32, not int32");
    CHECK(refusal<std::array<float, 2>, 2>(f) == "thrum: the array has elements of 1 lanes, not 2");
    CHECK(refusal<float, 3>(f) == "thrum: the array has 2 dimensions, not 3");
    CHECK(refusal<float, 2>(f) == "none");
  }
  for (auto const& [type, text] :
       std::initializer_list<std::pair<DLDataType, char const*>>{{{6, 8, 1}, "bool"},
                                                                 {{4, 16, 1}, "bfloat16"},
                                                                 {{5, 128, 1}, "complex128"},
                                                                 {{17, 4, 1}, "type 17 of bits 4"}}) {
    foreign<> f = array(type);
    CHECK(refusal<float, 2>(f) == std::string("thrum: the array has elements of type ") + text + ", not float32");
  }
  {
    foreign<> f = array({2, 32, 4});
    CHECK(refusal<float, 2>(f) == "thrum: the array has elements of 4 lanes, not 1");
  }
  {
    foreign<> f = array();
    f.managed.flags = 1;
    CHECK(refusal<float, 2>(f) == "thrum: the array is read-only: take elements of a const type");
    CHECK(refusal<float const, 2>(f) == "none");
  }
  {
    foreign<> f = array();
    f.managed.version = {2, 0};
    f.managed.dl_tensor.ndim = 77;  // what follows in another version is not looked at
    CHECK(refusal<float, 2>(f) == "thrum: version 2 of DLPack is not known, only version 1");
  }
  {
    foreign<> f = array();
    f.managed.dl_tensor.byte_offset = 2;
    CHECK(refusal<float, 2>(f) == "thrum: the array begins at an address that is no multiple of 4");
  }
  {
    foreign<> f = array();
    f.managed.dl_tensor.data = nullptr;
    CHECK(refusal<float, 2>(f) == "thrum: the array has no memory");
    f.shape[0] = 0;
    f.managed.dl_tensor.byte_offset = 3;  // of no elements nothing matters
    CHECK(refusal<float, 2>(f) == "none");
  }
  {
    foreign<> f = array();
    f.shape[1] = -4;
    CHECK(refusal<float, 2>(f) == "thrum: the array has an extent of -4");
    f.shape = {std::int64_t{1} << 40, std::int64_t{1} << 40};
    f.managed.dl_tensor.shape = f.shape.data();
    CHECK(refusal<float, 2>(f) == "thrum: the array is larger than memory can be");
    f.managed.dl_tensor.shape = nullptr;
    CHECK(refusal<float, 2>(f) == "thrum: the array has no shape");
  }
  CHECK_THROWS_WITH_AS((dl::import_tensor<float, 1>(static_cast<DLManagedTensor*>(nullptr))),
                       "thrum: a null pointer is no array", std::invalid_argument);
}

TEST_CASE("a space takes the devices whose memory it is") {
  using cuda = thrum::device_space<thrum::device_system::cuda>;
  using managed = thrum::unified_space<thrum::device_system::cuda>;
  std::vector<float> memory(12);
  foreign<> f(memory.data(), float32, {12});
  CHECK(refusal_on<thrum::host_space>(f, kDLCPU) == "none");
  CHECK(refusal_on<thrum::host_space>(f, kDLCUDAHost) == "none");
  CHECK(refusal_on<thrum::host_space>(f, kDLCUDA, 3) ==
        "thrum: the array is on cuda:3, not in memory of the host");
  CHECK(refusal_on<thrum::host_space>(f, kDLCUDAManaged) ==
        "thrum: the array is on cuda_managed, not in memory of the host");
  CHECK(refusal_on<thrum::host_space>(f, kDLMetal) ==
        "thrum: the array is on device type 8, not in memory of the host");
  CHECK(refusal_on<cuda>(f, kDLCPU) == "thrum: the array is on cpu, not in memory of a CUDA device");
  CHECK(refusal_on<cuda>(f, kDLCUDAHost) == "thrum: the array is on cuda_host, not in memory of a CUDA device");
  CHECK(refusal_on<cuda>(f, kDLCUDA, 1) == "none");
  CHECK(refusal_on<cuda>(f, kDLCUDAManaged) == "none");
  CHECK(refusal_on<managed>(f, kDLCUDA) == "thrum: the array is on cuda:0, not in managed memory of CUDA");
  CHECK(refusal_on<managed>(f, kDLCUDAManaged) == "none");
  CHECK(refusal_on<thrum::unspecified_space>(f, kDLMetal) ==
        "thrum: the array is on device type 8, not in memory of the host or of CUDA");
  f.managed.dl_tensor.device = {kDLCUDA, 2};
  CHECK(dl::import_tensor<float, 1, thrum::unspecified_space>(&f.managed).device() ==
        dl::device{dl::device_kind::cuda, 2});
#if !defined(THRUM_WITH_CUDA)
  CHECK(refusal_on<thrum::device_space<>>(f, kDLCPU) == "none");
  CHECK(refusal_on<thrum::unified_space<>>(f, kDLCUDA) ==
        "thrum: the array is on cuda:0, not in memory of the host");
#endif
}

TEST_CASE_TEMPLATE("an exported vector is moved, not copied", M, DLManagedTensor, DLManagedTensorVersioned,
                   dl::managed_tensor, dl::managed_tensor_versioned) {
  std::vector<double> v{1, 2, 3, 4, 5, 6};
  double* const data = v.data();
  auto exported = dl::export_tensor<M>(std::move(v), {2, 3});
  CHECK(v.empty());
  auto const& t = exported->dl_tensor;
  CHECK(t.data == data);
  CHECK(static_cast<int>(t.device.device_type) == 1);
  CHECK(t.device.device_id == 0);
  CHECK(t.ndim == 2);
  CHECK(static_cast<int>(t.dtype.code) == 2);
  CHECK(t.dtype.bits == 64);
  CHECK(t.dtype.lanes == 1);
  CHECK((t.shape[0] == 2 && t.shape[1] == 3 && t.strides[0] == 3 && t.strides[1] == 1 && t.byte_offset == 0));
  if constexpr (requires { exported->version; }) {
    CHECK(exported->version.major == 1);
    CHECK(exported->flags == 0);
    exported->flags |= dl::is_copied;
  }
  M* const handed_on = exported.release();
  auto const back = dl::import_tensor<double, 2>(handed_on);  // another library, which is thrum
  CHECK(back.data() == data);
  if constexpr (requires { exported->flags; }) CHECK(back.is_copied());
  CHECK(back(1, 2) == 6);
}

TEST_CASE("owners end once, with the deleter") {
  std::vector<int> memory{5, 4, 3, 2, 1, 0};
  thrum::strided_view const every_second(memory.data(), {3}, {2});
  int ends = 0;
  {
    auto const unused = dl::export_tensor(every_second, counted_owner(ends));
    CHECK(ends == 0);
  }
  CHECK(ends == 1);
  auto* const raw = dl::export_tensor<DLManagedTensor>(every_second, counted_owner(ends)).release();
  CHECK(raw->dl_tensor.strides[0] == 2);
  CHECK(ends == 1);
  raw->deleter(raw);
  CHECK(ends == 2);

  // A chain of libraries: each holds the array of the one before it.
  auto first = dl::import_tensor<int, 1>(dl::export_tensor(every_second, counted_owner(ends)));
  auto second = dl::export_tensor(first.view(), std::move(first));
  auto third = dl::import_tensor<int, 1>(std::move(second));
  CHECK(second == nullptr);
  thrum::sort(third.begin(), third.end());
  CHECK(memory == std::vector<int>{1, 4, 3, 2, 5, 0});
  CHECK(ends == 2);
  third = {};
  CHECK(ends == 3);

  auto shared = std::make_shared<std::vector<float>>(100);
  {
    auto const lent = dl::export_tensor(thrum::strided_view(*shared, {10, 10}), std::shared_ptr(shared));
    CHECK(shared.use_count() == 2);
  }
  CHECK(shared.use_count() == 1);
}

TEST_CASE("elements of a const type are read-only for the receiver") {
  std::vector<int> const memory(6);
  auto exported = dl::export_tensor<DLManagedTensorVersioned>(thrum::strided_view(memory, {2, 3}), 0);
  CHECK(exported->flags == 1);
  CHECK_THROWS_WITH_AS((dl::import_tensor<int, 2>(std::move(exported))),
                       "thrum: the array is read-only: take elements of a const type", std::invalid_argument);
  REQUIRE(exported != nullptr);
  CHECK(dl::import_tensor<int const, 2>(std::move(exported)).data() == memory.data());
}

TEST_CASE("vectors of thrum, of a shape, and without elements") {
  auto const exported = dl::export_tensor(thrum::host_vector<std::int64_t>(12, 3), {2, 3, 2});
  CHECK(exported->dl_tensor.ndim == 3);
  CHECK(exported->dl_tensor.strides[0] == 6);
  CHECK(dl::export_tensor(thrum::host_vector<float>())->dl_tensor.data == nullptr);

  thrum::host_vector<int> few(5, 1);
  CHECK_THROWS_WITH_AS(dl::export_tensor(std::move(few), {2, 3}),
                       "thrum: 5 elements are fewer than the 6 of this strided_view", std::invalid_argument);
  CHECK(few.size() == 5);

  auto const view = dl::view_tensor<std::int64_t const, 3>(exported->dl_tensor, true);
  CHECK(thrum::reduce(view.begin(), view.end()) == 36);
}

TEST_CASE_TEMPLATE("memory of each space, there and back", S, ALL_SYSTEMS) {
  using vector = typename S::template vector<int>;
  using space = thrum::memory_space_t<typename vector::iterator>;
  auto v = vector_of<S>(std::vector<int>{3, 1, 2, 6, 5, 4});
  auto const* const data = thrum::detail::unwrap(v.data());
  auto exported = dl::export_tensor<DLManagedTensorVersioned>(std::move(v), {2, 3});
  constexpr bool on_card = !thrum::detail::host_reaches<space>;
  constexpr bool is_managed = std::is_same_v<space, thrum::unified_space<thrum::device_system::cuda>>;
  CHECK(exported->dl_tensor.device.device_type == (on_card ? kDLCUDA : is_managed ? kDLCUDAManaged : kDLCPU));
  auto back = dl::import_tensor<int, 2, space>(std::move(exported));
  CHECK(back.data() == data);
  auto const row = back.slice(0, 0);
  S::run(thrum::sort, row.begin(), row.end());
  S::run(thrum::sort, back.slice(0, 1).begin(), back.slice(0, 1).end());
  auto const all = back.contiguous();
  CHECK(S::run(thrum::is_sorted, all.begin(), all.end()));
  CHECK(S::run(thrum::reduce, back.begin(), back.end()) == 21);
}
