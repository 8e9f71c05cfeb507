// A figure of lines, points or bars with axes, written as SVG.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace example {

/// A line through points, or points alone.
struct series {
  enum class style { line, points, both };
  std::string name;  ///< in the legend; no entry if empty
  std::vector<double> x{}, y{};
  style drawn = style::line;
};

/// A band between two curves over the same x.
struct band {
  std::string name;
  std::vector<double> x{}, low{}, high{};
};

struct bar {
  std::string name;
  double value;
};

/// Lines and bands over common axes; or bars, one below the other. Leaves out NaNs and infinities
/// and, on a logarithmic axis, values that are not positive.
struct figure {
  std::string title, x_label, y_label;
  bool x_logarithmic = false, y_logarithmic = false;
  std::vector<series> lines{};
  std::vector<band> bands{};
  std::vector<bar> bars{};

  /// Throws std::runtime_error if the file cannot be written.
  void write(std::string const& path) const;
};

}  // namespace example
