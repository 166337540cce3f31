#include "explainer/brought/reading_exhibit.h"

#include <utility>

#include "explainer/figures/sentence.h"
#include "explainer/phrase.h"

namespace explainer::brought {

using namespace figures;

bool ReadingExhibit::says(const Wish& wish) const {
    const bool same_head = of_->without.is_there() && wish.layer == of_->layer && wish.head == of_->head;
    return wish.text == of_->text && (wish.head < 0 || same_head);
}

void ReadingExhibit::wish_for(Wish wish) {
    if (wish == wish_) return;
    wish_ = std::move(wish);
    written_.clear();
    trouble_.clear();
}

void ReadingExhibit::write(const std::string& more) const {
    if (more.find("\ufffd") != std::string::npos)
        trouble_ = "This token is a part of a letter, which cannot be written alone.";
    else
        written_ = of_->text + more;
}

std::optional<Request> ReadingExhibit::take_request() {
    if (!of_->runs) return std::nullopt;
    Wish now = wish_;
    if (!written_.empty()) now.text = written_;
    if (now == asked_) return std::nullopt;
    const bool before = says(asked_);
    asked_ = now;
    Request out;
    if (says(now)) {
        if (before) return std::nullopt;
        out.kind = stop_request;
        return out;
    }
    out.kind = "read";
    out.arguments = {{"text", now.text},
                     {"layer", static_cast<double>(now.layer)},
                     {"head", static_cast<double>(now.head)}};
    return out;
}

void ReadingExhibit::receive(const Reply& reply) {
    if (reply.error.empty()) return;
    trouble_ = reply.error;
    written_.clear();
    asked_ = wish_;  // it is not asked again for what failed
}

std::string ReadingExhibit::verbatim() const {
    std::string out;
    for (const std::string& token : of_->tokens) out += token + " ";
    for (const Following* one : {&of_->all, &of_->without})
        for (const std::string& name : one->names) out += name + " ";
    return out;
}

std::optional<Run> ReadingExhibit::status(const Theme& theme) const {
    if (!trouble_.empty()) return Run{trouble_, theme.wrong};
    if (says(asked_) || !of_->runs) return std::nullopt;
    return Run{"The model reads …", theme.muted};
}

std::string ReadingExhibit::likeliest_gets() const {
    const std::string likeliest = shortened(body, of_->all.quoted(0), 160);
    if (of_->tokens.empty()) return Phrase() << likeliest << " gets ";
    return Phrase() << "After “" << shortened(body, of_->tokens.back(), 120) << "”, " << likeliest
                    << " gets ";
}

Block ReadingExhibit::text_block(Ui& ui, int parameter, int selected, int lines,
                                 UniqueFunction<void(int token)> pressed) const {
    SentenceLook look{.id = "text", .words = of_->tokens, .color = ui.theme().key};
    look.selected = selected;
    look.lines = lines;
    if (of_->runs) look.text_parameter = parameter;
    look.pressed = std::move(pressed);
    return sentence(std::move(look));
}

void open_with_text(Brought& out, int parameter, const TextReading& of) {
    out.parameters[static_cast<size_t>(parameter)].initial_text = of.first_text;
}

}  // namespace explainer::brought
