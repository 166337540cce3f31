// Check: what five essays state of attention, stated against computed. A tick or a gentle cross with the
// reason, the chosen claim taken apart where it stands, and from each the way to the exhibit in the state
// that shows it. What is claimed is in check_claims.cpp, what it comes to in check_readings.cpp.
#include "explainer/exhibits/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "explainer/exhibits/example_parts.h"
#include "explainer/exhibits/floats.h"
#include "explainer/figures/bars.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/gap.h"
#include "explainer/figures/marks.h"
#include "explainer/figures/signs.h"
#include "explainer/figures/strokes.h"
#include "explainer/figures/text.h"
#include "explainer/language.h"
#include "explainer/latest.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::checking {
namespace {

using namespace figures;

enum : int { chosen_claim, rounded, open_it, listed, show_chosen, show_method };

constexpr Choice lists[] = {{"all", "all claims"}, {"differing", "those that differ"}};

constexpr std::array parameters = {
    choice_of("claim", "claim", "Which claim is taken apart.", claim_choices, 53),  // output-by-hand
    toggle_of("rounded", "round weights to 3 digits",
              "As one does by hand, before the weights meet the values.", false),
    action_of("open", "go to its exhibit", "Shows the chosen claim where it comes from."),
    choice_of("list", "claims listed", "All claims of an essay or two, or of all essays those that differ.",
              lists),
    piece_of("showChosen", "the claim chosen", "The chosen claim taken apart: sum, axis, section.", true),
    piece_of("showMethod", "what counts as the same", "What is computed here, what is not, and how closely.",
             false),
};

constexpr const char* verdicts[] = {"still being computed", "holds", "differs by rounding", "differs"};

constexpr const char* method =
    "Not computed: what essays say of real models, and what needs numbers that they do not print. All else "
    "is computed in single precision. Deviations are those of 20 thousand random pairs: within 2 % counts as "
    "the same, for variances within 4 %.";

constexpr float name_width = 52, mark_width = 36, link_width = 112;
constexpr float wide_enough = 640;  // for a claim in one line

/// Ringed where it is no tick; a pale ring while it is not known yet.
void draw_mark(Ui& ui, const Point& at, Verdict verdict, float size) {
    const Theme& theme = ui.theme();
    if (verdict == Verdict::pending) return ui.painter().ring(at, size / 4, theme.line, 1.6f);
    if (verdict == Verdict::holds) return draw_sign(ui, at, size * 0.6f, Sign::tick, theme.value);
    ui.painter().ring(at, size / 2, theme.wrong, 1.6f);
    const bool wave = verdict == Verdict::rounding;
    draw_sign(ui, at, size * (wave ? 0.5f : 0.36f), wave ? Sign::wave : Sign::cross, theme.wrong);
}

class Check final : public Exhibit {
  public:
    void compute(const State& state) override {
        if (state.choice(chosen_claim) != chosen_) trouble_.clear();
        chosen_ = state.choice(chosen_claim);
        by_hand_ = state.toggle(rounded);
        only_off_ = state.choice(listed) == 1;
    }
    bool advance(float effort) override { return read_on(effort); }

    /// To the chosen claim's exhibit.
    void act(int) override {
        wanted_ = true;
        trouble_.clear();
    }
    std::optional<Request> take_request() override {
        if (!std::exchange(wanted_, false)) return std::nullopt;
        return Request{"open",
                       {{"exhibit", std::string(claim(chosen_).exhibit)}, {"state", target(chosen_)}}};
    }
    void receive(const Reply& reply) override { trouble_ = reply.error; }

    Block sheet(Ui& ui) const override {
        const Theme& theme = ui.theme();
        return by_width([this, &ui, &theme](float width) {
            const bool wide = width >= wide_enough;
            const int pointed = hover_->claim;
            const auto [told, color] = !trouble_.empty() ? std::pair(trouble_, theme.wrong)
                                       : pointed >= 0    ? std::pair(outcome(pointed), theme.ink)
                                                         : std::pair(note(), theme.muted);
            Block headlines =
                wide ? row({.gap = 16, .cross = Cross::bottom},
                           {Item(headline(point(theme), 0)),
                            Item(padded(0, 0, 0, 4, cut_line(caption, color, told)), share())})
                     : column(0, headline(point(theme), 40), paragraph(caption, color, told, 110));
            Blocks top = blocks(choice(ui, listed), toggle(ui, rounded));
            return column(8, wrap(24, 0, std::move(top)), std::move(headlines), tally(ui, wide), pieces(ui),
                          list(ui, width),
                          piece(ui, show_method, [&] { return paragraph(caption, theme.muted, method); }));
        });
    }

    std::string shown(const State& state, int parameter) const override {
        return parameter == chosen_claim ? outcome(chosen_) : state.shown(parameter);
    }

    Description describe() const override {
        Description out;
        const Claim& chosen = claim(chosen_);
        out.summary = Phrase() << summary() << ", " << note() << ". " << outcome(chosen_) << ".";
        if (const char* more = reason(chosen)) out.summary += Phrase() << " " << more;
        if (!trouble_.empty()) out.summary += " " + trouble_;
        Table list = Table{
            "Claims",
            {"essay", "claim", "stated", "computed", "outcome", "why", "exhibit", "state", "section", "name"},
            {}};
        Table each = Table{"Numbers", {"name", "stated", "computed", "apart", "allowed"}, {}};
        out.add_value("claims", claim_count);
        out.add_value("claims that hold", count(Verdict::holds));
        out.add_value("claims that differ", count(Verdict::differs) + count(Verdict::rounding));
        out.add_value("claims that differ by rounding", count(Verdict::rounding));
        for (const auto& one : named)
            if (const Numbers& found = answer(claim_named(one.claim)).numbers; found.size() > one.number)
                out.add_value(one.name, found[one.number]);
        for (int i = 0; i < claim_count; ++i) {
            const Claim& one = claim(i);
            add_row(list) << essay_of(i).name << one.says << reading(i).stated << answer(i).words
                          << verdicts[static_cast<int>(answer(i).verdict)] << (reason(one) ? reason(one) : "")
                          << language::kept(std::string(one.exhibit)) << language::kept(target(i))
                          << one.section << language::kept(std::string(one.name));
            const Numbers &found = answer(i).numbers, wanted = stated_in(one).numbers;
            for (size_t k = 0; k < found.size(); ++k) {
                out.add_value(found.size() > 1 ? Phrase() << one.name << " " << k + 1 : Phrase() << one.name,
                              found[k]);
                if (k < wanted.size())
                    add_row(each, language::kept(std::string(one.name)),
                            {wanted[k], found[k], std::fabs(found[k] - wanted[k]), slack(one, k)});
            }
        }
        each.piece = show_chosen;
        out.tables.push_back(std::move(list));
        out.tables.push_back(std::move(each));
        if (const Reading& sum = reading(chosen_); !sum.weights.empty()) {
            Table parts =
                Table{"Sum", {"weight", "to 3 digits", "value", "weight × value", "to 3 digits × value"}, {}};
            for (size_t j = 0; j < sum.weights.size(); ++j)
                add_row(parts) << sum.weights[j] << sum.rounded[j] << sum.values[j]
                               << sum.weights[j] * sum.values[j] << sum.rounded[j] * sum.values[j];
            const RowPen last = add_row(parts) << "sum"
                                               << ""
                                               << "";
            for (const Answer* one : {&sum.exact, &sum.by_hand}) last << static_cast<float>(one->numbers[0]);
            parts.piece = show_chosen;
            out.tables.push_back(std::move(parts));
        }
        return out;
    }

    std::string numpy(const State&) const override { return claims_numpy(by_hand_); }

  private:
    const Answer& answer(int i) const { return by_hand_ ? reading(i).by_hand : reading(i).exact; }
    int count(Verdict wanted) const {
        int out = 0;
        for (int i = 0; i < claim_count; ++i) out += answer(i).verdict == wanted;
        return out;
    }

    // ---- In words

    static const char* reason(const Claim& one) { return one.why != nullptr ? one.why : one.note; }

    std::string summary() const {
        if (const int pending = count(Verdict::pending); pending > 0)
            return Phrase() << pending << " of " << claim_count
                            << (pending == 1 ? " claims is being computed" : " claims are being computed");
        return Phrase() << count(Verdict::holds) << " of " << claim_count << " claims hold; "
                        << count(Verdict::differs) + count(Verdict::rounding) << " differ";
    }
    std::string note() const {
        if (count(Verdict::pending) > 0) return Phrase() << count(Verdict::holds) << " hold so far";
        if (const int rounding = count(Verdict::rounding); rounding > 0)
            return Phrase() << rounding << " by rounding, " << count(Verdict::differs) << " otherwise";
        return "none by rounding";
    }
    /// The summary with its first number large.
    std::vector<Run> point(const Theme& theme) const {
        const std::string all = summary();
        const size_t end = all.find(' ');
        return {headline_number(all.substr(0, end), theme.value), {all.substr(end), theme.ink}};
    }
    std::string outcome(int i) const {
        // (each on its own, as they are said elsewhere)
        const std::string_view essay = essay_of(i).name, section = claim(i).section, says = claim(i).says;
        return Phrase() << essay << ", " << section << ", " << says << ": stated " << reading(i).stated
                        << ", computed " << answer(i).words << ", "
                        << std::string_view(verdicts[static_cast<int>(answer(i).verdict)]);
    }
    /// The state that shows a claim; with weights rounded by hand, where they are set by hand.
    std::string target(int i) const {
        return by_hand_ && !reading(i).hand.empty() ? reading(i).hand : claim(i).state;
    }

    // ---- The tally

    /// A cell a claim, an essay a group: beside each other with their titles below, else a line each.
    Block tally(Ui& ui, bool wide) const {
        const Theme& theme = ui.theme();
        Blocks lines;
        Items groups;
        for (const Essay& one : essays()) {
            const Color color = &one == &essay_of(chosen_) ? theme.query : theme.ink;
            // (A short one needs room for its title.)
            if (wide)
                groups.emplace_back(column(2, cells(one), name_of(one, color, theme.muted)),
                                    share(static_cast<float>(std::max(one.count, 8))));
            else
                lines.push_back(
                    row({.gap = 8, .cross = Cross::middle},
                        {Item(text({13, true}, color, one.name), pixels(56)), Item(cells(one), share())}));
        }
        return wide ? row({.gap = 14}, std::move(groups)) : column(4, std::move(lines));
    }
    static Block name_of(const Essay& one, Color color, Color muted) {
        return paragraph(caption, {{std::string(one.name) + " ", color, true}, {one.title, muted}});
    }

    Block cells(const Essay& of) const {
        static constexpr float gap = 2, most = 36;
        return drawing(36, [this, &of](Ui& ui, Rect rect) {
            const Theme& theme = ui.theme();
            const float each = std::min((rect.width + gap) / static_cast<float>(of.count) - gap, most);
            for (int i = of.first; i < of.first + of.count; ++i) {
                const Rect cell{rect.x + (each + gap) * static_cast<float>(i - of.first), rect.y, each,
                                rect.height};
                ui.painter().rectangle(
                    cell, answer(i).off() ? mix(theme.paper, theme.wrong, 0.1f) : theme.raised, 3);
                const PointerState pointer = ui.area("tally/" + std::to_string(i), cell, Grip::press);
                if (pointer.hovered) hover_.note().claim = i;
                if (pointer.clicked) ui.change(chosen_claim, i);
                draw_mark(ui, cell.centre(), answer(i).verdict, std::min(each, 20.0f));
                if (i == chosen_ || i == hover_->claim)
                    outline(ui, cell, i == chosen_ ? Emphasis::selected : Emphasis::pointed, theme.query);
            }
        });
    }

    // ---- The list

    enum : int { differing = 3 };  // the list behind those of essays

    /// The claims of the chosen one's list, below what their essays are called. As high as the longest list,
    /// so that nothing below moves when another one is shown.
    Block list(Ui& ui, float width) const {
        const auto height = [width](Block part) { return part->measure(width).height; };
        const Rooms rooms = rooms_.of(width, [&] {
            Rooms out;
            float one_more = 0;  // a chosen one that holds, among those that differ
            for (int i = 0; i < claim_count; ++i) {
                out.apart = std::max(out.apart, height(opened(ui, i, width)));
                if (claim(i).why == nullptr) one_more = std::max(one_more, height(entry(ui, i, width)));
            }
            for (int which = 0; which <= differing; ++which)
                out.list = std::max(
                    out.list, height(listing(ui, which, width, true)) + (which == differing ? one_more : 0));
            return out;
        });
        const int which = only_off_ ? differing : essay_of(chosen_).list;
        Block lines = reserved(rooms.list + (ui.state().toggle(show_chosen) ? rooms.apart : 0),
                               listing(ui, which, width, false));
        if (width < wide_enough) return lines;
        const auto head = [&ui](const char* words) { return text(caption, ui.theme().muted, words); };
        Block heads = row(
            {.gap = 16},
            {Item(row({.gap = 16}, {Item(space(0), share(64)), Item(head("stated"), share(36))}), share(66)),
             Item(head("computed"), share(34))});
        return column(0, padded(name_width + mark_width, 0, link_width, 0, std::move(heads)),
                      std::move(lines));
    }

    /// `longest`: what may ever be in it, for the room that is kept.
    Block listing(Ui& ui, int which, float width, bool longest) const {
        Blocks parts;
        const Essay* before = nullptr;
        for (int i = 0; i < claim_count; ++i) {
            const Essay& essay = essay_of(i);
            if (which != differing ? essay.list != which
                : longest          ? claim(i).why == nullptr
                                   : !answer(i).off() && i != chosen_)
                continue;
            if (&essay != before) parts.push_back(heading(ui, essay, width >= wide_enough));
            before = &essay;
            parts.push_back(entry(ui, i, width));
            if (i == chosen_ && !longest)
                parts.push_back(piece(ui, show_chosen, [&] { return opened(ui, i, width); }));
        }
        return column(0, std::move(parts));
    }

    /// What an essay's claims begin with: its name beside the first of them, or above.
    Block heading(Ui& ui, const Essay& essay, bool wide) const {
        const Theme& theme = ui.theme();
        if (!wide) return column(0, rule(), padded(8, 6, 8, 0, name_of(essay, theme.ink, theme.muted)));
        return column(0, rule(), drawing(0, [name = essay.name](Ui& now, Rect rect) {
                          now.text({rect.x, rect.y + 5}, {13, true}, now.theme().ink, name);
                      }));
    }

    /// A claim in one line, or in a short block: what is said, stated and computed, why it differs, and how
    /// far.
    Block entry(Ui& ui, int i, float width) const {
        const Theme& theme = ui.theme();
        const Claim& one = claim(i);
        const bool off = answer(i).off(), wide = width >= wide_enough;
        // As high as it may become: what differs is bold, and numbers come while it is looked at.
        Block says = paragraph(off ? strong : body, theme.ink, one.says);
        if (one.why != nullptr)
            says = tallest(blocks(std::move(says), paragraph(strong, theme.ink, one.says)));
        Block stated = paragraph(body, off ? theme.ink : theme.muted, reading(i).stated);
        Block found =
            tallest(blocks(paragraph(off ? strong : body, off ? theme.wrong : theme.ink, answer(i).words),
                           paragraph(one.why != nullptr ? strong : body, theme.ink, longest_computed(one))));
        Block why = one.why != nullptr ? paragraph(caption, theme.muted, one.why) : space(0);
        Block far = one.scale > 0 || one.one_way ? picture(ui, i) : space(0);
        Block all;
        if (wide) {
            Block left = column(
                2, row({.gap = 16}, {Item(std::move(says), share(64)), Item(std::move(stated), share(36))}),
                std::move(why));
            all = row({.gap = 16}, {Item(std::move(left), share(66)),
                                    Item(column(4, std::move(found), std::move(far)), share(34))});
        } else {
            const auto fact = [&theme](const char* name, Block value) {
                return row(
                    {.gap = 8, .cross = Cross::baseline},
                    {Item(text(caption, theme.muted, name), pixels(58)), Item(std::move(value), share())});
            };
            const float link = fonts::width(body, one.exhibit) + 28;
            all = column(2, padded(0, 0, link, 0, std::move(says)), fact("stated", std::move(stated)),
                         fact("computed", std::move(found)), padded(66, 3, 0, 0, std::move(far)),
                         std::move(why));
        }
        return padded(
            wide ? name_width : 0, 0, 0, 0,
            behind(drawing(0, [this, i, wide](Ui& now, Rect rect) { draw_entry(now, rect, i, wide); }),
                   padded(mark_width, 5, wide ? link_width : 8, 4, std::move(all))));
    }

    /// The band of the chosen one, the mark, the link, and the press that chooses.
    void draw_entry(Ui& ui, Rect rect, int i, bool wide) const {
        const Theme& theme = ui.theme();
        const std::string id = std::to_string(i);
        const float middle = rect.y + 16, right = rect.right() - 24;
        const char* name = claim(i).exhibit;
        const float left = right - fonts::width(body, name);
        const bool chosen = i == chosen_;
        if (chosen) ui.painter().rectangle(rect, band_color(theme), 0);
        draw_mark(ui, {rect.x + 18, middle}, answer(i).verdict, 20);

        // The exhibit's name, which leads to it; a finger high where nothing else is pressed there.
        const float high = wide && !chosen ? rect.height : 44;
        const Rect target{rect.right() - link_width, std::min(rect.y, middle - high / 2), link_width, high};
        const PointerState link = ui.area("open/" + id, target, Grip::press);
        if (link.clicked) ui.press_action(open_it);
        ui.text({left, middle - fonts::line_height(body) / 2}, body, theme.query, name);
        ui.painter().line({left, middle + 9}, {right, middle + 9}, theme.query, link.hovered ? 2.0f : 1.0f);
        draw_sign(ui, {right + 10, middle}, 8, Sign::play, theme.query);

        const PointerState whole = ui.area("claim/" + id, rect, Grip::press);
        if (whole.hovered || link.hovered) hover_.note().claim = i;
        if (whole.clicked || link.clicked) ui.change(chosen_claim, i);
        if (!chosen) {
            if (i == hover_->claim) outline(ui, rect, Emphasis::pointed, theme.query);
            return;
        }
        ui.place_parameter(chosen_claim, {rect.x, rect.y, rect.width, std::max(rect.height, 44.0f)});
        ui.place_parameter(open_it, target);
        if (ui.focused(chosen_claim)) ui.focus_ring(rect);
        if (ui.focused(open_it)) ui.focus_ring({left - 4, middle - 14, right + 20 - left, 28});
    }

    /// How far off: a bar each for stated and computed; or who looks back at whom.
    Block picture(Ui& ui, int i) const {
        const Theme& theme = ui.theme();
        const Claim& one = claim(i);
        if (!one.one_way) {
            const Numbers& found = answer(i).numbers;
            return limited(
                260, Align::left,
                bars({.scale = {0, static_cast<double>(one.scale)},
                      .row = 10,
                      .thickness = 7,
                      .label_width = 0,
                      .value_width = 0,
                      .track = false},
                     vector_of(Bar{.value = room_for(one, found, 0).at, .color = theme.line},
                               Bar{.value = found.empty() ? NAN : found[0], .color = theme.wrong})));
        }
        return drawing(20, [](Ui& now, Rect rect) {
            const float left = rect.x + 30, right = left + 110;
            now.text({rect.x, rect.y}, caption, now.theme().muted, "The");
            now.text({right + 6, rect.y}, caption, now.theme().muted, "the");
            arrow(now, {right, rect.y + 6}, {left, rect.y + 6}, now.theme().wrong, 2);
            dashed(now, {left, rect.y + 14}, {right, rect.y + 14}, now.theme().muted, 1.5f);
        });
    }

    // ---- The chosen one, taken apart

    /// Where it is stated and on what it depends, its sum if it is one, and how far off it is.
    Block opened(Ui& ui, int i, float width) const {
        const Theme& theme = ui.theme();
        const Claim& one = claim(i);
        std::vector<Run> where = with_subscripts(one.note != nullptr ? one.note : "", theme.muted);
        where.insert(where.begin(), {Phrase() << essay_of(i).name << ", " << one.section << ". ", theme.ink});
        Block words =
            column(6, paragraph(caption, std::move(where)), one.component >= 0 ? sum(ui, i) : space(0));
        Block far = axis(ui, i);
        const bool wide = width >= wide_enough;
        Block all =
            wide ? row({.gap = 28}, {Item(std::move(words), share(56)), Item(std::move(far), share(44))})
                 : column(10, std::move(words), std::move(far));
        Block band =
            drawing(0, [](Ui& now, Rect rect) { now.painter().rectangle(rect, band_color(now.theme()), 0); });
        return padded(wide ? name_width : 0, 0, 0, 0,
                      behind(std::move(band), padded(wide ? mark_width : 8, 2, 16, 4, std::move(all))));
    }

    /// The sum twice, exact and with weights of three digits, the dropped ones pale.
    Block sum(Ui& ui, int i) const {
        const Theme& theme = ui.theme();
        const Reading& all = reading(i);
        Blocks parts;
        for (const bool by_hand : {false, true}) {
            std::vector<Run> runs;
            for (size_t j = 0; j < all.weights.size(); ++j) {
                const std::string digits = explainer::shown(by_hand ? all.rounded[j] : all.weights[j], 5);
                if (j > 0) runs.push_back({"\u00a0+ ", theme.muted});
                runs.push_back({digits.substr(1, by_hand ? 4 : 6), theme.query});
                if (by_hand) runs.push_back({digits.substr(5), theme.muted});
                runs.push_back({"\u00a0·\u00a0", theme.muted});
                runs.push_back({explainer::shown(all.values[j], 0), theme.value});
            }
            runs.push_back({"\u00a0= " + fixed((by_hand ? all.by_hand : all.exact).numbers[0], 4), theme.ink,
                            by_hand == by_hand_});
            parts.push_back(row({.gap = 8, .cross = Cross::baseline},
                                {Item(text(caption, theme.muted, by_hand ? "by hand" : "exact"), pixels(50)),
                                 Item(paragraph(body, std::move(runs), 40), share())}));
        }
        parts.push_back(paragraph(
            caption, theme.muted,
            std::string(Phrase() << "rounding moves it by "
                                 << Fixed{std::fabs(all.exact.numbers[0] - all.by_hand.numbers[0]), 4})));
        return column(4, std::move(parts));
    }

    /// Of several numbers the one that is farthest off, or comes nearest to it.
    size_t telling(int i) const {
        const Numbers& numbers = answer(i).numbers;
        size_t out = 0;
        double most = -INFINITY;
        for (size_t k = 0; k < numbers.size(); ++k) {
            const Room room = room_for(claim(i), numbers, k);
            const double off = std::max(room.low - numbers[k], numbers[k] - room.high) /
                               (claim(i).judged == Judged::near ? slack(claim(i), k) : 1);
            if (std::isfinite(off) && off > most + 1e-3) most = off, out = k;
        }
        return out;
    }

    /// From what is stated, or what would do, to what is computed.
    Block axis(Ui& ui, int i) const {
        static constexpr const char* wanted[] = {"stated ",     "more than ", "less than ",
                                                 "the first, ", "more than ", "about "};
        const Claim& one = claim(i);
        const size_t k = telling(i);
        const Stated stated = stated_in(one);
        const bool near = one.judged == Judged::near;
        const auto decimals = [&](double value) {
            return near ? stated.decimals[k] : value == std::round(value) ? 0 : std::fabs(value) < 10 ? 3 : 1;
        };
        const Numbers& numbers = answer(i).numbers;
        if (numbers.empty()) return gap({});
        const double found = numbers[k];
        const Room room = room_for(one, numbers, k);
        const int further = near ? std::min(decimals(found) + 2, 6) : decimals(found);
        return gap(
            {.id = "gap",
             .stated = room.at,
             .computed = found,
             .low = room.low,
             .high = room.high,
             .stated_name = wanted[static_cast<int>(one.judged)] + fixed(room.at, decimals(room.at)),
             .computed_name = "computed " + (found != 0 && std::fabs(found) < 1e-4 ? scientific(found, 2)
                                                                                   : fixed(found, further)),
             .decimals = near ? further - 1 : further,
             .color = answer(i).off() ? ui.theme().wrong : ui.theme().value});
    }

    int chosen_ = 0;
    bool by_hand_ = false, only_off_ = false;
    struct Rooms {
        float list = 0, apart = 0;  // heights of the longest list, and of what is taken apart
    };
    Latest<float, Rooms> rooms_;  // at a width
    bool wanted_ = false;         // the host has not taken the request yet
    std::string trouble_;         // why the host could not open it, in its words
    struct Pointed {
        int claim = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace
}  // namespace explainer::checking

namespace explainer {

extern const ExhibitType check;
const ExhibitType check = {
    "check",
    "What the essays say, computed",
    "See which claims of five essays hold, and follow each to the exhibit that computes it.",
    checking::parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<checking::Check>()); },
    "list",
};

}  // namespace explainer
