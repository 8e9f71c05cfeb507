#include "figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace example {
namespace {

constexpr double width = 760, height = 460, left = 84, right = 24, top = 44, bottom = 62;
constexpr std::array<char const*, 8> palette{"#1f77b4", "#d62728", "#2ca02c", "#ff7f0e",
                                             "#9467bd", "#8c564b", "#17becf", "#7f7f7f"};

std::string escaped(std::string const& text) {
  std::string out;
  for (char const c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

std::string label_of(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", value == 0 ? 0.0 : value);
  return text;
}

/// An axis: converts a value to a position on the paper, and chooses the labelled values.
struct axis {
  bool logarithmic;
  double from, to;  // on the paper
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();

  bool shows(double value) const { return std::isfinite(value) && (!logarithmic || value > 0); }
  void take(double value) {
    if (!shows(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  void widen(double part) {
    if (!(least <= most)) least = logarithmic ? 1 : 0, most = logarithmic ? 10 : 1;
    if (least == most) {
      if (logarithmic) least /= 2, most *= 2;
      else least -= 1, most += 1;
    }
    if (logarithmic) {
      double const factor = std::pow(most / least, part);
      least /= factor, most *= factor;
    } else {
      double const more = part * (most - least);
      least -= least == 0 ? 0 : more, most += more;
    }
  }
  double place(double value) const {
    double const t =
        logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    return from + t * (to - from);
  }
  std::vector<double> ticks() const {
    std::vector<double> values;
    if (logarithmic) {
      bool const few = most / least < 100;
      for (double power = std::pow(10, std::floor(std::log10(least))); power <= most; power *= 10) {
        for (double const factor : few ? std::vector<double>{1, 2, 5} : std::vector<double>{1}) {
          if (power * factor >= least && power * factor <= most) values.push_back(power * factor);
        }
      }
      if (values.size() > 1) return values;
      values.clear();  // for a narrow range a linear axis is clearer
    }
    double const rough = (most - least) / 6, power = std::pow(10, std::floor(std::log10(rough)));
    double const step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
    for (double i = std::ceil(least / step - 1e-9); i * step <= most + 1e-9 * step; ++i)
      values.push_back(i * step);
    return values;
  }
};

class paper {
 public:
  explicit paper(double h) {
    out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width << ' ' << h << "\" width=\""
         << width << "\" height=\"" << h << "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
         << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  }
  void text(double x, double y, std::string const& words, char const* anchor, std::string const& more = {}) {
    out_ << "<text x=\"" << x << "\" y=\"" << y << "\" text-anchor=\"" << anchor << "\"" << more << '>'
         << escaped(words) << "</text>\n";
  }
  void line(double x1, double y1, double x2, double y2, char const* stroke, double thick = 1) {
    out_ << "<line x1=\"" << x1 << "\" y1=\"" << y1 << "\" x2=\"" << x2 << "\" y2=\"" << y2 << "\" stroke=\""
         << stroke << "\" stroke-width=\"" << thick << "\"/>\n";
  }
  void rectangle(double x, double y, double w, double h, std::string const& how) {
    out_ << "<rect x=\"" << x << "\" y=\"" << y << "\" width=\"" << w << "\" height=\"" << h << "\" " << how
         << "/>\n";
  }
  void path(std::string const& points, std::string const& how) {
    out_ << "<path d=\"" << points << "\" " << how << "/>\n";
  }
  void circle(double x, double y, char const* fill) {
    out_ << "<circle cx=\"" << x << "\" cy=\"" << y << "\" r=\"3\" fill=\"" << fill << "\"/>\n";
  }
  void write(std::string const& path) {
    std::ofstream file(path);
    file << out_.str() << "</svg>\n";
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path);
  }

 private:
  std::ostringstream out_;
};

std::string point(axis const& x, axis const& y, double at, double value, bool first) {
  char text[64];
  std::snprintf(text, sizeof text, "%s%.2f %.2f", first ? "M" : "L", x.place(at), y.place(value));
  return text;
}

void draw_axes(paper& p, figure const& f, axis const& x, axis const& y) {
  for (double const tick : x.ticks()) {
    p.line(x.place(tick), top, x.place(tick), height - bottom, "#e4e4e4");
    p.text(x.place(tick), height - bottom + 18, label_of(tick), "middle");
  }
  for (double const tick : y.ticks()) {
    p.line(left, y.place(tick), width - right, y.place(tick), "#e4e4e4");
    p.text(left - 7, y.place(tick) + 4.5, label_of(tick), "end");
  }
  p.rectangle(left, top, width - left - right, height - top - bottom, "fill=\"none\" stroke=\"#444\"");
  p.text((left + width - right) / 2, height - 16, f.x_label, "middle");
  char turn[80];
  std::snprintf(turn, sizeof turn, " transform=\"rotate(-90 18 %g)\"", (top + height - bottom) / 2);
  p.text(18, (top + height - bottom) / 2, f.y_label, "middle", turn);
}

struct spot {
  double x, y;
};

/// Returns the corner in which a legend of this size covers the least of the curves.
spot place_of_legend(std::vector<spot> const& curves, double wide, double high) {
  double const x_left = left + 12, x_right = width - right - 12 - wide;
  double const y_upper = top + 8, y_lower = height - bottom - 8 - high;
  spot best{x_left, y_upper};
  auto least = std::numeric_limits<std::ptrdiff_t>::max();
  for (spot const at : {best, spot{x_right, y_upper}, spot{x_left, y_lower}, spot{x_right, y_lower}}) {
    auto const covered = std::count_if(curves.begin(), curves.end(), [&](spot const& c) {
      return c.x >= at.x - 4 && c.x <= at.x + wide + 4 && c.y >= at.y - 4 && c.y <= at.y + high + 4;
    });
    if (covered < least) least = covered, best = at;
  }
  return best;
}

/// Adds points between one point and the next, to find the curves that a segment crosses.
void add_way(std::vector<spot>& curves, spot const& to, bool first) {
  spot const from = first ? to : curves.back();
  for (int step = 1; step <= 32; ++step) {
    double const t = step / 32.0;
    curves.push_back({from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)});
  }
}

void draw_lines(paper& p, figure const& f) {
  axis x{f.x_logarithmic, left, width - right}, y{f.y_logarithmic, height - bottom, top};
  for (series const& s : f.lines) {
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (x.shows(s.x[i]) && y.shows(s.y[i])) x.take(s.x[i]), y.take(s.y[i]);
    }
  }
  for (band const& b : f.bands) {
    for (double const value : b.low) y.take(value);
    for (double const value : b.high) y.take(value);
  }
  x.widen(0.01);
  y.widen(0.05);
  draw_axes(p, f, x, y);
  std::vector<std::pair<std::string, std::string>> legend;
  std::vector<spot> curves;
  std::size_t next = 0;
  for (band const& b : f.bands) {
    std::string points;
    for (std::size_t i = 0; i < b.x.size(); ++i) points += point(x, y, b.x[i], b.low[i], i == 0);
    for (std::size_t i = b.x.size(); i-- > 0;) points += point(x, y, b.x[i], b.high[i], false);
    p.path(points + "Z", "fill=\"#1f77b4\" fill-opacity=\"0.15\"");
    if (!b.name.empty()) legend.emplace_back(b.name, "#c9dcec");
  }
  for (series const& s : f.lines) {
    char const* const stroke = palette[next++ % palette.size()];
    std::string points;
    bool first = true;
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
      if (!x.shows(s.x[i]) || !y.shows(s.y[i])) {
        first = true;
        continue;
      }
      points += point(x, y, s.x[i], s.y[i], first);
      add_way(curves, {x.place(s.x[i]), y.place(s.y[i])}, first || s.drawn == series::style::points);
      first = false;
      if (s.drawn != series::style::line) p.circle(x.place(s.x[i]), y.place(s.y[i]), stroke);
    }
    if (s.drawn != series::style::points) {
      p.path(points, std::string("fill=\"none\" stroke-width=\"1.8\" stroke=\"") + stroke + "\"");
    }
    if (!s.name.empty()) legend.emplace_back(s.name, stroke);
  }
  std::size_t longest = 0;
  for (auto const& entry : legend) longest = std::max(longest, entry.first.size());
  double const wide = 42 + 7.2 * static_cast<double>(longest);
  double const high = 8 + 19 * static_cast<double>(legend.size());
  spot const corner = place_of_legend(curves, wide, high);
  if (!legend.empty()) {
    p.rectangle(corner.x, corner.y, wide, high, "fill=\"white\" fill-opacity=\"0.85\" stroke=\"#ccc\"");
  }
  for (std::size_t i = 0; i < legend.size(); ++i) {
    double const at = corner.y + 17 + 19 * static_cast<double>(i);
    p.rectangle(corner.x + 8, at - 7, 20, 5, "fill=\"" + legend[i].second + "\"");
    p.text(corner.x + 34, at, legend[i].first, "start");
  }
}

void draw_bars(paper& p, figure const& f) {
  double const name_width = 300, row = 24;
  axis x{false, name_width, width - 90};
  x.take(0);
  for (bar const& b : f.bars) x.take(b.value);
  x.widen(0);
  double at = top;
  for (std::size_t i = 0; i < f.bars.size(); ++i, at += row) {
    bar const& b = f.bars[i];
    p.text(name_width - 8, at + 15, b.name, "end");
    p.rectangle(name_width, at + 3, std::max(0.5, x.place(std::max(0.0, b.value)) - name_width), row - 7,
                std::string("fill=\"") + palette[0] + "\"");
    p.text(x.place(std::max(0.0, b.value)) + 6, at + 15, label_of(b.value), "start");
  }
  p.text((name_width + width - 90) / 2, at + 20, f.y_label, "middle");
}

}  // namespace

void figure::write(std::string const& path) const {
  double const tall = bars.empty() ? height : top + 24 * static_cast<double>(bars.size()) + 34;
  paper p(tall);
  p.text(width / 2, 26, title, "middle", " font-size=\"16\" font-weight=\"bold\"");
  if (bars.empty()) draw_lines(p, *this);
  else draw_bars(p, *this);
  p.write(path);
}

}  // namespace example
