// A catalogue of words from a file of web/words, as browsers read it.
#pragma once

#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "explainer/translation.h"

namespace explainer {

/// The texts of a file as Translation takes them.
inline std::string texts_of(const nlohmann::json& file) {
    std::map<std::string, std::string> sorted;
    for (const auto& [english, said] : file["words"].items()) sorted[english] = said;
    std::string out;
    for (const auto& [english, said] : sorted) out += english + '\0' + said + '\0';
    return out;
}

inline nlohmann::json words_file(const std::string& language) {
    std::ifstream in(std::string(TESTS_FOLDER) + "/../web/words/" + language + ".json");
    return nlohmann::json::parse(in);
}

/// What it is asked for and does not have is added to `missing`.
inline language::Translation translation_of(const nlohmann::json& file,
                                            std::vector<std::string>* missing = nullptr) {
    return language::Translation(file["decimal"].get<std::string>().front(), texts_of(file), missing);
}

/// In which language figures are tested: FIGURES_LANGUAGE=de is that of web/words/de.json. Null: English.
inline const language::Catalogue* language_of_run() {
    static const char* name = std::getenv("FIGURES_LANGUAGE");
    if (name == nullptr) return nullptr;
    static const language::Translation catalogue = translation_of(words_file(name));
    return &catalogue;
}

/// In which languages layouts are tested: English and German, or the one of FIGURES_LANGUAGE.
struct Languages : std::vector<const language::Catalogue*> {
    using vector::vector;
    Languages(const Languages&) = delete;
    Languages& operator=(const Languages&) = delete;
    ~Languages() { language::use(nullptr); }  // what comes after a view says English again
};
inline Languages languages_of_run() {
    if (language_of_run() != nullptr) return {language_of_run()};
    static const language::Translation german = translation_of(words_file("de"));
    return {nullptr, &german};
}

/// For a failing test.
inline std::string said_in(const language::Catalogue* language) {
    return language == nullptr ? "English" : "another language";
}

}  // namespace explainer
