// Error codes, conditions and categories: the standard's, by Thrust's names. The exception that
// carries a code is in thrum/system_error.h, the category of the CUDA runtime's codes in
// thrum/system/cuda/error.h.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <system_error>

namespace thrum {
namespace system {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;

}  // namespace system

using system::errc;
using system::error_category;
using system::error_code;
using system::error_condition;
using system::generic_category;
using system::make_error_code;
using system::make_error_condition;
using system::system_category;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
