// See attribution.h.
#include "attribution.h"

#include <cmath>
#include <cstddef>

#include "attention/stages.h"
#include "layer_norm.h"

namespace model {

void lens(const Weights& weights, const Run& run, int layers, float* logits) {
    std::vector<float> norm(static_cast<std::size_t>(weights.config.width));
    const MatrixView normed{norm.data(), 1, weights.config.width};
    layer_norm(run.residual[2 * static_cast<std::size_t>(layers)].rows_from(run.n - 1, 1), weights.ln_f,
               weights.config.epsilon, normed);
    attention::scores(normed, weights.wte, {logits, 1, weights.config.vocabulary});
}

Lead::Lead(const Weights& weights, const Run& run, int word, int rival) {
    const int width = weights.config.width;
    const float* const x = run.residual.back().row(run.n - 1);
    double mean = 0, squares = 0, middle = 0;
    for (int j = 0; j < width; ++j) mean += static_cast<double>(x[j]) / width;
    for (int j = 0; j < width; ++j) squares += std::pow(static_cast<double>(x[j]) - mean, 2) / width;
    const double scale = std::sqrt(squares + static_cast<double>(weights.config.epsilon));
    for (int j = 0; j < width; ++j) {
        const double apart =
            static_cast<double>(weights.wte.row(word)[j]) - static_cast<double>(weights.wte.row(rival)[j]);
        direction_.push_back(apart * static_cast<double>(weights.ln_f.gain.data[j]) / scale);
        middle += direction_.back() / width;
        bias_ += apart * static_cast<double>(weights.ln_f.bias.data[j]);
    }
    for (double& one : direction_) one -= middle;  // the norm takes the mean away
}

double Lead::of(const float* added) const {
    double sum = 0;
    for (std::size_t j = 0; j < direction_.size(); ++j) sum += static_cast<double>(added[j]) * direction_[j];
    return sum;
}

std::string Part::name() const {
    const std::string number = std::to_string(layer + 1);
    switch (of) {
        case Of::embedding:
            return "embedding";
        case Of::head:
            return "head " + number + "." + std::to_string(head + 1);
        case Of::mlp:
            return "MLP " + number;
        case Of::bias:
            break;
    }
    return "bias";
}

std::vector<Part> parts_of(const Weights& weights, const Run& run, int word, int rival) {
    const Lead lead(weights, run, word, rival);
    const int last = run.n - 1;
    std::vector<Part> out = {{Part::Of::embedding, 0, 0, lead.of(run.residual[0].row(last))}};
    double bias = lead.bias();
    for (int l = 0; l < weights.config.layers; ++l) {
        const LayerRun& layer = run.layers[static_cast<std::size_t>(l)];
        for (int h = 0; h < weights.config.heads; ++h)
            out.push_back({Part::Of::head, l, h, lead.of(layer.part(h).row(last))});
        out.push_back({Part::Of::mlp, l, 0, lead.of(layer.mlp.row(last))});
        bias += lead.of(weights.layers[static_cast<std::size_t>(l)].c_proj.bias.data);
    }
    out.push_back({Part::Of::bias, 0, 0, bias});
    return out;
}

}  // namespace model
