// The worked example: NumPy's digits, the essays' facts, and what is given follows the data.
#include "explainer/worked_example.h"

#include <bit>
#include <cstring>

#include "explainer/numpy_random.h"
#include "helpers.h"
#include "label_painter.h"

using namespace explainer;

namespace {

const auto table = joined(example_parameters, softmax_parameters);

State state_of(std::string_view text) {
    State state("test", table);
    const std::optional<std::string> error = state.restore(text);
    REQUIRE_MESSAGE(!error, *error);
    return state;
}

void check(std::span<const float> got, std::initializer_list<double> wanted, double tolerance) {
    REQUIRE(got.size() == wanted.size());
    size_t at = 0;
    for (const double one : wanted) {
        CAPTURE(at);
        CHECK(std::fabs(static_cast<double>(got[at++]) - one) <= tolerance);
    }
}

std::span<const float> row(const std::vector<float>& values, int columns, int index) {
    return std::span(values).subspan(static_cast<size_t>(index * columns), static_cast<size_t>(columns));
}

}  // namespace

TEST_CASE("NumPy's legacy generator, digit for digit") {
    NumpyRandom random(42);
    // np.random.seed(42); np.random.randn(4)
    for (const double wanted :
         {0.4967141530112327, -0.13826430117118466, 0.6476885381006925, 1.5230298564080254})
        CHECK(random.randn() == wanted);
    NumpyRandom uniform(42);
    // np.random.seed(42); np.random.rand(3)
    for (const double wanted : {0.3745401188473625, 0.9507143064099162, 0.7319939418114051})
        CHECK(uniform.rand() == wanted);
}

TEST_CASE("NumPy's normal numbers: the same bits on every machine, however it multiplies and adds") {
    NumpyRandom random(42);
    uint64_t hash = 14695981039346656037u;  // FNV-1a, a number at a time
    for (int i = 0; i < 2000; ++i) hash = (hash ^ std::bit_cast<uint64_t>(random.randn())) * 1099511628211u;
    CHECK(hash ==
          0x1fed237433f904fu);  // of numbers that were two units in the last place from NumPy's at most
}

TEST_CASE("the walkthrough “I love AI”: every stated number") {
    const WorkedExample one = worked_example(state_of(""));
    check(one.q, {2, 1, 0, 1, 1, 1, 1, 2, 0}, 0);
    check(one.k, {0, 1, 2, 2, 1, 0, 1, 1, 1}, 0);
    check(one.trace.scores, {1, 5, 3, 3, 3, 3, 2, 4, 3}, 0);
    check(row(one.trace.scaled, 3, 0), {0.577, 2.887, 1.732}, 0.0005);
    check(row(one.trace.weights, 3, 0), {0.070, 0.707, 0.223}, 0.0005);
    check(row(one.trace.weights, 3, 1), {1 / 3.0, 1 / 3.0, 1 / 3.0}, 1e-6);
    for (const auto& [word, wanted] : {std::pair(0, 1.637), std::pair(1, 1.0), std::pair(2, 1.365)})
        CHECK(std::fabs(static_cast<double>(one.trace.output_view()(word, 1)) - wanted) < 0.0005);
    check(one.v, {4, 0, -3, 0, 2, 1, -1, 1, 0}, 0);
}

TEST_CASE("the book chapter's example by hand, and its exercises") {
    const WorkedExample one = worked_example(state_of("data=hand"));
    check(one.trace.scores, {1, 0, 1}, 0);
    check(one.trace.weights, {0.401, 0.198, 0.401}, 0.0005);
    check(one.trace.output, {6.017, 3.983}, 0.0005);
    const WorkedExample first = worked_example(state_of("data=hand;q=0,2"));
    check(first.trace.scores, {0, 2, 2}, 0);
    check(first.trace.weights, {0.108, 0.446, 0.446}, 0.0005);
    check(first.trace.output, {3.313, 6.687}, 0.0006);
    const WorkedExample third = worked_example(state_of("data=hand;temperature=0.1"));
    check(third.trace.weights, {0.4998, 0.0004, 0.4998}, 0.00005);
    const WorkedExample fourth = worked_example(state_of("data=two"));
    CHECK(std::fabs(static_cast<double>(fourth.trace.weights[0]) - 0.99) < 0.0005);
}

TEST_CASE("the article's listing: NumPy's numbers, and the spread of its scores as they are") {
    const WorkedExample one = worked_example(state_of("data=seed-42"));
    CHECK(one.n == 4);
    CHECK(one.width == 8);
    CHECK(one.x[0] == doctest::Approx(0.4967141530112327));
    CHECK(std::fabs(deviation(one.trace.scores) - 0.102) < 0.0005);
    CHECK(std::fabs(deviation(one.trace.scaled) - 0.051) < 0.0005);
}

TEST_CASE("what is given follows the data, and whatever it is, all shapes fit") {
    for (const char* data : {"love", "hand", "two", "seed-42", "own"}) {
        CAPTURE(data);
        const State state = state_of("data=" + std::string(data));
        const WorkedExample one = worked_example(state);
        CHECK(static_cast<int>(one.queries.size()) == one.n);
        CHECK(static_cast<int>(one.keys.size()) == one.m);
        CHECK(one.from_words == example_active(state, example::x));
        CHECK(one.from_words != example_active(state, example::q));
        CHECK(example_active(state, example::words) == (std::string_view(data) == "own"));
        CHECK(example_numpy(state).find(one.from_words ? "X = " : "Q = ") != std::string::npos);
    }
    CHECK(worked_example(state_of("data=own;words=a")).queries ==
          std::vector<std::string>{"a", "word 2", "word 3"});
}

TEST_CASE("worked example: whose numbers they are is said only while they are, in all that show them") {
    // Of each data: the words for as it is given, and a change of one number.
    struct Case {
        const char *data, *origin, *changed;
    };
    const Case cases[] = {{"love", "reconstructed", "x=1,0,1,0/0,1,0,1/1,1,0,3"},
                          {"hand", "given by hand", "v=10,0/0,10/5,6"},
                          {"two", "constructed", "q=2,1"},
                          {"seed-42", "random, seed 42", "wq=0"}};
    for (const char* id : {"projection", "scores", "values", "pipeline"}) {
        for (const Case& one : cases) {
            const std::string given = std::string("data=") + one.data;
            const ExhibitType* type = find_exhibit(id);
            State changed(type->id, type->parameters);
            REQUIRE(!changed.restore(given));
            const std::string name(one.changed, std::strchr(one.changed, '='));
            const int parameter = changed.find(name);
            REQUIRE(parameter >= 0);
            if (std::string(one.changed) == "wq=0")
                changed.set_cell(parameter, 7, 3, 0.5);
            else
                REQUIRE(!changed.restore(given + ";" + one.changed));
            CAPTURE(std::string(id));
            CAPTURE(given);
            for (const float width : {960.0f, 360.0f}) {
                CAPTURE(width);
                Shown as_given(id, given, width), typed(id, changed.save(), width);
                std::string said[2];
                for (int i = 0; i < 2; ++i) {
                    View& view = i == 0 ? static_cast<View&>(as_given) : typed;
                    LabelPainter painter;
                    view.draw_with(painter, width);
                    for (const Label& label : painter.labels)
                        said[i] += label.text + " ";  // (lines of a paragraph are labels of their own)
                    for (const Table& t : view.describe().tables) said[i] += t.title + "\n";
                }
                const auto says = [](const std::string& text, const char* part) {
                    return text.find(part) != std::string::npos;
                };
                CHECK(says(said[0], one.origin));
                // (values has a W_O besides, which is constructed there and was not touched)
                if (std::string(id) != "values" || std::string(one.data) != "two")
                    CHECK_FALSE(says(said[1], one.origin));
                CHECK(says(said[1], "changed by hand"));
                for (const char* gone :
                     {"Stated:", "6.015", "× 0.1", "The article expects", "stated and computed"})
                    CHECK_FALSE(says(said[1], gone));
            }
        }
    }
}

TEST_CASE("values: W_O is constructed, or the listing's next numbers, until it is typed over") {
    for (const char* data : {"love", "seed-42"}) {
        Shown view("values", std::string("data=") + data, 960);
        State typed = view.state();
        typed.set_cell(typed.find("wo"), 0, 0, 7);
        Shown changed("values", typed.save(), 960);
        const auto origin = [](View& one) {
            LabelPainter painter;
            one.draw_with(painter, 960);
            return painter.says("changed by hand") ? "changed"
                   : painter.says("random")        ? "random"
                                                   : "constructed";
        };
        CHECK(std::string(origin(view)) == (std::string(data) == "love" ? "constructed" : "random"));
        CHECK(std::string(origin(changed)) == "changed");
    }
}
