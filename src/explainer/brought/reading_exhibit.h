// What exhibits of a text that a model read have in common: the text itself, which a reader edits where the
// model can be run again, the request for that, and what is said meanwhile.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explainer/brought/reading.h"
#include "explainer/exhibit.h"
#include "explainer/figures/layout.h"
#include "explainer/figures/text.h"
#include "explainer/parameter_makers.h"

namespace explainer::brought {

inline constexpr Parameter typed_text =
    text_of("text", "text", "What the model reads: up to 256 tokens.", "", 4000);

/// What the model is asked to read: a text, and a head that is off besides (−1: none is).
struct Wish {
    std::string text = {};
    int layer = -1, head = -1;
    bool operator==(const Wish&) const = default;
};

class ReadingExhibit : public Exhibit {
  public:
    explicit ReadingExhibit(std::shared_ptr<const TextReading> of)
        : of_(std::move(of)), asked_{of_->text, of_->layer, of_->head}, wish_(asked_) {}

    /// Kind "read" (text, layer, head), where the model does not say yet what the state asks for. Its answer
    /// is another exhibit in place of this one; a reply comes only of what is wrong.
    std::optional<Request> take_request() override;
    void receive(const Reply& reply) override;
    std::string verbatim() const override;

  protected:
    const TextReading& of() const { return *of_; }
    /// Of the state. Called by compute().
    void wish_for(Wish wish);
    /// The text with that behind it.
    void write(const std::string& more) const;

    /// The tokens, a line or two of them, and the way to type others.
    figures::Block text_block(Ui& ui, int parameter, int selected, int lines,
                              UniqueFunction<void(int token)> pressed) const;
    /// "After “it”, “ was” gets ", as a headline has it.
    std::string likeliest_gets() const;
    /// What is wrong or under way; none: there is nothing to say of that.
    std::optional<figures::Run> status(const Theme& theme) const;

  private:
    bool says(const Wish& wish) const;

    std::shared_ptr<const TextReading> of_;
    Wish asked_, wish_;
    mutable std::string written_;  // a text that a press has made of this one
    mutable std::string trouble_;
};

/// The text that the figure opens with becomes the default.
void open_with_text(Brought& out, int parameter, const TextReading& of);

}  // namespace explainer::brought
