// See head_switches.h.
#include "explainer/exhibits/head_switches.h"

#include <algorithm>
#include <cmath>
#include <utility>

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

Table weights_table(std::string title, const char* corner, const std::vector<std::string>& names,
                    std::span<const float> weights) {
    Table out{std::move(title), {corner}, {}};
    out.columns.insert(out.columns.end(), names.begin(), names.end());
    for (size_t i = 0; i < names.size(); ++i) {
        const RowPen row = add_row(out);
        row << names[i];
        for (const float weight : weights.subspan(i * names.size(), names.size()))
            row << (std::isnan(weight) ? Cell("–") : Cell(weight));
    }
    return out;
}

}  // namespace explainer
