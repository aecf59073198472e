/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Records that follow each other with times that never decrease or leap, as the pass over a file
 * finds them, and which of them are damaged. */

#include "sl-shark-scan.h"

G_BEGIN_DECLS

/* A record further than this from both its neighbours is damaged. */
#define SL_SHARK_LEAP (G_GUINT64_CONSTANT (1) << 40)

/**
 * SlSharkStretch:
 * @segment: number of the segment it lies in; a stretch never crosses segments
 * @offset: of its first record, in bytes
 * @second_offset: of the one after that
 * @last_offset: of its last record
 * @n_records: above zero, empty slots left out
 * @first: TSC of the first record
 * @second: TSC of the one after that; @first where there is none
 * @last_but_one: TSC of the one before the last; @last where there is none
 * @last: TSC of the last record
 * @first_damaged: of a single record, the same as @last_damaged
 */
typedef struct
{
  guint32 segment;
  gboolean first_damaged;
  gboolean last_damaged;
  guint64 offset;
  guint64 second_offset;
  guint64 last_offset;
  guint64 n_records;
  guint64 first;
  guint64 second;
  guint64 last_but_one;
  guint64 last;
} SlSharkStretch;

void sl_shark_stretches_find_damage (SlSharkStretch *stretches, guint n_stretches);
gboolean sl_shark_stretch_get_sound_span (const SlSharkStretch *self, guint64 *low, guint64 *high);

G_END_DECLS
