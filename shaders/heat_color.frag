#version 300 es
// How values become colours, for all maps: put before heatmap.frag and tiles.frag. No program of its own.
precision highp float;
precision highp int;
const float masked = -1e38;  // entries below this are masked: NaN does not reliably survive a shader
uniform sampler2D ramp;     // colour maps, one a row; odd rows are signed: zero in the middle
uniform vec4 hatch;
uniform vec4 ground;
uniform float density;      // device pixels to a CSS pixel

/// Of two entries the one of larger magnitude; any number rather than a masked entry.
float larger(float a, float b) {
    if (b < masked) return a;
    if (a < masked) return b;
    return abs(b) > abs(a) || (abs(b) == abs(a) && b > a) ? b : a;
}

/// `share`: the value divided by the one with the full colour. `at`: CSS pixels from the map's corner.
vec4 heat_color(float share, int ramp_row) {
    if ((ramp_row & 1) == 1) share = 0.5 * share + 0.5;
    return texelFetch(ramp, ivec2(int(clamp(share, 0.0, 1.0) * 255.0 + 0.5), ramp_row), 0);
}

/// Diagonal lines 1.5 px wide, 6 px apart along an axis, level across cells, softened over a pixel. `p`: CSS pixels.
vec4 masked_color(vec2 p) {
    float across = 3.0 - abs(fract((p.x + p.y) / 6.0) - 0.5) * 6.0; // from a line, along an axis: √2 times the distance
    return mix(ground, hatch, 0.35 * (1.0 - smoothstep(0.6, 1.5, across)));
}

/// Whether a point of a cell, both in CSS pixels, is in the gap around it. Cells that a gap would eat have none.
bool in_gap(vec2 inside, vec2 size, float gap) {
    if (min(size.x, size.y) < 4.0 * gap) return false;
    return any(lessThan(inside, vec2(0.5 * gap))) || any(greaterThan(inside, size - 0.5 * gap));
}
