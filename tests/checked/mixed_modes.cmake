# A file that is built with THRUM_CHECKED and one that is not do not link if they pass vectors to
# each other, nor do files of two device systems. Files whose macros mean the same do link.
#   cmake -DCXX=<compiler> -DROOT=<source tree> -DWORK=<empty folder> -DTBB=<ON or OFF> -DTBB_FLAGS=<options that find oneTBB>
#         -P mixed_modes.cmake
foreach(vector host device)
  file(WRITE ${WORK}/${vector}_callee.cpp "
#include <thrum/${vector}_vector.h>
int first(thrum::${vector}_vector<int> const& v) { return v[0]; }
")
  file(WRITE ${WORK}/${vector}_caller.cpp "
#include <thrum/${vector}_vector.h>
int first(thrum::${vector}_vector<int> const& v);
int main() {
  thrum::${vector}_vector<int> const v(2, 0);
  return first(v);
}
")
endforeach()

# link(<vector> <option of the callee> <option of the caller> <whether they are to link>)
function(link vector callee caller whether)
  set(compile ${CXX} -std=c++20 -DTHRUM_LEAN -I ${ROOT}/include -I ${ROOT}/detail ${TBB_FLAGS})
  execute_process(COMMAND ${compile} ${callee} -c ${WORK}/${vector}_callee.cpp -o ${WORK}/callee.o COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${compile} ${caller} -c ${WORK}/${vector}_caller.cpp -o ${WORK}/caller.o COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CXX} ${WORK}/caller.o ${WORK}/callee.o -o ${WORK}/caller RESULT_VARIABLE failed ERROR_VARIABLE errors)
  if(whether)
    if(failed)
      message(FATAL_ERROR "files with '${callee}' and '${caller}' were not linked: ${errors}")
    endif()
    execute_process(COMMAND ${WORK}/caller COMMAND_ERROR_IS_FATAL ANY)
  elseif(NOT failed OR NOT errors MATCHES "first")
    message(FATAL_ERROR "files with '${callee}' and '${caller}' were linked: ${errors}")
  endif()
endfunction()

link(host "" -DTHRUM_CHECKED FALSE)
link(host -DTHRUM_CHECKED -DTHRUM_CHECKED TRUE)
link(device "" -DTHRUM_DEVICE_SYSTEM=THRUM_DEVICE_SYSTEM_CPP TRUE)
if(TBB)
  link(device -DTHRUM_WITH_TBB "" FALSE)
  link(device -DTHRUM_DEVICE_SYSTEM=THRUM_DEVICE_SYSTEM_TBB -DTHRUM_DEVICE_SYSTEM=THRUM_DEVICE_SYSTEM_CPP FALSE)
endif()
