// What brought exhibits say is there in German, in states and of tensors that nobody listed.
// `RENEW_WORDS=FILE` writes what is missing.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "../film.h"
#include "../label_painter.h"
#include "../random_state.h"
#include "any_state.h"
#include "given_reading.h"

using namespace explainer;
using namespace explainer::brought;

namespace {

/// What is wrong with tensors, so that what is said of it is said in German too.
enum Fault { no_fault, values_infinite, nothing_a_number, all_alike, fault_count };

void spoil(Heads& of, Fault fault) {
    const float nan = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();
    const auto fill = [](std::vector<float>& one, float with) { std::fill(one.begin(), one.end(), with); };
    if (fault == values_infinite) fill(of.v, infinity);
    if (fault == nothing_a_number)
        for (std::vector<float>* one : {&of.attention, &of.q}) fill(*one, nan);
    if (fault == all_alike) {
        fill(of.k, 0);
        fill(of.attention, 1.0f / static_cast<float>(of.cols));
    }
}

}  // namespace

TEST_CASE("brought words: German has what is said") {
    std::vector<std::string> asked;
    const language::Translation german = translation_of(words_file("de"), &asked);
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto below = [&random](float most) {
        return std::uniform_real_distribution<float>(0, most)(random);
    };
    const auto hear = [&](View& view, int states) {
        view.set_language(&german);
        for (int i = 0; i < states; ++i) {
            REQUIRE(!view.restore(random_state(view.type(), random)));
            view.describe(true);
            for (const float width : {960.0f, 360.0f}) {
                const float height = view.natural_height(width);
                view.resize(width, height, static_cast<int>(width), static_cast<int>(height));
                double now = 0;
                for (int k = 0; k < 8; ++k) {
                    view.pointer(Pointer::move, {below(width), below(height)}, false);
                    for (int frame = 0; frame < 3; ++frame) pass_frame(view, now);
                }
                LabelPainter painter;
                view.draw_with(painter, width);
            }
            for (int p = 0; p < view.state().count(); ++p)
                if (view.type().parameters[static_cast<size_t>(p)].kind != explainer::Kind::text)
                    view.shown(p);
        }
        for (const Parameter& p : view.type().parameters)
            for (const std::string_view text : {p.label, std::string_view(p.help)}) german.said(text);
    };
    for (const ExhibitType* type : types()) {
        std::set<std::string> missing;
        for (int named = 0; named < 2; ++named)
            for (int of = 0; of < 2 * fault_count; ++of) {
                const Bring what = of % 2 == 0 ? Bring::attention : Bring::vectors;
                if (!takes(type->id, what)) continue;
                Heads given = random_heads(random, {2, 3, 9, 40, 33, 5, 1, named == 1}, what);
                spoil(given, static_cast<Fault>(of / 2));
                for (std::string& token : given.tokens) token = "x" + std::to_string(random() % 7);
                const std::unique_ptr<View> view = given.view(type->id);
                hear(*view, of < 2 ? 8 : 3);
            }
        if (type->id == "learned-heads" || type->id == "next-word")
            for (GivenText& given : some_texts(random)) {
                if (given.n > 100) continue;
                for (std::vector<std::string>* texts :
                     {&given.tokens, &given.candidates, &given.candidates_without})
                    for (std::string& one : *texts) one = "x";
                hear(*given.view(type->id), 8);
            }
        for (const std::string_view text : {type->title, std::string_view(type->summary)}) german.said(text);
        for (const std::string& one : asked)
            if (one.find_first_of("abcdefghijklmnopqrstuvwyz") != std::string::npos &&
                one.find("…") == std::string::npos)
                missing.insert(one);
        asked.clear();
        if (const char* renew = std::getenv("RENEW_WORDS")) {
            std::ofstream out(renew, std::ios::app);
            for (const std::string& one : missing) out << one << "\n";
            continue;
        }
        for (const std::string& one : missing) CHECK_MESSAGE(one == "", std::string(type->id));
    }
    language::use(nullptr);
}
