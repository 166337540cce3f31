// Check: what five essays state of attention, stated against computed. A tick or a gentle cross with the
// reason; the claims of one essay at a time; the chosen claim taken apart; each leads to the exhibit in the
// state that shows it. What is claimed is in check_claims.h, what it comes to in check_readings.h, what is
// drawn in check_sheet.cpp.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/check_readings.h"
#include "explainer/latest.h"

namespace explainer::checking {

enum : int { chosen_claim, rounded, open_it };

class Check final : public Exhibit {
  public:
    void compute(const State& state) override;
    bool advance(float effort) override;

    /// To the chosen claim's exhibit.
    void act(int) override;
    std::optional<Request> take_request() override;
    void receive(const Reply& reply) override { trouble_ = reply.error; }

    figures::Block sheet(Ui& ui) const override;

    std::string shown(const State& state, int parameter) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// What a claim says and what it comes to, kept for the frames between two changes.
    struct Line {
        Stated wanted;
        std::string stated, computed;
        Verdict verdict = Verdict::pending;
    };

    static const Claim& claim(int i) { return claims()[static_cast<size_t>(i)]; }
    const Line& line(int i) const { return lines_[static_cast<size_t>(i)]; }
    Verdict verdict_of(int i) const { return line(i).verdict; }
    void take_readings();
    bool is_off(int i) const {
        return verdict_of(i) == Verdict::differs || verdict_of(i) == Verdict::rounding;
    }
    /// How many of the claims of an essay; of all for −1.
    int count(Verdict wanted, int essay = -1) const;
    std::string headline() const;
    std::string note() const;
    std::string stated(int i) const;
    std::string computed_words(int i) const;
    std::string outcome(int i) const;
    std::string target(int i) const;

    /// How a sheet is laid out.
    struct Look {
        const Theme& theme;
        bool wide;
    };
    class LinePart;
    void draw_line(Ui& ui, Rect rect, bool wide, int i) const;
    figures::Block tally(const Look& look) const;
    figures::Block tally_of(const Look& look, int essay) const;
    figures::Block lists(const Look& look, float width) const;
    figures::Blocks list(const Look& look, const Essay& essay, int apart) const;
    int most_to_show(const Essay& essay) const;
    figures::Block entry(const Look& look, int i, const char* heading) const;
    figures::Block picture(int i) const;
    figures::Block line_of(const Look& look, int i, const char* heading) const;
    figures::Block opened(const Look& look, int i) const;
    figures::Block sum(const Look& look, int i) const;
    figures::Block numbers(const Look& look, int i) const;
    figures::Block criterion(const Look& look, int i) const;

    std::vector<Line> lines_;
    Latest<float, float> longest_;  // of the lists: its height at a width
    int chosen_ = 0;
    bool by_hand_ = false;
    bool wanted_ = false;  // the host has not taken the request yet
    std::string trouble_;  // why the host could not open it, in its words
    struct Pointed {
        int claim = -1;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace explainer::checking
