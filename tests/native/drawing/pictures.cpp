// Maps and text as they come out of the GPU, in a hidden window: pixel by pixel against the values, batches,
// uploads, and that a frame asks GL nothing. Run by tests/native/drawing.test.mjs, as it needs a display.
#include <doctest/doctest.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <random>

#include "explainer/drawing/canvas.h"
#include "explainer/drawing/fonts.h"
#include "explainer/drawing/hatching.h"
#include "explainer/drawing/heatmap_renderer.h"
#include "explainer/drawing/imgui_painter.h"
#include "explainer/drawing/renderer.h"
#include "explainer/drawing/tile_map.h"
#include "explainer/view.h"
#include "host/native_surface.h"

// The linker sends the calls of these here (--wrap in CMakeLists.txt).
extern "C" {
int questions = 0;
#define COUNTED(type, name, parameters, arguments) \
    type __real_##name parameters;                 \
    type __wrap_##name parameters {                \
        ++questions;                               \
        return __real_##name arguments;            \
    }
COUNTED(void, glGetIntegerv, (GLenum name, GLint* out), (name, out))
COUNTED(GLboolean, glIsEnabled, (GLenum name), (name))
COUNTED(GLboolean, glIsProgram, (GLuint program), (program))
COUNTED(GLenum, glGetError, (), ())
COUNTED(void, glFinish, (), ())
COUNTED(void, glGetFloatv, (GLenum name, GLfloat* out), (name, out))
COUNTED(void, glGetBooleanv, (GLenum name, GLboolean* out), (name, out))
COUNTED(void, glGetProgramiv, (GLuint program, GLenum name, GLint* out), (program, name, out))
COUNTED(GLint, glGetUniformLocation, (GLuint program, const GLchar* name), (program, name))
COUNTED(GLenum, glCheckFramebufferStatus, (GLenum target), (target))
}

namespace {

using namespace explainer;

constexpr int side = 512;

/// One window for all tests, and frames of the canvas.
class Canvas {
  public:
    static Canvas& get() {
        static Canvas canvas;
        return canvas;
    }

    /// Draws one frame at a density; returns its pixels, and what it asked.
    template <class Draw>
    const std::vector<Color>& frame(float density, Draw draw) {
        surface_.bind();
        const int before = questions;
        ImGuiPainter painter(canvas::begin(this, side, side, density));
        draw(painter);
        renderer::draw(canvas::drawn(), side, side, {255, 255, 255});
        asked = questions - before;
        std::vector<unsigned char> bytes(static_cast<size_t>(side) * side * 4);
        surface_.copy_to(bytes, side, 0);
        for (size_t i = 0; i < pixels_.size(); ++i)
            pixels_[i] = {bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2]};
        return pixels_;
    }
    Color at(int x, int y) const { return pixels_[static_cast<size_t>(y * side + x)]; }

    int asked = 0;

  private:
    Canvas() : window_(64, 64, false), surface_(side, side) {
        REQUIRE_MESSAGE(window_.error.empty(), window_.error);
    }

    host::Window window_;
    host::Surface surface_;
    std::vector<Color> pixels_ = std::vector<Color>(static_cast<size_t>(side) * side);
};

bool near(Color a, Color b, int by = 3) {
    return std::abs(a.r() - b.r()) <= by && std::abs(a.g() - b.g()) <= by && std::abs(a.b() - b.b()) <= by;
}

/// Tiles of a function; no levels of its own.
class Function final : public TileSource {
  public:
    float (*value)(int row, int col);
    explicit Function(float (*f)(int, int)) : value(f) {}
    void fill_rows(int, int row, int col, int first, int last, float* out) override {
        out += static_cast<std::ptrdiff_t>(first) * tile_side;
        for (int i = first; i < last; ++i)
            for (int j = 0; j < tile_side; ++j) *out++ = value(row * tile_side + i, col * tile_side + j);
    }
};

double cpu_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

}  // namespace

TEST_CASE(
    "small maps at any density: each cell has the colour of its value, masked cells are hatched, gaps are "
    "paper") {
    std::mt19937 random(4);
    Canvas& canvas = Canvas::get();
    const Theme& theme = light_theme();
    for (const float density : {1.0f, 2.0f}) {
        for (const bool is_signed : {false, true}) {
            std::vector<float> values(9 * 7);
            for (float& v : values)
                v = std::uniform_real_distribution<float>(is_signed ? -2.0f : 0.0f, 2)(random);
            values[10] = std::nanf("");
            values[11] = -1e6f;  // a number, not a mask
            const Heat heat{values.data(), 9, 7, 2, is_signed, 1};
            const Rect rect{10, 20, 140, 180};
            canvas.frame(density, [&](Painter& painter) { painter.heatmap(rect, heat, theme); });
            for (int i = 0; i < 9; ++i) {
                for (int j = 0; j < 7; ++j) {
                    const float value = values[static_cast<size_t>(i * 7 + j)];
                    const int x = static_cast<int>(density * (10 + 20 * (static_cast<float>(j) + 0.5f)));
                    const int y = static_cast<int>(density * (20 + 20 * (static_cast<float>(i) + 0.5f)));
                    CAPTURE(i);
                    CAPTURE(j);
                    if (std::isnan(value)) {
                        int inked = 0;
                        for (int k = -8; k < 8; ++k) inked += near(canvas.at(x + k, y), theme.paper) ? 0 : 1;
                        CHECK(inked > 2);
                        CHECK(inked < 14);
                        continue;
                    }
                    CHECK(near(canvas.at(x, y), heat_color(heat, value, theme)));
                }
            }
            CHECK(canvas.at(static_cast<int>(density * 30), static_cast<int>(density * 30)) ==
                  Color{255, 255, 255});
        }
    }
}

TEST_CASE("a masked cell that is drawn by strokes has as much ink as one that the shader draws") {
    Canvas& canvas = Canvas::get();
    const Theme& theme = light_theme();
    std::vector<float> values(9, std::nanf(""));
    const auto ink = [&] {  // of all channels, over the inner cells' pixels
        double sum = 0;
        for (int y = 80; y < 320; ++y)
            for (int x = 80; x < 320; ++x)
                sum += theme.paper.r() - canvas.at(x, y).r() + theme.paper.g() - canvas.at(x, y).g() +
                       theme.paper.b() - canvas.at(x, y).b();
        return sum;
    };
    for (const float density : {1.0f, 2.0f}) {
        const Rect rect{40 / density, 40 / density, 360 / density, 360 / density};
        canvas.frame(density, [&](Painter& painter) {
            painter.heatmap(rect, {values.data(), 3, 3, 1, false, 0}, theme);
        });
        const double shader = ink();
        canvas.frame(density, [&](Painter& painter) {
            painter.rectangle(rect, theme.paper, 0);
            for_each_hatch_line(rect, [&](Point from, Point to) {
                painter.line(from, to, theme.line.faded(hatch_share), hatch_width);
            });
        });
        CAPTURE(density);
        CHECK(shader > 1000);
        CHECK(ink() == doctest::Approx(shader).epsilon(0.12));
    }
}

TEST_CASE("a frame of more than 65,536 vertices is drawn to its end") {
    Canvas& canvas = Canvas::get();
    const Color red{200, 0, 0}, blue{0, 0, 200};
    canvas.frame(1, [&](Painter& painter) {
        for (int i = 0; i < 20000; ++i)  // four vertices each
            painter.rectangle({static_cast<float>(i % 200), static_cast<float>(i / 200), 1, 1}, red, 0);
        painter.rectangle({300, 300, 40, 40}, blue, 0);
    });
    CHECK(canvas.at(320, 320) == blue);
    CHECK(canvas.at(100, 50) == red);
    CHECK(canvas.at(250, 250) == Color{255, 255, 255});
}

TEST_CASE("a frame asks GL nothing; retained maps go up once and neighbours are one draw") {
    Canvas& canvas = Canvas::get();
    std::vector<float> values(144 * 48 * 48);
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 97) / 97;
    uint64_t version = 1;
    const auto draw = [&](Painter& painter) {
        for (int i = 0; i < 144; ++i) {
            const Rect rect{static_cast<float>(i % 12) * 40, static_cast<float>(i / 12) * 40, 38, 38};
            painter.heatmap(rect,
                            {&values[static_cast<size_t>(i) * 48 * 48], 48, 48, 1, false, 0,
                             static_cast<uint64_t>(i + 1), version},
                            dark_theme());
        }
        painter.text({10, 10}, body, {}, "Σ 0.5");
    };
    canvas.frame(1, draw);
    canvas.frame(1, draw);
    const heatmap_renderer::Counts before = heatmap_renderer::counts();
    canvas.frame(1, draw);
    CHECK(canvas.asked == 0);
    CHECK(heatmap_renderer::counts().uploads == before.uploads);
    CHECK(heatmap_renderer::counts().draws == before.draws + 1);
    ++version;
    canvas.frame(1, draw);
    CHECK(heatmap_renderer::counts().uploads == before.uploads + 144);
    CHECK(canvas.asked == 0);
    CHECK(near(canvas.at(40 * 5 + 19, 40 * 3 + 19),
               heat_color(HeatLook{}, values[(3 * 12 + 5) * 48 * 48 + 24 * 48 + 24], dark_theme()), 90));

    const double start = cpu_milliseconds();
    for (int i = 0; i < 20; ++i) canvas.frame(1, draw);
    MESSAGE("144 maps of 48 × 48, a frame with its pixels read back: " << (cpu_milliseconds() - start) / 20
                                                                       << " ms of this thread");
}

TEST_CASE("small maps in less pixels than cells show the largest value") {
    Canvas& canvas = Canvas::get();
    for (const auto& [hot, seed] : {std::pair{2.0f, 1u}, {-2.0f, 2u}, {2.0f, 3u}}) {
        std::mt19937 random(seed);
        std::vector<float> values(400 * 400, 0.0f);
        const int row = static_cast<int>(random() % 400), col = static_cast<int>(random() % 400);
        values[static_cast<size_t>(row * 400 + col)] = hot;
        const Heat heat{values.data(), 400, 400, 2, true, 1};
        canvas.frame(1, [&](Painter& painter) {
            painter.heatmap({3.3f, 5.7f, 61, 43}, heat, light_theme());
        });
        int lit = 0;
        for (int i = 0; i < side * side; ++i)
            lit += near(canvas.at(i % side, i / side), hot > 0 ? light_theme().query : light_theme().key) ? 1
                                                                                                          : 0;
        CHECK(lit >= 1);
        CHECK(lit <= 4);
    }
}

TEST_CASE(
    "a large map: every pixel is the largest of the cells below it; one hot cell among 16 million stays "
    "visible") {
    Canvas& canvas = Canvas::get();
    static int hot_row = 0, hot_col = 0;
    std::mt19937 random(7);
    Function f([](int row, int col) { return row == hot_row && col == hot_col ? 1.0f : 0.0f; });
    TileMap map;
    for (uint64_t version = 1; version <= 4; ++version) {
        // Also at the edges of tiles, where a pixel lies across two.
        hot_row = version == 1 ? 256 * 4 : static_cast<int>(random() % 4096);
        hot_col = version == 1 ? 256 * 8 - 1 : static_cast<int>(random() % 4096);
        for (const double scale : {1.0, 0.9, 0.61, 0.3, 0.07}) {
            const double cells = 4096 * scale;
            const CellRegion seen{std::clamp(hot_row - cells * 0.4, 0.0, 4096 - cells),
                                  std::clamp(hot_col - cells * 0.7, 0.0, 4096 - cells), cells, cells};
            bool more = true;
            int frames = 0;
            for (; more && frames < 400; ++frames) {
                canvas.frame(1, [&](Painter& painter) {
                    map.show(4096, 4096, f, version);
                    more = painter.tile_map({7, 9, 437, 431}, map, seen, {1, false, 1}, light_theme());
                });
            }
            CHECK_FALSE(more);
            int lit = 0;
            for (int i = 0; i < side * side; ++i)
                lit += near(canvas.at(i % side, i / side), light_theme().query) ? 1 : 0;
            CAPTURE(version);
            CAPTURE(scale);
            CHECK(lit >= 1);
            CHECK(lit <= std::max(9, static_cast<int>(2 * (437 / cells + 1) * (437 / cells + 1))));
            const int x = static_cast<int>(7 + (hot_col + 0.5 - seen.col) / cells * 437),
                      y = static_cast<int>(9 + (hot_row + 0.5 - seen.row) / cells * 431);
            CHECK(near(canvas.at(x, y), light_theme().query));
            CHECK(canvas.asked == 0);
        }
    }
}

TEST_CASE(
    "a large map close up has the cells of the matrix, gaps and hatching; beyond its edge there is nothing") {
    Canvas& canvas = Canvas::get();
    Function f([](int row, int col) {
        return col > row ? std::nanf("") : static_cast<float>((row * 31 + col * 17) % 64) / 63;
    });
    TileMap map;
    map.show(1000, 1000, f, 1);
    const CellRegion seen{250, 246, 20, 20};
    const auto draw = [&](Painter& painter) {
        painter.tile_map({0, 0, 480, 480}, map, seen, {1, false, 1}, light_theme());
    };
    for (int i = 0; i < 20; ++i) canvas.frame(1, draw);
    for (int i = 0; i < 20; ++i) {
        for (int j = 0; j < 20; ++j) {
            const float value = f.value(250 + i, 246 + j);
            if (std::isnan(value)) continue;
            CHECK(near(canvas.at(24 * j + 12, 24 * i + 12), heat_color(HeatLook{}, value, light_theme())));
        }
    }
    CHECK(canvas.at(24 * 5, 24 * 5 + 12) == Color{255, 255, 255});
    CHECK_FALSE(near(canvas.at(24 * 19 + 12, 12), light_theme().query));
    canvas.frame(1, [&](Painter& painter) {
        painter.tile_map({0, 0, 480, 480}, map, {-500, -500, 2000, 2000}, {1, false, 1}, light_theme());
    });
    CHECK(canvas.at(60, 200) == Color{255, 255, 255});
    CHECK(canvas.at(420, 430) == Color{255, 255, 255});
}

TEST_CASE("a pan over 4096 × 4096 that has been seen: nothing is filled, nothing goes up, and it is cheap") {
    Canvas& canvas = Canvas::get();
    Function f([](int row, int col) { return static_cast<float>((row ^ col) & 255) / 255; });
    TileMap map;
    map.show(4096, 4096, f, 1);
    const auto pan = [&](bool finish) {
        for (int step = 0; step < 40; ++step) {
            bool more = true;
            const CellRegion seen{step * 60.5, 2400 - step * 60.25, 500, 500};
            do {
                canvas.frame(1, [&](Painter& painter) {
                    more = painter.tile_map({0, 0, 500, 500}, map, seen, {1, false, 1}, light_theme());
                });
                CHECK(canvas.asked == 0);
            } while (more && finish);
        }
    };
    pan(true);
    const int uploads = map.uploads(), fills = map.fills();
    const double start = cpu_milliseconds();
    pan(false);
    MESSAGE("a pan, a frame with its pixels read back: " << (cpu_milliseconds() - start) / 40
                                                         << " ms of this thread");
    CHECK(map.uploads() == uploads);
    CHECK(map.fills() == fills);
}

TEST_CASE("text of readers: a box that says which sign, in the text's colour; the renderer may start anew") {
    Canvas& canvas = Canvas::get();
    const auto ink = [&] {
        std::vector<int> out;
        for (int i = 0; i < side * side; ++i)
            if (near(canvas.at(i % side, i / side), {160, 20, 30}, 40)) out.push_back(i);
        return out;
    };
    const auto draw = [](const char* text) {
        return [text](Painter& painter) { painter.text({40, 40}, {18}, {160, 20, 30}, text); };
    };
    canvas.frame(1, draw("注"));
    const std::vector<int> first = ink();
    CHECK(first.size() > 40);
    canvas.frame(1, draw("泩"));
    CHECK(ink() != first);
    canvas.frame(1, draw("القطة 😀"));
    CHECK(ink().size() > 4 * first.size());
    CHECK(renderer::start().empty());  // as after a lost context
    canvas.frame(1, draw("注"));
    CHECK(ink() == first);
}

TEST_CASE("every exhibit: a frame asks GL nothing") {
    Canvas::get();
    host::Surface surface(900, 900);
    for (const ExhibitType* type : exhibits()) {
        View view(*type);
        view.resize(900, 900, 900, 900);
        surface.bind();
        for (int i = 0; i < 3; ++i) view.step(16 * i, true);
        const int before = questions;
        for (int i = 3; i < 9; ++i) {
            view.pointer(Pointer::move, {static_cast<float>(50 + 20 * i), 200}, false);
            view.step(16 * i, true);
        }
        CAPTURE(type->id);
        CHECK(questions == before);
    }
}

TEST_CASE("a place that is no whole number of device pixels high: the same picture, to the pixel") {
    Canvas::get();
    constexpr float width = 500;
    for (const float density : {0.6f, 0.75f, 1.0f, 1.25f, 1.5f, 2.0f}) {
        const int across = static_cast<int>(std::lround(width * density)), down = 640;
        host::Surface surface(across, down);
        const auto picture = [&](float height) {
            View view(*find_exhibit("softmax"));
            view.set_reduced_motion(true);
            view.resize(width, height, across, down);
            surface.bind();
            for (int i = 0; i < 3; ++i) view.step(16 * i, true);
            std::vector<unsigned char> bytes(static_cast<size_t>(across) * static_cast<size_t>(down) * 4);
            surface.copy_to(bytes, across, 0);
            return bytes;
        };
        const float exact = static_cast<float>(down) / density;
        const std::vector<unsigned char> whole = picture(exact);
        for (const float off : {-0.49f, -0.2f, 0.2f, 0.45f}) {
            CAPTURE(density);
            CAPTURE(off);
            CHECK(picture(exact + off / density) == whole);
        }
    }
}
