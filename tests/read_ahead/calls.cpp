// Calls whose loops ask for memory ahead: check.cmake looks for the requests in the machine code.
#include <thrum/copy.h>
#include <thrum/count.h>
#include <thrum/execution_policy.h>
#include <thrum/find.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/transform.h>
#include <cstddef>

using thrum::seq;

float sum(float const* in, std::ptrdiff_t n) { return thrum::reduce(seq, in, in + n); }
std::ptrdiff_t count(int const* in, std::ptrdiff_t n) {
  return thrum::count_if(seq, in, in + n, [](int x) { return x < 100; });
}
int const* find(int const* in, std::ptrdiff_t n) { return thrum::find(seq, in, in + n, 7); }
float* triple(float const* in, std::ptrdiff_t n, float* out) {
  return thrum::transform(seq, in, in + n, out, [](float x) { return 3 * x + 1; });
}
int* scan(int const* in, std::ptrdiff_t n, int* out) { return thrum::inclusive_scan(seq, in, in + n, out); }
int* scan_runs(int const* keys, int const* in, std::ptrdiff_t n, int* out) {
  return thrum::inclusive_scan_by_key(seq, keys, keys + n, in, out);
}
float* copy_some(float const* in, std::ptrdiff_t n, float* out) {
  return thrum::copy_if(seq, in, in + n, out, [](float x) { return x < 0; });
}
