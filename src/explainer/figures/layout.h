// Where parts go: columns, rows, wrapping lines, a choice by width. A sheet is a tree of parts, built anew
// for each frame, measured and drawn by the same code; measuring needs no painter. Not here: what a part
// shows, and anything that outlives a frame.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "explainer/ui.h"
#include "explainer/unique_function.h"

namespace explainer::figures {

struct Size {
    float width = 0, height = 0;  // CSS pixels
    float baseline = 0;           // from the top to the baseline of the first line; 0: there is none
};

/// Something with a place on a sheet.
class Part {
  public:
    virtual ~Part() = default;
    Part() = default;
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;

    /// What it takes of `available` pixels of width. The height depends on the width only, never on values
    /// that a reader moves: whoever shows something that grows reserves room for it (reserved(), or a number
    /// of lines).
    Size measure(float available) {
        if (available != measured_for_) {
            measured_ = arrange(available);
            measured_for_ = available;
        }
        return measured_;
    }

    /// Draws itself and answers the pointer. `rect` is as wide as what measure() was asked for or answered,
    /// or wider.
    virtual void draw(Ui& ui, Rect rect) = 0;

  protected:
    virtual Size arrange(float available) = 0;

  private:
    float measured_for_ = -1;
    Size measured_;
};

using Block = std::unique_ptr<Part>;
using Blocks = std::vector<Block>;

/// Moves them into a list.
Blocks listed(std::span<Block> parts);
template <class... Items>
Blocks blocks(Items... items) {
    Block all[] = {std::move(items)...};
    return listed(all);
}

// ---- One below the other, all as wide as the column

Block column(float gap, Blocks parts);
template <class... Items>
Block column(float gap, Block first, Items... items) {
    return column(gap, blocks(std::move(first), std::move(items)...));
}

// ---- Side by side

/// How wide an item of a row is: as wide as it wants to be, so many pixels, or a share of what the others
/// leave.
struct Track {
    enum class Kind { natural, pixels, share };
    Kind kind = Kind::natural;
    float amount = 0;
};
inline Track pixels(float width) {
    return {Track::Kind::pixels, width};
}
inline Track share(float weight = 1) {
    return {Track::Kind::share, weight};
}

struct Item {
    Item(Block part, Track width = {}) : block(std::move(part)), track(width) {}
    Block block;
    Track track;
};

/// Written where they are used, `{Item(a), Item(b, share())}`, or pushed one by one.
struct Items : std::vector<Item> {
    Items() = default;
    template <std::convertible_to<Item>... Each>
    Items(Each... each) {
        Item all[] = {Item(std::move(each))...};
        take(all);
    }

  private:
    void take(std::span<Item> all);
};

/// Where the parts of a row stand in its height.
enum class Cross { top, middle, bottom, baseline };

struct RowLook {
    float gap = 16;
    Cross cross = Cross::top;
    Align align = Align::left;  // of all together, where no item takes a share of the width
};

Block row(const RowLook& look, Items items);

/// Side by side where there are at least `least` pixels, else one below the other.
Block beside(float least, float gap, Items items);

/// Parts of natural width one after the other, on as many lines as they need.
Block wrap(float gap, float line_gap, Blocks parts);

/// Parts of one width, as many side by side as have at least `least` pixels each, on as many lines as they
/// need. A line of nothing takes no room.
Block tiles(float least, float gap, float line_gap, Blocks parts);

// ---- Around a part

/// What to build for a width: where a layout breaks stands here, in one place for each.
Block by_width(UniqueFunction<Block(float available)> build);
/// `wide` where there are at least `least` pixels, else `narrow`; only the one that is needed is built.
Block at_least(float least, UniqueFunction<Block()> wide, UniqueFunction<Block()> narrow);
Block padded(float margin, Block part);
Block padded(float left, float top, float right, float bottom, Block part);
/// At most that wide, at the left, centre or right of the place it gets.
Block limited(float width, Align align, Block part);
/// At least that high.
Block reserved(float height, Block part);
/// As large as the largest of the alternatives, of which the first is drawn: for what changes with the state.
Block tallest(Blocks alternatives);
Block space(float height);
/// A thin line across.
Block rule();
/// A part behind another one, in the same place.
Block behind(Block back, Block front);

// ---- Leaves

/// Something of a fixed height that draws itself; as wide as it gets, or `width`.
Block drawing(float height, UniqueFunction<void(Ui&, Rect)> draw);
Block drawing(Size size, UniqueFunction<void(Ui&, Rect)> draw);
/// The same where the height follows from the width.
Block drawing(UniqueFunction<Size(float available)> measure, UniqueFunction<void(Ui&, Rect)> draw);

}  // namespace explainer::figures
