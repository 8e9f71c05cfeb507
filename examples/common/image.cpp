#include "image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <stdexcept>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace example {

color shade(double value) {
  // Five points of a colour scale whose lightness rises evenly (viridis).
  static constexpr std::array<color, 5> points{
      {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
  double const place = 4 * std::clamp(std::isnan(value) ? 0.0 : value, 0.0, 1.0);
  auto const lower = std::min<std::size_t>(3, static_cast<std::size_t>(place));
  double const part = place - static_cast<double>(lower);
  auto const mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + part * (b - a)));
  };
  color const a = points[lower], b = points[lower + 1];
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

color tint(std::int64_t number) {
  static constexpr std::array<color, 12> tints{{{166, 206, 227},
                                                {31, 120, 180},
                                                {178, 223, 138},
                                                {51, 160, 44},
                                                {251, 154, 153},
                                                {227, 26, 28},
                                                {253, 191, 111},
                                                {255, 127, 0},
                                                {202, 178, 214},
                                                {106, 61, 154},
                                                {255, 255, 153},
                                                {177, 89, 40}}};
  return tints[static_cast<std::size_t>((number % 12 + 12) % 12)];
}

image image::enlarged(int factor) const {
  image large(width_ * factor, height_ * factor);
  for (int y = 0; y < large.height(); ++y) {
    for (int x = 0; x < large.width(); ++x) large.at(x, y) = at(x / factor, y / factor);
  }
  return large;
}

void image::write(std::string const& path) const {
  static_assert(sizeof(color) == 3);
  std::ofstream out(path, std::ios::binary);
  if (path.ends_with(".png")) {
    // stb's own function for files does not report a full disk.
    auto const append = [](void* file, void* data, int size) {
      static_cast<std::ofstream*>(file)->write(static_cast<char const*>(data), size);
    };
    if (stbi_write_png_to_func(append, &out, width_, height_, 3, pixels_.data(), 3 * width_) == 0) {
      out.setstate(std::ios::failbit);
    }
  } else {
    out << "P6\n" << width_ << ' ' << height_ << "\n255\n";
    out.write(reinterpret_cast<char const*>(pixels_.data()), static_cast<std::streamsize>(3 * pixels_.size()));
  }
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace example
