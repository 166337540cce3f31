// The runner of the explainer's tests. The model that learned is there before any of them, with its
// checkpoints: what a figure shows without them, its own test says.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

#include "explainer/exhibits/training_checkpoints.h"
#include "explainer/learned.h"
#include "host/checkpoint_file.h"

using namespace explainer;

int main(int count, char** values) {
    const std::string folder = TESTS_FOLDER "/../train/learned/";
    const std::string bytes = host::bytes_of_file(folder + "model.safetensors");
    const model::Safetensors read = model::read_safetensors(std::as_bytes(std::span(bytes)));
    std::string wrong = read.error ? model::message(read.error) : learned::take(read.tensors);
    for (int i = 0; i < training::last && wrong.empty(); ++i) {
        Reply reply;
        host::answer_with(folder + host::checkpoint_file(training::measured(i).step), reply);
        wrong = reply.error.empty() ? training::take(i, reply.tensors) : reply.error;
    }
    if (!wrong.empty()) std::fprintf(stderr, "train/learned: %s\n", wrong.c_str());
    return wrong.empty() ? doctest::Context(count, values).run() : 1;
}
