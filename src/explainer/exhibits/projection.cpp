// Projection: the numbers and what is said of them. See projection.h; the sheet is in projection_sheet.cpp.
#include "explainer/exhibits/projection.h"

#include <algorithm>
#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibits/walk.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {
namespace {

constexpr std::array pace_choices = {Choice{"term", "a term"}, Choice{"cell", "a cell"},
                                     Choice{"word", "a word"}};

/// Terms of all sums: words × three results of so many columns × rows of the weights. Where Q, K and V are
/// given there are none: then it is the key that is looked at.
constexpr double last_terms[] = {3 * 9 * 4, 3, 2, 4 * 12 * 8, 3 * 9 * 3};

const auto parameters = joined(
    example_parameters,
    std::array{Parameter{.name = "term",
                         .label = "term",
                         .help = "How far the walk through all sums is: word by word, its query, key and "
                                 "value, number by number, term by term.",
                         .kind = Kind::integer,
                         .minimum = 1,
                         .maximum = 4 * 12 * 8,
                         .step = 1,
                         .initial = 98,
                         .maximum_follows = {.parameter = "data", .by_choice = last_terms}},
               walk_pace(pace_choices),
               walk_cover("Results that the walk has not reached are empty, to guess before one looks."),
               walk_play("term")});

constexpr std::array presets = {
    Preset{"“AI” hands over −1", ""},
    Preset{"terms that cancel", "term=64"},
    Preset{"what if W_K were W_Q?", "wk=1,1,0/0,1,0/1,0,0/1,0,1;term=16"},
};

}  // namespace

void Projection::compute(const State& state) {
    one_ = worked_example(state);
    cover_ = one_.from_words && state.toggle(cover);
    const int steps = std::max(1, one_.width);
    const int index = state.integer(term_number) - 1;
    if (one_.from_words) {
        const int cell = index / steps, cells = 2 * one_.d + one_.dv;
        terms_ = index % steps + 1;
        word_ = std::min(cell / cells, one_.n - 1);
        const int within = cell % cells;
        role_ = within < one_.d ? 0 : within < 2 * one_.d ? 1 : 2;
        column_ = within - role_ * one_.d;
    } else {
        terms_ = column_ = 0;
        role_ = 2;
        word_ = std::min(index, one_.m - 1);
    }
    for (int r = 0; r < 3; ++r) results_[at(r)] = values_of(r);
    compute_sum();
    decimals_x_ = decimals_of(one_.x, 2);
    for (int r = 0; r < 3; ++r) {
        decimals_w_[at(r)] = decimals_of(weights(r), 2);
        decimals_[at(r)] = decimals_of(results_[at(r)], 2);
        length_[at(r)] = length_of(r);
    }
    if (one_.from_words) results_[at(role_)][at(word_ * columns(role_) + column_)] = sums_[at(terms_)];
    ++version_;
}

void Projection::compute_sum() {
    products_.clear();
    sums_ = {0};
    for (int t = 0; t < one_.width; ++t) {
        const float factor = x(word_, t), weight = w(role_, t, column_);
        float product = 0;
        attention::project({&factor, 1, 1}, {&weight, 1, 1}, {&product, 1, 1});
        products_.push_back(product);
    }
    for (int t = 1; t <= one_.width; ++t) {
        std::vector<float> weight;
        for (int i = 0; i < t; ++i) weight.push_back(w(role_, i, column_));
        float sum = 0;
        attention::project({&one_.x[at(word_ * one_.width)], 1, t}, {weight.data(), t, 1}, {&sum, 1, 1});
        sums_.push_back(sum);
    }
}

bool Projection::told(int role, int word, int column) const {
    if (word == word_ && role == role_ && column == column_) return complete();
    if (!cover_) return true;
    return word != word_ ? word < word_ : role != role_ ? role < role_ : column < column_;
}

float Projection::length_of(int role) const {
    const float* vector = &values_of(role)[at(row_of(role) * columns(role))];
    float square = 0;
    attention::scores({vector, 1, columns(role)}, {vector, 1, columns(role)}, {&square, 1, 1});
    return std::sqrt(square);
}

bool Projection::active(const State& state, int parameter) const {
    const bool walks = example_active(state, example::x);
    return parameter == pace || parameter == cover ? walks : example_active(state, parameter);
}

std::string Projection::shown(const State& state, int parameter) const {
    if (parameter != term_number) return state.shown(parameter);
    if (!one_.from_words) return key_name();
    return Phrase() << quoted(word_) << ", " << result_name() << ", term " << terms_ << " of " << one_.width
                    << ": " << product_text(terms_ - 1) << ", so far "
                    << Fixed{wide(sums_[at(terms_)]), sum_decimals()};
}

std::string Projection::numpy(const State& state) const {
    std::string out = example_numpy(state) + "\n";
    if (one_.from_words) {
        out +=
            Phrase()
            << "# The word, the column of its result, and how many terms are summed.\nword, column, terms = "
            << word_ << ", " << column_ << ", " << terms_ << "\nproducts = X[word] * W_"
            << roles[role_].capital << "[:, column]\n";
    } else {
        out += Phrase() << "word = " << word_ << "  # the key\n";
    }
    return out + (one_.from_words ? "query = word\n" : "query = 0\n");
}

// ---------------------------------------------------------------- In words

Description Projection::describe() const {
    Description out;
    const std::string origin = Phrase() << " (" << one_.origin << ")";
    if (one_.from_words) {
        Phrase said;
        said << quoted(word_) << " " << roles[role_].says << ": its row of X times column " << column_ + 1
             << " of W_" << roles[role_].capital << " is " << result_name();
        // (What is covered is not told.)
        if (complete() || !cover_) said << " = " << Fixed{wide(result()), sum_decimals()};
        said << "; after " << terms_ << " of " << one_.width << " terms the sum is "
             << Fixed{wide(sums_[at(terms_)]), sum_decimals()} << ".";
        out.summary = said;
        Table sum = Table{Phrase() << "Sum of " << result_name() << " of " << quoted(word_),
                          {"term", "x", "w", "x × w", "so far"},
                          {}};
        std::vector<std::string> numbers;
        for (int t = 0; t < one_.width; ++t) {
            numbers.push_back(std::to_string(t + 1));
            add_row(sum) << numbers.back() << x(word_, t) << w(role_, t, column_) << products_[at(t)]
                         << sums_[at(t + 1)];
        }
        out.tables.push_back(std::move(sum));
        out.tables.push_back(matrix_table("X" + origin, "word", one_.queries, one_.x, one_.width));
        for (int r = 0; r < 3; ++r)
            out.tables.push_back(matrix_table(Phrase() << "W_" << roles[r].capital << origin, "row", numbers,
                                              weights(r), columns(r)));
        out.add_value("result", result(), "products.sum()");
        out.add_value("sum so far", sums_[at(terms_)], "products[:terms].sum()");
        out.add_value("last product", products_[at(terms_ - 1)], "products[terms - 1]");
    } else {
        out.summary =
            Phrase()
            << "Q, K and V are given: there are no words and no weights to multiply. The key looked at is "
            << key_name() << ".";
    }
    for (int r = 0; r < 3; ++r)
        out.tables.push_back(matrix_table(std::string(roles[r].capital) + (one_.from_words ? "" : origin),
                                          one_.from_words ? "word" : "row", r == 0 ? one_.queries : one_.keys,
                                          values_of(r), columns(r)));
    static constexpr const char* lengths[] = {"np.linalg.norm(Q[query])", "np.linalg.norm(K[word])",
                                              "np.linalg.norm(V[word])"};
    for (int r = 0; r < 3; ++r)
        out.add_value(std::string("length of ") + roles[r].letter, length_[at(r)], lengths[r]);
    return out;
}

extern const ExhibitType projection;
const ExhibitType projection = {
    "projection",
    "Projection: one word, three vectors",
    "Press a word and follow its vector through three weight matrices, term by term, into a query, a key and "
    "a value.",
    parameters,
    presets,
    [] { return std::unique_ptr<Exhibit>(std::make_unique<Projection>()); },
};

}  // namespace explainer
