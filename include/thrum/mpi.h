// Ranks that are processes of MPI: mpi::communicator and mpi::run. This header needs <mpi.h>, of MPI
// 3 or newer.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/ranks/mpi_calls.h>
#include <thrum/detail/ranks/mpi_communicator.h>
#include <thrum/detail/ranks/mpi_run.h>
#include <thrum/ranks/communicator.h>

namespace thrum::mpi {
using ranks::any_rank;
using ranks::remote_error;
using ranks::request;
}  // namespace thrum::mpi

#include <thrum/detail/public_header/end.h>
