// What every exhibit of brought heads has to hold: in any state, of any tensors, under any hand.
#pragma once

#include <random>
#include <string_view>
#include <vector>

#include "../exhibits/random_layout.h"
#include "given.h"

namespace explainer::brought {

/// Whether an exhibit shows tensors of that sort.
inline bool takes(std::string_view exhibit, Bring what) {
    if (exhibit == "learned-heads" || exhibit == "next-word") return false;  // (given_reading.h)
    if (what == Bring::attention) return exhibit != "scores" && exhibit != "position";
    return exhibit != "heads";
}

/// check(given, view) for tensors of many shapes, of attention and of queries and keys.
template <class Check>
void with_any_tensors(std::string_view exhibit, const Check& check) {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    std::mt19937 random(seed);
    for (const Heads& given : some_heads(random)) {
        if (!takes(exhibit, given.q.empty() ? Bring::attention : Bring::vectors)) continue;
        CAPTURE(given.layers);
        CAPTURE(given.heads);
        CAPTURE(given.cols);
        const std::unique_ptr<View> view = given.view(exhibit);
        check(given, *view, random);
    }
}

/// What a check of numbers begins with.
struct Asked {
    int layer, head, query, key;
    bool causal;
};

/// check(given, view, asked) in so many states of each.
template <class Check>
void in_any_state(std::string_view exhibit, int states, const Check& check) {
    with_any_tensors(exhibit, [&](const Heads& given, View& view, std::mt19937& random) {
        for (int i = 0; i < states; ++i) {
            const std::string text = random_state(view.type(), random);
            CAPTURE(text);
            REQUIRE(!view.restore(text));
            check(
                given, view,
                Asked{chosen(view, "layer"), chosen(view, "head"), chosen(view, "query"), chosen(view, "key"),
                      given.attention.empty() && view.state().find("causal") >= 0 &&
                          view.state().toggle(view.state().find("causal"))});
        }
    });
}

/// No text is cut off or lies on another, and no state or tensor moves the page.
inline void check_layout_of_any_tensors(std::string_view exhibit, int states) {
    const Languages languages = languages_of_run();
    for (const language::Catalogue* language : languages) {
        CAPTURE(said_in(language));
        std::vector<float> heights;
        with_any_tensors(exhibit, [&](const Heads&, View& view, std::mt19937& random) {
            view.set_language(language);
            check_random_layout(view, random, states);
            std::vector<float> now;
            REQUIRE(!view.restore(""));
            for (float width = 280; width <= 1400; width += 7) now.push_back(view.natural_height(width));
            if (heights.empty()) heights = now;
            CHECK(now == heights);
        });
    }
}

/// The view as large as its sheet, without motion, in that state.
inline Point laid_out(View& view, float width, std::string_view state) {
    const float height = view.natural_height(width);
    view.resize(width, height, static_cast<int>(width), static_cast<int>(height));
    view.set_reduced_motion(true);
    REQUIRE(!view.restore(std::string(state)));
    settle(view);
    return {width, height};
}

/// Presses and drags anywhere leave every state within its bounds, and some of them change it.
inline void check_hands(View& view, Point size, std::mt19937& random) {
    std::uniform_real_distribution<float> along(0, 1);
    const auto anywhere = [&] { return Point{along(random) * size.x, along(random) * size.y}; };
    bool moved = false;
    for (int i = 0; i < 60; ++i) {
        const Point from = anywhere();
        i % 3 == 0 ? drag(view, from, anywhere(), i % 2 == 0) : click(view, from);
        State again(view.type().id, view.type().parameters);
        CHECK(!again.restore(view.state().save()));
        CHECK(again == view.state());
        moved |= !view.state().save().empty();
    }
    CHECK(moved);
}

}  // namespace explainer::brought
