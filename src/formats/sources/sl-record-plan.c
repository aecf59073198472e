/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-plan.h"

#include "sl-error.h"

/* Records decoded at a time while looking for the first or the last event of a run. */
#define LOOK_AHEAD 64

/* Equal times go by the place in the files. */
typedef struct
{
  SlTime time;
  guint64 offset;
} Key;

typedef struct
{
  SlRecordRun run;
  Key first;
  Key last;
} Stretch;

typedef struct
{
  SlRecordStrand *strand;
  Key last;
} OpenStrand;

static int
compare_keys (const Key *one, const Key *other)
{
  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;

  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

static int
compare_stretches (gconstpointer a, gconstpointer b)
{
  return compare_keys (&((const Stretch *) a)->first, &((const Stretch *) b)->first);
}

static int
compare_open (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_keys (&((const OpenStrand *) a)->last, &((const OpenStrand *) b)->last);
}

/* Finds the times of the run's first and last event; FALSE if it has none. */
static gboolean
measure (const SlRecordContext *context, Stretch *stretch)
{
  SlEvent events[LOOK_AHEAD];
  const SlRecordRun *run = &stretch->run;
  guint64 left = run->count;
  guint64 first = 0;
  guint n_events = 0;

  for (; n_events == 0 && first < run->count; first += LOOK_AHEAD)
    n_events = sl_record_context_decode (context, run, first, MIN (LOOK_AHEAD, run->count - first),
                                         NULL, events);
  if (n_events == 0)
    return FALSE;
  stretch->first = (Key) { events[0].time, events[0].offset };

  for (n_events = 0; n_events == 0;)
    {
      guint part = MIN (LOOK_AHEAD, left);

      left -= part;
      n_events = sl_record_context_decode (context, run, left, part, NULL, events);
    }
  stretch->last = (Key) { events[n_events - 1].time, events[n_events - 1].offset };
  return TRUE;
}

static GArray *
measure_all (const SlRecordContext *context, const SlRecordRun *runs, guint n_runs)
{
  GArray *stretches = g_array_new (FALSE, FALSE, sizeof (Stretch));

  for (guint i = 0; i < n_runs; i++)
    {
      Stretch stretch = { .run = runs[i] };

      if (measure (context, &stretch))
        g_array_append_val (stretches, stretch);
    }

  g_array_sort (stretches, compare_stretches);
  return stretches;
}

static void
group_free (gpointer data)
{
  SlRecordGroup *self = data;

  g_ptr_array_unref (self->strands);
  g_free (self);
}

static SlRecordGroup *
group_new (void)
{
  SlRecordGroup *self = g_new0 (SlRecordGroup, 1);

  self->strands = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_record_strand_free);
  return self;
}

/* Puts a run on the strand that has been free for longest, or on a new one: as few strands as the
 * runs overlap deeply. */
static void
add_to_group (SlRecordGroup *group, GSequence *open, const Stretch *stretch)
{
  GSequenceIter *iter = g_sequence_get_begin_iter (open);
  OpenStrand *free_one = g_sequence_iter_is_end (iter) ? NULL : g_sequence_get (iter);

  if (free_one == NULL || compare_keys (&free_one->last, &stretch->first) > 0)
    {
      free_one = g_new0 (OpenStrand, 1);
      free_one->strand = sl_record_strand_new ();
      g_ptr_array_add (group->strands, free_one->strand);
      iter = g_sequence_append (open, free_one);
    }

  sl_record_strand_append (free_one->strand, &stretch->run);
  free_one->last = stretch->last;
  g_sequence_sort_changed (iter, compare_open, NULL);
}

/* A group of one strand goes on where the group before it, also of one strand, ends. */
static void
close_group (GPtrArray *groups, SlRecordGroup *group)
{
  SlRecordGroup *before = groups->len > 0 ? g_ptr_array_index (groups, groups->len - 1) : NULL;

  if (group->strands->len == 0 ||
      (group->strands->len == 1 && before != NULL && before->strands->len == 1))
    {
      if (group->strands->len == 1)
        sl_record_strand_append_strand (g_ptr_array_index (before->strands, 0),
                                        g_ptr_array_index (group->strands, 0));
      group_free (group);
      return;
    }

  g_ptr_array_add (groups, group);
}

static GPtrArray *
group_by_overlap (GArray *stretches)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GSequence) open = g_sequence_new (g_free);
  SlRecordGroup *group = group_new ();
  Key last = { SL_TIME_MIN, 0 };

  for (guint i = 0; i < stretches->len; i++)
    {
      const Stretch *stretch = &g_array_index (stretches, Stretch, i);

      if (compare_keys (&stretch->first, &last) > 0)
        {
          close_group (groups, group);
          group = group_new ();
          g_sequence_remove_range (g_sequence_get_begin_iter (open),
                                   g_sequence_get_end_iter (open));
        }

      add_to_group (group, open, stretch);
      if (compare_keys (&stretch->last, &last) > 0)
        last = stretch->last;
    }

  close_group (groups, group);
  return groups;
}

/* With a running state the times are known only after reading: the runs stand as they are given. */
static GPtrArray *
one_group (const SlRecordRun *runs, guint n_runs)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);
  SlRecordGroup *group = group_new ();
  SlRecordStrand *strand = sl_record_strand_new ();

  for (guint i = 0; i < n_runs; i++)
    sl_record_strand_append (strand, &runs[i]);
  g_ptr_array_add (group->strands, strand);
  g_ptr_array_add (groups, group);
  return groups;
}

static gboolean
count_blocks (GPtrArray *groups, GError **error)
{
  guint64 n_blocks = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      SlRecordGroup *group = g_ptr_array_index (groups, i);

      if (group->strands->len > SL_RECORD_MAX_DEPTH)
        {
          g_set_error (
              error, SL_ERROR, SL_ERROR_MALFORMED,
              "The records are not in time order: %u sorted runs overlap; at most %u can be merged",
              group->strands->len, SL_RECORD_MAX_DEPTH);
          return FALSE;
        }

      for (guint j = 0; j < group->strands->len; j++)
        group->n_records += ((SlRecordStrand *) g_ptr_array_index (group->strands, j))->n_records;
      group->first_block = n_blocks;
      group->n_blocks = (group->n_records + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
      n_blocks += group->n_blocks;
    }

  return TRUE;
}

/**
 * sl_record_plan_new:
 *
 * Decodes the ends of every run. Runs without an event are left out.
 *
 * Returns: (transfer full) (element-type SlRecordGroup) (nullable): groups in the order of time;
 *   %NULL with %SL_ERROR_MALFORMED where too many runs overlap
 */
GPtrArray *
sl_record_plan_new (const SlRecordContext *context,
                    const SlRecordRun *runs,
                    guint n_runs,
                    GError **error)
{
  g_autoptr (GPtrArray) groups = NULL;

  if (context->format->state_size > 0)
    groups = one_group (runs, n_runs);
  else
    {
      g_autoptr (GArray) stretches = measure_all (context, runs, n_runs);

      groups = group_by_overlap (stretches);
    }

  if (!count_blocks (groups, error))
    return NULL;

  return g_steal_pointer (&groups);
}
