// States that nobody listed: any value of any parameter that an exhibit has, from a seed that a failing test
// prints.
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "explainer/exhibit.h"

namespace explainer {

/// A seed for this run: another one each time, or the one in the variable SEED of the environment.
inline unsigned fresh_seed() {
    const char* given = std::getenv("SEED");
    return given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                            : std::random_device{}();
}

/// About a third of the parameters keep their defaults; the others are anywhere in their range, its ends
/// included.
inline std::string random_state(const ExhibitType& type, std::mt19937& random) {
    State state(type.id, type.parameters);
    const auto uniform = [&random] { return std::uniform_real_distribution<double>(0, 1)(random); };
    for (int i = 0; i < state.count(); ++i) {
        const Parameter& p = state.parameter(i);
        if (uniform() < 0.33) continue;
        const double end = uniform(), along = end < 0.1 ? 0 : end > 0.9 ? 1 : uniform();
        const double least = state.minimum(i), most = state.maximum(i);
        switch (p.kind) {
            case Kind::number:
            case Kind::integer:
                state.set(i, p.logarithmic ? least * std::pow(most / least, along)
                                           : least + (most - least) * along);
                break;
            case Kind::toggle:
                state.set(i, uniform() < 0.5 ? 0 : 1);
                break;
            case Kind::choice:
                state.set(i, std::floor(uniform() * static_cast<double>(p.choices.size())));
                break;
            case Kind::text: {
                static constexpr const char* pool[] = {"I",   "love", "AI",   "the", "Donaudampfschiff",
                                                       "été", "猫",   "🙂", "a",   "?"};
                std::string text;
                for (int n = static_cast<int>(uniform() * 12); n >= 0; --n)
                    text +=
                        std::string(text.empty() ? "" : " ") + pool[static_cast<size_t>(uniform() * 9.99)];
                state.set_text(i, text);
                break;
            }
            case Kind::matrix:
                for (int n = static_cast<int>(uniform() * 5); n > 0; --n) {
                    const MatrixValue& m = state.matrix(i);
                    state.set_cell(i, static_cast<int>(uniform() * m.rows),
                                   static_cast<int>(uniform() * m.cols), least + (most - least) * uniform());
                }
                break;
            case Kind::action:
                break;
        }
    }
    return state.save();
}

}  // namespace explainer
