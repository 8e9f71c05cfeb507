# Calls on random data mispredict few branches: no compiler has made a branch of a choice between two elements. callgrind
# counts them, by its own model of a processor.
#   cmake -DCXX=<compiler> -DFLAGS=<flags> -DROOT=<source tree> -DWORK=<empty folder> -DVALGRIND=<program> -P check.cmake
set(elements 20000)      # of each call, as in calls.cpp
set(most_per_thousand 60)  # a branch on random data has hundreds, loops over few elements have some
set(most_of_steps 600)     # of searches and sorts, which make fourteen choices for each element
separate_arguments(flags UNIX_COMMAND "${FLAGS}")
if(NOT EXISTS "${VALGRIND}")
  message("skipped: there is no valgrind")
  return()
endif()
execute_process(
  COMMAND ${CXX} -std=c++20 ${flags} -DNDEBUG -I ${ROOT}/include -I ${ROOT}/detail
    ${CMAKE_CURRENT_LIST_DIR}/calls.cpp -o ${WORK}/calls
  RESULT_VARIABLE failed ERROR_VARIABLE errors)
if(failed AND errors MATCHES "valgrind/callgrind.h")
  message("skipped: there is no valgrind/callgrind.h")
  return()
elseif(failed)
  message(FATAL_ERROR "the calls do not compile:\n${errors}")
endif()
file(GLOB counts ${WORK}/counts.*)
if(counts)
  file(REMOVE ${counts})
endif()
execute_process(
  COMMAND ${VALGRIND} --tool=callgrind --branch-sim=yes --collect-atstart=no --callgrind-out-file=${WORK}/counts ./calls
  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE failed ERROR_VARIABLE errors)
if(failed)
  message(FATAL_ERROR "valgrind failed: ${errors}")
endif()
file(GLOB counts ${WORK}/counts.*)
set(calls 0)
set(many)
foreach(file IN LISTS counts)
  file(READ ${file} text)
  if(NOT text MATCHES "desc: Trigger: Client Request: ([^\n]*)")
    continue()
  endif()
  set(call "${CMAKE_MATCH_1}")
  # Zeros at the end of a line are left out.
  if(NOT text MATCHES "events: Ir Bc Bcm Bi Bim\n" OR NOT text MATCHES "\nsummary: [0-9]+( [0-9]+ ([0-9]+))?")
    message(FATAL_ERROR "${file} has no count of branches")
  endif()
  math(EXPR calls "${calls} + 1")
  math(EXPR per_thousand "(0 + 0${CMAKE_MATCH_2}) * 1000 / ${elements}")
  message("${call}: ${per_thousand}")
  set(most ${most_per_thousand})
  if(call MATCHES "^(lower_bound|sort) ")
    set(most ${most_of_steps})
  endif()
  if(per_thousand GREATER most)
    list(APPEND many "${call}: ${per_thousand}, more than ${most}")
  endif()
endforeach()
if(calls LESS 80)
  message(FATAL_ERROR "callgrind counted ${calls} calls only")
endif()
if(many)
  list(JOIN many "\n  " many)
  message(FATAL_ERROR "mispredicted branches for 1000 elements with ${FLAGS}:\n  ${many}")
endif()
