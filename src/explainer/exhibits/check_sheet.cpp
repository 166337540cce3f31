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
constexpr float link_width = 112, mark_width = 30, line_room = 34;

const char* source_of(const Claim& claim) {
    return sources[claim.essay[3] - '0'];
}

bool begins_essay(int i) {
    return i == 0 ||
           claims()[static_cast<size_t>(i)].essay[3] != claims()[static_cast<size_t>(i - 1)].essay[3];
}

/// A tick, a cross or a wave, ringed where it is no tick; a pale ring while it is not known yet.
void draw_mark(Ui& ui, const Point& c, Verdict verdict) {
    const Theme& theme = ui.theme();
    Painter& painter = ui.painter();
    if (verdict == Verdict::holds) {
        const Point tick[] = {{c.x - 6, c.y}, {c.x - 2, c.y + 4.5f}, {c.x + 6, c.y - 5}};
        return painter.polyline(tick, theme.value, 2.2f, false);
    }
    if (verdict == Verdict::pending) return painter.ring(c, 3, theme.line, 1.5f);
    painter.ring(c, 10, theme.wrong, 1.6f);
    if (verdict == Verdict::rounding) {
        const Point wave[] = {{c.x - 5, c.y + 1.5f}, {c.x - 3.5f, c.y - 1}, {c.x - 2, c.y - 1.5f}, {c.x, c.y},
                              {c.x + 2, c.y + 1.5f}, {c.x + 3.5f, c.y + 1}, {c.x + 5, c.y - 1.5f}};
        return painter.polyline(wave, theme.wrong, 1.8f, false);
    }
    painter.line({c.x - 3.5f, c.y - 3.5f}, {c.x + 3.5f, c.y + 3.5f}, theme.wrong, 1.8f);
    painter.line({c.x - 3.5f, c.y + 3.5f}, {c.x + 3.5f, c.y - 3.5f}, theme.wrong, 1.8f);
}

/// A part that answers as a whole, behind what answers within it.
class Pressable final : public figures::Part {
  public:
    Pressable(std::string id, Block content, UniqueFunction<void(Ui&, Rect, const PointerState&)> answer)
        : id_(std::move(id)), content_(std::move(content)), answer_(std::move(answer)) {}

    void draw(Ui& ui, Rect rect) override {
        content_->draw(ui, rect);
        answer_(ui, rect, ui.area(id_, rect, Grip::press));
    }

  protected:
    figures::Size arrange(float available) override { return content_->measure(available); }

  private:
    std::string id_;
    Block content_;
    UniqueFunction<void(Ui&, Rect, const PointerState&)> answer_;
};

}  // namespace

figures::Block Check::sheet(Ui& ui) {
    using namespace figures;
    lit_ = std::exchange(pointed_, -1);
    return by_width([this, &ui](float width) {
        const Theme& theme = ui.theme();
        const bool wide = width >= 720;
        Block title = text(heading, theme.ink, headline()), words = text(body, theme.muted, note());
        Blocks parts =
            blocks(wide ? row({.gap = 16, .cross = Cross::middle},
                              {Item(std::move(title)), Item(padded(0, 3, 0, 0, std::move(words)), share()),
                               Item(toggle(ui, rounded))})
                        : column(0, toggle(ui, rounded), std::move(title), std::move(words)),
                   tally(),
                   padded(0, 2, 0, 0,
                          paragraph(caption, lit_ >= 0 ? theme.ink : theme.muted,
                                    outcome(lit_ >= 0 ? lit_ : chosen_), 1 + static_cast<int>(800 / width))));
        if (wide)
            parts.push_back(padded(
                8, 10, 8, 0,
                row({.gap = 12},
                    {Item(space(0), pixels(mark_width)),
                     Item(row({.gap = 12}, {Item(space(0), share(35)),
                                            Item(text(caption, theme.muted, "stated"), share(29))}),
                          share(64)),
                     Item(text(caption, theme.muted, "computed, a digit further"), share(36)),
                     Item(text(caption, theme.muted, "see it in", Align::right), pixels(link_width))})));
        for (int i = 0; i < static_cast<int>(claims().size()); ++i) {
            if (begins_essay(i)) {
                parts.push_back(rule());
                parts.push_back(padded(8, 8, 8, 2,
                                       row({.gap = 6, .cross = Cross::baseline},
                                           {Item(text(strong, theme.ink, claim(i).essay)),
                                            Item(text(caption, theme.muted, source_of(claim(i))))})));
            }
            Block line =
                pressable(i, padded(8, 0, 8, 0, wide ? line_wide(theme, i) : line_narrow(theme, i, width)));
            if (i == chosen_) {
                Block band = drawing(
                    0, [](Ui& now, Rect rect) { now.painter().rectangle(rect, band_color(now.theme()), 6); });
                line = behind(std::move(band),
                              column(0, std::move(line),
                                     padded(wide ? 20 + mark_width : 8, 4, 8, 12, opened(theme, wide))));
            }
            parts.push_back(std::move(line));
        }
        parts.push_back(rule());
        parts.push_back(padded(
            8, 8, 8, 0,
            paragraph(caption, theme.muted,
                      "E002 states no numbers. Computed by the exhibits themselves, in single precision; "
                      "deviations from 20,000 random pairs at each width, good to half a percent.")));
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

/// A press on a claim's line chooses it.
figures::Block Check::pressable(int i, figures::Block content) {
    return std::make_unique<Pressable>("claim/" + std::to_string(i), std::move(content),
                                       [this, i](Ui& ui, Rect rect, const PointerState& pointer) {
                                           if (pointer.hovered) pointed_ = i;
                                           if (pointer.clicked) ui.change(chosen_claim, i + 1);
                                           if (i == lit_ && i != chosen_)
                                               ui.painter().outline(rect, ui.theme().query.faded(0.5f), 1, 6);
                                           if (i != chosen_) return;
                                           ui.place_parameter(chosen_claim, rect);
                                           if (ui.focused(chosen_claim)) ui.focus_ring(rect);
                                       });
}

figures::Block Check::mark(int i) const {
    return figures::drawing({mark_width, line_room, 0}, [this, i](Ui& ui, Rect rect) {
        draw_mark(ui, {rect.x + 12, rect.y + line_room / 2}, verdict_of(i));
    });
}

/// The exhibit's name, which leads to it.
figures::Block Check::link(int i, bool roomy) {
    return figures::drawing({link_width, line_room, 0}, [this, i, roomy](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        // A finger high, where there is nothing else to press below the line.
        const Rect target{rect.x, rect.y, rect.width, roomy || i == chosen_ ? 44 : line_room};
        const PointerState pointer = ui.area("open/" + std::to_string(i), target, Grip::press);
        if (pointer.clicked) {
            ui.change(chosen_claim, i + 1);
            ui.press_action(open_it);
        }
        const char* name = claim(i).exhibit;
        const float right = rect.right() - 16, middle = rect.y + line_room / 2,
                    width = fonts::width(body, name);
        ui.text({right, middle - fonts::line_height(body) / 2}, body, theme.query, name, Align::right);
        ui.painter().line({right - width, middle + 9}, {right, middle + 9}, theme.query,
                          pointer.hovered ? 2.0f : 1.0f);
        figures::draw_sign(ui, {rect.right() - 6, middle}, 8, figures::Sign::play, theme.query);
        if (i != chosen_) return;
        ui.place_parameter(open_it, target);
        if (ui.focused(open_it)) ui.focus_ring({right - width - 4, rect.y + 3, width + 22, rect.height - 6});
    });
}

/// How far off: a bar each for stated (outlined) and computed; or who looks back at whom.
figures::Block Check::picture(int i) const {
    return figures::drawing(22, [this, i](Ui& ui, Rect rect) {
        const Theme& theme = ui.theme();
        const std::vector<double>& found = computed(i, by_hand_);
        if (found.empty()) return;
        if (claim(i).scale == 0) {
            const float left = rect.x + 30, right = std::min(left + 110, rect.right() - 28);
            ui.text({rect.x, rect.y}, caption, theme.muted, "The");
            ui.text({right + 6, rect.y}, caption, theme.muted, "the");
            figures::arrow(ui, {right, rect.y + 6}, {left, rect.y + 6}, theme.wrong, 2);
            figures::dashed(ui, {left, rect.y + 14}, {right - 7, rect.y + 14}, theme.muted, 1.5f);
            const Point head[] = {{right - 7, rect.y + 10}, {right, rect.y + 14}, {right - 7, rect.y + 18}};
            ui.painter().polyline(head, theme.muted, 1.5f, false);
            return;
        }
        const float unit = std::min(rect.width, 260.0f) / claim(i).scale;
        const auto length = [unit](double value) { return unit * static_cast<float>(std::max(value, 0.0)); };
        ui.painter().outline({rect.x, rect.y + 2, length(line(i).wanted[0]), 7}, theme.muted, 1.2f, 0);
        const float share = ui.eased("bar" + std::to_string(i), length(found[0]));
        ui.painter().rectangle({rect.x, rect.y + 11, share, 7}, theme.wrong, 0);
    });
}

// ---- A claim in a line, or in a short block

/// What is claimed, bold where it does not hold; what may turn bold keeps the room of both.
figures::Block Check::says(const Theme& theme, int i) const {
    using namespace figures;
    const Claim& one = claim(i);
    const std::string words = one.says, dot = " · ";
    const size_t at = words.find(dot);
    if (at != std::string::npos)
        return paragraph(body,
                         vector_of(Run{words.substr(0, at), theme.query}, Run{"\u00a0·\u00a0", theme.muted},
                                   Run{words.substr(at + dot.size()), theme.key}));
    if (one.reason == nullptr) return paragraph(body, theme.ink, words);
    const Type type = is_off(i) ? strong : body, other = is_off(i) ? body : strong;
    return tallest(blocks(paragraph(type, theme.ink, words), paragraph(other, theme.ink, words)));
}

figures::Block Check::line_wide(const Theme& theme, int i) {
    using namespace figures;
    const Claim& one = claim(i);
    const bool off = is_off(i);
    const auto cell = [](Block content) { return padded(0, 7, 0, 7, std::move(content)); };
    Block left =
        row({.gap = 12}, {Item(cell(says(theme, i)), share(35)),
                          Item(cell(text(body, off ? theme.ink : theme.muted, line(i).stated)), share(29))});
    if (one.reason != nullptr)
        left = column(0, std::move(left), padded(0, -5, 0, 6, paragraph(body, theme.muted, one.reason)));
    Block right = cell(text(off ? strong : body, off ? theme.wrong : theme.ink, line(i).computed));
    if (one.reason != nullptr && (one.scale > 0 || one.component < 0))
        right = column(0, std::move(right), padded(0, -3, 0, 3, picture(i)));
    return row({.gap = 12}, {Item(mark(i), pixels(mark_width)), Item(std::move(left), share(64)),
                             Item(std::move(right), share(36)), Item(link(i, false), pixels(link_width))});
}

figures::Block Check::line_narrow(const Theme& theme, int i, float width) {
    using namespace figures;
    const Claim& one = claim(i);
    const bool off = is_off(i);
    const auto fact = [&](const char* name, std::string value, bool loud) {
        return row(
            {.gap = 8, .cross = Cross::baseline},
            {Item(text(caption, theme.muted, name), pixels(58)),
             Item(text(loud ? strong : body, loud ? theme.wrong : theme.ink, std::move(value)), share())});
    };
    Block first = fact("stated", line(i).stated, false), second = fact("computed", line(i).computed, off);
    // Side by side where the longest of both fit.
    Blocks under = width < 560 ? blocks(std::move(first), std::move(second))
                               : blocks(row({.gap = 16}, {Item(std::move(first), share(45)),
                                                          Item(std::move(second), share(55))}));
    if (one.reason != nullptr) {
        if (one.scale > 0 || one.component < 0) under.push_back(padded(0, 3, 0, 0, picture(i)));
        under.push_back(paragraph(caption, theme.muted, one.reason));
    }
    return padded(0, 4, 0, 8,
                  column(0,
                         row({.gap = 4}, {Item(mark(i), pixels(mark_width - 4)),
                                          Item(padded(0, 7, 0, 2, says(theme, i)), share()),
                                          Item(link(i, true), pixels(link_width))}),
                         padded(width < 280 ? 0 : mark_width, 0, 0, 0, column(2, std::move(under)))));
}

// ---- The chosen one

/// Its sum, or its numbers one by one; and where it leads.
figures::Block Check::opened(const Theme& theme, bool wide) const {
    using namespace figures;
    const Claim& one = claim(chosen_);
    const std::string where = Phrase() << "asked of " << one.exhibit
                                       << (*one.state != 0 ? ", state " : ", as it opens") << one.state;
    Block last =
        trouble_.empty()
            ? drawing(fonts::line_height(caption),
                      [where, color = theme.muted](Ui& ui, Rect rect) {
                          ui.text({rect.x, rect.y}, caption, color, shortened(caption, where, rect.width));
                      })
            : paragraph(caption, theme.wrong, trouble_);
    return reserved(wide ? 138.0f : 240.0f,
                    column(8, one.component >= 0 ? sum(theme, wide) : numbers(theme, wide), std::move(last)));
}

/// The sum twice, exact and with weights of three digits, the dropped ones pale; and the gap between them.
figures::Block Check::sum(const Theme& theme, bool wide) const {
    using namespace figures;
    const Sum& all = readings().of(chosen_).sum;
    if (all.weights.empty()) return space(0);
    const auto written = [&](bool by_hand) {
        std::vector<Run> runs;
        for (size_t j = 0; j < all.weights.size(); ++j) {
            if (j > 0) runs.push_back({wide ? " + " : " +\u00a0", theme.muted});
            const std::string digits =
                fixed(explainer::wide(by_hand ? all.rounded[j] : all.weights[j]), 5).substr(1);
            runs.push_back({by_hand ? digits.substr(0, 4) : digits, theme.query});
            if (by_hand) runs.push_back({digits.substr(4), theme.query.faded(0.3f)});
            runs.push_back({"\u00a0·\u00a0", theme.muted});
            runs.push_back({explainer::shown(all.values[j], 0), theme.value});
        }
        return runs;
    };
    const auto result = [&](float value) {
        return std::string(Phrase() << "= " << Fixed{explainer::wide(value), 4});
    };
    const auto line = [&](const char* name, bool by_hand, float value) {
        const bool on = by_hand == by_hand_;
        Block label = text(caption, theme.muted, name),
              end = text(on ? strong : body, theme.ink, result(value));
        if (wide)
            return row({.gap = 10, .cross = Cross::baseline},
                       {Item(std::move(label), pixels(52)), Item(paragraph(body, written(by_hand)), share()),
                        Item(std::move(end), pixels(72))});
        return column(0,
                      row({.gap = 8, .cross = Cross::baseline},
                          {Item(std::move(label), pixels(52)), Item(std::move(end))}),
                      paragraph(caption, written(by_hand)));
    };
    Block sums = column(6, line("exact", false, all.exact), line("by hand", true, all.by_hand));
    if (!wide) return column(4, std::move(sums), gap(theme));
    return row({.gap = 28},
               {Item(padded(0, 8, 0, 0, std::move(sums)), share(58)), Item(gap(theme), share(42))});
}

/// On an axis: stated, and computed as the switch has it.
figures::Block Check::gap(const Theme& theme) const {
    using namespace figures;
    return drawing(92, [this, &theme](Ui& ui, Rect rect) {
        const Sum& all = readings().of(chosen_).sum;
        const double stated = line(chosen_).wanted[0];
        const double exact = explainer::wide(all.exact), by_hand = explainer::wide(all.by_hand);
        const double least = std::min({stated, exact, by_hand}), most = std::max({stated, exact, by_hand});
        const double pad = std::max(0.35 * (most - least), 1e-6);
        const float left = rect.x + 4, length = rect.width - 8, y = rect.y + 44;
        const auto at = [&](double value) {
            return left + length * static_cast<float>((value - least + pad) / (most - least + 2 * pad));
        };
        ui.painter().line({left, y}, {left + length, y}, theme.line, 1);
        for (const double mark : {exact, by_hand}) {
            ui.painter().line({at(mark), y - 4}, {at(mark), y + 4}, theme.line, 1);
            ui.text({at(mark), y + 14}, caption, theme.muted, fixed(mark, 4), Align::centre);
        }
        const float now = left + length * ui.eased("gap", (at(by_hand_ ? by_hand : exact) - left) / length);
        const float then = at(stated);
        const bool off = verdict_of(chosen_) != Verdict::holds;
        const Color color = off ? theme.wrong : theme.value;
        ui.painter().line({then, y}, {now, y}, color, 3);
        const Point diamond[] = {{then - 8, y}, {then, y - 8}, {then + 8, y}, {then, y + 8}};
        ui.painter().polygon(diamond, theme.paper);
        ui.painter().polyline(diamond, theme.ink, 2, true);
        ui.painter().disc({now, y}, 5, color);
        // On the same side of both, so that neither covers the other.
        ui.text({then, y - 42}, caption, theme.ink, "stated", Align::centre);
        ui.text({now, y - 26}, {13, true}, color, "computed", Align::centre);
        ui.text({rect.right(), y + 31}, caption, theme.muted,
                Phrase() << "rounding moves it by " << Fixed{std::fabs(exact - by_hand), 4}, Align::right);
    });
}

/// Where a number lies in the room around the stated one that its last digit leaves; outside, beyond an end.
static figures::Block gauge(const Theme& theme, double off) {
    return figures::drawing(16, [&theme, off](Ui& ui, Rect rect) {
        const float half = std::min(30.0f, rect.width / 2 - 4), x = rect.right() - half - 5,
                    y = rect.centre().y;
        const bool far = !std::islessequal(std::fabs(off), 1.0);
        ui.painter().rectangle({x - half, y - 3, 2 * half, 6}, theme.line.faded(0.3f), 3);
        ui.painter().line({x, y - 6}, {x, y + 6}, theme.muted, 1.5f);
        const float at = static_cast<float>(std::clamp(std::isnan(off) ? 2.0 : off, -1.12, 1.12));
        ui.painter().disc({x + half * at, y}, 4, far ? theme.wrong : theme.value);
    });
}

/// Each number: stated, computed, how far apart, how far apart it may be.
figures::Block Check::numbers(const Theme& theme, bool wide) const {
    using namespace figures;
    const std::vector<double>&found = computed(chosen_, by_hand_), &wanted = line(chosen_).wanted;
    const int decimals = std::min(decimals_of(claim(chosen_)) + 3, 6);
    constexpr const char* heads[] = {"stated", "computed", "apart", "allowed"};
    const size_t count = std::min(found.size(), wanted.size());
    const auto cell = [&](size_t k, size_t column) -> TableCell {
        const double off = std::fabs(found[k] - wanted[k]), room = slack(chosen_, wanted[k]);
        const double all[] = {wanted[k], found[k], off, room};
        const bool far = std::isgreater(off, room);
        return {fixed(all[column], column == 0 ? decimals_of(claim(chosen_)) : decimals),
                column == 2 && far ? theme.wrong
                : column == 1      ? theme.ink
                                   : theme.muted,
                column == 1};
    };
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
    if (wide) {
        columns.push_back({"", theme.muted, Align::left, pixels(72)});
        for (size_t k = 0; k < count; ++k) columns.push_back({"", theme.muted, Align::right, pixels(74)});
        for (size_t line = 0; line < 4; ++line) {
            TableRow row;
            row.add(heads[line], theme.muted);
            for (size_t k = 0; k < count; ++k) row.add(cell(k, line));
            rows.push_back(std::move(row));
        }
        TableRow row;
        row.add("", theme.muted);
        for (size_t k = 0; k < count; ++k)
            row.add(gauge(theme, (found[k] - wanted[k]) / slack(chosen_, wanted[k])));
        rows.push_back(std::move(row));
    } else {
        for (const char* head : heads) columns.push_back({head, theme.muted, Align::right, share()});
        for (size_t k = 0; k < count; ++k) {
            TableRow row;
            for (size_t line = 0; line < 4; ++line) row.add(cell(k, line));
            rows.push_back(std::move(row));
        }
    }
    return table({.type = caption, .row_height = 22, .gap = 8}, std::move(columns), std::move(rows));
}

}  // namespace explainer::checking
