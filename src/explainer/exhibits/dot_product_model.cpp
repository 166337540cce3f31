// The numbers of `dot-product` and what is said of them. See dot_product_model.h.
#include "explainer/exhibits/dot_product_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/softmax.h"
#include "attention/stages.h"
#include "explainer/exhibits/floats.h"
#include "explainer/phrase.h"
#include "explainer/vector_of.h"

namespace explainer::dot_products {
namespace {

constexpr float degrees = 180 / 3.14159265f;

float length_of(const float* v) {
    float square = 0;
    attention::scores({v, 1, 2}, {v, 1, 2}, {&square, 1, 1});
    return std::sqrt(square);
}

/// What a key's score says of it: its sign by itself, its size only among all keys.
std::string meaning(const Pair& pair, int count) {
    const std::string_view sign = pair.score == 0                 ? "a score of 0"
                                  : shown(pair.score) == shown(0) ? "hardly a score"
                                  : pair.score > 0                ? "a positive score"
                                                                  : "a negative score";
    if (count == 1) return Phrase() << sign << "; the only key, so all attention is its own";
    return Phrase() << sign << ", and " << Percent{wide(pair.share), 1} << " of the attention among " << count
                    << " keys";
}

}  // namespace

std::string_view Pair::direction() const {
    if (angle < 0.05f) return "they point the same way";
    if (angle < 5) return "they point nearly the same way";
    if (angle < 85) return "they lean the same way";
    if (std::fabs(angle - 90) < 0.05f) return "they stand at a right angle";
    if (angle <= 95) return "they stand nearly at a right angle";
    if (angle <= 175) return "they lean apart";
    return angle < 179.95f ? "they point nearly opposite ways" : "they point opposite ways";
}

float Model::score_at(float x, float y) const {
    const float place[] = {x, y};
    float score = 0;
    attention::scores({q, 1, 2}, {place, 1, 2}, {&score, 1, 1});
    return score;
}

bool Model::same_line(float one, float other, float tolerance) const {
    return q_length > 0 && std::fabs(one - other) < tolerance * std::min(1.0f, q_length);
}

void Model::compute(const State& state) {
    keys = state.integer(count);
    taken = state.integer(chosen) - 1;
    for (int c = 0; c < 2; ++c) q[c] = static_cast<float>(state.number(qx + c));
    q_length = length_of(q);
    largest = 0;
    for (int i = 0; i < keys; ++i) {
        Pair& p = pairs[i];
        for (int c = 0; c < 2; ++c) {
            p.k[c] = static_cast<float>(state.number(key + 2 * i + c));
            p.product[c] = q[c] * p.k[c];
        }
        attention::scores({q, 1, 2}, {p.k, 1, 2}, {&p.score, 1, 1});
        p.length = length_of(p.k);
        p.defined = q_length > 0 && p.length > 0;
        p.cosine = p.defined ? std::clamp(p.score / (q_length * p.length), -1.0f, 1.0f) : 0;
        p.along = p.defined ? p.score / q_length : 0;
        // atan2 keeps small angles exact where acos(cosine) loses half the digits.
        p.angle = p.defined ? std::atan2(std::fabs(q[0] * p.k[1] - q[1] * p.k[0]), p.score) * degrees : 0;
        largest = std::max(largest, std::fabs(p.score));
    }
    float scores[most], shares[most];
    for (int i = 0; i < keys; ++i) scores[i] = pairs[i].score;
    attention::softmax({scores, 1, keys}, 1, {shares, 1, keys});
    for (int i = 0; i < keys; ++i) pairs[i].share = shares[i];
}

Description Model::describe() const {
    const Pair& p = pair();
    std::string summary = Phrase() << "q = (" << shown(q[0]) << ", " << shown(q[1]) << ") and " << name()
                                   << " = (" << shown(p.k[0]) << ", " << shown(p.k[1])
                                   << ") have the dot product q·k = " << shown(p.score);
    summary += p.defined ? std::string(Phrase() << "; the angle between them is " << shown(p.angle, 1)
                                                << "°: " << p.direction() << ". ")
                         : "; a vector of length 0 has no angle. ";
    summary += Phrase() << name() << " has " << meaning(p, keys) << ".";
    Table all = Table{"Keys",
                      {"key", "first component", "second component", "|k|", "cos θ", "score q·k",
                       "length along q", "share"},
                      {}};
    const auto if_defined = [](const Pair& one, float value) {
        return one.defined ? Cell(value) : Cell("undefined");
    };
    std::string scores, alike;
    for (int i = 0; i < keys; ++i) {
        const Pair& one = pairs[i];
        add_row(all) << key_names[i] << one.k[0] << one.k[1] << one.length << if_defined(one, one.cosine)
                     << one.score << if_defined(one, one.along) << one.share;
        scores += Phrase() << (i == 0 ? "" : ", ") << key_names[i] << " " << shown(one.score) << " ("
                           << Percent{wide(one.share), 1} << ")";
        if (i != taken && same_line(one.score, p.score))
            alike += (alike.empty() ? "" : ", ") + std::string(key_names[i]);
    }
    if (keys > 1) summary += Phrase() << " The scores, and their shares by softmax, are: " << scores << ".";
    if (!alike.empty())
        summary += Phrase() << " On the same line of equal score as " << name() << ": " << alike << ".";
    Table sum = Table{"Sum of products", {"component", "q", "", "q × k"}, {}};
    sum.columns[2] = name();
    add_row(sum) << "1" << q[0] << p.k[0] << p.product[0];
    add_row(sum) << "2" << q[1] << p.k[1] << p.product[1];
    add_row(sum) << "sum (q·k)"
                 << ""
                 << "" << p.score;
    Table geometry = Table{"Geometry", {"quantity", "value"}, {}};
    add_row(geometry) << "q·k" << p.score;
    add_row(geometry) << "|q|" << q_length;
    add_row(geometry) << "|k|" << p.length;
    add_row(geometry) << "cos θ" << if_defined(p, p.cosine);
    add_row(geometry) << "angle θ in degrees" << if_defined(p, p.angle);
    add_row(geometry) << "length of k along q" << if_defined(p, p.along);
    Description out;
    out.summary = std::move(summary);
    sum.piece = show_components;
    all.piece = show_keys;
    out.tables = vector_of(std::move(sum), std::move(geometry), std::move(all));
    out.add_value("q·k", p.score, "score");
    out.add_value("|q|", q_length, "np.linalg.norm(q)");
    out.add_value("|k|", p.length, "np.linalg.norm(k)");
    if (p.defined) {
        out.add_value("cos θ", p.cosine, "cosine");
        out.add_value("angle", p.angle, "angle");  // in degrees
        out.add_value("length of k along q", p.along, "along");
    }
    for (int i = 0; i < keys; ++i)
        out.add_value(Phrase() << "q·" << key_names[i], pairs[i].score, Phrase() << "scores[" << i << "]");
    for (int i = 0; i < keys; ++i)
        out.add_value(Phrase() << "share of " << key_names[i], pairs[i].share,
                      Phrase() << "shares[" << i << "]");
    return out;
}

std::string Model::numpy(const State& state) const {
    const auto vector = [&state](int first) -> std::string {
        return Phrase() << "[" << Shortest{state.number(first)} << ", " << Shortest{state.number(first + 1)}
                        << "]";
    };
    std::string out = Phrase() << "import numpy as np\n\nq = np.array(" << vector(qx) << ")\nK = np.array([";
    for (int i = 0; i < keys; ++i) out += (i == 0 ? "" : ", ") + vector(key + 2 * i);
    out += Phrase() << "])  # a row a key\nk = K[" << taken
                    << "]\n\nscores = K @ q\nscore = k @ q\n"
                       "shares = np.exp(scores - scores.max())\nshares /= shares.sum()\n";
    if (pair().defined)
        out +=
            "cosine = score / (np.linalg.norm(q) * np.linalg.norm(k))\n"
            "angle = np.degrees(np.arctan2(abs(q[0] * k[1] - q[1] * k[0]), score))\n"
            "along = score / np.linalg.norm(q)\n";
    return out;
}

}  // namespace explainer::dot_products
