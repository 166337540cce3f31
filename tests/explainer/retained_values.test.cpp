// Matrices that stay on the GPU: what goes up when, that no two lie on each other, that room is made. The GPU
// is an array here.
#include "explainer/drawing/retained_values.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "../seed.h"

using namespace explainer;

namespace {

/// The pages as an array.
class Memory final : public RetainedValues::Uploader {
  public:
    std::vector<std::vector<float>> pages;
    size_t rows_sent = 0;

    void upload(int page, int row, int rows, const float* entries) override {
        REQUIRE(row >= 0);
        REQUIRE(row + rows <= RetainedValues::page_rows);
        while (static_cast<int>(pages.size()) <= page)
            pages.emplace_back(static_cast<size_t>(RetainedValues::most_entries), 12345.0f);
        std::copy_n(entries, static_cast<ptrdiff_t>(rows) * RetainedValues::row_entries,
                    pages[static_cast<size_t>(page)].begin() +
                        static_cast<ptrdiff_t>(row) * RetainedValues::row_entries);
        rows_sent += static_cast<size_t>(rows);
    }
    /// As shaders/heatmap.frag reads it.
    float at(const RetainedValues::Place& place, int row, int col) const {
        const auto index =
            static_cast<size_t>(place.row * RetainedValues::row_entries + row * place.cols + col);
        return pages[static_cast<size_t>(place.page)][index];
    }
};

struct Matrix {
    int rows, cols;
    std::vector<float> values;
    uint64_t id, version = 0;

    Heat heat() const { return {values.data(), rows, cols, 1, false, 1, id, version}; }
    void change(std::mt19937& random) {
        for (float& value : values) value = std::uniform_real_distribution<float>(-1, 1)(random);
        ++version;
    }
};

Matrix matrix(int rows, int cols, uint64_t id, std::mt19937& random) {
    Matrix out{rows, cols, std::vector<float>(static_cast<size_t>(rows) * static_cast<size_t>(cols)), id};
    out.change(random);
    return out;
}

void check_stored(const Memory& memory, const RetainedValues::Place& place, const Matrix& m) {
    REQUIRE(place.rows == m.rows);
    REQUIRE(place.cols == m.cols);
    for (int i = 0; i < m.rows; ++i) {
        for (int j = 0; j < m.cols; ++j) {
            const float value =
                m.values[static_cast<size_t>(i) * static_cast<size_t>(m.cols) + static_cast<size_t>(j)];
            if (memory.at(place, i, j) != value) {
                FAIL("matrix " << m.id << " at " << i << ", " << j);
            }
        }
    }
}

const int view_a = 0, view_b = 0;

}  // namespace

TEST_CASE("a matrix goes up once for each version, whatever is drawn between") {
    std::mt19937 random(1);
    RetainedValues retained;
    Memory memory;
    std::vector<Matrix> all;
    for (uint64_t i = 1; i <= 144; ++i) all.push_back(matrix(48, 48, i, random));
    for (int frame = 0; frame < 30; ++frame) {
        retained.begin_frame();
        for (const Matrix& m : all) retained.place(&view_a, m.heat(), memory);
    }
    CHECK(retained.uploads() == 144);
    CHECK_MESSAGE(retained.pages() == 1, "144 maps of 48 × 48 share a texture");
    all[7].change(random);
    retained.begin_frame();
    for (const Matrix& m : all) check_stored(memory, retained.place(&view_a, m.heat(), memory), m);
    CHECK(retained.uploads() == 145);
    // Another view's matrices are others, though their ids are the same.
    retained.place(&view_b, all[0].heat(), memory);
    CHECK(retained.uploads() == 146);
}

TEST_CASE("without an id a matrix is known by its values, its shape and nothing else") {
    std::mt19937 random(2);
    RetainedValues retained;
    Memory memory;
    Matrix m = matrix(6, 4, 0, random);
    const Matrix same = m;
    retained.place(&view_a, m.heat(), memory);
    retained.place(&view_a, same.heat(), memory);
    CHECK(retained.uploads() == 1);
    for (size_t i = 0; i < m.values.size(); ++i) {
        m.values[i] += 0.5f;
        check_stored(memory, retained.place(&view_a, m.heat(), memory), m);
    }
    CHECK(retained.uploads() == 1 + 24);
    std::swap(m.rows, m.cols);
    check_stored(memory, retained.place(&view_a, m.heat(), memory), m);
}

TEST_CASE("masked entries, and matrices larger than a page, keep what matters") {
    RetainedValues retained;
    Memory memory;
    const float nan = std::nanf("");
    const std::vector<float> values = {1, nan, -2, 0};
    const RetainedValues::Place place = retained.place(&view_a, {values.data(), 2, 2}, memory);
    CHECK(memory.at(place, 0, 1) == RetainedValues::masked);
    CHECK(memory.at(place, 1, 0) == -2);

    std::vector<float> large(2000u * 1500u, 0.25f);
    large[1999u * 1500u + 1499u] = -9;
    large[0] = nan;
    const RetainedValues::Place shrunk = retained.place(&view_a, {large.data(), 2000, 1500, 1, true}, memory);
    CHECK(shrunk.rows < 2000);
    CHECK(shrunk.rows * shrunk.cols <= RetainedValues::most_entries);
    CHECK(memory.at(shrunk, shrunk.rows - 1, shrunk.cols - 1) == -9);
    CHECK(memory.at(shrunk, 0, 0) == 0.25f);
}

TEST_CASE(
    "hundreds of views in random order: nothing in use is overwritten, memory is bounded, what is gone is "
    "given back") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto pick = [&random](int low, int high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    RetainedValues retained;
    Memory memory;
    struct Page {
        int view;
        std::vector<Matrix> matrices;
    };
    std::vector<Page> views(200);
    for (Page& page : views) {
        for (int i = pick(1, 12); i > 0; --i)
            page.matrices.push_back(matrix(pick(1, 300), pick(1, 300), static_cast<uint64_t>(i), random));
    }
    for (int frame = 0; frame < 400; ++frame) {
        Page& page = views[static_cast<size_t>(pick(0, 199))];
        if (pick(0, 9) == 0) retained.release(&page.view);
        for (Matrix& m : page.matrices) {
            if (pick(0, 3) == 0) m.change(random);
            if (pick(0, 19) == 0) m = matrix(pick(1, 300), pick(1, 300), m.id, random);
        }
        retained.begin_frame();
        std::vector<RetainedValues::Place> places;
        for (const Matrix& m : page.matrices) places.push_back(retained.place(&page.view, m.heat(), memory));
        for (size_t i = 0; i < places.size(); ++i) check_stored(memory, places[i], page.matrices[i]);
    }
    CHECK(retained.pages() <= RetainedValues::most_pages);
    for (const Page& page : views) retained.release(&page.view);
    CHECK(retained.kept() == 0);
}

TEST_CASE("a frame that needs more than there is has it") {
    std::mt19937 random(3);
    RetainedValues retained;
    Memory memory;
    std::vector<Matrix> all;
    for (uint64_t i = 1; i <= RetainedValues::most_pages + 3; ++i) all.push_back(matrix(700, 740, i, random));
    std::vector<RetainedValues::Place> places;
    for (const Matrix& m : all) places.push_back(retained.place(&view_a, m.heat(), memory));
    for (size_t i = 0; i < places.size(); ++i) check_stored(memory, places[i], all[i]);
    retained.begin_frame();
    CHECK(retained.pages() == RetainedValues::most_pages + 3);
}
