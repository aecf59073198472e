/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The text that simple-pt writes beside its streams. */

#include "sl-note.h"
#include "sl-pt-stream.h"

G_BEGIN_DECLS

/* How many lines a text has of each sort. */
typedef struct
{
  guint64 n_settings;
  guint64 n_mappings;
  guint64 n_others; /* damaged, or not of this format */
  guint64 first_mapping;
  guint64 first_other; /* offsets in the text */
} SlSimpleSideband;

void sl_simple_sideband_read (SlSimpleSideband *self,
                              const guint8 *text,
                              gsize size,
                              SlPtTiming *timing);

G_END_DECLS
