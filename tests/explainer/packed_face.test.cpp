// A packed face becomes a TrueType file; the face here is made by hand, byte by byte as cmake/packed_face.mjs
// describes it.
#include "explainer/drawing/packed_face.h"

#include <doctest/doctest.h>

#include <string>

using Bytes = std::vector<unsigned char>;

namespace {

size_t number(const Bytes& file, size_t at, size_t bytes) {
    size_t out = 0;
    for (size_t i = 0; i < bytes; ++i) out = out << 8 | file[at + i];
    return out;
}

Bytes table_of(const Bytes& file, const std::string& tag) {
    for (size_t at = 12; at < 12 + 16 * number(file, 4, 2); at += 16) {
        const auto from = file.begin() + static_cast<ptrdiff_t>(number(file, at + 8, 4));
        if (std::string(file.begin() + static_cast<ptrdiff_t>(at),
                        file.begin() + static_cast<ptrdiff_t>(at) + 4) == tag)
            return {from, from + static_cast<ptrdiff_t>(number(file, at + 12, 4))};
    }
    FAIL("no table ", tag);
    return {};
}

}  // namespace

TEST_CASE("a packed face is unpacked to the tables of TrueType") {
    const Bytes packed = {
        0, 4, 3, 0, 1, 64 + 2,               // kinds: of three glyphs none, one contour, two parts
        0, 1, 3,                             // contours: a triangle
        0, 3, 1 | 4, 0 | 4 | 16, 1 | 2 | 8,  // flags: right; right and up, a curve's; left and down
        0, 7, 3, 255, 1, 44, 5, 12, 2,       // sizes, in fours: 12; 1200, 20; 48, 8
        0, 6, 1, 0, 0, 1, 7, 8,              // parts: glyph 1 where it is, and 4 to the
                                             // left, 4 up
        0, 8, 255, 3, 232, 0, 255, 2, 88,
        100,                  // advances: 1000 units an em; 0, 600, 100
        0, 4, 67, 0, 130, 3,  // characters: up to 67; none, 65, 63
    };
    const Bytes file = explainer::unpacked_face(packed);
    CHECK(number(file, 0, 4) == 0x10000);
    CHECK(number(table_of(file, "head"), 18, 2) == 1000);
    CHECK(number(table_of(file, "hhea"), 4, 2) == 800);
    CHECK(number(table_of(file, "hhea"), 6, 2) == 65536 - 200);
    CHECK(number(table_of(file, "maxp"), 4, 2) == 3);
    CHECK(table_of(file, "hmtx") == Bytes{0, 0, 0, 0, 2, 88, 0, 0, 0, 100, 0, 0});
    const Bytes cmap = table_of(file, "cmap");
    CHECK(cmap.size() == 22 + 2 * 68);
    CHECK(number(cmap, 22 + 2 * 65, 2) == 1);
    CHECK(number(cmap, 22 + 2 * 63, 2) == 2);
    CHECK(number(cmap, 22 + 2 * 64, 2) == 0);
    CHECK(table_of(file, "loca") == Bytes{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 0, 55});
    CHECK(table_of(file, "glyf") == Bytes{0,   1,   0,   12, 0,  0, 4,   188, 0,   20,  0,   2, 0,  0,
                                          1,   0,   1,   0,  12, 4, 176, 255, 208, 0,   0,   0, 20, 255,
                                          248, 255, 255, 0,  8,  0, 0,   4,   188, 0,   24,  0, 35, 0,
                                          1,   0,   0,   0,  0,  0, 3,   0,   1,   255, 252, 0, 4});
}
