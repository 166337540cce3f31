# `cmake --install`: the mathematics as a static library with its headers, for find_package(attention-explainer) and the target
# attention-explainer::core. Compiled for the machine that compiles it. Installs nothing of the figures.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
file(GLOB attention_headers CONFIGURE_DEPENDS src/attention/*.h)
# What kernels share among themselves is nobody else's.
list(FILTER attention_headers EXCLUDE REGEX "/(double_rows|exp2|few_rows|kernels|panels|panels_simd|rows|selectable|simd|tile|transcendental)[.]h$")
target_include_directories(attention INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(attention INTERFACE cxx_std_20)
set_target_properties(attention PROPERTIES EXPORT_NAME core)
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/attention-explainer)
install(TARGETS attention EXPORT attention-explainer ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${attention_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/attention)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/attention-explainer)
install(EXPORT attention-explainer FILE attention-explainer-config.cmake NAMESPACE attention-explainer:: DESTINATION ${config})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/attention-explainer-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/attention-explainer-config-version.cmake DESTINATION ${config})
