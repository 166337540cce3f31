// Heads: the essays' patterns and relations, what heads are compared by, own words, random heads, what a hand
// does, and values that are bad.
#include <cmath>

#include "random_layout.h"

using namespace explainer;

namespace {

bool says(View& view, std::string_view wanted, float width = 960) {
    LabelPainter painter;
    view.draw_with(painter, width);
    return std::any_of(painter.labels.begin(), painter.labels.end(),
                       [&](const Label& label) { return label.text.find(wanted) != std::string::npos; });
}

double weight(View& view, size_t key) {
    return number(table(view.describe(true), "Row"), key, 4);
}

Point middle_of(View& view, std::string_view text) {
    LabelPainter painter;
    view.draw_with(painter, 960);
    for (const Label& label : painter.labels) {
        if (label.text == text) return label.box.centre();
    }
    FAIL("nothing says " << std::string(text));
    return {};
}

std::string many_words(int count) {
    std::string out = "sentence=own;words=";
    for (int i = 0; i < count; ++i) out += "w" + std::to_string(i % 23) + " ";
    return out;
}

}  // namespace

TEST_CASE("heads, E000: the row of “?” in pattern B, from its scores to its weights") {
    Shown view("heads");
    const Description d = view.describe();
    const double scores[] = {-1, 3.5, -1, -1, -1, -1, 1}, weights[] = {.01, .88, .01, .01, .01, .01, .07};
    for (size_t j = 0; j < 7; ++j) {
        CHECK(number(table(d, "Row"), j, 1) == scores[j]);
        CHECK(std::fabs(number(table(d, "Row"), j, 4) - weights[j]) < 0.005);
    }
    CHECK(value(view, "weight") == doctest::Approx(0.8792).epsilon(1e-3));
    CHECK(value(view, "sum of exponentials") == doctest::Approx(37.67).epsilon(1e-3));
    for (const char* said :
         {"37.67", "33.12", "0.879", "1.319", "0.464", "0.023", "B 0.88", "D 0.90", "A 0.96"})
        CHECK(says(view, said));
}

TEST_CASE("heads, E000: patterns A, C and D, as far as the essay says") {
    Shown view("heads", "head=previous");
    for (int i = 1; i < 7; ++i) {
        REQUIRE(!view.restore("head=previous;row=" + std::to_string(i)));
        CHECK(weight(view, static_cast<size_t>(i - 1)) > 0.9);
        REQUIRE(!view.restore("head=uniform;row=" + std::to_string(i)));
        for (size_t j = 0; j < 7; ++j)
            CHECK(weight(view, j) == doctest::Approx(static_cast<int>(j) <= i ? 1.0 / (i + 1) : 0));
        REQUIRE(!view.restore("head=sink;row=" + std::to_string(i)));
        CHECK(weight(view, 0) > 0.85);
    }
}

TEST_CASE("heads, E002: each relation where its caption says, and rest on the first word else") {
    const std::pair<const char*, size_t> links[] = {{"head=subject-verb;row=2", 1},
                                                    {"head=subject-verb;row=1;causal=false", 2},
                                                    {"head=adjective-noun;row=5;causal=false", 6},
                                                    {"head=preposition;row=3;causal=false", 6},
                                                    {"head=adjective-noun;row=5", 0}};
    for (const auto& [state, key] : links) {
        CAPTURE(state);
        Shown view("heads", std::string("sentence=stone;") + state);
        for (size_t j = 0; j < 7; ++j) {
            if (j != key) CHECK(weight(view, j) < weight(view, key));
        }
    }
    Shown pronoun("heads", "sentence=noise;head=pronoun;row=4");
    CHECK(weight(pronoun, 1) > 0.8);
}

TEST_CASE("heads: entropy, share on the first word and distance are means over the rows with a choice") {
    Shown view("heads");
    const Description d = view.describe();
    const Table &heads = table(d, "Heads"), &map = table(d, "Weights");
    REQUIRE(heads.rows.size() == 8);
    double entropy = 0, first = 0, distance = 0;
    for (size_t i = 1; i < 7; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            const double one = number(map, i, j + 1);
            entropy -= one * std::log(one) / 6;
            distance += one * static_cast<double>(i - j) / 6;
        }
        first += number(map, i, 1) / 6;
    }
    CHECK(number(heads, 1, 3) == doctest::Approx(entropy).epsilon(1e-5));
    CHECK(number(heads, 1, 4) == doctest::Approx(first).epsilon(1e-5));
    CHECK(number(heads, 1, 5) == doctest::Approx(distance).epsilon(1e-5));
    CHECK(value(view, "mean entropy") == number(heads, 1, 3));
    // C spreads evenly: each row's entropy is the logarithm of what it may see.
    double even = 0;
    for (int i = 2; i <= 7; ++i) even += std::log(i) / 6;
    CHECK(number(heads, 2, 3) == doctest::Approx(even).epsilon(1e-5));
    // Without a mask the first row has a choice, too.
    view.restore("head=uniform;causal=false");
    CHECK(value(view, "mean entropy") == doctest::Approx(std::log(7)).epsilon(1e-5));
    CHECK(value(view, "mean distance") == doctest::Approx(16.0 / 7).epsilon(1e-5));
}

TEST_CASE("heads: own words get heads that need no grammar, and are told so") {
    Shown view("heads", "sentence=own;words=To be, or not to be;head=content;row=4");
    CHECK(weight(view, 0) > 0.6);  // “to” finds “To”
    CHECK(number(table(view.describe(), "Row"), 0, 1) == 3);
    CHECK(number(table(view.describe(), "Row"), 4, 1) == 1);
    REQUIRE(!view.restore("sentence=own;words=To be, or not to be;row=5"));
    CHECK(weight(view, 1) > 0.6);  // “be” finds “be,”
    REQUIRE(!view.restore("sentence=own;words=To be, or not to be;head=previous;row=3"));
    CHECK(weight(view, 2) > 0.9);
    CHECK(says(view, "relations need"));
    const Table heads = table(view.describe(), "Heads");
    for (size_t h = 0; h < 8; ++h)
        CHECK(std::get<std::string>(heads.rows[h][1]) == (h < 4 ? "constructed" : "random projections"));
    CHECK(!view.active(index_of(view, "others")));
    CHECK(view.active(index_of(view, "seed")));
    CHECK(view.active(index_of(view, "words")));
    // The blend of what the words are: their letters, places, capitals.
    REQUIRE(!view.restore("sentence=own;words=To be, or not to be;head=uniform;row=1"));
    const Table output = table(view.describe(), "Output");
    CHECK(number(output, 0, 1) == doctest::Approx(2));
    CHECK(number(output, 0, 2) == doctest::Approx(1.5));
    CHECK(number(output, 0, 3) == doctest::Approx(0.5));
}

TEST_CASE("heads: own words are counted, folded and begin with a capital in other scripts, too") {
    const struct {
        const char* words;
        double letters, capital;
    } all[] = {{"Äpfel äpfel", 5, 1},
               {"Été d’été", 3, 1},
               {"Ωmega ωMEGA", 5, 1},
               {"«Москва», москва", 6, 1},
               {"λόγος ΛΌΓΟΣ", 5, 0},
               {"łódź? Łódź", 4, 0},
               {"e\u0301te\u0301 E\u0301TE\u0301!", 3, 0}};
    for (const auto& one : all) {
        CAPTURE(one.words);
        Shown view("heads", std::string("sentence=own;head=content;row=1;words=") + one.words);
        const bool same = std::string_view(one.words).find("d’") == std::string_view::npos;
        CHECK(number(table(view.describe(), "Row"), 0, 1) == (same ? 3 : -1));
        REQUIRE(!view.restore(std::string("sentence=own;head=uniform;row=0;words=") + one.words));
        const Table output = table(view.describe(), "Output");
        CHECK(number(output, 0, 1) == one.letters);
        CHECK(number(output, 0, 3) == one.capital);
    }
}

TEST_CASE("heads: random heads are the seed's; the same word has the same scores") {
    Shown view("heads", "others=random;head=subject-verb");
    const double one = value(view, "score");
    CHECK(std::get<std::string>(table(view.describe(), "Heads").rows[4][1]) == "random projections");
    CHECK(std::get<std::string>(table(view.describe(), "Heads").rows[1][1]) == "an essay’s exact scores");
    REQUIRE(!view.restore("others=random;head=subject-verb;seed=2"));
    CHECK(value(view, "score") != one);
    REQUIRE(!view.restore("others=random;head=subject-verb;seed=1"));
    CHECK(value(view, "score") == one);
    REQUIRE(!view.restore("sentence=own;words=a b a c a;head=preposition;causal=false;row=3"));
    const Table row = table(view.describe(), "Row");
    CHECK(number(row, 0, 1) == number(row, 2, 1));
    CHECK(number(row, 0, 1) == number(row, 4, 1));
    CHECK(number(row, 0, 1) != number(row, 1, 1));
}

TEST_CASE("heads: an even row has no word that gets most; one row has no means") {
    const auto summary = [](const char* state) { return Shown("heads", state).describe().summary; };
    CHECK(summary("head=uniform;row=6").find("spreads its attention evenly, 0.143 for each of 7 words") !=
          std::string::npos);
    CHECK(summary("head=uniform;row=2").find("0.333 for each of 3 words") != std::string::npos);
    CHECK(summary("head=uniform;row=0").find("“The” gives 1.000 of its attention to “The”") !=
          std::string::npos);
    CHECK(summary("row=6").find("gives 0.879 of its attention to “cat”") != std::string::npos);
    for (const float width : {288.0f, 360.0f, 768.0f, 960.0f}) {
        Shown one("heads", "sentence=own;words=alone");
        CHECK(!says(one, "Means", width));
        Shown open("heads", "sentence=own;words=a b;causal=false");
        CHECK(says(open, "Means", width));
    }
    Shown one("heads", "sentence=own;words=alone"), two("heads", "sentence=own;words=a b");
    CHECK(says(one, "Of row 1:"));
    CHECK(says(two, "Of row 2:"));
}

TEST_CASE("heads: no gap above the small maps, whatever E to H are, and a subtitle that is whole") {
    for (const float width : {288.0f, 360.0f, 690.0f, 768.0f, 860.0f, 930.0f, 960.0f, 1280.0f}) {
        CAPTURE(width);
        for (const char* state : {"", "others=random", "sentence=own", "head=uniform", "head=pronoun"}) {
            CAPTURE(state);
            Shown view("heads", state);
            LabelPainter painter;
            view.draw_with(painter, width);
            for (const Label& label : painter.labels) CHECK(label.text.find("poi…") == std::string::npos);
            CHECK(painter.collision() == "");
            const auto top_of = [&](std::string_view text) {
                for (const Label& label : painter.labels) {
                    if (label.text == text) return label.box.y;
                }
                return -1.0f;
            };
            // From the buttons of what E to H are to the first map's name.
            const float kinds = std::max(top_of("random"), top_of("redraw")),
                        first_map = std::max(top_of("previous token"), top_of("previous word"));
            REQUIRE(kinds > 0);
            REQUIRE(first_map > kinds);
            CHECK(first_map - kinds < 90);
        }
    }
}

TEST_CASE("heads: how colours read stands right under the map") {
    for (const float width : {360.0f, 960.0f}) {
        CAPTURE(width);
        for (const char* name : {"weight", "score"}) {
            Shown view("heads", *name == 's' ? "map=scores" : "", width);
            settle(view);
            LabelPainter painter;
            view.draw_with(painter, width);
            float found = 0;
            for (const Label& label : painter.labels)
                if (label.text == name) found = label.box.y;
            const float map = view.cell_rect(index_of(view, "row"), 6, 0).bottom();
            CHECK(found > map);
            CHECK(found < map + 20);
        }
    }
}

TEST_CASE("heads: words, cells, ticks and small maps answer a press") {
    Shown view("heads", "", 960);
    settle(view);
    const int row = index_of(view, "row"), column = index_of(view, "column");
    // A word over the map.
    const Rect chosen = view.parameter_rect(row);
    const Rect cell = view.cell_rect(row, 0, 3);
    REQUIRE(cell.width >= 24);
    click(view, {cell.centre().x, cell.y - 20});
    CHECK(view.state().integer(row) == 3);
    CHECK(view.state().integer(column) == 1);
    CHECK(view.parameter_rect(row).y < chosen.y);
    // A cell.
    click(view, view.cell_rect(row, 5, 2).centre());
    CHECK(view.state().integer(row) == 5);
    CHECK(view.state().integer(column) == 2);
    CHECK(view.cell_text(row, 6, 1).find("33.12 ÷ 37.67 = 0.879") != std::string::npos);
    CHECK(view.cell_text(row, 0, 4).find("masked") != std::string::npos);
    // A number of the row taken apart.
    click(view, middle_of(view, "0.60"));
    CHECK(view.state().integer(column) == 5);
    // A tick, and the map under it.
    const int tick = index_of(view, "ribbonsC");
    const Rect box = view.parameter_rect(tick);
    CHECK(box.height >= 44);
    CHECK(!says(view, "C 0."));
    click(view, box.centre());
    CHECK(view.state().toggle(tick));
    CHECK(view.state().choice(index_of(view, "head")) == 1);
    CHECK(says(view, "C 0."));
    click(view, {box.centre().x + 50, box.centre().y + 60});
    CHECK(view.state().choice(index_of(view, "head")) == 2);
    CHECK(view.state().toggle(tick));
}

TEST_CASE("heads: pointing previews a row and leaves no trace; a small map's cell is its head's") {
    Shown view("heads", "", 960);
    settle(view);
    const int row = index_of(view, "row");
    const std::string still = seen(view, 960);
    view.pointer(Pointer::move, view.cell_rect(row, 4, 0).centre(), false);
    settle(view);
    const std::string preview = seen(view, 960);
    CHECK(preview.find("“the” → “The”") != std::string::npos);
    CHECK(preview.find(">20.09<") != std::string::npos);
    CHECK(view.state().save().empty());
    const Rect tick = view.parameter_rect(index_of(view, "ribbonsA"));
    view.pointer(Pointer::move, {tick.centre().x + 50, tick.centre().y + 60}, false);
    settle(view);
    CHECK(says(view, "A: “"));
    CHECK(view.state().save().empty());
    view.pointer(Pointer::move, {-50, -50}, false);
    settle(view);
    CHECK(seen(view, 960) == still);
}

TEST_CASE("heads: step by step, what is not reached is not there") {
    Shown view("heads", "step=1");
    const auto count = [&](std::string_view text) {
        LabelPainter painter;
        view.draw_with(painter, 960);
        return std::count_if(painter.labels.begin(), painter.labels.end(),
                             [&](const Label& label) { return label.text == text; });
    };
    CHECK(count("3.5") == 1);
    CHECK(count("33.12") == 0);
    CHECK(count("1.319") == 0);
    REQUIRE(!view.restore("step=2"));
    CHECK(count("33.12") == 1);
    CHECK(count("37.67") == 1);
    CHECK(count("0.072") == 0);
    REQUIRE(!view.restore("step=3"));
    CHECK(count("0.072") == 1);
    CHECK(count("1.319") == 0);
    REQUIRE(!view.restore("step=5"));
    CHECK(count("1.319") == 1);
}

TEST_CASE("heads: no words, one, sixty-four, and strange ones never break it") {
    std::vector<std::string> states = {
        "sentence=own;words=",
        "sentence=own;words=%20%20",
        "sentence=own;words=one",
        "sentence=own;words=1e30 nan -inf",
        many_words(64) + ";row=63;column=0",
        many_words(64) + ";causal=false",
        many_words(64) + ";map=scores;row=0",
        "sentence=own;words=\u0645\u0631\u062d\u0628\u0627 \U0001F600 " + std::string(300, 'x')};
    for (const char* head : {"", ";head=adjective-noun", ";head=uniform;scaled=true"}) {
        for (const std::string& one : states) {
            CAPTURE(one + head);
            Shown view("heads", one + head, 360);
            settle(view);
            for (const auto& [name, number, python] : view.describe(true).values) {
                CAPTURE(name);
                CHECK(std::isfinite(number));
            }
            for (const float width : {288.0f, 360.0f, 960.0f}) {
                LabelPainter painter;
                const float height = view.natural_height(width);
                CHECK(view.draw_with(painter, width) == height);
                CHECK(painter.collision() == "");
                CHECK(painter.outside({0, 0, width, height}) == "");
            }
        }
    }
    Shown empty("heads", "sentence=own;words=");
    CHECK(empty.describe().summary.find("No word is typed yet") != std::string::npos);
    // The largest of the row are on the sheet, and the row's window follows the word that asks.
    Shown view("heads", many_words(64) + ";row=40;column=38", 960);
    settle(view);
    CHECK(view.cell_rect(index_of(view, "row"), 40, 38).width >= 24);
}

TEST_CASE("heads: any state: no text lies on another, no state moves the page") {
    check_random_layout("heads", 30);
}

TEST_CASE("heads: wherever one points, no text lies on another, and nothing moves the page") {
    for (const std::string& state :
         {std::string(), std::string("sentence=noise;others=random;scaled=true;ribbonsC=true;ribbonsH=true"),
          std::string("sentence=keys"), many_words(40) + ";row=30"}) {
        for (const float width : {320.0f, 760.0f}) {
            CAPTURE(state);
            CAPTURE(width);
            Shown view("heads", state, width);
            settle(view);
            const float height = view.natural_height(width);
            for (float y = 40; y < height; y += 53) {
                for (float x = 20; x < width; x += 89) {
                    view.pointer(Pointer::move, {x, y}, false);
                    settle(view);
                    LabelPainter painter;
                    const float drawn = view.draw_with(painter, width);
                    if (painter.collision().empty() && drawn == height) continue;
                    CAPTURE(x);
                    CAPTURE(y);
                    CHECK(painter.collision() == "");
                    CHECK(drawn == height);
                }
            }
            CHECK(view.state().save() == Shown("heads", state, width).state().save());
        }
    }
}

TEST_CASE("heads: words that get as much are all named, by their places where words repeat") {
    const std::string said = Shown("heads", "sentence=own;words=the the the the;row=3").describe().summary;
    CAPTURE(said);
    CHECK(said.find(" of its attention to each of “the” (1), “the” (2) and “the” (3);") != std::string::npos);
    const std::string one = Shown("heads", "sentence=own;words=the cat the dog;row=2").describe().summary;
    CAPTURE(one);
    CHECK(one.find("“the” (3) gives 0.") != std::string::npos);
    CHECK(one.find(" of its attention to “the” (1);") != std::string::npos);
    CHECK(Shown("heads", "sentence=keys").describe().summary.find("to each of “k₁” and “k₃”;") !=
          std::string::npos);
    // Nothing is said of the place that stands for words until there are some.
    CHECK(Shown("heads", "sentence=own;words=").describe().summary == "No word is typed yet.");
}

TEST_CASE("heads: an own sentence is pressed where it stands, over the map as among the words") {
    Shown view("heads", "sentence=own;words=cold tea is still tea;row=4");
    LabelPainter painter;
    view.draw_with(painter, 720);
    int pressed = 0;
    for (const Label& label : painter.labels) {
        if (label.text != "is") continue;
        Shown hand("heads", "sentence=own;words=cold tea is still tea;row=4");
        double now = 0;
        std::string frame;
        const auto step = [&] { hand.step_as_svg(now += 16, frame); };
        step();
        if (hand.grip(label.box.centre()) != Grip::press) continue;
        hand.pointer(Pointer::down, label.box.centre(), false);
        step();
        hand.pointer(Pointer::up, label.box.centre(), false);
        step();
        step();
        CHECK(hand.state().save().find("row=2") != std::string::npos);
        ++pressed;
    }
    CHECK(pressed >= 2);
}

TEST_CASE("heads: the enlarged head has its ribbons whatever is ticked, and its tick is no control") {
    Shown view("heads", "head=pronoun;row=4");
    CHECK(says(view, "G 0."));
    CHECK(says(view, "in head G"));
    CHECK(std::get<std::string>(table(view.describe(), "Heads").rows[6][2]) == "drawn");
    CHECK(!view.active(index_of(view, "ribbonsG")));
    CHECK(view.active(index_of(view, "ribbonsB")));
    REQUIRE(!view.restore("ribbonsB=false"));
    CHECK(says(view, "B 0.88"));
    // Before the weights are computed there is none to see: no ribbons, no bars, no row in the map.
    REQUIRE(!view.restore("step=1"));
    for (const char* later : {"B 0.88", "A 0.96", "0.879", "0.53"}) CHECK(!says(view, later));
    CHECK(says(view, "3.50"));
}

TEST_CASE("heads: what only a piece shows has no control while the piece is put away") {
    Shown view("heads", "showHeads=false;showRow=false", 960);
    settle(view);
    for (const char* name : {"head", "others", "ribbonsA", "step", "play"}) {
        CAPTURE(name);
        CHECK(!view.active(index_of(view, name)));
    }
    CHECK(view.active(index_of(view, "map")));
    REQUIRE(!view.restore("showMap=false;showHeads=false"));
    CHECK(!view.active(index_of(view, "map")));
    // The row that asks is there all the same, its cells and its words are pressed.
    for (const float width : {960.0f, 360.0f}) {
        CAPTURE(width);
        Shown row("heads", "showMap=false", width);
        settle(row);
        const int rows = index_of(row, "row");
        const Rect cell = row.cell_rect(rows, 6, 3);
        CHECK(cell.width >= 24);
        click(row, cell.centre());
        CHECK(row.state().integer(index_of(row, "column")) == 3);
        CHECK(row.state().integer(rows) == 6);
        click(row, {cell.centre().x, cell.y - 20});
        CHECK(row.state().integer(rows) == 3);
        CHECK(row.cell_rect(rows, 3, 0).width >= 24);
    }
}

TEST_CASE("heads: sentences that find no room in one line are on further pages; a chosen one is in sight") {
    Shown view("heads", "", 360);
    settle(view);
    const int sentence = index_of(view, "sentence");
    CHECK(says(view, "The cat sat on the soft ?", 360));
    CHECK(!says(view, "your own", 360));
    const Point next{360 - 16 - 22, view.parameter_rect(sentence).centre().y};
    click(view, next);
    std::string frame;  // (drawn on its own, a sheet has the chosen one's page)
    view.step_as_svg(1e6, frame);
    CHECK(frame.find("… on the warm stone") != std::string::npos);
    CHECK(view.state().save().empty());
    REQUIRE(!view.restore("sentence=own"));
    settle(view);
    CHECK(says(view, "your own", 360));
    const Rect own = view.parameter_rect(sentence);
    CHECK(own.height >= 44);
    CHECK(own.right() <= 344);
}
