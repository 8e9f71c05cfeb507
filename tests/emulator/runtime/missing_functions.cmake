# Writes a C file with a function for each one that the toolkit's runtime exports and ours does not
# have: it names itself on stderr and returns cudaErrorNotSupported. Variables: NM, RUNTIME (the
# toolkit's library), OBJECTS (a file that lists ours, one a line), OUTPUT.
execute_process(COMMAND ${NM} -D --defined-only ${RUNTIME} OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " T (__)?cuda[A-Za-z0-9_]+" wanted "${exported}")
list(TRANSFORM wanted REPLACE "^ T " "")
if(NOT wanted)
  message(FATAL_ERROR "${RUNTIME} exports no function of the CUDA runtime")
endif()

file(STRINGS ${OBJECTS} objects)
execute_process(COMMAND ${NM} --defined-only ${objects} OUTPUT_VARIABLE defined COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL " T (__)?cuda[A-Za-z0-9_]+" ours "${defined}")
list(TRANSFORM ours REPLACE "^ T " "")

list(REMOVE_DUPLICATES wanted)
list(REMOVE_ITEM wanted ${ours})
set(text "#include <stdio.h>

static int is_missing(char const* name) {
  fprintf(stderr, \"emulated card: %s is not emulated\\n\", name);
  return 801; /* cudaErrorNotSupported */
}

")
foreach(name IN LISTS wanted)
  string(APPEND text "__attribute__((visibility(\"default\"))) int ${name}(void) { return is_missing(\"${name}\"); }\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${text}" @ONLY)
