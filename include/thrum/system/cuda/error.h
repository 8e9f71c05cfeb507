// thrum::cuda_category by Thrust's header; where the build has CUDA.
#pragma once

#include <thrum/system_error.h>
