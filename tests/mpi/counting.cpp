#include "mpi/counting.h"

#include <mpi.h>
#include <cstddef>

namespace {

counting::counts counted;

std::ptrdiff_t bytes(std::ptrdiff_t n, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return n * size;
}
int rank_in(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  return rank;
}
int size_of(MPI_Comm comm) {
  int size = 1;
  PMPI_Comm_size(comm, &size);
  return size;
}
template <class N>
std::ptrdiff_t sum(N const* numbers, int n) {
  std::ptrdiff_t all = 0;
  for (int i = 0; i < n; ++i) all += static_cast<std::ptrdiff_t>(numbers[i]);
  return all;
}
void count(counting::call c, std::ptrdiff_t n) {
  ++counted[c].calls;
  counted[c].bytes += n;
}

}  // namespace

namespace counting {

total counts::messages() const {
  total all;
  for (call const c : {call::send, call::isend, call::sendrecv}) {
    all.calls += (*this)[c].calls;
    all.bytes += (*this)[c].bytes;
  }
  return all;
}
total counts::collectives() const {
  total all;
  for (auto c = static_cast<std::size_t>(call::barrier); c < static_cast<std::size_t>(call::number_of_calls);
       ++c) {
    all.calls += all_[c].calls;
    all.bytes += all_[c].bytes;
  }
  return all;
}
void reset() { counted = counts(); }
counts const& since_reset() { return counted; }

}  // namespace counting

using counting::call;

// A function and its form for counts of 64 bits. N is the type of counts, P that of displacements.
#define COUNTED_FORMS(form) form(, int, int) COUNTED_FORMS_OF_MPI_4(form)
#if MPI_VERSION >= 4
#define COUNTED_FORMS_OF_MPI_4(form) form(_c, MPI_Count, MPI_Aint)
#else
#define COUNTED_FORMS_OF_MPI_4(form)
#endif

#define DEFINE(s, N, P)                                                                                           \
  int MPI_Send##s(void const* b, N n, MPI_Datatype t, int to, int tag, MPI_Comm c) {                              \
    count(call::send, bytes(n, t));                                                                               \
    return PMPI_Send##s(b, n, t, to, tag, c);                                                                     \
  }                                                                                                               \
  int MPI_Isend##s(void const* b, N n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r) {             \
    count(call::isend, bytes(n, t));                                                                              \
    return PMPI_Isend##s(b, n, t, to, tag, c, r);                                                                 \
  }                                                                                                               \
  int MPI_Recv##s(void* b, N n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* status) {              \
    count(call::recv, 0);                                                                                         \
    return PMPI_Recv##s(b, n, t, from, tag, c, status);                                                           \
  }                                                                                                               \
  int MPI_Irecv##s(void* b, N n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r) {                 \
    count(call::irecv, 0);                                                                                        \
    return PMPI_Irecv##s(b, n, t, from, tag, c, r);                                                               \
  }                                                                                                               \
  int MPI_Sendrecv##s(void const* b, N n, MPI_Datatype t, int to, int tag, void* b2, N n2, MPI_Datatype t2,       \
                      int from, int tag2, MPI_Comm c, MPI_Status* status) {                                       \
    count(call::sendrecv, bytes(n, t));                                                                           \
    return PMPI_Sendrecv##s(b, n, t, to, tag, b2, n2, t2, from, tag2, c, status);                                 \
  }                                                                                                               \
  int MPI_Bcast##s(void* b, N n, MPI_Datatype t, int root, MPI_Comm c) {                                          \
    count(call::bcast, rank_in(c) == root ? bytes(n, t) : 0);                                                     \
    return PMPI_Bcast##s(b, n, t, root, c);                                                                       \
  }                                                                                                               \
  int MPI_Gather##s(void const* b, N n, MPI_Datatype t, void* b2, N n2, MPI_Datatype t2, int root, MPI_Comm c) {  \
    count(call::gather, b == MPI_IN_PLACE ? bytes(n2, t2) : bytes(n, t));                                         \
    return PMPI_Gather##s(b, n, t, b2, n2, t2, root, c);                                                          \
  }                                                                                                               \
  int MPI_Gatherv##s(void const* b, N n, MPI_Datatype t, void* b2, N const* n2, P const* d2, MPI_Datatype t2,     \
                     int root, MPI_Comm c) {                                                                      \
    count(call::gatherv, b == MPI_IN_PLACE ? bytes(n2[rank_in(c)], t2) : bytes(n, t));                            \
    return PMPI_Gatherv##s(b, n, t, b2, n2, d2, t2, root, c);                                                     \
  }                                                                                                               \
  int MPI_Scatter##s(void const* b, N n, MPI_Datatype t, void* b2, N n2, MPI_Datatype t2, int root, MPI_Comm c) { \
    count(call::scatter, rank_in(c) == root ? bytes(n, t) * size_of(c) : 0);                                      \
    return PMPI_Scatter##s(b, n, t, b2, n2, t2, root, c);                                                         \
  }                                                                                                               \
  int MPI_Scatterv##s(void const* b, N const* n, P const* d, MPI_Datatype t, void* b2, N n2, MPI_Datatype t2,     \
                      int root, MPI_Comm c) {                                                                     \
    count(call::scatterv, rank_in(c) == root ? bytes(sum(n, size_of(c)), t) : 0);                                 \
    return PMPI_Scatterv##s(b, n, d, t, b2, n2, t2, root, c);                                                     \
  }                                                                                                               \
  int MPI_Allgather##s(void const* b, N n, MPI_Datatype t, void* b2, N n2, MPI_Datatype t2, MPI_Comm c) {         \
    count(call::allgather, b == MPI_IN_PLACE ? bytes(n2, t2) : bytes(n, t));                                      \
    return PMPI_Allgather##s(b, n, t, b2, n2, t2, c);                                                             \
  }                                                                                                               \
  int MPI_Allgatherv##s(void const* b, N n, MPI_Datatype t, void* b2, N const* n2, P const* d2, MPI_Datatype t2,  \
                        MPI_Comm c) {                                                                             \
    count(call::allgatherv, b == MPI_IN_PLACE ? bytes(n2[rank_in(c)], t2) : bytes(n, t));                         \
    return PMPI_Allgatherv##s(b, n, t, b2, n2, d2, t2, c);                                                        \
  }                                                                                                               \
  int MPI_Alltoall##s(void const* b, N n, MPI_Datatype t, void* b2, N n2, MPI_Datatype t2, MPI_Comm c) {          \
    count(call::alltoall, (b == MPI_IN_PLACE ? bytes(n2, t2) : bytes(n, t)) * size_of(c));                        \
    return PMPI_Alltoall##s(b, n, t, b2, n2, t2, c);                                                              \
  }                                                                                                               \
  int MPI_Alltoallv##s(void const* b, N const* n, P const* d, MPI_Datatype t, void* b2, N const* n2, P const* d2, \
                       MPI_Datatype t2, MPI_Comm c) {                                                             \
    count(call::alltoallv, b == MPI_IN_PLACE ? bytes(sum(n2, size_of(c)), t2) : bytes(sum(n, size_of(c)), t));    \
    return PMPI_Alltoallv##s(b, n, d, t, b2, n2, d2, t2, c);                                                      \
  }                                                                                                               \
  int MPI_Reduce##s(void const* b, void* b2, N n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c) {              \
    count(call::reduce, bytes(n, t));                                                                             \
    return PMPI_Reduce##s(b, b2, n, t, op, root, c);                                                              \
  }                                                                                                               \
  int MPI_Allreduce##s(void const* b, void* b2, N n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {                     \
    count(call::allreduce, bytes(n, t));                                                                          \
    return PMPI_Allreduce##s(b, b2, n, t, op, c);                                                                 \
  }                                                                                                               \
  int MPI_Exscan##s(void const* b, void* b2, N n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {                        \
    count(call::exscan, bytes(n, t));                                                                             \
    return PMPI_Exscan##s(b, b2, n, t, op, c);                                                                    \
  }

extern "C" {

COUNTED_FORMS(DEFINE)

int MPI_Probe(int from, int tag, MPI_Comm c, MPI_Status* status) {
  count(call::probe, 0);
  return PMPI_Probe(from, tag, c, status);
}
int MPI_Barrier(MPI_Comm c) {
  count(call::barrier, 0);
  return PMPI_Barrier(c);
}

}  // extern "C"
