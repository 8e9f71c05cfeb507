// Images of OpenCV as strided views, as docs/guides/other_libraries.md has them.
#include <doctest/doctest.h>

#include <thrum/for_each.h>
#include <thrum/reduce.h>
#include <thrum/strided_view.h>
#include <cstddef>
#include <opencv2/core.hpp>
#include "policies.h"

TEST_CASE_TEMPLATE("an image of float, and a part of it", S, MAIN_SYSTEMS) {
  cv::Mat whole(5, 7, CV_32F);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 7; ++j) whole.at<float>(i, j) = static_cast<float>(7 * i + j);
  }
  cv::Mat image = whole(cv::Rect(2, 1, 3, 4));
  auto const step = static_cast<std::ptrdiff_t>(image.step1());  // in elements of a channel
  thrum::strided_view const view(image.ptr<float>(), {image.rows, image.cols}, {step, 1});
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) CHECK(&view(i, j) == &image.at<float>(i, j));
  }
  CHECK(S::run(thrum::reduce, view.begin(), view.end()) == static_cast<float>(cv::sum(image)[0]));
}

TEST_CASE_TEMPLATE("an image of three channels of bytes", S, MAIN_SYSTEMS) {
  cv::Mat image(4, 5, CV_8UC3, cv::Scalar(1, 2, 3));
  auto const step = static_cast<std::ptrdiff_t>(image.step1());
  thrum::strided_view const view(image.ptr<unsigned char>(), {image.rows, image.cols, 3}, {step, 3, 1});
  auto const green = view.slice(2, 1);
  S::run(thrum::for_each, green.begin(), green.end(), [](unsigned char& x) { x = 9; });
  CHECK(image.at<cv::Vec3b>(3, 4) == cv::Vec3b(1, 9, 3));
  CHECK(S::run(thrum::reduce, view.begin(), view.end(), 0) == 20 * 13);
}
