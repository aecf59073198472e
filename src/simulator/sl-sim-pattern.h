/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When something comes: a task's releases, a line's interrupts. */

#include "sl-task-set-reader.h"

G_BEGIN_DECLS

#define SL_SIM_NEVER G_MAXINT64

/**
 * SlSimPattern:
 * @period: 0 for what has none
 * @offset: of the first
 * @jitter: by up to how much each is late
 * @sporadic: how much longer than the period the distance of two may be
 * @arrivals: (element-type gint64): of what has no period, ascending
 */
typedef struct
{
  gint64 period;
  gint64 offset;
  gint64 jitter;
  gint64 sporadic;
  GArray *arrivals;
} SlSimPattern;

/**
 * SlSimArrivals:
 * @at: the next; %SL_SIM_NEVER for none
 * @nominal: the same without jitter
 * @n: how many were planned
 */
typedef struct
{
  gint64 at;
  gint64 nominal;
  guint64 n;
} SlSimArrivals;

void sl_sim_pattern_clear (SlSimPattern *self);
gboolean sl_sim_pattern_read (SlSimPattern *self, const SlTaskSetReader *reader, GError **error);
void sl_sim_arrivals_plan (SlSimArrivals *self, const SlSimPattern *pattern, guint64 *random);
gint64 sl_sim_draw_up_to (guint64 *random, gint64 most);

G_END_DECLS
