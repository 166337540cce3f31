// See training_checkpoints.h. How a checkpoint is stored: train/README.md.
#include "explainer/exhibits/training_checkpoints.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "explainer/phrase.h"

namespace explainer::training {
namespace {

#include "training_facts.h"
static_assert(recorded_checkpoints == checkpoint_count);
static_assert(numbers_a_checkpoint == 3 + 2 * learned::head_count);

struct Packed {
    std::vector<float> scales;        // one a row
    std::vector<std::uint8_t> codes;  // `bits` each, the first in a byte's lowest
    int bits = 0;
};

/// No codes: it is not there. (The last one is the model itself.)
std::array<Packed, last>& held() {
    static std::array<Packed, last> all;
    return all;
}

bool there(int checkpoint) {
    return checkpoint == last ? learned::weights() != nullptr
                              : !held()[static_cast<size_t>(checkpoint)].codes.empty();
}

/// Its matrices, in the order of the file.
template <class Weights, class Visit>
void each_matrix(Weights& weights, Visit visit) {
    visit(weights.wte);
    visit(weights.wpe);
    for (auto& layer : weights.layers) {
        for (auto* norm : {&layer.ln_1, &layer.ln_2}) {
            visit(norm->gain);
            visit(norm->bias);
            const bool first = norm == &layer.ln_1;
            for (auto* linear :
                 {first ? &layer.c_attn : &layer.c_fc, first ? &layer.c_proj : &layer.c_proj_of_mlp}) {
                visit(linear->weight);
                visit(linear->bias);
            }
        }
    }
    visit(weights.ln_f.gain);
    visit(weights.ln_f.bias);
}

/// Adds what is stored to `weights`, whose numbers are `to`.
void add(const Packed& packed, const model::Weights& weights, float* to) {
    const float middle = static_cast<float>((1 << packed.bits) - 1) / 2;
    const int in_a_byte = 8 / packed.bits, mask = (1 << packed.bits) - 1;
    size_t at = 0;
    const float* scale = packed.scales.data();
    each_matrix(weights, [&](const model::ConstMatrixView& one) {
        for (int row = 0; row < one.rows; ++row, ++scale) {
            for (int col = 0; col < one.cols; ++col, ++at) {
                const size_t byte = at / static_cast<size_t>(in_a_byte);
                const int shift = packed.bits * static_cast<int>(at % static_cast<size_t>(in_a_byte));
                to[at] += (static_cast<float>(packed.codes[byte] >> shift & mask) - middle) * *scale;
            }
        }
    });
}

}  // namespace

const Measured& measured(int checkpoint) {
    static const std::array<Measured, checkpoint_count> all = [] {
        std::array<std::int32_t, checkpoint_count * numbers_a_checkpoint> numbers;
        fill(numbers.data());
        std::array<Measured, checkpoint_count> out;
        const std::int32_t* number = numbers.data();
        const auto next = [&number] { return *number++ / 1e5; };
        for (Measured& one : out) {
            one.step = *number++;
            one.loss = next();
            one.copies_right = next();
            for (Scores& head : one.heads) {
                head.copying = next();
                head.subject = next();
            }
        }
        return out;
    }();
    return all[static_cast<size_t>(checkpoint)];
}

const Band& band() {
    static const Band one = [] {
        Band out{learned::heads_a_layer, 0, last};
        const auto score = [](int head, int checkpoint) {
            return measured(checkpoint).heads[static_cast<size_t>(head)].copying;
        };
        for (int head = out.head; head < learned::head_count; ++head)
            if (score(head, last) > score(out.head, last)) out.head = head;
        const double start = score(out.head, 0), climb = score(out.head, last) - start;
        for (int checkpoint = 0; checkpoint < checkpoint_count; ++checkpoint) {
            const double made = (score(out.head, checkpoint) - start) / climb;
            if (made < 0.1) out.from = checkpoint;
            if (made >= 0.7) out.to = std::min(out.to, checkpoint);
        }
        return out;
    }();
    return one;
}

int missing_for(int checkpoint) {
    const int base = checkpoint >= first_on_last ? last : 0;
    // (The shapes are the last one's.)
    for (const int one : {int{last}, base, checkpoint})
        if (!there(one)) return one;
    return -1;
}

std::string take(int checkpoint, std::span<const Tensor> tensors) {
    if (checkpoint < 0 || checkpoint >= last || learned::weights() == nullptr) return "";
    size_t rows = 0, numbers = 0;
    each_matrix(*learned::weights(), [&](const model::ConstMatrixView& one) {
        rows += static_cast<size_t>(one.rows);
        numbers += one.size();
    });
    Packed out;
    for (const Tensor& one : tensors) {
        if (one.name == "scales") out.scales = one.data;
        if (one.name == "codes")
            for (const float code : one.data) out.codes.push_back(static_cast<std::uint8_t>(code));
    }
    out.bits = static_cast<int>(8 * out.codes.size() / numbers);
    if (out.scales.size() != rows || (out.bits != 2 && out.bits != 4) ||
        8 * out.codes.size() != numbers * static_cast<size_t>(out.bits))
        return Phrase() << "The file of step " << measured(checkpoint).step << " is not whole.";
    held()[static_cast<size_t>(checkpoint)] = std::move(out);
    return {};
}

model::Weights weights_at(int checkpoint) {
    const model::Weights& shape = *learned::weights();
    const bool from_last = checkpoint >= first_on_last;
    model::Weights out;
    out.config = shape.config;
    out.layers.resize(shape.layers.size());
    std::vector<const model::ConstMatrixView*> like;
    each_matrix(shape, [&](const model::ConstMatrixView& one) {
        like.push_back(&one);
        for (size_t i = 0; i < one.size(); ++i) out.own.push_back(from_last ? one.data[i] : 0.0f);
    });
    if (!from_last) add(held()[0], shape, out.own.data());
    if (checkpoint > 0 && checkpoint < last)
        add(held()[static_cast<size_t>(checkpoint)], shape, out.own.data());
    const float* numbers = out.own.data();
    size_t which = 0;
    each_matrix(out, [&](model::ConstMatrixView& one) {
        const model::ConstMatrixView& shape_of_one = *like[which++];
        one = {numbers, shape_of_one.rows, shape_of_one.cols};
        numbers += one.size();
    });
    return out;
}

}  // namespace explainer::training
