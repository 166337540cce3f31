// See language.h.
#include "explainer/language.h"

namespace explainer::language {

namespace {
std::vector<std::unique_ptr<Catalogue>> all;
}

size_t keep(std::unique_ptr<Catalogue> catalogue) {
    all.push_back(std::move(catalogue));
    return all.size();
}

const Catalogue* numbered(size_t number) {
    return number > 0 && number <= all.size() ? all[number - 1].get() : nullptr;
}

std::string translated(std::string_view text) {
    return in_use() != nullptr ? in_use()->said(text) : std::string(text);
}

void add_marked(std::string& text, std::string_view word) {
    if (in_use() != nullptr) text += open;
    text += word;
    if (in_use() != nullptr) text += close;
}

std::string kept(std::string text) {
    return in_use() != nullptr ? kept_open + std::move(text) + kept_close : text;
}

}  // namespace explainer::language
