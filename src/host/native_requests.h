// What exhibits ask of the native host, answered on the machine it runs on: for each kind of request one
// function. The browser's answers are in web/requests/.
#pragma once

#include <functional>
#include <string>

#include "explainer/view.h"

namespace host {

/// Shows another exhibit in a state, later: the view that asks may be the one that it replaces.
using Opener = std::function<void(const explainer::ExhibitType& type, const std::string& state)>;

/// Answers what the view asks for, one thing after the other: at once, in a fraction of a second. A kind that
/// is not known here gets an error in words; so does "open" where there is no opener.
void answer_requests(explainer::View& view, const Opener& opener = nullptr);

}  // namespace host
