// How single instructions are run, and main(): every opcode that the interpreter knows must have
// run in some test.
#include "opcodes.h"

#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "interpreter/decoder.h"

namespace opcodes {

std::set<std::string, std::less<>>& opcodes_run() {
  static std::set<std::string, std::less<>> run;
  return run;
}

namespace {

// Statements end in a semicolon.
std::vector<std::string> statements_of(std::string_view text) {
  std::vector<std::string> statements;
  while (!text.empty()) {
    std::size_t const begin = text.find_first_not_of(" \n");
    if (begin == text.npos) break;
    std::size_t const end = text.find(';', begin);
    statements.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return statements;
}

std::string address_of(std::size_t parameter, std::size_t element_bytes) {
  return "ld.param.u64 address, [p" + std::to_string(parameter) + "];\nmad.wide.u32 address, index, " +
         std::to_string(element_bytes) + ", address;\n";
}

std::string declared(std::string_view name, column const& of) {
  return ".reg ." + std::string(of.is_predicate ? "pred" : of.register_type) + " " + std::string(name) + ";\n";
}
std::string loaded(std::string_view name, column const& of, std::size_t parameter) {
  std::string const address = address_of(parameter, of.element_bytes);
  if (!of.is_predicate) return address + std::string(of.load) + " " + std::string(name) + ", [address];\n";
  return address + "ld.global.u8 flag, [address];\nsetp.ne.u16 " + std::string(name) + ", flag, 0;\n";
}
std::string stored_back(std::string_view name, column const& of, std::size_t parameter) {
  std::string const address = address_of(parameter, of.element_bytes);
  if (!of.is_predicate) return address + std::string(of.store) + " [address], " + std::string(name) + ";\n";
  return address + "selp.u16 flag, 1, 0, " + std::string(name) + ";\nst.global.u8 [address], flag;\n";
}

std::string entry(std::size_t parameters) {
  std::string text = ".version 8.7\n.target sm_90\n.address_size 64\n.visible .entry test(";
  for (std::size_t k = 0; k < parameters; ++k) text += (k ? ", " : "") + (".param .u64 p" + std::to_string(k));
  return text + ")\n";
}

constexpr std::string_view names[] = {"a", "b", "c", "e"};

}  // namespace

void note_opcodes(std::string_view instructions) {
  for (std::string const& statement : statements_of(instructions)) {
    std::size_t const begin = statement[0] == '@' ? statement.find_first_not_of(' ', statement.find(' ')) : 0;
    if (begin == std::string::npos || statement[begin] == '.' || statement[begin] == '{') continue;
    opcodes_run().insert(statement.substr(begin, statement.find_first_of(". ", begin) - begin));
  }
}

void run_module(std::string const& ptx, unsigned blocks, unsigned threads,
                std::vector<region_of_host> const& parameters) {
  auto const module = emulator::module::parse(ptx);
  std::vector<void*> values;
  for (region_of_host const& r : parameters) values.push_back(r.data);
  std::vector<void*> pointers;
  for (void*& value : values) pointers.push_back(&value);
  auto const find = [&](void const* address) {
    for (region_of_host const& r : parameters) {
      char* const base = static_cast<char*>(r.data);
      if (address >= base && address < base + r.bytes) return emulator::region{base, r.bytes};
    }
    return emulator::region{};
  };
  auto const describe = [](void const*) { return std::string("memory of the test"); };
  emulator::launch_config config;
  config.grid.x = blocks;
  config.block.x = threads;
  emulator::launch_options options;
  options.compute_capability = 90;
  module->launch("test", config, pointers.data(), find, describe, options, nullptr);
}

void run_columns(std::string const& instruction, column const& result, std::vector<column> const& sources,
                 std::size_t count, bool predicated) {
  note_opcodes(instruction);
  std::string text = entry(sources.size() + 2) +
                     "{\n.reg .pred outside, chosen, p, q;\n.reg .b16 flag, h;\n.reg .b32 index, bit, limit, t;\n"
                     ".reg .b64 address, w;\n" +
                     declared("d", result);
  for (std::size_t k = 0; k < sources.size(); ++k) text += declared(names[k], sources[k]);
  text += "mov.u32 index, %ctaid.x;\nmov.u32 bit, %tid.x;\nshl.b32 index, index, 6;\nadd.u32 index, index, bit;\n";
  text += "ld.param.u32 limit, [p" + std::to_string(sources.size() + 1) + "];\n";
  text += "setp.ge.u32 outside, index, limit;\n@outside exit;\n";
  text += "and.b32 bit, index, 1;\nsetp.ne.u32 chosen, bit, 0;\n";
  for (std::size_t k = 0; k < sources.size(); ++k) text += loaded(names[k], sources[k], k);
  text += loaded("d", result, sources.size());
  for (std::string const& statement : statements_of(instruction)) {
    text += (predicated && statement[0] != '.' ? "@chosen " : "") + statement + ";\n";
  }
  text += stored_back("d", result, sources.size()) + "exit;\n}\n";
  std::vector<region_of_host> parameters;
  for (column const& s : sources) parameters.push_back({s.data, s.element_bytes * count});
  parameters.push_back({result.data, result.element_bytes * count});
  parameters.push_back({reinterpret_cast<void*>(count), 0});
  run_module(text, unsigned(count + 63) / 64, 64, parameters);
}

std::string in_place(std::string const& instruction, std::size_t bytes) {
  std::size_t const result = instruction.find(" d, a");
  if (result == instruction.npos || instruction.find(';') + 1 != instruction.size()) return {};
  std::string const width = std::to_string(8 * (bytes == 1 ? 2 : bytes));
  return instruction.substr(0, result) + " a, a" + instruction.substr(result + 5) + " mov.b" + width + " d, a;";
}

std::string text_of(u64 bits, std::size_t bytes) {
  char shown[32];
  std::snprintf(shown, sizeof shown, "0x%0*llx", int(2 * bytes), static_cast<unsigned long long>(bits));
  return shown;
}

void report_mismatch(std::string const& text) { FAIL_CHECK(text); }
void count_comparison() { CHECK(true); }

// Whether all test cases ran, so that what has not run is not tested.
struct coverage_listener : doctest::IReporter {
  static inline bool ran_all = false;

  explicit coverage_listener(doctest::ContextOptions const&) {}
  void report_query(doctest::QueryData const&) override {}
  void test_run_start() override {}
  void test_run_end(doctest::TestRunStats const& stats) override {
    ran_all = stats.numTestCases == stats.numTestCasesPassingFilters;
  }
  void test_case_start(doctest::TestCaseData const&) override {}
  void test_case_reenter(doctest::TestCaseData const&) override {}
  void test_case_end(doctest::CurrentTestCaseStats const&) override {}
  void test_case_exception(doctest::TestCaseException const&) override {}
  void subcase_start(doctest::SubcaseSignature const&) override {}
  void subcase_end() override {}
  void log_assert(doctest::AssertData const&) override {}
  void log_message(doctest::MessageData const&) override {}
  void test_case_skipped(doctest::TestCaseData const&) override {}
};
REGISTER_LISTENER("coverage", 1, coverage_listener);

// Says which opcodes of the decoders' tables no test has run, and answers how many.
int untested_opcodes() {
  using namespace emulator::ptx;
  std::set<std::string, std::less<>> untested;
  for (auto const& family : opcode_families()) {
    for (opcode const& known : family) {
      if (!opcodes_run().contains(known.first_word)) untested.emplace(known.first_word);
    }
  }
  for (std::string const& name : untested) std::printf("no test runs the opcode %s\n", name.c_str());
  return int(untested.size());
}

}  // namespace opcodes

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  int const failed = context.run();
  if (context.shouldExit() || !opcodes::coverage_listener::ran_all) return failed;
  return failed || opcodes::untested_opcodes() ? 1 : 0;
}
