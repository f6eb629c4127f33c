# What `make install` and the Debian package put where. Completion scripts and manual pages are written by clew itself, when
# it is installed.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS clew clew-mpi)
install(FILES ${CLEW_HEADER} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(CLEW_CMAKE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/Clew)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ClewConfigVersion.cmake COMPATIBILITY SameMinorVersion
  ARCH_INDEPENDENT)
install(FILES cmake/ClewConfig.cmake cmake/ClewCheck.cmake cmake/ClewRun.cmake ${CMAKE_BINARY_DIR}/ClewConfigVersion.cmake
  DESTINATION ${CLEW_CMAKE_FOLDER})

set(CLEW_PAGES ${CMAKE_BINARY_DIR}/pages)
install(CODE "
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -DCLEW=$<TARGET_FILE:clew> -DCLEW_MPI=$<TARGET_FILE:clew-mpi>
    -DVERSION=${PROJECT_VERSION} -DFOLDER=${CLEW_PAGES} -P \"${PROJECT_SOURCE_DIR}/cmake/pages.cmake\"
    COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${CLEW_PAGES}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${CLEW_PAGES}/clew.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME clew)
# Debian's zsh looks for what packages bring in another folder than for what is installed by hand.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX MATCHES \"/usr$\")
    set(folder vendor-completions)
  endif()
  file(INSTALL \"${CLEW_PAGES}/clew.zsh\" RENAME _clew
    DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")
install(FILES ${CLEW_PAGES}/clew.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${CLEW_PAGES}/changelog.gz README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME clew)
set(CPACK_PACKAGE_VENDOR "The Clew authors")
set(CPACK_PACKAGE_CONTACT "The Clew authors <authors@clew.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "software model checker for C and C++")
set(CPACK_PACKAGE_DESCRIPTION "Clew explores every schedule and every choice of input of a program with
threads, and either shows a bug as a path that can be replayed, or says that
there is none.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# clew runs clang, and solvers are programs that it runs if it is asked to.
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-19)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS cvc5)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin, gcc-multilib, z3")
include(CPack)
