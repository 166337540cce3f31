// The pipeline on a phone: the operands of one step and its result, and a rail of steps.
#include <string>
#include <utility>

#include "explainer/exhibits/pipeline.h"
#include "explainer/exhibits/pipeline_rail.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

namespace at = pipeline_model;
using figures::Block, figures::Blocks, figures::Item, figures::MatrixLook;
using pipeline_model::Focus, pipeline_model::Of;
using enum pipeline_model::Name;
using pipeline_model::Name;

}  // namespace

Block Pipeline::narrow(Ui& ui, float width) const {
    using namespace figures;
    const Theme& theme = ui.theme();
    const bool two = width >= 560;
    Block says =
        column(4, pipeline_model::rail(model_, focus(), short_names_.data()),
               pipeline_model::turning(model_, Phrase() << model_.step << "  " << step_name(model_.step)),
               paragraph(body, theme.muted, step_says(), 104));
    Blocks given =
        blocks(choice(ui, example::data), paragraph(caption, theme.muted, std::string(e().origin)));
    const float words_room = row_height;
    given.push_back(
        reserved(words_room, e().data == Data::own ? text_field(example::words) : space(words_room)));
    return column(12, std::move(says),
                  reserved(two           ? 520
                           : width < 330 ? 776
                                         : 740,
                           operands(ui, two)),
                  rule(), heard(ui), arithmetic(ui), note(theme), rule(), switches(ui, !two), rule(),
                  column(4, std::move(given)), slider(example::temperature, {theme.query, 96, 52}));
}

Block Pipeline::sized(MatrixLook look, float band, float most, bool labelled) const {
    look.size.fill = true;
    look.size.most = 96;
    look.size.cell_height = band_cell(band, look.data.rows, most);
    if (labelled) {
        look.frame.row_label_width = label_width();
        if (look.frame.row_labels.names.empty())
            look.frame.row_labels.names.assign(static_cast<size_t>(look.data.rows), " ");
    }
    return figures::matrix(std::move(look));
}

bool Pipeline::keyboard_on_given(Ui& ui) const {
    for (int p = example::x; p <= example::v; ++p) {
        if (ui.painting() && ui.focused(p)) return true;
    }
    return false;
}

Block Pipeline::operands(Ui& ui, bool two) const {
    using namespace figures;
    const auto beside = [two](Block left, Block first, Block second) {
        if (!two) return column(12, std::move(left), std::move(first), std::move(second));
        return row({.gap = 24, .cross = Cross::bottom},
                   {Item(std::move(left), share(2)),
                    Item(column(12, std::move(first), std::move(second)), share(3))});
    };
    // (While the keyboard is on what is given, it is in sight.)
    const int step = keyboard_on_given(ui) ? +at::words : model_.step;
    if (step >= at::blend) {
        MatrixLook out = outputs(ui);
        out.frame.row_labels = {e().queries, ui.theme().output};
        return beside(sized(pairs_labelled(ui), lower_band, 72, true), sized(handed(ui), 160, 44, true),
                      sized(std::move(out), 160, 48, true));
    }
    if (step >= at::score || !e().from_words) {
        MatrixLook asks = queries(ui);
        asks.frame.row_labels = {e().queries, ui.theme().query};
        if (step < at::score)
            return beside(sized(std::move(asks), 160, 44, true), sized(keys(ui), 160, 44, true),
                          sized(handed(ui), 160, 44, true));
        return beside(sized(std::move(asks), 160, 44, true), sized(keys(ui), 160, 44, true),
                      sized(pairs_labelled(ui), lower_band, 72, true));
    }
    if (step == at::words) {
        Block q = sized(weights(ui, WQ), weights_band, 44, false),
              k = sized(weights(ui, WK), weights_band, 44, false);
        return beside(sized(x(ui), 160, 44, true),
                      row({.gap = 12}, {Item(std::move(q), share()), Item(std::move(k), share())}),
                      sized(weights(ui, WV), weights_band, 44, false));
    }
    // One of the three products.
    const Of of = focus().of == Of::k || focus().of == Of::v ? focus().of : Of::q;
    MatrixLook made = of == Of::q ? queries(ui) : of == Of::k ? keys(ui) : handed(ui);
    if (of == Of::q) made.frame.row_labels = {e().queries, ui.theme().query};
    const Name name = of == Of::q ? WQ : of == Of::k ? WK : WV;
    return column(4, which(of),
                  beside(sized(x(ui), 160, 44, true), sized(weights(ui, name), weights_band, 44, true),
                         sized(std::move(made), 160, 44, true)));
}

MatrixLook Pipeline::pairs_labelled(Ui& ui) const {
    MatrixLook look = pairs(ui);
    look.frame.row_labels = {e().queries, ui.theme().query};
    return look;
}

Block Pipeline::which(Of of) const {
    using namespace figures;
    return drawing(row_height, [this, of](Ui& now, Rect rect) {
        static constexpr const char* names[] = {"make Q", "make K", "make V"};
        float left = rect.x;
        // (Where X stands in place of V, nothing makes V.)
        for (int i = 0; i < (model_.values ? 3 : 2); ++i) {
            const float wide = text_button_width(names[i]);
            if (text_button(now, names[i], {left, rect.y, wide, rect.height}, names[i],
                            static_cast<int>(of) == i))
                look_at(now, {static_cast<Of>(i), model_.focus.row, model_.focus.col});
            left += wide + 8;
        }
    });
}

}  // namespace explainer
