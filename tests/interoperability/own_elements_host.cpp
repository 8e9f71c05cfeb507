// Elements of a type that DLPack has and C++ has not: a specialisation names it. And matrices of
// Eigen, if it is installed.
#include <doctest/doctest.h>
#include <thrum/dlpack.h>
#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <thrum/sort.h>
#include <thrum/strided_view.h>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>
#if __has_include(<eigen3/Eigen/Core>)
#include <eigen3/Eigen/Core>
#endif

namespace {

struct own_bfloat16 {
  std::uint16_t bits;
};

}  // namespace

template <>
struct thrum::dlpack::data_type_of<own_bfloat16> {
  static constexpr data_type value{type_code::bfloat, 16, 1};
};

TEST_CASE("elements of a type of one's own, there and back") {
  std::vector<own_bfloat16> v{{0x3f80}, {0x4000}};
  auto const* const data = v.data();
  auto exported = thrum::dlpack::export_tensor(std::move(v));
  CHECK(exported->dl_tensor.dtype.code == thrum::dlpack::type_code::bfloat);
  CHECK(exported->dl_tensor.dtype.bits == 16);
  CHECK_THROWS_WITH_AS((thrum::dlpack::import_tensor<std::uint16_t, 1>(std::move(exported))),
                       "thrum: the array has elements of type bfloat16, not uint16", std::invalid_argument);
  auto const back = thrum::dlpack::import_tensor<own_bfloat16, 1>(std::move(exported));
  CHECK(back.data() == data);
  CHECK(back(1).bits == 0x4000);
}

#if __has_include(<eigen3/Eigen/Core>)
TEST_CASE_TEMPLATE("matrices, maps and blocks of Eigen, by pointer and strides", M, Eigen::MatrixXd,
                   Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>) {
  M m(5, 7);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 7; ++j) m(i, j) = (i * 31 + j * 17) % 40;
  }
  auto const view_of = [](auto& e) {
    return thrum::strided_view(e.data(), {e.rows(), e.cols()}, {e.rowStride(), e.colStride()});
  };
  auto const a = view_of(m);
  CHECK(a.is_contiguous() == bool(M::IsRowMajor));
  CHECK(a(3, 4) == m(3, 4));
  CHECK(thrum::reduce(thrum::seq, a.begin(), a.end()) == m.sum());

  auto inner = m.block(1, 2, 3, 4);
  auto const part = view_of(inner);
  CHECK(part.data() == a.part(0, 1, 3).part(1, 2, 4).data());
  CHECK(thrum::reduce(thrum::seq, part.begin(), part.end()) == inner.sum());
  auto const row = part.slice(0, 1);
  double const sum_before = m.sum();
  thrum::sort(thrum::seq, row.begin(), row.end());
  CHECK(thrum::is_sorted(thrum::seq, row.begin(), row.end()));
  CHECK((m(2, 2) <= m(2, 3) && m(2, 3) <= m(2, 4) && m(2, 4) <= m(2, 5)));
  CHECK(m.sum() == sum_before);
}
#endif

TEST_CASE("an image with padded rows of three channels, as OpenCV stores it") {
  constexpr std::ptrdiff_t rows = 4, columns = 5, step = 32;  // bytes
  std::vector<unsigned char> memory(rows * step, 255);
  thrum::strided_view const image(memory.data(), {rows, columns, 3}, {step, 3, 1});
  int next = 0;
  for (unsigned char& x : image) x = static_cast<unsigned char>(next++);
  CHECK(memory[step + 3 + 2] == 20);
  CHECK(memory[15] == 255);
  auto const green = image.slice(2, 1);
  CHECK(thrum::reduce(thrum::seq, green.begin(), green.end(), 0) == 3 * 190 + 20);
}
