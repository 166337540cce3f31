// Pictures of runs in the font atlas. See glyph_cache.h.
#include "explainer/drawing/glyph_cache.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "explainer/drawing/fonts.h"
#include "explainer/order.h"

namespace explainer::glyph_cache {
namespace {

constexpr size_t most_pictures = 512, most_advances = 4096;
constexpr int frames_in_use = 120;  // of all views: what is younger may be in sight

using AdvanceKey = std::tuple<std::string, float, bool>;
using PictureKey =
    std::tuple<std::string, float, bool, float, uint32_t>;  // text, size, bold, density, colour

struct Picture {
    ImFontAtlasRectId id = ImFontAtlasRectId_Invalid;  // stays so for a run that shows nothing
    int width = 0, height = 0;
    float left = 0, top = 0;
    int used = 0;  // frame
};

struct Cache {
    GlyphSource* source = &hex_boxes();
    std::map<AdvanceKey, float> advances;
    std::map<PictureKey, Picture> pictures;
    float density = 1;
    int frame = 0;
};

Cache cache;

void remove(const Picture& picture) {
    if (picture.id != ImFontAtlasRectId_Invalid) fonts::atlas()->RemoveCustomRect(picture.id);
}

Picture make(std::string_view run, Type type, Color color) {
    const GlyphBitmap bitmap = cache.source->draw(run, type, color, cache.density);
    Picture picture{ImFontAtlasRectId_Invalid, bitmap.width, bitmap.height, bitmap.left, bitmap.top, 0};
    if (bitmap.width < 1 || bitmap.height < 1) return picture;
    ImFontAtlas* atlas = fonts::atlas();
    ImFontAtlasRect place;
    picture.id = atlas->AddCustomRect(bitmap.width, bitmap.height, &place);
    if (picture.id == ImFontAtlasRectId_Invalid) return picture;  // wider than any texture
    ImTextureData* texture = atlas->TexData;
    for (int row = 0; row < bitmap.height; ++row) {
        std::memcpy(texture->GetPixelsAt(place.x, place.y + row),
                    &bitmap.pixels[static_cast<size_t>(row) * static_cast<size_t>(bitmap.width)],
                    static_cast<size_t>(bitmap.width) * sizeof(uint32_t));
    }
    ImFontAtlasTextureBlockQueueUpload(atlas, texture, place.x, place.y, place.w, place.h);
    return picture;
}

}  // namespace

void set_source(GlyphSource& source) {
    cache.source = &source;
    cache.advances.clear();
    for (const auto& [key, picture] : cache.pictures) remove(picture);
    cache.pictures.clear();
}

void next_frame(float density) {
    cache.density = density;
    ++cache.frame;
    if (cache.advances.size() > most_advances) cache.advances.clear();
    if (cache.pictures.size() <= most_pictures) return;
    std::vector<int> ages;
    for (const auto& [key, picture] : cache.pictures) ages.push_back(cache.frame - picture.used);
    const std::vector<size_t> order =
        order_of(ages.size(), [&ages](size_t a, size_t b) { return ages[a] < ages[b]; });
    const int oldest = std::max(frames_in_use, ages[order[most_pictures / 2]]);
    std::erase_if(cache.pictures, [oldest](const auto& entry) {
        if (cache.frame - entry.second.used < oldest) return false;
        remove(entry.second);
        return true;
    });
}

float advance(std::string_view run, Type type) {
    const auto [entry, fresh] = cache.advances.try_emplace({std::string(run), type.size(), type.bold()});
    if (fresh) entry->second = cache.source->advance(run, type);
    return entry->second;
}

void draw(ImDrawList* list, Point pen, std::string_view run, Type type, Color color) {
    const Color opaque = color.with_alpha(255);
    const auto [entry, fresh] = cache.pictures.try_emplace(
        {std::string(run), type.size(), type.bold(), cache.density, opaque.packed()});
    Picture& picture = entry->second;
    if (fresh) picture = make(run, type, opaque);
    picture.used = cache.frame;
    ImFontAtlasRect place;
    if (picture.id == ImFontAtlasRectId_Invalid || !fonts::atlas()->GetCustomRect(picture.id, &place)) return;
    // On whole device pixels, as it was drawn.
    const float left = (std::round(pen.x * cache.density) + picture.left) / cache.density,
                top = (std::round(pen.y * cache.density) + picture.top) / cache.density;
    const ImVec2 end = {left + static_cast<float>(picture.width) / cache.density,
                        top + static_cast<float>(picture.height) / cache.density};
    list->AddImage(fonts::atlas()->TexRef, {left, top}, end, place.uv0, place.uv1,
                   Color{255, 255, 255, color.a()}.packed());
}

int kept() {
    return static_cast<int>(cache.pictures.size());
}

}  // namespace explainer::glyph_cache
