# Run at every build: writes version.cpp anew only when what it says has changed.
find_program(GIT git)
set(LANEWISE_COMMIT "unknown")
if(GIT AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} describe --always --dirty --abbrev=10 --match v[0-9]*
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(LANEWISE_COMMIT ${described})
  endif()
endif()
configure_file(${SOURCE_DIR}/libcore/cli/version.cpp.in ${OUTPUT} @ONLY)
