// Loads, stores, atomics, addresses, barriers and what ends a thread: one instruction at a time.
// Kernels of several are tested on the whole emulated card.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "half_of_host.h"
#include "opcodes.h"

using namespace opcodes;

namespace {

constexpr u32 threads = 32;

// Runs statements in one warp. They have the parameter `memory`, an array of `words`, whose address
// is in m; the address of the thread's own word in own and of its own 16 bytes in wide; the lane in
// lane; s is an array of 1024 bytes of shared memory.
std::vector<u32> run_on(std::vector<u32> words, std::string const& statements, unsigned blocks = 1) {
  note_opcodes(statements);
  run_module(
      ".version 8.7\n.target sm_90\n.address_size 64\n.global .align 16 .u32 table[4] = {11, 22, 33, 44};\n"
      ".const .align 4 .u32 fixed = 77;\n.visible .entry test(.param .u64 memory)\n{\n"
      ".shared .align 16 .b8 s[1024];\n.local .align 16 .b8 l[64];\n.reg .pred p, q;\n.reg .b16 h;\n"
      ".reg .b32 lane, x, y, z, v;\n.reg .b64 m, own, wide, at, g, k;\n.reg .f32 f;\n.reg .f64 r;\n"
      "mov.u32 lane, %laneid;\nld.param.u64 m, [memory];\nmad.wide.u32 own, lane, 4, m;\n"
      "mad.wide.u32 wide, lane, 16, m;\n" +
          statements + "\n}\n",
      blocks, threads, {{words.data(), 4 * words.size()}});
  return words;
}
template <class Of>
std::vector<u32> filled(std::size_t count, Of of) {
  std::vector<u32> words(count);
  for (std::size_t i = 0; i < count; ++i) words[i] = u32(of(u32(i)));
  return words;
}
u32 scrambled(u32 i) { return (i + 1) * 2654435761u; }

// Every thread's word after statements that store into [own].
template <class Of>
void expect_words(std::string const& statements, Of of) {
  INFO(statements);
  std::vector<u32> const words = run_on(filled(4 * threads, scrambled), statements);
  for (u32 lane = 0; lane < threads; ++lane) REQUIRE(words[lane] == u32(of(lane)));
}

}  // namespace

TEST_CASE("memory: loads widen by their type") {
  auto const byte = [](u32 lane) { return u8(scrambled(lane)); };
  expect_words("ld.global.u8 x, [own]; st.global.u32 [own], x;", byte);
  expect_words("ld.global.s8 x, [own]; st.global.u32 [own], x;", [&](u32 lane) { return i8(byte(lane)); });
  expect_words("ld.global.u16 x, [own]; st.global.u32 [own], x;", [](u32 lane) { return u16(scrambled(lane)); });
  expect_words("ld.global.s16 x, [own]; st.global.u32 [own], x;", [](u32 lane) { return i16(scrambled(lane)); });
  expect_words("ld.global.s8 at, [own]; shr.u64 at, at, 32; st.global.u32 [own], at;",
               [&](u32 lane) { return byte(lane) & 0x80 ? ~0u : 0u; });
  expect_words("ld.u32 x, [own]; add.u32 x, x, 1; st.u32 [own], x;", [](u32 lane) { return scrambled(lane) + 1; });
  expect_words("ldu.global.u32 x, [m+8]; st.volatile.global.u32 [own], x;", [](u32) { return scrambled(2); });
  expect_words("ld.global.nc.L1::evict_last.u32 x, [own]; st.relaxed.gpu.global.u32 [own], x;", scrambled);
}

TEST_CASE("memory: stores narrow, and leave what is beside") {
  expect_words("st.global.u8 [own+1], 0xab;", [](u32 lane) { return (scrambled(lane) & 0xffff00ff) | 0xab00; });
  expect_words("mov.u32 x, 0x12345678; st.global.u16 [own+2], x;",
               [](u32 lane) { return (scrambled(lane) & 0xffff) | 0x56780000; });
}

TEST_CASE("memory: vectors") {
  std::vector<u32> const words =
      run_on(filled(4 * threads, scrambled),
             "ld.global.v4.u32 {x, y, z, v}, [wide]; st.global.v4.u32 [wide], {v, z, y, x};");
  for (u32 i = 0; i < words.size(); ++i) REQUIRE(words[i] == scrambled(i ^ 3));
  std::vector<u32> const halves = run_on(filled(4 * threads, scrambled),
                                         "ld.global.v2.u64 {at, g}, [wide]; st.global.v2.b64 [wide], {g, at};");
  for (u32 i = 0; i < halves.size(); ++i) REQUIRE(halves[i] == scrambled(i ^ 2));
  std::vector<u32> const whole = run_on(filled(4 * threads, scrambled),
                                        ".reg .b128 b; ld.global.b128 b, [wide]; mov.b128 {at, g}, b; mov.b128 b, "
                                        "{g, at}; st.global.b128 [wide], b;");
  CHECK(whole == halves);
}

TEST_CASE("memory: spaces and their addresses") {
  expect_words("ld.global.u32 x, [table+8]; st.global.u32 [own], x;", [](u32) { return 33; });
  expect_words("ld.const.u32 x, [fixed]; st.global.u32 [own], x;", [](u32) { return 77; });
  expect_words("st.local.u32 [l+12], lane; mov.u64 at, l; ld.local.u32 x, [at+12]; st.global.u32 [own], x;",
               [](u32 lane) { return lane; });
  // Through shared memory, each lane reads its neighbour's word, by the window's address and by the
  // generic one.
  std::string const store = "mov.u64 at, s; mad.wide.u32 at, lane, 4, at; st.shared.u32 [at], lane; bar.sync 0; ";
  expect_words(store + "xor.b64 at, at, 4; ld.shared.u32 x, [at]; st.global.u32 [own], x;",
               [](u32 lane) { return lane ^ 1; });
  expect_words(store + "xor.b64 at, at, 4; cvta.shared.u64 g, at; ld.u32 x, [g]; st.global.u32 [own], x;",
               [](u32 lane) { return lane ^ 1; });
  expect_words(store + "cvta.shared.u64 g, at; cvta.to.shared.u64 k, g; sub.u64 k, k, at; st.global.u32 [own], k;",
               [](u32) { return 0; });
  expect_words("cvta.to.global.u64 g, own; sub.u64 g, g, own; cvta.global.u64 k, g; st.global.u32 [own], k;",
               [](u32) { return 0; });
}

TEST_CASE("memory: which space an address is in") {
  std::string const shared = "mov.u64 at, s; cvta.shared.u64 g, at; ",
                    local = "mov.u64 at, l; cvta.local.u64 g, at; ", global = "mov.u64 g, own; ";
  std::string const answer = " selp.u32 x, 1, 0, p; st.global.u32 [own], x;";
  auto const expect_space = [&](std::string const& address, std::string const& space, bool is_in) {
    expect_words(address + "isspacep." + space + " p, g;" + answer, [=](u32) { return is_in; });
  };
  for (std::string const space : {"shared", "local", "global"}) {
    expect_space(shared, space, space == "shared");
    expect_space(local, space, space == "local");
    expect_space(global, space, space == "global");
  }
  expect_space("mov.u64 g, fixed; ", "const", true);
}

TEST_CASE("memory: a cluster of one block") {
  std::string const shared = "mov.u64 at, s; mad.wide.u32 at, lane, 4, at; st.shared.u32 [at], lane; bar.sync 0; ";
  expect_words(
      shared + "mapa.shared::cluster.u64 g, at, 0; ld.shared::cluster.u32 x, [g]; st.global.u32 [own], x;",
      [](u32 lane) { return lane; });
  expect_words(shared + "getctarank.shared::cluster.u64 x, at; st.global.u32 [own], x;", [](u32) { return 0; });
}

TEST_CASE("memory: asynchronous copies, with zeros past the end of the source") {
  std::string const wait = " cp.async.commit_group; cp.async.wait_group 0; cp.async.wait_all; bar.sync 0; ";
  std::string const address = "mov.u64 at, s; mad.wide.u32 at, lane, 16, at; ";
  for (int const bytes : {4, 8, 16}) {
    std::string const size = std::to_string(bytes);
    expect_words(address + "cp.async.ca.shared.global [at], [wide], " + size + ";" + wait +
                     "ld.shared.u32 x, [at+" + std::to_string(bytes - 4) +
                     "]; bar.sync 0; st.global.u32 [own], x;",
                 [=](u32 lane) { return scrambled(4 * lane + u32(bytes) / 4 - 1); });
  }
  expect_words(
      address + "cp.async.cg.shared.global [at], [wide], 16, 6;" + wait +
          "ld.shared.u32 x, [at+4]; ld.shared.u32 y, [at+8]; or.b32 x, x, y; bar.sync 0; st.global.u32 [own], x;",
      [](u32 lane) { return scrambled(4 * lane + 1) & 0xffff; });
}

namespace {

// What an atomic instruction of the lanes of a warp, in their order, leaves in one word, and what
// each got.
template <class T, class Function>
void test_atomic(std::string const& operation, std::string const& type, T start, Function function) {
  constexpr u32 size = sizeof(T) / 4;
  // The first elements: the one that all lanes change; then the operands; then room for what they
  // got.
  std::vector<u32> words(size * (1 + 2 * threads));
  auto const element = [&](std::vector<u32> const& from, u32 i) {
    T value;
    std::memcpy(&value, from.data() + size * i, sizeof(T));
    return value;
  };
  std::memcpy(words.data(), &start, sizeof(T));
  for (u32 lane = 0; lane < threads; ++lane) {
    T const operand = std::is_floating_point_v<T>
                          ? T(int(lane) - 7) / 4
                          : T(scrambled(lane) >> (operation == "inc" || operation == "dec" ? 27 : 0));
    std::memcpy(words.data() + size * (1 + lane), &operand, sizeof(T));
  }
  std::string const bits = std::to_string(8 * sizeof(T)), reg = sizeof(T) == 4 ? "x" : "at";
  std::string const offset = "mad.wide.u32 k, lane, " + std::to_string(sizeof(T)) + ", m; ld.global.b" + bits +
                             " " + reg + ", [k+" + std::to_string(sizeof(T)) + "]; ";
  std::string const keep =
      " st.global.b" + bits + " [k+" + std::to_string(sizeof(T) * (1 + threads)) + "], " + reg + ";";
  std::string const name = "." + operation + type;
  INFO(name);
  std::vector<u32> const after =
      run_on(words, offset + "atom.global" + name + " " + reg + ", [m], " + reg + ";" + keep);
  std::vector<u32> const reduced =
      run_on(words, offset + (operation == "exch" ? "atom.exch" + type + " _" : "red" + name) +
                        (operation == "exch" ? ", " : " ") + "[m], " + reg + ";");
  T value = start;
  for (u32 lane = 0; lane < threads; ++lane) {
    REQUIRE(same(element(after, 1 + threads + lane), value));
    value = T(function(value, element(words, 1 + lane)));
  }
  REQUIRE(same(element(after, 0), value));
  REQUIRE(same(element(reduced, 0), value));
}
template <class T>
void test_integer_atomics() {
  std::string const bits = std::to_string(8 * sizeof(T)), type = (std::is_signed_v<T> ? ".s" : ".u") + bits;
  test_atomic<T>("min", type, T(5), [](T a, T b) { return std::min(a, b); });
  test_atomic<T>("max", type, T(5), [](T a, T b) { return std::max(a, b); });
  if constexpr (std::is_unsigned_v<T>) {
    test_atomic<T>("add", type, T(3), [](T a, T b) { return a + b; });
    test_atomic<T>("and", ".b" + bits, T(~T(0)), [](T a, T b) { return a & b; });
    test_atomic<T>("or", ".b" + bits, T(0), [](T a, T b) { return a | b; });
    test_atomic<T>("xor", ".b" + bits, T(9), [](T a, T b) { return a ^ b; });
    test_atomic<T>("exch", ".b" + bits, T(9), [](T, T b) { return b; });
  }
}

}  // namespace

TEST_CASE("atomics: integers") {
  test_integer_atomics<u32>();
  test_integer_atomics<i32>();
  test_integer_atomics<u64>();
  test_integer_atomics<i64>();
  test_atomic<u32>("inc", ".u32", 9, [](u32 a, u32 b) { return a >= b ? 0 : a + 1; });
  test_atomic<u32>("dec", ".u32", 9, [](u32 a, u32 b) { return a == 0 || a > b ? b : a - 1; });
}

TEST_CASE("atomics: floats and halves") {
  test_atomic<float>("add", ".f32", 0.5f, [](float a, float b) { return a + b; });
  test_atomic<double>("add", ".f64", 0.5, [](double a, double b) { return a + b; });
  // 32 times 1 and -2 to the halves of a word.
  auto const pair_sum = [](small_format const& format, std::string const& type) {
    u32 const operand = format.rounded(-2.0, "rn") << 16 | format.rounded(1.0, "rn");
    std::vector<u32> const words =
        run_on({0}, "red.global.add.noftz." + type + "x2 [m], " + std::to_string(operand) + ";");
    CHECK(words[0] == (format.rounded(-64.0, "rn") << 16 | format.rounded(32.0, "rn")));
  };
  pair_sum(half_values(), "f16");
  pair_sum(bfloat_values(), "bf16");
  std::vector<u32> const sums = run_on({0, 0, 0, 0}, "red.global.add.v2.f32 [m], {0f3F800000, 0fC0000000};");
  CHECK(std::bit_cast<float>(sums[0]) == 32);
  CHECK(std::bit_cast<float>(sums[1]) == -64);
}

TEST_CASE("atomics: compare and swap") {
  // Lane k finds k - 1 and writes k: in order, all succeed.
  std::string const counting =
      "sub.u32 x, lane, 1; atom.global.cas.b32 y, [m], x, lane; st.global.u32 [own+4], y;";
  std::vector<u32> const words = run_on(std::vector<u32>(1 + threads, ~0u), counting);
  CHECK(words[0] == 31);
  for (u32 lane = 0; lane < threads; ++lane) CHECK(words[1 + lane] == lane - 1);
  // One lane alone finds what it expects.
  std::vector<u32> const wide =
      run_on({0, 0, 0, 0}, "cvt.u64.u32 at, lane; atom.global.cas.b64 g, [m], 0, 0x700000005;");
  CHECK(wide[0] == 5);
  CHECK(wide[1] == 7);
  std::vector<u32> const halves = run_on({0x00010000}, "atom.global.cas.b16 h, [m+2], 1, 9;");
  CHECK(halves[0] == 0x00090000);
  std::vector<u32> const whole =
      run_on({1, 2, 3, 4},
             ".reg .b128 b, d, e; mov.b64 at, {1, 2}; mov.b64 g, {3, 4}; mov.b128 b, {at, g}; mov.b128 d, {g, "
             "at}; atom.global.cas.b128 e, [m], b, d;");
  CHECK(whole == std::vector<u32>{3, 4, 1, 2});
}

TEST_CASE("barriers: of the block, counted, and with a reduction") {
  std::string const store = " st.global.u32 [own], x;";
  expect_words("barrier.sync 1; bar.sync 2, 32; bar.warp.sync -1; mov.u32 x, 1;" + store, [](u32) { return 1; });
  expect_words("setp.lt.u32 p, lane, 5; bar.red.popc.u32 x, 0, p;" + store, [](u32) { return 5; });
  expect_words("setp.lt.u32 p, lane, 5; barrier.red.popc.u32 x, 3, 32, !p;" + store, [](u32) { return 27; });
  expect_words("setp.lt.u32 p, lane, 5; bar.red.or.pred q, 0, p; selp.u32 x, 1, 0, q;" + store,
               [](u32) { return 1; });
  expect_words("setp.lt.u32 p, lane, 5; bar.red.and.pred q, 0, p; selp.u32 x, 1, 0, q;" + store,
               [](u32) { return 0; });
  expect_words("bar.arrive 4, 64; mov.u32 x, 2;" + store, [](u32) { return 2; });
}

TEST_CASE("barriers: messages") {
  // 32 arrivals and as many bytes as they expect end a phase.
  std::string const init =
      "mov.u64 at, s; setp.eq.u32 p, lane, 0; @p mbarrier.init.shared.b64 [at], 32; bar.sync 0; ";
  std::string const store = " selp.u32 x, 1, 0, q; st.global.u32 [own], x;";
  expect_words(init + "mbarrier.arrive.shared.b64 k, [at]; mbarrier.test_wait.shared.b64 q, [at], k;" + store,
               [](u32) { return 1; });
  expect_words(
      init + "@p mbarrier.arrive.shared.b64 k, [at]; mbarrier.test_wait.parity.shared.b64 q, [at], 0;" + store,
      [](u32) { return 0; });
  std::string const expecting =
      init +
      "@p mbarrier.arrive.expect_tx.shared.b64 k, [at], 8; @!p mbarrier.arrive.shared.b64 k, "
      "[at]; mbarrier.test_wait.parity.shared.b64 q, [at], 0; ";
  expect_words(expecting + store, [](u32) { return 0; });
  expect_words(expecting +
                   "@p mbarrier.complete_tx.relaxed.cta.shared.b64 [at], 8; bar.sync 0; "
                   "mbarrier.try_wait.parity.shared.b64 q, [at], 0; @p mbarrier.inval.shared.b64 [at];" +
                   store,
               [](u32) { return 1; });
  expect_words(
      init + "@p mbarrier.arrive.shared.b64 k, [at]; mbarrier.pending_count.b64 x, k; @p st.global.u32 [own], x;",
      [](u32 lane) { return lane ? scrambled(lane) : 32; });
}

TEST_CASE("hints and fences change nothing") {
  expect_words(
      "prefetch.global.L2 [own]; prefetchu.L1 [own]; applypriority.global.L2::evict_normal [m], 128; "
      "createpolicy.fractional.L2::evict_last.b64 k, 1.0; membar.gl; membar.cta; fence.acq_rel.gpu; fence.sc.sys; "
      "griddepcontrol.wait; griddepcontrol.launch_dependents; setmaxnreg.inc.sync.aligned.u32 64; pmevent 1; "
      "brkpt; nanosleep.u32 20; ",
      scrambled);
  run_on(std::vector<u32>(64), "discard.global.L2 [m], 128;");
}

TEST_CASE("ends of threads") {
  // The odd lanes leave before they store.
  std::string const odd = "and.b32 x, lane, 1; setp.ne.u32 p, x, 0; ";
  auto const expected = [](u32 lane) { return lane % 2 ? scrambled(lane) : 5; };
  expect_words(odd + "@p exit; st.global.u32 [own], 5;", expected);
  expect_words(odd + "@p ret; st.global.u32 [own], 5; exit;", expected);
  try {
    run_on({0}, "trap;");
    FAIL("a trap ends the kernel");
  } catch (emulator::fault const& f) {
    CHECK(f.kind() == emulator::fault_kind::trap);
  }
}

TEST_CASE("an instruction that is not known is a fault that names it, where it is reached") {
  std::string const unknown = "tensormap.replace.tile.rank.global.b1024.b32 [m], 1;";
  run_on({0}, "setp.eq.u32 p, lane, 99; @p " + unknown);
  try {
    run_on({0}, unknown);
    FAIL("an unknown instruction ends the kernel");
  } catch (emulator::fault const& f) {
    CHECK(f.kind() == emulator::fault_kind::unsupported_instruction);
    CHECK(std::string(f.what()).find("tensormap.replace.tile") != std::string::npos);
  }
}
