// Multi-head and grouped-query attention, staged and fused, against the double reference.
#include "attention/multi_head.h"

#include <array>

#include "attention/key_value_cache.h"
#include "attention/panels.h"
#include "attention/position.h"
#include "helpers.h"
#include "staged_multi_head.h"

using namespace attention;
using test::Owned;

namespace {

struct Model {
    Owned wq, wk, wv, wo;
    MultiHeadWeights weights(int heads, int kv_heads) const {
        return {wq.get(), wk.get(), wv.get(), wo.get(), heads, kv_heads};
    }
};

Model model(int d_model, int heads, int kv_heads, std::uint32_t seed) {
    test::Random random(seed);
    const float scale = 1 / std::sqrt(static_cast<float>(d_model));
    const int kv = d_model / heads * kv_heads;
    Owned wq = random.matrix(d_model, d_model, scale);
    Owned wk = random.matrix(d_model, kv, scale);
    Owned wv = random.matrix(d_model, kv, scale);
    Owned wo = random.matrix(d_model, d_model, scale);
    return {std::move(wq), std::move(wk), std::move(wv), std::move(wo)};
}

std::vector<float> fused(const Owned& x, const MultiHeadWeights& w, const Options& options,
                         std::vector<float>* weights) {
    const MultiHeadShape shape{x.rows, x.cols, w.heads, w.kv_heads};
    std::vector<float> packed(packed_weights_floats(shape));
    pack_weights(w, packed.data());
    std::vector<float> scratch(multi_head_scratch(shape, weights != nullptr));
    Owned out(x.rows, x.cols, 77.0f);
    if (weights) weights->assign(test::z(w.heads) * test::z(x.rows) * test::z(x.rows), 88.0f);
    multi_head(x.get(), packed.data(), shape, options, scratch.data(), out.view(),
               weights ? weights->data() : nullptr);
    return out.data;
}

}  // namespace

TEST_CASE("multi-head: staged and fused against the reference") {
    for (const int n : {1, 5, 8, 33}) {
        for (const auto& [d_model, heads, kv_heads] :
             {std::array{8, 1, 1}, {8, 2, 2}, {8, 8, 8}, {24, 4, 2}, {30, 6, 1}, {64, 4, 4}}) {
            test::Random random(3);
            const Owned x = random.matrix(n, d_model);
            const Model m = model(d_model, heads, kv_heads, 4);
            const MultiHeadWeights w = m.weights(heads, kv_heads);
            const std::vector<unsigned char> key_mask = [n] {
                std::vector<unsigned char> some(test::z(n));
                for (int j = 0; j < n; ++j) some[test::z(j)] = j % 3 != 1;
                return some;
            }();
            for (int variant = 0; variant < 8; ++variant) {
                Options options;
                options.causal = variant % 2 == 1;
                options.alibi = variant == 2 ? 1.0f : 0.0f;
                options.rope_base = variant >= 3 && d_model / heads > 1 ? 10000.0f : 0.0f;
                if (variant == 4) options.rope_pairs = RopePairs::halves;
                if (variant >= 5) options.query_offset = variant == 6 ? -2 : 3;
                if (variant == 6) options.window = 4;
                if (variant == 7) options.key_mask = key_mask.data();
                if (variant == 7) options.alibi = -0.5f;
                const std::vector<double> expected = reference::multi_head(x.get(), w, options);
                const MultiHeadTrace staged = multi_head_trace(x.get(), w, options);
                std::vector<float> weights;
                CHECK(test::distance(staged.output, expected) < 5e-6);
                CHECK(test::distance(fused(x, w, options, nullptr), expected) < 5e-6);
                CHECK(test::distance(fused(x, w, options, &weights), expected) < 5e-6);
                CHECK(test::distance(weights, staged.weights) < 1e-5);
            }
        }
    }
}

TEST_CASE("grouped-query equals multi-head with the key heads repeated") {
    test::Random random(5);
    const Owned x = random.matrix(9, 24);
    const Model m = model(24, 4, 2, 6);
    Model repeated = model(24, 4, 4, 6);
    for (int i = 0; i < 24; ++i) {
        for (int c = 0; c < 24; ++c) {
            repeated.wq(i, c) = m.wq.get()(i, c);
            repeated.wo(i, c) = m.wo.get()(i, c);
            const int from = c / 6 / 2 * 6 + c % 6;  // heads 0, 1 read key head 0; 2, 3 read 1
            repeated.wk(i, c) = m.wk.get()(i, from);
            repeated.wv(i, c) = m.wv.get()(i, from);
        }
    }
    CHECK(test::distance(fused(x, m.weights(4, 2), {}, nullptr),
                         fused(x, repeated.weights(4, 4), {}, nullptr)) < 2e-6);
}

TEST_CASE("products of packed factors: any size, strides, nothing else written; SIMD and scalar agree") {
    test::Random random(7);
    for (const int n : {1, 5, 6, 7, 13}) {
        for (const int inner : {1, 3, 8, 40}) {
            for (const int columns : {1, 7, 8, 9, 24, 31}) {
                const Owned a = random.matrix(n, inner + 2);
                const Owned b = random.matrix(inner, columns);
                std::vector<float> tiles(row_tile_floats(n, inner));
                std::vector<float> scalar_tiles(row_tile_floats(n, inner));
                pack_row_tiles(a.get().cols_from(0, inner), tiles.data());
                scalar::pack_row_tiles(a.get().cols_from(0, inner), scalar_tiles.data());
                CHECK(tiles == scalar_tiles);
                std::vector<float> panels(panel_floats(inner, columns));
                pack_panels(b.get(), panels.data());
                Owned out(n, columns + 3, 55.0f);
                Owned by_scalar(n, columns + 3, 55.0f);
                multiply_panels(tiles.data(), panels.data(), inner, out.view().cols_from(0, columns));
                scalar::multiply_panels(tiles.data(), panels.data(), inner,
                                        by_scalar.view().cols_from(0, columns));
                CHECK(test::distance(out.data, by_scalar.data) < 2e-5);
                for (int i = 0; i < n; ++i) {
                    for (int c = columns; c < columns + 3; ++c) CHECK(out(i, c) == 55.0f);
                    for (int c = 0; c < columns; ++c) {
                        double sum = 0;
                        for (int t = 0; t < inner; ++t)
                            sum += static_cast<double>(a.get()(i, t)) * static_cast<double>(b.get()(t, c));
                        CHECK(std::abs(static_cast<double>(out(i, c)) - sum) < 1e-5);
                    }
                }
            }
        }
    }
}

TEST_CASE("sizes beyond 32 bits do not wrap") {
    CHECK(packed_weights_floats({0, 13108, 13108, 13108}) ==
          3ull * 13108 * 13108 * 8 + 13108ull * 13112);  // 4.3e9, just over 2^32: modulo that it looked small
    CHECK(multi_head_scratch({65536, 65536, 1, 1}, true) > 4ull << 32);
    CHECK(attend_scratch(2147483647, 2147483647, 1, 1) >= 2147483647ull);
    CHECK(KeyValueCache::cache_floats({1 << 30, 2, 1, 3}) == 1ull << 33);
    CHECK(panel_floats(1 << 16, 1 << 16) == 1ull << 32);
}
