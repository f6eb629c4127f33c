# The runtime libraries, compiled to bitcode that travels inside the executable, for each data model: the C
# library with what starts a program, and what C++ programs need beside it, which is read for those only.
file(GLOB CLEW_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB CLEW_CXX_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/cxx/*.cpp)
file(GLOB CLEW_RUNTIME_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h ${CMAKE_SOURCE_DIR}/runtime/cxx/*.h
     ${CMAKE_SOURCE_DIR}/runtime/include/*.h)
set(CLEW_HEADER ${CMAKE_SOURCE_DIR}/runtime/include/clew.h)
set(CLEW_WAIT_HEADER ${CMAKE_SOURCE_DIR}/runtime/include/atomic_wait.h)

# Compiles the sources with these flags and links them to one bitcode file.
function(clew_runtime_bitcode output folder sources)
  set(objects)
  foreach(source ${sources})
    get_filename_component(name ${source} NAME_WE)
    set(object ${folder}/${name}.bc)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CLEW_CLANG} -O1 -g ${ARGN} -fno-builtin -fno-vectorize -fno-slp-vectorize
              -fno-unroll-loops -fno-strict-aliasing -fwrapv -fexceptions -Wall -Wextra -Werror
              -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -I${CMAKE_SOURCE_DIR}/runtime/include
              -emit-llvm -c ${source} -o ${object}
      DEPENDS ${source} ${CLEW_RUNTIME_HEADERS}
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CLEW_LLVM_LINK} -o ${output} ${objects}
    DEPENDS ${objects}
    VERBATIM)
endfunction()

set(CLEW_RUNTIME_FILES)
foreach(bits 64 32)
  set(CLEW_C_${bits} ${CMAKE_BINARY_DIR}/runtime_c_${bits}.bc)
  set(CLEW_CXX_${bits} ${CMAKE_BINARY_DIR}/runtime_cxx_${bits}.bc)
  clew_runtime_bitcode(${CLEW_C_${bits}} ${CMAKE_BINARY_DIR}/runtime/c_${bits} "${CLEW_RUNTIME_SOURCES}"
    -m${bits} -std=c11)
  clew_runtime_bitcode(${CLEW_CXX_${bits}} ${CMAKE_BINARY_DIR}/runtime/cxx_${bits} "${CLEW_CXX_RUNTIME_SOURCES}"
    -m${bits} -std=c++20 -fno-threadsafe-statics -I${CMAKE_SOURCE_DIR}/runtime)
  list(APPEND CLEW_RUNTIME_FILES ${CLEW_C_${bits}} ${CLEW_CXX_${bits}})
endforeach()
add_custom_target(clew_runtime DEPENDS ${CLEW_RUNTIME_FILES})
