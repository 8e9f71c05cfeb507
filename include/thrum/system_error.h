// The standard's error codes by Thrust's names, and the category of the CUDA runtime's.
#pragma once

#include <thrum/detail/cuda/error.h>
#include <system_error>

namespace thrum {

using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;
using std::system_error;

namespace system {
using std::errc;
using std::error_category;
using std::error_code;
using std::error_condition;
using std::generic_category;
using std::make_error_code;
using std::make_error_condition;
using std::system_category;
using std::system_error;
#if defined(THRUM_WITH_CUDA) || defined(__CUDACC__)
using thrum::cuda_category;
#endif
}  // namespace system

}  // namespace thrum
