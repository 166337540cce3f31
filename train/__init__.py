"""Trains the small transformer that the exhibits on learned heads show."""

import os

# Before PyTorch is loaded: one thread adds in one order, so that a seed gives the same weights again.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
