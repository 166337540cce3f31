#version 300 es
// One quad, made from the vertex's number alone: no buffer. Hands on the position counted in cells.
uniform vec4 rect;     // left, top, width, height; CSS pixels, y downwards
uniform vec2 display;  // size of the view, CSS pixels
uniform vec2 cells;    // columns, rows
out highp vec2 cell;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    cell = corner * cells;
    vec2 p = (rect.xy + corner * rect.zw) / display;
    gl_Position = vec4(2.0 * p.x - 1.0, 1.0 - 2.0 * p.y, 0.0, 1.0);
}
