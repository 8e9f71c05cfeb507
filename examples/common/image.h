// A picture of pixels, written as PNG or PPM by stb.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace example {

/// Red, green and blue, each from 0 to 255.
struct color {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(color const&, color const&) = default;
};

/// Returns a colour for a value of [0, 1], from dark blue through green to yellow, brighter for
/// larger values. Other values are clamped.
color shade(double value);
/// Returns one of twelve colours that are easy to distinguish, for numbers that are labels.
color tint(std::int64_t number);

class image {
 public:
  image(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  /// Returns the pixel of a column and a row; the first row is at the top.
  color& at(int x, int y) {
    return pixels_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x)];
  }
  color const& at(int x, int y) const { return const_cast<image&>(*this).at(x, y); }

  /// Returns the image with each pixel as a square of factor x factor.
  image enlarged(int factor) const;
  /// Writes .png, or .ppm for any other name. Throws std::runtime_error if the file cannot be
  /// written.
  void write(std::string const& path) const;

 private:
  int width_, height_;
  std::vector<color> pixels_;
};

}  // namespace example
