// A separately compiled shared library (library/ctypes_sum.cpp) sums an array. The program loads
// the library at run time, and looks the function up by name. Only the name is checked, so that
// both sides have to agree on the type. A language that can load a library with the C ABI needs no
// C++: Python does the same here, if it is installed.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "common/example.h"

using sum_function = std::int64_t(std::int64_t n, int const* numbers) noexcept;

class shared_library {
 public:
  explicit shared_library(std::string const& path) : handle_(dlopen(path.c_str(), RTLD_NOW)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
  }
  shared_library(shared_library const&) = delete;
  shared_library& operator=(shared_library const&) = delete;
  ~shared_library() { dlclose(handle_); }

  template <class F>
  F* function(std::string const& name) const {
    void* const address = dlsym(handle_, name.c_str());
    if (address == nullptr) throw std::runtime_error(dlerror());
    return reinterpret_cast<F*>(address);
  }

 private:
  void* handle_;
};

/// Returns the output of a Python program that loads the library and sums 1 to n; empty if there is
/// no Python.
std::string sum_of_python(std::string const& path, std::int64_t n) {
  setenv("THRUM_EXAMPLE_LIBRARY", path.c_str(), 1);
  std::string const program =
      "import ctypes as c, os; f = c.CDLL(os.environ['THRUM_EXAMPLE_LIBRARY']).sum_of_ints_seq; "
      "f.argtypes = (c.c_int64, c.POINTER(c.c_int)); f.restype = c.c_int64; "
      "n = " +
      std::to_string(n) + "; print(f(n, (c.c_int * n)(*range(1, n + 1))))";
  std::string const command = "command -v python3 > /dev/null && python3 -c \"" + program + "\"";
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const pipe(popen(command.c_str(), "r"), pclose);
  char text[64] = "";
  if (pipe == nullptr || std::fgets(text, sizeof text, pipe.get()) == nullptr) return {};
  return std::string(text).substr(0, std::string(text).find('\n'));
}

int main(int argc, char** argv) {
  example::description const what{.id = "ctypes_sum",
                                  .text = "The sum of 1 to n by a function of a shared library.",
                                  .n = 4,
                                  .quick = 4,
                                  .bytes = 64,
                                  .most = 100'000'000};
  return example::run(argc, argv, what, [](example::session& s) {
    auto const beside = std::filesystem::canonical("/proc/self/exe").parent_path() / "libctypes_sum.so";
    shared_library const library(beside.string());
    std::vector<int> numbers(s.size());
    std::iota(numbers.begin(), numbers.end(), 1);
    std::int64_t const expected = s.n() * (s.n() + 1) / 2;
    s.say("the sum of 1 to " + std::to_string(s.n()) + " is " + std::to_string(expected));

    example::for_each_policy(s.asked(), [&](auto const& policy, std::string const&) {
      if constexpr (!example::on_card<std::remove_cvref_t<decltype(policy)>>) {
        auto* const sum_of = library.function<sum_function>("sum_of_ints_" + example::name_of(policy));
        std::int64_t sum = 0;
        s.time(policy, "by the library", [&] { sum = sum_of(s.n(), numbers.data()); });
        s.check_equal("the library's sum is n (n + 1) / 2", sum, expected);
      }
    });
    std::int64_t looped = 0;
    s.time_other("loop", "by the library",
                 [&] { looped = std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0}); });
    s.check_equal("so is a loop's", looped, expected);
    bool refused = false;
    try {
      library.function<sum_function>("no_such_function");
    } catch (std::runtime_error const&) {
      refused = true;
    }
    s.check("a name that it does not have is an error", refused);
    std::string const python = sum_of_python(beside.string(), std::min<std::int64_t>(s.n(), 1000));
    if (python.empty()) return s.say("there is no python3 to call it, too");
    std::int64_t const m = std::min<std::int64_t>(s.n(), 1000);
    s.check_equal("Python gets the same by ctypes", python, std::to_string(m * (m + 1) / 2));
    s.say("Python's ctypes gets " + python + " for 1 to " + std::to_string(m));
  });
}
