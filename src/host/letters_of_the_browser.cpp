// Letters and capitals (explainer/letters.h) as the browser knows them: the tables are 4 KB (gzip) that a
// reader need not load. Browsers may differ in letters that Unicode got in the last years.
#include <emscripten/em_js.h>

#include "explainer/letters.h"

// clang-format off
EM_JS(int, small_letter_of_browser, (int code_point), {
    return String.fromCodePoint(code_point).toLowerCase().codePointAt(0);
});
// (Without a backslash: what becomes of one depends on the compiler and on Emscripten.)
EM_JS(bool, is_letter_to_browser, (int code_point), {
    const letter = String.fromCharCode(92) + "p{L}";
    return new RegExp(letter, "u").test(String.fromCodePoint(code_point));
});
// clang-format on

namespace explainer {

uint32_t small_letter(uint32_t code_point) {
    return static_cast<uint32_t>(small_letter_of_browser(static_cast<int>(code_point)));
}

bool is_letter(uint32_t code_point) {
    return is_letter_to_browser(static_cast<int>(code_point));
}

}  // namespace explainer
