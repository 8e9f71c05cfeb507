# The archive of a release, thrum-<version>.tar.gz and .zip: the headers merged under include/, and what builds a CMake
# package of them. `cpack` in the build tree makes it, and so does the target `package`.

set(thrum_archived COMPONENT archive EXCLUDE_FROM_ALL)
install(DIRECTORY include/ detail/ DESTINATION include ${thrum_archived}
  FILES_MATCHING PATTERN *.h PATTERN *.cuh)
install(DIRECTORY cmake DESTINATION . ${thrum_archived})
install(DIRECTORY debugger DESTINATION . ${thrum_archived}
  FILES_MATCHING PATTERN *.py PATTERN *.natvis)
install(FILES CMakeLists.txt LICENSE README.md CHANGELOG.md DESTINATION . ${thrum_archived})

set(CPACK_GENERATOR TGZ ZIP)
set(CPACK_PACKAGE_FILE_NAME thrum-${PROJECT_VERSION})
set(CPACK_VERBATIM_VARIABLES ON)
# What the target `package_source` leaves out of the whole tree.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_IGNORE_FILES ${PROJECT_SOURCE_DIR}/build ${PROJECT_SOURCE_DIR}/single_include/ "/[.]git/" /__pycache__/)
set(CPACK_INSTALL_CMAKE_PROJECTS ${PROJECT_BINARY_DIR} thrum archive /)
# Nothing that is built goes into it.
set(CMAKE_SKIP_PACKAGE_ALL_DEPENDENCY ON)
include(CPack)
