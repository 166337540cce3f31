// The sheet of the heads: what is chosen above, all heads as small maps, and where the figure stands. See
// heads.h; the figure is in heads_figure.cpp.
#include <algorithm>
#include <cmath>
#include <utility>

#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/heads.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/player.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/table.h"
#include "explainer/vector_of.h"

namespace explainer::attention_heads {

using figures::Block, figures::Entry, figures::Item;

namespace {

constexpr int most_ringed = 16;  // of longer sentences small maps are too small for rings

}  // namespace

// ---------------------------------------------------------------- Above the figure

Block Heads::about(Ui& ui) const {
    using namespace figures;
    const char* patterns = model_.sentence == 0 ? "A to D: an essay’s patterns, B with its exact scores. "
                                                : "A to D: an essay’s patterns, built for these words. ";
    const char* rest = model_.random
                           ? "E to H: random words meet random projections, as before training."
                           : "E to H: constructed, each for one relation. Trained heads are seldom so clean.";
    const std::string said =
        model_.by_hand()
            ? std::string("One query and three keys, given as they are: no words, no mask, no heads.")
            : std::string(Phrase() << patterns << rest);
    Block words = padded(0, 4, 0, 0, paragraph(caption, ui.theme().muted, said, 132));
    return reserved(row_height,
                    model_.own() ? tallest(blocks(text_field(typed), std::move(words))) : std::move(words));
}

Block Heads::top(Ui& ui) const {
    using namespace figures;
    const auto switches = [this, &ui] {
        Block mask = toggle(ui, causal);
        // (Three keys have none; the room is kept all the same.)
        if (model_.by_hand()) mask = drawing(mask->measure(ui.width()), nullptr);
        return wrap(24, 0, blocks(toggle(ui, scaled), std::move(mask)));
    };
    return column(4, choice(ui, sentence_choice),
                  at_least(
                      640,
                      [this, &ui, switches] {
                          return row({.gap = 24}, {Item(about(ui), share()), Item(switches())});
                      },
                      [this, &ui, switches] { return column(0, about(ui), switches()); }));
}

Block Heads::title(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const auto name = [this, &theme] {
        return column(
            0, cut_line(heading, theme.ink, named(head_)), by_width([this, &theme](float width) {
                const std::string origin =
                    model_.by_hand() ? "given by a book chapter" : origin_of(large().origin);
                const std::string whole =
                    origin + (model_.by_hand() ? "; point at a number" : "; press a word, point at a number");
                return cut_line(caption, theme.muted, fonts::width(caption, whole) <= width ? whole : origin);
            }));
    };
    return at_least(
        400,
        [&ui, name] {
            return row({.gap = 12}, {Item(name(), share()), Item(choice(ui, map_choice))});
        },
        [&ui, name] { return column(4, name(), choice(ui, map_choice)); });
}

// ---------------------------------------------------------------- All heads

/// E to H: what they are, and from which seed.
Block Heads::kinds(Ui& ui, float width) const {
    using namespace figures;
    const auto choices = [&ui] {
        return row({.gap = 10}, {Item(padded(0, 12, 0, 0, text(body, ui.theme().muted, "E–H"))),
                                 Item(choice(ui, others))});
    };
    const auto why = [&ui] {
        return paragraph(caption, ui.theme().muted,
                         "E–H are random: relations need grammar, typed words bring none.");
    };
    if (seed_above(width)) return tallest(model_.own() ? blocks(why(), choices()) : blocks(choices(), why()));
    const auto seeded = [&ui, choices] { return wrap(8, 0, blocks(choices(), stepper(ui, seed))); };
    const auto typed_words = [&ui, why] {
        return row({.gap = 12, .cross = Cross::middle}, {Item(why(), share()), Item(stepper(ui, seed))});
    };
    Block now = model_.own() ? typed_words() : model_.random ? seeded() : choices();
    return tallest(blocks(std::move(now), seeded(), typed_words()));
}

void Heads::draw_tick(Ui& ui, int head, Rect where) const {
    const Theme& theme = ui.theme();
    const int parameter = first_tick + head;
    const Rect box{where.x, where.y + 2, 18, 18};
    const Color color = shade(theme, head);
    ui.place_parameter(parameter, {box.x - 10, box.centre().y - 22, 44, 44});
    if (ticks_[head]) {
        ui.painter().rectangle(box, color, 4);
        const Point points[] = {
            {box.x + 4, box.y + 9.5f}, {box.x + 7.5f, box.y + 13}, {box.x + 14, box.y + 5.5f}};
        ui.painter().polyline(points, theme.on(color), 2, false);
    } else {
        ui.painter().outline(box, theme.line, 1.5f, 4);
    }
    if (ui.focused(parameter)) ui.focus_ring(box.inset(-3));
}

/// Entropy, share on the first word, mean distance; each with a bar on one scale for all heads.
void Heads::draw_beside(Ui& ui, int head, Rect rect) const {
    const Theme& theme = ui.theme();
    const HeadNumbers& one = model_.heads()[at(head)];
    const struct {
        const char *name, *brief;
        const std::string& shown;
        float share;
    } all[] = {{"entropy", "H", one.entropy_shown, one.entropy / model_.largest_entropy},
               {"first", "1st", one.first_shown, one.first},
               {"distance", "far", one.distance_shown, one.distance / model_.largest_distance}};
    const float x = rect.x + 8, right = std::min(rect.right(), x + 90), each = rect.height / 3;
    const float text = fonts::line_height(caption);
    float y = rect.y;
    for (const auto& stat : all) {
        const Type bold{13, true};
        if (each >= 2 * text) {
            ui.text({x, y}, caption, theme.muted, figures::shortened(caption, stat.name, right - x));
            ui.text({x, y + text - 2}, bold, theme.ink, stat.shown);
            if (each >= 2 * text + 3) {
                const Rect track{x, y + 2 * text - 1, right - x, 4};
                ui.painter().rectangle(track, figures::grid_color(theme), 2);
                ui.painter().rectangle({track.x, track.y, track.width * std::min(1.0f, stat.share), 4},
                                       theme.muted, 2);
            }
        } else {
            const float wide = fonts::width(bold, stat.shown);
            if (fonts::width(caption, stat.brief) + 4 + wide <= right - x)
                ui.text({x, y}, caption, theme.muted, stat.brief);
            ui.text({right, y}, bold, theme.ink, stat.shown, Align::right);
        }
        y += each;
    }
}

Block Heads::small(float width) const {
    using namespace figures;
    SmallMapsLook look{.id = "heads", .version = model_.version};
    look.heat = {model_.scores_shown ? model_.largest_score : 1.0f, model_.scores_shown, 0.5f};
    if (model_.n > most_ringed) look.heat.gap = 0;
    for (int h = 0; h < head_count; ++h) {
        // By hand there are none to show; the room is kept all the same.
        const HeadNumbers& head = model_.heads()[model_.by_hand() ? 0 : at(h)];
        look.maps.push_back(
            {head.map, model_.n, model_.m, std::string(1, letter(h)), std::string(head.caption)});
        if (model_.by_hand()) look.maps.back().caption = constructed_heads()[at(h)].caption;
        if (model_.n <= most_ringed) look.maps.back().rings = head.rings;
    }
    look.columns = width >= 540 ? 4 : 2;
    look.gap = width < 300 ? 12.0f : 14.0f;
    const float columns = static_cast<float>(look.columns);
    const float share = std::floor((width - look.gap * (columns - 1)) / columns);
    look.beside = share >= 160 ? 66.0f : 58.0f;
    look.most = std::min(120.0f, share - look.beside);
    look.captions_above = true;
    look.caption_left = 26;
    look.caption_lines = share < 178 ? 2 : 1;  // the longest, whatever heads there are
    look.selected = head_;
    look.parameter = head_choice;
    look.pointed = hover_->head;
    look.pointed_entry = {asks(), looked_at()};
    look.selected_row = asks();
    look.hovered = [this](int head, Entry entry) { hover_.note() = {entry, head}; };
    look.draw_beside = [this](Ui& ui, int head, Rect rect) { draw_beside(ui, head, rect); };
    look.first = [this](Ui& ui, int head, Rect, Rect where) {
        const Rect target{where.x - 10, where.y - 11, 44, 44};
        if (ui.area(Phrase() << "tick" << head, target, Grip::press).clicked)
            ui.step(first_tick + head, ticks_[head] ? 0 : 1);
    };
    look.over = [this](Ui& ui, int head, Rect, Rect where) { draw_tick(ui, head, where); };
    return small_maps(std::move(look));
}

Block Heads::legends() const {
    using namespace figures;
    const bool scores = model_.scores_shown;
    const auto both = [scores, largest = scores ? model_.largest_score : 1.0f] {
        return blocks(heat_legend({.heat = {largest, scores}, .name = scores ? "score" : "α"}),
                      drawing({178, 24, 0}, [](Ui& ui, Rect rect) {
                          ui.painter().ring({rect.x + 6, rect.centre().y}, 5, ui.theme().muted, 1.5f);
                          centred(ui, {rect.x + 18, rect.y}, rect.height, caption, ui.theme().muted,
                                  "would look, if not masked", Align::left);
                      }));
    };
    return at_least(
        350,
        [both] {
            Blocks parts = both();
            return row({.gap = 8}, {Item(std::move(parts[0]), share()), Item(std::move(parts[1]))});
        },
        [both] { return column(0, both()); });
}

Block Heads::grid(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    Block name = text(heading, theme.ink, "Eight heads");
    if (seed_above(width)) {
        Items line;
        line.emplace_back(std::move(name), share());
        if (model_.random) line.emplace_back(stepper(ui, seed));
        name = reserved(row_height, row({.gap = 8}, std::move(line)));
    }
    Phrase rows;
    if (model_.first_row + 1 < model_.n)
        rows << "Means of rows " << model_.first_row + 1 << "–" << model_.n;
    else
        rows << "Of row " << model_.n;
    return column(
        10, std::move(name),
        paragraph(caption, theme.muted,
                  Phrase() << "Tick one to draw its ribbons, press one to enlarge it. " << std::string(rows)
                           << ": entropy in nats, share on the first word, distance in words.",
                  134),
        kinds(ui, width), small(width), legends());
}

/// What the book chapter prints, beside the exact numbers.
Block Heads::stated(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const attention::Trace& t = large().trace;
    Phrase computed;
    for (int a = 0; a < t.dv; ++a) computed << (a == 0 ? "" : ", ") << Fixed{wide(t.output_view()(0, a)), 3};
    return column(
        6, text(heading, theme.ink, "Stated and computed"),
        facts(theme, 1,
              vector_of(Fact{"stated, divided by √2", "6.015, 3.985", theme.muted},
                        Fact{"computed here", computed, theme.output})),
        paragraph(caption, theme.muted,
                  model_.divided
                      ? "Worked through by hand in a book chapter. It rounds the weights to three digits "
                        "before it blends the values; that makes the difference."
                      : "Worked through by hand in a book chapter, which divides scores by √2. Here they "
                        "are not divided; the switch above does that, and rounding makes the rest.",
                  153));
}

// ---------------------------------------------------------------- All of it

Block Heads::reading(Ui& ui) const {
    const int head = hover_->head >= 0 ? hover_->head : head_;
    const std::string key = Phrase() << static_cast<size_t>(model_.version) << " " << head << " " << head_
                                     << " " << asks() << " " << looked_at() << " " << hover_->sum
                                     << ui.theme().ink.hex();
    const std::vector<figures::Run>& words = reading_.of(key, [&] {
        return hover_->sum >= 0 ? sum_reading(ui.theme(), hover_->sum, asks())
                                : reading(ui.theme(), head, asks(), looked_at());
    });
    return figures::by_width([&words](float width) {
        const bool narrow = width < 560;
        return figures::paragraph(narrow ? caption : body, words, 140);
    });
}

Block Heads::player() const {
    figures::PlayerLook look{.parameter = step, .action = play};
    static constexpr const char* names[] = {"score", "exp", "÷ Σ", "× v", "Σ"};
    for (int k = after_score; k <= after_sum; ++k) look.stops.push_back({k, names[k - 1]});
    look.ends = false;
    look.said = false;
    return figures::player(std::move(look));
}

Block Heads::sheet(Ui& ui) const {
    using namespace figures;
    return column(12, top(ui), by_width([this, &ui](float width) { return main(ui, width); }));
}

Block Heads::main(Ui& ui, float width) const {
    using namespace figures;
    Block name = title(ui), steps = player(), words = reading(ui), all_heads;
    Block out;
    if (width < 690) {
        const float map_height = is_narrow(width) ? 280 : 320;
        all_heads = grid(ui, width);
        out = column(16, column(4, std::move(name), figure(width, map_height), std::move(steps)),
                     std::move(words), rule(), std::move(all_heads));
    } else {
        const float left = std::floor((width - 32) * 0.57f), right = width - 32 - left;
        all_heads = grid(ui, right);
        // Both columns end together.
        const float room = all_heads->measure(right).height - name->measure(left).height -
                           steps->measure(left).height - 8 - around_map(left);
        Block whole = column(4, std::move(name), figure(left, std::max(200.0f, room)), std::move(steps));
        out = column(12,
                     row({.gap = 32},
                         {Item(std::move(whole), pixels(left)), Item(std::move(all_heads), pixels(right))}),
                     rule(), std::move(words));
    }
    if (!model_.by_hand()) return out;
    // One query and three keys have all of the same room.
    const float height = out->measure(width).height;
    name = title(ui), steps = player(), words = reading(ui);
    Block chapter = stated(ui);
    const float rest = 8 + name->measure(width).height + steps->measure(width).height +
                       words->measure(width).height + chapter->measure(width).height + 1 + 3 * 16;
    const float map_height = std::max(64.0f, std::min(300.0f, height - rest - around_map(width)));
    return reserved(height,
                    column(16, column(4, std::move(name), figure(width, map_height), std::move(steps)),
                           std::move(words), rule(), std::move(chapter)));
}

}  // namespace explainer::attention_heads
