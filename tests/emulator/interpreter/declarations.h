// Declarations that modules and functions share.
#pragma once

#include <memory>

#include "function.h"
#include "text_cursor.h"

namespace emulator::ptx {

// After the state space: .align n .type name[count]. The initialiser is left for later.
std::unique_ptr<variable> read_variable(text_cursor& text, state_space space);

}  // namespace emulator::ptx
