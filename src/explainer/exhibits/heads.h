// Heads: the same word looks at different words in different heads. One axis of words carries ribbons, a
// large map, and the pressed row taken apart; all heads stand beside it as small maps. Parameters and what is
// said are in heads.cpp, the sheet in heads_sheet.cpp and heads_figure.cpp, the numbers in heads_model.*. Not
// here: what heads cost, and what becomes of their outputs (multi_head.cpp).
#pragma once

#include <string>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/heads_model.h"
#include "explainer/figures/matrix.h"
#include "explainer/figures/text.h"
#include "explainer/latest.h"
#include "explainer/phrase.h"

namespace explainer::attention_heads {

class Heads final : public Exhibit {
  public:
    void compute(const State& state) override;
    figures::Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    std::string shown_cell(const State& state, int parameter, int row, int col) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// By the pointer: a cell of the large map or of a small one; a ribbon's head; a number at the right,
    /// which is the sum of what is at its left (an axis of the values, or one of these).
    struct Pointed {
        figures::Entry cell;
        int head = -1, sum = no_sum;
        bool operator==(const Pointed&) const = default;
    };
    enum : int { no_sum = -1, sum_of_exps = 8, entropy_of_row };
    /// The words' common axis, as the large map has it.
    struct Columns {
        figures::MatrixPlace place;
        Rect rect;        // of the whole figure
        float right = 0;  // where what stands beside the cells begins
        bool narrow = false;

        float x(int col) const { return place.col(col).centre().x; }
        int first() const { return place.first_col; }
        int end() const { return place.first_col + place.cols; }
        int at_x(float pixels) const { return place.at({pixels, place.cells.y + 1}).col; }
    };

    // ---- Numbers and words

    const HeadNumbers& large() const { return model_.heads()[at(head_)]; }
    static char letter(int head) { return static_cast<char>('A' + head); }
    /// What a head does, and where that comes from.
    std::string named(int head) const;
    static const char* origin_of(Origin origin);
    std::string most_looked_at() const;
    std::string placed(int key) const;
    std::string query(int i) const { return Phrase() << "“" << model_.queries[at(i)] << "”"; }
    std::string key(int j) const { return Phrase() << "“" << model_.keys[at(j)] << "”"; }
    std::string root() const { return Phrase() << "√" << model_.d; }
    bool hidden(const HeadNumbers& head, int i, int j) const;
    /// Where a weight comes from, in pieces of a line.
    std::vector<figures::Run> reading(const Theme& theme, int head, int i, int j) const;

    /// What a number at the right comes from.
    std::vector<figures::Run> sum_reading(const Theme& theme, int sum, int i) const;

    // ---- The sheet (heads_sheet.cpp), and in it the figure (heads_figure.cpp)

    figures::Block top(Ui& ui) const;
    figures::Block about(Ui& ui) const;
    figures::Block title(Ui& ui) const;
    figures::Block figure(float width, float map_height) const;
    figures::Block grid(Ui& ui, float width) const;
    figures::Block small(float width) const;
    figures::Block kinds(Ui& ui, float width) const;
    figures::Block legends() const;
    figures::Block stated(Ui& ui) const;
    figures::Block main(Ui& ui, float width) const;
    figures::Block reading(Ui& ui) const;
    figures::Block player() const;
    Color shade(const Theme& theme, int head) const;
    static bool is_narrow(float width) { return width < 460; }
    /// Where the seed has no room beside the choice of what E to H are.
    static bool seed_above(float width) { return width < 400; }
    static float around_map(float width);  // the height of the figure without its map
    static void centred(Ui& ui, Point at, float height, Type type, Color color, std::string_view text,
                        Align align = Align::centre);
    void draw_figure(Ui& ui, Rect rect, float map_height) const;
    void draw_ribbons(Ui& ui, Rect rect, const Columns& at) const;
    void draw_words(Ui& ui, const Columns& at, Rect rect) const;
    void draw_entropies(Ui& ui, const Columns& at, Rect words) const;
    /// A line of the row taken apart, as it is written.
    struct Line {
        std::string label, total;
        int step = 0, axis = -1;  // when it is there; of the values, else −1
        float size = 13;
        std::vector<std::string> texts;  // in the columns in sight; none: there is no room
    };
    std::vector<Line> lines_of(const Columns& columns) const;
    void draw_apart(Ui& ui, const Columns& at, float top) const;
    void draw_bars(Ui& ui, const Columns& at, Rect rect) const;
    void draw_beside(Ui& ui, int head, Rect rect) const;
    void draw_tick(Ui& ui, int head, Rect caption) const;
    int ticked() const;

    Model model_;
    int head_ = 1, row_ = 0, column_ = 0, step_ = after_sum;
    bool ticks_[head_count] = {};
    // Of the frame: what is pointed at, and what is looked at.
    Hover<Pointed> hover_{hovers_};
    int asks() const { return hover_->cell.row >= 0 ? hover_->cell.row : row_; }
    int looked_at() const { return hover_->cell.col >= 0 ? hover_->cell.col : column_; }
    Latest<std::string, std::vector<Line>> lines_;
    Latest<std::string, std::vector<figures::Run>> reading_;
};

}  // namespace explainer::attention_heads
