# The runtime libraries, compiled to bitcode that travels inside the executable: the C library with what
# starts a program, and what C++ programs need beside it. The latter is read for C++ programs only.
file(GLOB CLEW_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB CLEW_CXX_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/cxx/*.cpp)
file(GLOB CLEW_RUNTIME_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h ${CMAKE_SOURCE_DIR}/runtime/cxx/*.h
     ${CMAKE_SOURCE_DIR}/runtime/include/*.h)
set(CLEW_RUNTIME_BITCODE ${CMAKE_BINARY_DIR}/runtime.bc)
set(CLEW_CXX_RUNTIME_BITCODE ${CMAKE_BINARY_DIR}/runtime_cxx.bc)
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

clew_runtime_bitcode(${CLEW_RUNTIME_BITCODE} ${CMAKE_BINARY_DIR}/runtime "${CLEW_RUNTIME_SOURCES}" -std=c11)
clew_runtime_bitcode(${CLEW_CXX_RUNTIME_BITCODE} ${CMAKE_BINARY_DIR}/runtime/cxx "${CLEW_CXX_RUNTIME_SOURCES}"
  -std=c++20 -fno-threadsafe-statics -I${CMAKE_SOURCE_DIR}/runtime)
add_custom_target(clew_runtime DEPENDS ${CLEW_RUNTIME_BITCODE} ${CLEW_CXX_RUNTIME_BITCODE})
