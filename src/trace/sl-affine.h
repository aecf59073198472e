/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Exact affine maps of a trace's ticks onto those of a reference clock, and maps made of several of them, which hold
 * one after the other. */

#include "sl-time.h"

G_BEGIN_DECLS

/**
 * SlAffine:
 *
 * reference = offset + own × numerator ÷ denominator, in 128-bit arithmetic, rounded to the
 * nearest tick; @from is the first own tick of the piece.
 */
typedef struct
{
  SlTime from;
  SlTime offset;
  gint64 numerator;
  gint64 denominator;
} SlAffine;

SlTime sl_affine_to_reference (const SlAffine *self, SlTime own);
SlTime sl_affine_from_reference (const SlAffine *self, SlTime reference);

/* Maps in pieces, by ascending @from, of which the first holds before it too; none is the identity. */

gboolean sl_affines_are_valid (const SlAffine *pieces, guint n_pieces);
SlTime sl_affines_to_reference (const SlAffine *pieces, guint n_pieces, SlTime own);
SlTime sl_affines_from_reference (const SlAffine *pieces, guint n_pieces, SlTime reference);
SlTime sl_affines_first_from_reference (const SlAffine *pieces, guint n_pieces, SlTime reference);

G_END_DECLS
