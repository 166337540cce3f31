// SVG as an XML parser reads it: every exhibit is well-formed whatever its state, and says what the canvas
// says.
#include <doctest/doctest.h>
#include <libxml/parser.h>
#include <libxml/tree.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "explainer/drawing/imgui_painter.h"
#include "explainer/drawing/png.h"
#include "explainer/drawing/svg_painter.h"
#include "explainer/drawing/tile_map.h"
#include "helpers.h"

using namespace explainer;

namespace {

/// A document that the parser took without a complaint.
class Xml {
  public:
    explicit Xml(const std::string& text)
        : document_(xmlReadMemory(text.data(), static_cast<int>(text.size()), "svg", nullptr,
                                  XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_HUGE)) {
        const xmlError* error = xmlGetLastError();
        REQUIRE_MESSAGE(document_ != nullptr, (error != nullptr ? error->message : "not XML")
                                                  << text.substr(0, 2000));
    }
    ~Xml() { xmlFreeDoc(document_); }
    Xml(const Xml&) = delete;
    Xml& operator=(const Xml&) = delete;

    /// Elements of that name in the order of the document; each as its attributes, and its text as "".
    std::vector<std::map<std::string, std::string>> all(const std::string& name) const {
        std::vector<std::map<std::string, std::string>> out;
        collect(xmlDocGetRootElement(document_), name, out);
        return out;
    }

  private:
    static void collect(xmlNode* node, const std::string& name,
                        std::vector<std::map<std::string, std::string>>& out) {
        for (; node != nullptr; node = node->next) {
            if (node->type != XML_ELEMENT_NODE) continue;
            if (name == reinterpret_cast<const char*>(node->name)) {
                std::map<std::string, std::string> one;
                for (const xmlAttr* a = node->properties; a != nullptr; a = a->next)
                    one[reinterpret_cast<const char*>(a->name)] =
                        a->children != nullptr ? reinterpret_cast<const char*>(a->children->content) : "";
                xmlChar* content = xmlNodeGetContent(node);
                one[""] = reinterpret_cast<const char*>(content);
                xmlFree(content);
                out.push_back(one);
            }
            collect(node->children, name, out);
        }
    }

    xmlDoc* document_;
};

/// Keeps what an exhibit draws, to be compared with the document.
class Strokes final : public Painter {
  public:
    std::multiset<std::string> texts;
    std::map<std::string, size_t> shapes;

    void line(const Point&, const Point&, Color, float) override { ++shapes["line"]; }
    void polyline(std::span<const Point> points, Color, float, bool closed) override {
        if (!points.empty()) ++shapes[closed ? "polygon" : "polyline"];
    }
    void polygon(std::span<const Point> points, Color) override {
        if (!points.empty()) ++shapes["polygon"];
    }
    void strip(std::span<const Point> upper, std::span<const Point> lower, Color) override {
        if (!upper.empty() && !lower.empty()) ++shapes["polygon"];
    }
    void rectangle(const Rect& rect, Color, float) override { shapes["rect"] += visible(rect); }
    void outline(const Rect& rect, Color, float, float) override { shapes["rect"] += visible(rect); }
    void disc(const Point&, float, Color) override { ++shapes["circle"]; }
    void ring(const Point&, float, Color, float) override { ++shapes["circle"]; }
    void text(const Point&, Type, Color, std::string_view text) override { texts.emplace(text); }
    void heatmap(const Rect&, const Heat& heat, const Theme&) override {
        for (int i = 0; i < heat.rows * heat.cols; ++i) {
            ++shapes["rect"];
            if (std::isnan(heat.values[i])) ++shapes["path"];
        }
    }
    /// Hatching behind a picture; what it is hatched with, once in a document.
    bool tile_map(const Rect&, TileMap&, const CellRegion&, const HeatLook&, const Theme&) override {
        shapes["rect"] += std::exchange(hatched_, true) ? 1 : 2;
        return false;
    }

  private:
    bool hatched_ = false;
    static size_t visible(Rect rect) { return rect.width > 0 && rect.height > 0 ? 1 : 0; }
};

void check_numbers(const Xml& xml, const std::string& name) {
    for (const auto& element : xml.all(name)) {
        for (const char* key : {"x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "width", "height",
                                "font-size", "textLength"}) {
            const auto found = element.find(key);
            if (found == element.end() || found->second == "100%") continue;
            size_t used = 0;
            const double value = std::stod(found->second, &used);
            CHECK_MESSAGE((used == found->second.size() && std::isfinite(value) && std::fabs(value) < 1e5),
                          found->second);
        }
    }
}

}  // namespace

TEST_CASE(
    "every exhibit in every telling state: well-formed, and the document has the strokes that are drawn") {
    for (const ExhibitType* type : exhibits()) {
        std::vector<std::string> states = {""};
        for (const Preset& preset : type->presets) states.emplace_back(preset.state);
        for (const std::string& state : states) {
            CAPTURE(type->id);
            CAPTURE(state);
            Shown view(type->id, state, 700);
            view.describe(true);
            const Xml xml(view.svg());
            Strokes strokes;
            view.draw_with(strokes, 700);
            std::multiset<std::string> texts;
            for (const auto& text : xml.all("text")) {
                texts.insert(text.at(""));
                CHECK((text.at("").empty() || text.contains("textLength")));
            }
            CHECK(texts == strokes.texts);
            strokes.shapes["rect"] += 1;  // the ground
            for (const char* name : {"line", "polyline", "polygon", "rect", "circle", "path"}) {
                CAPTURE(name);
                CHECK(xml.all(name).size() == strokes.shapes[name]);
                check_numbers(xml, name);
            }
            check_numbers(xml, "text");
            REQUIRE(xml.all("title").size() == 1);
            CHECK(xml.all("title")[0].at("") == type->title);
            CHECK(xml.all("desc")[0].at("") == view.describe().summary);
        }
    }
}

TEST_CASE("words of readers come through XML as they are; what XML cannot hold is replaced") {
    for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
             {"a < b & \"c\" > 'd'", "a < b & \"c\" > 'd'"},
             {"👩‍👩‍👧‍👦 القطة 我爱AI मेरा",
              "👩‍👩‍👧‍👦 القطة 我爱AI मेरा"},
             {"]]>--><!--", "]]>--><!--"},
             {"  two  spaces ", "  two  spaces "},
             {std::string("\x01\x08\x1f", 3), "���"},
             {"\xff\xc0\x80", "���"},
             {"\uffff", "�"}}) {
        SvgPainter painter;
        painter.text({0, 0}, body, {}, text);
        const Xml xml(painter.document(100, 100, {}, text, text));
        for (const char* name : {"text", "title", "desc"}) {
            std::string written = xml.all(name)[0].at("");
            // What is drawn keeps its order by isolates, which show nothing.
            for (const std::string_view isolate : {"\u2068", "\u2069"})
                if (const size_t at = written.find(isolate); at != std::string::npos)
                    written.erase(at, isolate.size());
            CHECK(written == expected);
        }
    }
}

TEST_CASE("a large matrix is an embedded picture of the region that is seen; a small one is cells") {
    const Theme& theme = light_theme();
    std::vector<float> values(300 * 200, 0.5f);
    values[0] = std::nanf("");
    ArrayTiles tiles(values, 300, 200);
    TileMap map;
    map.show(300, 200, tiles, 1);
    SvgPainter painter;
    painter.heatmap({0, 0, 64, 64}, {values.data(), 64, 64}, theme);
    painter.line({0, 0}, {1, 1}, {}, 1);
    painter.heatmap({10, 20, 100, 150}, {values.data(), 300, 200}, theme);
    painter.tile_map({10, 220, 100, 50}, map, {100.5, 20, 40, 80}, {}, theme);
    const Xml xml(painter.document(400, 400, theme.paper, "t", "d"));
    const auto images = xml.all("image");
    REQUIRE(images.size() == 2);
    CHECK(xml.all("rect").size() ==
          1 + 64 * 64 + 2 + 1);  // ground, cells, hatching behind the pictures and its pattern
    CHECK(xml.all("svg")[2].at("viewBox") == "20 100.5 80 40");
    for (const auto& image : images) CHECK(image.at("href").starts_with("data:image/png;base64,iVBORw0KGgo"));
    CHECK(images[0].at("width") == "200");
    CHECK(images[0].at("height") == "300");
    CHECK(images[1].at("y") == "100");
    CHECK(images[1].at("height") == "41");
}

TEST_CASE("base64") {
    CHECK(base64("") == "");
    CHECK(base64("f") == "Zg==");
    CHECK(base64("fo") == "Zm8=");
    CHECK(base64("foobar") == "Zm9vYmFy");
    CHECK(base64("\xff\xfe\xfd") == "//79");
}
