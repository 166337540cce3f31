// The part of the cost exhibit's sheet that shows the cache of a whole model, and what one step of decoding
// takes of it. See cost.h.
#include <utility>

#include "explainer/exhibits/cost.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/formula.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::cost {

using figures::Block, figures::Blocks;

constexpr float label_width = 70;

Block Cost::cache_of_model(Ui& ui) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    Blocks parts;
    parts.push_back(titled(theme.ink, "bytes of a KV cache", theme.muted, "a whole model, at your n"));
    for (int factor = 0; factor < 4; ++factor) {
        const int parameter = layers + factor;
        const Color color = hover_->factor == factor ? theme.query : theme.ink;
        if (parameter == kv_heads || parameter == precision) {
            const std::string label(ui.state().parameter(parameter).label);
            parts.push_back(row(
                {.gap = 0, .cross = Cross::middle},
                {Item(text(body, color, label), pixels(label_width)), Item(choice(ui, parameter), share())}));
            continue;
        }
        SliderLook look{.color = color, .label_width = label_width, .value_width = 48};
        look.hovered = [this, factor] { hover_.note().factor = factor; };
        parts.push_back(slider(parameter, std::move(look)));
    }
    const double factors[] = {layers_, kv_heads_, d_k_, bits_ / 8, sizes_.n};
    static constexpr const char* said[] = {"layers, each with a cache of its own", "heads of keys and values",
                                           "components of a key, and of a value", "bytes a number",
                                           "tokens, your n"};
    std::vector<Math> product = {"2"};
    for (int factor = 0; factor < 5; ++factor) {
        product.emplace_back(" · ");
        Math inner = grouped(factors[factor]) + (factor == 3 ? "\u00a0B" : "");
        product.push_back(
            term(factor, factor == 1 || factor == 4 ? bold(std::move(inner)) : std::move(inner)));
    }
    product.emplace_back(" = ");
    product.push_back(bold(text_of(bytes(cache(kv_heads_)))));
    const bool lit = hover_->factor >= 0;
    const std::string origin =
        lit ? grouped(factors[hover_->factor]) + ": " + said[hover_->factor]
            : "keys and values: " + text_of(bytes(cache(kv_heads_) / sizes_.n)) + " for each token";
    FormulaLook look{.id = "product", .size = 17, .most = 64, .pointed = hover_->factor};
    look.pointing.hovered = [this](int factor) { hover_.note().factor = factor; };
    const float share_kept = static_cast<float>(kv_heads_ / query_heads);
    Block bar = drawing(34, [share_kept](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float half = rect.width * ui.eased("kept", share_kept) / 2;
        ui.painter().rectangle(rect, theme.raised, 0);
        dashed_outline(ui, rect, theme.line);
        for (int value = 0; value < 2; ++value) {
            const Color fill = value ? theme.value : theme.key;
            const Rect part{rect.x + half * static_cast<float>(value), rect.y, half - 1, rect.height};
            ui.painter().rectangle(part, fill, 0);
            if (half >= 20)
                ui.text({part.centre().x, part.centre().y - fonts::line_height(strong) / 2}, strong,
                        theme.on(fill), value ? "V" : "K", Align::centre);
        }
    });
    parts.push_back(formula(std::move(look), math(std::move(product))));
    parts.push_back(paragraph(caption, theme.muted, origin, 40));
    parts.push_back(std::move(bar));
    parts.push_back(paragraph(caption, theme.muted,
                              Phrase() << "dashed: with a key head for each of 32 query heads, "
                                       << text_of(bytes(cache(query_heads))),
                              60));
    parts.push_back(space(4));
    parts.push_back(paragraph(caption, theme.muted, step_words(), 105));
    return column(4, std::move(parts));
}

}  // namespace explainer::cost
