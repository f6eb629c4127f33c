# Lets clew (CLEW, CLEW_MPI) write its manual pages and completion scripts into FOLDER, compressed as Debian has them.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER}/man)

function(write name)
  execute_process(COMMAND ${ARGN} OUTPUT_FILE ${FOLDER}/${name} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(compress name)
  execute_process(COMMAND gzip -9n ${FOLDER}/${name} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

foreach(shell bash zsh fish)
  write(clew.${shell} ${CLEW} completion ${shell})
endforeach()

write(man/clew.1 ${CLEW} man)
write(man/clew-mpi.1 ${CLEW_MPI} man)
# The verbs are those that the page of clew lists.
file(STRINGS ${FOLDER}/man/clew.1 others REGEX "clew.-[a-z]+.fR.1.")
string(REGEX MATCHALL "clew\\\\-[a-z]+" pages "${others}")
foreach(page IN LISTS pages)
  string(REPLACE "\\-" "-" page ${page})
  string(REPLACE "clew-" "" verb ${page})
  write(man/${page}.1 ${CLEW} man ${verb})
endforeach()
file(GLOB written RELATIVE ${FOLDER} ${FOLDER}/man/*)
foreach(page IN LISTS written)
  compress(${page})
endforeach()

# The changes are in the repository; a package has to have this file.
file(WRITE ${FOLDER}/changelog "clew (${VERSION}) unstable; urgency=medium

  * What changed is in the history of the repository.

 -- The Clew authors <authors@clew.invalid>  Thu, 01 Jan 2026 00:00:00 +0000
")
compress(changelog)
