// Stacked bars, budgets and sums term by term: what is drawn where, what borders and segments answer.
#include "explainer/figures/stacks.h"

#include "explainer/figures/waterfall.h"
#include "widths.h"

using namespace explainer;
using figures::Segment;
using figures::Stack;

namespace {

std::vector<Stack> some_stacks(const Theme& t, bool wild) {
    std::vector<Stack> out;
    for (const figures::SumMark sum :
         {figures::SumMark::bar, figures::SumMark::pointer, figures::SumMark::none}) {
        Stack stack{.label = {"output of a word that is long", t.ink}, .segments = {}, .sum = sum};
        for (int i = 0; i < 10; ++i)
            stack.segments.push_back({"part", wild ? extreme_values[i] : i % 3 - 0.8, t.value, "+0.707"});
        out.push_back(std::move(stack));
        out.push_back({.label = {"small", t.muted},
                       .segments = {{"a", -0.5, t.key}, {"b", 0.25, t.value}},
                       .thickness = 9,
                       .sum = sum});
    }
    return out;
}

}  // namespace

TEST_CASE("stacked bars keep within their place, their texts apart, at every width") {
    for (const bool wild : {false, true}) {
        CAPTURE(wild);
        Sheet sheet({}, [wild](Ui& ui) {
            return figures::stacks({.id = "s",
                                    .scale = {-3, 4},
                                    .sum_color = ui.theme().output,
                                    .selected_stack = 0,
                                    .selected_segment = 2,
                                    .hovered = [](int, int) {}},
                                   some_stacks(ui.theme(), wild));
        });
        check_all_widths(sheet, 2);
    }
    Sheet empty({}, [](Ui& ui) { return figures::stacks({.id = "s", .sum_color = ui.theme().output}, {}); });
    check_all_widths(empty, 8);
}

TEST_CASE("stacks of no thickness share the height that is given, large or small, and fill it") {
    for (const int count : {1, 2, 4, 9}) {
        CAPTURE(count);
        const float width = 720, height = 300;
        Sheet sheet({}, [=](Ui& ui) {
            std::vector<Stack> all;
            for (int i = 0; i < count; ++i)
                all.push_back({.label = {"a", ui.theme().ink},
                               .segments = {{"", 1, ui.theme().value}},
                               .thickness = 0});
            all.push_back({.segments = {{"", 1, ui.theme().value}}, .thickness = 9});
            return figures::stacks({.id = "s", .scale = {0, 2}, .gap = 3, .height = height}, std::move(all));
        });
        CHECK(sheet.drawn(width).second == height + 2 * Sheet::margin);
        sheet.check(width);
        std::vector<Rect> drawn;
        for (const Rect& one : sheet.drawn(width).first.strokes)
            if (one.width > 200 && one.height >= 9 && one.height < 100) drawn.push_back(one);
        REQUIRE(static_cast<int>(drawn.size()) == count + 1);
        for (int i = 1; i < count; ++i) CHECK(drawn[static_cast<size_t>(i)].height == drawn.front().height);
        CHECK(drawn.front().height <= 60);
        // The last one ends right over the ticks.
        CHECK(drawn.back().bottom() > height + Sheet::margin - 24 - 9);
    }
}

TEST_CASE("budgets keep within their place, their texts apart, at every width") {
    for (const int count : {0, 1, 2, 5, 8, 64}) {
        for (const double pieces : {0.0, 1.0, 3.09, 1e9}) {
            CAPTURE(count);
            CAPTURE(pieces);
            Sheet sheet({}, [=](Ui& ui) {
                std::vector<Segment> shares;
                for (int i = 0; i < count; ++i)
                    shares.push_back({"x" + std::to_string(i),
                                      count == 8   ? extreme_values[i]
                                      : i % 3 == 0 ? 0.01
                                                   : i,
                                      ui.theme().query, "12.3 %"});
                return figures::stacked_bar(
                    {.id = "b", .selected = 0, .pieces = pieces, .dragged = [](int, double) {}},
                    std::move(shares));
            });
            check_all_widths(sheet, 8);
        }
    }
}

TEST_CASE("a border is dragged by its knob; its segments are pressed") {
    double moved = -1;
    int border = -1, pressed = -1;
    Sheet sheet({}, [&](Ui& ui) {
        const Color color = ui.theme().query;
        return figures::stacked_bar({.id = "b",
                                     .dragged =
                                         [&](int i, double place) {
                                             border = i;
                                             moved = place;
                                         },
                                     .pointing = {nullptr, [&](int i) { pressed = i; }}},
                                    {{"a", 0.25, color}, {"b", 0.25, color}, {"c", 0.5, color}});
    });
    // 688 pixels; the first knob above the bar, the second below it.
    const float bar = Sheet::margin + 24, first = Sheet::margin + 172, second = Sheet::margin + 344;
    drag(sheet.view(), {first + 4, bar - 13}, {first + 4 + 69, bar - 13});
    CHECK(border == 0);
    CHECK(moved == doctest::Approx(0.35).epsilon(0.005));
    drag(sheet.view(), {second, bar + 36 + 13}, {-100, bar});
    CHECK(border == 1);
    CHECK(moved == 0);
    press(sheet.view(), {Sheet::margin + 600, bar + 18});
    release(sheet.view(), {Sheet::margin + 600, bar + 18});
    CHECK(pressed == 2);
}

TEST_CASE("segments answer the pointer, each at its side of zero") {
    int hovered[2] = {-1, -1}, pressed[2] = {-1, -1};
    Sheet sheet({}, [&](Ui& ui) {
        std::vector<Stack> all;
        all.push_back(
            {.label = {},
             .segments = {
                 {"a", 0.5, ui.theme().value}, {"b", -0.5, ui.theme().key}, {"c", 0.25, ui.theme().value}}});
        return figures::stacks({.id = "s",
                                .scale = {-1, 1},
                                .sum_color = ui.theme().output,
                                .label_width = 0,
                                .value_width = 0,
                                .hovered = [&](int s, int g) { hovered[0] = s, hovered[1] = g; },
                                .pressed = [&](int s, int g) { pressed[0] = s, pressed[1] = g; }},
                               std::move(all));
    });
    const auto at = [](float value) { return Point{Sheet::margin + 344 * (1 + value), Sheet::margin + 18}; };
    sheet.view().pointer(Pointer::move, at(-0.2f), false);
    settle(sheet.view());
    CHECK(hovered[1] == 1);
    press(sheet.view(), at(0.6f));
    release(sheet.view(), at(0.6f));
    CHECK(pressed[0] == 0);
    CHECK(pressed[1] == 2);
}

TEST_CASE("sums term by term keep within their place, their texts apart, at every width") {
    for (const int count : {0, 1, 4, 40}) {
        for (const bool wild : {false, true}) {
            CAPTURE(count);
            CAPTURE(wild);
            Sheet sheet({}, [=](Ui& ui) {
                const Theme& t = ui.theme();
                std::vector<figures::Term> terms;
                for (int i = 0; i < count; ++i)
                    terms.push_back({{{"x₁ ", t.ink}, {"w₁", t.value}},
                                     {{"−2.00 × 1.00 = ", t.ink}, {"−2.00", t.value, true}},
                                     wild ? extreme_values[i % 10] : i % 5 - 2.0,
                                     t.value});
                return figures::waterfall(
                    {.id = "l",
                     .decimals = 2,
                     .selected = 1,
                     .result = {{"the sum of all of them", t.output}},
                     .result_color = t.output,
                     .after = wild ? std::vector<figures::Run>{{"÷ √3 = 2.887", t.query, true}}
                                   : std::vector<figures::Run>{}},
                    std::move(terms));
            });
            check_all_widths(sheet, count == 4 ? 2 : 8);
        }
    }
}

TEST_CASE("a sum shows what it has come to, as far as its terms are there") {
    for (int shown = 0; shown <= 3; ++shown) {
        Sheet sheet({}, [=](Ui& ui) {
            const Color c = ui.theme().value;
            return figures::waterfall(
                {.id = "l",
                 .decimals = 1,
                 .scale = {-10, 10},
                 .shown = shown,
                 .result = {{"sum", c}},
                 .result_color = c},
                {{{{"a", c}}, {}, 1.5, c}, {{{"b", c}}, {}, -4, c}, {{{"c", c}}, {}, 9.7, c}});
        });
        const auto [painter, height] = sheet.drawn(720);
        const char* sums[] = {"0.0", "1.5", "−2.5", "7.2"};
        for (int i = 0; i < 4; ++i) {
            CAPTURE(i);
            CHECK(painter.says(sums[i]) == (i == shown || (i > 0 && i <= shown)));
        }
    }
}

TEST_CASE("terms share a height that is given; products give way to the ruler") {
    const auto of = [](int count, float least_ruler) {
        return [=](Ui& ui) {
            const Color c = ui.theme().value;
            std::vector<figures::Term> terms;
            for (int i = 0; i < count; ++i) terms.push_back({{{"a", c}}, {{"2 × 3 = 6", c}}, 6, c});
            return figures::waterfall({.id = "l", .height = 208, .least_ruler = least_ruler},
                                      std::move(terms));
        };
    };
    Sheet few({}, of(3, 140)), many({}, of(8, 140)), short_ruler({}, of(3, 60));
    CHECK(few.drawn(400).second == many.drawn(400).second);
    for (Sheet* sheet : {&few, &many, &short_ruler}) check_all_widths(*sheet, 8);
    // Beside the ruler, else on a second line, else in the name's place, else not.
    CHECK(many.drawn(330).first.says("2 × 3 = 6"));
    CHECK_FALSE(many.drawn(330).first.says("a"));
    CHECK_FALSE(many.drawn(300).first.says("2 × 3 = 6"));
    CHECK(many.drawn(300).first.says("a"));
    const auto baseline_of = [](const LabelPainter& painter, std::string_view text) {
        for (const Label& label : painter.labels) {
            if (label.text == text) return label.box.bottom();
        }
        FAIL("nothing says " << std::string(text));
        return 0.0f;
    };
    const LabelPainter narrow = few.drawn(300).first, wide = few.drawn(500).first;
    CHECK(baseline_of(narrow, "2 × 3 = 6") > baseline_of(narrow, "a") + 10);
    CHECK(baseline_of(wide, "2 × 3 = 6") == baseline_of(wide, "a"));
    CHECK(short_ruler.drawn(300).first.says("2 × 3 = 6"));
}

TEST_CASE("a stack marks where its sum was, in as much room as without") {
    for (const double before : {0.5, -9.0, 9.0, extreme_values[0], extreme_values[1]}) {
        CAPTURE(before);
        const auto build = [before](bool marked) {
            return [=](Ui& ui) {
                std::vector<Stack> one = some_stacks(ui.theme(), false);
                if (marked)
                    for (Stack& stack : one) stack.before = before;
                return figures::stacks({.id = "s", .scale = {-3, 4}, .sum_color = ui.theme().output},
                                       std::move(one));
            };
        };
        Sheet marked({}, build(true)), plain({}, build(false));
        check_all_widths(marked, 2);
        CHECK(marked.drawn(720).second == plain.drawn(720).second);
        if (std::isfinite(before))
            CHECK(marked.drawn(720).first.strokes.size() > plain.drawn(720).first.strokes.size());
    }
}
