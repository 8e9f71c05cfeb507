# Two shared libraries of one process, with different versions of thrum or in different modes, use
# their own code.
#   cmake -DCXX=<compiler> -DROOT=<source tree> -DWORK=<empty folder> -P two_libraries.cmake
#
# The other version has another number, and a reduce that adds 1000. Nothing is inlined; without
# distinct names the dynamic linker would use the first library's functions for both.
file(COPY ${ROOT}/include ${ROOT}/detail DESTINATION ${WORK}/other)
function(change header old new)
  file(READ ${WORK}/other/${header} text)
  string(REPLACE "${old}" "${new}" changed "${text}")
  if(changed STREQUAL text)
    message(FATAL_ERROR "${header} has no `${old}'")
  endif()
  file(WRITE ${WORK}/other/${header} "${changed}")
endfunction()
change(include/thrum/version.h "define THRUM_VERSION " "define THRUM_VERSION 9")
change(include/thrum/reduce.h "static_cast<sum>(std::move(init))" "static_cast<sum>(std::move(init) + 1000)")

file(WRITE ${WORK}/library.cpp [[
#include <thrum/reduce.h>
#include <stdexcept>
int NAME(int const* first, int const* last) { return thrum::reduce(first, last, 0) + thrum::reduce(thrum::seq, first, last, 0); }
int NAME(int const* first, int const* last, int) {
  try {
    return thrum::reduce(last, first, 0);
  } catch (std::logic_error const&) {
    return -1;
  }
}
]])
file(WRITE ${WORK}/main.cpp [[
int plain(int const*, int const*);
int other(int const*, int const*);
int checked(int const*, int const*);
int checked(int const*, int const*, int);
int main() {
  int const v[] = {1, 2, 3};
  return plain(v, v + 3) == 12 && other(v, v + 3) == 2012 && checked(v, v + 3) == 12 && checked(v, v + 3, 0) == -1 ? 0 : 1;
}
]])
function(build name headers)
  execute_process(
    COMMAND ${CXX} -std=c++20 -O0 -fPIC -shared -DNAME=${name} ${ARGN} -I ${headers}/include -I ${headers}/detail
            ${WORK}/library.cpp -o ${WORK}/lib${name}.so
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()
build(plain ${ROOT})
build(other ${WORK}/other)
build(checked ${ROOT} -DTHRUM_CHECKED)
set(libraries plain other checked)
foreach(turn RANGE 2)  # each is the first once
  list(TRANSFORM libraries REPLACE "(.+)" "-l\\1" OUTPUT_VARIABLE flags)
  execute_process(
    COMMAND ${CXX} ${WORK}/main.cpp -L ${WORK} ${flags} -Wl,-rpath,${WORK} -o ${WORK}/main
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${WORK}/main RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "with ${libraries} in this order, a library ran another's code")
  endif()
  list(POP_FRONT libraries first)
  list(APPEND libraries ${first})
endforeach()
