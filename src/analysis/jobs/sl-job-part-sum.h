/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Adds up the parts of a job's time, one for each cause and its objects. */

#include "sl-job-parts.h"

G_BEGIN_DECLS

/**
 * SlJobPartSum:
 * @parts: (element-type SlJobPart): in the order in which they first occur
 * @places: #SlJobPart, whose ticks do not count → place in @parts + 1
 * @last: place of the part that was added to last
 */
typedef struct
{
  GArray *parts;
  GHashTable *places;
  guint last;
} SlJobPartSum;

guint sl_job_part_hash (gconstpointer part);
gboolean sl_job_part_is_same (gconstpointer one, gconstpointer other);

void sl_job_part_sum_init (SlJobPartSum *self);
void sl_job_part_sum_clear (SlJobPartSum *self);
void sl_job_part_sum_reset (SlJobPartSum *self);
void sl_job_part_sum_add (SlJobPartSum *self, SlJobPart part);
const SlJobPart *sl_job_part_sum_get (const SlJobPartSum *self, guint *n_parts);

G_END_DECLS
