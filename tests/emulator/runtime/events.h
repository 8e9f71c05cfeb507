// The work of events, for streams and for nodes of graphs.
#pragma once

#include "state.h"

namespace emulator::runtime {

// The time of the event is unknown until the record has run.
payload record_payload(cudaEvent_t e);
payload wait_payload(cudaEvent_t e);

}  // namespace emulator::runtime
