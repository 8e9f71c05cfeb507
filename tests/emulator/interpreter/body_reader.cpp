#include "body_reader.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "control.h"
#include "declarations.h"
#include "decoder.h"
#include "text_cursor.h"

namespace emulator::ptx {
namespace {

builtin builtin_of(std::string_view name) {
  if (name == "vprintf") return builtin::vprintf;
  if (name == "__assertfail") return builtin::assertfail;
  if (name == "malloc") return builtin::malloc;
  if (name == "free") return builtin::free;
  return builtin::unknown;
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }

// Whether a function, or one that it may call, names a shared variable of the module. What it calls by an address may.
bool reaches_shared_of_module(module_state const& m, function const& f, std::set<function const*>& seen) {
  if (m.shared_of_module == 0 || !seen.insert(&f).second) return false;
  if (f.body.find(".callprototype") != f.body.npos) return true;
  for (std::size_t at = 0; at < f.body.size(); ++at) {
    std::size_t const begin = at;
    while (at < f.body.size() && is_of_name(f.body[at])) ++at;
    std::string_view const name = f.body.substr(begin, at - begin);
    if (name.empty()) continue;
    auto const v = m.variables.find(name);
    if (v != m.variables.end() && v->second->space == state_space::shared && !v->second->is_external) return true;
    auto const called = m.functions.find(name);
    if (called != m.functions.end() && reaches_shared_of_module(m, *called->second, seen)) return true;
  }
  return false;
}

// The bytes of shared memory before a function's own.
std::size_t shared_before(module_state const& m, function const& f) {
  std::set<function const*> seen;
  return reaches_shared_of_module(m, f, seen) ? m.shared_of_module : 0;
}

class body_reader {
 public:
  explicit body_reader(builder& into)
      : build(into), f(into.target), text(f.body, f.line), shared_bytes(shared_before(into.owner, f)) {}

  void run() {
    scope& outermost = build.scopes.emplace_back();
    for (std::size_t i = 0; i < f.formals.size(); ++i) outermost.parameters[f.formal_names[i]] = f.formals[i];
    for (std::size_t i = 0; i < f.results.size(); ++i) outermost.parameters[f.result_names[i]] = f.results[i];
    build.parameter_bytes = f.is_entry ? 0 : f.formal_bytes;
    f.parameter_bytes = build.parameter_bytes;
    while (!text.is_done()) {
      build.line = text.line;
      read_statement();
    }
    build.is_guarded = false;
    build.line = text.line;
    build.emit(run_ret);
    f.static_shared = shared_bytes;
    resolve_labels();
  }

 private:
  scope& here() { return build.scopes[static_cast<std::size_t>(build.current_scope)]; }

  void read_statement() {
    switch (*text.at) {
      case '{':
        ++text.at;
        open_scope();
        return;
      case '}':
        ++text.at;
        close_scope();
        return;
      case ';':
        ++text.at;
        return;
      case '.':
        read_directive(text.directive());
        return;
      default:
        read_labelled_or_instruction();
    }
  }

  void open_scope() {
    scope inner;
    inner.parent = build.current_scope;
    inner.parameters_before = build.parameter_bytes;
    build.scopes.push_back(std::move(inner));
    build.current_scope = static_cast<int>(build.scopes.size() - 1);
  }

  void close_scope() {
    build.parameter_bytes = here().parameters_before;
    build.current_scope = here().parent;
    if (build.current_scope < 0) bad_text(text.line, "a } too many");
  }

  void read_directive(std::string_view word) {
    if (word == ".reg") read_registers();
    else if (word == ".param") read_variables(state_space::parameter);
    else if (word == ".local") read_variables(state_space::local);
    else if (word == ".shared" && !f.is_entry) text.skip_past(';');  // the module has read it
    else if (word == ".shared") read_variables(state_space::shared);
    else if (word == ".loc") f.locations.push_back(read_location(text));
    else if (word == ".file") text.skip_line();
    else if (word == ".pragma" || word == ".branchtargets" || word == ".callprototype") text.skip_past(';');
    else bad_text(text.line, "a directive that is not understood: " + std::string(word));
  }

  void read_registers() {
    value_type type;
    while (text.peek() == '.') {
      std::string_view const word = text.directive();
      type = read_type(word.substr(1));
      if (!type) bad_text(text.line, "not a type of registers: " + std::string(word));
    }
    register_class const held = class_of(type);
    do {
      std::string_view const name = text.name();
      if (text.take('<')) {
        u32 const count = static_cast<u32>(text.integer());
        text.expect('>');
        here().ranges.push_back({name, static_cast<u32>(build.register_classes.size()), count});
        build.register_classes.resize(build.register_classes.size() + count, held);
      } else {
        here().registers[name] = build.temporary(held);
      }
    } while (text.take(','));
    text.expect(';');
  }

  void read_variables(state_space space) {
    do {
      variable& v = *build.own_variables.emplace_back(read_variable(text, space));
      if (space == state_space::parameter) {
        build.parameter_bytes = round_up(build.parameter_bytes, v.alignment);
        here().parameters[v.name] = {build.parameter_bytes, v.size};
        build.parameter_bytes += v.size;
        f.parameter_bytes = std::max(f.parameter_bytes, build.parameter_bytes);
      } else {
        std::size_t& used = space == state_space::local ? f.local_bytes : shared_bytes;
        v.offset = round_up(used, v.alignment);
        used = v.offset + v.size;
        here().variables[v.name] = &v;
      }
    } while (text.take(','));
    text.expect(';');
  }

  void read_guard() {
    build.is_guarded = text.take('@');
    if (!build.is_guarded) return;
    build.guard_is_negated = text.take('!');
    std::string_view const name = text.name();
    if (!build.find_register(name, build.guard) ||
        build.class_of_register(build.guard) != register_class::predicate) {
      bad_text(text.line, "not a predicate: " + std::string(name));
    }
    text.skip_space();
  }

  void read_labelled_or_instruction() {
    read_guard();
    std::string_view const first = text.name();
    if (!build.is_guarded && text.peek() == ':' && !(text.at + 1 < text.end && text.at[1] == ':')) {
      ++text.at;
      here().labels[first] = static_cast<u32>(f.code.size());
      if (text.peek() == '.') read_labelled_directive(first);
      return;
    }
    build.line = text.line;
    read_instruction(first);
  }

  // name: .branchtargets a, b; name: .callprototype ...;
  void read_labelled_directive(std::string_view label) {
    text_cursor const before = text;
    std::string_view const word = text.directive();
    if (word == ".branchtargets") {
      auto& targets = here().branch_targets[label];
      do targets.push_back(text.name());
      while (text.take(','));
      text.expect(';');
    } else if (word == ".callprototype") {
      text.skip_past(';');
    } else {
      text = before;
    }
  }

  void read_instruction(std::string_view first) {
    read.words.assign(1, first);
    while (text.next_is('.')) read.words.push_back(text.dotted_word());
    if (first == "call") return read_call();
    if (first == "bra") return read_branch();
    if (first == "brx") return read_indexed_branch();
    read.operands.clear();
    if (text.peek() != ';') {
      do read.operands.push_back(read_operand());
      while (text.take(','));
    }
    text.expect(';');
    decode_instruction(build, read);
  }

  void read_branch() {
    std::string_view const target = text.name();
    text.expect(';');
    build.label_uses.push_back({build.emit(run_bra), target, build.current_scope, build.line, false});
  }

  void read_indexed_branch() {
    operand const index = read_operand();
    text.expect(',');
    std::string_view const table = text.name();
    text.expect(';');
    value_source const value = build.value(index, register_class::b32);
    u32 const added = build.emit(run_brx);
    build.use(added, 0, value);
    build.label_uses.push_back({added, table, build.current_scope, build.line, true});
  }

  std::vector<parameter_slot> read_call_parameters() {
    std::vector<parameter_slot> slots;
    if (text.take(')')) return slots;
    do {
      std::string_view const name = text.name();
      parameter_slot const* slot = build.find_parameter(name);
      if (!slot) bad_text(text.line, "a call's parameter that is no .param variable: " + std::string(name));
      slots.push_back(*slot);
    } while (text.take(','));
    text.expect(')');
    return slots;
  }

  // call (results), target, (arguments), prototype;
  void read_call() {
    call_site site;
    if (text.take('(')) {
      site.results = read_call_parameters();
      text.expect(',');
    }
    std::string_view const name = text.name();
    operand const target = name_operand(name);
    if (text.take(',')) {
      if (text.take('(')) {
        site.arguments = read_call_parameters();
        if (text.take(',')) text.name();
      } else {
        text.name();
      }
    }
    text.expect(';');
    f.makes_calls = true;
    value_source by_address;
    bool const is_by_address = target.kind == operand_kind::virtual_register;
    if (is_by_address) {
      by_address = build.value(target, register_class::b64);
      f.calls_by_address = true;
    } else {
      auto const found = build.owner.functions.find(name);
      if (found == build.owner.functions.end()) {
        bad_text(text.line, "a call of an unknown function " + std::string(name));
      }
      site.target = found->second.get();
      f.callees.push_back(site.target);
      if (!site.target->has_body) site.which = builtin_of(name);
    }
    u32 const added = build.emit(run_call);
    if (is_by_address) build.use(added, 0, by_address);
    build.op(added).index = static_cast<u32>(f.call_sites.size());
    f.call_sites.push_back(std::move(site));
  }

  operand name_operand(std::string_view name) {
    operand o;
    if (name == "_") {
      o.kind = operand_kind::sink;
    } else if (build.find_register(name, o.virtual_register)) {
      o.kind = operand_kind::virtual_register;
    } else if (name[0] == '%' || name == "WARP_SZ") {
      o.kind = operand_kind::special;
      char const* const begin = name.data();
      if (text.next_is('.')) text.dotted_word();
      o.name = {begin, static_cast<std::size_t>(text.at - begin)};
    } else {
      o.kind = operand_kind::symbol;
      o.name = name;
    }
    return o;
  }

  operand read_operand() {
    char const c = text.peek();
    if (c == '[') return read_address();
    if (c == '{') return read_list();
    if (starts_name(c)) return read_named();
    operand o;
    if (c == '!') {
      ++text.at;
      o = read_operand();
      o.negated = !o.negated;
      return o;
    }
    o.kind = operand_kind::immediate;
    number const value = text.read_number();
    o.bits = value.bits;
    o.is_f32 = value.is_f32;
    o.is_f64 = value.is_f64;
    return o;
  }

  operand read_address() {
    text.expect('[');
    operand o;
    o.kind = operand_kind::address;
    o.items.push_back(read_operand());
    while (text.peek() != ']') {
      if (text.take(',')) o.items.push_back(read_operand());
      else if (text.take('+') || text.peek() == '-') o.bits += static_cast<u64>(text.integer());
      else bad_text(text.line, "an address that is not understood");
    }
    text.expect(']');
    return o;
  }

  operand read_list() {
    text.expect('{');
    operand o;
    o.kind = operand_kind::list;
    if (text.take('}')) return o;
    do o.items.push_back(read_operand());
    while (text.take(','));
    text.expect('}');
    return o;
  }

  operand read_named() {
    operand o = name_operand(text.name());
    if (o.kind == operand_kind::symbol) {
      while (text.take('+') || text.peek() == '-') o.bits += static_cast<u64>(text.integer());
    }
    if (!text.take('|')) return o;
    operand const second = name_operand(text.name());
    o.has_second = true;
    o.second_is_sink = second.kind == operand_kind::sink;
    o.second = second.virtual_register;
    if (!o.second_is_sink && second.kind != operand_kind::virtual_register) {
      bad_text(text.line, "expected a predicate after |");
    }
    return o;
  }

  u32 place_of_label(label_use const& use, std::string_view name) const {
    for (int s = use.scope; s >= 0; s = build.scopes[static_cast<std::size_t>(s)].parent) {
      auto const& labels = build.scopes[static_cast<std::size_t>(s)].labels;
      if (auto const found = labels.find(name); found != labels.end()) return found->second;
    }
    bad_text(use.line, "unknown label " + std::string(name));
  }

  std::vector<std::string_view> const& targets_of(label_use const& use) const {
    for (int s = use.scope; s >= 0; s = build.scopes[static_cast<std::size_t>(s)].parent) {
      auto const& tables = build.scopes[static_cast<std::size_t>(s)].branch_targets;
      if (auto const found = tables.find(use.name); found != tables.end()) return found->second;
    }
    bad_text(use.line, "unknown .branchtargets " + std::string(use.name));
  }

  void resolve_labels() {
    for (label_use const& use : build.label_uses) {
      micro_op& branch = f.code[use.op];
      if (!use.is_table) {
        branch.immediate = place_of_label(use, use.name);
        continue;
      }
      branch.index = static_cast<u32>(f.branch_tables.size());
      auto& table = f.branch_tables.emplace_back();
      for (std::string_view name : targets_of(use)) table.push_back(place_of_label(use, name));
    }
  }

  builder& build;
  function& f;
  text_cursor text;
  std::size_t shared_bytes;
  instruction read;
};

}  // namespace

void read_body(builder& build) { body_reader(build).run(); }

}  // namespace emulator::ptx
