#include "initialiser.h"

#include <algorithm>
#include <cstring>

#include "text_cursor.h"

namespace emulator::ptx {
namespace {

u64 address_of(module_state const& m, variable const& v, std::string_view name) {
  if (auto const found = m.variables.find(name); found != m.variables.end()) {
    variable const& named = *found->second;
    return named.space == state_space::shared ? named.offset : reinterpret_cast<u64>(named.address);
  }
  if (auto const found = m.functions.find(name); found != m.functions.end())
    return reinterpret_cast<u64>(found->second.get());
  bad_text(v.line, "an initialiser names the unknown " + std::string(name));
}

// name, name + 4, generic(name) + 4, mask(0xff00, name): an address, or those of its bits that the mask selects.
u64 symbolic_value(module_state const& m, variable const& v, text_cursor& text) {
  u64 mask = ~u64{0};
  int open = 0;
  std::string_view name = text.name();
  if (name == "mask") {
    text.expect('(');
    mask = static_cast<u64>(text.integer());
    if (text.take(')')) text.expect('(');
    else text.expect(',');
    ++open;
    name = text.name();
  }
  if (name == "generic") {
    text.expect('(');
    ++open;
    name = text.name();
  }
  u64 value = address_of(m, v, name);
  for (;;) {
    if (open && text.take(')')) --open;
    else if (text.take('+') || text.peek() == '-') value += static_cast<u64>(text.integer());
    else break;
  }
  if (mask == ~u64{0}) return value;
  return mask == 0 ? 0 : (value & mask) >> std::countr_zero(mask);
}

}  // namespace

void initialise(module_state const& m, variable& v) {
  text_cursor text(v.initialiser, v.line);
  std::size_t const width = std::max<std::size_t>(1, v.element.bits / 8u);
  char* at = v.address;
  char* const end = v.address + v.size;
  while (!text.is_done()) {
    char const c = text.peek();
    if (c == '{' || c == '}' || c == ',') {
      ++text.at;
      continue;
    }
    u64 bits;
    if (starts_name(c)) {
      bits = symbolic_value(m, v, text);
    } else {
      number const value = text.read_number();
      bool const narrows = value.is_f64 && v.element.is_floating() && v.element.bits == 32;
      bits = narrows ? std::bit_cast<u32>(static_cast<float>(std::bit_cast<double>(value.bits))) : value.bits;
    }
    if (at + width > end) bad_text(v.line, "an initialiser longer than its variable " + v.name);
    std::memcpy(at, &bits, std::min<std::size_t>(width, 8));
    at += width;
  }
}

}  // namespace emulator::ptx
