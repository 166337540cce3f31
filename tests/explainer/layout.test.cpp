// Layout of every exhibit at every width: nothing is cut off, no two texts lie on each other, and no state
// moves the page.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catalogue_file.h"
#include "helpers.h"
#include "label_painter.h"
#include "random_state.h"

using namespace explainer;

namespace {

/// The default, the presets, and each parameter at its ends.
std::vector<std::string> telling_states(const ExhibitType& type) {
    std::vector<std::string> out = {""};
    for (const Preset& preset : type.presets) out.emplace_back(preset.state);
    for (int i = 0; i < static_cast<int>(type.parameters.size()); ++i) {
        const Parameter& p = type.parameters[static_cast<size_t>(i)];
        for (const double value : {p.minimum, p.maximum, 1e9, -1e9}) {
            if (p.piece || p.kind == Kind::text || p.kind == Kind::matrix || p.kind == Kind::action) continue;
            State state(type.id, type.parameters);
            state.set(i, value);
            out.push_back(state.save());
        }
        for (size_t c = 0; c < p.choices.size(); ++c) {
            out.push_back(std::string(p.name) + "=" + std::string(p.choices[c].id));
        }
    }
    return out;
}

}  // namespace

TEST_CASE("text stays on the canvas and off other text; the height depends on the width alone") {
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        for (const ExhibitType* type : exhibits()) {
            for (const float width :
                 {288.0f, 320.0f, 360.0f, 480.0f, 519.0f, 520.0f, 640.0f, 672.0f, 768.0f, 960.0f, 1200.0f}) {
                View view(*type);
                view.set_language(language);
                const float height = view.natural_height(width);
                for (const std::string& state : telling_states(*type)) {
                    CAPTURE(type->id);
                    CAPTURE(width);
                    CAPTURE(state);
                    REQUIRE(!view.restore(state));
                    LabelPainter painter;
                    CHECK(view.draw_with(painter, width) == height);
                    for (const Label& label : painter.labels) {
                        CAPTURE(label.text);
                        CHECK(label.box.x >= 0);
                        CHECK(label.box.right() <= width);
                        CHECK(label.box.bottom() <= height);
                    }
                    CHECK(painter.collision() == "");
                }
            }
        }
    }
}

TEST_CASE(
    "what is pressed or dragged is a finger high (44), cells of matrices WCAG's least target (24), all is on "
    "the canvas") {
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        for (const ExhibitType* type : exhibits()) {
            for (const float width : {320.0f, 720.0f, 960.0f}) {
                Shown view(type->id, "", width, language);
                settle(view);
                for (int i = 0; i < view.state().count(); ++i) {
                    if (!view.active(i)) continue;
                    CAPTURE(type->id);
                    CAPTURE(view.state().parameter(i).name);
                    const Rect rect = view.parameter_rect(i);
                    CHECK(rect.width >= 40);
                    const Parameter& one = view.state().parameter(i);
                    const bool cells =
                        one.kind == Kind::matrix || !one.grid_column.empty() ||
                        !one.maximum_follows.parameter.empty() ||  // a row of a map
                        std::any_of(type->parameters.begin(), type->parameters.end(),
                                    [&](const Parameter& other) { return other.grid_column == one.name; });
                    CHECK(rect.height >= (cells ? 24 : 44));
                    CHECK(rect.right() <= width);
                }
            }
        }
    }
}

TEST_CASE(
    "any state of the exhibits on the worked example: no text lies on another, no state moves the page") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        std::mt19937 random(seed);
        for (const char* id : {"values", "pipeline"}) {
            const ExhibitType& type = *find_exhibit(id);
            // (Narrower, a figure is that of 320 px made smaller.)
            for (const float width : {320.0f, 360.0f, 600.0f, 800.0f, 960.0f, 1280.0f}) {
                View view(type);
                view.set_language(language);
                const float height = view.natural_height(width);
                for (int i = 0; i < 6; ++i) {
                    const std::string state = random_state(type, random);
                    CAPTURE(id);
                    CAPTURE(width);
                    CAPTURE(state);
                    REQUIRE(!view.restore(state));
                    LabelPainter painter;
                    CHECK(view.draw_with(painter, width) == height);
                    CHECK(painter.collision() == "");
                    CHECK(painter.outside({0, 0, width, height}) == "");
                }
            }
        }
    }
}

TEST_CASE(
    "with every piece unfolded, at widths that nobody lays out for, all stays apart and on the canvas") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        std::mt19937 random(seed);
        for (const ExhibitType* type : exhibits()) {
            const auto unfolded = [&](const std::string& begin) {
                State state(type->id, type->parameters);
                state.restore(begin);
                for (int i = 0; i < state.count(); ++i)
                    if (state.parameter(i).piece) state.set(i, 1);
                return state.save();
            };
            for (const float width : {280.0f, 333.0f, 455.0f, 648.0f, 801.0f, 1180.0f}) {
                View view(*type);
                view.set_language(language);
                std::vector<std::string> states = {unfolded("")};
                for (const Preset& preset : type->presets)
                    states.push_back(unfolded(std::string(preset.state)));
                states.push_back(unfolded(random_state(*type, random)));
                for (const std::string& state : states) {
                    CAPTURE(type->id);
                    CAPTURE(width);
                    CAPTURE(state);
                    REQUIRE(!view.restore(state));
                    LabelPainter painter;
                    const float height = view.draw_with(painter, width);
                    CHECK(painter.collision() == "");
                    CHECK(painter.outside({0, 0, width, height}) == "");
                }
            }
        }
    }
}

TEST_CASE("the height that is reserved for an exhibit ends with what is drawn last, at every width") {
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        for (const ExhibitType* type : exhibits()) {
            for (const float width : {320.0f, 720.0f, 1100.0f}) {
                CAPTURE(type->id);
                CAPTURE(width);
                Shown view(type->id, "", width, language);
                LabelPainter painter;
                view.draw_with(painter, width);
                const float height = view.natural_height(width);
                CHECK(painter.bottom() <= height);
                CHECK(
                    painter.bottom() >
                    height - 16 -
                        (language == nullptr ? 70 : 100));  // the margin, and lines that another state fills
            }
        }
    }
}

TEST_CASE(
    "the height follows from the width alone: at widths, in states, and finished or not, that nobody "
    "listed") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        std::mt19937 random(seed);
        for (const ExhibitType* type : exhibits()) {
            // (Before anything is finished: what exhibits find out, they may share.)
            View fresh(*type);
            fresh.set_language(language);
            std::map<float, float> heights;
            for (int count = 0; count < states_wanted(40); ++count) {
                const float width = static_cast<float>(280 + random() % 1121);
                heights[width] = fresh.natural_height(width);
            }
            std::vector<std::pair<std::string, std::unique_ptr<View>>> others;
            for (int i = 0; i < 4; ++i) {
                const std::string state = i == 0 ? "" : random_state(*type, random);
                auto& [name, view] = others.emplace_back(state, std::make_unique<View>(*type));
                view->set_language(language);
                REQUIRE(!view->restore(state));
                if (i < 2) view->describe(true);
            }
            for (const auto& [width, height] : heights) {
                for (const auto& [state, view] : others) {
                    CAPTURE(type->id);
                    CAPTURE(width);
                    CAPTURE(state);
                    CHECK(view->natural_height(width) == height);
                }
            }
        }
    }
}

/// Which of so many pieces are shown, a bit each: all ways; of more than five none, each alone, all, and some
/// at random.
std::vector<size_t> sets_of(size_t pieces, std::mt19937& random) {
    std::vector<size_t> out;
    const size_t all = (size_t{1} << pieces) - 1;
    if (pieces <= 5)
        for (size_t set = 0; set <= all; ++set) out.push_back(set);
    if (!out.empty()) return out;
    out = {0, all};
    for (size_t i = 0; i < pieces; ++i) out.push_back(size_t{1} << i);
    for (int i = 0; i < 8; ++i) out.push_back(random() & all);
    return out;
}

TEST_CASE("pieces: whichever are shown, a sheet is as high as it said it would be, and nothing collides") {
    int with_pieces = 0;
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const language::Catalogue* const language : languages_of_run()) {
        CAPTURE(said_in(language));
        for (const ExhibitType* type : all_exhibits()) {
            std::vector<int> pieces;
            for (int i = 0; i < static_cast<int>(type->parameters.size()); ++i)
                if (type->parameters[static_cast<size_t>(i)].piece) pieces.push_back(i);
            if (pieces.empty()) continue;
            ++with_pieces;
            for (const float width : {288.0f, 328.0f, 519.0f, 520.0f, 640.0f, 768.0f, 960.0f, 1200.0f}) {
                View view(*type);
                view.set_language(language);
                for (const size_t set : sets_of(pieces.size(), random)) {
                    for (size_t i = 0; i < pieces.size(); ++i)
                        view.set(pieces[i], static_cast<double>(set >> i & 1));
                    const float height = view.natural_height(width);
                    LabelPainter painter;
                    CAPTURE(type->id);
                    CAPTURE(width);
                    CAPTURE(view.state().save());
                    CHECK(view.draw_with(painter, width) == height);
                    CHECK(painter.collision() == "");
                    CHECK(painter.outside({0, 0, width, height}) == "");
                }
            }
        }
    }
    CHECK(with_pieces > 0);
}

TEST_CASE("one number is the largest thing of a figure: it is 24 to 28 px high, in the live sentence") {
    for (const ExhibitType* type : exhibits()) {
        for (const float width : {360.0f, 960.0f}) {
            CAPTURE(type->id);
            CAPTURE(width);
            View view(*type);
            LabelPainter painter;
            view.draw_with(painter, width);
            int large = 0;
            for (const Label& label : painter.labels) {
                const float size = label.box.height / 0.85f;
                CHECK_MESSAGE(size < 28.5f, label.text);
                large += size > 23.5f;
            }
            // (The opening is a sentence, a decoder has several sums, the proof belongs to an appendix.)
            const bool other = type->id == "opening" || type->id == "decode" || type->id == "proof";
            CHECK((large == 1 || other));
        }
    }
}

TEST_CASE("a page may give a figure no width, or a pixel, for a moment: it is drawn and lives") {
    for (const ExhibitType* type : all_exhibits()) {
        CAPTURE(type->id);
        for (const float width : {0.0f, 1.0f, 1.17f, 20.0f, 40.0f, 90.0f}) {
            CAPTURE(width);
            View view(*type);
            const float height = view.natural_height(width);
            CHECK(std::isfinite(height));
            view.resize(width, height, static_cast<int>(width), static_cast<int>(height));
            for (int frame = 0; frame < 3; ++frame) view.step(1e6 + 16 * frame, false);
            CHECK(view.svg().starts_with("<svg"));
        }
    }
}
