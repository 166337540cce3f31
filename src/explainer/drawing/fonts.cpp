// The shared font atlas. See fonts.h.
#include "explainer/drawing/fonts.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>
#include <span>

#include "resources.h"

namespace explainer::fonts {
namespace {

struct Faces {
    ImFontAtlas atlas;
    ImFont* regular = nullptr;
    ImFont* bold = nullptr;
    int frame = 0;

    Faces() {
        regular = add(resources::text_font, nullptr);
        add(resources::symbol_font, regular);
        bold = add(resources::bold_font, nullptr);
        add(resources::symbol_font, bold);
    }

    /// `onto`: the face that the new one fills the gaps of.
    ImFont* add(std::span<const unsigned char> data, ImFont* onto) {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;  // it is part of the program
        config.MergeMode = onto != nullptr;
        config.DstFont = onto;
        // Dear ImGui reads the data only; its interface predates const.
        void* bytes = const_cast<unsigned char*>(data.data());
        return atlas.AddFontFromMemoryTTF(bytes, static_cast<int>(data.size()), body.size, &config);
    }
};

Faces& faces() {
    static Faces all;
    return all;
}

}  // namespace

ImFontAtlas* atlas() {
    return &faces().atlas;
}
ImFont* face(bool bold) {
    return bold ? faces().bold : faces().regular;
}

void next_frame(float density) {
    // Dear ImGui sees to its current font only.
    faces().regular->CurrentRasterizerDensity = faces().bold->CurrentRasterizerDensity = density;
    ImFontAtlasUpdateNewFrame(&faces().atlas, ++faces().frame, true);
}

float width(Type type, std::string_view text) {
    const char* begin = text.data();
    return face(type.bold)->CalcTextSizeA(type.size, FLT_MAX, 0, begin, begin + text.size()).x;
}

}  // namespace explainer::fonts
