// The doctest runner of the core's tests; natively and, compiled to WebAssembly, in Node.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "helpers.h"
