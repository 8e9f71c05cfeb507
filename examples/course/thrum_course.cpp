// thrum-course: lists the examples of the course, runs one of them or all, and prints a table of
// their times and verdicts.
//
//   thrum-course list
//   thrum-course run hypot_50m --policy par --n 1000000
//   thrum-course run --all --quick
#include <filesystem>
#include <iostream>

#include "child.h"
#include "common/command_line.h"
#include "common/report.h"
#include "index.h"
#include "result.h"

namespace course {
namespace {

namespace fs = std::filesystem;

struct options {
  std::string index, programs;  // the folder of the programs; empty: search for them
  std::string group;
  bool all = false, quick = false;
  std::string policy = "all";
  int threads = 0, repeat = 0;
  double limit = 300;
};

fs::path folder_of_this_program(char const* name) {
  std::error_code error;
  fs::path const self = fs::read_symlink("/proc/self/exe", error);
  return (error ? fs::absolute(name) : self).parent_path();
}

class examples {
 public:
  examples(options const& o, char const* name)
      : options_(o), folder_(o.programs.empty() ? folder_of_this_program(name) : fs::path(o.programs)) {
    fs::path const beside = folder_ / "index.csv";
    entries_ = read_index(!o.index.empty() ? o.index : fs::exists(beside) ? beside.string() : THRUM_COURSE_INDEX);
  }

  /// Returns the examples of the requested group, or all.
  std::vector<entry> chosen() const {
    if (options_.group.empty()) return entries_;
    std::vector<entry> some;
    std::vector<std::string> groups;
    for (entry const& e : entries_) {
      if (e.group == options_.group) some.push_back(e);
      if (groups.empty() || groups.back() != e.group) groups.push_back(e.group);
    }
    if (some.empty()) {
      throw example::bad_option("there is no group " + options_.group + suggestion(options_.group, groups));
    }
    return some;
  }

  entry const& find(std::string const& id) const {
    std::vector<std::string> ids;
    for (entry const& e : entries_) {
      if (e.id == id) return e;
      ids.push_back(e.id);
    }
    throw example::bad_option("there is no example " + id + suggestion(id, ids) + " (thrum-course list has all)");
  }

  /// Returns the program of an example: the one with CUDA if it is built and no policy of the host
  /// was requested. Empty if none is built.
  fs::path program_of(entry const& e, std::string const& policy) const {
    bool const host = policy == "seq" || policy == "par";
    if (fs::path const cuda = folder_ / (e.id + "_cuda"); !host && fs::is_regular_file(cuda)) return cuda;
    fs::path const plain = folder_ / e.id;
    return fs::is_regular_file(plain) ? plain : fs::path();
  }
  std::string not_built(entry const& e) const { return "there is no program " + e.id + " in " + folder_.string(); }

 private:
  options const& options_;
  fs::path folder_;
  std::vector<entry> entries_;
};

int list(examples const& all) {
  example::table rows({"id", "", "lecture"}, "lll");
  std::string group;
  for (entry const& e : all.chosen()) {
    if (e.group != group) rows.gap(), rows.add({group = e.group});
    rows.add({"  " + e.id, all.program_of(e, "all").empty() ? "not built" : "", e.lecture});
  }
  rows.print();
  return 0;
}

/// Translates the options of `run` into options of an example.
std::vector<std::string> arguments_of(options const& o) {
  std::vector<std::string> arguments;
  if (o.quick) arguments.emplace_back("--quick");
  if (o.policy != "all") arguments.insert(arguments.end(), {"--policy", o.policy});
  if (o.threads > 0) arguments.insert(arguments.end(), {"--threads", std::to_string(o.threads)});
  if (o.repeat > 0) arguments.insert(arguments.end(), {"--repeat", std::to_string(o.repeat)});
  return arguments;
}

/// Returns the policy that the options of an example request.
std::string policy_in(std::vector<std::string> const& arguments) {
  std::string policy = "all";
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--policy" && i + 1 < arguments.size()) policy = arguments[i + 1];
    if (arguments[i].starts_with("--policy=")) policy = arguments[i].substr(9);
  }
  return policy;
}

/// Runs one example, with further options of its own. Its output is visible at once.
int run_one(examples const& all, options const& o, std::vector<std::string> rest) {
  entry const& e = all.find(rest.front());
  std::vector<std::string> arguments = arguments_of(o);
  arguments.insert(arguments.end(), rest.begin() + 1, rest.end());
  fs::path const program = all.program_of(e, policy_in(arguments));
  if (program.empty()) throw std::runtime_error(e.id + " is not built: " + all.not_built(e));
  ending const end = run_child(program, arguments, {}, o.limit);
  if (end.too_late) throw std::runtime_error(e.id + " was ended after " + example::fixed(end.seconds) + " s");
  if (end.status > 128) throw std::runtime_error(e.id + " crashed: " + strsignal(end.status - 128));
  return end.status;
}

/// Runs one of many examples. Only its result is visible.
result run_quietly(examples const& all, options const& o, entry const& e, fs::path const& folder,
                   std::function<void(double)> const& waiting) {
  std::vector<std::string> arguments = arguments_of(o);
  fs::path const program = all.program_of(e, o.policy);
  if (program.empty()) return {.of = e, .check = "not built", .why = all.not_built(e)};
  fs::path const csv = folder / (e.id + ".csv");
  outputs const files{folder / (e.id + ".out"), folder / (e.id + ".err")};
  arguments.insert(arguments.end(), {"--csv", csv.string()});
  return result_of(e, run_child(program, arguments, files, o.limit, waiting), files, csv);
}

int run_all(examples const& all, options const& o) {
  auto const chosen = all.chosen();
  temporary_folder const folder;
  example::progress progress;
  std::vector<result> results;
  for (entry const& e : chosen) {
    auto const waiting = [&](double seconds) {
      progress.show("[" + std::to_string(results.size() + 1) + "/" + std::to_string(chosen.size()) + "] " + e.id +
                    ", " + example::fixed(seconds, 0) + " s");
    };
    results.push_back(run_quietly(all, o, e, folder.path(), waiting));
  }
  progress.clear();
  return print_summary(results) == 0 ? 0 : 1;
}

int run_course(int argc, char** argv) {
  CLI::App app("The examples of the course: which there are, and what they measure and check.", "thrum-course");
  options o;
  app.add_option("--index", o.index,
                 "the table of the examples (index.csv beside this program, or that of the build)")
      ->check(CLI::ExistingFile);
  app.add_option("--programs", o.programs, "the folder of their programs (that of this program)")
      ->check(CLI::ExistingDirectory);
  app.require_subcommand(1);

  CLI::App* const listing = app.add_subcommand("list", "the examples by group, and where the course has them");
  listing->add_option("--group", o.group, "of this group alone");

  CLI::App* const running = app.add_subcommand(
      "run", "run ID [options of the example], or run --all: all of them, and a table of their times and checks");
  running->add_flag("--all", o.all, "all examples, one after the other");
  running->add_option("--group", o.group, "all of this group");
  running->add_flag("--quick", o.quick, "at their small sizes");
  running->add_option("--policy", o.policy, "seq, par, cuda, or all that there are")
      ->check(CLI::IsMember({"seq", "par", "cuda", "all"}));
  running->add_option("--threads", o.threads, "threads of the policy par")->check(example::between(1, 4096));
  running->add_option("--repeat", o.repeat, "time each call so often")->check(example::between(1, 1000));
  running->add_option("--time-limit", o.limit, "seconds, after which an example is ended")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  running->prefix_command();

  return example::run(app, argc, argv, [&] {
    examples const all(o, argv[0]);
    if (listing->parsed()) return list(all);
    std::vector<std::string> const rest = running->remaining();
    bool const many = o.all || !o.group.empty();
    if (!many && rest.empty()) throw example::bad_option("run needs the id of an example, or --all");
    if (many && !rest.empty()) {
      throw example::bad_option("what has run --all to do with " + rest.front() +
                                "? It takes no id and no such option");
    }
    return many ? run_all(all, o) : run_one(all, o, rest);
  });
}

}  // namespace
}  // namespace course

int main(int argc, char** argv) { return course::run_course(argc, argv); }
