// Of the module with the hidden exhibits only: numbers as text, for the test that they are the same natively.
#include <emscripten/bind.h>

#include "explainer/format.h"

EMSCRIPTEN_BINDINGS(parts) {
    emscripten::function("fixed", &explainer::fixed);
    emscripten::function("scientific", &explainer::scientific);
    emscripten::function("shortest", &explainer::shortest);
    emscripten::function("tidy", &explainer::tidy);
}
