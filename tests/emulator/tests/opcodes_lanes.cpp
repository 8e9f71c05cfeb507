// What the lanes of a warp do together: shuffles, votes, matches, reductions, elections, by all
// lanes and by some.
#include <doctest/doctest.h>

#include <array>
#include <bit>

#include "opcodes.h"

using namespace opcodes;

namespace {

using lanes = std::array<u32, 32>;
constexpr u32 all_lanes = ~0u;
constexpr u32 untouched = 0xeeeeeeee;

// Runs statements in the lanes of a mask; the others jump over them. They read a, b, c and the
// predicate p (bit 0 of c), and write d and q, which come back; q as 0 or 1.
struct outcome {
  lanes d, q;
};
outcome run_in(u32 active, std::string const& statements, lanes a, lanes b = {}, lanes c = {}) {
  note_opcodes(statements);
  outcome out;
  out.d.fill(untouched);
  out.q.fill(untouched);
  std::string text =
      ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry test(.param .u64 p0, .param .u64 p1, .param "
      ".u64 p2, "
      ".param .u64 p3, .param .u64 p4)\n{\n.reg .pred p, q, skips;\n.reg .b32 a, b, c, d, t, lane, flag;\n.reg "
      ".b64 "
      "address, w;\nmov.u32 lane, %laneid;\n";
  auto const at = [](int k) {
    return "ld.param.u64 address, [p" + std::to_string(k) + "];\nmad.wide.u32 address, lane, 4, address;\n";
  };
  text += at(0) + "ld.global.u32 a, [address];\n" + at(1) + "ld.global.u32 b, [address];\n" + at(2) +
          "ld.global.u32 c, [address];\n";
  text += "and.b32 flag, c, 1;\nsetp.ne.u32 p, flag, 0;\n";
  text +=
      "shr.u32 flag, " + std::to_string(active) + ", lane;\nand.b32 flag, flag, 1;\nsetp.eq.u32 skips, flag, 0;\n";
  text += "setp.ne.u32 q, 0, 0;\n@skips bra end;\n" + statements + "\nselp.u32 flag, 1, 0, q;\n" + at(3) +
          "st.global.u32 [address], d;\n" + at(4) + "st.global.u32 [address], flag;\nend:\nret;\n}\n";
  run_module(text, 1, 32,
             {{a.data(), 128}, {b.data(), 128}, {c.data(), 128}, {out.d.data(), 128}, {out.q.data(), 128}});
  return out;
}

// For lanes that run, expected(lane); the others leave what was there.
template <class Expected>
void expect_lanes(u32 active, lanes const& got, Expected expected) {
  for (u32 lane = 0; lane < 32; ++lane) {
    u32 const wanted = active >> lane & 1 ? u32(expected(lane)) : untouched;
    INFO("lane " << lane << " of " << active);
    REQUIRE(got[lane] == wanted);
  }
}

template <class Of>
lanes filled(Of of) {
  lanes values;
  for (u32 lane = 0; lane < 32; ++lane) values[lane] = u32(of(lane));
  return values;
}
lanes values_of_lanes() {
  return filled([](u32 lane) { return lane * 2654435761u + 12345; });
}

constexpr u32 masks[] = {all_lanes, 0x0000ffff, 0xffff0000, 0x55555555, 0x80000001, 0x00000010, 0x7ffffffe};

std::string mask_of(u32 active) { return std::to_string(active) + ";"; }

// The manual's pseudocode for shfl, with the clamp and the mask of segments apart.
struct shuffled {
  int source;
  bool valid;
};
shuffled shuffle_of(std::string const& mode, int lane, int distance, int clamp, int segments) {
  int const most = (lane & segments) | (clamp & ~segments), least = lane & segments;
  int source = 0;
  bool valid = false;
  if (mode == "up") {
    source = lane - distance;
    valid = source >= most;
  } else if (mode == "down") {
    source = lane + distance;
    valid = source <= most;
  } else if (mode == "bfly") {
    source = lane ^ distance;
    valid = source <= most;
  } else {
    source = least | (distance & ~segments);
    valid = source <= most;
  }
  return {valid ? source : lane, valid};
}

}  // namespace

TEST_CASE("lanes: shuffles with clamps and segments") {
  lanes const a = values_of_lanes();
  for (std::string const mode : {"up", "down", "bfly", "idx"}) {
    for (int const width : {32, 16, 8, 4, 2, 1}) {
      // As CUDA's __shfl functions spell the third operand.
      int const segments = 32 - width, clamp = mode == "up" ? 0 : 31;
      for (u32 const distance : {0u, 1u, 2u, 3u, 5u, 15u, 16u, 31u}) {
        std::string const operands =
            "a, " + std::to_string(distance) + ", " + std::to_string(segments << 8 | clamp);
        outcome const out = run_in(all_lanes, "shfl.sync." + mode + ".b32 d|q, " + operands + ", -1;", a);
        auto const of = [&](u32 lane) { return shuffle_of(mode, int(lane), int(distance), clamp, segments); };
        expect_lanes(all_lanes, out.d, [&](u32 lane) { return a[std::size_t(of(lane).source)]; });
        expect_lanes(all_lanes, out.q, [&](u32 lane) { return of(lane).valid; });
      }
    }
  }
}

TEST_CASE("lanes: shuffles by some lanes") {
  lanes const a = values_of_lanes();
  // Within the mask alone: each lane of a pair reads the other.
  for (u32 const active : {0x0000ffffu, 0xffff0000u, 0x00ff00ffu, 0xc0000003u}) {
    outcome const out = run_in(active, "shfl.sync.bfly.b32 d|q, a, 1, 31, " + mask_of(active), a);
    expect_lanes(active, out.d, [&](u32 lane) { return a[lane ^ 1]; });
    expect_lanes(active, out.q, [](u32) { return 1; });
  }
  // A distance for each lane.
  lanes const b = filled([](u32 lane) { return 31 - lane; });
  outcome const out = run_in(all_lanes, "shfl.sync.idx.b32 d, a, b, 31, -1;", a, b);
  expect_lanes(all_lanes, out.d, [&](u32 lane) { return a[31 - lane]; });
}

TEST_CASE("lanes: votes") {
  for (u32 const active : masks) {
    for (u32 const votes : {0u, ~0u, 0x0000ffffu, 0x00000010u, 0x80000001u, 0x7fffffffu}) {
      lanes const c = filled([&](u32 lane) { return votes >> lane & 1; });
      u32 const yes = votes & active;
      auto const run = [&](std::string const& what) { return run_in(active, what + mask_of(active), {}, {}, c); };
      expect_lanes(active, run("mov.u32 d, 0; vote.sync.all.pred q, p, ").q, [&](u32) { return yes == active; });
      expect_lanes(active, run("mov.u32 d, 0; vote.sync.any.pred q, p, ").q, [&](u32) { return yes != 0; });
      expect_lanes(active, run("mov.u32 d, 0; vote.sync.uni.pred q, p, ").q,
                   [&](u32) { return yes == 0 || yes == active; });
      expect_lanes(active, run("vote.sync.ballot.b32 d, p, ").d, [&](u32) { return yes; });
      expect_lanes(active, run("vote.sync.ballot.b32 d, !p, ").d, [&](u32) { return active & ~yes; });
    }
  }
}

TEST_CASE("lanes: groups with masks of their own at one instruction") {
  // The lower and the upper half name their own lanes, and are answered apart.
  lanes const b = filled([](u32 lane) { return lane < 16 ? 0x0000ffff : 0xffff0000; });
  lanes const c = filled([](u32 lane) { return lane % 3 == 0; });
  u32 thirds = 0;
  for (u32 lane = 0; lane < 32; lane += 3) thirds |= 1u << lane;
  outcome const out = run_in(all_lanes, "vote.sync.ballot.b32 d, p, b;", {}, b, c);
  expect_lanes(all_lanes, out.d, [&](u32 lane) { return thirds & b[lane]; });
  lanes const a = values_of_lanes();
  outcome const sums = run_in(all_lanes, "redux.sync.add.u32 d, a, b;", a, b);
  expect_lanes(all_lanes, sums.d, [&](u32 lane) {
    u32 total = 0;
    for (u32 k = 0; k < 16; ++k) total += a[lane / 16 * 16 + k];
    return total;
  });
}

TEST_CASE("lanes: results into the registers that are read") {
  lanes const a = values_of_lanes();
  for (std::string const mode : {"up", "down", "bfly", "idx"}) {
    std::string const clamp = mode == "up" ? "0" : "31";
    outcome const out =
        run_in(all_lanes, "shfl.sync." + mode + ".b32 a, a, 1, " + clamp + ", -1; mov.u32 d, a;", a);
    expect_lanes(all_lanes, out.d, [&](u32 lane) {
      return a[std::size_t(shuffle_of(mode, int(lane), 1, mode == "up" ? 0 : 31, 0).source)];
    });
  }
  lanes const b = filled([](u32 lane) { return lane < 16 ? 0x0000ffff : 0xffff0000; });
  lanes const few = filled([](u32 lane) { return lane % 5; });
  auto const equal = [&](u32 lane) {
    u32 mask = 0;
    for (u32 k = 0; k < 32; ++k) mask |= u32(few[k] == few[lane]) << k;
    return mask & b[lane];
  };
  expect_lanes(all_lanes, run_in(all_lanes, "match.any.sync.b32 a, a, b; mov.u32 d, a;", few, b).d, equal);
  expect_lanes(all_lanes, run_in(all_lanes, "match.any.sync.b32 b, a, b; mov.u32 d, b;", few, b).d, equal);
  expect_lanes(all_lanes, run_in(all_lanes, "redux.sync.xor.b32 a, a, b; mov.u32 d, a;", a, b).d, [&](u32 lane) {
    u32 total = 0;
    for (u32 k = 0; k < 16; ++k) total ^= a[lane / 16 * 16 + k];
    return total;
  });
  expect_lanes(all_lanes, run_in(all_lanes, "vote.sync.ballot.b32 b, p, b; mov.u32 d, b;", a, b, few).d,
               [&](u32 lane) {
                 u32 votes = 0;
                 for (u32 k = 0; k < 32; ++k) votes |= (few[k] & 1) << k;
                 return votes & b[lane];
               });
}

TEST_CASE("lanes: matches") {
  for (u32 const active : masks) {
    for (u32 const groups : {1u, 2u, 5u, 32u}) {
      lanes const a = filled([&](u32 lane) { return lane % groups + 7; });
      auto const equal = [&](u32 lane) {
        u32 mask = 0;
        for (u32 k = 0; k < 32; ++k) mask |= u32(a[k] == a[lane]) << k;
        return mask & active;
      };
      auto const run = [&](std::string const& what) { return run_in(active, what + mask_of(active), a); };
      std::string const widened = "mov.b64 w, {0, a}; ";
      for (std::string const& any :
           {std::string("match.any.sync.b32 d, a, "), widened + "match.any.sync.b64 d, w, "}) {
        expect_lanes(active, run(any).d, equal);
      }
      for (std::string const& all :
           {std::string("match.all.sync.b32 d|q, a, "), widened + "match.all.sync.b64 d|q, w, "}) {
        outcome const out = run(all);
        expect_lanes(active, out.d, [&](u32 lane) { return equal(lane) == active ? active : 0; });
        expect_lanes(active, out.q, [&](u32 lane) { return equal(lane) == active; });
      }
    }
  }
}

TEST_CASE("lanes: reductions") {
  lanes const a = values_of_lanes();
  for (u32 const active : masks) {
    auto const reduced = [&](auto function) {
      u32 total = 0;
      bool first = true;
      for (u32 lane = 0; lane < 32; ++lane) {
        if (!(active >> lane & 1)) continue;
        total = first ? a[lane] : u32(function(total, a[lane]));
        first = false;
      }
      return total;
    };
    auto const check = [&](std::string const& what, auto function) {
      outcome const out = run_in(active, "redux.sync." + what + " d, a, " + mask_of(active), a);
      expect_lanes(active, out.d, [&](u32) { return reduced(function); });
    };
    check("add.u32", [](u32 x, u32 y) { return x + y; });
    check("add.s32", [](u32 x, u32 y) { return x + y; });
    check("min.u32", [](u32 x, u32 y) { return std::min(x, y); });
    check("max.u32", [](u32 x, u32 y) { return std::max(x, y); });
    check("min.s32", [](u32 x, u32 y) { return std::min(i32(x), i32(y)); });
    check("max.s32", [](u32 x, u32 y) { return std::max(i32(x), i32(y)); });
    check("and.b32", [](u32 x, u32 y) { return x & y; });
    check("or.b32", [](u32 x, u32 y) { return x | y; });
    check("xor.b32", [](u32 x, u32 y) { return x ^ y; });
  }
}

TEST_CASE("lanes: elections and active lanes") {
  for (u32 const active : masks) {
    u32 const first = u32(std::countr_zero(active));
    outcome const out = run_in(active, "elect.sync d|q, " + mask_of(active), {});
    expect_lanes(active, out.d, [&](u32) { return first; });
    expect_lanes(active, out.q, [&](u32 lane) { return lane == first; });
    expect_lanes(active, run_in(active, "activemask.b32 d;", {}).d, [&](u32) { return active; });
  }
}
