# find_package(Clew): CLEW_EXECUTABLE, and clew_add_check.
find_program(CLEW_EXECUTABLE clew HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)
if(NOT CLEW_EXECUTABLE)
  set(Clew_FOUND FALSE)
  set(Clew_NOT_FOUND_MESSAGE "the program clew is not there")
  return()
endif()
include(${CMAKE_CURRENT_LIST_DIR}/ClewCheck.cmake)
