// See packed_face.h.
#include "explainer/drawing/packed_face.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace explainer {
namespace {

using Bytes = std::vector<unsigned char>;

/// Reads numbers: 0 to 254 are a byte, greater ones 255 and two bytes more.
struct Numbers {
    const unsigned char* at = nullptr;

    int next() {
        const int byte = *at++;
        if (byte < 255) return byte;
        at += 2;
        return at[-2] << 8 | at[-1];
    }
    /// 0, −1, 1, −2, 2 … are 0, 1, 2, 3, 4 …
    int next_signed() {
        const int number = next();
        return number % 2 != 0 ? -(number + 1) / 2 : number / 2;
    }
};

struct Box {
    int left = std::numeric_limits<int>::max(), bottom = left, right = -left, top = -left;

    void add(int x, int y) {
        left = std::min(left, x), right = std::max(right, x);
        bottom = std::min(bottom, y), top = std::max(top, y);
    }
};

void set16(Bytes& bytes, size_t at, int value) {
    bytes[at] = static_cast<unsigned char>(value >> 8);
    bytes[at + 1] = static_cast<unsigned char>(value);
}
void add16(Bytes& bytes, int value) {
    bytes.resize(bytes.size() + 2);
    set16(bytes, bytes.size() - 2, value);
}
void add32(Bytes& bytes, size_t value) {
    add16(bytes, static_cast<int>(value >> 16));
    add16(bytes, static_cast<int>(value & 0xffff));
}

}  // namespace

Bytes unpacked_face(std::span<const unsigned char> packed) {
    std::array<Numbers, 7> streams;
    const unsigned char* next = packed.data();
    for (Numbers& stream : streams) {
        stream.at = next + 2;
        next = stream.at + (next[0] << 8 | next[1]);
    }
    auto& [kinds, contours, flags, sizes, parts, advances, characters] = streams;

    // What is 0 below is so in the file, or nobody asks for it.
    constexpr int composite = 64, grid = 4;
    const int count = kinds.next(), em = advances.next(), last_character = characters.next();
    Bytes cmap(22), glyf, head(54), hhea(36), hmtx, loca, maxp(6);
    std::vector<Box> boxes(static_cast<size_t>(count));
    set16(head, 18, em);
    set16(head, 50, 1);  // the offsets of glyphs have 32 bits
    // Dear ImGui takes a size for ascent plus descent; CSS, and the exhibits, for the em. Make them the same.
    const int ascent = (8 * em + 5) / 10;
    set16(hhea, 4, ascent);
    set16(hhea, 6, ascent - em);
    set16(hhea, 34, count);
    set16(maxp, 4, count);
    // One table of characters, Unicode, a plain list from 0 on: more than a page of it is read anyway.
    set16(cmap, 2, 1);
    set16(cmap, 4, 3);
    set16(cmap, 6, 1);
    set16(cmap, 10, 12);
    set16(cmap, 12, 6);
    set16(cmap, 20, last_character + 1);
    cmap.resize(cmap.size() + 2 * (static_cast<size_t>(last_character) + 1));

    int character = 0;
    for (int glyph = 0; glyph < count; ++glyph) {
        add32(loca, glyf.size());
        add16(hmtx, advances.next());
        add16(hmtx, 0);
        if (const int step = characters.next_signed(); step != 0) {
            character += step;
            set16(cmap, 22 + 2 * static_cast<size_t>(character), glyph);
        }
        const int kind = kinds.next();
        if (kind == 0) continue;
        const size_t start = glyf.size();
        glyf.resize(start + 10);
        Box& box = boxes[static_cast<size_t>(glyph)];
        for (int left = kind - composite; left > 0; --left) {
            const int part = parts.next(), x = parts.next_signed(), y = parts.next_signed();
            add16(glyf, 3 | (left > 1 ? 32 : 0));  // two words of offset; more parts follow
            add16(glyf, part);
            add16(glyf, x);
            add16(glyf, y);
            const Box& own = boxes[static_cast<size_t>(part)];
            box.add(own.left + x, own.bottom + y);
            box.add(own.right + x, own.top + y);
        }
        if (kind < composite) {
            int last = -1;
            for (int i = 0; i < kind; ++i) add16(glyf, last += contours.next());
            add16(glyf, 0);  // no instructions
            const size_t points = static_cast<size_t>(last) + 1, first = glyf.size();
            glyf.resize(first + 5 * points);
            int x = 0, y = 0;
            for (size_t i = 0; i < points; ++i) {
                const int flag = flags.next();
                const auto step = [&](int minus, int plus) {
                    if ((flag & (minus | plus)) == 0) return 0;
                    return ((flag & plus) != 0 ? grid : -grid) * sizes.next();
                };
                const int dx = step(2, 4), dy = step(8, 16);
                glyf[first + i] = flag & 1;  // on the curve
                set16(glyf, first + points + 2 * i, dx);
                set16(glyf, first + 3 * points + 2 * i, dy);
                box.add(x += dx, y += dy);
            }
        }
        set16(glyf, start, kind < composite ? kind : -1);
        set16(glyf, start + 2, box.left);
        set16(glyf, start + 4, box.bottom);
        set16(glyf, start + 6, box.right);
        set16(glyf, start + 8, box.top);
    }
    add32(loca, glyf.size());

    const struct {
        const char* tag;
        const Bytes& bytes;
    } tables[] = {{"cmap", cmap}, {"glyf", glyf}, {"head", head}, {"hhea", hhea},
                  {"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp}};
    Bytes out;
    add32(out, 0x10000);
    add32(out, std::size(tables) << 16);
    add32(out, 0);
    size_t offset = 12 + 16 * std::size(tables);
    for (const auto& table : tables) {
        out.insert(out.end(), table.tag, table.tag + 4);
        add32(out, 0);
        add32(out, offset);
        add32(out, table.bytes.size());
        offset += table.bytes.size();
    }
    for (const auto& table : tables) out.insert(out.end(), table.bytes.begin(), table.bytes.end());
    return out;
}

}  // namespace explainer
