// See map_model.h.
#include "explainer/brought/map_model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "explainer/figures/map_view.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr int listed_in_map = 32;  // of a row or a column

struct PartName {
    const char *name, *value;  // the value's stays forever
};
constexpr PartName part_names[part_count] = {{"first token", "share of the first token"},
                                             {"window", "share of the window"},
                                             {"itself", "share of the diagonal"}};

/// The largest weights of a row or a column, and the rest summed; `none`: what those are that have no number.
Table largest_table(std::string title, const char* each, const std::vector<std::string>& names,
                    const std::vector<float>& weights, const char* none) {
    Table out{std::move(title), {each, "token", "weight"}, {}};
    const figures::LargestValues top = figures::largest_of(weights, listed_in_map);
    for (const int at : top.places)
        add_row(out) << at << names[static_cast<size_t>(at)] << weights[static_cast<size_t>(at)];
    if (top.others > 0) add_row(out) << std::string(Phrase() << "the other " << top.others) << "" << top.rest;
    if (top.masked > 0) add_row(out) << std::string(Phrase() << top.masked << none) << "" << 0;
    return out;
}

}  // namespace

void MapModel::set(const MapInputs& inputs) {
    const MapInputs before = std::exchange(inputs_, inputs);
    const bool other = version_ == 0 || before.layer != inputs.layer || before.head != inputs.head ||
                       before.causal != inputs.causal;
    if (other || before.logarithmic != inputs.logarithmic) {
        weights_.show(*of_, inputs.layer, inputs.head, inputs.causal, inputs.logarithmic);
        ++version_;
    }
    if (other || before.query != inputs.query) weights_.row(inputs.query, row_);
    if (other || before.key != inputs.key) weights_.column(inputs.key, column_);
    if (!other && before.window == inputs.window) return;
    next_ = 0;
    sums_ = {};
    all_ = 0;
    faults_ = {};
}

bool MapModel::advance(double weights) {
    const int cols = weights_.cols();
    while (weights > 0 && !settled()) {
        const int count =
            std::min(std::clamp(static_cast<int>(weights / weights_.cost()), 1, HeadWeights::at_once),
                     weights_.rows() - next_);
        weights_.rows(next_, count, at_work_);
        for (int i = 0; i < count; ++i)
            read(next_++,
                 {&at_work_[static_cast<size_t>(i) * static_cast<size_t>(cols)], static_cast<size_t>(cols)});
        weights -= count * weights_.cost();
    }
    return !settled();
}

MapModel::Shares MapModel::shares_in(int query, std::span<const float> row) const {
    Shares out = {};
    const int own = of_->place(query), seen = weights_.seen(query);
    const auto at = [&row](int key) {
        const float weight = row[static_cast<size_t>(key)];
        return std::isfinite(weight) ? static_cast<double>(weight) : 0;
    };
    out[first_token] = at(0);
    if (own < seen) out[own_token] = at(own);
    for (int key = std::max(0, own - inputs_.window + 1); key < std::min(seen, own + inputs_.window); ++key)
        out[near_tokens] += at(key);
    return out;
}

void MapModel::read(int query, std::span<const float> row) {
    double sum = 0;
    bool sound = true;
    for (int key = 0; key < weights_.seen(query); ++key) {
        const float weight = row[static_cast<size_t>(key)];
        if (std::isfinite(weight)) {
            sum += static_cast<double>(weight);
            continue;
        }
        sound = false;
        ++(std::isnan(weight) ? faults_.nan : faults_.infinite);
    }
    faults_.rows_off += sound && std::abs(sum - 1) <= 0.01 ? 0 : 1;
    all_ += sum;
    const Shares here = shares_in(query, row);
    for (size_t part = 0; part < here.size(); ++part) sums_[part] += here[part];
}

double MapModel::share(Part part) const {
    return all_ > 0 ? sums_[static_cast<size_t>(part)] / all_ : 0;
}

int MapModel::rank() const {
    const float weight = row_[static_cast<size_t>(inputs_.key)];
    if (std::isnan(weight)) return 0;
    return 1 + static_cast<int>(std::count_if(row_.begin(), row_.end(), [weight](float other) {
               return std::isgreater(other, weight);
           }));
}

std::string MapModel::part_name(Part part) const {
    if (part != near_tokens) return part_names[part].name;
    return Phrase() << "window of " << inputs_.window;
}

Pair MapModel::pair(int query, int key, float weight) const {
    return {inputs_.layer,        inputs_.head, asking(*of_, query),
            looked_at(*of_, key), weight,       masked(query, key)};
}

Description MapModel::describe() const {
    const int query = inputs_.query, key = inputs_.key;
    const float weight = row_[static_cast<size_t>(key)];
    Description out;
    Phrase said;
    said << "A map of your own: " << (of_->rows == 1 ? "1 query" : std::to_string(of_->rows) + " queries")
         << ", " << plural(of_->cols, "key") << ". ";
    if (!of_->attention) said << "Weights are computed from q and k. ";
    said << "Shares overlap. Of all weight ";
    for (const Part part : {first_token, near_tokens, own_token})
        said << (part == first_token ? "" : ", ") << Percent{share(part), 1}
             << (part == first_token ? " is on " : " on ")
             << (part == own_token ? "the query's own token" : "the " + part_name(part));
    out.summary = said << ". " << sentence_of(pair(query, key, weight));

    Table shares{"Shares of weight", {"share", "of all rows", "of the chosen row"}, {}};
    for (const Part part : {first_token, near_tokens, own_token})
        add_row(shares, part_name(part), {share(part), share_of_row(part)});
    Table cell = quantities("Chosen cell", {{"layer", inputs_.layer},
                                            {"head", inputs_.head},
                                            {"query", query},
                                            {"key", key},
                                            {"weight", masked(query, key) ? 0 : weight},
                                            {"place in the row", rank()},
                                            {"keys that the row sees", weights_.seen(query)}});
    Table all = quantities("Map", {{"queries", of_->rows},
                                   {"keys", of_->cols},
                                   {"rows that were read", next_},
                                   {"rows that do not sum to 1", faults_.rows_off},
                                   {"not numbers", faults_.nan},
                                   {"infinite", faults_.infinite}});
    const std::string reads = Phrase() << "What " << asking(*of_, query) << " looks at",
                      readers = Phrase() << "Who looks at " << looked_at(*of_, key);
    const char* none = inputs_.causal && !of_->attention ? " masked" : " not numbers";
    out.tables = {std::move(cell), largest_table(reads, "key", of_->keys, row_, none),
                  largest_table(readers, "query", of_->queries, column_, none), std::move(shares),
                  std::move(all)};

    out.add_value("weight", masked(query, key) ? 0 : weight);
    if (rank() > 0) out.add_value("place in the row", rank());
    for (const Part part : {first_token, near_tokens, own_token}) {
        const std::string name = part_names[part].value;
        out.add_value(name, share(part));
        out.add_value(name + " in the row", share_of_row(part));
    }
    out.add_value("rows that do not sum to 1", faults_.rows_off);
    out.add_value("not numbers", faults_.nan);
    out.add_value("infinite", faults_.infinite);
    return out;
}

}  // namespace explainer::brought
