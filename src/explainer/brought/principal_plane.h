// The plane in which many vectors differ most: their two principal directions, and where each vector lies
// along them. Draws nothing.
#pragma once

#include <vector>

#include "attention/matrix.h"
#include "explainer/figures/plane.h"

namespace explainer::brought {

struct PrincipalPlane {
    /// [rows]: from the mean of the vectors. One that has a component which is no finite number plays no role
    /// in the mean and in the plane, and lies nowhere: NaN.
    std::vector<figures::Vector2> at;
    /// How much of the vectors' variance the plane has; 1 where they do not differ.
    double share = 1;
};

/// Of the rows of a matrix [rows, cols]. Exact up to 64 components; of more the two directions are those of a
/// Krylov space (64 products with the covariance, fewer where vectors are very many and long), of which
/// `share` is the true one. Directions that differ by a sign are one: the largest component is positive.
PrincipalPlane principal_plane(attention::ConstMatrixView vectors);

}  // namespace explainer::brought
