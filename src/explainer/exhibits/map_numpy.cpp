// Python for the large map: the same vectors, drawn in the same order, and the same values. See map_model.h.
#include "explainer/exhibits/map_model.h"
#include "explainer/format.h"
#include "explainer/phrase.h"

namespace explainer {

std::string map_numpy(const MapInputs& in, int query, int key) {
    static constexpr const char* masks[] = {"np.ones((n, n), bool)", "j <= i", "(j <= i) & (i - j < window)",
                                            "(j <= i) & ((i - j < window) | (j == 0))"};
    return Phrase() << "import numpy as np\n\nn, window, seed, d = " << in.n << ", " << in.window << ", "
                    << in.seed << ", 64\nrecency, blocks, first, copied, noise = " << Shortest{in.recency}
                    << ", " << Shortest{in.blocks} << ", " << Shortest{in.first} << ", "
                    << Shortest{in.copied} << ", " << Shortest{in.noise}
                    << "\ninduction = " << (in.repeat == Repeat::next ? "True" : "False")
                    << "\nquery, key = " << query << ", " << key << R"(

class Random:  # xoshiro128+, a stream for each seed
    def __init__(self, seeds):
        y, self.s = np.atleast_1d(seeds).astype(np.uint64), []
        seed = y.copy()
        for _ in range(4):
            seed = seed + np.uint64(0x9E3779B97F4A7C15)
            y = (seed ^ (seed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            y = (y ^ (y >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            self.s.append(((y ^ (y >> np.uint64(31))) >> np.uint64(16)).astype(np.uint32))
    def next(self):
        s = self.s
        out, t = s[0] + s[3], s[1] << np.uint32(9)
        s[2] = s[2] ^ s[0]; s[3] = s[3] ^ s[1]; s[1] = s[1] ^ s[2]; s[0] = s[0] ^ s[3]
        s[2] = s[2] ^ t; s[3] = s[3] << np.uint32(11) | s[3] >> np.uint32(21)
        return out
    def unit(self):  # -1 to 1
        return self.next().astype(np.int32).astype(np.float32) * np.float32(2.0 ** -31)

# Q and K: what their components say, times a strength (and sqrt(d)) in Q
q, k = np.zeros((2, n, d), np.float32)
strength = lambda x: np.float32(8) * np.float32(x)
tokens = Random((seed << 32) + np.arange(n) + 1)
unit = np.sqrt(np.float32(3))
q[:, 0], k[0, 0] = strength(first), 1
q[:, 1], k[:, 1] = strength(noise * 0.6), unit * tokens.unit()
for t in range(2, 13): k[:, t] = unit * tokens.unit()
for t in range(2, 13): q[:, t] = strength(noise * 0.8 / np.sqrt(11.0)) * (unit * tokens.unit())
random, at = Random(seed), 0
while at < n:  # blocks, each of a subject and with a vector of its own
    end = at + 1 + n // 28 + int(random.next()[0]) % (n // 12)
    subject = 13 + int(random.next()[0]) % 4
    vector = np.array([random.unit()[0] for _ in range(4)])
    q[at:end, subject], k[at:end, subject] = strength(blocks), 1
    q[at:end, 17:21], k[at:end, 17:21] = strength(blocks * 0.5) * vector, vector
    at = end
begin, length, distance = n * 19 // 100, n * 23 // 100, n * 2 // 5 - (1 if induction else 0)
high, low = tokens.next(), tokens.next()
for i in range(begin, begin + length):  # a code for each token that is looked at
    bits = int(high[i]) << 32 | int(low[i])
    code = np.array([bits >> t & 1 for t in range(42)], np.float32) * 2 - 1
    k[i, 21], k[i, 22:] = 1, code
    q[i + distance, 21] = strength(-copied * 0.12)
    q[i + distance, 22:] = strength(copied * 1.12 / 42) * code

bias = (-recency * np.log(1.0 + np.arange(n))).astype(np.float32)
i, j = np.arange(n)[:, None], np.arange(n)[None, :]
s = (q.astype(float) @ k.T.astype(float)) / 8 + bias[abs(i - j)]
s[~()" << masks[static_cast<int>(in.sees)]
                    << R"()] = -np.inf
m = s.max(axis=1, keepdims=True)
a = np.exp(s - m)
z = a.sum(axis=1, keepdims=True)
a /= z
near, row = abs(i - j) < window, a[query]
copy = (j == i - distance) & (j >= begin) & (j < begin + length)
)";
}

}  // namespace explainer
