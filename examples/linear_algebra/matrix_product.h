// C = A * B of square matrices, or of some rows of A and C, stored by rows: one element for each
// call, and in tiles that blocks share.
#pragma once

#include <thrum/detail/base/config.h>
#include <thrum/for_each_block.h>
#include <cstddef>
#include <cstring>
#include <type_traits>

#include "common/policies.h"
#include "linear_algebra/multiply_add.h"

namespace example {

/// Computes C[i, j] from a row of A and a column of B, without keeping them for the next element.
template <class T>
struct naive_product {
  T const* a;
  T const* b;
  std::ptrdiff_t n;
  THRUM_HD T operator()(std::ptrdiff_t place) const {
    std::ptrdiff_t const i = place / n, j = place % n;
    T sum = 0;
    for (std::ptrdiff_t k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
    return sum;
  }
};

/// A block computes a tile of C, of rows x columns, in steps of `depth` columns of A and rows of B;
/// a lane computes a part of the tile, of high x wide.
template <int Rows, int Columns, int Depth, int High, int Wide>
struct tile_shape {
  static constexpr int rows = Rows, columns = Columns, depth = Depth, high = High, wide = Wide;
  static constexpr int across = Columns / Wide, lanes = Rows / High * across;
};
/// The parts that the threads of a device keep in registers, and those of a core, which has fewer
/// lanes and longer vectors.
using shape_of_device = tile_shape<64, 64, 16, 4, 4>;
template <class T>
using shape_of_host = tile_shape<128, 128, 192 / sizeof(T), 8, 128 / sizeof(T)>;

/// Computes C in tiles: a block stages a tile of A and one of B in memory that its lanes share,
/// waits, and multiplies them.
template <class T, class Shape>
struct tiled_product {
  T const* a;
  T const* b;
  T* c;
  std::ptrdiff_t n;
  std::ptrdiff_t rows = n;  ///< of A and C

  struct part {
    T sums[Shape::high * Shape::wide];
  };
  using tile_of_a = T[Shape::rows][Shape::depth];
  using tile_of_b = T[Shape::depth][Shape::columns];

  THRUM_HD void operator()(thrum::block<Shape::lanes> const& block) const {
    std::ptrdiff_t const across = thrum::blocks_for(n, Shape::columns);
    std::ptrdiff_t const row = block.index() / across * Shape::rows,
                         column = block.index() % across * Shape::columns;
    auto& left = block.template shared<tile_of_a, 0>();
    auto& right = block.template shared<tile_of_b, 1>();
    auto parts = block.template values<part>();
    for (std::ptrdiff_t k = 0; k < n; k += Shape::depth) {
      stage(block, a, rows, row, k, left);
      stage(block, b, n, k, column, right);
      block.each([&](int lane) {
        int const i = lane / Shape::across * Shape::high, j = lane % Shape::across * Shape::wide;
        multiply_add<T, Shape>(left[i], right[0] + j, parts[lane].sums);
      });
    }
    block.each([&](int lane) {
      store(row + lane / Shape::across * Shape::high, column + lane % Shape::across * Shape::wide, parts[lane]);
    });
  }

 private:
  /// Reads the part of a matrix that begins at an index; elements outside of the matrix are zero.
  template <class Block, int High, int Wide>
  THRUM_HD void stage(Block const& block, T const* matrix, std::ptrdiff_t high, std::ptrdiff_t row,
                      std::ptrdiff_t column, T (&tile)[High][Wide]) const {
    std::ptrdiff_t const size = n;
    if (row + High <= high && column + Wide <= n) {
      if constexpr (std::is_same_v<Shape, shape_of_host<T>>) {  // whole rows, which are copied in vectors
        block.deal(High, 1,
                   [&](int i, int) { std::memcpy(tile[i], matrix + (row + i) * size + column, sizeof tile[i]); });
      } else {
        block.deal(High, Wide, [&](int i, int j) { tile[i][j] = matrix[(row + i) * size + column + j]; });
      }
    } else {
      block.deal(High, Wide, [&](int i, int j) {
        bool const inside = row + i < high && column + j < size;
        tile[i][j] = inside ? matrix[(row + i) * size + column + j] : T(0);
      });
    }
  }
  THRUM_HD void store(std::ptrdiff_t row, std::ptrdiff_t column, part const& p) const {
    THRUM_UNROLL
    for (int i = 0; i < Shape::high; ++i) {
      THRUM_UNROLL
      for (int j = 0; j < Shape::wide; ++j) {
        if (row + i < rows && column + j < n) c[(row + i) * n + column + j] = p.sums[i * Shape::wide + j];
      }
    }
  }
};

/// Computes C = A * B in tiles, under any policy. A and C have `rows` rows of n elements, B has n.
template <class Policy, class T>
void multiply_in_tiles(Policy const& policy, T const* a, T const* b, T* c, std::ptrdiff_t n, std::ptrdiff_t rows) {
  using shape = std::conditional_t<on_card<Policy>, shape_of_device, shape_of_host<T>>;
  std::ptrdiff_t const tiles = thrum::blocks_for(rows, shape::rows) * thrum::blocks_for(n, shape::columns);
  thrum::for_each_block(policy, tiles, thrum::lanes<shape::lanes>, tiled_product<T, shape>{a, b, c, n, rows});
}
template <class Policy, class T>
void multiply_in_tiles(Policy const& policy, T const* a, T const* b, T* c, std::ptrdiff_t n) {
  multiply_in_tiles(policy, a, b, c, n, n);
}

}  // namespace example
