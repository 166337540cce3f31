// A large map: the weights of up to 4096 queries and as many keys, from vectors that are made of recency,
// blocks, a first token, a copied passage and noise. What is in sight is panned and enlarged; a row and a
// column hang on its axes; shares of all weight. The sheet is in large_map_sheet.cpp, the numbers are
// map_model.h's.
#pragma once

#include <string>
#include <vector>

#include "explainer/exhibit.h"
#include "explainer/exhibits/floats.h"
#include "explainer/exhibits/map_model.h"
#include "explainer/figures/map_view.h"
#include "explainer/latest.h"

namespace explainer {

class LargeMap final : public Exhibit {
  public:
    enum : int {
        tokens,
        sees,
        window,
        recency,
        blocks,
        first,
        copied,
        noise,
        seed,
        zoom,
        centre_row,
        centre_col,
        query,
        key,
        repeat,
        outlined
    };

    void compute(const State& state) override;
    bool advance(float effort) override;
    figures::Block sheet(Ui& ui) const override;
    bool active(const State& state, int parameter) const override;
    std::string shown(const State& state, int parameter) const override;
    Description describe() const override;
    std::string numpy(const State& state) const override;

  private:
    /// What a share is of.
    enum : int { no_share, first_share, window_share, itself_share, copied_share, share_count };

    /// A profile: which way it lies, and on which axis.
    struct Profile {
        bool of_row = true;    // the weights of the chosen row, on the keys' axis; else the column's
        bool upright = false;  // beside the map, not below it
        float map_side = 0;    // of the map whose axis it shares
    };

    static constexpr float ticks_width = 44, profile_size = 88;  // of what stands around the map

    static std::span<const Preset> listed_presets();
    int query_now() const { return chosen_.index; }
    double share_of(int what) const;
    double row_share_of(int what) const;
    std::string share_name(int what) const;
    /// Which of the row's weights a cell's is, counted from 1; 0: it is masked.
    static int rank(const MapModel::Row& row, int key);
    const MapModel::Row& row_of(int index) const;
    void update();

    figures::MapLook look(Ui& ui) const;
    CellRegion seen(const Ui& ui, float side) const;
    figures::Block wide_sheet(Ui& ui, float available) const;
    figures::Block narrow_sheet(Ui& ui, float available) const;
    figures::Block heading_line(Ui& ui, float side) const;
    figures::Block map_part(Ui& ui, float side, bool handle_right) const;
    figures::Block axis_ticks(float side, bool of_keys, bool upright) const;
    figures::Block profile(Ui& ui, Profile which) const;
    figures::Block profile_corner(Ui& ui) const;
    figures::Block reading(Ui& ui) const;
    figures::Block shares(Ui& ui) const;
    void point_at_share_of(int parameter) const;
    figures::Block window_slider(Ui& ui) const;
    figures::Block generators(Ui& ui, int columns) const;
    figures::Block footnote(Ui& ui) const;
    void draw_profile(Ui& ui, Rect rect, Profile which) const;
    void draw_over(Ui& ui, const figures::MapPlace& place, bool handle_right) const;
    void draw_outline(Ui& ui, const figures::MapPlace& place, int what) const;
    void draw_names(Ui& ui, const figures::MapPlace& place) const;
    void grip_query(Ui& ui, Rect map, bool handle_right) const;

    MapModel model_;
    mutable TileMap tiles_;  // a cache: drawing asks it for tiles, which it makes or keeps
    uint64_t shown_version_ = 0;
    MapModel::Row chosen_;                                   // the chosen query's row
    Latest<std::pair<uint64_t, int>, MapModel::Row> other_;  // that is pointed at: of a version and an index
    std::vector<float> column_;                              // of the chosen key
    std::vector<float> first_column_;                        // of key 0
    int key_ = -1;
    struct Pointed {
        figures::Entry cell;
        int share = 0;
        bool operator==(const Pointed&) const = default;
    };
    Hover<Pointed> hover_{hovers_};
};

}  // namespace explainer
