// Frames of registers, one for each (frame of the caller, function).
#pragma once

#include "warp.h"

namespace emulator::ptx {

frame* new_frame(warp& w, frame* parent, function& running);
// The frame of a call from another one, made when it is first asked for.
frame* frame_of_call(warp& w, frame& caller, function& callee);

}  // namespace emulator::ptx
