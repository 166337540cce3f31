// Colours small matrices: each cell by its value through a ramp, masked cells hatched, a gap between cells. Where a pixel covers
// several cells it takes the one of largest magnitude. After heat_color.frag.
uniform highp sampler2D values;  // matrices one after the other, 256 entries a row
in highp vec2 cell;
flat in highp vec4 frag_matrix;
flat in highp vec2 frag_look;
flat in highp vec2 cell_size;
out vec4 color;

float value_at(ivec2 at, ivec2 size) {
    int index = at.y * size.x + at.x;
    return texelFetch(values, ivec2(index & 255, int(frag_matrix.z) + (index >> 8)), 0).r;
}

void main() {
    ivec2 size = ivec2(frag_matrix.xy);
    ivec2 at = clamp(ivec2(cell), ivec2(0), size - 1);
    vec2 covered = 1.0 / (cell_size * density);  // cells to a device pixel
    float value;
    if (max(covered.x, covered.y) <= 1.0) {
        if (in_gap((cell - vec2(at)) * cell_size, cell_size, frag_matrix.w)) discard;
        value = value_at(at, size);
    } else {
        vec2 reach = 0.5 * max(covered, vec2(0.0));
        ivec2 first = clamp(ivec2(floor(cell - reach)), ivec2(0), size - 1);
        ivec2 last = clamp(ivec2(ceil(cell + reach)) - 1, first, size - 1);
        value = value_at(at, size);
        for (int y = first.y; y <= last.y; ++y)
            for (int x = first.x; x <= last.x; ++x) value = larger(value, value_at(ivec2(x, y), size));
    }
    color = value < masked ? masked_color(cell * cell_size) : heat_color(value / frag_look.x, int(frag_look.y));
}
