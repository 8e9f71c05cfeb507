#include "fat_binary.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "messages.h"

namespace emulator::runtime {
namespace {

// The fields of the container, as nvcc 11 to 13 write it. Nothing documents it.
struct container_header {
  std::uint32_t magic;
  std::uint16_t version;
  std::uint16_t header_bytes;
  std::uint64_t bytes;  // behind the header
};
constexpr std::uint32_t container_magic = 0xBA55ED50;

enum : std::uint16_t { kind_ptx = 1, kind_machine_code = 2 };
enum : std::uint64_t { flag_lz4 = 0x2000, flag_zstd = 0x8000 };

struct entry_header {
  std::uint16_t kind;
  std::uint16_t version;
  std::uint32_t header_bytes;
  std::uint64_t bytes;  // behind the header, padding included
  std::uint32_t compressed_bytes;
  std::uint32_t options_offset;
  std::uint16_t minor, major;
  std::uint32_t compute_capability;
  std::uint32_t name_offset, name_bytes;
  std::uint64_t flags;
  std::uint64_t reserved;
  std::uint64_t decompressed_bytes;
};
static_assert(sizeof(entry_header) == 64);

// A length of LZ4: 15 in the token means that bytes follow, up to one that is not 255.
std::size_t lz4_length(std::string_view in, std::size_t& at, std::size_t start) {
  std::size_t length = start;
  if (start != 15) return length;
  while (at < in.size()) {
    auto const byte = static_cast<unsigned char>(in[at++]);
    length += byte;
    if (byte != 255) break;
  }
  return length;
}

// A block of LZ4: literals, then a copy of what came before, again and again.
std::optional<std::string> from_lz4(std::string_view in, std::size_t size) {
  std::string out;
  out.reserve(size);
  for (std::size_t at = 0; at < in.size();) {
    auto const token = static_cast<unsigned char>(in[at++]);
    std::size_t const literals = lz4_length(in, at, token >> 4);
    if (literals > in.size() - at) return std::nullopt;
    out.append(in.substr(at, literals));
    at += literals;
    if (at + 2 > in.size()) break;  // the last piece has no copy
    std::size_t const distance = static_cast<std::size_t>(static_cast<unsigned char>(in[at])) |
                                 static_cast<std::size_t>(static_cast<unsigned char>(in[at + 1])) << 8;
    at += 2;
    std::size_t const length = lz4_length(in, at, token & 15) + 4;
    if (distance == 0 || distance > out.size()) return std::nullopt;
    for (std::size_t i = 0; i < length; ++i) out.push_back(out[out.size() - distance]);
  }
  return out.size() == size ? std::optional(std::move(out)) : std::nullopt;
}

// libzstd's two functions, from the shared library: it is on nearly every Linux, its headers are
// not.
struct zstd_library {
  std::size_t (*decompress)(void* to, std::size_t room, void const* from, std::size_t bytes) = nullptr;
  unsigned (*is_error)(std::size_t code) = nullptr;

  zstd_library() {
    void* const library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return;
    decompress = reinterpret_cast<decltype(decompress)>(dlsym(library, "ZSTD_decompress"));
    is_error = reinterpret_cast<decltype(is_error)>(dlsym(library, "ZSTD_isError"));
  }
  bool is_there() const { return decompress != nullptr && is_error != nullptr; }
};

std::optional<std::string> from_zstd(std::string_view in, std::size_t size) {
  static zstd_library const library;
  if (!library.is_there()) {
    say("a module's PTX is compressed by zstd, and there is no libzstd.so.1: install it, or compile with "
        "--compress-mode=none");
    return std::nullopt;
  }
  std::string out(size, '\0');
  std::size_t const bytes = library.decompress(out.data(), out.size(), in.data(), in.size());
  if (library.is_error(bytes) != 0 || bytes != size) return std::nullopt;
  return out;
}

std::optional<std::string> text_of(entry_header const& entry, char const* data) {
  if ((entry.flags & flag_zstd) != 0) return from_zstd({data, entry.compressed_bytes}, entry.decompressed_bytes);
  if ((entry.flags & flag_lz4) != 0) return from_lz4({data, entry.compressed_bytes}, entry.decompressed_bytes);
  return std::string(data, entry.bytes);
}

}  // namespace

chosen_ptx choose_ptx(void const* fat_binary, unsigned compute_capability) {
  container_header container{};
  std::memcpy(&container, fat_binary, sizeof container);
  if (container.magic != container_magic) {
    say("a module is not in a container that is known");
    return {cudaErrorInvalidKernelImage, 0, {}};
  }
  char const* at = static_cast<char const*>(fat_binary) + container.header_bytes;
  char const* const end = at + container.bytes;
  entry_header best{};
  char const* best_data = nullptr;
  bool has_machine_code = false;
  while (at + sizeof(entry_header) <= end) {
    entry_header entry{};
    std::memcpy(&entry, at, sizeof entry);
    has_machine_code = has_machine_code || entry.kind == kind_machine_code;
    bool const is_candidate = entry.kind == kind_ptx && entry.compute_capability <= compute_capability;
    if (is_candidate && entry.compute_capability >= best.compute_capability) {
      best = entry;
      best_data = at + entry.header_bytes;
    }
    at += entry.header_bytes + entry.bytes;
  }
  if (best_data == nullptr) {
    say("a module has no PTX for compute capability %u or less%s", compute_capability,
        has_machine_code ? ", only machine code: compile with -arch=compute_75" : "");
    return {cudaErrorNoKernelImageForDevice, 0, {}};
  }
  auto text = text_of(best, best_data);
  if (!text) {
    say("a module's PTX cannot be decompressed");
    return {cudaErrorInvalidKernelImage, 0, {}};
  }
  while (!text->empty() && text->back() == '\0') text->pop_back();
  return {cudaSuccess, best.compute_capability, std::move(*text)};
}

}  // namespace emulator::runtime
