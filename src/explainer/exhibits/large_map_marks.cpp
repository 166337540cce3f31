// What lies on the large map: the chosen query's handle, outlines of shares, and names. See large_map.h.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "explainer/exhibits/large_map.h"
#include "explainer/figures/labels.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {

using figures::Entry, figures::MapLook, figures::MapPlace;

namespace {

constexpr float least_column = 3;  // pixels of the first column: it is one token, and the point

bool within(Rect rect, float x, float y) {
    return x >= rect.x - 1 && x <= rect.right() + 1 && y >= rect.y - 1 && y <= rect.bottom() + 1;
}

}  // namespace

figures::Block LargeMap::map_part(Ui& ui, float side, bool handle_right) const {
    using namespace figures;
    MapLook full = look(ui);
    full.most = side;
    full.hovered = [this](Entry entry) { hover_.note().cell = entry; };
    full.over = [this, handle_right](Ui& on, const MapPlace& place) { draw_over(on, place, handle_right); };
    // Whoever comes first has the pointer: the handle at the map's edge, before the map.
    return behind(drawing(side,
                          [this, side, handle_right](Ui& on, Rect rect) {
                              grip_query(on, {rect.x, rect.y, side, side}, handle_right);
                          }),
                  map_alone(std::move(full)));
}

/// What the pointer does with the disc below.
struct Grab {
    bool hovered = false, held = false;
};

/// The disc at the map's edge that carries the chosen query.
void LargeMap::grip_query(Ui& ui, Rect map, bool handle_right) const {
    const MapPlace place{map, seen(ui, map.width)};
    const Point at{handle_right ? map.right() : map.x, place.at(query_now() + 0.5, 0).y};
    const bool there = within(map, at.x, at.y);
    Grab& grab = ui.kept<Grab>("query");
    const PointerState pointer =
        there || grab.held ? ui.area("query/grip", figures::target_at(at), Grip::free) : PointerState{};
    grab = {pointer.hovered, pointer.held};
    if (pointer.pressed || pointer.held) {
        const Point hand = ui.carried(pointer, at);
        if (pointer.dragging) ui.change(query, place.entry({map.x, hand.y}).row);
    }
}

void LargeMap::draw_over(Ui& ui, const MapPlace& place, bool handle_right) const {
    const Theme& theme = ui.theme();
    const Rect& box = place.rect;
    // The first column, wide enough to be seen.
    const float left = place.at(0, 0).x;
    if (place.cell_width() < least_column && left > box.x - 1 && model_.visible(model_.n() - 1, 0)) {
        for (float y = box.y; y < box.bottom(); y += 2) {
            const Entry from = place.entry({box.x, y}), to = place.entry({box.x, y + 2});
            float most = -1;
            for (int i = std::max(0, from.row); i <= std::min(to.row, model_.n() - 1); ++i) {
                const float weight = first_column_[static_cast<size_t>(i)];
                if (std::isgreater(weight, most)) most = weight;
            }
            if (most >= 0)
                ui.painter().rectangle({left, y, least_column, std::min(2.0f, box.bottom() - y)},
                                       theme.weight(heat_of(most)), 0);
        }
    }
    // What is pointed at, here or in a profile.
    if (hover_->cell.row >= 0 && place.cell_width() < 16) {
        const Point at = place.at(hover_->cell.row + 0.5, hover_->cell.col + 0.5);
        if (box.contains(at)) {
            ui.painter().line({box.x, at.y}, {box.right(), at.y}, theme.query.faded(0.45f), 1);
            ui.painter().line({at.x, box.y}, {at.x, box.bottom()}, theme.key.faded(0.45f), 1);
        }
    }
    const int outline = hover_->share > 0 ? hover_->share : ui.state().choice(outlined);
    if (outline > 0) draw_outline(ui, place, outline);
    draw_names(ui, place);
    const Point at{handle_right ? box.right() : box.x, place.at(query_now() + 0.5, 0).y};
    const Grab& grab = ui.kept<Grab>("query");
    const bool lit = grab.hovered || grab.held;
    if (within(box, at.x, at.y)) figures::handle(ui, at, theme.query, false, {lit, lit, ui.focused(query)});
}

/// The cells of a share.
void LargeMap::draw_outline(Ui& ui, const MapPlace& place, int what) const {
    const Color ink = ui.theme().ink, paper = ui.theme().paper;
    const auto stroke = [&](double row0, double col0, double row1, double col1, bool dashes) {
        Point from = place.at(row0, col0), to = place.at(row1, col1);
        if (!figures::clip(place.rect, from, to)) return;
        if (!dashes) return ui.painter().line(from, to, ink, 1.5f);
        ui.painter().line(from, to, paper, 4);
        figures::dashed(ui, from, to, ink, 2, 6);
    };
    const double n = model_.n(), w = model_.inputs().window;
    if (what == first_share) {
        const double wide_enough =
            std::max(1.0, static_cast<double>((least_column + 1) / place.cell_width()));
        stroke(0, wide_enough, n, wide_enough, false);
        stroke(0, 0, n, 0, false);
    }
    if (what == window_share || what == itself_share) {
        // Both edges where cells can be told apart; in the middle of the cells where they cannot.
        stroke(0, 1, n - 1, n, false);
        if (what == itself_share) stroke(1, 0, n, n - 1, false);
        if (what == window_share) {
            stroke(w, 0, n, n - w, true);
            if (model_.inputs().sees == Sees::all) stroke(0, w, n - w, n, true);
        }
    }
    if (what == copied_share) {
        const Passage copy = model_.passage();
        const double out = std::max(0.5, static_cast<double>(4 / place.cell_width()));  // to either side
        const double row0 = copy.begin + copy.distance, col0 = copy.begin, l = copy.length;
        stroke(row0 - out, col0 + out, row0 + l - out, col0 + l + out, true);
        stroke(row0 + out, col0 - out, row0 + l + out, col0 + l - out, true);
    }
}

/// What stands where, as far as there is room.
void LargeMap::draw_names(Ui& ui, const MapPlace& place) const {
    const Theme& theme = ui.theme();
    const MapInputs& in = model_.inputs();
    figures::Labels labels(place.rect.inset(2));
    const double n = model_.n();
    // Not on the chosen row and column.
    const Point chosen = place.at(query_now() + 0.5, key_ + 0.5);
    labels.take({place.rect.x, chosen.y - 3, place.rect.width, 6});
    labels.take({chosen.x - 3, place.rect.y, 6, place.rect.height});
    if (!model_.settled()) {
        const Point corner{place.rect.right(), place.rect.y};
        const std::string said = Phrase() << "sample: 1 row in " << model_.stride();
        const float width = fonts::width(strong, said);
        labels.put_at(ui, corner + Point{-width / 2 - 8, 16}, strong, theme.ink, said, true);
    }
    const auto name = [&](double row, double col, Point away, Color color, const std::string& text) {
        const Point at = place.at(row, col);
        if (place.rect.contains(at)) labels.put(ui, at, 8, away, caption, color, text);
    };
    const auto row_in_sight = [&](double share) { return place.seen.row + place.seen.rows * share; };
    if (in.sees != Sees::all) {
        // Well inside of what is masked and in sight, if that is much.
        const double row = row_in_sight(0.12);
        const double free = place.seen.col + place.seen.cols - row;
        if (free > 0.3 * place.seen.cols)
            labels.put_at(ui, place.at(row, row + free * 0.55), caption, theme.muted, "the future, masked",
                          true);
    }
    if (in.first > 0 && place.seen.col < 1 && in.sees != Sees::window)
        name(std::min(n - 1, row_in_sight(0.9)), 1, {1, 0}, theme.ink, "← first token");
    const Passage copy = model_.passage();
    if (in.copied > 0 && in.sees <= Sees::earlier)
        name(copy.begin + copy.distance + copy.length * 0.06, copy.begin + copy.length * 0.06, {0, -1},
             theme.ink, in.repeat == Repeat::same ? "duplicate tokens" : "induction");
    if (ui.state().choice(outlined) == window_share || hover_->share == window_share) {
        const double row = row_in_sight(0.5);
        name(row, row - in.window, {-1, 0.4f}, theme.ink, share_name(window_share));
    }
}

}  // namespace explainer
