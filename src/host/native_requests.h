// What exhibits ask of the native host, answered on the machine it runs on: for each kind of request one
// function. The browser's answers are in web/requests/.
#pragma once

#include "explainer/view.h"

namespace host {

/// Answers what the view asks for, if it asks for something: at once, in a fraction of a second. A kind that
/// is not known here gets an error in words.
void answer_requests(explainer::View& view);

}  // namespace host
