// PNG and the deflate that maps need. See png.h. Runs and repeated rows are folded, fixed codes save the
// tables: a map with large even areas shrinks to a few per cent, noise grows by an eighth.
#include "explainer/drawing/png.h"

#include <algorithm>
#include <array>

namespace explainer {
namespace {

/// Deflate (RFC 1951) with fixed codes; matches only at distance 1 and at the length of a row.
class Deflate {
  public:
    explicit Deflate(std::string& out) : out_(out) {}

    void write(std::string_view data, size_t row) {
        bits(1, 1);  // the last block
        bits(1, 2);  // fixed codes
        for (size_t at = 0; at < data.size();) {
            const size_t run = at >= 1 ? match(data, at, 1) : 0;
            const size_t same = at >= row ? match(data, at, row) : 0;
            const size_t length = std::max(run, same);
            if (length < 3) {
                literal(static_cast<unsigned char>(data[at++]));
                continue;
            }
            length_code(static_cast<int>(length));
            distance_code(static_cast<int>(same > run ? row : 1));
            at += length;
        }
        code(256 - 256, 7);  // the end
        if (used_ > 0) out_ += static_cast<char>(pending_);
    }

  private:
    static size_t match(std::string_view data, size_t at, size_t distance) {
        size_t length = 0;
        const size_t most = std::min<size_t>(258, data.size() - at);
        while (length < most && data[at + length] == data[at + length - distance]) ++length;
        return length;
    }
    void bits(uint32_t value, int count) {
        for (int i = 0; i < count; ++i) {
            pending_ |= (value >> i & 1) << used_;
            if (++used_ < 8) continue;
            out_ += static_cast<char>(pending_);
            pending_ = 0;
            used_ = 0;
        }
    }
    /// Huffman codes begin with their highest bit.
    void code(uint32_t value, int count) {
        for (int i = count - 1; i >= 0; --i) bits(value >> i & 1, 1);
    }
    void literal(uint32_t byte) { byte < 144 ? code(0x30 + byte, 8) : code(0x190 + byte - 144, 9); }
    void length_code(int length) {
        // Eight lengths without extra bits, then groups of four codes with one bit more each.
        int symbol = 0, extra = 0, base = 3;
        if (length == 258) {
            symbol = 28;
        } else {
            while (symbol < 27) {
                const int next_extra = symbol < 7 ? 0 : (symbol + 1 - 4) / 4;
                if (base + (1 << extra) > length) break;
                base += 1 << extra;
                ++symbol;
                extra = next_extra;
            }
        }
        if (symbol < 23)
            code(static_cast<uint32_t>(symbol + 1), 7);
        else
            code(static_cast<uint32_t>(0xc0 + symbol - 23), 8);
        if (symbol < 28) bits(static_cast<uint32_t>(length - base), extra);
    }
    void distance_code(int distance) {
        int symbol = 0, extra = 0, base = 1;
        while (base + (1 << extra) <= distance) {
            base += 1 << extra;
            ++symbol;
            extra = symbol < 4 ? 0 : (symbol - 2) / 2;
        }
        code(static_cast<uint32_t>(symbol), 5);
        bits(static_cast<uint32_t>(distance - base), extra);
    }

    std::string& out_;
    uint32_t pending_ = 0;
    int used_ = 0;
};

std::string big_endian(uint32_t value) {
    return {static_cast<char>(value >> 24), static_cast<char>(value >> 16), static_cast<char>(value >> 8),
            static_cast<char>(value)};
}

uint32_t crc(std::string_view bytes) {
    static const std::array<uint32_t, 256> table = [] {
        std::array<uint32_t, 256> out{};
        for (uint32_t i = 0; i < 256; ++i) {
            uint32_t c = i;
            for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xedb88320u ^ c >> 1 : c >> 1;
            out[i] = c;
        }
        return out;
    }();
    uint32_t c = 0xffffffffu;
    for (const char byte : bytes) c = table[(c ^ static_cast<unsigned char>(byte)) & 255] ^ c >> 8;
    return ~c;
}

uint32_t adler(std::string_view bytes) {
    uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<unsigned char>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

std::string chunk(std::string_view type, std::string_view data) {
    const std::string body = std::string(type) + std::string(data);
    return big_endian(static_cast<uint32_t>(data.size())) + body + big_endian(crc(body));
}

}  // namespace

std::string png_file(int width, int height, std::span<const uint8_t> indices,
                     std::span<const Color> palette) {
    const auto row = static_cast<size_t>(width);
    std::string raw;  // each row behind its filter: none
    for (size_t i = 0; i < static_cast<size_t>(height); ++i) {
        raw += '\0';
        raw.append(reinterpret_cast<const char*>(&indices[i * row]), row);
    }
    std::string packed = "\x78\x01";
    Deflate(packed).write(raw, std::min<size_t>(row + 1, 32768));
    packed += big_endian(adler(raw));
    std::string colors, alphas;
    for (const Color color : palette) {
        for (const uint8_t channel : {color.r(), color.g(), color.b()}) colors += static_cast<char>(channel);
        alphas += static_cast<char>(color.a());
    }
    const std::string head = big_endian(static_cast<uint32_t>(width)) +
                             big_endian(static_cast<uint32_t>(height)) +
                             std::string("\x08\x03\x00\x00\x00", 5);  // 8 bits, palette, not interlaced
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("PLTE", colors) + chunk("tRNS", alphas) +
           chunk("IDAT", packed) + chunk("IEND", "");
}

std::string base64(std::string_view bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t three = 0;
        for (size_t k = 0; k < 3; ++k)
            three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
    }
    return out;
}

}  // namespace explainer
