// Thrust's categories of iterators, which say where the elements are, in addition to what an
// iterator can do.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/memory_space.h>
#include <iterator>

namespace thrum {

// An iterator with one of these tags as its iterator_category is an iterator of the device's
// memory.
struct input_device_iterator_tag : std::input_iterator_tag {
  using memory_space = device_space<>;
};
struct output_device_iterator_tag : std::output_iterator_tag {
  using memory_space = device_space<>;
};
struct forward_device_iterator_tag : std::forward_iterator_tag {
  using memory_space = device_space<>;
};
struct bidirectional_device_iterator_tag : std::bidirectional_iterator_tag {
  using memory_space = device_space<>;
};
struct random_access_device_iterator_tag : std::random_access_iterator_tag {
  using memory_space = device_space<>;
};

using input_host_iterator_tag = std::input_iterator_tag;
using output_host_iterator_tag = std::output_iterator_tag;
using forward_host_iterator_tag = std::forward_iterator_tag;
using bidirectional_host_iterator_tag = std::bidirectional_iterator_tag;
using random_access_host_iterator_tag = std::random_access_iterator_tag;

}  // namespace thrum

#include <thrum/detail/public_header/end_with_elements.h>
