// The essays side by side, and how an exhibit is asked. See check_claims.h.
#include "explainer/exhibits/check_claims.h"

#include <algorithm>
#include <cmath>

#include "explainer/exhibits/check_article.h"
#include "explainer/exhibits/check_chapter.h"
#include "explainer/exhibits/check_lesson.h"
#include "explainer/exhibits/check_section.h"
#include "explainer/exhibits/check_walkthrough.h"
#include "explainer/format.h"

namespace explainer::checking {
namespace {

constexpr std::span<const Claim> by_essay[essay_count] = {section_claims, walkthrough_claims, lesson_claims,
                                                          article_claims, chapter_claims};

constexpr std::array<Claim, claim_count> joined() {
    std::array<Claim, claim_count> out{};
    size_t at = 0;
    for (const std::span<const Claim> some : by_essay)
        for (const Claim& one : some) out[at++] = one;
    return out;
}
constexpr std::array all = joined();

constexpr std::array<Choice, claim_count> choices() {
    std::array<Choice, claim_count> out{};
    for (size_t i = 0; i < out.size(); ++i) out[i] = {all[i].name, all[i].says, all[i].earlier};
    return out;
}

constexpr std::array<Essay, essay_count> in_order() {
    std::array<Essay, essay_count> out = {Essay{"E000", "Attention: Queries, keys, and values", 0, 0},
                                          Essay{"E001", "“I love AI” walkthrough", 0, 0},
                                          Essay{"E002", "Attention (one operation)", 0, 0},
                                          Essay{"E003", "What Are Queries, Keys, and Values?", 0, 0},
                                          Essay{"E004", "Attention as weighted aggregation", 0, 0}};
    int first = 0;
    for (size_t i = 0; i < out.size(); ++i) {
        out[i].first = first;
        first += out[i].count = static_cast<int>(by_essay[i].size());
    }
    return out;
}
constexpr std::array each = in_order();
static_assert(each.back().first + each.back().count == claim_count);

bool is_named(const Cell& cell, std::string_view name) {
    const auto* number = std::get_if<double>(&cell);
    return name == (number != nullptr ? shortest(*number) : std::get<std::string>(cell));
}

}  // namespace

constexpr std::array<Choice, claim_count> claim_choices = choices();

std::span<const Claim> claims() {
    return all;
}

std::span<const Essay> essays() {
    return each;
}

int essay_of(int claim) {
    int out = 0;
    while (claim >= each[static_cast<size_t>(out)].first + each[static_cast<size_t>(out)].count) ++out;
    return out;
}

int claim_named(std::string_view name) {
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return static_cast<int>(i);
    return -1;
}

const Description& Asked::said() {
    if (view_) return said_;
    view_.emplace(*find_exhibit(exhibit_));
    view_->restore(state_);
    said_ = view_->describe();
    return said_;
}

const State& Asked::state() {
    said();
    return view_->state();
}

double Asked::value(std::string_view name) {
    for (const auto& [known, number, python] : said().values)
        if (known == name) return number;
    return NAN;
}

const Table* Asked::table(std::string_view title) {
    for (const Table& one : said().tables)
        if (std::string_view(one.title).starts_with(title)) return &one;
    return nullptr;
}

double Asked::cell(std::string_view title, std::string_view row, std::string_view column) {
    const Table* found = table(title);
    if (found == nullptr) return NAN;
    const auto at = std::find(found->columns.begin(), found->columns.end(), column);
    for (const std::vector<Cell>& cells : found->rows) {
        if (at == found->columns.end() || !is_named(cells.front(), row)) continue;
        const auto* number = std::get_if<double>(&cells[static_cast<size_t>(at - found->columns.begin())]);
        return number != nullptr ? *number : NAN;
    }
    return NAN;
}

int Asked::rows(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<int>(found->rows.size()) : 0;
}

int Asked::columns(std::string_view title) {
    const Table* found = table(title);
    return found != nullptr ? static_cast<int>(found->columns.size()) - 1 : 0;
}

const WidthSample& Asked::pairs(int d) {
    const auto at = std::find_if(samples_.begin(), samples_.end(),
                                 [d](const WidthSample& sample) { return sample.d() == d; });
    const WidthSample& out = at != samples_.end() ? *at : samples_.front();
    whole_ = whole_ && at != samples_.end() && out.finished();
    return out;
}

}  // namespace explainer::checking
