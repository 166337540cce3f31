// See induction_path.h.
#include "explainer/exhibits/induction_path.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::induction {
namespace {

using namespace figures;

constexpr float margin = 118;  // for names at the left, where there is room for them
constexpr float most_column = 132, air = 3;
constexpr int band_steps = 24;

struct Heights {
    float words, handing, slot, copying, answer, least_column;
};
constexpr Heights heights_wide{44, 96, 38, 132, 62, 72}, heights_narrow{44, 64, 32, 96, 54, 40};

class Path {
  public:
    Path(const Model& model, const Hover<Pointed>& hover, bool wide)
        : model_(model), hover_(hover), wide_(wide), heights_(wide ? heights_wide : heights_narrow) {}

    Block block(Ui& ui) const {
        // (The strips outlive this object.)
        const auto self = std::make_shared<Path>(*this);
        const auto hovered = [self](int j) { self->hover_.note() = {0, -1, j}; };
        const auto pressed = [&ui](int j) { ui.step(asked, j); };
        const auto strip = [&](const char* id, float height, auto behind, auto draw) {
            Strip out{.size = height, .gap = 0, .id = id};
            out.behind = [self, behind](Ui& now, const MatrixPlace& place, Rect whole) {
                ((*self).*behind)(now, place, whole);
            };
            out.draw = [self, draw](Ui& now, int j, Rect track) { ((*self).*draw)(now, j, track); };
            return out;
        };
        Strips strips;
        Strip words = strip("words", heights_.words, &Path::name_words, &Path::draw_word);
        Strip slots = strip("slots", 2 * heights_.slot, &Path::name_slots, &Path::draw_slots);
        for (Strip* one : {&words, &slots}) {
            one->hovered = hovered;
            one->pressed = pressed;
        }
        strips.above.push_back(std::move(words));
        strips.above.push_back(strip("handing", heights_.handing, &Path::draw_handing, &Path::draw_nothing));
        strips.above.push_back(std::move(slots));
        strips.above.push_back(strip("copying", heights_.copying, &Path::draw_copying, &Path::draw_nothing));

        MatrixLook look("next", model_.answers, 1, model_.n, ui.theme().output, model_.version);
        look.cells.numbers = false;
        look.size.cell_height = heights_.answer;
        look.size.fill = true;
        look.size.most = most_column;
        look.size.least = heights_.least_column;
        look.size.most_cols = most_words_read + 1;
        if (wide_) {
            look.frame.row_labels = {{""}, ui.theme().output};
            look.frame.row_label_width = margin;
        }
        // It scrolls along with the word that asks; what marks that word is the answer's own box.
        look.marks.selected = {0, model_.asks};
        look.marks.selected_color = ui.theme().paper.with_alpha(0);
        look.cells.ground_of = [paper = ui.theme().paper](int, int) { return paper; };
        look.frame.over = [self](Ui& now, const MatrixPlace& place) { self->draw_answers(now, place); };
        look.hand.hovered = [hovered](Entry entry) { hovered(entry.col); };
        look.hand.pressed = [pressed](Entry entry) { pressed(entry.col); };
        return aligned(std::move(look), std::move(strips));
    }

  private:
    bool arrived(int step_of) const { return model_.shows(step_of); }
    /// j is where the asking word finds itself.
    bool match(int j) const {
        return arrived(at_match) && model_.second.on && model_.matches(model_.asks, j);
    }

    // ---- At the left of the words

    void name(Ui& ui, Rect whole, float down, Color color, const char* text) const {
        if (wide_) ui.text({whole.x, whole.y + down}, strong, color, text);
    }
    void note(Ui& ui, Rect whole, float down, const char* text) const {
        if (wide_)
            paragraph(caption, ui.theme().muted, text)
                ->draw(ui, {whole.x, whole.y + down, margin, whole.height - down});
    }
    /// Without room at the left: in the lower left corner, where no ribbon comes.
    void corner(Ui& ui, const MatrixPlace& place, Rect whole, const char* text) const {
        if (!wide_) ui.text({place.cells.x, whole.bottom() - 20}, {13, true}, ui.theme().ink, text);
    }
    static void write(Ui& ui, Rect box, Type type, Color color, std::string_view text) {
        ui.text({box.centre().x, box.centre().y - fonts::line_height(type) / 2}, type, color,
                shortened(type, text, box.width - 6), Align::centre);
    }
    static Type type_for(float width, bool bold = false) { return Type{width < 58 ? 13.0f : 15.0f, bold}; }

    void name_words(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Rect all{place.cells.x, whole.y, place.cells.width, whole.height};
        ui.place_parameter(asked, all);
        if (ui.focused(asked)) ui.focus_ring(all);
        name(ui, whole, 3, ui.theme().ink, "words");
        note(ui, whole, 22, "press one");
    }

    void draw_word(Ui& ui, int j, Rect track) const {
        const Theme& theme = ui.theme();
        const Rect box{track.x + air, track.y + 5, track.width - 2 * air, track.height - 10};
        const bool chosen = j == model_.asks, copied = match(j) && arrived(at_copy),
                   pointed = hover_->word == model_.ids[at(j)] || (hover_->layer == 0 && hover_->col == j);
        if (chosen) ui.painter().rectangle(box, theme.query, 12);
        if (!chosen || copied)
            ui.painter().outline(box,
                                 copied    ? theme.value
                                 : pointed ? theme.ink
                                           : theme.line,
                                 copied ? 2.0f : 1.0f, 12);
        else if (pointed)
            ui.painter().outline(box.inset(-2), theme.ink, 1, 14);
        write(ui, box, type_for(track.width, chosen || copied || pointed),
              chosen   ? theme.on(theme.query)
              : j == 0 ? theme.muted
                       : theme.ink,
              model_.words[at(j)]);
    }
    void draw_nothing(Ui&, int, Rect) const {}

    // ---- Ribbons

    /// Of a column; those that are out of sight are right beside those in sight.
    static float middle(const MatrixPlace& place, int j) {
        const int shown = std::clamp(j - place.first_col, -1, place.cols);
        return place.cells.x + place.cell_width * (static_cast<float>(shown) + 0.5f);
    }

    /// Of a weight of 1, in both layers.
    static float thickness(const MatrixPlace& place) {
        return std::clamp(place.cell_width * 0.27f, 10.0f, 26.0f);
    }

    struct Ribbon {
        Band band;
        int row, col;
        float width;
    };

    /// A band as far as it has grown, kept within the columns.
    void draw_band(Ui& ui, const MatrixPlace& place, Band& band, float grown, Color color,
                   bool pointed) const {
        const size_t last = static_cast<size_t>(std::ceil(grown * band_steps)) + 1;
        for (std::vector<Point>* edge : {&band.upper, &band.lower}) {
            edge->resize(std::min(edge->size(), last));
            for (Point& one : *edge) one.x = std::clamp(one.x, place.cells.x, place.cells.right());
        }
        ui.painter().strip(band.upper, band.lower, color);
        if (!pointed) return;
        for (const std::vector<Point>* edge : {&band.upper, &band.lower})
            ui.painter().polyline(*edge, ui.theme().ink, 1.25f, false);
    }

    /// Notes which of them the pointer is on; the last drawn one first.
    void obey(Ui& ui, const char* id, const MatrixPlace& place, Rect whole, int layer,
              const std::vector<Ribbon>& ribbons) const {
        const PointerState pointer =
            ui.area(id, {place.cells.x, whole.y, place.cells.width, whole.height}, Grip::none);
        if (!pointer.hovered) return;
        for (auto one = ribbons.rbegin(); one != ribbons.rend(); ++one) {
            if (!figures::is_on(one->band, one->width, pointer.position)) continue;
            hover_.note() = {layer, one->row, one->col};
            return;
        }
    }

    void draw_switch(Ui& ui, Rect whole, float down, int parameter, const char* does) const {
        if (!wide_) return;
        toggle(ui, parameter, {whole.x, whole.y + down, margin, row_height});
        note(ui, whole, down + 38, does);
    }

    void draw_handing(Ui& ui, const MatrixPlace& place, Rect whole) const {
        draw_switch(ui, whole, 4, layer1, "hands each word one place on");
        corner(ui, place, whole, "layer 1");
        const Theme& theme = ui.theme();
        const float grown = ui.eased("handing", model_.first.on && arrived(at_handing) ? 1.0f : 0.0f);
        if (grown <= 0) return;
        const float thick = thickness(place);
        std::vector<Ribbon> ribbons;
        for (const bool composed : {false, true}) {
            const int end = std::min(model_.n, place.first_col + place.cols + 1);
            for (int i = place.first_col; i < end; ++i) {
                for (int j = 0; match(i) == composed && j <= i; ++j) {
                    const float weight = model_.weight(model_.first, i, j);
                    if (wide(weight) < least_ribbon) continue;
                    ribbons.push_back(
                        {swept({middle(place, j), whole.y - 5}, {middle(place, i), whole.bottom()}, {0, 1},
                               thick * weight, band_steps),
                         i, j, thick * weight});
                    draw_band(ui, place, ribbons.back().band, grown,
                              mix(theme.paper, theme.value, composed ? 0.88f : 0.22f),
                              hover_->is_on(1, i, j));
                }
            }
        }
        obey(ui, "ribbons", place, whole, 1, ribbons);
    }

    // ---- What each word holds

    void name_slots(Ui& ui, const MatrixPlace&, Rect whole) const {
        const float line = fonts::line_height(strong), down = (heights_.slot - line) / 2;
        name(ui, whole, down, ui.theme().key, "stood before me");
        name(ui, whole, heights_.slot + down, ui.theme().ink, "I am");
    }

    void draw_slots(Ui& ui, int j, Rect track) const {
        const Theme& theme = ui.theme();
        const float width = track.width - 2 * air;
        const Rect slot{track.x + air, track.y, width, heights_.slot},
            name{track.x + air, track.y + heights_.slot, width, heights_.slot};
        const int held = model_.slot(j);
        const bool asks = arrived(at_match) && model_.second.on && j == model_.asks, answers = match(j),
                   copied = answers && arrived(at_copy);
        const Type plain = type_for(track.width), heavy = type_for(track.width, true);

        // What has just been written is deeper for a moment.
        const float full = ui.eased(Phrase() << "slot " << j, arrived(at_slots) && held >= 0 ? 1.0f : 0.0f);
        const Color fresh = mix(theme.paper, theme.value, 1.6f * full * (1 - full)),
                    filled = full > 0 && full < 1 ? fresh
                             : full > 0           ? band_color(theme, theme.value)
                                                  : theme.paper;
        ui.painter().rectangle(slot, answers ? band_color(theme, theme.key) : filled, 0);
        if (asks) ui.painter().rectangle(name, band_color(theme), 0);
        if (copied) ui.painter().rectangle(name, band_color(theme, theme.value), 0);
        ui.painter().outline(slot, theme.line, 1, 0);
        ui.painter().outline(name, theme.line, 1, 0);
        if (copied) ui.painter().outline(name, theme.value, 2, 0);
        if (asks) ui.painter().outline(copied ? name.inset(3) : name, theme.query, 2, 0);
        if (answers) ui.painter().outline(slot, theme.key, 2.5f, 0);

        if (arrived(at_slots))
            write(ui, slot, answers ? heavy : plain,
                  answers     ? theme.key
                  : held <= 0 ? theme.muted
                              : theme.ink,
                  held < 0 ? std::string_view("–") : model_.vocabulary[at(held)]);
        write(ui, name, asks || copied ? heavy : plain,
              asks     ? theme.query
              : copied ? theme.value
              : j == 0 ? theme.muted
                       : theme.ink,
              model_.words[at(j)]);
    }

    // ---- The question, and what it copies

    void draw_copying(Ui& ui, const MatrixPlace& place, Rect whole) const {
        draw_switch(ui, whole, 14, layer2, "finds itself among those before, copies who stands there");
        corner(ui, place, whole, "layer 2");
        draw_flows(ui, place, whole);
        draw_question(ui, place, whole);
    }

    void draw_flows(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        const float grown = ui.eased("copying", model_.second.on && arrived(at_copy) ? 1.0f : 0.0f);
        if (grown <= 0) return;
        const float thick = thickness(place), end = middle(place, model_.asks);
        float from = end - thick / 2;
        std::vector<Ribbon> ribbons;
        for (int j = 0; j <= model_.asks; ++j) {
            const float weight =
                            ui.eased(Phrase() << "flow " << j, model_.weight(model_.second, model_.asks, j)),
                        width = thick * weight;
            const Point a{middle(place, j), whole.y}, b{from + width / 2, whole.bottom() + 2};
            from += width;
            const bool hair = wide(weight) < least_ribbon;
            if (hair && !place.shows(0, j)) continue;
            ribbons.push_back({swept(a, b, {0, 1}, width, band_steps, true), model_.asks, j, width});
            Band& band = ribbons.back().band;
            const bool pointed = hover_->is_on(2, model_.asks, j);
            if (hair && !pointed)
                ui.painter().polyline(band.upper, theme.value.faded(0.45f * grown), 1, false);
            else
                draw_band(ui, place, band, grown,
                          mix(theme.paper, theme.value, model_.first.on && match(j) ? 0.88f : 0.4f), pointed);
        }
        obey(ui, "flows", place, whole, 2, ribbons);
    }

    /// An arc from the word that asks to each slot that holds it.
    void draw_question(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        const bool asks = model_.second.on && arrived(at_match);
        const float grown = ui.eased("question", asks ? 1.0f : 0.0f);
        if (!asks || grown <= 0) return;
        const float depth = std::min(48.0f, whole.height * 0.4f), off = place.cell_width * 0.22f,
                    start = middle(place, model_.asks) - off;
        bool any = false, beyond = false;
        float left = start;
        for (int j = model_.asks; j >= 0; --j) {
            if (!match(j) || beyond) continue;
            any = true;
            beyond = j < place.first_col;  // of those that are out of sight one arc will do
            const float end = std::max(place.cells.x + 6, middle(place, j) + 1.3f * off);
            const float reach = std::max(8.0f, (start - end) / 2), centre = start - reach;
            std::vector<Point> points;
            const int steps = static_cast<int>(std::ceil(grown * 32));
            for (int s = 0; s <= steps; ++s) {
                const float t = 3.14159265f * std::min(grown, static_cast<float>(s) / 32);
                points.push_back({centre + reach * std::cos(t), whole.y + 3 + depth * std::sin(t)});
            }
            if (points.size() > 2) arrow_along(ui, points, theme.query);
            left = std::min(left, centre);
        }
        const std::string text = any ? std::string(Phrase() << model_.quoted(model_.asks) << " before?")
                                     : Phrase() << model_.quoted(model_.asks) << " before? Nowhere";
        const Type type{wide_ ? 15.0f : 13.0f, true};
        const float room = whole.right() - place.cells.x,
                    width = std::min(fonts::width(type, text), room - 12);
        const float x = std::clamp(any ? left - width / 2 : start - width, place.cells.x + 6,
                                   place.cells.x + room - width - 6);
        const Rect plate{x - 4, whole.y + (any ? depth * 0.5f - 6 : 14), width + 8, fonts::line_height(type)};
        if (grown < 1) return;
        ui.painter().rectangle(plate, theme.paper.faded(0.88f), 4);
        ui.text({x, plate.y}, type, any ? theme.query : theme.muted, shortened(type, text, width));
    }

    static void arrow_along(Ui& ui, const std::vector<Point>& points, Color color) {
        ui.painter().polyline(points, color, 2.5f, false);
        const Point tip = points.back(), ahead = unit(tip - points[points.size() - 2]), side = turned(ahead);
        const Point head[] = {tip - ahead * 8 + side * 6, tip, tip - ahead * 8 - side * 6};
        ui.painter().polyline(head, color, 2.5f, false);
    }

    // ---- The next word

    struct Answer {
        std::string word, under;
        Color color;
    };
    Answer answer(const Theme& theme) const {
        if (!model_.second.on) return {"–", "layer 2 is off", theme.muted};
        const int i = model_.asks;
        const std::vector<int> best = model_.winners(model_.shares, i);
        const std::string share = percent(wide(model_.largest(model_.shares, i)), 1);
        std::string word;
        for (const int one : best) word += (word.empty() ? "" : ", ") + model_.vocabulary[at(one)];
        if (best.size() > 2) word = "?";
        if (model_.found(i)) return {word, share, theme.output};
        if (!model_.first.on) return {word, share + ", a guess", theme.wrong};
        return {"?", "first time seen", theme.muted};
    }

    void draw_answers(Ui& ui, const MatrixPlace& place) const {
        const Theme& theme = ui.theme();
        const Rect& cells = place.cells;
        if (wide_) {
            const Rect left{cells.x - margin - 10, cells.y, margin, cells.height};
            name(ui, left, 12, theme.output, "next word");
            note(ui, left, 32, "? nothing found");
        }
        if (!arrived(at_copy)) return;
        const float width = std::min(cells.width, std::max(place.cell_width - 2 * air, 104.0f));
        const Rect box{std::clamp(middle(place, model_.asks) - width / 2, cells.x, cells.right() - width),
                       cells.y, width, cells.height};
        for (int i = place.first_col; model_.second.on && i < place.first_col + place.cols; ++i) {
            const Rect cell = place.cell(0, i).inset(air);
            if (i == model_.asks || (cell.right() > box.x && cell.x < box.right())) continue;
            const Rect small{cell.x, cell.centre().y - 18, cell.width, 36};
            const bool found = model_.found(i);
            if (found)
                ui.painter().outline(small, theme.output, 1, 6);
            else
                dashed_outline(ui, small, theme.line, 1);
            write(ui, small, type_for(place.cell_width), found ? theme.output : theme.muted,
                  found ? model_.vocabulary[at(model_.winners(model_.shares, i).front())]
                        : std::string_view("?"));
        }
        if (!place.shows(0, model_.asks)) return;
        const Answer said = answer(theme);
        ui.painter().rectangle(box, band_color(theme, said.color), 6);
        ui.painter().outline(box, said.color, 2, 6);
        const Type under{13, true};
        const float line = fonts::line_height(heading), all = line + fonts::line_height(under) + 1,
                    top = box.centre().y - all / 2;
        ui.text({box.centre().x, top}, heading, said.color, shortened(heading, said.word, width - 10),
                Align::centre);
        ui.text({box.centre().x, top + line + 1}, under, said.color, shortened(under, said.under, width - 6),
                Align::centre);
    }

    const Model& model_;
    const Hover<Pointed>& hover_;
    bool wide_;
    Heights heights_;
};

}  // namespace

Block path(Ui& ui, const Model& model, const Hover<Pointed>& hover, bool wide) {
    return Path(model, hover, wide).block(ui);
}

}  // namespace explainer::induction
