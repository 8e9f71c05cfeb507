// Arrays that are described by the CUDA array interface, and views that are described by it.
#include <thrum/complex.h>
#include <thrum/cuda_array_interface.h>
#include <thrum/device_vector.h>
#include <thrum/reduce.h>
#include <thrum/transform.h>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>
#include "policies.h"
#if defined(__CUDACC__)
#include <thrum/cuda/stream.h>
#include <thrum/sequence.h>
#endif

namespace {

template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (std::invalid_argument const& e) {
    return e.what();
  }
  return "none";
}

template <class T>
std::uintptr_t number_of(T* p) {
  return reinterpret_cast<std::uintptr_t>(p);
}

template <class T>
std::string typestr = thrum::make_typestr(thrum::dlpack::data_type_of<T>::value);

struct twice {
  THRUM_HD float operator()(float x) const { return 2 * x; }
};

using anywhere = thrum::unspecified_space;

}  // namespace

TEST_CASE("types and their texts") {
  CHECK(typestr<double> == "<f8");
  CHECK(typestr<float> == "<f4");
  CHECK(typestr<std::int64_t> == "<i8");
  CHECK(typestr<std::uint16_t> == "<u2");
  CHECK(typestr<std::uint8_t> == "|u1");
  CHECK(typestr<bool> == "|b1");
  CHECK(typestr<thrum::complex<float>> == "<c8");
  CHECK(typestr<thrum::complex<double>> == "<c16");
  for (char const* text :
       {"<f2", "<f4", "<f8", "<i2", "<i4", "<i8", "|i1", "|u1", "<u2", "<u4", "<u8", "|b1", "<c8", "<c16"}) {
    CHECK(thrum::make_typestr(thrum::parse_typestr(text)) == text);
  }
  CHECK(thrum::parse_typestr("<u1") == thrum::parse_typestr("|u1"));
  using thrum::dlpack::type_code;
  CHECK(refusal([] { thrum::make_typestr({type_code::bfloat, 16, 1}); }) ==
        "thrum: the CUDA array interface has no elements of type bfloat16 of 1 lanes");
  CHECK(refusal([] { thrum::make_typestr({type_code::floating_point, 32, 4}); }) ==
        "thrum: the CUDA array interface has no elements of type float32 of 4 lanes");
  CHECK(refusal([] { thrum::parse_typestr(">f8"); }) ==
        "thrum: the type \">f8\" of an array has the byte order of another machine");
  CHECK(refusal([] { thrum::parse_typestr("|f8"); }) == "thrum: the type \"|f8\" of an array has no byte order");
  for (char const* text : {"", "f8", "<f", "<fx", "<f8x", "<f 8", "<f-8", "<f99999999999"}) {
    CHECK(refusal([&] { thrum::parse_typestr(text); }) ==
          "thrum: the type \"" + std::string(text) + "\" of an array is no type");
  }
  for (char const* text : {"<f1", "<f16", "<i3", "<i0", "<b2", "<c4", "<V2", "<U4", "<M8", "<O8", "<f264"}) {
    CHECK(refusal([&] { thrum::parse_typestr(text); }) ==
          "thrum: the type \"" + std::string(text) + "\" of an array is not known");
  }
}

TEST_CASE("a view and its description") {
  std::vector<double> v(200);
  thrum::strided_view const a(v.data(), {100, 2});
  auto const whole = thrum::make_cuda_array_interface(a);
  CHECK(whole.shape == std::vector<std::ptrdiff_t>{100, 2});
  CHECK(whole.typestr == "<f8");
  CHECK(whole.data == number_of(v.data()));
  CHECK(!whole.read_only);
  CHECK(!whole.strides);
  CHECK(!whole.stream);
  CHECK(whole.version == 3);

  auto const turned = thrum::make_cuda_array_interface(thrum::strided_view<double const, 2>(a.transposed()), 2);
  CHECK(turned.read_only);
  CHECK(turned.strides == std::vector<std::ptrdiff_t>{8, 16});
  CHECK(turned.stream == 2);
  CHECK(thrum::make_cuda_array_interface(a.part(0, 5, 0)).data == 0);

  auto const back = thrum::view_cuda_array<double const, 2, anywhere>(turned);
  CHECK(back.data() == v.data());
  CHECK(back.extent(0) == 2);
  CHECK(&back(1, 7) == &a(7, 1));
  auto const backwards = thrum::make_cuda_array_interface(a.part(0, 99, 100, -1));
  CHECK(&thrum::view_cuda_array<double, 2, anywhere>(backwards)(99, 1) == &a(0, 1));
  // Without strides the last index changes fastest.
  CHECK(&thrum::view_cuda_array<double, 2, anywhere>(whole)(3, 1) == &v[7]);
  // Without dimensions there is one element.
  auto const one = thrum::make_cuda_array_interface(thrum::strided_view<double, 0>(&v[5]));
  CHECK(one.shape.empty());
  CHECK(!one.strides);
  CHECK(&thrum::view_cuda_array<double, 0, anywhere>(one)() == &v[5]);
  auto none = whole;
  none.shape[0] = 0;
  none.data = 0;
  CHECK(thrum::view_cuda_array<double, 2, anywhere>(none).empty());
}

TEST_CASE("what is wrong with an array is one error that says so") {
  std::vector<float> v(12);
  thrum::cuda_array_interface const good{{3, 4}, "<f4", number_of(v.data()), false, {}, {}};
  auto const error = [&](auto change) {
    auto array = good;
    change(array);
    return refusal([&] { thrum::view_cuda_array<float, 2>(array); });
  };
  CHECK(error([](auto&) {}) == "none");
  CHECK(error([](auto& a) { a.typestr = "<f8"; }) == "thrum: the array has elements of type float64, not float32");
  CHECK(error([](auto& a) { a.shape = {12}; }) == "thrum: the array has 1 dimensions, not 2");
  CHECK(error([](auto& a) { a.read_only = true; }) ==
        "thrum: the array is read-only: take elements of a const type");
  CHECK(error([](auto& a) { a.data += 2; }) == "thrum: the array begins at an address that is no multiple of 4");
  CHECK(error([](auto& a) { a.data = 0; }) == "thrum: the array has no memory");
  CHECK(error([](auto& a) { a.shape[0] = -1; }) == "thrum: the array has an extent of -1");
  CHECK(error([](auto& a) { a.strides = {16}; }) == "thrum: the array has 1 strides, not 2");
  CHECK(error([](auto& a) { a.strides = {16, 6}; }) ==
        "thrum: the array has a stride of 6 bytes, no multiple of the 4 bytes of an element");
  CHECK(error([](auto& a) { a.version = 4; }) ==
        "thrum: the array is described by version 4 of the CUDA array interface, which is not known");
  auto constant = good;
  constant.read_only = true;
  CHECK(thrum::view_cuda_array<float const, 2>(constant).size() == 12);
}

TEST_CASE("streams") {
  thrum::cuda_array_interface array;
  CHECK(thrum::cuda_stream_of(array) == nullptr);
  array.stream = 0;
  CHECK(refusal([&] { thrum::cuda_stream_of(array); }) == "thrum: 0 is no stream of the CUDA array interface");
  array.stream = 12345;
  CHECK(number_of(thrum::cuda_stream_of(array)) == 12345);
#if defined(THRUM_WITH_CUDA)
  array.stream = 1;
  CHECK(thrum::cuda_stream_of(array) == cudaStreamLegacy);
  array.stream = 2;
  CHECK(thrum::cuda_stream_of(array) == cudaStreamPerThread);
#endif
}

#if defined(__CUDACC__)
TEST_CASE("an array of another library on a device, in the order of its stream") {
  thrum::device_vector<float> v(1000);
  thrum::sequence(v.begin(), v.end());
  thrum::cuda::stream own;
  for (std::uintptr_t stream : {std::uintptr_t{1}, std::uintptr_t{2}, number_of(static_cast<cudaStream_t>(own))}) {
    auto const array = thrum::make_cuda_array_interface(thrum::strided_view(v, {500, 2}), stream);
    auto const a = thrum::view_cuda_array<float, 2>(array);
    auto const policy = thrum::cuda::par.on(thrum::cuda_stream_of(array));
    thrum::transform(policy, a.begin(), a.end(), a.begin(), twice{});
    CHECK(thrum::reduce(policy, a.slice(1, 0).begin(), a.slice(1, 0).end()) == (stream == 1   ? 2
                                                                                : stream == 2 ? 4
                                                                                              : 8) *
                                                                                   249500.f);
  }
}
#endif
