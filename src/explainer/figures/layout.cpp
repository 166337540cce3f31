// Columns, rows and what stands around parts. See layout.h.
#include "explainer/figures/layout.h"

#include <algorithm>
#include <cmath>

namespace explainer::figures {
namespace {

class Column final : public Part {
  public:
    Column(float gap, Blocks parts) : gap_(gap), parts_(std::move(parts)) {}

    void draw(Ui& ui, Rect rect) override {
        float y = rect.y;
        for (const Block& part : parts_) {
            const Size size = part->measure(rect.width);
            part->draw(ui, {rect.x, y, rect.width, size.height});
            if (size.height > 0) y += size.height + gap_;
        }
    }

  protected:
    Size arrange(float available) override {
        Size out;
        bool first = true;
        for (const Block& part : parts_) {
            const Size size = part->measure(available);
            out.width = std::max(out.width, size.width);
            if (size.height <= 0) continue;  // what takes no room makes no gap either
            if (first) out.baseline = size.baseline;
            out.height += size.height + (first ? 0 : gap_);
            first = false;
        }
        return out;
    }

  private:
    float gap_;
    Blocks parts_;
};

class Row final : public Part {
  public:
    Row(const RowLook& look, Items items) : look_(look), items_(std::move(items)) {}

    void draw(Ui& ui, Rect rect) override {
        const Size all = measure(rect.width);
        float x = rect.x;
        if (look_.align != Align::left && !has_shares())
            x += (rect.width - all.width) * (look_.align == Align::centre ? 0.5f : 1.0f);
        for (size_t i = 0; i < items_.size(); ++i) {
            const Size size = items_[i].block->measure(widths_[i]);
            float y = rect.y;
            if (look_.cross == Cross::middle) y += (rect.height - size.height) / 2;
            if (look_.cross == Cross::bottom) y += rect.height - size.height;
            if (look_.cross == Cross::baseline && size.baseline > 0) y += all.baseline - size.baseline;
            items_[i].block->draw(ui, {x, std::round(y), widths_[i], size.height});
            x += widths_[i] + look_.gap;
        }
    }

  protected:
    Size arrange(float available) override {
        share_out(available);
        Size out{gaps(), 0, 0};
        float below = 0;  // the deepest part under the common baseline
        for (size_t i = 0; i < items_.size(); ++i) {
            const Size size = items_[i].block->measure(widths_[i]);
            out.width += widths_[i];
            out.height = std::max(out.height, size.height);
            out.baseline = std::max(out.baseline, size.baseline);
            below = std::max(below, size.baseline > 0 ? size.height - size.baseline : 0);
        }
        if (look_.cross == Cross::baseline) out.height = std::max(out.height, out.baseline + below);
        return out;
    }

  private:
    float gaps() const { return items_.empty() ? 0 : look_.gap * static_cast<float>(items_.size() - 1); }
    bool has_shares() const {
        return std::any_of(items_.begin(), items_.end(),
                           [](const Item& item) { return item.track.kind == Track::Kind::share; });
    }

    void share_out(float available) {
        widths_.assign(items_.size(), 0);
        float left = available - gaps(), weights = 0;
        for (size_t i = 0; i < items_.size(); ++i) {
            const Track& track = items_[i].track;
            if (track.kind == Track::Kind::share) {
                weights += track.amount;
                continue;
            }
            widths_[i] = track.kind == Track::Kind::pixels
                             ? track.amount
                             : std::min(std::ceil(items_[i].block->measure(std::max(0.0f, left)).width),
                                        std::max(0.0f, left));
            left -= widths_[i];
        }
        for (size_t i = 0; i < items_.size(); ++i) {
            const Track& track = items_[i].track;
            if (track.kind == Track::Kind::share)
                widths_[i] = std::floor(std::max(0.0f, left) * track.amount / weights);
        }
    }

    RowLook look_;
    Items items_;
    std::vector<float> widths_;
};

/// One of a row's items that may stand in a column as well.
class Lent final : public Part {
  public:
    explicit Lent(Part& part) : part_(part) {}
    void draw(Ui& ui, Rect rect) override { part_.draw(ui, rect); }

  protected:
    Size arrange(float available) override { return part_.measure(available); }

  private:
    Part& part_;
};

class Beside final : public Part {
  public:
    Beside(float least, float gap, Items items) : least_(least) {
        Blocks below;
        for (const Item& item : items) below.push_back(std::make_unique<Lent>(*item.block));
        column_ = column(gap, std::move(below));
        row_ = row({.gap = std::max(gap, 20.0f)}, std::move(items));
    }
    void draw(Ui& ui, Rect rect) override { way(rect.width).draw(ui, rect); }

  protected:
    Size arrange(float available) override { return way(available).measure(available); }

  private:
    Part& way(float width) { return width >= least_ ? *row_ : *column_; }

    float least_;
    Block column_, row_;  // the row owns the items
};

/// Parts that each have a place of their own in the whole.
class Placed : public Part {
  public:
    explicit Placed(Blocks parts) : parts_(std::move(parts)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        for (size_t i = 0; i < parts_.size(); ++i) {
            const Rect& place = places_[i];
            parts_[i]->draw(ui, {rect.x + place.x, rect.y + place.y, place.width, place.height});
        }
    }

  protected:
    Blocks parts_;
    std::vector<Rect> places_;  // relative to the whole
};

class Wrap final : public Placed {
  public:
    Wrap(float gap, float line_gap, Blocks parts)
        : Placed(std::move(parts)), gap_(gap), line_gap_(line_gap) {}

  protected:
    Size arrange(float available) override {
        places_.clear();
        Size out;
        float x = 0, y = 0, line = 0;
        for (const Block& part : parts_) {
            Size size = part->measure(available);
            size.width = std::min(std::ceil(size.width), available);
            if (x > 0 && x + size.width > available) {
                x = 0;
                y += line + line_gap_;
                line = 0;
            }
            if (places_.empty()) out.baseline = size.baseline;
            places_.push_back({x, y, size.width, size.height});
            out.width = std::max(out.width, x + size.width);
            x += size.width + gap_;
            line = std::max(line, size.height);
        }
        out.height = y + line;
        return out;
    }

  private:
    float gap_, line_gap_;
};

class Tiles final : public Placed {
  public:
    Tiles(float least, float gap, float line_gap, Blocks parts)
        : Placed(std::move(parts)), least_(least), gap_(gap), line_gap_(line_gap) {}

  protected:
    Size arrange(float available) override {
        places_.clear();
        const auto fit = static_cast<size_t>(std::max(1.0f, (available + gap_) / (least_ + gap_)));
        const size_t across = std::min(fit, std::max(size_t{1}, parts_.size()));
        const auto count = static_cast<float>(across);
        const float width = std::floor((available - gap_ * (count - 1)) / count);
        float y = 0, line = 0, bottom = 0;
        for (size_t i = 0; i < parts_.size(); ++i) {
            if (i % across == 0) {
                if (line > 0) y += line + line_gap_;
                line = 0;
            }
            const float height = parts_[i]->measure(width).height;
            places_.push_back({(width + gap_) * static_cast<float>(i % across), y, width, height});
            line = std::max(line, height);
            if (height > 0) bottom = std::max(bottom, y + height);
        }
        return {available, bottom, 0};
    }

  private:
    float least_, gap_, line_gap_;
};

class ByWidth final : public Part {
  public:
    explicit ByWidth(UniqueFunction<Block(float)> build) : build_(std::move(build)) {}

    void draw(Ui& ui, Rect rect) override {
        measure(rect.width);
        part_->draw(ui, rect);
    }

  protected:
    Size arrange(float available) override {
        part_ = build_(available);
        return part_->measure(available);
    }

  private:
    UniqueFunction<Block(float)> build_;
    Block part_;
};

class Padded final : public Part {
  public:
    Padded(float left, float top, float right, float bottom, Block part)
        : left_(left), top_(top), right_(right), bottom_(bottom), part_(std::move(part)) {}

    void draw(Ui& ui, Rect rect) override {
        part_->draw(
            ui, {rect.x + left_, rect.y + top_, rect.width - left_ - right_, rect.height - top_ - bottom_});
    }

  protected:
    Size arrange(float available) override {
        const Size size = part_->measure(std::max(0.0f, available - left_ - right_));
        return {size.width + left_ + right_, size.height + top_ + bottom_,
                size.baseline > 0 ? size.baseline + top_ : 0};
    }

  private:
    float left_, top_, right_, bottom_;
    Block part_;
};

class Limited final : public Part {
  public:
    Limited(float width, Align align, Block part) : width_(width), align_(align), part_(std::move(part)) {}

    void draw(Ui& ui, Rect rect) override {
        const float width = std::min(width_, rect.width);
        const float spare = rect.width - width;
        const float x = align_ == Align::left ? 0 : align_ == Align::centre ? std::floor(spare / 2) : spare;
        part_->draw(ui, {rect.x + x, rect.y, width, rect.height});
    }

  protected:
    Size arrange(float available) override { return part_->measure(std::min(width_, available)); }

  private:
    float width_;
    Align align_;
    Block part_;
};

/// The first part, as high as the highest of all and at least `least`.
class Tallest final : public Part {
  public:
    Tallest(float least, Blocks parts) : least_(least), parts_(std::move(parts)) {}

    void draw(Ui& ui, Rect rect) override {
        const Size size = parts_.front()->measure(rect.width);
        parts_.front()->draw(ui, {rect.x, rect.y, rect.width, size.height});
    }

  protected:
    Size arrange(float available) override {
        Size out = parts_.front()->measure(available);
        out.height = std::max(out.height, least_);
        for (const Block& part : parts_) {
            const Size one = part->measure(available);
            out = {std::max(out.width, one.width), std::max(out.height, one.height), out.baseline};
        }
        return out;
    }

  private:
    float least_;
    Blocks parts_;
};

class Behind final : public Part {
  public:
    Behind(Block back, Block front) : back_(std::move(back)), front_(std::move(front)) {}

    void draw(Ui& ui, Rect rect) override {
        back_->measure(rect.width);
        back_->draw(ui, rect);
        front_->draw(ui, rect);
    }

  protected:
    Size arrange(float available) override { return front_->measure(available); }

  private:
    Block back_, front_;
};

class Drawing final : public Part {
  public:
    Drawing(UniqueFunction<Size(float)> measure, UniqueFunction<void(Ui&, Rect)> draw)
        : measure_(std::move(measure)), draw_(std::move(draw)) {}

    void draw(Ui& ui, Rect rect) override {
        if (draw_) draw_(ui, rect);
    }

  protected:
    Size arrange(float available) override { return measure_(available); }

  private:
    UniqueFunction<Size(float)> measure_;
    UniqueFunction<void(Ui&, Rect)> draw_;
};

}  // namespace

Blocks listed(std::span<Block> parts) {
    Blocks out;
    out.reserve(parts.size());
    for (Block& one : parts) out.push_back(std::move(one));
    return out;
}

void Items::take(std::span<Item> all) {
    reserve(all.size());
    for (Item& one : all) push_back(std::move(one));
}

Block column(float gap, Blocks parts) {
    return std::make_unique<Column>(gap, std::move(parts));
}

Block row(const RowLook& look, Items items) {
    return std::make_unique<Row>(look, std::move(items));
}

Block beside(float least, float gap, Items items) {
    return std::make_unique<Beside>(least, gap, std::move(items));
}

Block wrap(float gap, float line_gap, Blocks parts) {
    return std::make_unique<Wrap>(gap, line_gap, std::move(parts));
}

Block tiles(float least, float gap, float line_gap, Blocks parts) {
    return std::make_unique<Tiles>(least, gap, line_gap, std::move(parts));
}

Block by_width(UniqueFunction<Block(float)> build) {
    return std::make_unique<ByWidth>(std::move(build));
}

Block at_least(float least, UniqueFunction<Block()> wide, UniqueFunction<Block()> narrow) {
    return by_width([least, wide = std::move(wide), narrow = std::move(narrow)](float available) {
        return available >= least ? wide() : narrow();
    });
}

Block padded(float margin, Block part) {
    return padded(margin, margin, margin, margin, std::move(part));
}

Block padded(float left, float top, float right, float bottom, Block part) {
    return std::make_unique<Padded>(left, top, right, bottom, std::move(part));
}

Block limited(float width, Align align, Block part) {
    return std::make_unique<Limited>(width, align, std::move(part));
}

Block reserved(float height, Block part) {
    return std::make_unique<Tallest>(height, blocks(std::move(part)));
}

Block tallest(Blocks alternatives) {
    return std::make_unique<Tallest>(0, std::move(alternatives));
}

Block space(float height) {
    return drawing(height, nullptr);
}

Block rule() {
    return drawing(1, [](Ui& ui, Rect rect) {
        ui.painter().line({rect.x, rect.y + 0.5f}, {rect.right(), rect.y + 0.5f}, ui.theme().line, 1);
    });
}

Block behind(Block back, Block front) {
    return std::make_unique<Behind>(std::move(back), std::move(front));
}

Block drawing(float height, UniqueFunction<void(Ui&, Rect)> draw) {
    return drawing([height](float available) { return Size{available, height, 0}; }, std::move(draw));
}

Block drawing(Size size, UniqueFunction<void(Ui&, Rect)> draw) {
    return drawing([size](float) { return size; }, std::move(draw));
}

Block drawing(UniqueFunction<Size(float)> measure, UniqueFunction<void(Ui&, Rect)> draw) {
    return std::make_unique<Drawing>(std::move(measure), std::move(draw));
}

}  // namespace explainer::figures
