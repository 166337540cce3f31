// See induction_path.h.
#include "explainer/exhibits/induction_path.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "explainer/exhibits/floats.h"
#include "explainer/figures/aligned.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/essential.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer::induction {
namespace {

using namespace figures;

constexpr float margin = 118;  // for names at the left, where there is room for them
constexpr float most_column = 168, air = 3;

struct Heights {
    float words, handing, slot, copying, answer, least_column;
};
constexpr Heights heights_wide{44, 90, 38, 118, 62, 72}, heights_narrow{44, 57, 32, 82, 54, 40},
    heights_low{44, 38, 28, 52, 54, 40};  // with nothing below it

/// A word in its box.
struct Box {
    Color text, line;
    std::optional<Color> ground = {};  // else paper
    float thickness = 1, radius = 0;
    bool bold = false, dashes = false;
};
void draw_box(Ui& ui, Rect rect, std::string_view word, const Box& look) {
    const Type type{rect.width < 52 ? 13.0f : 15.0f, look.bold};
    ui.painter().rectangle(rect, look.ground.value_or(ui.theme().paper), look.radius);
    if (look.dashes)
        dashed_outline(ui, rect, look.line, look.thickness);
    else
        ui.painter().outline(rect, look.line, look.thickness, look.radius);
    if (word.empty()) return;
    ui.text({rect.centre().x, rect.centre().y - fonts::line_height(type) / 2}, type, look.text,
            shortened(type, word, rect.width - 6), Align::centre);
}

/// What stands at the left of a strip: a name or a switch, and what it is.
struct Aside {
    float down;
    const char* name;
    Color color;
    const char* note;
    int parameter = -1;
};

class Path {
  public:
    Path(const Model& model, const Hover<Pointed>& hover, bool wide, const Heights& heights)
        : model_(model), hover_(hover), wide_(wide), heights_(heights) {}

    Block block(Ui& ui) const {
        const Theme& theme = ui.theme();
        // (The strips outlive this object.)
        const auto self = std::make_shared<Path>(*this);
        const auto strip = [&](const char* id, float height, std::vector<Aside> asides, auto behind) {
            Strip out{.size = height, .gap = 0, .id = id};
            out.behind = [self, asides, behind](Ui& now, const MatrixPlace& place, Rect whole) {
                for (const Aside& one : asides) self->draw_aside(now, whole, one);
                ((*self).*behind)(now, place, whole);
            };
            return out;
        };
        const auto hovered = [self](int j) { self->hover_.note() = {0, -1, j}; };
        const auto pressed = [&ui](int j) { ui.step(asked, j); };
        const auto in_columns = [&](Strip one, auto draw) {
            one.draw = [self, draw](Ui& now, int j, Rect track) { ((*self).*draw)(now, j, track); };
            one.hovered = hovered;
            one.pressed = pressed;
            return one;
        };
        Strips strips;
        strips.above.push_back(in_columns(
            strip("words", heights_.words, {{3, "words", theme.ink, "press one"}}, &Path::place_words),
            &Path::draw_word));
        strips.above.push_back(strip("handing", heights_.handing,
                                     {{4, "layer 1", theme.ink, "hands each word one place on", layer1}},
                                     &Path::draw_handing));
        const float middle = (heights_.slot - fonts::line_height(strong)) / 2;
        strips.above.push_back(in_columns(strip("slots", 2 * heights_.slot,
                                                {{middle, "stood before me", theme.key, ""},
                                                 {heights_.slot + middle, "I am", theme.ink, ""}},
                                                &Path::nothing),
                                          &Path::draw_slots));
        strips.above.push_back(strip(
            "copying", heights_.copying,
            {{14, "layer 2", theme.ink, "finds itself among those before, copies who stands there", layer2}},
            &Path::draw_copying));

        MatrixLook look("next", model_.answers, 1, model_.n, theme.output, model_.version);
        look.cells.numbers = false;
        look.size.cell_height = heights_.answer;
        look.size.fill = true;
        look.size.most = most_column;
        look.size.least = heights_.least_column;
        look.size.most_cols = most_words_read + 1;
        if (wide_) {
            look.frame.row_labels = {{""}, theme.output};
            look.frame.row_label_width = margin;
        }
        // It scrolls along with the word that asks; what marks that word is the answer's own box.
        look.marks.selected = {0, model_.asks};
        look.marks.selected_color = theme.paper.with_alpha(0);
        look.cells.ground_of = [paper = theme.paper](int, int) { return paper; };
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
    bool copied(int j) const { return match(j) && arrived(at_copy); }
    bool pointed(int j) const {
        return hover_->word == model_.ids[at(j)] || (hover_->layer == 0 && hover_->col == j);
    }

    /// Without room at the left, the name of a layer is in its lower left corner, where no ribbon comes.
    void draw_aside(Ui& ui, Rect whole, const Aside& of) const {
        if (!wide_) {
            if (of.parameter >= 0) ui.text({whole.x, whole.bottom() - 20}, {13, true}, of.color, of.name);
            return;
        }
        float y = whole.y + of.down;
        if (of.parameter >= 0)
            toggle(ui, of.parameter, {whole.x, y, margin, row_height});
        else
            ui.text({whole.x, y}, strong, of.color, of.name);
        y += of.parameter >= 0 ? 34 : 19;
        paragraph(caption, ui.theme().muted, of.note)->draw(ui, {whole.x, y, margin, whole.bottom() - y});
    }
    void nothing(Ui&, const MatrixPlace&, Rect) const {}

    // ---- Words, and what each holds

    void place_words(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Rect all{place.cells.x, whole.y, place.cells.width, whole.height};
        ui.place_parameter(asked, all);
        if (ui.focused(asked)) ui.focus_ring(all);
    }

    void draw_word(Ui& ui, int j, Rect track) const {
        const Theme& theme = ui.theme();
        const bool chosen = j == model_.asks;
        Box look{.text = chosen   ? theme.on(theme.query)
                         : j == 0 ? theme.muted
                                  : theme.ink,
                 .line = chosen ? theme.query : theme.line};
        if (chosen) look.ground = theme.query;
        if (copied(j)) look.line = theme.value;
        if (pointed(j)) look.line = theme.ink;
        look.thickness = copied(j) ? 2 : 1;
        look.radius = 12;
        look.bold = chosen || copied(j) || pointed(j);
        draw_box(ui, {track.x + air, track.y + 5, track.width - 2 * air, track.height - 10},
                 model_.words[at(j)], look);
    }

    void draw_slots(Ui& ui, int j, Rect track) const {
        const Theme& theme = ui.theme();
        const int held = model_.slot(j);
        const bool asks = arrived(at_match) && model_.second.on && j == model_.asks;
        Box slot{.text = held <= 0 ? theme.muted : theme.ink, .line = theme.line},
            name{.text = j == 0 ? theme.muted : theme.ink, .line = theme.line};
        // What has just been written is deeper for a moment.
        const float full = ui.eased(Phrase() << "slot " << j, arrived(at_slots) && held >= 0 ? 1.0f : 0.0f);
        if (full >= 1)
            slot.ground = band_color(theme, theme.value);
        else if (full > 0)
            slot.ground = mix(theme.paper, theme.value, 1.6f * full * (1 - full));
        const auto mark = [&theme](Box& box, Color color) {
            box = {.text = color,
                   .line = color,
                   .ground = band_color(theme, color),
                   .thickness = 2.25f,
                   .bold = true};
        };
        if (match(j)) mark(slot, theme.key);
        if (copied(j)) mark(name, theme.value);
        if (asks) mark(name, theme.query);
        const Rect upper{track.x + air, track.y, track.width - 2 * air, heights_.slot},
            lower{upper.x, upper.bottom(), upper.width, upper.height};
        draw_box(ui, upper,
                 !arrived(at_slots) ? ""
                 : held < 0         ? "–"
                                    : model_.vocabulary[at(held)].c_str(),
                 slot);
        draw_box(ui, lower, model_.words[at(j)], name);
        if (match(j)) ui.painter().outline(upper, slot.line, slot.thickness, 0);  // over the one below
    }

    // ---- Ribbons

    void draw_flows(Ui& ui, const MatrixPlace& place, Rect whole, int layer, std::vector<Flow> flows) const {
        const Layer& of = layer == 1 ? model_.first : model_.second;
        const bool there = of.on && arrived(layer == 1 ? at_handing : at_copy);
        FlowsLook look{.id = layer == 1 ? "handing" : "flow", .flows = std::move(flows)};
        look.grown = ui.eased(layer == 1 ? "handed" : "copied", there ? 1.0f : 0.0f);
        look.gathered = layer == 2;
        look.hovered = [this, layer](int from, int to) { hover_.note() = {layer, to, from}; };
        if (look.grown > 0) flows_over(ui, place, whole, std::move(look));
    }

    void draw_handing(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        std::vector<Flow> flows;
        const int end = std::min(model_.n, place.first_col + place.cols + 1);
        for (const bool composed : {false, true})
            for (int i = place.first_col; i < end; ++i)
                for (int j = 0; match(i) == composed && j <= i; ++j)
                    if (const double weight = wide(model_.weight(model_.first, i, j)); weight >= least_ribbon)
                        flows.push_back({j, i, weight,
                                         mix(theme.paper, theme.value, composed ? 0.88f : 0.22f),
                                         hover_->is_on(1, i, j)});
        draw_flows(ui, place, {whole.x, whole.y - 5, whole.width, whole.height + 5}, 1, std::move(flows));
    }

    void draw_copying(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const Theme& theme = ui.theme();
        const int i = model_.asks;
        std::vector<Flow> flows;
        for (int j = 0; j <= i; ++j)
            flows.push_back({j, i, wide(model_.weight(model_.second, i, j)),
                             mix(theme.paper, theme.value, model_.first.on && match(j) ? 0.88f : 0.4f),
                             hover_->is_on(2, i, j)});
        draw_flows(ui, place, {whole.x, whole.y, whole.width, whole.height + 2}, 2, std::move(flows));
        draw_question(ui, place, whole);
    }

    /// An arc from the word that asks to each slot that holds it.
    void draw_question(Ui& ui, const MatrixPlace& place, Rect whole) const {
        const bool asks = model_.second.on && arrived(at_match);
        const float grown = ui.eased("question", asks ? 1.0f : 0.0f);
        if (!asks || grown <= 0) return;
        const Color color = ui.theme().query;
        const float depth = std::min(48.0f, whole.height * 0.4f), off = place.cell_width * 0.22f,
                    start = middle_of_column(place, model_.asks) - off;
        bool any = false, beyond = false;
        float left = start;
        for (int j = model_.asks; j >= 0 && !beyond; --j) {
            if (!match(j)) continue;
            any = true;
            beyond = j < place.first_col;  // of those that are out of sight one arc will do
            const float end = std::max(place.cells.x + 6, middle_of_column(place, j) + 1.3f * off);
            std::vector<Point> way = arch({start, whole.y + 3}, {end, whole.y + 3}, -depth, 0, 32).upper;
            way.resize(static_cast<size_t>(std::ceil(grown * 32)) + 1);
            ui.painter().polyline(way, color, 2.5f, false);
            if (way.size() > 3) arrow(ui, way[way.size() - 3], way.back(), color);
            left = std::min(left, (start + end) / 2);
        }
        if (grown < 1) return;
        const std::string text = any ? std::string(Phrase() << model_.quoted(model_.asks) << " before?")
                                     : Phrase() << model_.quoted(model_.asks) << " before? Nowhere";
        const Type type{wide_ ? 15.0f : 13.0f, true};
        const float width = std::min(fonts::width(type, text), place.cells.width - 12);
        const float x = std::clamp(any ? left - width / 2 : start - width, place.cells.x + 6,
                                   place.cells.right() - width - 6);
        const Rect plate{x - 4, whole.y + (any ? depth * 0.5f - 6 : 14), width + 8, fonts::line_height(type)};
        ui.painter().rectangle(plate, ui.theme().paper.faded(0.88f), 4);
        ui.text({x, plate.y}, type, any ? color : ui.theme().muted, shortened(type, text, width));
    }

    // ---- The next word

    struct Answer {
        std::string word, under;
        Color color;
    };
    Answer answer(const Theme& theme) const {
        if (!model_.second.on) return {"–", "layer 2 is off", theme.muted};
        const std::vector<int> best = model_.winners(model_.shares, model_.asks);
        const std::string share = percent(wide(model_.largest(model_.shares, model_.asks)), 1);
        std::string word;
        for (const int one : best) word += (word.empty() ? "" : ", ") + model_.vocabulary[at(one)];
        if (best.size() > 2) word = "?";
        if (model_.found(model_.asks)) return {word, share, theme.output};
        if (!model_.first.on) return {word, share + ", a guess", theme.wrong};
        return {"?", "first time seen", theme.muted};
    }

    void draw_answers(Ui& ui, const MatrixPlace& place) const {
        const Theme& theme = ui.theme();
        const Rect& cells = place.cells;
        if (wide_)
            draw_aside(ui, {cells.x - margin - 10, cells.y, margin, cells.height},
                       {12, "next word", theme.output, "? nothing found"});
        if (!arrived(at_copy)) return;
        const float width = std::min(cells.width, std::max(place.cell_width - 2 * air, 104.0f));
        const Rect box{
            std::clamp(middle_of_column(place, model_.asks) - width / 2, cells.x, cells.right() - width),
            cells.y, width, cells.height};
        for (int i = place.first_col; model_.second.on && i < place.first_col + place.cols; ++i) {
            const Rect cell = place.cell(0, i).inset(air);
            if (i == model_.asks || (cell.right() > box.x && cell.x < box.right())) continue;
            const bool found = model_.found(i);
            const Color color = found ? theme.output : theme.muted;
            draw_box(ui, {cell.x, cell.centre().y - 18, cell.width, 36},
                     found ? model_.vocabulary[at(model_.winners(model_.shares, i).front())].c_str() : "?",
                     {.text = color, .line = found ? color : theme.line, .radius = 6, .dashes = !found});
        }
        if (!place.shows(0, model_.asks)) return;
        const Answer said = answer(theme);
        draw_box(ui, box, "",
                 {.text = said.color,
                  .line = said.color,
                  .ground = band_color(theme, said.color),
                  .thickness = 2,
                  .radius = 6});
        const Type under{13, true};
        const float line = fonts::line_height(heading),
                    top = box.centre().y - (line + fonts::line_height(under) + 1) / 2;
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
    return Path(model, hover, wide,
                wide                          ? heights_wide
                : essential_alone(ui.state()) ? heights_low
                                              : heights_narrow)
        .block(ui);
}

}  // namespace explainer::induction
