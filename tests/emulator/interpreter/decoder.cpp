#include "decoder.h"

#include <array>
#include <unordered_map>

#include "control.h"

namespace emulator::ptx {
namespace {

using decode_functions = std::vector<bool (*)(decoder&)>;

// By the first word of an opcode: the families that may know it.
std::unordered_map<std::string_view, decode_functions> const& opcode_table() {
  static auto const table = [] {
    std::unordered_map<std::string_view, decode_functions> t;
    for (auto const& family : opcode_families()) {
      for (opcode const& known : family) t[known.first_word].push_back(known.decode);
    }
    return t;
  }();
  return table;
}

bool decode_by_family(decoder& d) {
  auto const found = opcode_table().find(d.words[0]);
  if (found == opcode_table().end()) return false;
  for (auto const decode : found->second) {
    if (decode(d)) return true;
  }
  return false;
}

}  // namespace

std::vector<std::span<opcode const>> opcode_families() {
  return {control_opcodes(),    barrier_opcodes(),
          cluster_opcodes(),    message_barrier_opcodes(),
          bulk_copy_opcodes(),  memory_opcodes(),
          address_opcodes(),    fence_opcodes(),
          atomic_opcodes(),     asynchronous_copy_opcodes(),
          integer_opcodes(),    bit_opcodes(),
          float_opcodes(),      half_opcodes(),
          conversion_opcodes(), selection_opcodes(),
          move_opcodes(),       warp_opcodes()};
}

decoder::decoder(builder& into, instruction& text) : build(into), words(text.words), operands(text.operands) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    value_type const found = read_type(words[i]);
    if (!found) continue;
    if (!first_type) first_type = found;
    type = found;
  }
}

bool decoder::has(std::string_view word) const {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == word) return true;
  }
  return false;
}

void decoder::need(std::size_t operand_count) const {
  if (operands.size() < operand_count) bad_text(build.line, "too few operands");
}

u32 decoder::plain(handler run, register_class result, std::initializer_list<register_class> sources,
                   value_kind kind) {
  if (!run) throw unsupported{};
  need(sources.size() + 1);
  std::vector<value_source> values;
  for (register_class which : sources) values.push_back(build.value(operands[values.size() + 1], which, kind));
  u32 const to = destination(operands[0], result);
  u32 const index = build.emit(run);
  for (std::size_t k = 0; k < values.size(); ++k) build.use(index, static_cast<int>(k + 1), values[k]);
  build.define(index, 0, to);
  widen_result(kind == value_kind::signed_integer);
  return index;
}

u32 decoder::destination(operand const& o, register_class result) {
  wide_destination = ~0u;
  if (o.kind == operand_kind::virtual_register) {
    register_class const held = build.class_of_register(o.virtual_register);
    if (held != result && held != register_class::predicate && result != register_class::predicate) {
      wide_destination = o.virtual_register;
      narrow_result = build.temporary(result);
      return narrow_result;
    }
  }
  return build.result(o, result);
}

void decoder::widen_result(bool is_signed) {
  if (wide_destination == ~0u) return;
  register_class const from = build.class_of_register(narrow_result);
  register_class const to = build.class_of_register(wide_destination);
  u32 const index = build.emit(resize_handler(to, from, is_signed));
  build.use(index, 1, value_source::of_register(narrow_result));
  build.define(index, 0, wide_destination);
  wide_destination = ~0u;
}

void decode_instruction(builder& build, instruction& read) {
  try {
    decoder d(build, read);
    if (decode_by_family(d)) return;
  } catch (unsupported const&) {
  }
  build.emit(run_unsupported);
}

}  // namespace emulator::ptx
