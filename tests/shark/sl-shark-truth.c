/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-truth.h"

#include <string.h>

struct _SlSharkTruthTrack
{
  const char *lane;
  const char *state; /* NULL where nothing is claimed */
  const char *detail;
  guint64 begin;
};

struct _SlSharkTruth
{
  GStringChunk *strings;
  GPtrArray *tracks;
  GArray *slices;
  GArray *jobs;
  gboolean partial;
};

SlSharkTruth *
sl_shark_truth_new (void)
{
  SlSharkTruth *self = g_new0 (SlSharkTruth, 1);

  self->strings = g_string_chunk_new (4096);
  self->tracks = g_ptr_array_new_with_free_func (g_free);
  self->slices = g_array_new (FALSE, FALSE, sizeof (SlSharkTruthSlice));
  self->jobs = g_array_new (FALSE, FALSE, sizeof (SlSharkTruthJob));

  return self;
}

void
sl_shark_truth_free (SlSharkTruth *self)
{
  g_string_chunk_free (self->strings);
  g_ptr_array_unref (self->tracks);
  g_array_unref (self->slices);
  g_array_unref (self->jobs);
  g_free (self);
}

/**
 * sl_shark_truth_add_track:
 * @lane: several tracks may share one, where its slices overlap
 *
 * Returns: (transfer none): a track that claims nothing yet
 */
SlSharkTruthTrack *
sl_shark_truth_add_track (SlSharkTruth *self, const char *lane)
{
  SlSharkTruthTrack *track = g_new0 (SlSharkTruthTrack, 1);

  track->lane = g_string_chunk_insert_const (self->strings, lane);
  g_ptr_array_add (self->tracks, track);

  return track;
}

/**
 * sl_shark_truth_set:
 * @state: (nullable): from @tick on; %NULL for none
 * @detail: (nullable): belongs to @state
 * @tick: not before the last change of @track
 */
void
sl_shark_truth_set (SlSharkTruth *self,
                    SlSharkTruthTrack *track,
                    const char *state,
                    const char *detail,
                    guint64 tick)
{
  SlSharkTruthSlice slice = { track->lane, track->state, track->detail, track->begin, tick };

  if (detail == NULL)
    detail = "";
  if (track->state != NULL && state != NULL && g_str_equal (track->state, state) &&
      g_str_equal (track->detail, detail))
    return;

  if (track->state != NULL && tick > track->begin)
    g_array_append_val (self->slices, slice);
  track->state = state != NULL ? g_string_chunk_insert_const (self->strings, state) : NULL;
  track->detail = g_string_chunk_insert_const (self->strings, detail);
  track->begin = tick;
}

void
sl_shark_truth_add_job (SlSharkTruth *self, const SlSharkTruthJob *job)
{
  SlSharkTruthJob copy = *job;

  copy.task = g_string_chunk_insert_const (self->strings, job->task);
  g_array_append_val (self->jobs, copy);
}

/* From now on the truth speaks of the lanes that it has, and of no others. */
void
sl_shark_truth_set_partial (SlSharkTruth *self)
{
  self->partial = TRUE;
}

/* Returns: whether there may be lanes that the truth does not speak of */
gboolean
sl_shark_truth_is_partial (const SlSharkTruth *self)
{
  return self->partial;
}

gboolean
sl_shark_truth_has_lane (const SlSharkTruth *self, const char *lane)
{
  for (guint i = 0; i < self->tracks->len; i++)
    {
      const SlSharkTruthTrack *track = g_ptr_array_index (self->tracks, i);

      if (g_str_equal (track->lane, lane))
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_shark_truth_begin_at:
 * @begin: tick of the first record that is left
 *
 * The trace loses what was before: of the jobs that were finished then nothing is to be found, of those
 * that were released no release, and nothing is claimed of lanes.
 */
void
sl_shark_truth_begin_at (SlSharkTruth *self, guint64 begin)
{
  sl_shark_truth_set_partial (self);
  g_ptr_array_set_size (self->tracks, 0);
  g_array_set_size (self->slices, 0);
  for (guint i = self->jobs->len; i > 0; i--)
    {
      SlSharkTruthJob *job = &g_array_index (self->jobs, SlSharkTruthJob, i - 1);

      if (job->finish != 0 && job->finish < begin)
        g_array_remove_index (self->jobs, i - 1);
      else if (job->release < begin)
        job->release = 0;
    }
}

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  const SlSharkTruthSlice *one = a;
  const SlSharkTruthSlice *other = b;
  int by_lane = strcmp (one->lane, other->lane);

  if (by_lane != 0)
    return by_lane;
  if (one->begin != other->begin)
    return one->begin < other->begin ? -1 : 1;
  if (one->end != other->end)
    return one->end < other->end ? -1 : 1;

  return strcmp (one->state, other->state);
}

/**
 * sl_shark_truth_finish:
 * @end: the trace's last tick + 1
 *
 * Closes what is open and sorts the slices by lane, then begin.
 */
void
sl_shark_truth_finish (SlSharkTruth *self, guint64 end)
{
  for (guint i = 0; i < self->tracks->len; i++)
    sl_shark_truth_set (self, g_ptr_array_index (self->tracks, i), NULL, NULL, end);
  g_array_sort (self->slices, compare_slices);
}

const SlSharkTruthSlice *
sl_shark_truth_get_slices (SlSharkTruth *self, guint *n_slices)
{
  *n_slices = self->slices->len;

  return (const SlSharkTruthSlice *) self->slices->data;
}

const SlSharkTruthJob *
sl_shark_truth_get_jobs (SlSharkTruth *self, guint *n_jobs)
{
  *n_jobs = self->jobs->len;

  return (const SlSharkTruthJob *) self->jobs->data;
}

/* Returns: (transfer full): the slices in the form of the command line */
char *
sl_shark_truth_to_csv (SlSharkTruth *self)
{
  GString *csv = g_string_new ("lane,state,begin,end,detail\n");

  for (guint i = 0; i < self->slices->len; i++)
    {
      const SlSharkTruthSlice *slice = &g_array_index (self->slices, SlSharkTruthSlice, i);

      g_string_append_printf (csv, "%s,%s,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%s\n",
                              slice->lane, slice->state, slice->begin, slice->end, slice->detail);
    }

  return g_string_free (csv, FALSE);
}
