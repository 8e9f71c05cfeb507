# A file that is built with THRUM_CHECKED and one that is not do not take each other's vectors: they do not link.
#   cmake -DCXX=<compiler> -DROOT=<source tree> -DWORK=<empty folder> -P mixed_modes.cmake
file(WRITE ${WORK}/callee.cpp [[
#include <thrum/host_vector.h>
int first(thrum::host_vector<int> const& v) { return v[0]; }
]])
file(WRITE ${WORK}/caller.cpp [[
#include <thrum/host_vector.h>
int first(thrum::host_vector<int> const& v);
int main() { return first(thrum::host_vector<int>{0, 1}); }
]])
foreach(mode "" -DTHRUM_CHECKED)
  execute_process(
    COMMAND ${CXX} -std=c++20 ${mode} -I ${ROOT}/include -I ${ROOT}/detail -c ${WORK}/callee.cpp -o ${WORK}/callee.o
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(
    COMMAND ${CXX} -std=c++20 -DTHRUM_CHECKED -I ${ROOT}/include -I ${ROOT}/detail ${WORK}/caller.cpp ${WORK}/callee.o
            -o ${WORK}/caller
    RESULT_VARIABLE failed ERROR_VARIABLE errors)
  if(mode STREQUAL "" AND (NOT failed OR NOT errors MATCHES "first"))
    message(FATAL_ERROR "a checked file and one that is not were linked: ${errors}")
  elseif(NOT mode STREQUAL "")
    if(failed)
      message(FATAL_ERROR "two checked files were not linked: ${errors}")
    endif()
    execute_process(COMMAND ${WORK}/caller COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
