// Text put together piece by piece, numbers among it:
//
//     std::string said = Phrase() << "weight " << i + 1 << ": " << Percent{weight, 1};
//
// What adding strings comes to, without a string for each piece and each sum. Text that stands in the code
// (const char*) is what is translated; strings that are put in are what the text is about (language.h), and
// are translated on their own.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace explainer {

// How a number is shown, by format.h's function of that name.
struct Fixed {
    double value;
    int decimals;
};
struct Percent {
    double share;
    int decimals;
};
struct Shortest {
    double value;
};

class Phrase {
  public:
    Phrase();
    ~Phrase();
    Phrase(const Phrase&) = delete;
    Phrase& operator=(const Phrase&) = delete;

    Phrase& operator<<(const char* text);  // as it stands in the code
    Phrase& operator<<(const std::string& text);
    Phrase& operator<<(std::string_view text);
    Phrase& operator<<(char letter);
    Phrase& operator<<(int number);
    Phrase& operator<<(size_t number);
    Phrase& operator<<(double) = delete;  // with how many decimals?
    Phrase& operator<<(Fixed number) { return add_fixed(number.value, number.decimals); }
    Phrase& operator<<(Percent number) { return add_percent(number.share, number.decimals); }
    Phrase& operator<<(Shortest number) { return add_shortest(number.value); }

    operator std::string() const;
    operator std::string_view() const { return text_; }

  private:
    Phrase& add_fixed(double value, int decimals);
    Phrase& add_percent(double share, int decimals);
    Phrase& add_shortest(double value);

    std::string text_;
};

/// "1 head", "2 heads"
std::string plural(int count, std::string_view what);

}  // namespace explainer
