/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How long jobs and handlers execute. */

#include "sl-sim-pattern.h"

G_BEGIN_DECLS

/**
 * SlSimDistributionPart:
 * @is_normal: around the middle of both ends, not anything between alike
 * @weight: percent; 0 where the parts come in turn
 */
typedef struct
{
  gint64 least;
  gint64 most;
  gboolean is_normal;
  guint weight;
} SlSimDistributionPart;

/**
 * SlSimDistribution:
 * @parts: (element-type SlSimDistributionPart): at least one
 * @wcet: what the set says; else the most of all parts
 */
typedef struct
{
  GArray *parts;
  gint64 wcet;
} SlSimDistribution;

void sl_sim_distribution_clear (SlSimDistribution *self);
gboolean
sl_sim_distribution_read (SlSimDistribution *self, const SlTaskSetReader *reader, GError **error);
gint64 sl_sim_distribution_draw (const SlSimDistribution *self, guint64 number, guint64 *random);

G_END_DECLS
