// Ranks that are processes of MPI: mpi::communicator and mpi::run. This header needs <mpi.h>, of
// MPI 3 or newer.
#pragma once

#include <thrum/detail/public_header/begin.h>

#include <thrum/detail/ranks/mpi_calls.h>
#include <thrum/detail/ranks/mpi_communicator.h>
#include <thrum/detail/ranks/mpi_run.h>
#include <thrum/multi_device.h>
#include <thrum/ranks/communicator.h>
#include <thrum/ranks/group.h>

/// Ranks that are processes of MPI, vectors over them, and the algorithms of thrum::multi_device on
/// these vectors.
namespace thrum::mpi {
using namespace multi_device;
using ranks::any_rank;
using ranks::group;
using ranks::remote_error;
using ranks::request;
using ranks::vector;
}  // namespace thrum::mpi

#include <thrum/detail/public_header/end.h>
