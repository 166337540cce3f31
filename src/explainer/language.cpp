// See language.h.
#include "explainer/language.h"

namespace explainer::language {

namespace {
std::vector<std::unique_ptr<Catalogue>> kept;
}

size_t keep(std::unique_ptr<Catalogue> catalogue) {
    kept.push_back(std::move(catalogue));
    return kept.size();
}

const Catalogue* numbered(size_t number) {
    return number > 0 && number <= kept.size() ? kept[number - 1].get() : nullptr;
}

std::string translated(std::string_view text) {
    return in_use() != nullptr ? in_use()->said(text) : std::string(text);
}

void add_marked(std::string& text, std::string_view word) {
    if (in_use() != nullptr) text += open;
    text += word;
    if (in_use() != nullptr) text += close;
}

}  // namespace explainer::language
