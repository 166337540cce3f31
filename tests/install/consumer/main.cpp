// One query, two keys of equal score: half of each value.
#include <attention/attend.h>

#include <cstdio>

int main() {
    float q[] = {1, 0}, k[] = {0, 1, 0, -1}, v[] = {1, 2, 3, 4}, out[2];
    const auto outcome = attention::attend({q, 1, 2}, {k, 2, 2}, {v, 2, 2}, {}, {out, 1, 2});
    std::printf("%g %g\n", out[0], out[1]);
    return outcome ? 0 : 1;
}
