// A catalogue of whole texts. Numbers and words that a text is about are no part of what is looked up: "3 of
// 7 words" is asked for as "{} of {} words". What it does not have stays as it is, sentence by sentence.
#pragma once

#include <map>
#include <optional>

#include "explainer/language.h"

namespace explainer::language {

class Translation final : public Catalogue {
  public:
    /// `decimal`: the sign between a number's whole part and the rest. `texts`: a text as it is written in
    /// English and what is said instead, one after the other, each ended by "\0"; sorted by the English ones,
    /// byte by byte. In both "{}" stands for a number or a word; the translation may have them in another
    /// order, as "{2}" and "{1}".
    /// `missing`: where each text that is not there is added, for tests and for whoever translates.
    Translation(char decimal, std::string texts, std::vector<std::string>* missing = nullptr);

    std::string said(std::string_view english) const override;
    std::vector<std::pair<size_t, std::string>> said(
        const std::vector<std::string_view>& pieces) const override;
    void leave(std::string_view words) const override;
    void say(Description& description) const override;
    std::string unmarked(std::string text) const override;
    float longer() const override { return longer_; }

  private:
    /// A text as it is asked for, and what stands where it has "{}".
    struct Asked {
        std::string text;
        std::vector<std::string> values;
    };
    Asked asked(std::string_view text) const;
    std::string looked_up(std::string_view english) const;
    /// A text that is there as a whole, as it is said.
    std::optional<std::string> found(std::string_view text) const;
    /// With the signs of the language.
    std::string number(std::string_view english) const;
    bool is_left(std::string_view text) const;
    /// Nothing where it is not there.
    std::string_view find(std::string_view english) const;

    char decimal_;
    float longer_ = 1;
    std::string texts_;
    std::vector<std::string>* missing_;
    mutable std::string left_;  // words that are left as they are, a blank before and behind each
    mutable std::map<std::string, std::string, std::less<>> known_;  // said before: a frame asks for the same
    std::vector<std::pair<std::string_view, std::string_view>> sorted_;
};

/// Keeps a new one as long as the program runs (language::keep()). Returns its number.
size_t add_translation(const std::string& decimal, const std::string& texts);

}  // namespace explainer::language
