// The draw list behind all views. See canvas.h.
#include "explainer/drawing/canvas.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>

#include "explainer/drawing/fonts.h"

namespace explainer::canvas {
namespace {

/// What Dear ImGui's NewFrame() and Render() keep for a list, and no more of them.
struct Sheet {
    ImDrawListSharedData shared;
    ImDrawList list{&shared};
    ImDrawData data;
    Frame frame;

    Sheet() {
        ImFontAtlas* atlas = fonts::atlas();
        shared.FontAtlas = atlas;
        shared.Font = fonts::face(false);
        shared.CurveTessellationTol = 1.25f;
        shared.SetCircleTessellationMaxError(0.1f);
        // Lines are cut from triangles, sharp at any density, not from the atlas.
        shared.InitialFlags = ImDrawListFlags_AntiAliasedLines | ImDrawListFlags_AntiAliasedFill;
        ImFontAtlasAddDrawListSharedData(atlas, &shared);
        ImFontAtlasUpdateDrawListsSharedData(atlas);
    }
};

Sheet& sheet() {
    static Sheet& only = *new Sheet;  // as long as the program: the atlas knows it
    return only;
}

/// So many CSS pixels that the backend, which rounds down, counts these device pixels.
float covering(int pixels, float density) {
    float length = static_cast<float>(pixels) / density;
    while (static_cast<int>(length * density) < pixels) length *= 1 + FLT_EPSILON;
    return length;
}

}  // namespace

const Frame& frame() {
    return sheet().frame;
}

ImDrawList* begin(const void* view, int pixel_width, int pixel_height, float density) {
    fonts::next_frame(density);
    Sheet& s = sheet();
    s.frame = {.view = view,
               .number = s.frame.number + 1,
               .pixel_width = pixel_width,
               .pixel_height = pixel_height,
               .width = covering(pixel_width, density),
               .height = covering(pixel_height, density),
               .density = density};
    s.shared.ClipRectFullscreen = {0, 0, s.frame.width, s.frame.height};
    s.list._ResetForNewFrame();
    s.list.PushTexture(fonts::atlas()->TexRef);
    s.list.PushClipRectFullScreen();
    return &s.list;
}

ImDrawData* drawn() {
    Sheet& s = sheet();
    s.data.Clear();
    s.data.Valid = true;
    s.data.DisplaySize = {s.frame.width, s.frame.height};
    s.data.FramebufferScale = {s.frame.density, s.frame.density};
    s.data.Textures = &fonts::atlas()->TexList;
    s.data.AddDrawList(&s.list);
    return &s.data;
}

}  // namespace explainer::canvas
