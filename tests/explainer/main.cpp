// The runner of the explainer's tests. The model that learned is there before any of them: what a figure
// shows without it, its own test says.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "explainer/learned.h"
#include "model/safetensors.h"

int main(int count, char** values) {
    std::ifstream file(TESTS_FOLDER "/../train/learned/model.safetensors", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const model::Safetensors read = model::read_safetensors(std::as_bytes(std::span(bytes)));
    const std::string wrong =
        read.error ? model::message(read.error) : explainer::learned::take(read.tensors);
    if (!wrong.empty()) std::fprintf(stderr, "train/learned/model.safetensors: %s\n", wrong.c_str());
    return wrong.empty() ? doctest::Context(count, values).run() : 1;
}
