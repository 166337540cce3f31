// Figures that show their essential piece alone, as an essay has them: one idea, small enough to be read at
// once; what is left out has no control, all else has its place.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "helpers.h"
#include "label_painter.h"

using namespace explainer;

namespace {

/// A figure without any piece that can be put away.
std::string bare(std::string_view id) {
    std::string out;
    for (const Parameter& one : find_exhibit(id)->parameters)
        if (one.piece) out += (out.empty() ? "" : ";") + std::string(one.name) + "=false";
    return out;
}

constexpr std::string_view composed[] = {"values",   "heads", "multi-head", "masks",
                                         "position", "cost",  "decode",     "learned-heads"},
                           composed_when_wide[] = {"learn", "next-word"};

}  // namespace

TEST_CASE("essential pieces: at most 600 px high, 480 on a phone") {
    for (const std::string_view id : composed) {
        CAPTURE(id);
        for (const float width : {360.0f, 768.0f, 900.0f, 960.0f, 1280.0f}) {
            CAPTURE(width);
            Shown view(id, bare(id), width);
            CHECK(view.natural_height(width) <= (width < 600 ? 480 : 600));
        }
    }
    for (const std::string_view id : composed_when_wide) {
        CAPTURE(id);
        for (const float width : {768.0f, 900.0f, 960.0f, 1280.0f})
            CHECK(Shown(id, bare(id), width).natural_height(width) <= 600);
    }
}

TEST_CASE("essential pieces: every control has its place, no text lies on another, and each piece unfolds") {
    for (const language::Catalogue* const language : languages_of_run()) {
        std::vector<std::string_view> all(std::begin(composed), std::end(composed));
        all.insert(all.end(), std::begin(composed_when_wide), std::end(composed_when_wide));
        for (const std::string_view id : all) {
            for (const float width : {320.0f, 360.0f, 700.0f, 960.0f}) {
                CAPTURE(id);
                CAPTURE(width);
                Shown view(id, bare(id), width, language);
                settle(view);
                for (int i = 0; i < view.state().count(); ++i) {
                    CAPTURE(view.state().parameter(i).name);
                    if (!view.active(i)) continue;
                    CHECK(view.parameter_rect(i).width > 0);
                    CHECK(view.parameter_rect(i).right() <= width);
                }
                LabelPainter painter;
                view.draw_with(painter, width);
                CHECK(painter.collision() == "");
            }
            Shown view(id, bare(id), 960);
            for (int i = 0; i < view.state().count(); ++i) {
                if (!view.state().parameter(i).piece || !view.active(i)) continue;
                CAPTURE(view.state().parameter(i).name);
                settle(view);
                click(view, view.parameter_rect(i).centre());
                CHECK(view.state().toggle(i));
                CHECK(!view.restore(bare(id)));
            }
        }
    }
}

TEST_CASE(
    "whatever pieces are shown, a control that there is has its place; presets have, but for the essential "
    "piece alone") {
    for (const ExhibitType* type : exhibits()) {
        std::vector<std::string> pieces;
        for (const Parameter& one : type->parameters)
            if (one.piece) pieces.emplace_back(one.name);
        for (unsigned shown = 0; shown < 1u << pieces.size(); ++shown) {
            std::string state;
            for (size_t i = 0; i < pieces.size(); ++i)
                state += (i > 0 ? ";" : "") + pieces[i] + ((shown >> i & 1u) != 0 ? "=true" : "=false");
            for (const float width : {360.0f, 960.0f}) {
                CAPTURE(type->id);
                CAPTURE(state);
                CAPTURE(width);
                Shown view(type->id, state, width);
                settle(view);
                for (int i = 0; i < view.state().count(); ++i) {
                    const std::string_view name = view.state().parameter(i).name;
                    CAPTURE(name);
                    // (Of three products one is drawn on a phone; a chosen pair is lit in all that shows it.
                    // With the keyboard both are chosen in a native control that comes to be seen.)
                    if (type->id == "projection" && width < 800 && (name == "wq" || name == "wk")) continue;
                    if (type->id == "blend" && name == "chosen" && state.starts_with("showWeights=false"))
                        continue;
                    if (view.active(i)) CHECK(view.parameter_rect(i).width > 0);
                }
                if (!type->presets.empty() && shown != 0) CHECK(view.preset_rect(0).width > 0);
            }
        }
    }
}

TEST_CASE("the tables of a piece are said while it is open, and nothing else changes with it") {
    const auto titles = [](const Description& said) {
        std::vector<std::string> out;
        for (const Table& one : said.tables) out.push_back(one.title);
        return out;
    };
    std::map<std::string, std::vector<std::string>> tied;  // what goes with "exhibit showPiece"
    for (const ExhibitType* type : exhibits()) {
        if (type->id == "proof") continue;  // measures times
        CAPTURE(type->id);
        Shown view(type->id, type->id == "map" ? "n=128" : "");
        for (int i = 0; i < view.state().count(); ++i)
            if (view.state().parameter(i).piece) view.set(i, 1);
        const Description all = view.describe(true);
        for (int i = 0; i < view.state().count(); ++i) {
            const Parameter& p = view.state().parameter(i);
            if (!p.piece) continue;
            CAPTURE(p.name);
            view.set(i, 0);
            const Description rest = view.describe(true);
            view.set(i, 1);
            if (type->id == "training" && p.name == "showMap") continue;  // for which alone its model runs
            CHECK(rest.summary == all.summary);
            REQUIRE(rest.values.size() == all.values.size());
            for (size_t k = 0; k < rest.values.size(); ++k) {
                CHECK(rest.values[k].name == all.values[k].name);
                CHECK((rest.values[k].value == all.values[k].value || std::isnan(all.values[k].value)));
            }
            std::vector<std::string> gone, left = titles(rest);
            for (const std::string& title : titles(all)) {
                if (!left.empty() && left.front() == title)
                    left.erase(left.begin());
                else
                    gone.push_back(title);
            }
            CHECK(left.empty());  // in the same order
            tied[std::string(type->id) + " " + std::string(p.name)] = gone;
            CHECK(titles(view.describe(true)) == titles(all));
        }
    }
    using Titles = std::vector<std::string>;
    CHECK(tied["softmax showSensitivity"] == Titles{"Sensitivity ∂α/∂s", "Size of the gradient against T"});
    CHECK(tied["softmax showFloat32"] == Titles{"Room for exp in float32"});
    CHECK(tied["softmax showSteps"] == Titles{});
    CHECK(tied["heads showHeads"] == Titles{"Heads", "Weights of “?” in every head"});
    CHECK(tied["multi-head showCost"] == Titles{"Cost"});
    CHECK(tied["learned-heads showNext"] == Titles{"Next word"});
    CHECK(tied["map showProfiles"] == Titles{"What query 127 reads", "Who reads key 127"});
    CHECK(tied["decode showCharts"] == Titles{"Multiplications for each token, and bytes kept"});
}
