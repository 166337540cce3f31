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
#include "explainer/figures/marks.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/table.h"
#include "explainer/figures/text.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::checking {
namespace {

using figures::Block, figures::Blocks, figures::Item, figures::Items, figures::pixels, figures::share;

constexpr float link_width = 112, section_width = 120, words_left = 36, line_room = 34;

/// A tick, a cross or a wave, ringed where it is no tick; a pale ring while it is not known yet.
void draw_mark(Ui& ui, const Point& c, Verdict verdict, float size = 1) {
    static constexpr Point tick[] = {{-6, 0}, {-2, 4.5f}, {6, -5}},
                           wave[] = {{-5, 1},      {-3.5f, -1.5f}, {-1.5f, -1.5f},
                                     {1.5f, 1.5f}, {3.5f, 1.5f},   {5, -1}},
                           stroke[] = {{-3.5f, -3.5f}, {3.5f, 3.5f}};
    const Theme& theme = ui.theme();
    const auto draw = [&](std::span<const Point> points, float turn, Color color) {
        Point there[6];
        for (size_t i = 0; i < points.size(); ++i)
            there[i] = {c.x + size * turn * points[i].x, c.y + size * points[i].y};
        ui.painter().polyline({there, points.size()}, color, 2, false);
    };
    if (verdict == Verdict::holds) return draw(tick, 1, theme.value);
    const bool pending = verdict == Verdict::pending;
    ui.painter().ring(c, size * (pending ? 3.0f : 10.0f), pending ? theme.line : theme.wrong, 1.6f);
    if (verdict == Verdict::rounding) draw(wave, 1, theme.wrong);
    if (verdict != Verdict::differs) return;
    draw(stroke, 1, theme.wrong);
    draw(stroke, -1, theme.wrong);
}

/// What every line has in common, wherever its words stand: 8 pixels to either side.
Block inset(float top, Block part, float bottom) {
    return figures::padded(8, top, 8, bottom, std::move(part));
}

/// The section; room for a mark; what is claimed, stated and computed; room for the link.
Block in_columns(Block section, Block says, Block stated, Block computed) {
    return figures::padded(
        0, 0, link_width + 12, 0,
        figures::row({.gap = 12},
                     {Item(std::move(section), pixels(section_width)),
                      Item(figures::space(0), pixels(words_left - 12)), Item(std::move(says), share(33)),
                      Item(std::move(stated), share(21)), Item(std::move(computed), share(42))}));
}

Block word(Color color, const char* words) {
    return figures::text(caption, color, words);
}

}  // namespace

/// A line, with its mark and the name of the exhibit that it leads to.
class Check::LinePart final : public figures::Part {
  public:
    LinePart(const Check& check, bool wide, int i, Block content)
        : check_(check), wide_(wide), i_(i), content_(std::move(content)) {}

    void draw(Ui& ui, Rect rect) override {
        content_->draw(ui, rect);
        check_.draw_line(ui, rect, wide_, i_);
    }

  protected:
    figures::Size arrange(float available) override { return content_->measure(available); }

  private:
    const Check& check_;
    bool wide_;
    int i_;
    Block content_;
};

figures::Block Check::sheet(Ui& ui) const {
    using namespace figures;
    return by_width([this, &ui](float width) {
        const Look look{ui.theme(), width >= 720};
        const auto& [theme, wide] = look;
        Blocks parts;
        const auto add = [&parts](Block part) { parts.push_back(std::move(part)); };
        Block title = text(heading, theme.ink, headline()), words = text(body, theme.muted, note());
        if (wide) {
            add(row({.gap = 16, .cross = Cross::middle},
                    {Item(std::move(title)), Item(padded(0, 3, 0, 0, std::move(words)), share()),
                     Item(toggle(ui, rounded))}));
        } else {
            add(toggle(ui, rounded));
            add(std::move(title));
            add(std::move(words));
        }
        add(tally(look));
        add(space(4));
        const int said = hover_->claim >= 0 ? hover_->claim : chosen_;
        add(paragraph(caption, said == hover_->claim ? theme.ink : theme.muted, outcome(said), 147));
        add(space(10));
        add(lists(look, width));
        add(rule());
        add(inset(8,
                  paragraph(caption, theme.muted,
                            "Not computed here: what the essays say of real models (heads, layers, widths, "
                            "speed), the length of "
                            "a listing, and what needs numbers that they do not print. The rest is computed "
                            "by the exhibits, in "
                            "single precision. Deviations are those of 20,000 random pairs at each width, "
                            "with a standard error "
                            "of half a percent: within 2 % counts as the same, for variances within 4 %."),
                  0));
        return column(0, std::move(parts));
    });
}

/// The chosen claim's essay. As high as the longest, so that nothing below moves when another one is shown;
/// what is left of that is filled with what differs in the others.
figures::Block Check::lists(const Look& look, float width) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    const auto height = [width](const Blocks& parts) {
        float out = 0;
        for (const Block& part : parts) out += part->measure(width).height;
        return out;
    };
    const float longest = longest_.of(width, [&] {
        float out = 0;
        for (const Essay& one : essays()) out = std::max(out, height(list(look, one, most_to_show(one))));
        return out;
    });
    const int shown = essay_of(chosen_);
    Blocks parts = list(look, essays()[static_cast<size_t>(shown)], chosen_);
    const auto title = [&](int listed, int all) {
        std::string words = "What differs in the others";
        if (listed < all) words += Phrase() << ": the first " << listed << " of " << all;
        return column(0, rule(), inset(24, paragraph(body, theme.ink, std::move(words), 46), 6));
    };
    float left = longest - height(parts) - title(88, 99)->measure(width).height;
    Blocks others;
    int before = -1, all = 0;
    for (int i = 0; i < claim_count; ++i) {
        if (essay_of(i) == shown || !is_off(i)) continue;
        ++all;
        const char* id = essays()[static_cast<size_t>(essay_of(i))].id;
        Block one = entry(look, i, before != essay_of(i) ? id : "");
        left -= one->measure(width).height;
        if (left < 0) continue;
        before = essay_of(i);
        others.push_back(std::move(one));
    }
    if (!others.empty()) parts.push_back(title(static_cast<int>(others.size()), all));
    for (Block& one : others) parts.push_back(std::move(one));
    return reserved(longest, column(0, std::move(parts)));
}

/// Which claim of an essay takes most room when it is taken apart.
int Check::most_to_show(const Essay& essay) const {
    int out = essay.first;
    for (int i = essay.first; i < essay.first + essay.count; ++i) {
        if (claim(i).component >= 0) return i;
        if (line(i).wanted.numbers.count > line(out).wanted.numbers.count) out = i;
    }
    return out;
}

/// The claims of an essay, section by section; one of them taken apart where it stands.
figures::Blocks Check::list(const Look& look, const Essay& essay, int apart) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    Blocks parts;
    const auto add = [&parts](Block part) { parts.push_back(std::move(part)); };
    const int first = essay.first, held = count(Verdict::holds, essay_of(first));
    const std::string hold = Phrase() << "  " << held << "\u00a0of\u00a0" << essay.count << "\u00a0hold",
                      title = std::string("  ") + essay.title;
    add(inset(4,
              paragraph(body,
                        vector_of(Run{std::string(essay.id), theme.ink, true}, Run{title, theme.ink},
                                  Run{hold, theme.muted}),
                        static_cast<int>(title.size()) + 18),
              6));
    if (wide)
        add(inset(0,
                  in_columns(space(0), space(0), word(theme.muted, "stated"), word(theme.muted, "computed")),
                  4));
    for (int i = first; i < first + essay.count; ++i) {
        const bool begins = i == first || std::string_view(claim(i).section) != claim(i - 1).section;
        Block line = entry(look, i, begins ? claim(i).section : "");
        if (i == apart)
            line = behind(
                drawing(
                    0, [](Ui& now, Rect rect) { now.painter().rectangle(rect, band_color(now.theme()), 6); }),
                column(0, std::move(line),
                       padded(wide ? section_width + words_left + 8 : 8, 4, 8, 12, opened(look, i))));
        add(std::move(line));
    }
    return parts;
}

/// A claim below what it is headed by, a section or an essay, if one begins with it.
figures::Block Check::entry(const Look& look, int i, const char* heading) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    Block line = std::make_unique<LinePart>(*this, wide, i, inset(0, line_of(look, i, heading), 0));
    if (*heading == 0) return line;
    if (wide) return column(0, rule(), std::move(line));
    return column(0, rule(), inset(4, word(theme.muted, heading), 0), std::move(line));
}

/// A cell a claim, an essay a group with its title below: where they fit one beside the other, else an essay
/// a line or two.
figures::Block Check::tally(const Look& look) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    if (!wide) {
        Blocks lines;
        for (int essay = 0; essay < essay_count; ++essay) lines.push_back(tally_of(look, essay));
        return column(8, std::move(lines));
    }
    Items groups;
    // (A short one needs room for its title.)
    for (int essay = 0; essay < essay_count; ++essay)
        groups.emplace_back(
            tally_of(look, essay),
            share(static_cast<float>(std::max(essays()[static_cast<size_t>(essay)].count, 8))));
    return row({.gap = 14}, std::move(groups));
}

figures::Block Check::tally_of(const Look& look, int essay) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    static constexpr float gap = 2, most = 34, high = 34;
    const Essay& one = essays()[static_cast<size_t>(essay)];
    const bool shown = essay_of(chosen_) == essay;
    Block cells = drawing(high, [this, one](Ui& now, Rect rect) {
        const Theme& theme = now.theme();
        const float each = std::min((rect.width + gap) / static_cast<float>(one.count) - gap, most);
        for (int i = one.first; i < one.first + one.count; ++i) {
            const Rect cell{rect.x + (each + gap) * static_cast<float>(i - one.first), rect.y, each, high};
            now.painter().rectangle(cell, is_off(i) ? mix(theme.paper, theme.wrong, 0.1f) : theme.raised, 3);
            const PointerState pointer = now.area("tally/" + std::to_string(i), cell, Grip::press);
            if (pointer.hovered) hover_.note().claim = i;
            if (pointer.clicked) now.change(chosen_claim, i);
            if (i == chosen_ || i == hover_->claim)
                now.painter().outline(cell, theme.query, i == chosen_ ? 2.0f : 1.0f, 3);
            draw_mark(now, cell.centre(), verdict_of(i), std::min(each / 22, 1.0f));
        }
    });
    Block title =
        paragraph(caption, vector_of(Run{std::string(one.id) + " ", shown ? theme.query : theme.ink, true},
                                     Run{std::string(one.title), theme.muted}));
    return column(2, std::move(cells), std::move(title));
}

/// The mark, the link, and the line itself, which a press chooses.
void Check::draw_line(Ui& ui, Rect rect, bool wide, int i) const {
    const Theme& theme = ui.theme();
    const std::string id = std::to_string(i);
    const float top = rect.y, middle = top + line_room / 2, right = rect.right() - 24;
    draw_mark(ui, {rect.x + 20 + (wide ? section_width : 0), middle}, verdict_of(i));

    // The exhibit's name, which leads to it; a finger high where there is nothing else to press below it.
    const Rect target{rect.right() - link_width - 8, top, link_width, wide && i != chosen_ ? line_room : 44};
    const PointerState link = ui.area("open/" + id, target, Grip::press);
    if (link.clicked) ui.press_action(open_it);
    const char* name = claim(i).exhibit;
    const float left = right - fonts::width(body, name);
    ui.text({left, middle - fonts::line_height(body) / 2}, body, theme.query, name);
    ui.painter().line({left, middle + 9}, {right, middle + 9}, theme.query, link.hovered ? 2.0f : 1.0f);
    figures::draw_sign(ui, {right + 10, middle}, 8, figures::Sign::play, theme.query);

    const PointerState whole = ui.area("claim/" + id, rect, Grip::press);
    if (whole.hovered || link.hovered) hover_.note().claim = i;
    if (whole.clicked || link.clicked) ui.change(chosen_claim, i);
    if (i != chosen_) {
        if (i == hover_->claim) ui.painter().outline(rect, theme.query.faded(0.5f), 1, 6);
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
        const Claim& one = claim(i);
        const Numbers& found = computed(i, by_hand_);
        const float left = rect.x + 30, right = left + 110;
        if (one.one_way) {
            ui.text({rect.x, rect.y}, caption, theme.muted, "The");
            ui.text({right + 6, rect.y}, caption, theme.muted, "the");
            figures::arrow(ui, {right, rect.y + 6}, {left, rect.y + 6}, theme.wrong, 2);
            figures::dashed(ui, {left, rect.y + 14}, {right, rect.y + 14}, theme.muted, 1.5f);
            return;
        }
        const float unit = std::min(rect.width, 260.0f) / one.scale;
        const double stated = one.judged == Judged::near ? line(i).wanted.numbers.at[0] : one.limit;
        ui.painter().outline({rect.x, rect.y + 2, unit * static_cast<float>(stated), 7}, theme.muted, 1.2f,
                             0);
        // (Neither a deviation nor a ratio of scores like these is negative.)
        ui.painter().rectangle({rect.x, rect.y + 11, unit * static_cast<float>(found.at[0]), 7}, theme.wrong,
                               0);
    });
}

// ---- A claim in a line, or in a short block

figures::Block Check::line_of(const Look& look, int i, const char* heading) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    const Claim& one = claim(i);
    const bool off = is_off(i);
    // As high as it may become: what differs is bold, and numbers come while it is looked at.
    Block says = tallest(
        blocks(paragraph(off ? strong : body, theme.ink, one.says), paragraph(strong, theme.ink, one.says)));
    Block stated = paragraph(body, off ? theme.ink : theme.muted, line(i).stated);
    // (What is computed has a digit more than what is stated, or is put into words.)
    Numbers long_ones;
    while (long_ones.count < Numbers::most) long_ones.add(88.888888);
    const std::string longest =
        one.reads != nullptr ? put(one, long_ones) : line(i).stated + std::string(3, '8');
    Block computed = paragraph(off ? strong : body, off ? theme.wrong : theme.ink, line(i).computed,
                               static_cast<int>(longest.size()));
    Blocks all = blocks(std::move(computed));
    if (one.scale > 0 || one.one_way) all.push_back(padded(0, 2, 0, 0, picture(i)));
    if (one.note != nullptr) all.push_back(paragraph(caption, theme.muted, one.note));
    computed = column(0, std::move(all));
    if (wide) {
        Block section = padded(8, 2, 0, 0, paragraph(caption, theme.muted, heading));
        return padded(
            0, 7, 0, 8,
            in_columns(std::move(section), std::move(says), std::move(stated), std::move(computed)));
    }
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
figures::Block Check::opened(const Look& look, int i) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    const Claim& one = claim(i);
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
    Block what = one.judged == Judged::near ? numbers(look, i) : criterion(look, i);
    if (one.component >= 0) {
        what =
            wide ? row({.gap = 28}, {Item(padded(0, 4, 0, 0, sum(look, i)), share()), Item(std::move(what))})
                 : column(8, sum(look, i), std::move(what));
    }
    return column(8, std::move(what),
                  reserved((wide ? 2 : 4) * fonts::line_height(caption), std::move(last)));
}

/// The sum twice, exact and with weights of three digits, the dropped ones pale.
figures::Block Check::sum(const Look& look, int i) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    const Sum& all = readings().of(i).sum;
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
        Block written = paragraph(wide ? body : caption, std::move(runs), 42);
        sums.push_back(row(
            {.gap = 8, .cross = Cross::baseline},
            {Item(std::move(name), pixels(50)), Item(wide ? std::move(written) : std::move(result), share()),
             Item(wide ? std::move(result) : space(0), pixels(wide ? 72 : 0))}));
        if (!wide) sums.push_back(std::move(written));
    }
    sums.push_back(
        paragraph(caption, theme.muted,
                  std::string(Phrase() << "rounding moves it by "
                                       << Fixed{explainer::wide(std::fabs(all.exact - all.by_hand)), 4})));
    return column(6, std::move(sums));
}

/// What a statement's numbers would have to be.
figures::Block Check::criterion(const Look& look, int i) const {
    const auto& [theme, wide] = look;
    static constexpr const char* wanted[] = {
        "", " more than ", " less than ", " no more than ", " larger than the one before", ""};
    const Claim& one = claim(i);
    const Numbers& found = computed(i, by_hand_);
    Phrase said, condition;
    for (int k = 0; k < found.count; ++k)
        said << (k > 0 ? ", " : "")
             << (std::fabs(found.at[k]) > 1e-4 ? fixed(found.at[k], 6) : scientific(found.at[k], 4));
    condition << "taken to hold if ";
    if (one.judged == Judged::rounds_to)
        condition << "it rounds to ";
    else
        condition << (one.judged == Judged::alike ? "they are"
                      : found.count > 1           ? "each is"
                                                  : "it is")
                  << wanted[static_cast<int>(one.judged)];
    if (one.judged != Judged::rising) condition << Shortest{one.limit};
    if (one.judged == Judged::alike) condition << " apart";
    return figures::column(4, figures::paragraph(caption, theme.ink, std::string(said)),
                           figures::paragraph(caption, theme.muted, std::string(condition)));
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
figures::Block Check::numbers(const Look& look, int i) const {
    using namespace figures;
    const auto& [theme, wide] = look;
    static constexpr const char* heads[] = {"stated", "computed", "apart", "allowed", ""};
    const Numbers &found = computed(i, by_hand_), &wanted = line(i).wanted.numbers;
    const int count = wanted.count;
    const bool beside = wide && count <= 5;  // as many as fit side by side
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
    if (beside) columns.push_back({"", theme.muted, Align::left, pixels(72)});
    const int down = beside ? 5 : count, across = beside ? count : 4;
    for (int c = 0; c < across; ++c)
        columns.push_back({beside ? "" : heads[c], theme.muted, Align::right, beside ? pixels(74) : share()});
    for (int r = 0; r < down; ++r) {
        TableRow& row = rows.emplace_back();
        if (beside) row.add(heads[r], theme.muted);
        for (int c = 0; c < across; ++c) {
            const int k = beside ? c : r, what = beside ? r : c, stated = line(i).wanted.decimals[k];
            const double one = k < found.count ? found.at[k] : NAN;  // it is still to come
            const double off = one - wanted.at[k], room = slack(claim(i), k);
            const double all[] = {wanted.at[k], one, std::fabs(off), room, off / room};
            const bool far = what == 2 && std::isgreater(all[2], room);
            if (what == 4)
                row.add(gauge(Phrase() << i << '/' << k, all[4]));
            else
                row.add(fixed(all[what], what == 0 ? stated : std::min(stated + 4, 6)),
                        far         ? theme.wrong
                        : what == 1 ? theme.ink
                                    : theme.muted,
                        what == 1);
        }
    }
    Block all = table({.type = caption, .row_height = 22, .gap = 8}, std::move(columns), std::move(rows));
    return beside ? std::move(all) : limited(400, Align::left, std::move(all));
}

}  // namespace explainer::checking
