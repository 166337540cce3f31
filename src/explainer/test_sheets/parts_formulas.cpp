// The parts that show formulas and flows, each in its states, on a sheet that is not on the page: to look at
// while making them. Opened by its id. Shows nothing about attention.
#include <limits>

#include "explainer/exhibit.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/sankey.h"
#include "explainer/figures/text.h"

namespace explainer {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

class PartsFormulas final : public Exhibit {
  public:
    void compute(const State&) override {}

    figures::Block sheet(Ui& ui) const override {
        using namespace figures;
        const Color ink = ui.theme().ink;
        return figures::column(16, text(strong, ink, "formulas"), formulas(ui), space(16),
                               text(strong, ink, "ribbons to the right"), ribbons(ui, false), space(16),
                               text(strong, ink, "ribbons downward"), ribbons(ui, true), space(16),
                               text(strong, ink, "arcs over a sentence"), arcs(ui));
    }

    Description describe() const override { return {"A sheet of parts.", {}}; }

  private:
    figures::Block formulas(const Ui& ui) const {
        using namespace figures;
        const Theme& t = ui.theme();
        Pointing pressed{nullptr, [this](int id) { term_ = term_ == id ? -1 : id; }};
        const Math x = term(1, colored(t.query, sub("x", "3"))),
                   sum = term(2, math("Σ", sub("", "j"), " ", sup("e", math(sub("x", "j"), "/T"))));
        return figures::column(
            20,
            formula({.id = "formula", .size = 18, .pointed = term_, .pointing = std::move(pressed)},
                    math(colored(t.query, sub("α", "3")), " = ", over(sup("e", math(x, "/T")), sum), " = ",
                         over(number(22.198, 3), number(40.712, 3)), " = ",
                         bold(colored(t.query, number(0.545, 3))))),
            formula({}, math(colored(t.output, bold("o")), " = ", colored(t.query, bold(number(0.115, 3))),
                             " · ", colored(t.value, column_of({number(2.3, 2), number(1.3, 2)})), "  +  ",
                             colored(t.query, bold(number(0.569, 3))), " · ",
                             colored(t.value, column_of({number(-2.1, 2), number(1.5, 2)})), "  +  ",
                             colored(t.query, bold(number(0.303, 3))), " · ",
                             colored(t.value, column_of({number(-0.5, 2), number(-2, 2)})), "  =  ",
                             colored(t.output, column_of({number(-1.07, 2), number(0.38, 2)})))),
            formula({}, math("Attention(", colored(t.query, "Q"), ", ", colored(t.key, "K"), ", ",
                             colored(t.value, "V"), ") = softmax",
                             parens(over(math(colored(t.query, "Q"), " ", colored(t.key, sup("K", "T"))),
                                         root(sub("d", "k")))),
                             " ", colored(t.value, "V"))),
            formula({}, math("W", sub("", "V"), " = ",
                             matrix_of(3, {"1", "0", "−1", "−2", "1", "1", "3", "0", "−2", "2", "1", "0"}),
                             ",  extremes: ", number(1e30, 2), ", ", number(not_a_number, 2), ", ",
                             number(-infinite, 2))));
    }

    figures::Block ribbons(const Ui& ui, bool downward) const {
        const Theme& t = ui.theme();
        figures::SankeyLook look{.id = downward ? "down" : "right",
                                 .from = {{"I"}},
                                 .to = {{"I", "7.0 %"}, {"love", "70.7 %", true}, {"AI", "22.3 %"}},
                                 .weights = {0.07, 0.707, 0.223},
                                 .from_color = t.query,
                                 .to_color = t.key,
                                 .downward = downward};
        if (downward) {
            look.from = {{"I"}, {"love"}, {"AI"}};
            look.weights = {0.07, 0.707, 0.223, 0.333, 0.333, 0.333, 0.168, 0.533, 0.299};
            for (figures::SankeyEnd& end : look.to) end.shown.clear();
        } else {
            look.lane = 76;
        }
        look.kept_to = ribbon_[downward ? 1 : 0];
        look.pressed = [this, downward](int, int to) { ribbon_[downward ? 1 : 0] = to; };
        return figures::sankey(std::move(look));
    }

    figures::Block arcs(const Ui& ui) const {
        const Theme& t = ui.theme();
        const char* words[] = {"The", "cat", "sat", "on", "the", "soft", "?"};
        figures::ArcsLook look{.id = "arcs", .words = 7, .asks = 6};
        look.heads = {{"A", mix(t.query, t.ink, 0.6f), {0.01, 0.01, 0.01, 0.01, 0.005, 0.96, 0}},
                      {"B", t.query, {0.01, 0.879, 0.01, 0.01, 0.01, 0.01, 0.072}},
                      {"D", mix(t.query, t.paper, 0.4f), {0.9, 0.02, 0.02, 0.02, 0.02, 0.01, 0.01}}};
        return figures::column(
            4, figures::arcs(std::move(look)), figures::drawing(24, [words](Ui& with, Rect rect) {
                for (int i = 0; i < 7; ++i)
                    with.text({rect.x + rect.width * (static_cast<float>(i) + 0.5f) / 7, rect.y},
                              {15, i == 6}, i == 6 ? with.theme().query : with.theme().key, words[i],
                              Align::centre);
            }));
    }

    mutable int ribbon_[2] = {-1, -1}, term_ = 1;  // what hands do here
};

}  // namespace

extern const ExhibitType parts_formulas;
const ExhibitType parts_formulas = {
    "parts-formulas",
    "Parts that show formulas and flows",
    "Formulas, ribbons and arcs in all their states.",
    {},
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<PartsFormulas>()); },
};

}  // namespace explainer
