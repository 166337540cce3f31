// What moves because something happened: how far it has come, and a number on its way. Not here: values that
// are shown smoothly where they stand (Ui::eased).
#pragma once

#include <string>
#include <string_view>

#include "explainer/ui.h"

namespace explainer::figures {

/// How far that has come which sets out whenever `what` becomes another one: from 0 to 1, where it rests.
float arrival(Ui& ui, std::string_view id, int what);

/// A number between the middles of two places, on a plate of its own; nothing before it leaves and once it
/// is there (`along` 0 and 1).
void travelling(Ui& ui, Point from, Point to, float along, const std::string& number, Color plate);

}  // namespace explainer::figures
