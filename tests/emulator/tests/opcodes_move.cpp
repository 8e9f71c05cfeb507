// mov: copies, vectors joined and taken apart, special registers.
#include <doctest/doctest.h>

#include <array>

#include "opcodes.h"

using namespace opcodes;

namespace {

// What each thread of a grid reads from a register of 32 bits.
std::vector<u32> read_special(std::string const& name, unsigned blocks, unsigned threads) {
  std::vector<u32> read(std::size_t{blocks} * threads);
  std::string const instruction = "mov.u32 r, " + name + ";";
  note_opcodes(instruction);
  run_module(
      ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry test(.param .u64 out)\n{\n"
      ".reg .b32 r, index, x;\n.reg .b64 address;\n" +
          instruction +
          "\nmov.u32 index, %ctaid.x;\nmov.u32 x, %ntid.x;\nmul.lo.u32 index, index, x;\nmov.u32 x, %tid.x;\n"
          "add.u32 index, index, x;\nld.param.u64 address, [out];\nmad.wide.u32 address, index, 4, address;\n"
          "st.global.u32 [address], r;\nret;\n}\n",
      blocks, threads, {{read.data(), 4 * read.size()}});
  return read;
}

template <class Formula>
void expect_special(std::string const& name, Formula formula) {
  constexpr unsigned blocks = 3, threads = 80;
  std::vector<u32> const read = read_special(name, blocks, threads);
  INFO(name);
  for (u32 i = 0; i < read.size(); ++i) REQUIRE(read[i] == u32(formula(i % threads, i / threads)));
}

}  // namespace

TEST_CASE("moves: registers and constants") {
  expect<u16>("mov.b16 d, a;", each(integers<u16>()), [](u16 a) { return a; });
  expect<u32>("mov.u32 d, a;", each(integers<u32>()), [](u32 a) { return a; });
  expect<double>("mov.f64 d, a;", each(floats<double>()), [](double a) { return a; });
  expect<u32>("mov.b32 d, 0x80000001;", each(std::vector<u32>{0}), [](u32) { return 0x80000001; });
  expect<float>("mov.f32 d, 0f3FC00000;", each(std::vector<u32>{0}), [](u32) { return 1.5f; });
  expect<double>("mov.f64 d, 0dC008000000000000;", each(std::vector<u32>{0}), [](u32) { return -3.0; });
  expect<i64>("mov.s64 d, -5;", each(std::vector<u32>{0}), [](u32) { return i64{-5}; });
  expect<u32>("mov.u32 d, WARP_SZ;", each(std::vector<u32>{0}), [](u32) { return 32u; });
}

TEST_CASE("moves: vectors") {
  auto const words = pairs(integers<u32>(), integers<u32>());
  auto const shorts = pairs(integers<u16>(), integers<u16>());
  expect<u64>("mov.b64 d, {a, b};", words, [](u32 a, u32 b) { return u64{b} << 32 | a; });
  expect<u32>("mov.b32 d, {a, b};", shorts, [](u16 a, u16 b) { return u32{b} << 16 | a; });
  expect<u64>("mov.b64 d, {a, b, b, a};", shorts,
              [](u16 a, u16 b) { return u64{a} << 48 | u64{b} << 32 | u64{b} << 16 | a; });
  expect<u16>("mov.b16 d, {a, b};", shorts, [](u16 a, u16 b) { return u16(u8(b) << 8 | u8(a)); });
  expect<u32>("mov.b32 d, {a, b, b, a};", shorts,
              [](u16 a, u16 b) { return u32{u8(a)} << 24 | u32{u8(b)} << 16 | u32{u8(b)} << 8 | u8(a); });
  expect<u32>("mov.b64 {d, t}, a;", each(integers<u64>()), [](u64 a) { return u32(a); });
  expect<u32>("mov.b64 {_, d}, a;", each(integers<u64>()), [](u64 a) { return u32(a >> 32); });
  expect<u16>("mov.b32 {h, d}, a;", each(integers<u32>()), [](u32 a) { return u16(a >> 16); });
  expect<u16>("mov.b64 {_, _, d, h}, a;", each(integers<u64>()), [](u64 a) { return u16(a >> 32); });
  expect<u16>("mov.b32 {_, _, _, d}, a;", each(integers<u32>()), [](u32 a) { return u16(a >> 24); });
}

TEST_CASE("moves: vectors of bytes in the registers that they are made of") {
  auto const shorts = pairs(integers<u16>(), integers<u16>());
  expect<u16>("mov.b16 b, {a, b}; mov.b16 d, b;", shorts, [](u16 a, u16 b) { return u16(u8(b) << 8 | u8(a)); });
  expect<u16>("mov.b16 {a, b}, a; mov.b16 d, b;", shorts, [](u16 a, u16) { return u16(a >> 8); });
}

TEST_CASE("moves: 128 bits") {
  auto const cases = pairs(integers<u64>(), integers<u64>());
  expect<u64>(".reg .b128 x; .reg .b128 y; mov.b128 x, {a, b}; mov.b128 y, x; mov.b128 {d, _}, y;", cases,
              [](u64 a, u64) { return a; });
  expect<u64>(".reg .b128 x; .reg .b128 y; mov.b128 x, {a, b}; mov.b128 y, x; mov.b128 {_, d}, y;", cases,
              [](u64, u64 b) { return b; });
}

TEST_CASE("moves: special registers of a thread") {
  expect_special("%tid.x", [](u32 thread, u32) { return thread; });
  expect_special("%tid.y", [](u32, u32) { return 0; });
  expect_special("%ntid.x", [](u32, u32) { return 80; });
  expect_special("%ntid.z", [](u32, u32) { return 1; });
  expect_special("%ctaid.x", [](u32, u32 block) { return block; });
  expect_special("%nctaid.x", [](u32, u32) { return 3; });
  expect_special("%laneid", [](u32 thread, u32) { return thread % 32; });
  expect_special("%warpid", [](u32 thread, u32) { return thread / 32; });
  expect_special("%nwarpid", [](u32, u32) { return 3; });
  expect_special("%lanemask_eq", [](u32 thread, u32) { return 1u << thread % 32; });
  expect_special("%lanemask_lt", [](u32 thread, u32) { return (u64{1} << thread % 32) - 1; });
  expect_special("%lanemask_le", [](u32 thread, u32) { return (u64{2} << thread % 32) - 1; });
  expect_special("%lanemask_ge", [](u32 thread, u32) { return ~((u64{1} << thread % 32) - 1); });
  expect_special("%lanemask_gt", [](u32 thread, u32) { return ~((u64{2} << thread % 32) - 1); });
  expect_special("%dynamic_smem_size", [](u32, u32) { return 0; });
  expect_special("%cluster_nctarank", [](u32, u32) { return 1; });
}

TEST_CASE("moves: clocks go on") {
  expect_that<u64>("mov.u64 w, %clock64; mov.u64 d, %clock64; sub.u64 d, d, w;", each(std::vector<u32>(40, 0)),
                   [](u64 got, u32) { return got > 0 && i64(got) > 0; });
}
