// What the shaders of small and large maps have in common: the ramp of colours, and the uniforms of
// shaders/heat_color.frag.
#pragma once

#include <GLES3/gl3.h>

#include "explainer/drawing/painter.h"

namespace explainer {

/// A texture whose entries are fetched, not filtered; bound afterwards.
GLuint make_nearest_texture(GLenum target);

/// The row of the ramps' texture that has the colours of a look in a theme, in 256 steps. Holds for the frame
/// that is being made, as only few themes have room.
int ramp_row(const Theme& theme, const HeatLook& look);
void drop_ramps();

/// Where heat_color.frag's uniforms are in a program.
class HeatUniforms {
  public:
    HeatUniforms() = default;
    /// `ramp_unit`: the texture unit of the ramp. The program must be in use.
    HeatUniforms(GLuint program, int ramp_unit);
    /// For the canvas's frame; the program must be in use. Binds the ramps, too.
    void set(const Theme& theme) const;

  private:
    GLint hatch_ = -1, ground_ = -1, density_ = -1, display_ = -1;
    int ramp_unit_ = 0;
};

/// Tells whether another frame of the canvas is being made than at the last call.
class FrameToken {
  public:
    bool changed();

  private:
    int frame_ = -1;
};

/// Where the frame's callbacks may draw: everywhere. (Dear ImGui's clipping is not meant for them.)
void scissor_to_view();

}  // namespace explainer
