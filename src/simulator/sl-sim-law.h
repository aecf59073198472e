/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How long jobs and handlers execute. */

#include "sl-sim-pattern.h"

G_BEGIN_DECLS

/**
 * SlSimLawPart:
 * @is_normal: around the middle of both ends, not anything between alike
 * @weight: percent; 0 where the parts come in turn
 */
typedef struct
{
  gint64 least;
  gint64 most;
  gboolean is_normal;
  guint weight;
} SlSimLawPart;

/**
 * SlSimLaw:
 * @parts: (element-type SlSimLawPart): at least one
 * @wcet: what the set says; else the most of all parts
 */
typedef struct
{
  GArray *parts;
  gint64 wcet;
} SlSimLaw;

void sl_sim_law_clear (SlSimLaw *self);
gboolean sl_sim_law_read (SlSimLaw *self, const SlSetReader *reader, GError **error);
gint64 sl_sim_law_draw (const SlSimLaw *self, guint64 number, guint64 *random);
gint64 sl_sim_law_get_most (const SlSimLaw *self);

G_END_DECLS
