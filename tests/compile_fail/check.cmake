# Checks the wrong call of SOURCE, which begins with lines
#   // EXPECT: regular expression     that the error must match; every such line must, and the first error the first of them
#   // NEEDS: tbb or cuda             the build must have it
#   // DEFINES: -DMACRO...            for the compiler
# COMMAND compiles it, and must fail in at most 20 lines; those of clang++, which writes three for
# each template on the way, in 36 at most. With CONTROL=ON its right call, by
# -DCONTROL, must compile without output, and so must the right calls of the source CONTROLS.

set(most_lines 20)
string(FIND "${COMMAND}" "clang++" place)
if(NOT place EQUAL -1)
  set(most_lines 36)
endif()

function(check_control source)
  execute_process(COMMAND ${COMMAND} ${ARGN} -DCONTROL ${source}
    RESULT_VARIABLE result OUTPUT_VARIABLE ignored ERROR_VARIABLE output)
  if(NOT result EQUAL 0 OR output)
    message("${output}")
    message(FATAL_ERROR "The right call must compile without a word.")
  endif()
endfunction()

if(CONTROLS)
  set(defines)
  if(TBB)
    set(defines -DTHRUM_WITH_TBB)
  endif()
  check_control(${CONTROLS} ${defines})
  return()
endif()

file(STRINGS ${SOURCE} expected REGEX "^// EXPECT: ")
file(STRINGS ${SOURCE} defines REGEX "^// DEFINES: ")
string(REGEX REPLACE "^// DEFINES: " "" defines "${defines}")
separate_arguments(defines)
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} has no EXPECT line")
endif()
if(CONTROL)
  check_control(${SOURCE} ${defines})
endif()

execute_process(COMMAND ${COMMAND} ${defines} ${SOURCE}
  RESULT_VARIABLE result OUTPUT_VARIABLE ignored ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "The wrong call compiled.")
endif()
list(POP_FRONT expected first)
string(REGEX REPLACE "^// EXPECT: " "" first "${first}")
string(REGEX MATCH "error[^\n]*" first_error "${output}")
if(NOT first_error MATCHES "${first}")
  message("${output}")
  message(FATAL_ERROR "The first error does not say `${first}'.")
endif()
foreach(line IN LISTS expected)
  string(REGEX REPLACE "^// EXPECT: " "" line "${line}")
  if(NOT output MATCHES "${line}")
    message("${output}")
    message(FATAL_ERROR "The error does not say `${line}'.")
  endif()
endforeach()
string(REGEX MATCHALL "\n" lines "${output}")
list(LENGTH lines lines)
if(lines GREATER most_lines)
  message("${output}")
  message(FATAL_ERROR "The error has ${lines} lines, more than ${most_lines}.")
endif()
message("fails in ${lines} lines, as it should:\n${output}")
