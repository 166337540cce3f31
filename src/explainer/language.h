// What is said in another language. Exhibits write English; a catalogue has whole texts of another language
// for theirs, looked up when a text is measured or drawn. Numbers and words that a text is about are no part
// of what is looked up: "3 of 7 words" is asked for as "{} of {} words". What a catalogue does not have stays
// as it is. No text of any language in here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace explainer::language {

/// Texts of one language.
class Catalogue {
  public:
    /// `decimal`: the sign between a number's whole part and the rest. `texts`: a text as it is written in
    /// English and what is said instead, one after the other, each ended by "\0"; sorted by the English ones,
    /// byte by byte. In both "{}" stands for a number or a word; the translation may have them in another
    /// order, as "{2}" and "{1}".
    Catalogue(char decimal, std::string texts);
    virtual ~Catalogue() = default;
    Catalogue(const Catalogue&) = delete;
    Catalogue& operator=(const Catalogue&) = delete;

    char decimal() const { return decimal_; }
    /// How many times as long as the English ones its texts are, all in all; 1 at least.
    float longer() const { return longer_; }
    /// Nothing where it is not there.
    std::string_view find(std::string_view english) const;
    /// Told of each text that is not there; for tests, and for whoever translates.
    virtual void miss(std::string_view /*english*/) const {}

  private:
    char decimal_;
    float longer_ = 1;
    std::string texts_;
    std::vector<std::pair<std::string_view, std::string_view>> sorted_;
};

/// What is said from now on; null: English, as it is written. It must outlive its use.
void use(const Catalogue* catalogue);
const Catalogue* in_use();

/// While it lives texts are said as they are: the pieces that a translated text was broken into.
class AsItIs {
  public:
    AsItIs() : kept_(in_use()) { use(nullptr); }
    ~AsItIs() { use(kept_); }
    AsItIs(const AsItIs&) = delete;
    AsItIs& operator=(const AsItIs&) = delete;

  private:
    const Catalogue* kept_;
};

/// A text as it is said: whole if the catalogue has it, else sentence by sentence. What has been translated
/// is left as it is.
std::string translated(std::string_view text);
/// The same, if the catalogue has it whole.
std::optional<std::string> found(std::string_view text);

/// Puts a word that a text is about between marks, by which translated() knows it; not in English. Phrase
/// does so with every string that is put into it.
void add_marked(std::string& text, std::string_view word);

/// Without marks.
std::string unmarked(std::string text);

/// A text of pieces that each have a look of their own, to be translated as one: put together with brackets,
/// and taken apart again: whose piece, and what it says.
std::string joined(const std::vector<std::string_view>& pieces);
std::vector<std::pair<size_t, std::string>> parted(std::string_view text);

}  // namespace explainer::language
