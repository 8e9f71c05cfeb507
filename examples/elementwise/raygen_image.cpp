// An image whose red grows with x and whose green grows with y: each pixel is a function of its
// index, as in the first program of a ray tracer, and one call computes them all.
#include <thrum/tabulate.h>
#include <algorithm>
#include <cstdint>

#include "common/example.h"

struct pixel {
  std::uint8_t red, green, blue, alpha;
  friend bool operator==(pixel const&, pixel const&) = default;
};

/// Returns red 0.462 x and green 0.725 y, both at most 255.
struct ray_generator {
  std::uint32_t width;
  float red = 0.462F, green = 0.725F, blue = 0;
  THRUM_HD static std::uint8_t cut(float value) {
    return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
  }
  THRUM_HD pixel operator()(std::ptrdiff_t place) const {
    auto const p = static_cast<std::uint32_t>(place);  // divides faster than 64 bits
    auto const x = static_cast<float>(p % width), y = static_cast<float>(p / width);
    return {cut(red * x), cut(green * y), cut(blue * 255), 255};
  }
};

int main(int argc, char** argv) {
  example::description const what{.id = "raygen_image",
                                  .text = "A gradient of n by 3n/4 pixels of 32 bits.",
                                  .n = 512,
                                  .quick = 256,
                                  .n_is = "columns",
                                  .counted = "pixels",
                                  .least = 4,
                                  .most = 1 << 14,
                                  .bytes_of = [](double n) { return 3 * n * n * 4; },
                                  .draws = example::description::picture::image};
  return example::run(argc, argv, what, [](example::session& s) {
    std::size_t const width = s.size(), height = 3 * width / 4;
    std::vector<pixel> expected(width * height);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        float const red = std::clamp(0.462F * static_cast<float>(x), 0.0F, 255.0F);
        float const green = std::clamp(0.725F * static_cast<float>(y), 0.0F, 255.0F);
        expected[y * width + x] = {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), 0, 255};
      }
    }
    std::vector<pixel> picture;
    s.each_policy([&](auto const& policy) {
      example::vector_of<decltype(policy), pixel> pixels(width * height, thrum::no_init);
      s.time(policy, "all pixels",
             [&] {
               thrum::tabulate(policy, pixels.begin(), pixels.end(),
                               ray_generator{static_cast<std::uint32_t>(width)});
             },
             {.elements = static_cast<std::int64_t>(pixels.size()),
              .bytes = 4.0 * static_cast<double>(pixels.size())});
      picture = example::to_host(pixels);
      s.check_equal("each pixel is that of two loops", picture, expected);
      if (s.n() == 512) {
        s.check_equal("black in the upper left corner", picture.front(), pixel{0, 0, 0, 255});
        s.check_equal("236 of red and all green in the lower right one", picture.back(), pixel{236, 255, 0, 255});
      }
    });
    example::image drawn(static_cast<int>(width), static_cast<int>(height));
    for (std::size_t i = 0; i < picture.size(); ++i) {
      drawn.at(static_cast<int>(i % width), static_cast<int>(i / width)) = {picture[i].red, picture[i].green,
                                                                            picture[i].blue};
    }
    s.draw(drawn);
  });
}
