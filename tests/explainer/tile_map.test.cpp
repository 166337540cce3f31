// Large maps: levels keep the largest value, tiles are asked for when seen and go up once, masked ones cost
// nothing, budgets hold. The GPU is an array here; what the shader makes of it is tested in
// tests/native/drawing.test.mjs.
#include "explainer/drawing/tile_map.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "../seed.h"
#include "explainer/drawing/tile_slots.h"

using namespace explainer;

namespace {

class Memory final : public tile_slots::Uploader {
  public:
    std::map<int, std::vector<uint16_t>> tiles;

    Memory() { tile_slots::set_uploader(this); }
    ~Memory() override { tile_slots::set_uploader(nullptr); }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    void upload(int slot, const uint16_t* halves) override {
        REQUIRE(slot >= 0);
        REQUIRE(slot < tile_slots::count);
        tiles[slot].assign(halves, halves + tile_side * tile_side);
    }
};

/// A half-precision number; NaN for the one that stands for masked.
float number_of(uint16_t half) {
    if (half == 0xfbff) return std::nanf("");
    const int exponent = half >> 10 & 31;
    const float mantissa = static_cast<float>((half & 1023) + (exponent > 0 ? 1024 : 0));
    return std::ldexp(half & 0x8000 ? -mantissa : mantissa, std::max(1, exponent) - 25);
}

/// Tiles of a function of row and column; counts what is asked.
class Function final : public TileSource {
  public:
    float (*value)(int row, int col);
    bool causal = false;
    int rows = tile_side;
    int filled = 0;  // rows of tiles
    std::multiset<std::tuple<int, int, int>> asked;

    explicit Function(float (*f)(int, int), bool is_causal = false) : value(f), causal(is_causal) {}
    void fill_rows(int level, int row, int col, int first, int last, float* out) override {
        if (first == 0) asked.insert({level, row, col});
        filled += last - first;
        out += static_cast<std::ptrdiff_t>(first) * tile_side;
        for (int i = first; i < last; ++i)
            for (int j = 0; j < tile_side; ++j) *out++ = at(row * tile_side + i, col * tile_side + j);
    }
    int rows_at_once() const override { return rows; }
    bool masked(int level, int row, int col) const override {
        return causal && col << level >= (row + 1) << level;  // above the diagonal of tiles
    }
    float at(int row, int col) const { return causal && col > row ? std::nanf("") : value(row, col); }
};

float hashed(int row, int col) {
    uint32_t h = static_cast<uint32_t>(row) * 2654435761u ^ static_cast<uint32_t>(col) * 2246822519u;
    h = (h ^ h >> 15) * 2654435761u;
    return static_cast<float>(h >> 8) / static_cast<float>(1 << 24) * 2 - 1;
}

/// Steps until nothing is wanted any more; the number of steps.
int finish(TileMap& map, const TileMap::Viewport& viewport) {
    int steps = 1;
    for (; map.request_visible(viewport, 0); ++steps) {
        tile_slots::begin_frame();
        REQUIRE(steps < 100000);
    }
    return steps;
}

/// Every entry of a tile that is there, against the function itself.
void check_tile(TileMap& map, const Memory& memory, const Function& f, int level, int row, int col) {
    const TileMap::Standing standing = map.standing(level, row, col);
    REQUIRE(standing.coarser == 0);
    const int cell = 1 << level;
    for (int i = 0; i < tile_side; i += 1 + (i * 7 + row) % 13) {
        for (int j = 0; j < tile_side; j += 1 + (j * 5 + col) % 11) {
            float expected = std::nanf("");
            for (int r = (row * tile_side + i) * cell;
                 r < std::min(map.rows(), (row * tile_side + i + 1) * cell); ++r)
                for (int c = (col * tile_side + j) * cell;
                     c < std::min(map.cols(), (col * tile_side + j + 1) * cell); ++c) {
                    const float value = f.at(r, c);
                    if (std::isnan(value)) continue;
                    if (std::isnan(expected) || std::fabs(value) > std::fabs(expected)) expected = value;
                }
            const float got =
                standing.kind == TileMap::Standing::masked
                    ? std::nanf("")
                    : number_of(memory.tiles.at(standing.slot)[static_cast<size_t>(i * tile_side + j)]);
            const bool same = std::isnan(expected)
                                  ? std::isnan(got)
                                  : std::fabs(got - expected) <= 6e-4f * std::fabs(expected) + 6.2e-5f;
            if (!same) {
                FAIL("level " << level << ", entry " << row * tile_side + i << ", " << col * tile_side + j
                              << ": " << got << " instead of " << expected);
            }
        }
    }
}

}  // namespace

TEST_CASE("of two values the larger magnitude, the positive of equals, a number rather than a mask") {
    const float nan = std::nanf("");
    CHECK(larger(1, -2) == -2);
    CHECK(larger(-2, 1) == -2);
    CHECK(larger(-2, 2) == 2);
    CHECK(larger(2, -2) == 2);
    CHECK(larger(nan, 0) == 0);
    CHECK(larger(0, nan) == 0);
    CHECK(std::isnan(larger(nan, nan)));
}

TEST_CASE(
    "every level of maps of any shape holds the value of largest magnitude, at whatever level one begins") {
    for (const auto& [rows, cols, causal] :
         {std::tuple{1000, 700, false}, {1100, 1100, true}, {3, 2000, false}, {513, 257, true}}) {
        for (int first_level = 0; first_level <= 3; ++first_level) {
            Memory memory;
            Function f(hashed, causal);
            TileMap map;
            map.show(rows, cols, f, 1);
            for (int step = 0; step <= map.top_level(); ++step) {
                const int level = std::min((first_level + step) % (map.top_level() + 1), map.top_level());
                const TileMap::Viewport viewport =
                    map.viewport({0, 0, static_cast<double>(rows), static_cast<double>(cols)}, level);
                finish(map, viewport);
                for (int r = 0; r < viewport.rows; ++r)
                    for (int c = 0; c < viewport.cols; ++c) check_tile(map, memory, f, level, r, c);
            }
        }
    }
}

TEST_CASE("a single hot cell among 16 million is in the coarsest level; every cell was asked for once") {
    Memory memory;
    Function f([](int row, int col) { return row == 2741 && col == 1303 ? -1.0f : 0.001f; });
    TileMap map;
    map.show(4096, 4096, f, 1);
    CHECK(map.top_level() == 4);
    finish(map, map.viewport({0, 0, 4096, 4096}, 4));
    const TileMap::Standing standing = map.standing(4, 0, 0);
    REQUIRE(standing.kind == TileMap::Standing::there);
    const std::vector<uint16_t>& tile = memory.tiles.at(standing.slot);
    CHECK(number_of(tile[(2741 / 16) * 256 + 1303 / 16]) == -1);
    CHECK(std::count_if(tile.begin(), tile.end(), [](uint16_t half) { return number_of(half) == -1; }) == 1);
    CHECK(f.asked.size() == 256);
    CHECK(std::set(f.asked.begin(), f.asked.end()).size() == 256);
    // The levels between are there too: nothing more is asked.
    for (int level = 1; level <= 4; ++level) CHECK(finish(map, map.viewport({0, 0, 4096, 4096}, level)) == 1);
    CHECK(f.asked.size() == 256);
    CHECK(map.uploads() == 64 + 16 + 4 + 1);
}

TEST_CASE(
    "tiles that are filled some rows at a time: two sights in turn, other versions between, nothing twice") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 6; ++round) {
        Memory memory;
        Function f(hashed, random() % 2 != 0);
        f.rows = 1 << (4 + random() % 4);
        TileMap map;
        map.show(1100, 900, f, 1);
        const TileMap::Viewport near = map.viewport({300, 300, 500, 500}, 0),
                                all = map.viewport({0, 0, 1100, 900}, 1);
        uint64_t version = 1;
        for (int step = 0; step < 40; ++step) {
            const int before = f.filled;
            map.request_visible(random() % 2 != 0 ? near : all, 0);
            // (A tile of a coarser level is made of whole ones.)
            CHECK(f.filled - before <= tile_side);
            if (random() % 10 == 0) map.show(1100, 900, f, ++version, 1, random() % 2 != 0);
        }
        f.value = [](int row, int col) { return hashed(col, row); };
        map.show(1100, 900, f, ++version, 1, random() % 2 != 0);
        f.asked.clear();
        f.filled = 0;
        for (bool more = true; more;) {
            const bool first = map.request_visible(near, 0), second = map.request_visible(all, 0);
            more = first || second;
        }
        CHECK(!map.request_visible(near, 0));
        for (const TileMap::Viewport& viewport : {near, all})
            for (int r = viewport.row; r < viewport.row + viewport.rows; ++r)
                for (int c = viewport.col; c < viewport.col + viewport.cols; ++c)
                    check_tile(map, memory, f, viewport.level, r, c);
        CHECK(f.filled == tile_side * static_cast<int>(f.asked.size()));
    }
}

TEST_CASE("a pan over 4096 × 4096: no tile that has been seen is filled or goes up again") {
    Memory memory;
    Function f(hashed);
    TileMap map;
    map.show(4096, 4096, f, 1);
    const auto pan = [&map] {
        for (double at = 0; at + 900 <= 4096; at += 61) {
            tile_slots::begin_frame();
            finish(map, map.viewport({at, 4096 - 900 - at, 900, 900}, 0));
        }
    };
    pan();
    const int uploads = map.uploads(), fills = map.fills();
    CHECK(uploads > 50);
    CHECK(uploads < 256);
    pan();
    CHECK(map.uploads() == uploads);
    CHECK(map.fills() == fills);
    map.show(4096, 4096, f, 1);  // the same version: nothing
    pan();
    CHECK(map.uploads() == uploads);
    map.show(4096, 4096, f, 2);
    pan();
    CHECK(map.uploads() == 2 * uploads);
}

TEST_CASE("masked tiles are neither asked for nor stored; a tile that turns out to be masked is not stored") {
    Memory memory;
    Function f(hashed, true);
    TileMap map;
    map.show(2048, 2048, f, 1);
    const TileMap::Viewport all = map.viewport({0, 0, 2048, 2048}, 0);
    finish(map, all);
    CHECK(f.asked.size() == 8 * 9 / 2);
    CHECK(map.standing(0, 0, 7).kind == TileMap::Standing::masked);
    CHECK(map.standing(0, 7, 0).kind == TileMap::Standing::there);

    Function blank([](int, int) { return std::nanf(""); });
    TileMap other;
    other.show(512, 512, blank, 1);
    finish(other, other.viewport({0, 0, 512, 512}, 0));
    CHECK(other.uploads() == 0);
    CHECK(other.standing(1, 0, 0).kind == TileMap::Standing::masked);
}

TEST_CASE("a source that answers levels itself is asked for what is seen, however large the matrix is") {
    class Levels final : public TileSource {
      public:
        int calls = 0;
        void fill_rows(int level, int, int, int, int, float* out) override {
            ++calls;
            std::fill_n(out, tile_side * tile_side, static_cast<float>(level));
        }
        bool has_levels() const override { return true; }
    };
    Memory memory;
    Levels levels;
    TileMap map;
    map.show(65536, 65536, levels, 1, 8);
    CHECK(map.top_level() == 8);
    const CellRegion everything{0, 0, 65536, 65536};
    const int level = map.level(everything, 800, 800);
    CHECK(level == 6);
    const TileMap::Viewport viewport = map.viewport(everything, level);
    finish(map, viewport);
    CHECK(levels.calls == 16);
    CHECK(number_of(memory.tiles.at(map.standing(6, 3, 3).slot)[0]) * 8 == 6);
}

TEST_CASE("the level has an entry for every device pixel, and less than two") {
    TileMap map;
    Function f(hashed);
    map.show(60000, 60000, f, 1);
    std::mt19937 random(5);
    for (int i = 0; i < 1000; ++i) {
        const double cells = std::exp(std::uniform_real_distribution(0.0, 11.0)(random));
        const double pixels = std::uniform_real_distribution(64.0, 4000.0)(random);
        const int level = map.level({0, 0, cells, cells}, pixels, pixels);
        const double a_pixel = std::ldexp(cells / pixels, -level);
        if (level > 0) CHECK(a_pixel >= 1);
        if (level < map.top_level()) CHECK(a_pixel < 2);
    }
}

TEST_CASE("each step is a slice, missing tiles are stood in for by coarser ones, the middle comes first") {
    Memory memory;
    Function f(hashed);
    TileMap map;
    map.show(2048, 2048, f, 1);
    const TileMap::Viewport coarse = map.viewport({0, 0, 2048, 2048}, 3),
                            fine = map.viewport({0, 0, 1280, 1280}, 0);
    CHECK(map.standing(0, 2, 2).kind == TileMap::Standing::none);
    CHECK(map.request_visible(coarse, 0));
    CHECK_MESSAGE(map.fills() == 1, "a step without time does one tile");
    finish(map, coarse);
    CHECK(map.standing(0, 2, 2).coarser >= 1);
    CHECK(map.standing(0, 2, 2).kind == TileMap::Standing::there);
    map.request_visible(fine, 0);
    CHECK_MESSAGE(map.standing(0, 2, 2).coarser == 0, "of 5 × 5 tiles the middle one");
    finish(map, fine);
    for (int i = 0; i < 25; ++i) CHECK(map.standing(0, i / 5, i % 5).coarser == 0);
}

TEST_CASE("several large maps share the memory: the tiles seen longest ago go, those in sight stay") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    Memory memory;
    Function f(hashed);
    std::vector<std::unique_ptr<TileMap>> maps;
    for (int i = 0; i < 5; ++i) {
        maps.push_back(std::make_unique<TileMap>());
        maps.back()->show(4096, 4096, f, 1);
    }
    for (int frame = 0; frame < 30; ++frame) {
        auto& map = maps[std::uniform_int_distribution<size_t>(0, 4)(random)];
        if (frame % 17 == 16) {
            map = std::make_unique<TileMap>();
            map->show(4096, 4096, f, 1);
        }
        const double at = std::uniform_real_distribution(0.0, 2500.0)(random);
        const TileMap::Viewport viewport = map->viewport({at, at, 1500, 1500}, 0);
        tile_slots::begin_frame();
        finish(*map, viewport);
        for (int r = viewport.row; r < viewport.row + viewport.rows; ++r) {
            for (int c = viewport.col; c < viewport.col + viewport.cols; ++c)
                check_tile(*map, memory, f, 0, r, c);
        }
    }
}

TEST_CASE("more in sight than there is room for: no endless work; no renderer: nothing is asked") {
    Function f(hashed);
    TileMap map;
    map.show(8192, 8192, f, 1);  // 1024 tiles
    CHECK_FALSE(map.request_visible(map.viewport({0, 0, 8192, 8192}, 0), 1000));
    CHECK(f.asked.empty());
    {
        Memory memory;
        tile_slots::begin_frame();
        CHECK_FALSE(map.request_visible(map.viewport({0, 0, 8192, 8192}, 0), 1e9));
        CHECK(memory.tiles.size() == tile_slots::count);
    }
    Memory another;  // a new context: all is forgotten
    CHECK(map.standing(0, 16, 16).kind == TileMap::Standing::none);
    map.request_visible(map.viewport({0, 0, 256, 256}, 0), 0);
    CHECK(map.standing(0, 0, 0).kind == TileMap::Standing::there);
}

TEST_CASE("a region for a file has what the tiles have, at its level") {
    Function f(hashed, true);
    TileMap map;
    map.show(1000, 900, f, 1);
    const CellRegion seen{100.5, -50, 700, 800};
    const RegionValues got = read_region(map, seen, 200, 200);
    CHECK(got.level == 1);
    CHECK(got.row == 50);
    CHECK(got.col == 0);
    REQUIRE(got.rows == 401 - 50);
    REQUIRE(got.cols == 375);
    for (int i = 0; i < got.rows; ++i) {
        for (int j = 0; j < got.cols; ++j) {
            float expected = std::nanf("");
            for (int k = 0; k < 4; ++k) {
                const int row = 2 * (got.row + i) + k / 2, col = 2 * (got.col + j) + k % 2;
                if (row < 1000 && col < 900) expected = larger(expected, f.at(row, col));
            }
            const float value = got.values[static_cast<size_t>(i * got.cols + j)];
            if (!(std::isnan(value) && std::isnan(expected)) && value != expected) FAIL(i << ", " << j);
        }
    }
}

TEST_CASE("an array as tiles") {
    std::vector<float> values(300 * 600);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    ArrayTiles tiles(values, 300, 600);
    std::vector<float> out(tile_side * tile_side, -1);
    tiles.fill(0, 1, 2, out.data());
    CHECK(out[0] == 256 * 600 + 512);
    CHECK(out[43 * 256 + 87] == 299 * 600 + 599);
    CHECK(out[43 * 256 + 88] == -1);
    CHECK(out[44 * 256] == -1);
}

TEST_CASE(
    "tiles of another version are made in place: what stood is in sight until then, the oldest go first") {
    Memory memory;
    tile_slots::begin_frame();
    static float offset = 0;
    offset = 0;
    Function source([](int row, int col) { return 0.001f * static_cast<float>((row + col) % 7) + offset; });
    TileMap map;
    map.show(1024, 1024, source, 1, 1, true);
    const TileMap::Viewport viewport = map.viewport({0, 0, 1024, 1024}, 0);
    REQUIRE(viewport.rows * viewport.cols == 16);
    while (map.request_visible(viewport, 1000)) {
    }
    const int slot = map.standing(0, 3, 3).slot;
    REQUIRE(slot >= 0);
    offset = 0.5f;
    map.show(1024, 1024, source, 2, 1, true);
    CHECK(map.standing(0, 3, 3).slot == slot);
    CHECK(number_of(memory.tiles[slot][0]) < 0.1f);
    // A tile a frame, and a new version with each: all of them come to be made anew.
    for (int frame = 0; frame < 16; ++frame) {
        tile_slots::begin_frame();
        map.show(1024, 1024, source, static_cast<uint64_t>(3 + frame), 1, true);
        map.request_visible(viewport, 0);
    }
    for (int row = 0; row < 4; ++row) {
        for (int col = 0; col < 4; ++col)
            CHECK(number_of(memory.tiles[map.standing(0, row, col).slot][0]) > 0.4f);
    }
    CHECK(map.standing(0, 3, 3).slot == slot);
    CHECK(memory.tiles.size() == 16 + 4 + 1);  // with the coarser ones
    // Without asking for it, or with another shape, nothing stays.
    map.show(1024, 1024, source, 99);
    CHECK(map.standing(0, 3, 3).kind == TileMap::Standing::none);
}
