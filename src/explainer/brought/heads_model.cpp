#include "explainer/brought/heads_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "explainer/figures/map_view.h"
#include "explainer/format.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr int listed_heads = 1024, listed_keys = 64;
constexpr const char* measure_names[measure_count] = {"entropy, nats",  "on first token", "distance",
                                                      "previous token", "same token",     "induction"};

}  // namespace

HeadsModel::HeadsModel(std::shared_ptr<const Attention> attention)
    : attention_(std::move(attention)),
      compared_(static_cast<std::size_t>(heads()), std::numeric_limits<float>::quiet_NaN()) {
    if (attention_->named) tokens_ = numbered(attention_->keys);
    const int longest = std::max(attention_->rows, attention_->cols);
    fold_ = (longest + most_small - 1) / most_small;
    small_.resize(static_cast<std::size_t>(small_count()));
}

attention::ConstMatrixView HeadsModel::map(int head) const {
    const std::span<const float> all = attention_->map(head / attention_->heads, head % attention_->heads);
    return {all.data(), attention_->rows, attention_->cols};
}

std::span<const float> HeadsModel::row(int query) const {
    return {map(chosen()).row(query), static_cast<std::size_t>(attention_->cols)};
}

void HeadsModel::set(const HeadsInputs& inputs) {
    const HeadsInputs before = std::exchange(inputs_, inputs);
    if (version_ == 0 || before.layer != inputs.layer || before.head != inputs.head ||
        before.logarithmic != inputs.logarithmic) {
        tiles_.show(map(chosen()), inputs.logarithmic);
        ++version_;
    }
    // With more heads than there are small maps, those around the chosen one.
    const int first = std::clamp(inputs.head - small_count() / 2, 0, attention_->heads - small_count());
    if (small_layer_ != inputs.layer || first_small_ != first || before.logarithmic != inputs.logarithmic) {
        small_layer_ = inputs.layer;
        first_small_ = first;
        begin_small();
    }
    compare();
}

void HeadsModel::begin_small() {
    small_done_ = 0;
    for (std::vector<float>& one : small_) one.clear();
    ++small_version_;
}

void HeadsModel::make_small(int at) {
    const attention::ConstMatrixView from = map(small_layer_ * attention_->heads + first_small_ + at);
    std::vector<float>& out = small_[static_cast<std::size_t>(at)];
    for (int i = 0; i < from.rows; i += fold_)
        for (int j = 0; j < from.cols; j += fold_) out.push_back(tiles_.shade(largest_in(from, i, j, fold_)));
    ++small_version_;
}

bool HeadsModel::advance(double weights) {
    const double each = static_cast<double>(attention_->rows) * attention_->cols;
    // What is looked at first: the layer's small maps, then the measures of all heads.
    while (weights > 0 && small_done_ < small_count()) {
        make_small(small_done_++);
        weights -= each / 4;
    }
    while (weights > 0 && measured() < heads()) {
        if (!at_work_) at_work_.emplace(map(measured()), tokens_);
        const int rows = std::max(1, static_cast<int>(weights / attention_->cols));
        const bool more = at_work_->advance(rows);
        weights -= static_cast<double>(std::min(rows, attention_->rows)) * attention_->cols;
        if (more) continue;
        const Measures& done = measures_.emplace_back(at_work_->measures());
        faults_.rows_off += done.rows_off;
        faults_.nan += done.nan;
        faults_.infinite += done.infinite;
        at_work_.reset();
    }
    compare();
    return small_done_ < small_count() || measured() < heads();
}

void HeadsModel::compare() {
    float most = 0;
    for (int head = 0; head < measured(); ++head) {
        const auto value = static_cast<float>(value_of(measures(head), inputs_.by));
        compared_[static_cast<std::size_t>(head)] = value;
        if (value > most) most = value;
    }
    const bool share = inputs_.by != By::entropy && inputs_.by != By::distance;
    largest_ = share ? 1 : most > 0 ? most : 1;
    order_.clear();
    if (measured() < heads()) return;
    for (int head = 0; head < heads(); ++head)
        if (!std::isnan(compared_[static_cast<std::size_t>(head)])) order_.push_back(head);
    sort_list(order_, [this](int a, int b) {
        const double x = value_of(measures(a), inputs_.by), y = value_of(measures(b), inputs_.by);
        return inputs_.least_first ? x < y : x > y;
    });
}

Description HeadsModel::describe(const std::string& said) const {
    const Attention& a = *attention_;
    Description out;
    Phrase summary;
    summary << "Attention of your own: " << plural(a.layers, "layer") << ", " << plural(a.heads, "head")
            << " each, " << (a.rows == 1 ? "1 query" : std::to_string(a.rows) + " queries") << ", "
            << plural(a.cols, "key") << ". " << said;
    out.summary = summary;
    Table& row = out.tables.emplace_back();
    row.title = Phrase() << "What query “" << a.queries[static_cast<std::size_t>(inputs_.query)]
                         << "” looks at, layer " << inputs_.layer << ", head " << inputs_.head;
    row.columns = {"key", "token", "weight"};
    const figures::LargestValues top = figures::largest_of(this->row(), listed_keys);
    for (const int j : top.places)
        add_row(row) << j << a.keys[static_cast<std::size_t>(j)] << weight(inputs_.query, j);
    if (top.others > 0) add_row(row) << std::string(Phrase() << "the other " << top.others) << "" << top.rest;
    Table& heads = out.tables.emplace_back();
    heads.title = "All heads";
    heads.columns = {"layer", "head"};
    for (const char* name : measure_names) heads.columns.emplace_back(name);
    for (int at = 0; at < std::min(measured(), listed_heads); ++at) {
        const int head = order_.empty() ? at : order_[static_cast<std::size_t>(at)];
        RowPen pen = add_row(heads) << head / a.heads << head % a.heads;
        for (int by = 0; by < measure_count; ++by) {
            const double value = value_of(measures(head), static_cast<By>(by));
            pen = std::isnan(value) ? pen << "none" : pen << value;
        }
    }
    out.add_value("weight", weight(inputs_.query, inputs_.key));
    if (chosen() < measured()) {
        const Measures& of = measures(chosen());
        out.add_value("mean entropy", of.entropy);
        out.add_value("on first token", of.first);
        out.add_value("distance", of.distance);
    }
    out.add_value("rows that do not sum to 1", faults_.rows_off);
    out.add_value("not numbers", faults_.nan);
    out.add_value("infinite", faults_.infinite);
    return out;
}

}  // namespace explainer::brought
