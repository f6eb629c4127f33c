# The runtime library: C compiled to one bitcode file, which travels inside the executable.
file(GLOB CLEW_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB CLEW_RUNTIME_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h)
set(CLEW_RUNTIME_BITCODE ${CMAKE_BINARY_DIR}/runtime.bc)
set(CLEW_HEADER ${CMAKE_SOURCE_DIR}/runtime/include/clew.h)

set(objects)
foreach(source ${CLEW_RUNTIME_SOURCES})
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_BINARY_DIR}/runtime/${name}.bc)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CLEW_CLANG} -O1 -g -std=c11 -fno-builtin -fno-vectorize -fno-slp-vectorize
            -fno-unroll-loops -fno-strict-aliasing -fwrapv -fexceptions -Wall -Wextra -Werror
            -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -I${CMAKE_SOURCE_DIR}/runtime/include
            -emit-llvm -c ${source} -o ${object}
    DEPENDS ${source} ${CLEW_RUNTIME_HEADERS} ${CLEW_HEADER}
    VERBATIM)
  list(APPEND objects ${object})
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/runtime)
add_custom_command(
  OUTPUT ${CLEW_RUNTIME_BITCODE}
  COMMAND ${CLEW_LLVM_LINK} -o ${CLEW_RUNTIME_BITCODE} ${objects}
  DEPENDS ${objects}
  VERBATIM)
add_custom_target(clew_runtime DEPENDS ${CLEW_RUNTIME_BITCODE})
