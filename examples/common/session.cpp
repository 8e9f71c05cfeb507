#include "session.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iostream>
#include <set>

#include "command_line.h"
#include "format.h"
#include "memory.h"

namespace example {
namespace {

/// Splits a path into the part before the extension, and the extension with its dot.
std::pair<std::string, std::string> parts_of(std::string const& path) {
  auto const dot = path.find_last_of("./");
  if (dot == std::string::npos || path[dot] == '/') return {path, ""};
  return {path.substr(0, dot), path.substr(dot)};
}

CLI::Validator picture_of(description::picture kind) {
  bool const pixels = kind == description::picture::image;
  return CLI::Validator(
      [=](std::string const& path) -> std::string {
        std::string const extension = parts_of(path).second;
        if (pixels && (extension == ".png" || extension == ".ppm")) return {};
        if (!pixels && extension == ".svg") return {};
        return std::string("this example draws ") + (pixels ? "an image: .png or .ppm" : "a figure: .svg") +
               ", not " + path;
      },
      "");
}

}  // namespace

session::session(description const& d, options const& o, bool quick, std::string plot, std::string csv,
                 bool spoilt)
    : description_(d), options_(o), quick_(quick), plot_(std::move(plot)), csv_(std::move(csv)), spoilt_(spoilt) {}

void session::set_rank(int rank, std::function<double(double)> slowest) {
  silent_ = rank != 0;
  slowest_ = std::move(slowest);
}

double session::time_other(std::string const& who, std::string const& what, std::function<void()> const& work,
                           amount const& of, std::function<void()> const& prepare) {
  if (!silent_) progress_.show(what + " by " + who);
  double const seconds = measured(prepare ? prepare : [] {}, work);
  add({what, who, seconds, of});
  return seconds;
}

void session::add(measure m) {
  if (m.of.elements < 0) m.of.elements = options_.n;
  measures_.push_back(std::move(m));
}

void session::say(std::string const& line) {
  if (silent_) return;
  progress_.clear();
  std::cout << line << '\n';
  told_ = true;
}

void session::check(std::string const& name, bool right) {
  verdict_.expect(right && !spoilt_, name, spoilt_ ? "spoilt" : "");
}

void session::check_close(std::string const& name, double value, double expected, double tolerance) {
  double const got = spoilt_ ? value + 2 * tolerance + 1 : value;
  std::ostringstream how;
  how.precision(15);
  how << got << " instead of " << expected << " within " << tolerance;
  verdict_.expect(std::abs(got - expected) <= tolerance, name, how.str());
}

std::string session::beside(std::string const& name, char const* extension) const {
  return parts_of(plot_).first + '-' + name + extension;
}

void session::draw(figure const& f) {
  if (silent_ || !wants_picture()) return;
  f.write(plot_);
  drawn_ = true;
}

void session::draw(image const& i) {
  if (silent_ || !wants_picture()) return;
  i.write(plot_);
  drawn_ = true;
}

void session::draw(std::string const& name, figure const& f) const {
  if (!silent_ && wants_picture()) f.write(beside(name, ".svg"));
}

void session::draw(std::string const& name, image const& i) const {
  if (!silent_ && wants_picture()) i.write(beside(name, ".png"));
}

figure session::figure_of_times() const {
  figure f{.title = description_.id, .x_label = "", .y_label = "ms"};
  for (measure const& m : measures_) f.bars.push_back({m.what + ", " + m.policy, 1e3 * m.seconds});
  return f;
}

void session::print_table() const {
  if (measures_.empty()) return;
  bool bytes = false, flops = false;
  std::map<std::string, double> seq;
  for (measure const& m : measures_) {
    bytes = bytes || m.of.bytes > 0;
    flops = flops || m.of.flops > 0;
    if (m.policy == "seq") seq.emplace(m.what, m.seconds);
  }
  std::vector<std::string> head{
      "what", "policy", std::string(description_.counted != nullptr ? description_.counted : description_.n_is),
      "ms", "M/s"};
  if (bytes) head.push_back("GB/s");
  if (flops) head.push_back("GFLOP/s");
  if (!seq.empty()) head.push_back("speed-up over seq");
  table rows(head, "ll");
  std::string before;
  for (measure const& m : measures_) {
    auto const rate = [&](double amount_of_work) {
      return m.seconds <= 0 || amount_of_work <= 0 ? std::string("-") : fixed(amount_of_work / m.seconds, 2);
    };
    std::vector<std::string> row{m.what == before ? "" : m.what, m.policy, grouped(m.of.elements),
                                 m.seconds < 1e-3 ? fixed(1e3 * m.seconds, 4) : milliseconds(m.seconds),
                                 rate(static_cast<double>(m.of.elements) / 1e6)};
    if (bytes) row.push_back(rate(m.of.bytes / 1e9));
    if (flops) row.push_back(rate(m.of.flops / 1e9));
    auto const one = seq.find(m.what);
    if (!seq.empty()) row.push_back(one == seq.end() ? "-" : rate(one->second));
    rows.add(row);
    before = m.what;
  }
  rows.print();
}

void session::write_csv() const {
  if (csv_.empty()) return;
  std::ofstream out(csv_);
  out << "id,what,policy,n,seconds,bytes,flops\n";
  out.precision(9);
  for (measure const& m : measures_) {
    std::string what = m.what;
    for (std::size_t at = 0; (at = what.find('"', at)) != std::string::npos; at += 2) what.insert(at, 1, '"');
    out << description_.id << ",\"" << what << "\"," << m.policy << ',' << m.of.elements << ',' << m.seconds << ','
        << m.of.bytes << ',' << m.of.flops << '\n';
  }
  out.close();
  if (!out) throw std::runtime_error("cannot write " + csv_);
}

int session::finish() {
  if (silent_) return 0;
  progress_.clear();
  if (told_ && !measures_.empty()) std::cout << '\n';
  print_table();
  write_csv();
  if (wants_picture() && !drawn_) figure_of_times().write(plot_);
  std::string meaning;
  for (std::string const& name : verdict_.right()) meaning += (meaning.empty() ? "" : "; ") + name;
  return verdict_.verdict(meaning);
}

int run_with(int argc, char** argv, description const& d, std::vector<std::string> const& built,
             std::function<void(session&)> const& body) {
  CLI::App app(std::string(d.id) + ": " + d.text, d.id);
  options o;
  bool quick = false, spoilt = false;
  std::string plot, csv;
  add_policy_options(app, o, built);
  app.add_option("--n", o.n, d.n_is + std::string(" (") + grouped(d.n) + " unless given)")
      ->check(between(d.least, d.most));
  app.add_option("--repeat", o.repeat, "time each call so often, after a first time that does not count")
      ->check(between(1, 1000))
      ->capture_default_str();
  if (d.ranks > 0) {
    app.add_option("--ranks", o.ranks,
                   "ranks, which are threads of this process (" + std::to_string(d.ranks) +
                       " unless given); without it the processes of mpiexec are the ranks")
        ->check(between(1, 1024));
  }
  app.add_flag("--quick", quick, grouped(d.quick) + " " + d.n_is + ", measured once");
  app.add_option("--csv", csv, "write the measured times to this file");
  app.add_option("--plot", plot,
                 d.draws == description::picture::image ? "draw an image into this file: .png or .ppm"
                                                        : "draw a figure into this file: .svg")
      ->check(picture_of(d.draws));
  app.add_flag("--spoil", spoilt, "take the results for wrong, to see what a failed check looks like");
  return run(app, argc, argv, [&] {
    if (app.count("--n") == 0) o.n = quick ? d.quick : d.n;
    if (quick && app.count("--repeat") == 0) o.repeat = 1;
    if (o.ranks == 0) o.ranks = d.ranks;
    auto const n = static_cast<double>(o.n);
    require_memory<bad_option>(d.bytes_of != nullptr ? d.bytes_of(n) : d.bytes * n, "--n " + std::to_string(o.n));
    std::cout << d.id << ": " << d.text << '\n';
    session s(d, o, quick, plot, csv, spoilt);
    body(s);
    return s.finish();
  });
}

}  // namespace example
