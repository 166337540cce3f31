#version 300 es
// Many matrices in one draw: each instance is a rectangle and where its values lie. Corners come from the vertex's number alone.
layout(location = 0) in vec4 rect;    // left, top, width, height; CSS pixels, y downwards
layout(location = 1) in vec4 matrix;  // columns, rows, first row of the texture, gap
layout(location = 2) in vec2 look;    // the value with the full colour, row of the ramp
uniform vec2 display;                 // size of the view, CSS pixels
out highp vec2 cell;                  // position counted in cells
flat out highp vec4 frag_matrix;
flat out highp vec2 frag_look;
flat out highp vec2 cell_size;        // CSS pixels

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    cell = corner * matrix.xy;
    frag_matrix = matrix;
    frag_look = look;
    cell_size = rect.zw / matrix.xy;
    vec2 p = (rect.xy + corner * rect.zw) / display;
    gl_Position = vec4(2.0 * p.x - 1.0, 1.0 - 2.0 * p.y, 0.0, 1.0);
}
