/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-fold-sums.h"

#include "sl-kept-weights.h"
#include "sl-running-sums.h"
#include "sl-track-fold-private.h"

/* Items of a track that is gone over in less than a tenth of a millisecond. */
#define SMALL 8192

struct _SlFoldSums
{
  SlTrack *track;
  SlState counted;
  guint8 *group_of;
  gboolean has_values;    /* of which nothing is kept */
  SlWeigher weigher;      /* else */
  SlRunningSums *running; /* NULL until somebody asks */
  guint n_looked_at;      /* of its chunks */
};

/**
 * sl_fold_sums_new:
 * @group_of: (array): by code; see #SlFoldQuery
 * @counted: see #SlFoldQuery
 *
 * Costs the number of codes.
 *
 * Returns: (transfer full):
 */
SlFoldSums *
sl_fold_sums_new (SlTrack *track, const guint8 *group_of, SlState counted)
{
  SlFoldSums *self = g_new0 (SlFoldSums, 1);

  self->track = sl_track_ref (track);
  self->counted = counted;
  self->group_of = g_memdup2 (group_of, track->n_codes);
  self->has_values = track->type == SL_TRACK_VALUES;
  if (!self->has_values)
    {
      sl_weigher_init (&self->weigher, track, group_of, counted);
      self->weigher.kept = sl_kept_weights_new ();
    }

  return self;
}

/**
 * sl_fold_sums_free:
 * @self: (transfer full):
 */
void
sl_fold_sums_free (SlFoldSums *self)
{
  g_return_if_fail (self != NULL);

  if (!self->has_values)
    {
      sl_running_sums_free (self->running);
      sl_kept_weights_free (self->weigher.kept);
      sl_weigher_clear (&self->weigher);
    }
  sl_track_unref (self->track);
  g_free (self->group_of);
  g_free (self);
}

/**
 * sl_fold_sums_get_track:
 *
 * Returns: (transfer none):
 */
SlTrack *
sl_fold_sums_get_track (const SlFoldSums *self)
{
  return self->track;
}

SlState
sl_fold_sums_get_counted (const SlFoldSums *self)
{
  return self->counted;
}

/**
 * sl_fold_sums_has_groups:
 * @group_of: (array): by code of its track
 *
 * Returns: whether these are its groups
 */
gboolean
sl_fold_sums_has_groups (const SlFoldSums *self, const guint8 *group_of)
{
  return self->track->n_codes == 0 || memcmp (self->group_of, group_of, self->track->n_codes) == 0;
}

/* Whether its running sums are made in no time. */
static gboolean
is_small (const SlFoldSums *self)
{
  guint64 n_items = sl_track_get_n_items (self->track);

  return n_items > 0 && n_items <= SMALL;
}

/**
 * sl_fold_sums_is_empty:
 *
 * Returns: whether nothing is kept, so that making it anew costs the next fold next to nothing
 */
gboolean
sl_fold_sums_is_empty (const SlFoldSums *self)
{
  return self->has_values || ((self->running == NULL || is_small (self)) &&
                              sl_kept_weights_get_count (self->weigher.kept) == 0);
}

static SlRunningSums *
get_running (SlFoldSums *self)
{
  if (self->running == NULL)
    self->running = sl_running_sums_new (&self->weigher);

  return self->running;
}

/* Whether a column has so many items on the whole that most of its borders cut a chunk, or more, that is taken as evenly
 * spread: else its items would be gone over. */
static gboolean
has_much (const SlFoldSums *self, SlSpan span, guint n_columns)
{
  return sl_track_get_root (self->track) != NULL &&
         sl_track_count_between (self->track, span) > (guint64) n_columns * SL_CHUNK_ITEMS;
}

/**
 * sl_fold_sums_fold:
 * @columns: (out caller-allocates) (array length=n_columns):
 *
 * The same as sl_track_fold(), for the track and the groups that @self is of.
 */
void
sl_fold_sums_fold (SlFoldSums *self, SlSpan span, guint n_columns, SlFoldColumn *columns)
{
  SlFoldQuery query = { span, n_columns, self->group_of, self->counted };

  if (self->has_values)
    {
      sl_track_fold (self->track, &query, columns);
      return;
    }
  if (!has_much (self, span, n_columns))
    {
      sl_track_fold_weighed (self->track, &self->weigher, span, n_columns, columns);
      return;
    }

  sl_running_sums_fold (get_running (self), &self->weigher, span, n_columns, columns);
}

/**
 * sl_fold_sums_look_ahead:
 * @n_chunks: (inout): how many chunks of a track may be looked at, of about 5 µs each; set to those that are left
 *
 * Finds out what narrower views of a track would need that was folded in a wide one: else the first of them would pay for it.
 *
 * Returns: whether there is more to find out
 */
gboolean
sl_fold_sums_look_ahead (SlFoldSums *self, guint *n_chunks)
{
  guint end;

  if (self->has_values || self->running == NULL)
    return FALSE;

  end = sl_running_sums_look_ahead (self->running, &self->weigher, self->n_looked_at, *n_chunks);
  *n_chunks -= end - self->n_looked_at;
  self->n_looked_at = end;
  return *n_chunks == 0;
}

/* What is kept is by slot; two of them are a group. */
static gboolean
add_kept (const SlTrackNode *node,
          const SlTrackChild *child,
          guint64 *time_by_group,
          guint64 *count_by_group,
          gpointer user_data)
{
  const SlWeigher *weigher = user_data;
  const guint64 *kept, *slots, *items;

  if (child->n_sums <= SL_WEIGHTS_KEPT_FROM)
    return FALSE;

  kept = sl_kept_weights_get (weigher->kept, weigher, node, child);
  slots = kept + 1;
  items = slots + weigher->n_slots;
  for (guint i = 0; i < weigher->n_slots / 2; i++)
    {
      time_by_group[weigher->groups[i]] += slots[2 * i];
      count_by_group[weigher->groups[i]] += items[i];
    }

  return TRUE;
}

/**
 * sl_fold_sums_sum:
 * @time_by_group: (inout) (array fixed-size=256): ticks inside @span are added
 * @count_by_group: (inout) (array fixed-size=256): items that begin in @span are added
 *
 * The same as sl_track_sum_groups(), for the track and the groups that @self is of.
 */
void
sl_fold_sums_sum (SlFoldSums *self, SlSpan span, guint64 *time_by_group, guint64 *count_by_group)
{
  if (!self->has_values && (self->running != NULL || is_small (self)))
    sl_running_sums_sum (get_running (self), &self->weigher, span, time_by_group, count_by_group);
  else
    sl_track_sum_groups_with (self->track, span, self->group_of, time_by_group, count_by_group,
                              self->has_values ? NULL : add_kept, &self->weigher);
}
