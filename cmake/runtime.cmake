# The runtime library: C compiled to one bitcode file per data model, which travel inside the executable.
file(GLOB CLEW_RUNTIME_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.c)
file(GLOB CLEW_RUNTIME_HEADERS CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h)
set(CLEW_HEADER ${CMAKE_SOURCE_DIR}/runtime/include/clew.h)

# One source as bitcode of one data model; the object's name is appended to the list.
function(clew_runtime_object list model flags source)
  get_filename_component(name ${source} NAME_WE)
  set(object ${CMAKE_BINARY_DIR}/runtime/${model}/${name}.bc)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${CLEW_CLANG} ${flags} -O1 -g -std=c11 -fno-builtin -fno-vectorize -fno-slp-vectorize
            -fno-unroll-loops -fno-strict-aliasing -fwrapv -fexceptions -Wall -Wextra -Werror
            -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= -I${CMAKE_SOURCE_DIR}/runtime/include
            -emit-llvm -c ${source} -o ${object}
    DEPENDS ${source} ${CLEW_RUNTIME_HEADERS} ${CLEW_HEADER}
    VERBATIM)
  set(${list} ${${list}} ${object} PARENT_SCOPE)
endfunction()

# The whole library of one data model.
function(clew_runtime_library output model flags)
  set(objects)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/runtime/${model})
  foreach(source ${CLEW_RUNTIME_SOURCES})
    clew_runtime_object(objects ${model} "${flags}" ${source})
  endforeach()
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CLEW_LLVM_LINK} -o ${output} ${objects}
    DEPENDS ${objects}
    VERBATIM)
endfunction()

set(CLEW_RUNTIME_BITCODE ${CMAKE_BINARY_DIR}/runtime.bc)
set(CLEW_RUNTIME_BITCODE_32 ${CMAKE_BINARY_DIR}/runtime32.bc)
clew_runtime_library(${CLEW_RUNTIME_BITCODE} lp64 -m64)
clew_runtime_library(${CLEW_RUNTIME_BITCODE_32} ilp32 -m32)
add_custom_target(clew_runtime DEPENDS ${CLEW_RUNTIME_BITCODE} ${CLEW_RUNTIME_BITCODE_32})
