// Patched activations: against the formulas in double, and by what has to follow from them.
#include <cstring>

#include "helpers.h"

using namespace model;
using test::z;

namespace {

// Two sentences of one model, which differ in one word or in all.
struct Pair {
    Config config;
    test::Parameters parameters;
    Weights weights;
    std::vector<int> to, from;
    int differs;

    explicit Pair(test::Random& random)
        : config(enough(random)),
          parameters(test::random_parameters(config, random)),
          weights(test::bound(config, parameters)),
          to(random.tokens(random.from(2, config.context), config.vocabulary)),
          from(to),
          differs(random.from(0, static_cast<int>(to.size()) - 1)) {
        from[z(differs)] = (to[z(differs)] + 1) % config.vocabulary;
    }
    int n() const { return static_cast<int>(to.size()); }
    test::OwnRun run(const std::vector<int>& tokens, const Options& options = {}) const {
        return test::OwnRun(weights, tokens, options);
    }

  private:
    static Config enough(test::Random& random) {
        Config config = test::random_config(random);
        config.vocabulary += 1;
        config.context += 1;
        return config;
    }
};

Patch of_residual(const Run& run, int layer, int position, int rows = 1) {
    return {
        .layer = layer, .position = position, .values = run.residual[z(2 * layer)].rows_from(position, rows)};
}
Patch of_head(const Run& run, const Config& config, int layer, int head, int position, int rows = 1) {
    return {.site = Patch::Site::head,
            .layer = layer,
            .head = head,
            .position = position,
            .values = run.layers[z(layer)].head(head, config.d()).rows_from(position, rows)};
}

bool same_bits(MatrixView a, MatrixView b) {
    return a.same_shape(b) && std::memcmp(a.data, b.data, a.size() * sizeof(float)) == 0;
}

}  // namespace

TEST_CASE("patch: every value is the double reference's, any patches, any heads switched off") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 60; ++round) {
        CAPTURE(round);
        const Pair pair(random);
        const Config& config = pair.config;
        std::vector<unsigned char> off(z(config.layers * config.heads));
        for (unsigned char& one : off) one = random.from(0, 3) == 0;
        const test::OwnRun there = pair.run(pair.from);
        std::vector<Patch> patches;
        std::vector<test::Put> puts;
        for (int count = random.from(1, 4); count > 0; --count) {
            const int position = random.from(0, pair.n() - 1), rows = random.from(1, pair.n() - position);
            const Patch patch = random.from(0, 1)
                                    ? of_residual(there.run, random.from(0, config.layers), position, rows)
                                    : of_head(there.run, config, random.from(0, config.layers - 1),
                                              random.from(0, config.heads - 1), position, rows);
            patches.push_back(patch);
            test::Numbers values;
            for (int i = 0; i < rows; ++i)
                values.insert(values.end(), patch.values.row(i), patch.values.row(i) + patch.values.cols);
            puts.push_back({patch, values});
        }
        const test::OwnRun got = pair.run(pair.to, {off.data(), patches});
        const test::Expected want = test::reference(config, pair.parameters, pair.to, off, puts);
        for (std::size_t i = 0; i < want.residual.size(); ++i)
            CHECK(test::distance(got.run.residual[i], want.residual[i]) < 1e-4);
        for (std::size_t l = 0; l < want.layers.size(); ++l) {
            CHECK(test::distance(got.run.layers[l].heads, want.layers[l].heads) < 1e-4);
            CHECK(test::distance(got.run.layers[l].attention, want.layers[l].attention) < 1e-4);
        }
        CHECK(test::distance(got.run.logits, want.logits) < 1e-4);
    }
}

TEST_CASE("patch: a run's own activations change nothing, to the last bit") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    for (int round = 0; round < 20; ++round) {
        const Pair pair(random);
        const test::OwnRun plain = pair.run(pair.to);
        std::vector<Patch> all;
        for (int l = 0; l <= pair.config.layers; ++l) {
            for (int i = 0; i < pair.n(); ++i) all.push_back(of_residual(plain.run, l, i));
            for (int h = 0; l < pair.config.layers && h < pair.config.heads; ++h)
                all.push_back(of_head(plain.run, pair.config, l, h, 0, pair.n()));
        }
        CHECK(pair.run(pair.to, {nullptr, all}).memory == plain.memory);
        for (const Patch& one : all)
            CHECK(same_bits(pair.run(pair.to, {nullptr, {&one, 1}}).run.logits, plain.run.logits));
    }
}

TEST_CASE("patch: what all positions have at a level decides the logits, to the last bit") {
    const unsigned seed = seed_of_run();
    CAPTURE(seed);
    test::Random random(seed);
    int different = 0;  // (a model of width 1 says the same of everything)
    for (int round = 0; round < 20; ++round) {
        const Pair pair(random);
        const test::OwnRun plain = pair.run(pair.to), there = pair.run(pair.from);
        different += same_bits(plain.run.logits, there.run.logits) ? 0 : 1;
        for (int l = 0; l <= pair.config.layers; ++l) {
            const Patch whole = of_residual(there.run, l, 0, pair.n());
            CHECK(same_bits(pair.run(pair.to, {nullptr, {&whole, 1}}).run.logits, there.run.logits));
            std::vector<Patch> each;
            for (int i = 0; i < pair.n(); ++i) each.push_back(of_residual(there.run, l, i));
            CHECK(same_bits(pair.run(pair.to, {nullptr, each}).run.logits, there.run.logits));
        }
        // Before the layers only the word that differs does.
        for (int i = 0; i < pair.n(); ++i) {
            const Patch one = of_residual(there.run, 0, i);
            CHECK(same_bits(pair.run(pair.to, {nullptr, {&one, 1}}).run.logits,
                            (i == pair.differs ? there : plain).run.logits));
        }
        // At the end each position decides its own logits, and no other ones.
        const int last = pair.n() - 1;
        const Patch end = of_residual(there.run, pair.config.layers, last);
        const test::OwnRun got = pair.run(pair.to, {nullptr, {&end, 1}});
        CHECK(same_bits(got.run.logits.rows_from(last, 1), there.run.logits.rows_from(last, 1)));
        CHECK(same_bits(got.run.logits.rows_from(0, last), plain.run.logits.rows_from(0, last)));
    }
    CHECK(different > 10);
}

TEST_CASE("patch: a head whose output is zeros is a head that is switched off; one that is off stays off") {
    test::Random random(seed_of_run());
    for (int round = 0; round < 20; ++round) {
        const Pair pair(random);
        const Config& config = pair.config;
        const int l = random.from(0, config.layers - 1), h = random.from(0, config.heads - 1);
        std::vector<unsigned char> off(z(config.layers * config.heads));
        off[z(l * config.heads + h)] = 1;
        const std::vector<float> nothing(z(pair.n() * config.d()));
        const Patch zeros{.site = Patch::Site::head,
                          .layer = l,
                          .head = h,
                          .values = {nothing.data(), pair.n(), config.d()}};
        const test::OwnRun without = pair.run(pair.to, {off.data()}),
                           zeroed = pair.run(pair.to, {nullptr, {&zeros, 1}});
        CHECK(test::distance(zeroed.run.logits, test::widen(without.run.logits)) == 0);
        CHECK(test::distance(zeroed.run.layers[z(l)].head(h, config.d()),
                             test::Numbers(nothing.size(), 0.0)) == 0);
        const test::OwnRun there = pair.run(pair.from);
        const Patch other = of_head(there.run, config, l, h, 0, pair.n());
        CHECK(same_bits(pair.run(pair.to, {off.data(), {&other, 1}}).run.logits, without.run.logits));
    }
}

TEST_CASE("patch: of two at one place the last counts") {
    test::Random random(5);
    const Pair pair(random);
    const test::OwnRun plain = pair.run(pair.to), there = pair.run(pair.from);
    const Patch both[] = {of_residual(there.run, 1, 0, pair.n()), of_residual(plain.run, 1, 0, pair.n())};
    CHECK(same_bits(pair.run(pair.to, {nullptr, both}).run.logits, plain.run.logits));
}

TEST_CASE("patch: places that a run has not are refused by name") {
    const Config config{.vocabulary = 5, .context = 3, .width = 4, .layers = 2, .heads = 2, .inner = 6};
    const std::vector<float> values(12);
    const auto refused = [&](const Patch& patch) {
        return attention::message(validate(config, {&patch, 1}, 3));
    };
    const ConstMatrixView row{values.data(), 1, 4}, of_a_head{values.data(), 1, 2};
    constexpr auto head = Patch::Site::head;
    CHECK(refused({.layer = 3, .values = row}) == "patch: layer is 3, there are 3");
    CHECK(refused({.layer = -1, .values = row}) == "patch: layer is -1, there are 3");
    CHECK(refused({.site = head, .layer = 2, .values = of_a_head}) == "patch: layer is 2, there are 2");
    CHECK(refused({.site = head, .head = 2, .values = of_a_head}) == "patch: head is 2, there are 2");
    CHECK(refused({.site = head, .head = -1, .values = of_a_head}) == "patch: head is -1, there are 2");
    CHECK(refused({.position = 3, .values = row}) == "patch: position is 3, there are 3");
    CHECK(refused({.position = -1, .values = row}) == "patch: position is -1, there are 3");
    CHECK(refused({.values = of_a_head}) == "patch: values has 2 columns, the place has 4");
    CHECK(refused({.site = head, .values = row}) == "patch: values has 4 columns, the place has 2");
    CHECK(refused({.position = 1, .values = {values.data(), 3, 4}}) ==
          "patch: values has 3 rows, from its position on there are 2");
    CHECK(refused({}) == "patch: values has no data");
    CHECK(refused({.values = {values.data(), 0, 4}}) == "patch: values has no data");
    CHECK(refused({.layer = 2, .position = 2, .values = row}) == "");
    CHECK(refused({.site = head, .layer = 1, .head = 1, .values = {values.data(), 3, 2, 4}}) == "");
    const Patch good{.values = row}, both[] = {good, {.position = 3, .values = row}};
    CHECK(attention::message(validate(config, both, 3)) == "patch: position is 3, there are 3");
    CHECK(!validate(config, std::span<const Patch>(), 3));
}
