// Sheets: what is measured is what is drawn, text loses nothing when it is broken, rows share their width
// out.
#include "explainer/figures/layout.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <random>

#include "../helpers.h"
#include "../random_state.h"
#include "explainer/figures/text.h"

using namespace explainer;
using namespace explainer::figures;

namespace {

/// A part that remembers where it was put, and complains when that is not what it was measured for.
class Probe final : public Part {
  public:
    Probe(float width, float height, Rect* place) : width_(width), height_(height), place_(place) {}
    void draw(Ui&, Rect rect) override {
        *place_ = rect;
        CHECK(measure(rect.width).height == height_of(rect.width));
    }

  protected:
    Size arrange(float available) override { return {std::min(width_, available), height_of(available), 10}; }

  private:
    /// Narrow places make it higher, as text is.
    float height_of(float available) const { return height_ * (available < width_ ? 2.0f : 1.0f); }
    float width_, height_;
    Rect* place_;
};

Block probe(float width, float height, Rect& place) {
    return std::make_unique<Probe>(width, height, &place);
}

/// Lays a part out in a view's context and draws it to nowhere.
Size lay_out(const std::function<Block()>& build, float width) {
    class Sheet final : public Exhibit {
      public:
        const std::function<Block()>* build = nullptr;
        float width = 0;
        mutable Size size;
        void compute(const State&) override {}
        Block sheet(Ui&) const override {
            return drawing(0, [this](Ui& ui, Rect) {
                const Block part = (*build)();
                size = part->measure(width);
                part->draw(ui, {0, 0, width, size.height});
            });
        }
        Description describe() const override { return {}; }
    };
    static Sheet* current = nullptr;
    static const ExhibitType type = {"sheet", "Sheet", "", {}, {}, [] {
                                         auto sheet = std::make_unique<Sheet>();
                                         current = sheet.get();
                                         return std::unique_ptr<Exhibit>(std::move(sheet));
                                     }};
    View view(type);
    current->build = &build;
    current->width = width;
    view.svg();
    return current->size;
}

}  // namespace

TEST_CASE("beside: in a row where there is room, else in a column, and as high as it says") {
    Rect one, other;
    Block both = beside(300, 8, {Item(probe(50, 20, one), pixels(100)), Item(probe(60, 30, other), share())});
    State state("", {});
    Ui ui(state);
    CHECK(both->measure(300).height == 30);
    both->draw(ui, {0, 0, 300, 30});
    CHECK(other.x == 120);
    CHECK(other.y == 0);
    CHECK(both->measure(299).height == 58);
    both->draw(ui, {0, 0, 299, 58});
    CHECK(other.x == 0);
    CHECK(other.y == 28);
    CHECK(other.width == 299);
}

TEST_CASE("a row gives fixed and natural widths first and shares out the rest, gaps between") {
    Rect a, b, c;
    const Size size = lay_out(
        [&] {
            return row({.gap = 10}, {Item(probe(50, 20, a)), Item(probe(500, 30, b), share(2)),
                                     Item(probe(500, 10, c), share(1))});
        },
        400);
    CHECK(a.width == 50);
    CHECK(b.x == 60);
    CHECK(b.width == std::floor(330 * 2 / 3.0f));
    CHECK(c.right() <= 400);
    CHECK(c.right() > 398);
    CHECK(size.height == 60);  // narrower than they want to be: twice as high
}

TEST_CASE("parts of a column follow each other; what takes no room makes no gap") {
    Rect a, b;
    const Size size = lay_out([&] { return column(8, probe(10, 20, a), space(0), probe(10, 30, b)); }, 100);
    CHECK(size.height == 58);
    CHECK(b.y == 28);
}

TEST_CASE("lines that wrap: nothing sticks out, nothing overlaps, and the height is the drawn one") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> wide(5, 160), high(5, 60), whole(60, 500);
    for (int round = 0; round < 50; ++round) {
        std::vector<Rect> places(12);
        std::vector<Rect> wanted;
        for (size_t i = 0; i < places.size(); ++i) wanted.push_back({0, 0, wide(random), high(random)});
        const float width = whole(random);
        const Size size = lay_out(
            [&] {
                Blocks parts;
                for (size_t i = 0; i < places.size(); ++i)
                    parts.push_back(probe(wanted[i].width, wanted[i].height, places[i]));
                return wrap(8, 4, std::move(parts));
            },
            width);
        for (size_t i = 0; i < places.size(); ++i) {
            CHECK(places[i].right() <= width + 0.01f);
            CHECK(places[i].bottom() <= size.height + 0.01f);
            for (size_t j = 0; j < i; ++j) {
                const Rect &p = places[i], &q = places[j];
                CHECK((p.x >= q.right() || q.x >= p.right() || p.y >= q.bottom() || q.y >= p.bottom()));
            }
        }
    }
}

TEST_CASE("tiles: of one width, as many side by side as have room; a line of nothing takes none") {
    for (const float width : {90.0f, 219.0f, 220.0f, 329.0f, 330.0f, 2000.0f}) {
        CAPTURE(width);
        std::vector<Rect> places(5);
        const Size size = lay_out(
            [&] {
                Blocks parts;
                for (Rect& place : places) parts.push_back(probe(0, 30, place));
                return tiles(100, 20, 4, std::move(parts));
            },
            width);
        const int across = width < 220 ? 1 : width < 340 ? 2 : 5, lines = (5 + across - 1) / across;
        CHECK(size.height == 30.0f * static_cast<float>(lines) + 4.0f * static_cast<float>(lines - 1));
        for (size_t i = 0; i < places.size(); ++i) {
            const auto column = static_cast<float>(i % static_cast<size_t>(across));
            CHECK(places[i].width == places[0].width);
            CHECK(places[i].x == column * (places[0].width + 20));
            CHECK(places[i].y == 34.0f * static_cast<float>(i / static_cast<size_t>(across)));
            CHECK(places[i].right() <= width);
        }
    }
    Rect first, last;
    const Size size = lay_out(
        [&] {
            Blocks parts;
            parts.push_back(probe(0, 30, first));
            parts.push_back(space(0));
            parts.push_back(probe(0, 30, last));
            return tiles(100, 20, 4, std::move(parts));
        },
        100);
    CHECK(last.y == 34);
    CHECK(size.height == 64);
}

TEST_CASE("a broken text says what it said, in lines that fit, whatever it is made of") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    static constexpr const char* pool[] = {
        "a", "word", "q·k", "“love”", "Rindfleischetikettierungsgesetz", "−16.00", "é", "÷√dₖ", ""};
    for (int round = 0; round < 60; ++round) {
        std::vector<Run> runs;
        std::string said;
        for (int r = static_cast<int>(random() % 5); r >= 0; --r) {
            std::string text;
            for (int w = static_cast<int>(random() % 8); w > 0; --w)
                text += std::string(pool[random() % std::size(pool)]) + (random() % 3 == 0 ? "" : " ");
            said += text;
            runs.push_back({text, {}, random() % 2 == 0});
        }
        const float width = 40 + static_cast<float>(random() % 400);
        std::string shown;
        lay_out(
            [&] {
                return drawing(
                    [&](float) {
                        shown.clear();
                        for (const std::vector<Piece>& line : broken(body, runs, width)) {
                            for (const Piece& piece : line) {
                                shown += piece.text;
                                const Type look{body.size(), runs[static_cast<size_t>(piece.run)].bold};
                                std::string seen(piece.text);
                                while (seen.ends_with(' ')) seen.pop_back();
                                CAPTURE(seen);
                                CHECK(piece.x + fonts::width(look, seen) <= width + 0.5f);
                            }
                        }
                        return Size{width, 1, 0};
                    },
                    nullptr);
            },
            width);
        const auto without_blanks = [](std::string text) {
            std::erase(text, ' ');
            return text;
        };
        CHECK(without_blanks(shown) == without_blanks(said));
    }
}
