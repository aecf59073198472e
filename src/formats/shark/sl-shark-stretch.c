/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-stretch.h"

/* A lone first or last record may well stand after a long silence: it has one neighbour only. */
#define LEAST_END_LEAP (G_GUINT64_CONSTANT (1) << 32)

static guint64
get_distance (guint64 one, guint64 other)
{
  return one > other ? one - other : other - one;
}

/**
 * sl_shark_stretch_get_sound_span:
 * @low: (out): TSC of the first record that is not damaged
 * @high: (out): TSC of the last one
 *
 * Returns: %FALSE where all are damaged
 */
gboolean
sl_shark_stretch_get_sound_span (const SlSharkStretch *self, guint64 *low, guint64 *high)
{
  if (self->n_records == 1 && self->first_damaged)
    return FALSE;
  if (self->n_records == 2 && self->first_damaged && self->last_damaged)
    return FALSE;

  *low = self->first_damaged ? self->second : self->first;
  *high = self->last_damaged ? self->last_but_one : self->last;
  return TRUE;
}

static guint64
get_sound_duration (const SlSharkStretch *stretches, guint n_stretches)
{
  guint64 low = G_MAXUINT64;
  guint64 high = 0;

  for (guint i = 0; i < n_stretches; i++)
    {
      guint64 first;
      guint64 last;

      if (!sl_shark_stretch_get_sound_span (&stretches[i], &first, &last))
        continue;
      low = MIN (low, first);
      high = MAX (high, last);
    }

  return high >= low ? high - low : 0;
}

/* The span of the inner records of long stretches: damage shows at the ends. */
static guint64
get_core_duration (const SlSharkStretch *stretches, guint n_stretches)
{
  guint64 longest = 0;
  guint64 low = G_MAXUINT64;
  guint64 high = 0;

  for (guint i = 0; i < n_stretches; i++)
    longest = MAX (longest, stretches[i].n_records);

  for (guint i = 0; i < n_stretches; i++)
    {
      if (stretches[i].n_records < MAX (longest / 8, 3))
        continue;
      low = MIN (low, stretches[i].second);
      high = MAX (high, stretches[i].last_but_one);
    }

  return high >= low ? high - low : G_MAXUINT64;
}

static guint64
get_limit (guint64 duration)
{
  return duration > SL_SHARK_LEAP / 1000 ? SL_SHARK_LEAP : duration * 1000;
}

/* @before and @after are %NULL where there is no neighbour. */
static gboolean
is_damaged (guint64 tsc, const guint64 *before, const guint64 *after, guint64 limit)
{
  if (before == NULL && after == NULL)
    return FALSE;
  if (before == NULL || after == NULL)
    limit = MIN (SL_SHARK_LEAP, MAX (limit, LEAST_END_LEAP));

  return (before == NULL || get_distance (tsc, *before) > limit) &&
         (after == NULL || get_distance (tsc, *after) > limit);
}

static void
judge (SlSharkStretch *stretches, guint n_stretches, guint64 limit)
{
  for (guint i = 0; i < n_stretches; i++)
    {
      SlSharkStretch *self = &stretches[i];
      const guint64 *before = i > 0 ? &stretches[i - 1].last : NULL;
      const guint64 *after = i + 1 < n_stretches ? &stretches[i + 1].first : NULL;
      gboolean single = self->n_records == 1;

      self->first_damaged = is_damaged (self->first, before, single ? after : &self->second, limit);
      self->last_damaged =
          is_damaged (self->last, single ? before : &self->last_but_one, after, limit);
    }
}

static const guint64 *
get_last_sound (const SlSharkStretch *self)
{
  if (!self->last_damaged)
    return &self->last;
  if (self->n_records > 2 || (self->n_records == 2 && !self->first_damaged))
    return &self->last_but_one;

  return NULL;
}

static const guint64 *
get_first_sound (const SlSharkStretch *self)
{
  if (!self->first_damaged)
    return &self->first;
  if (self->n_records > 2 || (self->n_records == 2 && !self->last_damaged))
    return &self->second;

  return NULL;
}

/* @before and @after are the nearest sound records outside of @self. */
static void
judge_again (SlSharkStretch *self, const guint64 *before, const guint64 *after, guint64 limit)
{
  SlSharkStretch was = *self;
  gboolean single = was.n_records == 1;
  const guint64 *inner_first = single ? NULL : get_first_sound (&was);
  const guint64 *inner_last = single ? NULL : get_last_sound (&was);

  if (was.first_damaged)
    self->first_damaged =
        is_damaged (was.first, before, inner_first != NULL ? inner_first : after, limit);
  if (was.last_damaged)
    self->last_damaged =
        is_damaged (was.last, inner_last != NULL ? inner_last : before, after, limit);
}

/* A record between damaged ones is not to blame: what counts are its sound neighbours. */
static void
acquit (SlSharkStretch *stretches, guint n_stretches, guint64 limit)
{
  g_autofree const guint64 **before = g_new0 (const guint64 *, n_stretches);
  const guint64 *after = NULL;

  for (guint i = 1; i < n_stretches; i++)
    {
      before[i] = get_last_sound (&stretches[i - 1]);
      if (before[i] == NULL)
        before[i] = before[i - 1];
    }

  for (guint i = n_stretches; i > 0; i--)
    {
      const guint64 *sound = get_first_sound (&stretches[i - 1]);

      judge_again (&stretches[i - 1], before[i - 1], after, limit);
      if (sound != NULL)
        after = sound;
    }
}

/**
 * sl_shark_stretches_find_damage:
 *
 * Marks the records that lie further than %SL_SHARK_LEAP or 1000 spans of the trace from both
 * neighbours. Only the ends of stretches can. The span leaves the damaged ones out, so that both
 * are sought in turn, from the span that is sure upwards.
 */
void
sl_shark_stretches_find_damage (SlSharkStretch *stretches, guint n_stretches)
{
  guint64 limit = get_limit (get_core_duration (stretches, n_stretches));

  while (TRUE)
    {
      guint64 next;

      judge (stretches, n_stretches, limit);
      acquit (stretches, n_stretches, limit);
      next = get_limit (get_sound_duration (stretches, n_stretches));
      if (next <= limit)
        return;
      limit = next;
    }
}
