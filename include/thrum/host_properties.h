// host_properties: facts about the machine that the host's policies run on.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/base/host_facts.h>
#include <thrum/memory_info.h>
#include <cstddef>
#include <string>

namespace thrum {

/// The properties of the machine that runs the program. A fact that the operating system does not
/// tell is 0, or an empty name.
struct machine_properties {
  std::string processor;       ///< name of the processor
  int threads;                 ///< hardware threads that this process may use
  int hardware_threads;        ///< hardware threads of the machine
  int cores;                   ///< cores of the machine, each of one or several hardware threads
  std::size_t cache_line;      ///< bytes
  std::size_t l1_data_cache;   ///< bytes, of one core
  std::size_t l2_cache;        ///< bytes that one core has, or shares
  std::size_t l3_cache;        ///< bytes that one core shares with others
  std::size_t page_size;       ///< bytes
  std::size_t huge_page_size;  ///< bytes, of large pages
  memory_amount memory;        ///< bytes, as memory_info(thrum::host) says: free, and in all
};

/// Returns the properties of the machine, and asks the operating system for them each time. Linux
/// usually tells all of them; virtual machines may hide caches.
inline machine_properties host_properties() {
  machine_properties p{};
  p.processor = detail::processor_name();
  p.threads = detail::usable_threads();
  p.hardware_threads = detail::hardware_threads();
  p.cores = detail::number_of_cores();
  p.cache_line = detail::cache_fact(1, "coherency_line_size");
  p.l1_data_cache = detail::cache_fact(1, "size");
  p.l2_cache = detail::cache_fact(2, "size");
  p.l3_cache = detail::cache_fact(3, "size");
  p.page_size = detail::page_size();
  p.huge_page_size = detail::huge_page_size();
  p.memory = detail::host_memory_amount();
  return p;
}

}  // namespace thrum

#include <thrum/detail/public_header/end.h>
