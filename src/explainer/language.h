// What is said in another language. Exhibits write English; where a text is measured or drawn, and in
// descriptions, it is said by the catalogue of the view's language. No text of any language in here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace explainer {
struct Description;
}

namespace explainer::language {

/// How the texts of exhibits are said in one language. The one that there is, Translation, is code that only
/// pages in another language fetch (cmake/figure_modules.mjs): it must be reached through these virtual
/// functions alone, and add_translation() as a pointer.
class Catalogue {
  public:
    Catalogue() = default;
    virtual ~Catalogue() = default;
    Catalogue(const Catalogue&) = delete;
    Catalogue& operator=(const Catalogue&) = delete;

    /// A text as it is said; what it does not know stays as it is.
    virtual std::string said(std::string_view english) const = 0;
    /// A text of pieces that each have a look of their own, said as one: whose piece (they may come in
    /// another order), and what it says. Nothing if it does not know that text as a whole.
    virtual std::vector<std::pair<size_t, std::string>> said(
        const std::vector<std::string_view>& pieces) const = 0;
    /// Words, with blanks between them, that are said as they are, until the next call.
    virtual void leave(std::string_view words) const = 0;
    /// A description as it is said, but for the names of values, by which pages ask for them.
    virtual void say(Description& description) const = 0;
    /// What is not said but kept as it was written in English: without marks (add_marked(), kept()).
    virtual std::string unmarked(std::string text) const = 0;
    /// How many times as long as the English ones its texts are, all in all; 1 at least.
    virtual float longer() const = 0;
};

namespace details {
inline const Catalogue* in_use = nullptr;
}

/// What is said from now on; null: English, as it is written. It must outlive its use.
inline void use(const Catalogue* catalogue) {
    details::in_use = catalogue;
}
inline const Catalogue* in_use() {
    return details::in_use;
}

/// Languages that stay as long as the program, by numbers from 1, for hosts. No such number: null, which is
/// English.
size_t keep(std::unique_ptr<Catalogue> catalogue);
const Catalogue* numbered(size_t number);

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

/// A text as it is said. What has been translated is left as it is.
std::string translated(std::string_view text);

/// Around a word that a text is about.
constexpr char open = '\1', close = '\2';

/// Puts a word that a text is about between marks, by which a catalogue knows it; not in English. Phrase does
/// so with every string that is put into it.
void add_marked(std::string& text, std::string_view word);

/// Around what is the same in each language: the name of a head, 2.1, is no number.
constexpr char kept_open = '\3', kept_close = '\4';

/// Puts a text between these marks; not in English.
std::string kept(std::string text);

}  // namespace explainer::language
