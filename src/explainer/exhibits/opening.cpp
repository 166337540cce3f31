// The first figure of the essay: a sentence, arcs from its last word to those before, and the three words
// that the model that learned finds likeliest next. One switch: who the sentence is about. Not here: what
// else there is to see in that model (learned_heads.cpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explainer/exhibits/learned_heads_run.h"
#include "explainer/exhibits/subject_sentences.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

using namespace learned_heads;

constexpr int subject = 0;          // the parameter
constexpr float least_blank = 160;  // behind the sentence, where there is room for all
constexpr std::array parameters = {subject_parameter()};

using Words = std::vector<std::string_view>;
/// As they are shown; the model knows small letters only.
Words words_of_sentence(std::string_view sentence) {
    Words out = explainer::words(sentence);
    out.front() = "The";
    return out;
}

/// Where things are at a width. All three sentences have the same.
struct Measures {
    explicit Measures(float width) : wide(width >= 760) {
        line = wide ? std::floor(width * 0.62f) : width;
        for (letters = 28; letters > 12; --letters) {
            float longest = 0;
            for (const std::string_view sentence : subject_sentences) {
                const Words words = words_of_sentence(sentence);
                float sum = wide ? 0 : 28;  // beside the blank
                for (int i = 0; i < length_of; ++i) sum += width_of(words, i) + 9;
                longest = std::max(longest, sum);
            }
            if (longest <= line) break;
        }
    }
    Type type(int word) const { return {letters, word == who || word == last}; }
    float width_of(const Words& words, int i) const {
        const float margin = i == who ? letters / 2 : i == last ? letters * 0.4f : 0;
        return fonts::width(type(i), words[static_cast<size_t>(i)]) + 2 * margin;
    }
    float height() const { return list_top() + row * 3; }
    float list_top() const { return wide ? arcs + (word - row) / 2 : arcs + word + 78; }

    bool wide;
    float letters = 0, line = 0;
    float arcs = wide ? 176 : 150, word = wide ? 48 : 44, thickness = wide ? 60 : 42, row = wide ? 44 : 34;
};

class Opening final : public LearnedExhibit {
  public:
    void compute(const State& state) override {
        chosen_ = static_cast<size_t>(state.choice(subject));
        words_ = words_of_sentence(subject_sentences[chosen_]);
        tokens_.clear();
        for (const std::string_view one : explainer::words(subject_sentences[chosen_]))
            tokens_.push_back(learned::token(one));
        run_model();
    }

    figures::Block sheet(Ui&) const override {
        return figures::drawing(
            [](float available) {
                return figures::Size{available, Measures(available).height()};
            },
            [this](Ui& ui, Rect rect) { draw(ui, rect, Measures(rect.width)); });
    }

    Description describe() const override {
        if (!loaded_) return not_there();
        Description out;
        Table weights{"Weights of head " + head_name(finds_the_subject), {"word", "weight"}, {}};
        for (size_t j = 0; j < length_of; ++j) add_row(weights) << std::string(words_[j]) << weight(j);
        Table next{"Next word", {"word", "probability"}, {}};
        for (const size_t token : likeliest_)
            add_row(next) << word_of(static_cast<int>(token)) << probability(token);
        out.summary = Phrase() << "After “" << subject_sentences[chosen_] << "”, the likeliest word is “"
                               << word_of(static_cast<int>(likeliest_[0])) << "”, with "
                               << said_share(probability(likeliest_[0])) << ". “soft” looks most at “"
                               << words_[strongest()] << "”: " << said_share(weight(strongest()))
                               << " of its attention in head " << head_name(finds_the_subject) << ".";
        out.tables.push_back(std::move(weights));
        out.tables.push_back(std::move(next));
        out.add_value("weight on the subject", weight(who), "maps[1, 0][5, 1]");
        out.add_value("probability of the likeliest", probability(likeliest_[0]), "said[5].max()");
        return out;
    }

    std::string numpy(const State&) const override {
        if (!loaded_) return {};
        return python_start(tokens_) + "maps, said = run(tokens)\n";
    }

  private:
    bool loaded() const override { return loaded_; }
    void run_model() override {
        loaded_ = learned::weights() != nullptr;
        likeliest_.clear();
        if (!loaded_) return;
        Switches on;
        on.fill(true);
        probabilities_ = run(tokens_, last, on, &maps_);
        likeliest_ = likeliest_first(probabilities_);
        likeliest_.resize(3);
    }

    float weight(size_t word) const {
        return maps_[static_cast<size_t>(finds_the_subject)][last * length_of + word];
    }
    double probability(size_t token) const { return probabilities_[token]; }
    /// The earlier word that gets most; of equal ones the nearest.
    size_t strongest() const {
        size_t best = last - 1;
        for (size_t j = last - 1; j-- > 0;)
            if (weight(j) > weight(best)) best = j;
        return best;
    }

    void draw(Ui& ui, Rect rect, const Measures& to) const {
        std::array<Rect, length_of> boxes;  // of the words
        float taken = 0;
        for (int i = 0; i < length_of; ++i) taken += to.width_of(words_, i);
        const float gap = to.wide ? (to.line - taken) / last
                                  : std::clamp((to.line - least_blank - taken) / last, 9.0f, 24.0f);
        float x = rect.x;
        for (int i = 0; i < length_of; ++i) {
            const float width = to.width_of(words_, i);
            boxes[static_cast<size_t>(i)] = {ui.eased(Phrase() << "left " << i, x), rect.y + to.arcs,
                                             ui.eased(Phrase() << "width " << i, width), to.word};
            x += width + gap;
        }
        if (loaded_) {
            draw_arcs(ui, to, boxes);
        } else {
            ui.text({rect.x, rect.y + to.arcs / 2}, caption, ui.theme().muted,
                    figures::shortened(caption, waiting(), rect.width));
        }
        draw_words(ui, to, boxes);
        draw_switch(ui, boxes[who]);
        draw_list(ui, rect, to, boxes[last].right());
    }

    /// They land on the last word side by side, the farthest outermost, each within the one before it: as it
    /// lands there, an ellipse lies in another one as long as height² / width is less.
    void draw_arcs(Ui& ui, const Measures& to, const std::array<Rect, length_of>& boxes) const {
        const Theme& theme = ui.theme();
        constexpr float apart = 2;
        std::array<float, last> widths;
        float all = apart * (last - 1);
        for (size_t j = 0; j < last; ++j) {
            const float share = ui.eased(Phrase() << "weight " << j, weight(j));
            all += widths[j] = std::max(1.6f, to.thickness * share);
        }
        float right = boxes[last].centre().x + all / 2, least = std::numeric_limits<float>::infinity();
        const float widest = right - boxes[0].centre().x;
        for (size_t j = 0; j < last; ++j) {
            const float width = widths[j], landing = right - width / 2, bottom = boxes[j].y;
            const float from = boxes[j].centre().x, span = landing - from + width;
            const float room = std::min(to.arcs * span / widest, std::sqrt(least * span));
            const float middle = room - width / 2, inner = room - width;
            const bool most = j == strongest();
            const figures::Band band = figures::arch({from, bottom}, {landing, bottom}, middle, width);
            const Color color = most ? theme.query : mix(theme.paper, theme.query, 0.5f);
            ui.painter().strip(band.upper, band.lower, color);
            const Type number(to.wide ? 15 : 13, true);
            if (most && width >= fonts::line_height(number))
                ui.text({(from + landing) / 2, bottom - middle - fonts::line_height(number) / 2}, number,
                        theme.on(color), shown_share(weight(j)), Align::centre);
            right -= width + apart;
            least = inner * inner / (span - 2 * width);
        }
    }

    void draw_words(Ui& ui, const Measures& to, const std::array<Rect, length_of>& boxes) const {
        const Theme& theme = ui.theme();
        for (int i = 0; i < length_of; ++i) {
            const Rect& box = boxes[static_cast<size_t>(i)];
            const std::string_view word = words_[static_cast<size_t>(i)];
            if (i == last) ui.painter().rectangle(box, theme.query, box.height / 2);
            ui.text({box.centre().x, box.centre().y - fonts::line_height(to.type(i)) / 2}, to.type(i),
                    i == last ? theme.on(theme.query) : theme.ink, word, Align::centre);
            if (i == who) continue;
            if (ui.area(Phrase() << "word " << i, box, Grip::none).hovered) hover_.note() = i;
            if (loaded_ && hover_.shown() == i)
                ui.text({box.centre().x, box.bottom() + 2}, caption, theme.query,
                        shown_share(weight(static_cast<size_t>(i))), Align::centre);
        }
    }

    /// The word that a press changes, as many dots as there are, and until somebody presses, a hint.
    void draw_switch(Ui& ui, Rect box) const {
        const Theme& theme = ui.theme();
        const Rect target = {box.centre().x - std::max(22.0f, box.width / 2), box.y,
                             std::max(44.0f, box.width), box.height};
        const PointerState pointer = ui.area("subject", target, Grip::press);
        ui.place_parameter(subject, target);
        if (pointer.hovered) ui.painter().rectangle(box, figures::band_color(theme).faded(0.5f), 10);
        ui.painter().outline(box, theme.query, 2, 10);
        if (ui.focused(subject)) ui.focus_ring(target, 12);
        if (pointer.clicked) ui.step(subject, static_cast<double>((chosen_ + 1) % subjects.size()));
        if (ui.still()) return;
        for (size_t i = 0; i < subjects.size(); ++i) {
            const Point at{box.centre().x + 14 * (static_cast<float>(i) - 1), box.bottom() + 14};
            if (i == chosen_)
                ui.painter().disc(at, 5, theme.query);
            else
                ui.painter().ring(at, 4.5f, theme.line, 1.2f);
        }
        if (!ui.touched())
            ui.text({box.centre().x, box.bottom() + 26}, Type{13, true}, theme.query,
                    Phrase() << "press " << words_[who], Align::centre);
    }

    void draw_list(Ui& ui, Rect rect, const Measures& to, float end) const {
        const Theme& theme = ui.theme();
        const float left = to.wide ? rect.x + to.line + 32 : rect.x, names = to.wide ? 112 : 96, numbers = 66;
        const float bar = rect.right() - numbers - left - names;
        float y = rect.y + to.list_top();
        ui.text({left, y - 20}, caption, theme.muted, "next word");
        // The scale of the bars stands over them: the model is so sure that two of them are next to empty.
        const float track = left + names, full = track + bar;
        ui.text({track, y - 20}, caption, theme.muted, "0");
        ui.text({full, y - 20}, caption, theme.muted, "100 %", Align::right);
        for (const float x : {track, full})
            ui.painter().line({x, y - 1}, {x, y + 3 * to.row - 6}, theme.line, 1);
        const float blank = (to.wide ? left : end + 8);
        const float under = rect.y + to.arcs + to.word - 3;
        ui.painter().line({blank, under}, {to.wide ? left + names - 12 : rect.right(), under}, theme.output,
                          2);
        for (size_t i = 0; i < 3; ++i, y += to.row) {
            const bool first = i == 0;
            const float thick = first ? 20 : 12, middle = y + to.row / 2;
            ui.painter().rectangle({track, middle - thick / 2, bar, thick}, theme.raised, 0);
            if (!loaded_) continue;
            const double share = probability(likeliest_[i]);
            const Type type(first ? (to.wide ? 24.0f : 18.0f) : to.wide ? 18.0f : 15.0f, first);
            const Color color = first ? theme.output : theme.ink;
            ui.text({left, middle - fonts::line_height(type) / 2}, type, color,
                    figures::shortened(type, word_of(static_cast<int>(likeliest_[i])), names - 8));
            ui.painter().rectangle(
                {track, middle - thick / 2,
                 std::max(2.0f, bar * ui.eased(Phrase() << "share " << i, static_cast<float>(share))), thick},
                first ? theme.output : mix(theme.paper, theme.output, 0.55f), 0);
            ui.text({rect.right(), middle - fonts::line_height(strong) / 2}, Type{15, first},
                    first ? theme.output : theme.muted, shown_share(share), Align::right);
        }
    }

    size_t chosen_ = 0;
    Words words_;
    std::vector<int> tokens_;
    bool loaded_ = false;
    Maps maps_;
    Probabilities probabilities_;
    std::vector<size_t> likeliest_;             // tokens
    Hover<std::optional<int>> hover_{hovers_};  // the word that is pointed at
};

}  // namespace

extern const ExhibitType opening;
const ExhibitType opening = {
    "opening",
    "What comes next?",
    "Change who a sentence is about: see where its last word looks, and which word comes next.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Opening>()); },
};

}  // namespace explainer
