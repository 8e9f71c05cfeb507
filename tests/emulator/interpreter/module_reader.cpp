#include "module_reader.h"

#include <algorithm>

#include "declarations.h"
#include "initialiser.h"
#include "text_cursor.h"

namespace emulator::ptx {

value_type read_type(std::string_view word) {
  if (word == "pred") return {value_kind::predicate, 1, 1};
  if (word == "f16x2") return {value_kind::floating, 16, 2};
  if (word == "bf16") return {value_kind::bfloat, 16, 1};
  if (word == "bf16x2") return {value_kind::bfloat, 16, 2};
  if (word == "u16x2") return {value_kind::unsigned_integer, 16, 2};
  if (word == "s16x2") return {value_kind::signed_integer, 16, 2};
  if (word.size() < 2 || word.size() > 4) return {};
  value_type type;
  switch (word[0]) {
    case 'u':
      type.kind = value_kind::unsigned_integer;
      break;
    case 's':
      type.kind = value_kind::signed_integer;
      break;
    case 'b':
      type.kind = value_kind::bits;
      break;
    case 'f':
      type.kind = value_kind::floating;
      break;
    default:
      return {};
  }
  std::string_view const bits = word.substr(1);
  for (unsigned n : {8u, 16u, 32u, 64u, 128u}) {
    if (bits == std::to_string(n)) type.bits = static_cast<u8>(n);
  }
  return type.bits ? type : value_type{};
}

std::unique_ptr<variable> read_variable(text_cursor& text, state_space space) {
  auto v = std::make_unique<variable>();
  v->space = space;
  v->line = text.line;
  std::size_t components = 1;
  bool is_aligned = false;
  while (text.peek() == '.') {
    std::string_view const word = text.directive();
    if (word == ".align") {
      v->alignment = static_cast<std::size_t>(text.integer());
      is_aligned = true;
    } else if (word == ".v2" || word == ".v4") {
      components = word == ".v2" ? 2 : 4;
    } else if (word == ".attribute") {
      text.skip_past(')');
    } else if (word == ".texref" || word == ".samplerref" || word == ".surfref") {
      v->element = {value_kind::bits, 64, 1};
    } else if (word != ".ptr" && word != ".global" && word != ".shared" && word != ".const" && word != ".local" &&
               word != ".param") {
      v->element = read_type(word.substr(1));
      if (!v->element) bad_text(text.line, "not a type: " + std::string(word));
    }
  }
  v->name = text.name();
  std::size_t const bytes = std::max<std::size_t>(1, v->element.bits / 8u) * v->element.count * components;
  if (!is_aligned) v->alignment = bytes;
  v->alignment = std::max<std::size_t>(v->alignment, 1);
  std::size_t count = 1;
  while (text.take('[')) {
    v->has_open_size = text.peek() == ']';
    count *= v->has_open_size ? 0 : static_cast<std::size_t>(text.integer());
    text.expect(']');
  }
  v->size = bytes * count;
  return v;
}

namespace {

// Between variables lie gaps, so that an access past one is seen.
constexpr std::size_t gap_between_variables = 64;

class module_reader {
 public:
  explicit module_reader(module_state& owner) : m(owner), text(owner.text, 1) {}

  void run() {
    while (!text.is_done()) {
      if (*text.at != '.') bad_text(text.line, "expected a directive");
      read_directive(text.directive());
    }
    place_variables();
    for (variable* v : new_variables) {
      if (!v->initialiser.empty() && v->address) initialise(m, *v);
    }
  }

 private:
  void read_directive(std::string_view word) {
    if (word == ".visible" || word == ".weak" || word == ".common") return;
    if (word == ".extern") {
      is_external = true;
      return;
    }
    if (word == ".version" || word == ".target" || word == ".address_size" || word == ".loc") text.skip_line();
    else if (word == ".file") read_file();
    else if (word == ".entry") read_function(true);
    else if (word == ".func") read_function(false);
    else if (word == ".global") read_variables(state_space::global);
    else if (word == ".const") read_variables(state_space::constant);
    else if (word == ".shared") read_variables(state_space::shared);
    else if (word == ".section") skip_section();
    else if (word == ".alias" || word == ".pragma") text.skip_past(';');
    else bad_text(text.line, "a directive that is not understood: " + std::string(word));
    is_external = false;
  }

  void read_file() {
    u32 const file = static_cast<u32>(text.integer());
    m.files[file] = text.string();
    text.skip_line();
  }

  void skip_section() {
    text.skip_past('{');
    text.skip_braces();
  }

  void read_parameters(std::vector<parameter_slot>& slots, std::vector<std::string>& names, std::size_t& bytes) {
    if (text.take(')')) return;
    do {
      std::string_view const word = text.directive();
      if (word != ".param" && word != ".reg") bad_text(text.line, "expected .param");
      auto const v = read_variable(text, state_space::parameter);
      bytes = round_up(bytes, v->alignment);
      slots.push_back({bytes, v->size});
      names.push_back(v->name);
      bytes += v->size;
    } while (text.take(','));
    text.expect(')');
  }

  // .maxntid and the like, after the parameters.
  void read_function_directives(function& f) {
    while (text.peek() == '.') {
      std::string_view const word = text.directive();
      if (word == ".maxntid" || word == ".reqntid") {
        f.info.max_threads = 1;
        do f.info.max_threads *= static_cast<unsigned>(text.integer());
        while (text.take(','));
        continue;
      }
      if (word == ".reqnctapercluster") {
        f.info.cluster = read_extent();
        continue;
      }
      while (is_digit(text.peek())) {
        text.integer();
        if (!text.take(',')) break;
      }
      if (text.peek() == '"') text.string();
    }
  }

  extent read_extent() {
    extent result;
    result.x = static_cast<unsigned>(text.integer());
    if (text.take(',')) result.y = static_cast<unsigned>(text.integer());
    if (text.take(',')) result.z = static_cast<unsigned>(text.integer());
    return result;
  }

  void read_function(bool is_entry) {
    auto f = std::make_unique<function>();
    f->owner = &m;
    f->is_entry = is_entry;
    std::size_t bytes = 0;
    while (text.peek() == '.') text.directive();  // .noreturn
    if (!is_entry && text.take('(')) read_parameters(f->results, f->result_names, bytes);
    f->name = text.name();
    if (text.take('(')) read_parameters(f->formals, f->formal_names, bytes);
    f->formal_bytes = bytes;
    read_function_directives(*f);
    f->info.name = f->name;
    for (parameter_slot const slot : f->formals) f->info.parameters.push_back({slot.offset, slot.size});
    f->info.parameter_bytes = bytes;
    if (text.take('{')) {
      f->has_body = true;
      f->line = text.line;
      char const* const begin = text.at;
      text.skip_braces();
      f->body = {begin, static_cast<std::size_t>(text.at - begin - 1)};
      if (!is_entry) read_shared_variables(*f);
    } else {
      text.expect(';');
    }
    add_function(std::move(f));
  }

  // A definition takes the place of its declaration, whose address and name (the key) stay.
  void add_function(std::unique_ptr<function> f) {
    auto const known = m.functions.find(f->name);
    if (known == m.functions.end()) {
      f->number = static_cast<u32>(m.functions.size());
      function const& kept = *f;
      m.functions.emplace(std::string_view(kept.name), std::move(f));
      return;
    }
    if (!f->has_body) return;
    function& declared = *known->second;
    std::string name = std::move(declared.name);
    f->number = declared.number;
    declared = std::move(*f);
    declared.name = std::move(name);
  }

  std::string_view initialiser_text() {
    text.peek();
    char const* const begin = text.at;
    if (text.take('{')) {
      text.skip_braces();
    } else {
      for (int depth = 0; text.at < text.end && (depth || (*text.at != ';' && *text.at != ',')); ++text.at) {
        depth += (*text.at == '(') - (*text.at == ')');
      }
    }
    return {begin, static_cast<std::size_t>(text.at - begin)};
  }

  void read_variables(state_space space) {
    do {
      auto v = read_variable(text, space);
      v->is_external = is_external && (v->has_open_size || space == state_space::shared);
      if (text.take('=')) {
        v->line = text.line;
        v->initialiser = initialiser_text();
        if (v->has_open_size) {
          auto const commas = std::count(v->initialiser.begin(), v->initialiser.end(), ',');
          v->size = static_cast<std::size_t>(1 + commas) * std::max<std::size_t>(1, v->element.bits / 8u);
          v->has_open_size = false;
        }
      }
      add_variable(std::move(v));
    } while (text.take(','));
    text.expect(';');
  }

  void add_variable(std::unique_ptr<variable> v) {
    auto const known = m.variables.find(v->name);
    if (known == m.variables.end()) {
      variable* const kept = v.get();
      m.variables.emplace(std::string_view(kept->name), std::move(v));
      new_variables.push_back(kept);
    } else if (!is_external) {
      variable& declared = *known->second;
      std::string name = std::move(declared.name);
      declared = std::move(*v);
      declared.name = std::move(name);
    }
  }

  // What a function that is called declares as shared belongs to the module: every kernel that calls
  // it has it at the same place, and behind no variable of its own.
  void read_shared_variables(function const& f) {
    constexpr std::string_view declaration = ".shared .align";
    for (std::size_t at = f.body.find(declaration); at != f.body.npos; at = f.body.find(declaration, at + 1)) {
      text_cursor rest(f.body.substr(at), f.line);
      static_cast<void>(rest.directive());
      add_variable(read_variable(rest, state_space::shared));
    }
  }

  void place_variables() {
    std::vector<std::pair<variable*, std::size_t>> offsets;
    std::size_t total = 0;
    for (variable* v : new_variables) {
      if (v->space == state_space::shared) {
        if (v->is_external) continue;
        m.shared_of_module = round_up(m.shared_of_module, v->alignment);
        v->offset = m.shared_of_module;
        m.shared_of_module += v->size;
        continue;
      }
      total = round_up(total, std::max<std::size_t>(v->alignment, 16));
      offsets.emplace_back(v, total);
      total += v->size + gap_between_variables;
    }
    constexpr std::size_t alignment = 256;
    m.variable_room.assign(total + gap_between_variables + alignment, 0);
    std::size_t const room = reinterpret_cast<std::size_t>(m.variable_room.data());
    char* const base = m.variable_room.data() + (round_up(room + gap_between_variables, alignment) - room);
    for (auto const& [v, offset] : offsets) {
      v->address = base + offset;
      m.variables_by_address[v->address] = v;
    }
  }

  module_state& m;
  text_cursor text;
  bool is_external = false;
  std::vector<variable*> new_variables;
};

}  // namespace

void read_module(module_state& m) { module_reader(m).run(); }

}  // namespace emulator::ptx
