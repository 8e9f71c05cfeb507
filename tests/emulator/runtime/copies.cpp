#include "copies.h"

#include <cstring>
#include <stdexcept>

#include "findings.h"
#include "messages.h"
#include "report.h"
#include "state.h"

namespace emulator::runtime {
namespace {

// What one pointer of a copy is, for the runtime. Ordinary memory is the host's and unknown to
// CUDA.
struct side {
  allocation_pointer a;

  explicit side(void const* p) : a(find_allocation(p)) {}
  bool is_ordinary() const { return !a; }
  bool is_of_device() const { return a && a->is_closed_to_host(); }
  bool is_managed() const { return a && a->kind == memory_kind::managed; }
  bool is_of_host() const { return !is_of_device() && !is_managed(); }

  bool holds(void const* p, std::size_t pitch, std::size_t width, std::size_t height) const {
    std::size_t const bytes = height == 0 ? 0 : pitch * (height - 1) + width;
    return !a || reinterpret_cast<address>(p) + bytes <= a->base + a->size;
  }
};

cudaError_t check_bounds(copy_request const& r, side const& to, side const& from) {
  if (to.holds(r.to, r.to_pitch, r.width, r.height) && from.holds(r.from, r.from_pitch, r.width, r.height)) {
    return cudaSuccess;
  }
  say("a copy of %zu x %zu bytes goes beyond an allocation: to %s; from %s", r.width, r.height,
      describe(r.to).c_str(), describe(r.from).c_str());
  return cudaErrorInvalidValue;
}

cudaError_t check_not_freed(side const& s, void const* p, char const* what) {
  if (!s.a || !s.a->is_freed) return cudaSuccess;
  say("%s memory that was freed: %s", what, describe(p).c_str());
  return cudaErrorInvalidValue;
}

cudaError_t check_kind(copy_request const& r, side const& to, side const& from) {
  if (r.kind == cudaMemcpyDefault) return cudaSuccess;
  bool const says_to_host = r.kind == cudaMemcpyDeviceToHost || r.kind == cudaMemcpyHostToHost;
  bool const says_from_host = r.kind == cudaMemcpyHostToDevice || r.kind == cudaMemcpyHostToHost;
  bool const is_wrong = (says_to_host ? to.is_of_device() : to.is_ordinary()) ||
                        (says_from_host ? from.is_of_device() : from.is_ordinary());
  if (!is_wrong) return cudaSuccess;
  say("a copy's kind, %d, does not fit its pointers: to %s; from %s", static_cast<int>(r.kind),
      describe(r.to).c_str(), describe(r.from).c_str());
  return cudaErrorInvalidValue;
}

// As the documentation of the runtime has it, in "API synchronization behavior".
bool waits_for(copy_mode mode, side const& to, side const& from) {
  if (mode == copy_mode::captured) return false;
  if (to.is_of_host() && from.is_of_host()) return true;
  if (mode == copy_mode::asynchronous) {
    // Into ordinary memory the copy may be over when the call returns; EMULATED_STRICT_COPY=1: it
    // is not.
    return to.is_ordinary() && !from.is_ordinary() && !settings().strict_copy;
  }
  if (to.is_managed() || from.is_managed()) return true;
  if (from.is_of_device()) return !to.is_of_device();
  // Bytes of ordinary memory are taken at the call; the copy itself may come later.
  return !from.is_ordinary();
}

// In the order of the stream, the memory has to be there.
void require_live(void const* p, char const* what) {
  allocation_pointer const a = find_allocation(p);
  if (a && !a->is_live)
    throw fault(fault_kind::illegal_address, std::string(what) + " memory that is not there: " + describe(p));
}

bool nothing_is_written(shadow_memory const& shadow, std::size_t offset, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    if (shadow.first_unwritten(offset + i, 1) != offset + i) return false;
  }
  return true;
}

// Keeps what the checks know of bytes up to date after a copy of a row.
void note_copy(char* to, char const* from, std::size_t bytes) {
  allocation_pointer const target = find_allocation(to), source = find_allocation(from);
  shadow_memory const* const known = source ? source->shadow.get() : nullptr;
  std::size_t const from_offset = source ? reinterpret_cast<address>(from) - source->base : 0;
  if (target && target->shadow) {
    std::size_t const offset = reinterpret_cast<address>(to) - target->base;
    if (known != nullptr) target->shadow->copy_marks(offset, *known, from_offset, bytes);
    else target->shadow->mark_written(offset, bytes);
  } else if (known != nullptr && settings().checks.initcheck && nothing_is_written(*known, from_offset, bytes)) {
    report_finding({check::initcheck, "",
                    "a copy of " + std::to_string(bytes) +
                        " bytes to the host reads what nobody has written: " + describe(from)});
  }
}

std::uint64_t copy_time(std::size_t bytes) { return bytes / 100; }  // 100 GB/s

void copy_rows(copy_request const& r, char const* from, std::size_t from_pitch, bool is_staged) {
  require_live(r.to, "a copy into");
  if (!is_staged) require_live(r.from, "a copy from");
  for (std::size_t y = 0; y < r.height; ++y) {
    char* const to = static_cast<char*>(r.to) + y * r.to_pitch;
    std::memmove(to, from + y * from_pitch, r.width);
    note_copy(to, from + y * from_pitch, r.width);
  }
}

std::shared_ptr<std::vector<char>> staged(copy_request const& r) {
  auto bytes = std::make_shared<std::vector<char>>(r.width * r.height);
  for (std::size_t y = 0; y < r.height; ++y) {
    std::memcpy(bytes->data() + y * r.width, static_cast<char const*>(r.from) + y * r.from_pitch, r.width);
  }
  return bytes;
}

}  // namespace

cudaError_t make_copy(copy_request const& r, copy_mode mode, payload* made, bool* waits) {
  side const to(r.to), from(r.from);
  EMULATED_TRY(check_bounds(r, to, from));
  EMULATED_TRY(check_not_freed(to, r.to, "a copy into"));
  EMULATED_TRY(check_not_freed(from, r.from, "a copy from"));
  EMULATED_TRY(check_kind(r, to, from));
  ++calls().memcpys;
  calls().memcpy_bytes += r.width * r.height;
  *waits = waits_for(mode, to, from);

  made->kind = operation_kind::memcpy;
  made->type = cudaGraphNodeTypeMemcpy;
  char text[120];
  std::snprintf(text, sizeof text, "a copy of %zu bytes to %p from %p", r.width * r.height, r.to, r.from);
  made->name = text;
  made->copy.srcPtr = {const_cast<void*>(r.from), r.from_pitch, r.width, r.height};
  made->copy.dstPtr = {r.to, r.to_pitch, r.width, r.height};
  made->copy.extent = {r.width, r.height, 1};
  made->copy.kind = r.kind;

  int const device = this_thread().device;
  bool const is_staged = from.is_ordinary() && mode != copy_mode::captured && !to.is_of_host();
  if (is_staged) {
    made->work = [r, device, bytes = staged(r)] {
      copy_rows(r, bytes->data(), r.width, true);
      advance_clock(device, copy_time(bytes->size()));
    };
  } else {
    made->work = [r, device] {
      copy_rows(r, static_cast<char const*>(r.from), r.from_pitch, false);
      advance_clock(device, copy_time(r.width * r.height));
    };
  }
  return cudaSuccess;
}

cudaError_t make_fill(fill_request const& r, payload* made, bool* waits) {
  side const to(r.to);
  std::size_t const row = r.width * r.element_size;
  if (to.is_ordinary() || !to.holds(r.to, r.pitch, row, r.height)) {
    say("a fill of %zu x %zu bytes goes beyond an allocation: %s", row, r.height, describe(r.to).c_str());
    return cudaErrorInvalidValue;
  }
  EMULATED_TRY(check_not_freed(to, r.to, "a fill of"));
  ++calls().memsets;
  *waits = to.a->kind == memory_kind::host || to.a->kind == memory_kind::registered;

  made->kind = operation_kind::memset;
  made->type = cudaGraphNodeTypeMemset;
  made->name = "a fill of " + std::to_string(row * r.height) + " bytes";
  made->fill = {r.to, r.pitch, r.value, r.element_size, r.width, r.height};
  made->work = [r, row, a = to.a, device = this_thread().device] {
    require_live(r.to, "a fill of");
    for (std::size_t y = 0; y < r.height; ++y) {
      char* const begin = static_cast<char*>(r.to) + y * r.pitch;
      if (r.element_size == 1) std::memset(begin, static_cast<int>(r.value), row);
      else
        for (std::size_t x = 0; x < row; x += r.element_size) std::memcpy(begin + x, &r.value, r.element_size);
      if (a->shadow) a->shadow->mark_written(reinterpret_cast<address>(begin) - a->base, row);
    }
    advance_clock(device, copy_time(row * r.height));
  };
  return cudaSuccess;
}

}  // namespace emulator::runtime
