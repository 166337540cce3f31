// A sheet of maps that are many or large: 144 of 48 × 48, and one of 4096 × 4096 that exists nowhere. For
// whoever makes them, and for measuring what a frame of them costs. Hidden: it is in no list.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/figures/controls.h"
#include "explainer/figures/heat_legend.h"
#include "explainer/figures/map_view.h"
#include "explainer/figures/small_maps.h"
#include "explainer/figures/text.h"
#include "explainer/format.h"

namespace explainer {
namespace {

using figures::Block, figures::MapLook, figures::SmallMapsLook;

enum : int { zoom, centre_row, centre_col, query, key, head, row };

constexpr int large = 4096;
constexpr HeatLook large_heat = {1, false, 1};
constexpr int map_count = 144, map_side = 48;

constexpr std::array parameters = {
    Parameter{.name = "zoom",
              .label = "zoom",
              .help = "How many times the large map is enlarged.",
              .kind = Kind::number,
              .minimum = 1,
              .maximum = 512,
              .step = 0.01,
              .initial = 1.33,
              .logarithmic = true},
    Parameter{.name = "centreRow",
              .label = "centre, row",
              .help = "What row is in the middle of the large map.",
              .kind = Kind::number,
              .minimum = 0,
              .maximum = large,
              .step = 1,
              .initial = 2560,
              .decimals = 0},
    Parameter{.name = "centreColumn",
              .label = "centre, column",
              .help = "What column is in the middle of the large map.",
              .kind = Kind::number,
              .minimum = 0,
              .maximum = large,
              .step = 1,
              .initial = 1536,
              .decimals = 0},
    Parameter{.name = "query",
              .label = "query",
              .help = "The row that is chosen in the large map.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = large - 1,
              .step = 1,
              .initial = 2912},
    Parameter{.name = "key",
              .label = "key",
              .help = "The column that is chosen in the large map.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = large - 1,
              .step = 1,
              .initial = 1272},
    Parameter{.name = "head",
              .label = "head",
              .help = "The chosen small map.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = map_count - 1,
              .step = 1},
    Parameter{.name = "row",
              .label = "row",
              .help = "The row that is selected in every small map.",
              .kind = Kind::integer,
              .minimum = 0,
              .maximum = map_side - 1,
              .step = 1,
              .initial = 20},
};

constexpr float nothing = std::numeric_limits<float>::quiet_NaN();

/// A map of sixteen million cells that exist nowhere: it fades away from the diagonal, has blocks, and one
/// line elsewhere. The largest value of a square of cells is known without looking at all of them.
class Fading final : public TileSource {
  public:
    static float value(int first_row, int last_row, int first_col, int last_col) {
        if (first_col > last_row) return nothing;
        const int distance = std::max(0, first_row - last_col);
        float out = 0.7f / std::sqrt(1 + static_cast<float>(distance) * 0.1f);
        if ((first_row / 512) % 2 == (first_col / 512) % 2) out *= 0.6f;
        if (first_row - last_col <= 1640 && last_row - first_col >= 1640 && first_row > 2400 &&
            last_row < 3400)
            out = 1;
        return out;
    }
    void fill_rows(int level, int row, int col, int first, int last, float* out) override {
        out += static_cast<std::ptrdiff_t>(first) * tile_side;
        for (int i = first; i < last; ++i) {
            for (int j = 0; j < tile_side; ++j) {
                const int first_row = (row * tile_side + i) << level, first_col = (col * tile_side + j)
                                                                                  << level;
                *out++ =
                    value(first_row, first_row + (1 << level) - 1, first_col, first_col + (1 << level) - 1);
            }
        }
    }
    bool has_levels() const override { return true; }
    bool masked(int level, int row, int col) const override {
        return (col * tile_side) << level >= ((row + 1) * tile_side) << level;
    }
};

class PartsMaps final : public Exhibit {
  public:
    PartsMaps() {
        for (int i = 0; i < map_count * map_side * map_side; ++i)
            small_.push_back(std::fabs(std::sin(static_cast<float>(i % 9973) * 1.7f)));
    }

    void compute(const State& state) override {
        map_ = state.integer(head);
        row_ = state.integer(row);
    }
    Description describe() const override {
        const std::span<const float> chosen = std::span(small_).subspan(
            static_cast<size_t>(map_) * map_side * map_side, static_cast<size_t>(map_side * map_side));
        return {"A sheet of many maps, and a large one.",
                {figures::describe_map("Map " + std::to_string(map_),
                                       figures::summary_of(chosen, map_side, map_side, row_))}};
    }

    Block sheet(Ui& ui) const override {
        return figures::column(24, large_map(ui), figures::rule(), many(ui));
    }

  private:
    Block many(Ui& ui) const {
        using namespace figures;
        SmallMapsLook look{.id = "many", .maps = {}};
        constexpr size_t cells = map_side * map_side;
        for (size_t i = 0; i < map_count; ++i)
            look.maps.push_back({std::span(small_).subspan(i * cells, cells), map_side, map_side});
        look.version = 1;
        look.columns = 12;
        look.heat = {1, false, 0};
        look.selected = ui.state().integer(head);
        look.parameter = head;
        look.selected_row = ui.state().integer(row);
        return column(8, titled(ui.theme().ink, "144 maps of 48 × 48", ui.theme().muted, "one draw"),
                      slider(row, {ui.theme().query}), small_maps(std::move(look)));
    }

    MapLook large_look(const Theme& theme) const {
        MapLook look = figures::map_look("large", large_map_, large_heat, theme,
                                         {zoom, centre_row, centre_col, query, key});
        look.value = [](int i, int j) { return Fading::value(i, i, j, j); };
        look.shown = [](float value) { return fixed(static_cast<double>(value), 2); };
        return look;
    }

    Block large_map(Ui& ui) const {
        using namespace figures;
        large_map_.show(large, large, source_, 1);
        const Color ink = ui.theme().ink, muted = ui.theme().muted;
        return column(
            8, titled(ink, "4096 × 4096, stored nowhere", muted, "drag, two fingers, two clicks, buttons"),
            by_width([this, &theme = ui.theme()](float available) {
                Block legend = heat_legend({.heat = large_heat, .name = "weight", .hatching = "masked"});
                Block overview = map_overview(large_look(theme), 160);
                if (available < 760)
                    return column(12, map_view(large_look(theme)), std::move(overview), std::move(legend));
                return figures::row({.gap = 32}, {Item(map_view(large_look(theme))),
                                                  Item(column(12, std::move(overview), std::move(legend)),
                                                       figures::share())});
            }));
    }

    std::vector<float> small_;  // [144, 48, 48]
    mutable Fading source_;
    mutable TileMap large_map_;
    int map_ = 0, row_ = 0;
};

}  // namespace

extern const ExhibitType parts_maps;
const ExhibitType parts_maps = {
    "parts-maps",
    "Parts: many maps, and large ones",
    "Small maps by the dozen, and a map of sixteen million cells.",
    parameters,
    {},
    [] { return std::unique_ptr<Exhibit>(std::make_unique<PartsMaps>()); },
    {},
    true,
};

}  // namespace explainer
