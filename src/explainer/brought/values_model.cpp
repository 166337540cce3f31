// See values_model.h.
#include "explainer/brought/values_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/stages.h"
#include "explainer/brought/parts.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr size_t listed_values = 32;

/// The Euclidean length, by the core's dot product.
float length_of(attention::ConstMatrixView row) {
    float square = 0;
    attention::scores(row, row, {&square, 1, 1});
    return std::sqrt(square);
}

}  // namespace

void ValuesModel::set(const ValuesInputs& inputs) {
    const ValuesInputs before = std::exchange(inputs_, inputs);
    const bool first = !std::exchange(made_, true);
    const bool other_head = first || before.layer != inputs.layer || before.head != inputs.head;
    if (other_head || before.causal != inputs.causal)
        weights_.show(*of_, inputs.layer, inputs.head, inputs.causal, false);
    if (other_head) {
        const attention::ConstMatrixView v = of_->of(*of_->v, inputs.layer, inputs.head);
        lengths_.clear();
        for (int key = 0; key < of_->cols; ++key) lengths_.push_back(length_of(v.rows_from(key, 1)));
    }
    if (other_head || before.causal != inputs.causal || before.query != inputs.query ||
        before.by != inputs.by)
        measure();
}

void ValuesModel::measure() {
    weights_.row(inputs_.query, row_);
    const int seen = weights_.seen(inputs_.query);
    listed_.clear();
    sum_of_weights_ = sum_of_arrivals_ = 0;
    for (int key = 0; key < seen; ++key) {
        if (!std::isfinite(weight(key)) || !std::isfinite(length(key))) continue;
        listed_.push_back(key);
        sum_of_weights_ += static_cast<double>(weight(key));
        sum_of_arrivals_ += arrives(key);
    }
    const auto place = [this](std::vector<int>& places, auto value) {
        sort_list(listed_, [&](int a, int b) { return value(a) > value(b); });
        places.assign(row_.size(), 0);
        for (size_t i = 0; i < listed_.size(); ++i) {
            const bool equal = i > 0 && value(listed_[i]) == value(listed_[i - 1]);
            places[static_cast<size_t>(listed_[i])] =
                equal ? places[static_cast<size_t>(listed_[i - 1])] : static_cast<int>(i) + 1;
        }
        return listed_.empty() ? -1 : listed_.front();
    };
    const std::vector<int> in_place = listed_;
    most_weight_ = place(by_weight_, [this](int key) { return static_cast<double>(weight(key)); });
    const std::vector<int> in_weight = listed_;
    listed_ = in_place;
    most_arrives_ = place(by_arrival_, [this](int key) { return arrives(key); });
    if (inputs_.by == ListedBy::weight) listed_ = in_weight;
    if (inputs_.by == ListedBy::place) listed_ = in_place;
    moved_ = 0;
    for (const int key : listed_) moved_ += place_by_weight(key) != place_by_arrival(key) ? 1 : 0;
    std::vector<float> output(static_cast<size_t>(of_->dv()));
    const attention::MatrixView out{output.data(), 1, of_->dv()};
    attention::weighted_sum({row_.data(), 1, seen},
                            of_->of(*of_->v, inputs_.layer, inputs_.head).rows_from(0, seen), out);
    output_ = static_cast<double>(length_of(out));
}

std::string ValuesModel::product(int key) const {
    return Phrase() << weight_shown(weight(key)) << " × " << size_shown(static_cast<double>(length(key)))
                    << " = " << size_shown(arrives(key));
}

Description ValuesModel::describe() const {
    const int query = inputs_.query, key = inputs_.key;
    Description out;
    Phrase said;
    said << "Values of your own: " << plural(of_->cols, "key") << ". ";
    if (!of_->attention) said << "Weights are computed from q and k. ";
    if (most_weight_ < 0)
        said << "No weight of " << asking(*of_, query) << " is a number, or no value is.";
    else if (most_weight_ == most_arrives_)
        said << asking(*of_, query) << " gives " << told_apart(*of_, most_weight_)
             << " the most weight, and most arrives from it: " << product(most_arrives_) << ".";
    else
        said << asking(*of_, query) << " gives " << told_apart(*of_, most_weight_) << " the most weight, "
             << weight_shown(weight(most_weight_)) << ", but most arrives from "
             << told_apart(*of_, most_arrives_) << ": " << product(most_arrives_) << ".";
    said << " By what arrives, " << moved_ << " of " << static_cast<int>(listed_.size())
         << " keys rank differently than by their weight.";
    out.summary = said;

    Table all{Phrase() << "What arrives at " << asking(*of_, query),
              {"key", "token", "α", "‖v‖", "α‖v‖", "place by α", "place by α‖v‖"},
              {}};
    double rest = 0, rest_arrives = 0;
    for (size_t i = 0; i < listed_.size(); ++i) {
        const int at = listed_[i];
        if (i >= listed_values) {
            rest += static_cast<double>(weight(at));
            rest_arrives += arrives(at);
            continue;
        }
        add_row(all) << at << of_->keys[static_cast<size_t>(at)] << weight(at) << length(at) << arrives(at)
                     << place_by_weight(at) << place_by_arrival(at);
    }
    if (listed_.size() > listed_values)
        add_row(all) << std::string(Phrase() << "the other " << listed_.size() - listed_values) << "" << rest
                     << "" << rest_arrives << ""
                     << "";
    const int no_numbers = weights_.seen(query) - static_cast<int>(listed_.size());
    Table together = quantities("Together", {{"Σ α", sum_of_weights_},
                                             {"Σ α‖v‖", sum_of_arrivals_},
                                             {"‖Σ α v‖", output_},
                                             {"keys that are masked", of_->cols - weights_.seen(query)},
                                             {"not numbers", no_numbers}});
    out.tables = {std::move(all), std::move(together)};

    out.add_value("weight", masked(key) ? 0 : weight(key));
    out.add_value("length of v", length(key));
    out.add_value("weight times length", masked(key) ? 0 : arrives(key));
    if (place_by_weight(key) > 0) {
        out.add_value("place by weight", place_by_weight(key));
        out.add_value("place by what arrives", place_by_arrival(key));
    }
    if (most_weight_ >= 0) {
        out.add_value("largest weight", weight(most_weight_));
        out.add_value("largest weight times length", arrives(most_arrives_));
    }
    out.add_value("keys in another place", moved_);
    out.add_value("sum of what arrives", sum_of_arrivals_);
    out.add_value("length of the output", output_);
    out.add_value("not numbers", no_numbers);
    return out;
}

}  // namespace explainer::brought
