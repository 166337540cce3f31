// The doctest runner of the model's tests.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "helpers.h"
