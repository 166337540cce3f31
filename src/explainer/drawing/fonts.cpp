// The shared font atlas. See fonts.h.
#include "explainer/drawing/fonts.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cmath>
#include <vector>

#include "explainer/drawing/glyph_cache.h"
#include "explainer/drawing/packed_face.h"
#include "explainer/drawing/text_runs.h"
#include "explainer/language.h"
#include "resources.h"

namespace explainer::fonts {
namespace {

constexpr int texels_across = 2;  // to a device pixel: letters stand at half pixels

struct Faces {
    // Read by the atlas, whenever a sign is drawn for the first time.
    std::vector<unsigned char> text_file = unpacked_face(resources::text_font),
                               bold_file = unpacked_face(resources::bold_font);
    ImFontAtlas atlas;
    ImGuiContext context{&atlas};
    ImFont* regular = nullptr;
    ImFont* bold = nullptr;
    int frame = 0;

    Faces() {
        if (ImGui::GetCurrentContext() == nullptr) ImGui::SetCurrentContext(&context);
        regular = add(text_file);
        bold = add(bold_file);
        age();
    }

    void age() { ImFontAtlasUpdateNewFrame(&atlas, ++frame, true); }

    ImFont* add(std::vector<unsigned char>& data) {
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;  // it is ours
        config.OversampleH = texels_across;
        return atlas.AddFontFromMemoryTTF(data.data(), static_cast<int>(data.size()), body.size(), &config);
    }
};

Faces& faces() {
    static Faces& all = *new Faces;  // as long as the program: the canvas and hosts refer to it
    return all;
}

/// Whether a face has a sign, looked up once. Dear ImGui's characters are of 16 bits: what lies beyond is not
/// ours.
bool has_glyph(const void* face, uint32_t code_point) {
    static std::vector<uint8_t> known[2] = {std::vector<uint8_t>(0x10000), std::vector<uint8_t>(0x10000)};
    if (code_point > 0xffff) return false;
    uint8_t& answer = known[face == faces().bold ? 1 : 0][code_point];
    if (answer == 0) {
        auto* font = static_cast<ImFont*>(const_cast<void*>(face));  // asks only; its interface lacks const
        answer = font->IsGlyphInFont(static_cast<ImWchar>(code_point)) ? 1 : 2;
    }
    return answer == 1;
}

bool is_ours(Type type, std::string_view text) {
    return explainer::is_ours(text, has_glyph, face(type.bold()));
}

std::vector<TextRun> runs_of(Type type, std::string_view text) {
    return text_runs(text, has_glyph, face(type.bold()));
}

/// The width of a text of ours and what stands before it. (As ImFont::CalcTextSizeA() does for one line, in
/// its order, so that sums are the same to the last bit.)
float summed(Type type, std::string_view text, float before = 0) {
    ImFontBaked* const baked = face(type.bold())->GetFontBaked(type.size());
    const float scale = type.size() / baked->Size;
    while (!text.empty()) {
        auto c = static_cast<uint32_t>(static_cast<unsigned char>(text.front()));
        if (c < 0x80)
            text.remove_prefix(1);
        else
            c = take_code_point(text);
        if (c != '\n' && c != '\r') before += baked->GetCharAdvance(static_cast<ImWchar>(c)) * scale;
    }
    return before;
}

/// Moves the glyphs from vertex `first` on to where each pixel's middle is the middle of a texel. Between
/// texels rounding decides which one a pixel shows, and with it where in the atlas the glyph lies, which
/// follows from what other figures drew before; with one and a half pixels to a CSS pixel whole rows lie so.
void onto_grid(ImDrawList* list, int first, float density) {
    const float fine = density * texels_across;
    for (ImDrawVert* corner = list->VtxBuffer.begin() + first; corner < list->VtxBuffer.end(); corner += 4) {
        // (A bit less than a half: all letters of a line that lies half way go the same way.)
        const Point at = {corner->pos.x, corner->pos.y}, to = {(std::floor(at.x * fine) + 0.5f) / fine,
                                                               std::floor(at.y * density + 0.49f) / density};
        for (int i = 0; i < 4; ++i) {
            corner[i].pos.x += to.x - at.x;
            corner[i].pos.y += to.y - at.y;
        }
    }
}

}  // namespace

ImFontAtlas* atlas() {
    return &faces().atlas;
}
ImGuiContext* context() {
    return &faces().context;
}
ImFont* face(bool bold) {
    return bold ? faces().bold : faces().regular;
}

void next_frame(float density) {
    // Dear ImGui sees to its current font only.
    faces().regular->CurrentRasterizerDensity = faces().bold->CurrentRasterizerDensity = density;
    faces().age();
    glyph_cache::next_frame(density);
}

void set_glyph_source(GlyphSource* source) {
    glyph_cache::set_source(source != nullptr ? *source : hex_boxes());
}

float width(Type type, std::string_view text) {
    if (language::in_use() != nullptr) {
        const std::string said = language::translated(text);
        const language::AsItIs as_said;
        return width(type, said);
    }
    if (const std::optional<float> own = own_width(type, text)) return *own;
    float sum = 0;
    for (const TextRun& run : runs_of(type, text))
        sum += run.ours ? summed(type, run.text) : glyph_cache::advance(run.text, type);
    return sum;
}

std::optional<float> own_width(Type type, std::string_view text, float before) {
    if (language::in_use() != nullptr || !is_ours(type, text)) return std::nullopt;
    return summed(type, text, before);
}

void draw(ImDrawList* list, const Point& at, Type type, Color color, std::string_view text) {
    // Dear ImGui puts the baseline one ascent below the pen; unpacked_face() makes that 0.8 em; it is rounded
    // up.
    const float base = std::round(at.y + type.size() * baseline);
    float x = at.x;
    const auto add = [&](std::string_view run) {
        const int first = list->VtxBuffer.Size;
        list->AddText(face(type.bold()), type.size(), {x, base - std::ceil(type.size() * 0.8f)},
                      color.packed(), run.data(), run.data() + run.size());
        onto_grid(list, first, face(false)->CurrentRasterizerDensity);
    };
    if (is_ours(type, text)) return add(text);
    for (const TextRun& run : runs_of(type, text)) {
        if (run.ours) {
            add(run.text);
            x += summed(type, run.text);
        } else {
            glyph_cache::draw(list, {x, base}, run.text, type, color);
            x += glyph_cache::advance(run.text, type);
        }
    }
}

}  // namespace explainer::fonts
