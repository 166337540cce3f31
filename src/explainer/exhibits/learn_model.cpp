// See learn_model.h.
#include "explainer/exhibits/learn_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "explainer/format.h"
#include "explainer/parameter_makers.h"
#include "explainer/phrase.h"

namespace explainer::learn {
namespace {

constexpr std::array task_choices = {Choice{"copy", "copy"}, Choice{"reverse", "reverse"},
                                     Choice{"count", "count"}, Choice{"agree", "agree"}};
constexpr std::array shape_choices = {Choice{"1-1", "1 × 1"}, Choice{"2-1", "2 × 1"}, Choice{"2-2", "2 × 2"},
                                      Choice{"2-4", "2 × 4"}};
constexpr struct { int layers, heads; } shapes[] = {{1, 1}, {2, 1}, {2, 2}, {2, 4}};
constexpr double last_heads[] = {0, 1, 3, 7};
constexpr std::array rate_choices = {Choice{"low", "0.001"}, Choice{"medium", "0.003"},
                                     Choice{"high", "0.01"}};
constexpr float rates[] = {0.001f, 0.003f, 0.01f};
constexpr std::array pace_choices = {Choice{"slow", "10"}, Choice{"medium", "50"}, Choice{"fast", "100"}};

constexpr Parameter reversed(Parameter one) {
    one.reversed = true;
    return one;
}

// With another one of these the training is another one: it begins at the first step, with no head cut.
constexpr std::string_view trained_on = "task shape seed rate mlp";

constexpr std::array trained = {
    choice_of("task", "task", "What the model has to learn.", task_choices),
    choice_of("shape", "layers × heads", "How many layers the model has, and how many heads in each.",
              shape_choices, 1),
    integer_of("seed", "seed", "What the random weights and sequences are drawn from.", 1, 99, 1),
    choice_of("rate", "learning rate", "How far a step of training moves each number.", rate_choices, 1),
    toggle_of("mlp", "MLP", "Adds an MLP after each attention layer, and has layer norms for RMS norms.",
              false),
    anew_with(trained_on, by_steps(checkpoint_every,
                                   integer_of("step", "step", "How many steps the model has been trained.", 0,
                                              last_step, 0))),
    reversed(bounded(
        by_steps(checkpoint_every, integer_of("ago", "shown step", "How many steps back from there is shown.",
                                              0, last_step, 0)),
        {.parameter = "step"})),
    choice_of("pace", "steps a second", "How fast the steps are played.", pace_choices, 1),
    integer_of("row", "letter that asks", "The letter after which the next one is asked for, counted from 0.",
               0, 23, 13),
    integer_of("column", "letter looked at", "The letter that is looked at, counted from 0.", 0, 23, 5),
    anew_with("shape", bounded(integer_of("head", "head", "Which head the large map shows.", 0, most_maps - 1,
                                          most_maps - 1),
                               {.parameter = "shape", .by_choice = last_heads})),
};
constexpr std::array shown = {
    play_of("step", "Trains on, or pauses."),
    piece_of("showLoss", "loss", "How wrong the model was at each step.", true),
    piece_of("showHeads", "all heads", "The maps of all heads.", true),
    piece_of("showFilm", "film", "The map of the head from the first step on.", false),
    piece_of("showProduct", "dot product", "The score of the chosen cell, number by number.", false),
};
constexpr auto table = joined(
    trained,
    head_switches("Cut, the head adds nothing to what the model says. Nothing is retrained.", trained_on),
    shown);

size_t at_index(int i) {
    return static_cast<size_t>(i);
}

}  // namespace

std::string letter(int token) {
    return std::string(1, static_cast<char>('A' + token));
}

bool goes_back(const State& state) {
    return state.toggle(show_loss) || state.toggle(show_film);
}

std::span<const Parameter> parameters() {
    return table;
}

void Model::read(const State& state) {
    model::LearnerSettings settings;
    settings.task = static_cast<model::Task>(state.choice(task));
    settings.layers = shapes[state.choice(shape)].layers;
    settings.heads = shapes[state.choice(shape)].heads;
    settings.seed = static_cast<unsigned>(state.integer(seed));
    settings.rate = rates[state.choice(rate)];
    settings.mlp = state.toggle(mlp);
    wanted = state.integer(step) / checkpoint_every * checkpoint_every;
    ago_ = goes_back(state) ? state.integer(ago) : 0;
    layer_count = settings.layers;
    head_count = settings.heads;
    head = head_at(state.integer(head_shown));
    if (learner_ == nullptr || settings != settings_) {
        settings_ = settings;
        ++course_;
        learner_ = std::make_unique<model::Learner>(settings);
        example = learner_->example();
        n = static_cast<int>(example.tokens.size());
        letters.clear();
        for (const int token : example.tokens) letters.push_back(letter(token));
        losses.clear();
        kept.clear();
        trained = 0;
        keep(learner_->parameters());
    }
    off_.clear();
    for (int h = 0; h < most_maps; ++h) {
        on[at_index(h)] = !exists(h) || state.toggle(first_switch + h);
        if (exists(h)) off_.push_back(on[at_index(h)] ? 0 : 1);
    }
    asks = std::min(state.integer(row_focus), n - 1);
    looks = std::min(state.integer(column_focus), asks);
    show();
}

void Model::keep(std::span<const float> then) {
    kept.push_back({trained, {then.begin(), then.end()}, learner_->evaluate(then)});
}

bool Model::train(float effort) {
    if (trained >= wanted) return false;
    const int before = trained;
    // (A step takes one or two milliseconds, with an MLP thrice that.)
    const float steps = effort * (settings_.mlp ? 1 : 2);
    for (int i = std::max(1, static_cast<int>(steps)); i > 0 && trained < wanted; --i) {
        const auto loss = static_cast<float>(learner_->step());
        if (learner_->steps() <= trained) continue;  // what it missed, while somebody else trained
        losses.push_back(loss);
        ++trained;
        if (trained % checkpoint_every == 0) keep(learner_->parameters());
    }
    if (trained != before && trained % checkpoint_every == 0) show();
    return trained < wanted;
}

void Model::take(std::span<const float> step_losses, std::span<const float> then) {
    if (step_losses.size() != at_index(checkpoint_every) || then.size() != learner_->parameters().size())
        return;
    losses.resize(at_index(newest_kept()));
    losses.insert(losses.end(), step_losses.begin(), step_losses.end());
    trained = newest_kept() + checkpoint_every;
    keep(then);
    show();
}

void Model::show() {
    const auto masked = [this](std::vector<float> map) {
        for (int i = 0; i < n; ++i)
            std::fill_n(&map[at_index(i * n)] + i + 1, n - i - 1, std::numeric_limits<float>::quiet_NaN());
        return map;
    };
    const int last = reached() / checkpoint_every;
    at = std::clamp(last - ago_ / checkpoint_every, 0, last);
    const unsigned char* const off = cut() > 0 ? off_.data() : nullptr;
    now = off != nullptr ? learner_->evaluate(shown().parameters, off) : shown().score;
    model::Pass pass = learner_->pass(shown().parameters, example, off);
    says = std::move(pass.says);
    for (int h = 0; h < most_maps; ++h) {
        if (!exists(h)) continue;
        maps[at_index(h)] = masked(std::move(pass.weights[at_index(place(h))]));
        Habit& habit = habits[at_index(h)] = {};
        int asked = 0, before = 0;
        for (int i = 0; i < n; ++i) {
            const bool known = example.answers[at_index(i)] >= 0;
            if (i > 0 && (agrees() ? !known : asked == 0)) {
                habit.previous += weight(h, i, i - 1);
                ++before;
            }
            if (!known) continue;
            for (int j = 0; j <= i; ++j) habit.next += tells_next(i, j) ? weight(h, i, j) : 0;
            ++asked;
        }
        habit.previous /= before;
        habit.next /= asked;
    }
    const std::vector<float>&queries = pass.queries[at_index(place(head))],
          &keys = pass.keys[at_index(place(head))];
    const size_t size = queries.size() / at_index(n);
    pair.resize(3 * size);
    for (size_t t = 0; t < size; ++t) {
        pair[t] = queries[at_index(asks) * size + t];
        pair[size + t] = keys[at_index(looks) * size + t];
        pair[2 * size + t] = pair[t] * pair[size + t];
    }
    film_count = std::min(film_frames, last + 1);
    for (int f = 0; f < film_count; ++f) {
        const int frame = film_count < 2 ? 0 : last * f / (film_count - 1);
        film_steps[at_index(f)] = frame * checkpoint_every;
        film[at_index(f)] = std::move(
            learner_->pass(kept[at_index(frame)].parameters, example, off).weights[at_index(place(head))]);
    }
    ++version;
}

const Checkpoint* Model::first_right(double share) const {
    for (const Checkpoint& one : kept) {
        if (one.step > reached()) break;
        if (one.score.right >= share) return &one;
    }
    return nullptr;
}

float Model::largest_factor() const {
    float largest = 0;
    for (const float one : pair) largest = std::max(largest, std::fabs(one));
    return largest;
}

int Model::most(int of_head, int i) const {
    const float* const row = &maps[at_index(of_head)][at_index(i * n)];
    return static_cast<int>(std::max_element(row, row + i + 1) - row);
}

Description Model::describe() const {
    Description out;
    Phrase summary;
    summary << "After " << shown().step << " steps of training the model gets " << Percent{now.right, 1}
            << " of the predictable letters right";
    if (cut() > 0)
        summary << " with " << cut_name() << ", " << Percent{shown().score.right, 1} << " with all heads";
    summary << ". In head " << head_name(head) << ", " << letters[at_index(asks)] << " (letter " << asks + 1
            << ") looks most at " << letters[at_index(most(head, asks))] << " (letter "
            << most(head, asks) + 1 << "), " << Fixed{weight(head, asks, most(head, asks)), 3} << ".";
    if (trained < wanted) summary << " It is being trained: " << trained << " of " << wanted << " steps.";
    out.summary = summary;

    Table all{
        "Heads", {"head", agrees() ? "on the subject" : "on what comes next", "on the letter before"}, {}};
    for (int h = 0; h < most_maps; ++h) {
        if (!exists(h)) continue;
        add_row(all) << head_name(h) + (on[at_index(h)] ? "" : ", cut") << habits[at_index(h)].next
                     << habits[at_index(h)].previous;
    }
    Table course{"Training", {"step", "right", "loss"}, {}};
    for (const Checkpoint& one : kept) {
        if (one.step > reached()) break;
        add_row(course) << one.step << one.score.right << one.score.loss;
    }
    Table answer{"The example", {"letter", "right next", "the model says"}, {}};
    for (int i = 0; i < n; ++i)
        add_row(answer) << letters[at_index(i)]
                        << (example.answers[at_index(i)] < 0 ? Cell("–")
                                                             : Cell(letter(example.answers[at_index(i)])))
                        << letter(says[at_index(i)]);
    Table factors{"Dot product", {"number", "q", "k", "q × k"}, {}};
    for (size_t t = 0, size = at_index(d()); t < size; ++t)
        add_row(factors) << static_cast<int>(t) + 1 << pair[t] << pair[size + t] << pair[2 * size + t];
    factors.piece = show_product;
    all.piece = show_heads;
    course.piece = show_loss;
    out.tables.push_back(std::move(answer));
    out.tables.push_back(std::move(all));
    out.tables.push_back(std::move(course));
    out.tables.push_back(weights_table("Weights of head " + head_name(head), "letter that asks", letters,
                                       maps[at_index(head)]));
    out.tables.push_back(std::move(factors));
    out.add_value("step", shown().step);
    out.add_value("right", now.right);
    out.add_value("right, all heads on", shown().score.right);
    out.add_value("loss", now.loss);
    out.add_value("weight", weight(head, asks, looks));
    out.add_value("q · k", product());
    out.add_value("score", score());
    return out;
}

}  // namespace explainer::learn
