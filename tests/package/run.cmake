# Commands of the package tests, in the directory run_in where that is set.

function(execute)
  if(NOT run_in)
    set(run_in ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${run_in}
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result "${result}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
  list(JOIN ARGN " " command)
  set(command "${command}" PARENT_SCOPE)
endfunction()

# run(<command>...): what it prints is `output` then.
function(run)
  execute(${ARGN})
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${command}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# expect_words(<words> <command>...): the command fails with these words, however its lines are broken.
function(expect_words words)
  execute(${ARGN})
  string(REGEX REPLACE "[ \n]+" " " line "${output}")
  string(FIND "${line}" "${words}" found)
  if(result EQUAL 0 OR found EQUAL -1)
    message(FATAL_ERROR "${command}\nshould have failed with `${words}':\n${output}")
  endif()
endfunction()
