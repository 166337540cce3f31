// A decimal as the nearest double, as strtod() reads it. In the browser JavaScript does it: it reads the
// same, and the C library's way would be 7 KB (gzip) that a reader need not load.
#pragma once

namespace explainer {

/// `text`: a plain decimal number, nothing before or behind it. Anything else: not a number.
double read_double(const char* text);

}  // namespace explainer
