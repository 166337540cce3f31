// See values_given.h.
#include "explainer/exhibits/values_given.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::values_model {
namespace {

using figures::Block, figures::Item, figures::Run;

/// As it was typed, with a true minus sign.
std::string typed(float value) {
    const double number = tidy(value);
    return (number < 0 ? "−" : "") + shortest(std::fabs(number));
}

class Given {
  public:
    Given(const Model& model, int key, int component, uint64_t version)
        : model_(model), key_(key), component_(component), version_(version) {}

    Block origin(const Theme& theme) const {
        using namespace figures;
        const std::string title = "What they are made of",
                          note = std::string(model_.example.origin) + "; type over dotted numbers";
        return by_width([=, &theme](float width) {
            if (width >= 520) return titled(theme.ink, title, theme.muted, note);
            return column(2, text(strong, theme.ink, title), paragraph(caption, theme.muted, note, 41));
        });
    }

    Block given(Ui& ui) const {
        using namespace figures;
        const WorkedExample& e = model_.example;
        const Theme& theme = ui.theme();
        Block first = e.from_words ? given_matrix("x", example::x, "X", "", "one row a word", theme.ink, e.x,
                                                  e.n, e.width, e.keys)
                                   : given_matrix("q", example::q, "Q", "", "who asks", theme.query, e.q, e.n,
                                                  e.d, e.queries);
        Block second = e.from_words ? given_matrix("wv", example::w_v, "W", "V", "makes values of words",
                                                   theme.value, e.w_v, e.width, e.dv, {})
                                    : given_matrix("k", example::k, "K", "", "what the words answer with",
                                                   theme.key, e.k, e.m, e.d, e.keys);
        Block third = given_matrix("wo", w_o, "W", "O", model_.w_o_origin, theme.output, model_.w_o, e.dv,
                                   model_.out_width, {});
        return by_width(
            [a = std::move(first), b = std::move(second), c = std::move(third)](float width) mutable {
                // (Eight columns are scrolled to where it is narrow; then the note has a line of its own.)
                const float height = 28 + 8 + 4 * 34, scrolled = height + 44;
                if (width >= 860)
                    return row({.gap = 32}, {Item(reserved(scrolled, std::move(a)), share(3)),
                                             Item(reserved(scrolled, std::move(b)), share(2)),
                                             Item(reserved(scrolled, std::move(c)), share(3))});
                return column(16, reserved(scrolled, std::move(a)), reserved(height, std::move(b)),
                              reserved(scrolled, std::move(c)));
            });
    }

    Block given_matrix(std::string id, int parameter, std::string title, std::string subscript,
                       std::string note, Color color, const std::vector<float>& values, int rows, int cols,
                       std::vector<std::string> labels) const {
        figures::MatrixLook look(std::move(id), values, rows, cols, color, version_);
        look.cells.decimals = decimals_of(values);
        look.cells.number_width = 34;
        look.cells.ground = figures::Ground::tint;
        look.frame.brackets = true;
        look.frame.title = std::move(title);
        look.frame.subscript = std::move(subscript);
        look.frame.note = std::move(note);
        look.frame.row_labels = {std::move(labels), color};
        look.size.cell_height = 34;
        // What the number that is looked at came from.
        if (parameter == example::x || parameter == example::k) look.marks.linked_row = key_;
        if (parameter == example::q) look.marks.linked_row = model_.word;
        if (parameter == example::w_v) look.marks.linked_col = component_;
        if (rows > 4) look.size.height = 4 * 34;                   // the others are scrolled to
        if (parameter == w_o) look.marks.linked_row = component_;  // what this component is multiplied by
        look.size.least = 28;
        look.hand.parameter = parameter;
        return figures::matrix(std::move(look));
    }

    /// The arithmetic behind the number of V that is looked at, or behind its word's score.
    Block of_words(const Theme& theme) const {
        const WorkedExample& e = model_.example;
        const int j = key_, c = component_;
        std::vector<Run> runs;
        const auto sum_of = [&](int count, Color first, Color second, auto&& a, auto&& b) {
            for (int k = 0; k < count; ++k) {
                if (k > 0) runs.push_back({" + ", theme.muted});
                runs.push_back({typed(a(k)), first});
                runs.push_back({"·", theme.muted});
                runs.push_back({typed(b(k)), second});
            }
        };
        const auto at_of = [](const std::vector<float>& values, int at) {
            return values[static_cast<size_t>(at)];
        };
        if (e.from_words) {
            runs.push_back({Phrase() << "number " << c + 1 << " of this value = ", theme.muted});
            if (e.width <= 4)
                sum_of(
                    e.width, theme.ink, theme.value, [&](int k) { return at_of(e.x, j * e.width + k); },
                    [&](int k) { return at_of(e.w_v, k * e.dv + c); });
            else
                runs.push_back({"the lit row · the lit column", theme.ink});
            runs.push_back({" = ", theme.muted});
            runs.push_back({fixed(model_.value(j, c), decimals_of(e.v)), theme.value, true});
        } else {
            const int i = model_.word;
            runs.push_back({"q·k = ", theme.muted});
            sum_of(
                e.d, theme.query, theme.key, [&](int k) { return at_of(e.q, i * e.d + k); },
                [&](int k) { return at_of(e.k, j * e.d + k); });
            runs.push_back({" = ", theme.muted});
            runs.push_back({typed(at_of(e.trace.scores, i * e.m + j)), theme.ink, true});
        }
        return figures::paragraph(caption, std::move(runs), 80);
    }

    /// Where the lengths of the word's value come from, before and after the output's matrix.
    Block lengths(const Theme& theme) const {
        const int digits = decimals_of(model_.example.v);
        Phrase says;
        says << "‖v‖ = √(";
        for (int c = 0; c < model_.dv(); ++c) {
            const double one = model_.value(key_, c);
            says << (c > 0 ? " + " : "") << (one < 0 ? "(" : "") << Fixed{one, digits}
                 << (one < 0 ? ")²" : "²");
        }
        says << ") = " << Fixed{Model::wide(model_.lengths, key_), 3}
             << "; multiplied by the output's matrix, "
             << "this value is " << Fixed{Model::wide(model_.projected_lengths, key_), 3} << " long.";
        return figures::paragraph(caption, theme.muted, std::string(says), 118);
    }

    Block softmax_controls(Ui& ui) const {
        using namespace figures;
        const Color color = ui.theme().query;
        return at_least(
            640,
            [&ui, color] {
                return row({.gap = 32}, {Item(slider(example::temperature, {color, 96, 52}), share()),
                                         Item(toggle(ui, example::scaled), share())});
            },
            [&ui, color] {
                return column(0, slider(example::temperature, {color, 96, 52}), toggle(ui, example::scaled));
            });
    }

  private:
    const Model& model_;
    int key_, component_;
    uint64_t version_;
};

}  // namespace

figures::Block made_of(Ui& ui, const Model& model, int key, int component, uint64_t version) {
    const Given parts(model, key, component, version);
    return figures::column(10, parts.origin(ui.theme()), figures::choice(ui, example::data), parts.given(ui),
                           parts.of_words(ui.theme()), parts.lengths(ui.theme()), parts.softmax_controls(ui));
}

}  // namespace explainer::values_model
