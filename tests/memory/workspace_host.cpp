// The logic of cuda::workspace and of copies in chunks, on host memory. Also checks that the CUDA
// backend calls the runtime only where calls are counted.
#include <doctest/doctest.h>

#include <thrum/detail/memory/chunks.h>
#include <thrum/detail/memory/workspace_blocks.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <new>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace {

using thrum::detail::arena;

/// Host memory that counts its allocations, and can fail.
struct upstream {
  struct state {
    std::map<void*, std::size_t> blocks;
    int allocations = 0;
    std::size_t needed = 0;
    bool empty = false;
  };
  state* s;

  void* allocate(std::size_t bytes) const {
    if (s->empty) throw std::bad_alloc();
    void* const p = ::operator new(bytes, std::align_val_t{256});
    s->blocks[p] = bytes;
    ++s->allocations;
    return p;
  }
  void deallocate(void* p, std::size_t bytes) const noexcept {
    CHECK(s->blocks.at(p) == bytes);
    s->blocks.erase(p);
    ::operator delete(p, std::align_val_t{256});
  }
  [[noreturn]] void refuse(std::size_t needed, std::size_t) const {
    s->needed = needed;
    throw std::bad_alloc();
  }
};
using workspace = thrum::detail::workspace_blocks<upstream>;

/// Makes random requests, of which at most ten are in use. Fills each block of memory, and checks
/// its contents before it is deallocated.
void exchange(workspace& w, int rounds) {
  struct block {
    unsigned char* p;
    std::size_t bytes;
    unsigned char mark;
  };
  std::mt19937 random(7);
  std::vector<block> live;
  std::size_t used = 0;
  for (int i = 0; i < rounds; ++i) {
    if (live.size() == 10 || (!live.empty() && random() % 2 == 0)) {
      auto const k = static_cast<std::ptrdiff_t>(random() % live.size());
      block const b = live[static_cast<std::size_t>(k)];
      CHECK(std::all_of(b.p, b.p + b.bytes, [&](unsigned char c) { return c == b.mark; }));
      w.deallocate(b.p);
      used -= b.bytes;
      live.erase(live.begin() + k);
    } else {
      std::size_t const bytes = random() % 5000 + 1, alignment = std::size_t{1} << (random() % 9);
      auto* const p = static_cast<unsigned char*>(w.allocate(bytes, alignment));
      CHECK(reinterpret_cast<std::uintptr_t>(p) % alignment == 0);
      live.push_back({p, bytes, static_cast<unsigned char>(i)});
      std::memset(p, live.back().mark, bytes);
      used += bytes;
    }
    CHECK(w.used() == used);
    CHECK(w.high_water() >= used);
  }
  for (block const& b : live) w.deallocate(b.p);
  CHECK(w.used() == 0);
}

/// A transfer that copies as late as allowed: a copy begins only when the host waits for it. Memory
/// that is read or written too early shows as wrong elements.
class late_transfer {
 public:
  late_transfer(std::vector<unsigned char>& far, std::size_t bytes) : far_(far), buffer_bytes_(bytes) {
    for (auto& b : buffers_) b.resize(bytes);
  }
  ~late_transfer() {
    for (int k : {0, 1}) wait(k);
  }
  late_transfer(late_transfer const&) = delete;
  late_transfer& operator=(late_transfer const&) = delete;

  std::size_t buffer_bytes() const { return buffer_bytes_; }
  void* fill(int k, std::size_t bytes) {
    CHECK(bytes <= buffer_bytes_);
    wait(k);
    return buffer(k);
  }
  void send(int k, std::size_t offset, std::size_t bytes) {
    pending_[index(k)] = {true, offset, bytes};
    overlaps = std::max(overlaps, pending_[0].bytes != 0 && pending_[1].bytes != 0 ? 2 : 1);
  }
  void receive(int k, std::size_t offset, std::size_t bytes) {
    wait(k);
    std::memset(buffer(k), 0xee, buffer_bytes_);
    pending_[index(k)] = {false, offset, bytes};
    overlaps = std::max(overlaps, pending_[0].bytes != 0 && pending_[1].bytes != 0 ? 2 : 1);
  }
  void const* arrived(int k) {
    wait(k);
    return buffer(k);
  }

  int overlaps = 0;  // the largest number of copies under way at a time

 private:
  struct copy {
    bool out = false;
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  static std::size_t index(int k) { return static_cast<std::size_t>(k); }
  unsigned char* buffer(int k) { return buffers_[index(k)].data(); }
  void wait(int k) {
    copy const c = std::exchange(pending_[index(k)], copy{});
    if (c.bytes == 0) return;
    REQUIRE(c.offset + c.bytes <= far_.size());
    if (c.out) std::memcpy(far_.data() + c.offset, buffer(k), c.bytes);
    else std::memcpy(buffer(k), far_.data() + c.offset, c.bytes);
  }

  std::vector<unsigned char>& far_;
  std::size_t buffer_bytes_;
  std::array<std::vector<unsigned char>, 2> buffers_;
  std::array<copy, 2> pending_{};
};

struct three_bytes {
  unsigned char bytes[3];
};

}  // namespace

TEST_CASE("chunks of elements travel through two buffers, none of which is used too early") {
  for (std::size_t const buffer : {3U, 8U, 100U, 3000U}) {
    for (std::size_t const n : {0U, 1U, 2U, 3U, 32U, 33U, 34U, 66U, 67U, 999U, 1000U, 1001U}) {
      CAPTURE(buffer);
      CAPTURE(n);
      std::vector<unsigned char> far(3 * n, 0xdd);
      std::size_t const chunks = n == 0 ? 0 : (n - 1) / (buffer / 3) + 1;
      std::size_t made = 0, calls = 0;
      int overlaps = 0;
      {
        late_transfer transfer(far, buffer);
        thrum::detail::send_in_chunks<three_bytes>(transfer, n, [&](three_bytes* p, std::size_t count) {
          ++calls;
          for (std::size_t i = 0; i < count; ++i, ++made) {
            p[i] = {{static_cast<unsigned char>(made), static_cast<unsigned char>(made / 256), 7}};
          }
        });
        overlaps = transfer.overlaps;
      }
      CHECK(made == n);
      CHECK(calls == chunks);
      CHECK(overlaps == static_cast<int>(std::min<std::size_t>(chunks, 2)));
      std::size_t taken = 0, wrong = 0;
      late_transfer transfer(far, buffer);
      thrum::detail::receive_in_chunks<three_bytes>(transfer, n, [&](three_bytes const* p, std::size_t count) {
        --calls;
        for (std::size_t i = 0; i < count; ++i, ++taken) {
          wrong += p[i].bytes[0] + 256U * p[i].bytes[1] != taken || p[i].bytes[2] != 7;
        }
      });
      CHECK(taken == n);
      CHECK(wrong == 0);
      CHECK(calls == 0);
      CHECK(transfer.overlaps == static_cast<int>(std::min<std::size_t>(chunks, 2)));
    }
  }
}

TEST_CASE("an arena gives the lowest place that fits and knows how much would have done") {
  arena a(1 << 20);
  CHECK(a.allocate(100, 1) == 0);
  CHECK(a.allocate(100, 64) == 128);
  CHECK(a.allocate(28, 1) == 100);
  CHECK(a.used() == 228);
  CHECK(a.high_water() == 228);
  a.deallocate(0);
  CHECK(a.allocate(101, 1) == 228);
  CHECK(a.allocate(99, 1) == 0);
  CHECK(a.allocate(1, 1) == 99);
  CHECK(a.allocate(0, 1) == 329);
  a.deallocate(329);
  a.deallocate(228);
  CHECK(a.high_water() == 330);
  a.reset_high_water();
  CHECK(a.high_water() == 228);
  for (std::size_t const at : {128U, 100U, 99U, 0U}) a.deallocate(at);
  CHECK(a.empty());
  CHECK(a.used() == 0);
  a.reset_high_water();
  CHECK(a.high_water() == 0);
  // The address has the alignment.
  arena odd(1000);
  CHECK(odd.allocate(1, 256) == 24);
  for (std::size_t const bytes : {std::numeric_limits<std::size_t>::max(), std::size_t{1} << 62}) {
    CHECK_THROWS_AS(odd.allocate(bytes, 8), std::bad_alloc);
  }
  CHECK(odd.used() == 1);
}

TEST_CASE("a workspace serves requests from its block alone, and says what it would have needed") {
  upstream::state state;
  std::size_t enough = 0;
  {
    workspace w({&state}, std::size_t{1} << 20, false);
    exchange(w, 2000);
    CHECK(state.allocations == 1);
    enough = w.high_water();
    CHECK(enough < w.size());
  }
  CHECK(state.blocks.empty());
  {
    workspace w({&state}, enough, false);
    exchange(w, 2000);
    CHECK(w.high_water() == enough);
  }
  // One byte less is too little, and a refused request changes nothing.
  std::vector<unsigned char> room(4096);
  workspace w({&state}, room.data(), room.size(), false);
  void* const a = w.allocate(2000, 1);
  CHECK(a == room.data());
  CHECK_THROWS_AS(w.allocate(2097, 1), std::bad_alloc);
  CHECK(state.needed == 4097);
  CHECK(w.high_water() == 4097);
  CHECK(w.used() == 2000);
  void* const b = w.allocate(2096, 1);
  CHECK(b == room.data() + 2000);
  w.deallocate(a);
  w.deallocate(b);
  CHECK(state.allocations == 2);
  workspace none({&state}, 0, false);
  CHECK_THROWS_AS(none.allocate(1, 1), std::bad_alloc);
  CHECK_THROWS_AS(none.allocate(0, 1), std::bad_alloc);
}

TEST_CASE("a workspace that may grow is one block of the right size after the first use") {
  upstream::state state;
  {
    workspace w({&state}, 0, true);
    exchange(w, 2000);
    exchange(w, 2000);
    std::size_t const size = w.size();
    CHECK(size == w.high_water());
    int const before = state.allocations;
    CHECK(before > 2);
    CHECK(state.blocks.size() == 1);
    exchange(w, 2000);
    CHECK(state.allocations == before);

    // If there is no memory for a new block of memory, the old one stays.
    state.empty = true;
    CHECK_THROWS_AS(w.allocate(size + 1, 1), std::bad_alloc);
    CHECK(w.used() == 0);
    exchange(w, 2000);
    CHECK(w.size() == size);
    state.empty = false;
    // A request that failed is not repeated at every call.
    int const asked = state.allocations;
    w.deallocate(w.allocate(1, 1));
    CHECK(state.allocations == asked);
    CHECK(w.size() == size);
    w.deallocate(w.allocate(size + 1, 1));
    w.deallocate(w.allocate(1, 1));
    CHECK(w.size() == size + 1);
    CHECK(state.blocks.size() == 1);

    // Blocks of memory that are still in use are released with the workspace.
    static_cast<void>(w.allocate(3 * size, 1));
    static_cast<void>(w.allocate(3 * size, 1));
  }
  CHECK(state.blocks.empty());
}

TEST_CASE("the runtime is asked for memory, and waited for, in one file alone") {
  namespace fs = std::filesystem;
  fs::path const root = fs::path(__FILE__).parent_path() / ".." / "..";
  std::regex const call(
      R"(\bcuda(Malloc\w*|Free\w*|HostAlloc|HostRegister|(Stream|Event|Device)Synchronize|Mem(cpy|set)\w*)\s*\()");
  int files = 0;
  for (fs::path const& directory : {root / "include", root / "detail"}) {
    for (fs::directory_entry const& entry : fs::recursive_directory_iterator(directory)) {
      if (!entry.is_regular_file() || entry.path() == root / "detail/thrum/detail/backends/cuda/memory/runtime.h")
        continue;
      ++files;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        CAPTURE(entry.path().string());
        CAPTURE(line);
        if (line.find("cuda") == std::string::npos) continue;
        bool const uncounted = line.find("//") == std::string::npos && std::regex_search(line, call);
        CHECK_FALSE(uncounted);
      }
    }
  }
  CHECK(files > 100);
}
