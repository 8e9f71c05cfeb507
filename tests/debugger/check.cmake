# Stops PROGRAM in its last line and compares the output of DEBUGGER with the expected one, line by
# line.
cmake_minimum_required(VERSION 3.25)

if(NOT PATH_OF_IT)
  message("skipped: there is no ${DEBUGGER} on this machine")
  return()
endif()

file(STRINGS ${SOURCE} lines)
set(line 0)
foreach(text IN LISTS lines)
  math(EXPR line "${line} + 1")
  if(text MATCHES "^  return host")
    break()
  endif()
endforeach()

if(DEBUGGER STREQUAL gdb)
  set(python ${PATH_OF_IT} -nx -batch -ex "python print(6 * 7)")
  set(command ${PATH_OF_IT} -nx -batch -ex "source ${PRINTERS}/thrum_gdb.py" -ex "break vectors.cpp:${line}" -ex run)
  foreach(name IN ITEMS host device unified empty far pointer reference pair counting negative zipped)
    list(APPEND command -ex "output ${name}" -ex "echo \\n")
  endforeach()
  list(APPEND command -ex "thrum-fetch far" -ex "thrum-fetch empty" -ex "thrum-fetch pair"
    -ex "thrum-fetch nothing")
  set(expected
    "\nhost_vector of 3 int, capacity 3 = {3, 1, 2}\n"
    "\ndevice_vector of 2 double, capacity 2 = {1.5, 2.5}\n"
    "\nunified_vector of 2 (anonymous namespace)::point, capacity 2 = {{x = 1, y = 2}, {x = 3, y = 4}}\n"
    "\ndevice_vector of 0 int, capacity 0\n"
    "out of gdb's reach (thrum-fetch shows it)\n"
    "\ndevice pointer 0x"
    "\nreference to 2.5\n"
    "\ntuple = {[0] = 1, [1] = 2.5}\n"
    "\ncounting_iterator = {value = 7}\n"
    "\ntransform_iterator = {base = counting_iterator = {value = 7}, f = "
    "\nzip_iterator = {iterators = tuple = {[0] = counting_iterator = {value = 7}, [1] = transform_iterator"
    "\ndevice_vector of 3 int, capacity 3 = {7, 8, 9}\n"
    "thrum-fetch: pair is no vector of thrum\n"
    "\nthrum-fetch: No symbol \"nothing\" in current context.\n")
else()
  # Debian's lldb 14 looks for its own module in a wrong folder.
  file(GLOB modules /usr/lib/llvm-*/lib/python3.*/dist-packages)
  list(JOIN modules ":" modules)
  set(ENV{PYTHONPATH} "${modules}:$ENV{PYTHONPATH}")
  file(WRITE probe_lldb.py "import lldb\ndef __lldb_init_module(debugger, _):\n  print(6 * 7)\n")
  set(python ${PATH_OF_IT} -x -b -o "command script import probe_lldb.py")
  set(command ${PATH_OF_IT} -x -b -o "command script import ${PRINTERS}/thrum_lldb.py"
    -o "breakpoint set -f vectors.cpp -l ${line}" -o run
    -o "frame variable host device unified empty far pointer reference pair" ${PROGRAM})
  set(expected
    ") host = host_vector of 3 int, capacity 3 {\n  [0] = 3\n  [1] = 1\n  [2] = 2\n}\n"
    ") device = device_vector of 2 double, capacity 2 {\n  [0] = 1.5\n  [1] = 2.5\n}\n"
    "  [1] = (x = 3, y = 4)\n"
    ") empty = device_vector of 0 int, capacity 0"
    "out of lldb's reach"
    ") pointer = device pointer 0x"
    ") reference = reference to 2.5\n"
    ") pair = ([0] = 1, [1] = 2.5)\n")
endif()

execute_process(COMMAND ${python} OUTPUT_VARIABLE answer ERROR_VARIABLE problem TIMEOUT 60)
if(NOT answer MATCHES "\n?42\n")
  message("skipped: this ${DEBUGGER} has no Python: ${problem}")
  return()
endif()

if(DEBUGGER STREQUAL gdb)
  list(APPEND command ${PROGRAM})
endif()
execute_process(COMMAND ${command} OUTPUT_VARIABLE shown ERROR_VARIABLE problems TIMEOUT 120)
string(APPEND shown "\n${problems}")
if(shown MATCHES "Operation not permitted|ptrace")
  message("skipped: ${DEBUGGER} may not trace programs here")
  return()
endif()
# gdb before version 14 calls no function of a program where the processor has AMX: its copy of the registers is too short.
if(shown MATCHES "Couldn't write extended state status")
  message("left out: this ${DEBUGGER} calls no function of a program on this processor")
  list(FILTER expected EXCLUDE REGEX "^\ndevice_vector of 3 int")
endif()
foreach(text IN LISTS expected)
  string(FIND "${shown}" "${text}" at)
  if(at EQUAL -1)
    message(SEND_ERROR "${DEBUGGER} did not print:\n${text}\nbut:\n${shown}")
  endif()
endforeach()
