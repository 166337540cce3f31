// Capitals and letters by Unicode's tables. Browsers have their own: src/host/letters_of_the_browser.cpp.
#include <algorithm>

#include "explainer/letters.h"
#include "explainer/letters_table.h"

namespace explainer {
namespace {

/// The range of a table, in order, that has this code point; null if none has.
template <class Range, size_t count>
const Range* range_of(const Range (&table)[count], uint32_t c) {
    const Range* const range = std::lower_bound(
        table, table + count, c, [](const Range& one, uint32_t wanted) { return one.last < wanted; });
    return range < table + count && range->first <= c ? range : nullptr;
}

}  // namespace

uint32_t small_letter(uint32_t c) {
    const auto* const range = range_of(unicode::capitals, c);
    if (!range || (c - range->first) % range->step != 0) return c;
    return c + static_cast<uint32_t>(range->shift);
}

bool is_letter(uint32_t c) {
    return range_of(unicode::letters, c) != nullptr;
}

}  // namespace explainer
