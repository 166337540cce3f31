// See head_switches.h.
#include "explainer/exhibits/head_switches.h"

#include <algorithm>

#include "explainer/format.h"
#include "explainer/language.h"
#include "explainer/phrase.h"

namespace explainer {

std::string head_name(int head) {
    return language::kept(Phrase() << head / most_heads + 1 << "." << head % most_heads + 1);
}

int heads_off(const Switches& on) {
    return static_cast<int>(std::count(on.begin(), on.end(), false));
}

std::string name_of_off(const Switches& on, std::string_view word) {
    const int count = heads_off(on);
    const auto first = static_cast<int>(std::find(on.begin(), on.end(), false) - on.begin());
    return Phrase() << (count == 1 ? "head " + head_name(first) : plural(count, "head")) << " " << word;
}

}  // namespace explainer
