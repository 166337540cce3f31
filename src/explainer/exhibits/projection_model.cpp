// See projection_model.h.
#include "explainer/exhibits/projection_model.h"

#include <cmath>

#include "attention/stages.h"
#include "explainer/exhibits/floats.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

ProjectionModel::ProjectionModel(const State& state) : one(worked_example(state)) {
    cover = one.from_words && state.toggle(projection_parameters::cover);
    const int index = state.integer(projection_parameters::term_number) - 1;
    if (one.from_words) {
        const int cell = index / one.width, cells = 2 * one.d + one.dv;
        terms = index % one.width + 1;
        word = std::min(cell / cells, one.n - 1);
        const int within = cell % cells;
        role = within < one.d ? 0 : within < 2 * one.d ? 1 : 2;
        column = within - role * one.d;
    } else {
        role = 2;
        word = std::min(index, one.m - 1);
    }
    sums = {0};
    std::vector<float> so_far;  // of the column
    for (int t = 0; t < one.width; ++t) {
        const float factor = x(word, t), weight = w(role, t, column);
        so_far.push_back(weight);
        float product = 0, sum = 0;
        attention::project({&factor, 1, 1}, {&weight, 1, 1}, {&product, 1, 1});
        attention::project({&one.x[at(word * one.width)], 1, t + 1}, {so_far.data(), t + 1, 1}, {&sum, 1, 1});
        products.push_back(product);
        sums.push_back(sum);
    }
    decimals_x = decimals_of(one.x, 2);
    for (int r = 0; r < 3; ++r) {
        decimals_w[at(r)] = decimals_of(weights(r), 2);
        decimals[at(r)] = decimals_of(values(r), 2);
        length[at(r)] = row_lengths({&values(r)[at(row_of(r) * columns(r))], 1, columns(r)})[0];
    }
}

std::string ProjectionModel::quoted(int i) const {
    return Phrase() << "“" << one.queries[at(i)] << "”";
}

std::string ProjectionModel::shown() const {
    if (!one.from_words) return one.keys[at(word)];
    const int t = terms - 1;
    return Phrase() << quoted(word) << ", " << result_name() << ", term " << terms << " of " << one.width
                    << ": " << Fixed{wide(x(word, t)), decimals_x} << " × "
                    << Fixed{wide(w(role, t, column)), decimals_w[at(role)]} << " = "
                    << Fixed{wide(products[at(t)]), sum_decimals()} << ", so far "
                    << Fixed{wide(sums[at(terms)]), sum_decimals()};
}

std::string ProjectionModel::numpy(const State& state) const {
    std::string out = example_numpy(state) + "\n";
    if (one.from_words) {
        out +=
            Phrase()
            << "# The word, the column of its result, and how many terms are summed.\nword, column, terms = "
            << word << ", " << column << ", " << terms << "\nproducts = X[word] * W_" << roles[role].capital
            << "[:, column]\n";
    } else {
        out += Phrase() << "word = " << word << "  # the key\n";
    }
    return out + (one.from_words ? "query = word\n" : "query = 0\n");
}

// ---------------------------------------------------------------- In words

Description ProjectionModel::describe() const {
    Description out;
    const std::string origin = Phrase() << " (" << one.origin << ")";
    if (one.from_words) {
        Phrase said;
        said << quoted(word) << " " << roles[role].says << ": its row of X times column " << column + 1
             << " of W_" << roles[role].capital << " is " << result_name();
        // (What is covered is not told.)
        if (complete() || !cover) said << " = " << Fixed{wide(sums.back()), sum_decimals()};
        said << "; after " << terms << " of " << one.width << " terms the sum is "
             << Fixed{wide(sums[at(terms)]), sum_decimals()} << ".";
        out.summary = said;
        Table sum = Table{Phrase() << "Sum of " << result_name() << " of " << quoted(word),
                          {"term", "x", "w", "x × w", "so far"},
                          {}};
        std::vector<std::string> numbers;
        for (int t = 0; t < one.width; ++t) {
            numbers.push_back(std::to_string(t + 1));
            add_row(sum) << numbers.back() << x(word, t) << w(role, t, column) << products[at(t)]
                         << sums[at(t + 1)];
        }
        sum.piece = projection_parameters::show_sum;
        out.tables.push_back(std::move(sum));
        out.tables.push_back(matrix_table("X" + origin, "word", one.queries, one.x, one.width));
        for (int r = 0; r < 3; ++r)
            out.tables.push_back(matrix_table(Phrase() << "W_" << roles[r].capital << origin, "row", numbers,
                                              weights(r), columns(r)));
        out.add_value("result", sums.back(), "products.sum()");
        out.add_value("sum so far", sums[at(terms)], "products[:terms].sum()");
        out.add_value("last product", products[at(terms - 1)], "products[terms - 1]");
    } else {
        out.summary =
            Phrase()
            << "Q, K and V are given: there are no words and no weights to multiply. The key looked at is "
            << one.keys[at(word)] << ".";
    }
    for (int r = 0; r < 3; ++r)
        out.tables.push_back(matrix_table(std::string(roles[r].capital) + (one.from_words ? "" : origin),
                                          one.from_words ? "word" : "row", r == 0 ? one.queries : one.keys,
                                          values(r), columns(r)));
    static constexpr const char* lengths[] = {"np.linalg.norm(Q[query])", "np.linalg.norm(K[word])",
                                              "np.linalg.norm(V[word])"};
    for (int r = 0; r < 3; ++r)
        out.add_value(std::string("length of ") + roles[r].letter, length[at(r)], lengths[r]);
    return out;
}

}  // namespace explainer
