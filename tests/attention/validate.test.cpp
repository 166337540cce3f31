// The checks and their words.
#include "attention/validate.h"

#include "helpers.h"

using namespace attention;
using test::Owned;

TEST_CASE("a valid call passes") {
    const Owned a(2, 3);
    CHECK_FALSE(validate(a.get(), a.get(), a.get(), {}));
    CHECK_FALSE(validate_multi_head(Owned(5, 8).get(), Owned(8, 8).get(), Owned(8, 4).get(),
                                    Owned(8, 4).get(), Owned(8, 8).get(), 4, 2));
}

TEST_CASE("errors name the argument and both numbers") {
    const Owned a(2, 3);
    const Owned wide(2, 4);
    const Owned tall(5, 3);
    CHECK(validate(a.get(), wide.get(), a.get(), {}).message == "k has 4 columns, q has 3");
    CHECK(validate(a.get(), a.get(), tall.get(), {}).message == "v has 5 rows, k has 2");
    CHECK(validate({nullptr, 0, 3}, a.get(), a.get(), {}).message == "q has 0 rows, at least 1");
    Options options;
    options.temperature = 0;
    CHECK(validate(a.get(), a.get(), a.get(), options).kind == ErrorKind::value);
    options.temperature = test::nan;
    CHECK(validate(a.get(), a.get(), a.get(), options).kind == ErrorKind::value);
    options = {};
    options.window = -2;
    CHECK(validate(a.get(), a.get(), a.get(), options).message == "window must be 0 or more, got -2");
    const Owned x(5, 8);
    const Owned w(8, 8);
    CHECK(validate_multi_head(x.get(), w.get(), w.get(), w.get(), w.get(), 3, 1).message ==
          "heads must divide d_model: 3 does not divide 8");
    CHECK(validate_multi_head(x.get(), w.get(), w.get(), w.get(), w.get(), 4, 3).message ==
          "kv_heads must divide heads: 3 does not divide 4");
    CHECK(validate_multi_head(x.get(), w.get(), w.get(), w.get(), w.get(), 4, 2).message ==
          "wk is 8 × 8, must be 8 × 4");
}
