// PNG files as libpng reads them: the colours that went in, for even areas, repeated rows, noise, and every
// length of run.
#include "explainer/drawing/png.h"

#include <doctest/doctest.h>
#include <png.h>

#include <cstring>
#include <random>
#include <vector>

#include "../seed.h"

using namespace explainer;

namespace {

std::vector<Color> read(const std::string& file, int width, int height) {
    png_image image;
    std::memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    REQUIRE_MESSAGE(png_image_begin_read_from_memory(&image, file.data(), file.size()) != 0, image.message);
    REQUIRE(image.width == static_cast<png_uint_32>(width));
    REQUIRE(image.height == static_cast<png_uint_32>(height));
    image.format = PNG_FORMAT_RGBA;
    std::vector<Color> out(static_cast<size_t>(width) * static_cast<size_t>(height));
    REQUIRE_MESSAGE(png_image_finish_read(&image, nullptr, out.data(), 0, nullptr) != 0, image.message);
    REQUIRE_MESSAGE(image.warning_or_error == 0, image.message);
    return out;
}

std::vector<Color> palette(std::mt19937& random) {
    std::vector<Color> out;
    for (int i = 0; i < 256; ++i) {
        const auto bits = static_cast<uint32_t>(random());
        out.push_back({static_cast<uint8_t>(bits), static_cast<uint8_t>(bits >> 8),
                       static_cast<uint8_t>(bits >> 16), i == 0 ? uint8_t{0} : uint8_t{255}});
    }
    return out;
}

void check(int width, int height, const std::vector<uint8_t>& indices, const std::vector<Color>& colors) {
    CAPTURE(width);
    CAPTURE(height);
    const std::vector<Color> got = read(png_file(width, height, indices, colors), width, height);
    for (size_t i = 0; i < indices.size(); ++i) {
        const Color expected = colors[indices[i]];
        if (expected.a() == 0 ? got[i].a() != 0 : !(got[i] == expected)) FAIL("pixel " << i);
    }
}

}  // namespace

TEST_CASE("a PNG has the colours that went in") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const std::vector<Color> colors = palette(random);
    for (int i = 0; i < 300; ++i) {
        const int width = std::uniform_int_distribution(1, 90)(random),
                  height = std::uniform_int_distribution(1, 40)(random);
        const int kinds = std::uniform_int_distribution(1, 5)(random) == 1 ? 255 : 3;
        const int longest = std::uniform_int_distribution(1, 700)(random);
        std::vector<uint8_t> indices(static_cast<size_t>(width) * static_cast<size_t>(height));
        for (size_t at = 0; at < indices.size();) {
            const auto value = static_cast<uint8_t>(std::uniform_int_distribution(0, kinds)(random));
            for (int n = std::uniform_int_distribution(1, longest)(random); n > 0 && at < indices.size(); --n)
                indices[at++] = value;
        }
        check(width, height, indices, colors);
    }
    for (int run = 1; run < 600; ++run)
        check(run, 2, std::vector<uint8_t>(static_cast<size_t>(run) * 2, 7), colors);
    check(40000, 2, std::vector<uint8_t>(80000, 200), colors);
}

TEST_CASE("even areas and repeated rows are small") {
    const std::vector<Color> colors(256);
    CHECK(png_file(600, 600, std::vector<uint8_t>(360000), colors).size() < 5000);
    std::vector<uint8_t> rows(360000);
    for (size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<uint8_t>((i % 600) * 7);
    CHECK(png_file(600, 600, rows, colors).size() < 6000);
}
