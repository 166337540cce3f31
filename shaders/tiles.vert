#version 300 es
// The quad of one large map. Hands on the position counted in entries of the level that is shown.
uniform vec4 rect;     // left, top, width, height; CSS pixels, y downwards
uniform vec2 display;  // size of the view, CSS pixels
uniform vec4 seen;     // first column, first row, columns, rows; counted from the first tile of the table
out highp vec2 entry;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    entry = seen.xy + corner * seen.zw;
    vec2 p = (rect.xy + corner * rect.zw) / display;
    gl_Position = vec4(2.0 * p.x - 1.0, 1.0 - 2.0 * p.y, 0.0, 1.0);
}
