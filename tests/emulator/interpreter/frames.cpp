#include "frames.h"

namespace emulator::ptx {

frame* new_frame(warp& w, frame* parent, function& running) {
  constexpr std::size_t alignment = 64;
  frame& added = *w.frames.emplace_back(std::make_unique<frame>());
  added.parent = parent;
  added.running = &running;
  if (parent) {
    added.depth = parent->depth + 1;
    added.local_offset = round_up(parent->local_offset + parent->running->local_bytes, 16);
    parent->children.push_back(&added);
  }
  std::size_t const register_bytes = round_up(running.register_bytes, alignment);
  std::size_t const bytes = register_bytes + running.parameter_stride() * warp_size + alignment;
  added.memory.reset(new char[bytes + alignment]);
  std::size_t const room = reinterpret_cast<std::size_t>(added.memory.get());
  added.registers = added.memory.get() + (round_up(room, alignment) - room);
  added.parameters = added.registers + register_bytes;
  return &added;
}

frame* frame_of_call(warp& w, frame& caller, function& callee) {
  for (frame* child : caller.children) {
    if (child->running == &callee) return child;
  }
  return new_frame(w, &caller, callee);
}

}  // namespace emulator::ptx
