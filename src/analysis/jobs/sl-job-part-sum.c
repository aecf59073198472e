/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-part-sum.h"

/* Parts that are quicker walked over than looked up. */
#define FEW 16

/**
 * sl_job_part_hash:
 * @part: (type SlJobPart):
 *
 * Returns: a hash of what sl_job_part_is_same() looks at
 */
guint
sl_job_part_hash (gconstpointer part)
{
  const SlJobPart *self = part;

  return (self->object * 31 + self->other) * 31 + (guint) self->cause;
}

/**
 * sl_job_part_is_same:
 * @one: (type SlJobPart):
 * @other: (type SlJobPart):
 *
 * Returns: whether both were spent on the same, however long
 */
gboolean
sl_job_part_is_same (gconstpointer one, gconstpointer other)
{
  const SlJobPart *a = one, *b = other;

  return a->cause == b->cause && a->object == b->object && a->other == b->other &&
         a->is_ceiling == b->is_ceiling && a->is_uninterruptible == b->is_uninterruptible &&
         a->is_by_interrupt == b->is_by_interrupt;
}

/**
 * sl_job_part_sum_init:
 * @self: (out caller-allocates): without parts
 */
void
sl_job_part_sum_init (SlJobPartSum *self)
{
  self->parts = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  self->places = g_hash_table_new_full (sl_job_part_hash, sl_job_part_is_same, g_free, NULL);
  self->last = 0;
}

/**
 * sl_job_part_sum_clear:
 */
void
sl_job_part_sum_clear (SlJobPartSum *self)
{
  g_array_unref (self->parts);
  g_hash_table_unref (self->places);
}

/**
 * sl_job_part_sum_reset:
 *
 * Forgets all parts, for the next job.
 */
void
sl_job_part_sum_reset (SlJobPartSum *self)
{
  g_array_set_size (self->parts, 0);
  g_hash_table_remove_all (self->places);
  self->last = 0;
}

/* The place of such a part; the number of parts where there is none yet. */
static guint
find_part (const SlJobPartSum *self, const SlJobPart *part)
{
  const SlJobPart *parts = (const SlJobPart *) (gconstpointer) self->parts->data;
  guint n_few = MIN (self->parts->len, FEW);
  guint place;

  if (self->last < self->parts->len && sl_job_part_is_same (&parts[self->last], part))
    return self->last;
  for (guint i = 0; i < n_few; i++)
    if (sl_job_part_is_same (&parts[i], part))
      return i;

  place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, part));
  return place > 0 ? place - 1 : self->parts->len;
}

/**
 * sl_job_part_sum_add:
 * @part: does nothing if it has no ticks
 */
void
sl_job_part_sum_add (SlJobPartSum *self, SlJobPart part)
{
  if (part.ticks <= 0)
    return;

  self->last = find_part (self, &part);
  if (self->last < self->parts->len)
    {
      SlJobPart *sum = &g_array_index (self->parts, SlJobPart, self->last);

      sum->ticks += part.ticks;
      sum->had_run |= part.had_run;
      return;
    }

  g_array_append_val (self->parts, part);
  if (self->parts->len > FEW)
    g_hash_table_insert (self->places, g_memdup2 (&part, sizeof part),
                         GUINT_TO_POINTER (self->parts->len));
}

/**
 * sl_job_part_sum_get:
 * @n_parts: (out):
 *
 * Returns: (transfer none) (array length=n_parts): the parts in the order in which they first occur; until the next change
 */
const SlJobPart *
sl_job_part_sum_get (const SlJobPartSum *self, guint *n_parts)
{
  *n_parts = self->parts->len;
  return (const SlJobPart *) self->parts->data;
}
