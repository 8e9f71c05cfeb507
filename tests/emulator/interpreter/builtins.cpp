#include "builtins.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "launch_state.h"
#include "memory_access.h"
#include "messages.h"
#include "own_memory.h"

namespace emulator::ptx {
namespace {

// Memory of a kernel as a builtin of one lane reads it, with the checks of loads.
class lane_reader {
 public:
  lane_reader(context& running, micro_op const& call, u32 of_lane) : c(running), op(call), lane(of_lane) {}

  char const* bytes(u64 address, std::size_t count) {
    u64 const base = reinterpret_cast<u64>(last.base);
    if (!last.base || address < base || address + count > base + last.size) {
      last = find_generic(c, lane, address);
      if (!last.base || address + count > reinterpret_cast<u64>(last.base) + last.size) {
        fail(c, op, lane, fault_kind::illegal_address,
             "illegal address: an argument of " + std::string("printf or assert at ") + hexadecimal(address));
      }
    }
    return reinterpret_cast<char const*>(address);
  }

  std::string string(u64 address) {
    if (!address) return "(null)";
    std::string text;
    while (char const next = *bytes(address++, 1)) text += next;
    return text;
  }

 private:
  context& c;
  micro_op const& op;
  u32 lane;
  region last;
};

// printf, with the arguments packed as vprintf takes them.
class formatter {
 public:
  formatter(lane_reader& memory, u64 arguments) : reader(memory), next(arguments) {}

  std::string run(std::string const& format) {
    for (std::size_t at = 0; at < format.size(); ++at) {
      if (format[at] != '%') out += format[at];
      else at = conversion(format, at + 1);
    }
    return std::move(out);
  }
  u32 arguments_taken() const { return taken; }

 private:
  template <class T>
  T argument() {
    next = round_up(next, sizeof(T));
    T value;
    std::memcpy(&value, reader.bytes(next, sizeof(T)), sizeof(T));
    next += sizeof(T);
    ++taken;
    return value;
  }

  template <class T>
  void print(std::string const& specification, T value) {
    char text[512];
    std::snprintf(text, sizeof text, specification.c_str(), value);
    out += text;
  }

  // Answers the place of the conversion's last character.
  std::size_t conversion(std::string const& format, std::size_t at) {
    if (at < format.size() && format[at] == '%') {
      out += '%';
      return at;
    }
    std::string flags = "%";
    for (; at < format.size() && std::strchr("-+ #0123456789.*", format[at]); ++at) {
      if (format[at] == '*') flags += std::to_string(argument<int>());
      else flags += format[at];
    }
    bool is_long = false;
    for (; at < format.size() && std::strchr("hlLjzt", format[at]); ++at) is_long |= format[at] != 'h';
    if (at < format.size()) convert(flags, is_long, format[at]);
    return at;
  }

  void convert(std::string const& flags, bool is_long, char kind) {
    switch (kind) {
      case 'd':
      case 'i':
        if (is_long) print(flags + "lld", argument<long long>());
        else print(flags + "d", argument<int>());
        return;
      case 'u':
      case 'x':
      case 'X':
      case 'o':
        if (is_long) print(flags + "ll" + kind, argument<unsigned long long>());
        else print(flags + kind, argument<unsigned>());
        return;
      case 'c':
        print(flags + "c", argument<int>());
        return;
      case 'p':
        print(flags + "p", reinterpret_cast<void*>(argument<u64>()));
        return;
      case 's': {
        std::string const text = reader.string(argument<u64>());
        if (flags == "%") out += text;
        else print(flags + "s", text.c_str());
        return;
      }
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        print(flags + kind, argument<double>());
        return;
      default:
        out += flags + kind;
    }
  }

  lane_reader& reader;
  u64 next;
  u32 taken = 0;
  std::string out;
};

u32 print(lane_reader& memory, u64 format, u64 arguments) {
  formatter f(memory, arguments);
  std::string const text = f.run(memory.string(format));
  std::fwrite(text.data(), 1, text.size(), stdout);
  return f.arguments_taken();
}

// The parameters of one lane's call.
struct lane_call {
  char* parameters;
  call_site const& site;

  u64 argument(std::size_t number) const {
    u64 value = 0;
    if (number < site.arguments.size()) {
      parameter_slot const slot = site.arguments[number];
      std::memcpy(&value, parameters + slot.offset, std::min<std::size_t>(sizeof value, slot.size));
    }
    return value;
  }
  void set_result(u64 value) const {
    if (site.results.empty()) return;
    std::memcpy(parameters + site.results[0].offset, &value,
                std::min<std::size_t>(sizeof value, site.results[0].size));
  }
};

// The text of the device's own runtime: file:line: function: block: [0,0,0], thread: [1,0,0] Assertion `i < n` failed.
[[noreturn]] void fail_assertion(context& c, micro_op const& op, u32 lane, lane_reader& memory,
                                 lane_call const& call) {
  std::string const line = std::to_string(static_cast<u32>(call.argument(2)));
  auto const brackets = [](extent e) {
    return "[" + std::to_string(e.x) + "," + std::to_string(e.y) + "," + std::to_string(e.z) + "]";
  };
  fail(c, op, lane, fault_kind::assertion,
       memory.string(call.argument(1)) + ":" + line + ": " + memory.string(call.argument(3)) +
           ": block: " + brackets(c.running_block->position) +
           ", thread: " + brackets(thread_position(*c.launch, c.running_warp->index * warp_size + lane)) +
           " Assertion `" + memory.string(call.argument(0)) + "` failed.");
}

void run_for_lane(context& c, micro_op const& op, call_site const& site, u32 lane) {
  lane_reader memory(c, op, lane);
  lane_call const call{c.at->parameters + lane * c.at->running->parameter_stride(), site};
  switch (site.which) {
    case builtin::vprintf:
      call.set_result(print(memory, call.argument(0), call.argument(1)));
      return;
    case builtin::assertfail:
      fail_assertion(c, op, lane, memory, call);
    case builtin::malloc:
      call.set_result(reinterpret_cast<u64>(allocate_on_device(call.argument(0))));
      return;
    case builtin::free:
      if (!free_on_device(reinterpret_cast<void*>(call.argument(0)))) {
        fail(c, op, lane, fault_kind::illegal_address, "free() in a kernel of what malloc() did not give");
      }
      c.launch->forget_caches();
      return;
    case builtin::none:
    case builtin::unknown:
      break;
  }
  fail(c, op, lane, fault_kind::unsupported_instruction, "a call of " + site.target->name + ", which has no body");
}

}  // namespace

void run_builtin(context& c, micro_op const& op, call_site const& site, u32 lanes) {
  for_each_lane_in_order(lanes, [&](u32 lane) { run_for_lane(c, op, site, lane); });
}

}  // namespace emulator::ptx
