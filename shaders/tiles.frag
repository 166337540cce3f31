// Colours the visible part of a large matrix from its tiles. A table says for each tile of the level where it lies, or which coarser
// one stands in for it. A pixel that covers several entries takes the one of largest magnitude, also across tiles. After
// heat_color.frag.
uniform highp sampler2DArray tiles0, tiles1, tiles2, tiles3;  // 256 × 256 × layers each, in units of the map
uniform highp usampler2D table;                               // r, g: layer and texture; b: levels coarser; a: 0 none, 1 there, 2 masked
uniform vec4 rect;
uniform vec4 seen;
uniform ivec2 origin;   // the table's first tile: column, row
uniform ivec4 bounds;   // the level's entries that there are, from the table's first tile: first column, first row, end column, end row
uniform float largest;  // in units of the map
uniform float gap;
uniform int ramp_row;
in highp vec2 entry;
out vec4 color;

const float missing = -3e38, nothing = -2e38;  // not there yet; masked

float entry_at(ivec2 at) {
    uvec4 tile = texelFetch(table, at >> 8, 0);
    if (tile.a == 0u) return missing;
    if (tile.a == 2u) return nothing;
    int coarser = int(tile.b);
    ivec3 where = ivec3(((at + (origin << 8)) >> coarser) & 255, int(tile.r));
    float value;
    if (tile.g == 0u) value = texelFetch(tiles0, where, 0).r;
    else if (tile.g == 1u) value = texelFetch(tiles1, where, 0).r;
    else if (tile.g == 2u) value = texelFetch(tiles2, where, 0).r;
    else value = texelFetch(tiles3, where, 0).r;
    return value < -6.1e4 ? nothing : value;  // the least half-precision number stands for masked
}

void main() {
    if (any(lessThan(entry, vec2(bounds.xy))) || any(greaterThanEqual(entry, vec2(bounds.zw)))) discard;
    ivec2 at = ivec2(floor(entry));
    vec2 size = rect.zw / seen.zw;           // of an entry, CSS pixels
    vec2 covered = 1.0 / (size * density);   // entries to a device pixel
    float value = entry_at(at);
    if (max(covered.x, covered.y) <= 1.0) {
        if (in_gap((entry - vec2(at)) * size, size, gap)) discard;
    } else {
        ivec2 first = max(ivec2(floor(entry - 0.5 * covered)), bounds.xy);
        ivec2 last = min(ivec2(ceil(entry + 0.5 * covered)) - 1, bounds.zw - 1);
        for (int y = first.y; y <= last.y; ++y)
            for (int x = first.x; x <= last.x; ++x) value = larger(value, entry_at(ivec2(x, y)));
    }
    if (value < -2.5e38) {
        color = mix(ground, hatch, 0.08);
        return;
    }
    color = value < masked ? masked_color((entry + vec2(origin << 8)) * size) : heat_color(value / largest, ramp_row);
}
