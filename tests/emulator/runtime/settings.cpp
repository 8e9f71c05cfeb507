#include "settings.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string_view>

namespace emulator::runtime {
namespace {

[[noreturn]] void refuse(std::string_view name, std::string_view value, std::string const& why) {
  std::fprintf(stderr, "emulated card: %.*s=%.*s: %s\n", static_cast<int>(name.size()), name.data(),
               static_cast<int>(value.size()), value.data(), why.c_str());
  std::_Exit(2);
}

constexpr std::string_view prefix = "EMULATED_";

// One variable of the environment.
struct variable {
  std::string_view name, value;

  // A number of at least `least`; sizes may end in k, m or g.
  std::uint64_t number(std::uint64_t least, std::uint64_t most) const {
    std::uint64_t result = 0;
    auto const [end, error] = std::from_chars(value.data(), value.data() + value.size(), result);
    std::string_view const unit = value.substr(static_cast<std::size_t>(end - value.data()));
    int shift = 0;
    if (unit == "k" || unit == "K") shift = 10;
    else if (unit == "m" || unit == "M") shift = 20;
    else if (unit == "g" || unit == "G") shift = 30;
    bool const is_number = error == std::errc() && (unit.empty() || shift != 0) && result <= most >> shift;
    result <<= shift;
    if (!is_number || result < least) {
      refuse(name, value,
             "a number from " + std::to_string(least) + " to " + std::to_string(most) + " is expected");
    }
    return result;
  }
  int small(int least, int most) const {
    return static_cast<int>(number(static_cast<std::uint64_t>(least), static_cast<std::uint64_t>(most)));
  }
  bool flag() const { return small(0, 1) == 1; }

  checks_setting checks() const {
    checks_setting result{false, false, false, false};
    if (value == "none") return result;
    for (std::size_t begin = 0; begin <= value.size();) {
      std::size_t const comma = std::min(value.find(',', begin), value.size());
      std::string_view const word = value.substr(begin, comma - begin);
      if (word == "racecheck") result.racecheck = true;
      else if (word == "initcheck") result.initcheck = true;
      else if (word == "synccheck") result.synccheck = true;
      else if (word == "leakcheck") result.leakcheck = true;
      else if (word != "memcheck")
        refuse(name, value,
               "a list of memcheck, racecheck, initcheck, synccheck and leakcheck, or none, is expected");
      begin = comma + 1;
    }
    return result;
  }
  protection_kind protection() const {
    if (value == "keys") return protection_kind::keys;
    if (value == "pages") return protection_kind::pages;
    if (value == "none") return protection_kind::none;
    refuse(name, value, "keys, pages or none is expected");
  }
  unsigned compute_capability() const {
    if (value == "75" || value == "80" || value == "86" || value == "89" || value == "90") {
      return static_cast<unsigned>(number(75, 90));
    }
    refuse(name, value, "75, 80, 86, 89 or 90 is expected");
  }
};

using reader = std::function<void(settings_of_environment&, variable const&)>;
std::map<std::string_view, reader> const& readers() {
  constexpr std::uint64_t any = ~std::uint64_t{0};
  using all = settings_of_environment;
  static std::map<std::string_view, reader> const table = {
      {"SEED", [](all& s, variable const& v) { s.seed = v.number(0, any); }},
      {"DEVICES", [](all& s, variable const& v) { s.devices = v.small(0, most_devices); }},
      {"COMPUTE_CAPABILITY", [](all& s, variable const& v) { s.compute_capability = v.compute_capability(); }},
      {"MULTIPROCESSORS", [](all& s, variable const& v) { s.multiprocessors = v.small(1, 1024); }},
      {"DEVICE_MEMORY",
       [](all& s, variable const& v) { s.device_memory = v.number(1 << 20, std::size_t{1} << 42); }},
      {"FAIL_ALLOCATION", [](all& s, variable const& v) { s.fail_allocation = v.number(0, any); }},
      {"CHECKS", [](all& s, variable const& v) { s.checks = v.checks(); }},
      {"REPORT",
       [](all& s, variable const& v) { s.report = v.value == "0" ? std::string() : std::string(v.value); }},
      {"TRACE", [](all& s, variable const& v) { s.trace = v.flag(); }},
      {"STEP_LIMIT", [](all& s, variable const& v) { s.step_limit = v.number(0, any); }},
      {"RESIDENT_BLOCKS",
       [](all& s, variable const& v) { s.resident_blocks = static_cast<unsigned>(v.small(1, 1024)); }},
      {"EAGER", [](all& s, variable const& v) { s.eager = v.flag(); }},
      {"STRICT_COPY", [](all& s, variable const& v) { s.strict_copy = v.flag(); }},
      {"NO_POOLS", [](all& s, variable const& v) { s.no_pools = v.flag(); }},
      {"NO_CONCURRENT_MANAGED", [](all& s, variable const& v) { s.no_concurrent_managed = v.flag(); }},
      {"CACHES", [](all& s, variable const& v) { s.caches = v.flag(); }},
      {"L2_CACHE", [](all& s, variable const& v) { s.l2_cache = v.number(1 << 10, std::size_t{1} << 30); }},
      {"QUERIES", [](all& s, variable const& v) { s.queries = static_cast<unsigned>(v.small(0, 1'000'000)); }},
      {"PROTECTION", [](all& s, variable const& v) { s.protection = v.protection(); }},
  };
  return table;
}

settings_of_environment read_environment() {
  settings_of_environment result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view const text = *entry;
    if (!text.starts_with(prefix)) continue;
    std::size_t const equals = std::min(text.find('='), text.size());
    variable const v{text.substr(0, equals), text.substr(std::min(equals + 1, text.size()))};
    auto const found = readers().find(v.name.substr(prefix.size()));
    if (found == readers().end()) refuse(v.name, v.value, "no such setting; tests/emulator/README.md lists them");
    if (!v.value.empty()) found->second(result, v);
  }
  return result;
}

// A wrong variable shows before main, whether the program calls the runtime or not.
[[gnu::constructor]] void read_early() { static_cast<void>(settings()); }

}  // namespace

settings_of_environment const& settings() {
  static settings_of_environment const* const made = new settings_of_environment(read_environment());
  return *made;
}

}  // namespace emulator::runtime
