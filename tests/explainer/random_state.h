// States that nobody listed: any value of any parameter that an exhibit has, from a seed that a failing test
// prints.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "../seed.h"
#include "explainer/exhibit.h"

namespace explainer {

/// `learn` is trained up to the step that a state asks for: here it stays near the beginning, as
/// every test would train for minutes.
inline void shorten_training(const ExhibitType& type, State& state) {
    if (type.id != "learn") return;
    const int step = state.find("step");
    state.set(step, std::min(state.number(step), 30.0));
}

/// About a third of the parameters keep their defaults; the others are anywhere in their range, its ends
/// included.
inline std::string random_state(const ExhibitType& type, std::mt19937& random) {
    State state(type.id, type.parameters);
    const auto uniform = [&random] { return std::uniform_real_distribution<double>(0, 1)(random); };
    for (int i = 0; i < state.count(); ++i) {
        const Parameter& p = state.parameter(i);
        // (Pieces change the height of a sheet, and have tests of their own.)
        if (uniform() < 0.33 || p.piece) continue;
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
    shorten_training(type, state);
    return state.save();
}

/// States in which sentences go wrong: a preset or a random state to begin with, then, for about every other
/// matrix, all cells equal, rows equal, zeros, negatives, the ends of the range, or a cell that was typed
/// over.
inline std::string odd_state(const ExhibitType& type, std::mt19937& random) {
    const auto below = [&random](size_t n) {
        return std::uniform_int_distribution<size_t>(0, n - 1)(random);
    };
    State state(type.id, type.parameters);
    // Half of them are as a reader makes them: near a preset, with numbers as small as an essay's. Where all
    // are large, one weight is 1 and nothing can be compared.
    const bool mild = below(2) == 0;
    const bool from_preset = !type.presets.empty() && (mild || below(3) == 0);
    state.restore(from_preset ? std::string(type.presets[below(type.presets.size())].state)
                              : random_state(type, random));
    for (int i = 0; mild && i < state.count(); ++i) {
        const Kind kind = state.parameter(i).kind;
        if (below(4) != 0 || state.parameter(i).piece || kind == Kind::matrix || kind == Kind::text ||
            kind == Kind::action)
            continue;
        state.set(i, std::uniform_real_distribution<double>(state.minimum(i), state.maximum(i))(random));
    }
    for (int i = 0; i < state.count(); ++i) {
        if (state.parameter(i).kind != Kind::matrix || below(2) == 0) continue;
        const double least = state.minimum(i), most = state.maximum(i);
        const auto within = [&](double value) { return std::clamp(value, least, most); };
        const auto any = [&] {
            if (mild) return within(std::round(std::normal_distribution<double>(0, 15)(random)) / 10);
            return std::uniform_real_distribution<double>(least, most)(random);
        };
        const int rows = state.matrix(i).rows, cols = state.matrix(i).cols;
        const size_t how = below(6);
        const double one = any();
        std::vector<double> row;
        for (int c = 0; c < cols; ++c) row.push_back(any());
        for (int r = 0; r < rows; ++r) {
            for (int c = 0; c < cols; ++c) {
                const double cell = how == 0   ? one                          // all equal
                                    : how == 1 ? row[static_cast<size_t>(c)]  // rows equal
                                    : how == 2 ? within(0)                    // zeros
                                    : how == 3 ? within(-std::abs(any()))     // negatives
                                    : how == 4 ? (mild            ? any()
                                                  : below(2) == 0 ? least
                                                                  : most)  // extremes
                                               : state.matrix(i).at(r, c);
                state.set_cell(i, r, c, cell);
            }
        }
        if (how == 5 && rows * cols > 0)
            state.set_cell(i, static_cast<int>(below(static_cast<size_t>(rows))),
                           static_cast<int>(below(static_cast<size_t>(cols))), any());
    }
    shorten_training(type, state);
    return state.save();
}

/// How many states a test goes through: the variable STATES of the environment, or `usual`.
inline int states_wanted(int usual) {
    const char* given = std::getenv("STATES");
    return given != nullptr ? std::atoi(given) : usual;
}

}  // namespace explainer
