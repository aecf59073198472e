/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-pattern.h"

void
sl_sim_pattern_clear (SlSimPattern *self)
{
  g_clear_pointer (&self->arrivals, g_array_unref);
}

static gboolean
read_arrivals (SlSimPattern *self, const SlTaskSetReader *reader, GError **error)
{
  g_autofree char *value = sl_task_set_reader_get (reader, "arrivals");
  g_auto (GStrv) parts = value != NULL ? g_strsplit (value, ",", SL_SET_MAX_LIST + 1) : NULL;
  gint64 before = 0;

  for (guint i = 0; parts != NULL && parts[i] != NULL; i++)
    {
      gint64 ticks;

      if (i == SL_SET_MAX_LIST)
        return sl_task_set_reader_fail (reader, "arrivals", error, "More than %d times",
                                        SL_SET_MAX_LIST);
      if (!sl_task_set_reader_parse_time (reader, "arrivals", parts[i], 0, &ticks, error))
        return FALSE;
      if (ticks < before)
        return sl_task_set_reader_fail (reader, "arrivals", error,
                                        "Time number %u is before the previous one", i + 1);
      g_array_append_val (self->arrivals, ticks);
      before = ticks;
    }

  return TRUE;
}

/**
 * sl_sim_pattern_read:
 * @self: (out caller-allocates): to be cleared by sl_sim_pattern_clear(), on error as well
 *
 * What has neither a period nor arrivals never comes by itself.
 */
gboolean
sl_sim_pattern_read (SlSimPattern *self, const SlTaskSetReader *reader, GError **error)
{
  *self = (SlSimPattern) { .arrivals = g_array_new (FALSE, FALSE, sizeof (gint64)) };
  if (!sl_task_set_reader_read_duration (reader, "period", &self->period, error) ||
      !sl_task_set_reader_read_duration (reader, "offset", &self->offset, error) ||
      !sl_task_set_reader_read_duration (reader, "jitter", &self->jitter, error) ||
      !sl_task_set_reader_read_duration (reader, "sporadic", &self->sporadic, error) ||
      !read_arrivals (self, reader, error))
    return FALSE;

  if (self->arrivals->len > 0 && (self->period > 0 || self->offset > 0 || self->sporadic > 0))
    return sl_task_set_reader_fail (
        reader, "arrivals", error,
        "A task with arrivals cannot have a period, an offset or sporadic");

  return TRUE;
}

/* SplitMix64: who has a stream of its own does not change that of others. */
static guint64
draw (guint64 *random)
{
  guint64 mixed = *random += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  mixed = (mixed ^ (mixed >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

/**
 * sl_sim_draw_up_to:
 * @random: a stream, which goes on
 *
 * Returns: from 0 to @most
 */
gint64
sl_sim_draw_up_to (guint64 *random, gint64 most)
{
  return most > 0 ? (gint64) (draw (random) % ((guint64) most + 1)) : 0;
}

/* The next one, not before the one that was planned last. */
void
sl_sim_arrivals_plan (SlSimArrivals *self, const SlSimPattern *pattern, guint64 *random)
{
  gint64 earliest = self->n > 0 ? self->at : 0;

  if (pattern->period == 0 && self->n == pattern->arrivals->len)
    {
      self->at = SL_SIM_NEVER;
      return;
    }

  if (pattern->period == 0)
    self->nominal = g_array_index (pattern->arrivals, gint64, self->n);
  else if (self->n == 0)
    self->nominal = pattern->offset;
  else
    self->nominal += pattern->period + sl_sim_draw_up_to (random, pattern->sporadic);

  self->at = MAX (earliest, self->nominal + sl_sim_draw_up_to (random, pattern->jitter));
  self->n++;
}
