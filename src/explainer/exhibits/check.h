// Check: every number that five essays state of attention, stated against computed. A tick or a gentle cross
// with the reason; the chosen claim taken apart; each line leads to the exhibit in the state that shows it.
// What is claimed, and what it comes to, is in check_claims.h; what is drawn in check_sheet.cpp.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/check_claims.h"

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

    void forget_pointer() override { pointed_ = -1; }
    figures::Block sheet(Ui& ui) override;

    std::string shown(const State& state, int parameter) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// What a claim says and what it comes to, kept for the frames between two changes.
    struct Line {
        Numbers wanted;  // as the essay states them
        std::string stated, computed;
        Verdict verdict = Verdict::pending;
    };

    const Claim& claim(int i) const { return claims()[static_cast<size_t>(i)]; }
    const Line& line(int i) const { return lines_[static_cast<size_t>(i)]; }
    Verdict verdict_of(int i) const { return line(i).verdict; }
    void take_readings();
    bool is_off(int i) const {
        return verdict_of(i) == Verdict::differs || verdict_of(i) == Verdict::rounding;
    }
    int count(Verdict wanted) const;
    std::string headline() const;
    std::string note() const;
    std::string listed(int i, bool as_stated) const;
    std::string outcome(int i) const;
    std::string target(int i) const;

    class LinePart;
    void draw_line(Ui& ui, Rect rect, int i);
    figures::Block tally();
    figures::Block picture(int i) const;
    figures::Block line_of(const Theme& theme, int i) const;
    figures::Block opened(const Theme& theme) const;
    figures::Block sum(const Theme& theme) const;
    figures::Block numbers(const Theme& theme) const;

    std::vector<Line> lines_;
    int chosen_ = 0;
    bool by_hand_ = false;
    bool wide_ = false;            // as the sheet is laid out in this frame
    bool wanted_ = false;          // the host has not taken the request yet
    std::string trouble_;          // why the host could not open it, in its words
    int pointed_ = -1, lit_ = -1;  // by the pointer: in this frame; in the last one
};

}  // namespace explainer::checking
