// A view as JavaScript has it (explainer_bindings.cpp), for bindings that make views of their own.
#pragma once

#include <memory>

#include "../explainer/view.h"

class EngineView;
/// JavaScript owns it.
EngineView* engine_view_of(std::unique_ptr<explainer::View> view);
