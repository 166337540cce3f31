// What check draws: the tally, a line a claim, and the chosen one taken apart. Its words are in check.cpp.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "explainer/exhibits/check.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::checking {
namespace {

using figures::Block, figures::Blocks, figures::Item, figures::Items, figures::pixels, figures::share;

constexpr const char* sources[] = {"section", "walkthrough", "", "article", "chapter"};  // E000 … E004
constexpr float link_width = 112, words_left = 36, line_room = 34;  // words_left: behind the mark

const char* source_of(const Claim& claim) {
    return sources[claim.essay[3] - '0'];
}

bool begins_essay(int i) {
    return i == 0 ||
           claims()[static_cast<size_t>(i)].essay[3] != claims()[static_cast<size_t>(i - 1)].essay[3];
}

/// A tick, a cross or a wave, ringed where it is no tick; a pale ring while it is not known yet.
void draw_mark(Ui& ui, const Point& c, Verdict verdict) {
    static constexpr Point tick[] = {{-6, 0}, {-2, 4.5f}, {6, -5}},
                           wave[] = {{-5, 1},      {-3.5f, -1.5f}, {-1.5f, -1.5f},
                                     {1.5f, 1.5f}, {3.5f, 1.5f},   {5, -1}},
                           stroke[] = {{-3.5f, -3.5f}, {3.5f, 3.5f}};
    const Theme& theme = ui.theme();
    const auto draw = [&](std::span<const Point> points, float turn, Color color) {
        Point there[6];
        for (size_t i = 0; i < points.size(); ++i) there[i] = {c.x + turn * points[i].x, c.y + points[i].y};
        ui.painter().polyline({there, points.size()}, color, 2, false);
    };
    if (verdict == Verdict::holds) return draw(tick, 1, theme.value);
    const bool pending = verdict == Verdict::pending;
    ui.painter().ring(c, pending ? 3 : 10, pending ? theme.line : theme.wrong, 1.6f);
    if (verdict == Verdict::rounding) draw(wave, 1, theme.wrong);
    if (verdict != Verdict::differs) return;
    draw(stroke, 1, theme.wrong);
    draw(stroke, -1, theme.wrong);
}

/// What every line has in common, wherever its words stand: 8 pixels to either side.
Block inset(float top, Block part, float bottom) {
    return figures::padded(8, top, 8, bottom, std::move(part));
}

/// Room for a mark, then what is claimed, stated and computed, and room for the link.
Block in_columns(Block says, Block stated, Block computed) {
    return figures::padded(
        words_left, 0, link_width + 12, 0,
        figures::row({.gap = 12}, {Item(std::move(says), share(33)), Item(std::move(stated), share(28)),
                                   Item(std::move(computed), share(39))}));
}

Block word(Color color, const char* words) {
    return figures::text(caption, color, words);
}

}  // namespace

/// A line, with its mark and the name of the exhibit that it leads to.
class Check::LinePart final : public figures::Part {
  public:
    LinePart(Check& check, int i, Block content) : check_(check), i_(i), content_(std::move(content)) {}

    void draw(Ui& ui, Rect rect) override {
        content_->draw(ui, rect);
        check_.draw_line(ui, rect, i_);
    }

  protected:
    figures::Size arrange(float available) override { return content_->measure(available); }

  private:
    Check& check_;
    int i_;
    Block content_;
};

figures::Block Check::sheet(Ui& ui) {
    using namespace figures;
    lit_ = std::exchange(pointed_, -1);
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        wide_ = width >= 720;
        Blocks parts;
        const auto add = [&parts](Block part) { parts.push_back(std::move(part)); };
        Block title = text(heading, theme.ink, headline()), words = text(body, theme.muted, note());
        if (wide_) {
            add(row({.gap = 16, .cross = Cross::middle},
                    {Item(std::move(title)), Item(padded(0, 3, 0, 0, std::move(words)), share()),
                     Item(toggle(ui, rounded))}));
        } else {
            add(toggle(ui, rounded));
            add(std::move(title));
            add(std::move(words));
        }
        add(tally());
        const int said = lit_ >= 0 ? lit_ : chosen_;
        add(paragraph(caption, said == lit_ ? theme.ink : theme.muted, outcome(said),
                      1 + static_cast<int>(800 / width)));
        add(space(10));
        if (wide_)
            add(inset(0,
                      in_columns(space(0), word(theme.muted, "stated"),
                                 word(theme.muted, "computed, a digit further")),
                      0));
        for (int i = 0; i < static_cast<int>(claims().size()); ++i) {
            if (begins_essay(i)) {
                add(rule());
                add(inset(
                    8,
                    paragraph(body, vector_of(Run{claim(i).essay, theme.ink, true},
                                              Run{std::string("  ") + source_of(claim(i)), theme.muted})),
                    2));
            }
            Block content = std::make_unique<LinePart>(*this, i, inset(0, line_of(theme, i), 0));
            if (i == chosen_)
                content = behind(
                    drawing(0, [](Ui& now,
                                  Rect rect) { now.painter().rectangle(rect, band_color(now.theme()), 6); }),
                    column(0, std::move(content),
                           padded(wide_ ? words_left + 8 : 8, 4, 8, 12, opened(theme))));
            add(std::move(content));
        }
        add(rule());
        add(inset(
            8,
            paragraph(caption, theme.muted,
                      "What E002 states, how many heads and layers models have and how fast they are, is not "
                      "computed here. Computed by the exhibits themselves, in single "
                      "precision; deviations from 20,000 random pairs at each width: their standard error "
                      "is half a percent, and what is within 2 % counts as the same."),
            0));
        return column(0, std::move(parts));
    });
}

/// A cell a claim, in the order of the list; an essay a line where there is little room.
figures::Block Check::tally() {
    using namespace figures;
    constexpr float gap = 3, parted = 16, label = 46;
    const auto lines = [](float width) { return width >= 720 ? 1 : 4; };
    const auto measured = [lines](float width) {
        return Size{width, lines(width) == 1 ? 72.0f : 4 * 40.0f + 8, 0};
    };
    return drawing(measured, [this, lines](Ui& now, Rect rect) {
        const Theme& theme = now.theme();
        const bool one_line = lines(rect.width) == 1;
        const float each = one_line ? (rect.width - 3 * (parted - gap) + gap) / 24 - gap
                                    : std::min(40.0f, (rect.width - label) / 9 - gap);
        float x = rect.x, y = rect.y + 4;
        for (int i = 0; i < static_cast<int>(claims().size()); ++i) {
            if (begins_essay(i)) {
                if (one_line) {
                    x += i > 0 ? parted - gap : 0;
                    const float name = fonts::width({13, true}, claim(i).essay) + 5;
                    now.text({x, y + 46}, {13, true}, theme.ink, claim(i).essay);
                    now.text({x + name, y + 46}, caption, theme.muted, source_of(claim(i)));
                } else {
                    x = rect.x + label;
                    y += i > 0 ? 40 : 0;
                    now.text({rect.x, y + 10}, {13, true}, theme.ink, claim(i).essay);
                }
            }
            const Rect cell{x, y, each, one_line ? 42.0f : 36.0f};
            now.painter().rectangle(cell, is_off(i) ? mix(theme.paper, theme.wrong, 0.1f) : theme.raised, 3);
            const PointerState pointer = now.area("tally/" + std::to_string(i), cell, Grip::press);
            if (pointer.hovered) pointed_ = i;
            if (pointer.clicked) now.change(chosen_claim, i + 1);
            if (i == chosen_ || i == lit_)
                now.painter().outline(cell, theme.query, i == chosen_ ? 2.0f : 1.0f, 3);
            draw_mark(now, cell.centre(), verdict_of(i));
            x += each + gap;
        }
    });
}

/// The mark, the link, and the line itself, which a press chooses.
void Check::draw_line(Ui& ui, Rect rect, int i) {
    const Theme& theme = ui.theme();
    const std::string id = std::to_string(i);
    const float top = rect.y, middle = top + line_room / 2, right = rect.right() - 24;
    draw_mark(ui, {rect.x + 20, middle}, verdict_of(i));

    // The exhibit's name, which leads to it; a finger high where there is nothing else to press below it.
    const Rect target{rect.right() - link_width - 8, top, link_width, wide_ && i != chosen_ ? line_room : 44};
    const PointerState link = ui.area("open/" + id, target, Grip::press);
    if (link.clicked) ui.press_action(open_it);
    const char* name = claim(i).exhibit;
    const float left = right - fonts::width(body, name);
    ui.text({left, middle - fonts::line_height(body) / 2}, body, theme.query, name);
    ui.painter().line({left, middle + 9}, {right, middle + 9}, theme.query, link.hovered ? 2.0f : 1.0f);
    figures::draw_sign(ui, {right + 10, middle}, 8, figures::Sign::play, theme.query);

    const PointerState whole = ui.area("claim/" + id, rect, Grip::press);
    if (whole.hovered || link.hovered) pointed_ = i;
    if (whole.clicked || link.clicked) ui.change(chosen_claim, i + 1);
    if (i != chosen_) {
        if (i == lit_) ui.painter().outline(rect, theme.query.faded(0.5f), 1, 6);
        return;
    }
    ui.place_parameter(chosen_claim, rect);
    ui.place_parameter(open_it, target);
    if (ui.focused(chosen_claim)) ui.focus_ring(rect);
    if (ui.focused(open_it)) ui.focus_ring({left - 4, top + 3, right + 20 - left, line_room - 6});
}

/// How far off: a bar each for stated (outlined) and computed; or who looks back at whom.
figures::Block Check::picture(int i) const {
    return figures::drawing(22, [this, i](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const Numbers& found = computed(i, by_hand_);
        const float scale = claim(i).scale, left = rect.x + 30, right = left + 110;
        if (scale == 0) {
            ui.text({rect.x, rect.y}, caption, theme.muted, "The");
            ui.text({right + 6, rect.y}, caption, theme.muted, "the");
            figures::arrow(ui, {right, rect.y + 6}, {left, rect.y + 6}, theme.wrong, 2);
            figures::dashed(ui, {left, rect.y + 14}, {right, rect.y + 14}, theme.muted, 1.5f);
            return;
        }
        const float unit = std::min(rect.width, 260.0f) / scale;
        ui.painter().outline({rect.x, rect.y + 2, unit * static_cast<float>(line(i).wanted.at[0]), 7},
                             theme.muted, 1.2f, 0);
        // (Neither a deviation nor a ratio of scores like these is negative.)
        ui.painter().rectangle({rect.x, rect.y + 11, unit * static_cast<float>(found.at[0]), 7}, theme.wrong,
                               0);
    });
}

// ---- A claim in a line, or in a short block

figures::Block Check::line_of(const Theme& theme, int i) const {
    using namespace figures;
    const Claim& one = claim(i);
    const bool off = is_off(i);
    // Bold is what ever differs, so that no switch moves a word.
    Block says = paragraph(one.reason != nullptr ? strong : body, theme.ink, one.says),
          stated = text(body, off ? theme.ink : theme.muted, line(i).stated),
          computed = text(off ? strong : body, off ? theme.wrong : theme.ink, line(i).computed);
    if (one.reason != nullptr) {
        Blocks all;
        all.push_back(std::move(computed));
        if (one.component < 0) all.push_back(padded(0, 2, 0, 0, picture(i)));
        all.push_back(paragraph(caption, theme.muted, one.reason));
        computed = column(0, std::move(all));
    }
    if (wide_) return padded(0, 7, 0, 8, in_columns(std::move(says), std::move(stated), std::move(computed)));
    const auto fact = [&theme](const char* name, Block value) {
        return row({.gap = 8, .cross = Cross::baseline},
                   {Item(word(theme.muted, name), pixels(58)), Item(std::move(value), share())});
    };
    return padded(0, 7, 0, 10,
                  column(3, padded(words_left, 0, link_width, 0, std::move(says)),
                         fact("stated", std::move(stated)), fact("computed", std::move(computed))));
}

// ---- The chosen one

/// Its sum, or its numbers one by one; and where it leads.
figures::Block Check::opened(const Theme& theme) const {
    using namespace figures;
    const Claim& one = claim(chosen_);
    Block last;
    if (trouble_.empty()) {
        const std::string where = Phrase() << "asked of " << one.exhibit
                                           << (*one.state != 0 ? ", state " : ", as it opens") << one.state;
        last = drawing(fonts::line_height(caption), [where](Ui& ui, Rect rect) {
            ui.text({rect.x, rect.y}, caption, ui.theme().muted, shortened(caption, where, rect.width));
        });
    } else {
        last = paragraph(caption, theme.wrong, trouble_);
    }
    Block what = numbers(theme);
    if (one.component >= 0) {
        what = wide_
                   ? row({.gap = 28}, {Item(padded(0, 4, 0, 0, sum(theme)), share()), Item(std::move(what))})
                   : column(8, sum(theme), std::move(what));
    }
    return reserved(wide_ ? 138.0f : 240.0f, column(8, std::move(what), std::move(last)));
}

/// The sum twice, exact and with weights of three digits, the dropped ones pale.
figures::Block Check::sum(const Theme& theme) const {
    using namespace figures;
    const Sum& all = readings().of(chosen_).sum;
    Blocks sums;
    for (const bool by_hand : {false, true}) {
        std::vector<Run> runs;
        const auto add = [&runs](std::string words, Color color) {
            runs.push_back({std::move(words), color});
        };
        for (int j = 0; j < all.count; ++j) {
            const std::string digits = explainer::shown(by_hand ? all.rounded[j] : all.weights[j], 5);
            add(j > 0 ? "\u00a0+ " : "", theme.muted);
            add(digits.substr(1, by_hand ? 4 : 6), theme.query);
            if (by_hand) add(digits.substr(5), theme.query.faded(0.3f));
            add("\u00a0·\u00a0", theme.muted);
            add(explainer::shown(all.values[j], 0), theme.value);
        }
        Block result = text(by_hand == by_hand_ ? strong : body, theme.ink,
                            "= " + explainer::shown(by_hand ? all.by_hand : all.exact, 4));
        Block name = word(theme.muted, by_hand ? "by hand" : "exact");
        Block written = paragraph(wide_ ? body : caption, std::move(runs));
        sums.push_back(row(
            {.gap = 8, .cross = Cross::baseline},
            {Item(std::move(name), pixels(50)), Item(wide_ ? std::move(written) : std::move(result), share()),
             Item(wide_ ? std::move(result) : space(0), pixels(wide_ ? 72 : 0))}));
        if (!wide_) sums.push_back(std::move(written));
    }
    sums.push_back(
        paragraph(caption, theme.muted,
                  std::string(Phrase() << "rounding moves it by "
                                       << Fixed{explainer::wide(std::fabs(all.exact - all.by_hand)), 4})));
    return column(6, std::move(sums));
}

/// Where a number lies in the room around the stated one that its last digit leaves; outside, beyond an end.
static figures::Block gauge(std::string id, double off) {
    return figures::drawing(16, [id, off](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const float x = rect.right() - 28, y = rect.centre().y;
        const bool far = !std::islessequal(std::fabs(off), 1.0);
        ui.painter().rectangle({x - 24, y - 3, 48, 6}, theme.line.faded(0.3f), 3);
        ui.painter().line({x, y - 6}, {x, y + 6}, theme.muted, 1.5f);
        // (NaN has no place: it is drawn at the end.)
        const float at = far ? (std::isless(off, 0.0) ? -27.5f : 27.5f) : 24 * static_cast<float>(off);
        ui.painter().disc({x + ui.eased(id, at), y}, 4, far ? theme.wrong : theme.value);
    });
}

/// Each number: stated, computed, how far apart, how far apart it may be. Side by side, or a line each.
figures::Block Check::numbers(const Theme& theme) const {
    using namespace figures;
    static constexpr const char* heads[] = {"stated", "computed", "apart", "allowed", ""};
    const Numbers &found = computed(chosen_, by_hand_), &wanted = line(chosen_).wanted;
    const int stated = decimals_of(claim(chosen_)), count = std::min(found.count, wanted.count);
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
    if (wide_) columns.push_back({"", theme.muted, Align::left, pixels(72)});
    const int down = wide_ ? 5 : count, across = wide_ ? count : 4;
    for (int c = 0; c < across; ++c)
        columns.push_back({wide_ ? "" : heads[c], theme.muted, Align::right, wide_ ? pixels(74) : share()});
    for (int r = 0; r < down; ++r) {
        TableRow& row = rows.emplace_back();
        if (wide_) row.add(heads[r], theme.muted);
        for (int c = 0; c < across; ++c) {
            const int k = wide_ ? c : r, what = wide_ ? r : c;
            const double off = found.at[k] - wanted.at[k], room = slack(chosen_, wanted.at[k]);
            const double all[] = {wanted.at[k], found.at[k], std::fabs(off), room, off / room};
            const bool far = what == 2 && std::isgreater(all[2], room);
            if (what == 4)
                row.add(gauge(Phrase() << chosen_ << '/' << k, all[4]));
            else
                row.add(fixed(all[what], what == 0 ? stated : std::min(stated + 3, 6)),
                        far         ? theme.wrong
                        : what == 1 ? theme.ink
                                    : theme.muted,
                        what == 1);
        }
    }
    return table({.type = caption, .row_height = 22, .gap = 8}, std::move(columns), std::move(rows));
}

}  // namespace explainer::checking
