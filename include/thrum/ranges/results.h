// ranges::in_in_out_out_result: where an algorithm ends that has two inputs and two outputs.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/config.h>

namespace thrum::ranges {

/// Where an algorithm of keys and values ends in both inputs and in both outputs: what the standard
/// has for fewer ranges, such as std::ranges::in_in_out_result.
template <class I1, class I2, class O1, class O2>
struct in_in_out_out_result {
  [[no_unique_address]] I1 in1;
  [[no_unique_address]] I2 in2;
  [[no_unique_address]] O1 out1;
  [[no_unique_address]] O2 out2;
};

}  // namespace thrum::ranges

#include <thrum/detail/public_header/end.h>
