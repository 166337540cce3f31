// See scores_model.h.
#include "explainer/brought/scores_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/brought/parts.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr size_t listed_scores = 32;

/// Larger first; what is no number is behind all others.
bool before(double a, double b) {
    return std::isnan(a) || std::isnan(b) ? !std::isnan(a) : a > b;
}

}  // namespace

void ScoresModel::set(const ScoresInputs& inputs) {
    inputs_ = inputs;
    q_ = of_->of(*of_->q, inputs.layer, inputs.head);
    k_ = of_->of(*of_->k, inputs.layer, inputs.head);
    const int cols = of_->cols;
    seen_ = of_->seen(inputs.query, inputs.causal);
    for (std::vector<float>* one : {&scores_, &divided_}) one->resize(static_cast<size_t>(cols));
    const attention::MatrixView raw{scores_.data(), 1, cols}, divided{divided_.data(), 1, cols};
    attention::scores(q_.rows_from(inputs.query, 1), k_, raw);
    attention::scale(raw, attention::scale_factor({}, d()), divided);
    weights_.assign(static_cast<size_t>(cols), std::numeric_limits<float>::quiet_NaN());
    attention::softmax({divided_.data(), 1, seen_}, 1, {weights_.data(), 1, seen_});
    not_numbers_ = static_cast<int>(std::count_if(scores_.begin(), scores_.begin() + seen_,
                                                  [](float score) { return !std::isfinite(score); }));
    ranked_.resize(static_cast<size_t>(seen_));
    std::iota(ranked_.begin(), ranked_.end(), 0);
    sort_list(ranked_, [this](int a, int b) {
        return before(static_cast<double>(score(a)), static_cast<double>(score(b)));
    });
    terms_.resize(static_cast<size_t>(d()));
    std::iota(terms_.begin(), terms_.end(), 0);
    sort_list(terms_, [this](int a, int b) { return before(std::fabs(product(a)), std::fabs(product(b))); });
}

float ScoresModel::q(int component) const {
    return q_(inputs_.query, component);
}

float ScoresModel::k(int component) const {
    return k_(inputs_.key, component);
}

int ScoresModel::place(int key) const {
    return masked(key)
               ? 0
               : 1 + static_cast<int>(std::find(ranked_.begin(), ranked_.end(), key) - ranked_.begin());
}

double ScoresModel::rest(size_t but) const {
    double sum = 0;
    for (size_t i = but; i < terms_.size(); ++i) sum += product(terms_[i]);
    return sum;
}

std::string ScoresModel::root() const {
    return Phrase() << "√" << d();
}

Description ScoresModel::describe() const {
    const int query = inputs_.query, key = inputs_.key;
    Description out;
    Phrase said;
    said << "Scores of your own: " << plural(of_->cols, "key") << ", " << plural(d(), "component") << ". "
         << asking(*of_, query) << " asks " << told_apart(*of_, key)
         << ": q · k = " << size_shown(static_cast<double>(score(key))) << ", ÷ " << root() << " = "
         << size_shown(static_cast<double>(divided(key)));
    if (masked(key))
        said << ", masked: no weight.";
    else
        said << ", weight " << weight_shown(weight(key)) << ".";
    out.summary = said;

    Table sum{Phrase() << "q · k of " << asking(*of_, query) << " and " << looked_at(*of_, key),
              {"component", "q", "k", "q × k"},
              {}};
    const size_t terms = std::min(terms_.size(), listed_scores);
    for (size_t i = 0; i < terms; ++i) {
        const int t = terms_[i];
        add_row(sum) << t << q(t) << k(t) << product(t);
    }
    if (terms < terms_.size())
        add_row(sum) << std::string(Phrase() << "the other " << terms_.size() - terms) << ""
                     << "" << rest(terms);
    add_row(sum) << "sum"
                 << ""
                 << "" << score(key);
    Table row{Phrase() << "Row of " << asking(*of_, query), {"key", "token", "q · k", "", "weight"}, {}};
    row.columns[3] = "÷ " + root();
    const size_t keys = std::min(ranked_.size(), listed_scores);
    for (size_t i = 0; i < keys; ++i) {
        const int at = ranked_[i];
        add_row(row) << at << of_->keys[static_cast<size_t>(at)] << score(at) << divided(at) << weight(at);
    }
    double others = 0;
    for (size_t i = keys; i < ranked_.size(); ++i) others += static_cast<double>(weight(ranked_[i]));
    if (keys < ranked_.size())
        add_row(row) << std::string(Phrase() << "the other " << ranked_.size() - keys) << ""
                     << ""
                     << "" << others;
    if (seen_ < of_->cols)
        add_row(row) << std::string(Phrase() << of_->cols - seen_ << " masked") << ""
                     << ""
                     << "" << 0;
    out.tables = {std::move(sum), std::move(row)};

    out.add_value("score", score(key));
    out.add_value("score divided by √d", divided(key));
    out.add_value("weight", masked(key) ? 0 : weight(key));
    if (!masked(key)) out.add_value("place in the row", place(key));
    out.add_value("largest weight", weight(ranked_.front()));
    out.add_value("largest product", product(terms_.front()));
    out.add_value("not numbers", not_numbers_);
    return out;
}

}  // namespace explainer::brought
