# Runs a program whose ranks fail. mpiexec has to end by itself, with an error, and to say what is expected:
#   cmake -DRUN=<mpiexec with its arguments> -DPROGRAM=... -DWAY=... -DRANK=... -DCODE=<exit code or error> -DSAYS=<regex> -P ends.cmake
execute_process(COMMAND ${RUN} ${PROGRAM} ${WAY} ${RANK}
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 100)
if(CODE STREQUAL "error")
  if(NOT code MATCHES "^[0-9]+$" OR code EQUAL 0)
    message(FATAL_ERROR "mpiexec ended with ${code}, and not with an error:\n${output}")
  endif()
elseif(NOT code STREQUAL CODE)
  message(FATAL_ERROR "mpiexec ended with ${code}, and not with ${CODE}:\n${output}")
endif()
if(NOT output MATCHES "${SAYS}")
  message(FATAL_ERROR "This is not in the output: ${SAYS}\n${output}")
endif()
