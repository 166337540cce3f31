// What a table of scores can express: its rank, and in how many orders its rows put the columns. What differs
// by no more than `noise` (what rounding may do to a score) is equal. For tables of a few words: it copies.
#pragma once

#include "matrix.h"

namespace attention {

// How many rows no sum of the others makes.
int rank(ConstMatrixView values, double noise);

// How many different orders, ties included, the rows put the columns in.
int orders(ConstMatrixView values, double noise);

}  // namespace attention
