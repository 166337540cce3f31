#version 300 es
// Colours one matrix: each cell by its value through a ramp, masked cells hatched, a gap between cells.
precision highp float;
uniform highp sampler2D values;  // one texel a cell; below -1e38: masked
uniform sampler2D ramp;          // colour maps, one a row
uniform int ramp_row;            // odd rows are signed: zero in the middle
uniform float largest;           // the value with the full colour
uniform float gap;               // CSS pixels between cells
uniform vec4 rect;
uniform vec2 cells;
uniform vec4 hatch;
uniform vec4 ground;
in highp vec2 cell;
out vec4 color;

void main() {
    ivec2 at = clamp(ivec2(cell), ivec2(0), ivec2(cells) - 1);
    vec2 size = rect.zw / cells;
    vec2 inside = (cell - vec2(at)) * size;
    if (any(lessThan(inside, vec2(0.5 * gap))) || any(greaterThan(inside, size - 0.5 * gap))) discard;
    float value = texelFetch(values, at, 0).r;
    if (value < -1e38) {
        // Diagonal lines 6 px apart, level across cells, softened over one pixel.
        vec2 p = cell * size;
        float across = abs(fract((p.x + p.y) / 6.0) - 0.5) * 6.0;
        color = mix(ground, hatch, 0.35 * smoothstep(2.6, 2.0, 3.0 - across));
        return;
    }
    float share = value / largest;
    if ((ramp_row & 1) == 1) share = 0.5 * share + 0.5;
    color = texelFetch(ramp, ivec2(int(clamp(share, 0.0, 1.0) * 255.0 + 0.5), ramp_row), 0);
}
