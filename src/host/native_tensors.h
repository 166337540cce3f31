// Tensors out of a file that is named on the command line.
#pragma once

#include <string>

#include "explainer/brought/brought.h"

namespace host {

struct TensorsRead {
    explainer::brought::Tensors tensors;
    std::string error;  // a sentence; if there is one, there is nothing else
};

/// Of a .npy, .npz or .safetensors file, told by its bytes; with the tokens that are in it.
TensorsRead read_tensors(const std::string& file);

}  // namespace host
