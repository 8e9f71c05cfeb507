# Checked mode costs nothing if it is not used: a file gives the same object file with and without
# an include of thrum/checked.h.
#   cmake -DCXX=<compiler> -DROOT=<source tree> -DWORK=<empty folder> -P same_code.cmake
set(code [[
#include <thrum/device_vector.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/sort.h>
long sum(int const* p, long n) { return thrum::reduce(thrum::seq, p, p + n, 0L); }
void sort(thrum::device_vector<int>& v) { thrum::sort(v.begin(), v.end()); }
void scan(thrum::device_vector<float>& v) { thrum::inclusive_scan(v.begin(), v.end(), v.begin()); }
]])
foreach(with "" "#include <thrum/checked.h>\n")
  file(WRITE ${WORK}/code.cpp "${with}${code}")
  execute_process(
    COMMAND ${CXX} -std=c++20 -O2 -c -I ${ROOT}/include -I ${ROOT}/detail code.cpp
    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "the code does not compile")
  endif()
  file(SHA256 ${WORK}/code.o hash)
  list(APPEND hashes ${hash})
endforeach()
list(REMOVE_DUPLICATES hashes)
list(LENGTH hashes different)
if(NOT different EQUAL 1)
  message(FATAL_ERROR "thrum/checked.h changes the machine code of a file that does not use it")
endif()
