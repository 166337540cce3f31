// See position_model.h.
#include "explainer/brought/position_model.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "attention/position.h"
#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/brought/parts.h"
#include "explainer/order.h"
#include "explainer/phrase.h"

namespace explainer::brought {
namespace {

constexpr size_t listed_keys = 32;
constexpr int shortest_curve = 16, listed_offsets = 16;
constexpr size_t most_drawn = 1024;

}  // namespace

int PositionModel::offset_in(int key, int gap) const {
    const int own = of_->place(inputs_.query);
    return key - own - (key < own ? gap : 0);
}

attention::RopePairs PositionModel::pairs() const {
    return inputs_.scheme == position::rope_halves ? attention::RopePairs::halves
                                                   : attention::RopePairs::neighbours;
}

void PositionModel::set(const PositionInputs& inputs) {
    PositionInputs before = std::exchange(inputs_, inputs);
    before.key = inputs.key;
    if (without_.scores.empty() || before != inputs) score_row();
    make_turns();
}

void PositionModel::score_row() {
    const PositionInputs& inputs = inputs_;
    const attention::ConstMatrixView q = of_->of(*of_->q, inputs.layer, inputs.head)
                                             .rows_from(inputs.query, 1),
                                     k = of_->of(*of_->k, inputs.layer, inputs.head);
    const int cols = of_->cols, d = of_->d(), own = of_->place(inputs.query), before = std::min(own, cols),
              behind = cols - before;
    seen_ = of_->seen(inputs.query, inputs.causal);
    slope_ = attention::alibi_slope(inputs.head, of_->heads);
    const auto score = [&](attention::ConstMatrixView query, attention::ConstMatrixView keys, Row& out) {
        out.scores.resize(static_cast<size_t>(cols));
        scaled_scores(query, keys, {out.scores.data(), 1, cols});
    };
    score(q, k, without_);
    with_.scores = without_.scores;
    // The query and what comes after it stand behind the gap, what is before it where it was.
    if (inputs.scheme == position::alibi) {
        attention::Options far;
        far.query_offset = own + inputs.gap;
        far.alibi = slope_;
        if (before > 0) attention::add_position({with_.scores.data(), 1, before}, far);
        far.query_offset = 0;
        if (behind > 0) attention::add_position({with_.scores.data() + before, 1, behind}, far);
    } else if (inputs.scheme >= position::rope && !odd()) {
        std::vector<float> query(q.row(0), q.row(0) + d), keys(k.row(0), k.row(0) + size_t(cols) * size_t(d));
        const auto turn = [&](float* rows, int count, int place) {
            if (count > 0)
                attention::apply_rope({rows, count, d}, place, static_cast<float>(inputs.base), pairs());
        };
        turn(query.data(), 1, own + inputs.gap);
        turn(keys.data(), before, 0);
        turn(keys.data() + size_t(before) * size_t(d), behind, own + inputs.gap);
        score({query.data(), 1, d}, {keys.data(), cols, d}, with_);
    }
    share(without_);
    share(with_);
    not_numbers_ = static_cast<int>(std::count_if(without_.scores.begin(), without_.scores.begin() + seen_,
                                                  [](float one) { return !std::isfinite(one); }));
    ranked_.clear();
    for (const size_t key : order_of(static_cast<size_t>(seen_), [this](size_t a, size_t b) {
             const float x = with_.scores[a], y = with_.scores[b];
             return std::isnan(y) ? !std::isnan(x) : x > y;
         }))
        ranked_.push_back(static_cast<int>(key));
}

void PositionModel::share(Row& row) const {
    row.weights.assign(row.scores.size(), std::numeric_limits<float>::quiet_NaN());
    attention::softmax({row.scores.data(), 1, seen_}, 1, {row.weights.data(), 1, seen_});
    row.heaviest = -1;
    for (int key = 0; key < seen_; ++key)
        if (row.weight(key) > (row.heaviest < 0 ? 0 : row.weight(row.heaviest))) row.heaviest = key;
}

/// A pair of components adds along · cos δθ + across · sin δθ at the offset δ.
void PositionModel::make_turns() {
    turns_.clear();
    if (inputs_.scheme < position::rope || odd()) return;
    const float* q = of_->of(*of_->q, inputs_.layer, inputs_.head).row(inputs_.query);
    const float* k = of_->of(*of_->k, inputs_.layer, inputs_.head).row(inputs_.key);
    const bool halves = inputs_.scheme == position::rope_halves;
    const int d = of_->d(), apart = halves ? d / 2 : 1;
    const double factor = 1 / std::sqrt(d);
    for (int p = 0; p < d / 2; ++p) {
        const int at = halves ? p : 2 * p;
        const auto qa = static_cast<double>(q[at]), qb = static_cast<double>(q[at + apart]),
                   ka = static_cast<double>(k[at]), kb = static_cast<double>(k[at + apart]);
        turns_.push_back({(qa * ka + qb * kb) * factor, (qb * ka - qa * kb) * factor,
                          std::pow(inputs_.base, -2.0 * p / d)});
    }
}

double PositionModel::score_at(double offset) const {
    const auto plain = static_cast<double>(without_.score(inputs_.key));
    if (inputs_.scheme == position::alibi) return plain - static_cast<double>(slope_) * std::fabs(offset);
    if (turns_.empty()) return plain;
    double sum = 0;
    for (const Turn& one : turns_)
        sum += one.along * std::cos(offset * one.angle) + one.across * std::sin(offset * one.angle);
    return sum;
}

PositionModel::Curve PositionModel::curve() const {
    Curve out;
    const int offset = this->offset(inputs_.key);
    int end = shortest_curve;
    while (end < std::abs(offset)) end *= 2;
    out.from = -end;
    out.to = inputs_.causal && offset <= 0 ? 0 : end;
    // Between places too, where they are few; of many, every place is looked at, so that no turn is missed.
    const int steps = std::max(1, 128 / end), points = (out.to - out.from) * steps + 1;
    for (int i = 0; i < points; ++i) {
        out.x.push_back(out.from + static_cast<double>(i) / steps);
        out.y.push_back(turns_.empty() ? score_at(out.x.back()) : 0);
    }
    // (Turned on from point to point: a sine and a cosine for each would take long.)
    for (const Turn& one : turns_) {
        const double step_cos = std::cos(one.angle / steps), step_sin = std::sin(one.angle / steps);
        double c = std::cos(out.from * one.angle), s = std::sin(out.from * one.angle);
        for (double& y : out.y) {
            y += one.along * c + one.across * s;
            const double before = c;
            c = before * step_cos - s * step_sin;
            s = s * step_cos + before * step_sin;
        }
    }
    const size_t together = 2 * (out.x.size() / most_drawn);
    if (together < 4) return out;
    Curve thin{out.from, out.to, {}, {}};
    for (size_t first = 0; first < out.x.size(); first += together) {
        const auto begin = out.y.begin() + static_cast<std::ptrdiff_t>(first),
                   last =
                       out.y.begin() + static_cast<std::ptrdiff_t>(std::min(first + together, out.y.size()));
        const auto [low, high] = std::minmax_element(begin, last);
        for (const auto one : {std::min(low, high), std::max(low, high)}) {
            thin.x.push_back(out.x[static_cast<size_t>(one - out.y.begin())]);
            thin.y.push_back(*one);
        }
    }
    return thin;
}

std::string PositionModel::said() const {
    const int key = inputs_.key;
    Phrase out;
    out << position::schemes[static_cast<size_t>(inputs_.scheme)].label << ": ";
    if (odd())
        return out << "it turns components two by two, and there are " << of_->d() << ", an odd number";
    return out << asking(*of_, inputs_.query) << " asks " << told_apart(*of_, key) << ", "
               << position::where(offset(key)) << ": " << size_shown(static_cast<double>(with_.score(key)))
               << ", without places " << size_shown(static_cast<double>(without_.score(key)));
}

Description PositionModel::describe() const {
    const int query = inputs_.query, key = inputs_.key;
    Description out;
    Phrase summary;
    summary << "Positions of your own: " << plural(of_->cols, "key") << ", " << plural(of_->d(), "component")
            << ". " << said() << ".";
    if (with_.heaviest >= 0)
        summary << " The largest weight is that of " << told_apart(*of_, with_.heaviest) << ", "
                << weight_shown(with_.weight(with_.heaviest)) << ".";
    out.summary = summary;

    Table row{Phrase() << "Scores of " << asking(*of_, query),
              {"key", "token", "offset", "without places", "with places", "weight without places", "weight"},
              {}};
    for (size_t i = 0; i < std::min(ranked_.size(), listed_keys); ++i) {
        const int at = ranked_[i];
        add_row(row) << at << of_->keys[static_cast<size_t>(at)] << offset(at) << without_.score(at)
                     << with_.score(at) << without_.weight(at) << with_.weight(at);
    }
    if (ranked_.size() > listed_keys)
        add_row(row) << std::string(Phrase() << "the other " << ranked_.size() - listed_keys);
    Table curve{"Score against the place of the key, from that of the query", {"offset", "score"}, {}};
    const Curve all = this->curve();
    for (int i = 0; i <= listed_offsets; ++i) {
        const int at = all.from + (all.to - all.from) / listed_offsets * i;
        add_row(curve, {static_cast<double>(at), score_at(at)});
    }
    out.tables = {std::move(row), std::move(curve)};

    out.add_value("score", with_.score(key));
    out.add_value("score without places", without_.score(key));
    out.add_value("offset", offset(key));
    out.add_value("weight", masked(key) ? 0 : with_.weight(key));
    out.add_value("weight without places", masked(key) ? 0 : without_.weight(key));
    if (inputs_.scheme == position::alibi) out.add_value("slope", slope_);
    out.add_value("not numbers", not_numbers_);
    return out;
}

}  // namespace explainer::brought
