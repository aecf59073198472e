/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-groups.h"

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
} SortedRun;

typedef struct
{
  SlRecordRunList *run_list;
  Key last;
} OpenRunList;

static int
compare_keys (const Key *one, const Key *other)
{
  if (one->time != other->time)
    return one->time < other->time ? -1 : 1;

  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

static int
compare_all_sorted (gconstpointer a, gconstpointer b)
{
  return compare_keys (&((const SortedRun *) a)->first, &((const SortedRun *) b)->first);
}

static int
compare_open (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return compare_keys (&((const OpenRunList *) a)->last, &((const OpenRunList *) b)->last);
}

/* Finds the times of the run's first and last event; FALSE if it has none. */
static gboolean
measure (const SlRecordContext *context, SortedRun *sorted)
{
  SlEvent events[LOOK_AHEAD];
  const SlRecordRun *run = &sorted->run;
  guint64 left = run->count;
  guint64 first = 0;
  guint n_events = 0;

  for (; n_events == 0 && first < run->count; first += LOOK_AHEAD)
    n_events = sl_record_context_decode (context, run, first, MIN (LOOK_AHEAD, run->count - first),
                                         NULL, events);
  if (n_events == 0)
    return FALSE;
  sorted->first = (Key) { events[0].time, events[0].offset };

  for (n_events = 0; n_events == 0;)
    {
      guint part = MIN (LOOK_AHEAD, left);

      left -= part;
      n_events = sl_record_context_decode (context, run, left, part, NULL, events);
    }
  sorted->last = (Key) { events[n_events - 1].time, events[n_events - 1].offset };
  return TRUE;
}

static GArray *
measure_all (const SlRecordContext *context, const SlRecordRun *runs, guint n_runs)
{
  GArray *all_sorted = g_array_new (FALSE, FALSE, sizeof (SortedRun));

  for (guint i = 0; i < n_runs; i++)
    {
      SortedRun sorted = { .run = runs[i] };

      if (measure (context, &sorted))
        g_array_append_val (all_sorted, sorted);
    }

  g_array_sort (all_sorted, compare_all_sorted);
  return all_sorted;
}

static void
group_free (gpointer data)
{
  SlRecordGroup *self = data;

  g_ptr_array_unref (self->run_lists);
  g_free (self);
}

static SlRecordGroup *
group_new (void)
{
  SlRecordGroup *self = g_new0 (SlRecordGroup, 1);

  self->run_lists = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_record_run_list_free);
  return self;
}

/* Puts a run on the run list that has been free for longest, or on a new one: as few run lists as the
 * runs overlap deeply. */
static void
add_to_group (SlRecordGroup *group, GSequence *open, const SortedRun *sorted)
{
  GSequenceIter *iter = g_sequence_get_begin_iter (open);
  OpenRunList *free_one = g_sequence_iter_is_end (iter) ? NULL : g_sequence_get (iter);

  if (free_one == NULL || compare_keys (&free_one->last, &sorted->first) > 0)
    {
      free_one = g_new0 (OpenRunList, 1);
      free_one->run_list = sl_record_run_list_new ();
      g_ptr_array_add (group->run_lists, free_one->run_list);
      iter = g_sequence_append (open, free_one);
    }

  sl_record_run_list_append (free_one->run_list, &sorted->run);
  free_one->last = sorted->last;
  g_sequence_sort_changed (iter, compare_open, NULL);
}

/* A group of one run list goes on where the group before it, also of one run list, ends. */
static void
close_group (GPtrArray *groups, SlRecordGroup *group)
{
  SlRecordGroup *before = groups->len > 0 ? g_ptr_array_index (groups, groups->len - 1) : NULL;

  if (group->run_lists->len == 0 ||
      (group->run_lists->len == 1 && before != NULL && before->run_lists->len == 1))
    {
      if (group->run_lists->len == 1)
        sl_record_run_list_append_run_list (g_ptr_array_index (before->run_lists, 0),
                                            g_ptr_array_index (group->run_lists, 0));
      group_free (group);
      return;
    }

  g_ptr_array_add (groups, group);
}

static GPtrArray *
group_by_overlap (GArray *all_sorted)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GSequence) open = g_sequence_new (g_free);
  SlRecordGroup *group = group_new ();
  Key last = { SL_TIME_MIN, 0 };

  for (guint i = 0; i < all_sorted->len; i++)
    {
      const SortedRun *sorted = &g_array_index (all_sorted, SortedRun, i);

      if (compare_keys (&sorted->first, &last) > 0)
        {
          close_group (groups, group);
          group = group_new ();
          g_sequence_remove_range (g_sequence_get_begin_iter (open),
                                   g_sequence_get_end_iter (open));
        }

      add_to_group (group, open, sorted);
      if (compare_keys (&sorted->last, &last) > 0)
        last = sorted->last;
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
  SlRecordRunList *run_list = sl_record_run_list_new ();

  for (guint i = 0; i < n_runs; i++)
    sl_record_run_list_append (run_list, &runs[i]);
  g_ptr_array_add (group->run_lists, run_list);
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

      if (group->run_lists->len > SL_RECORD_MAX_DEPTH)
        {
          g_set_error (
              error, SL_ERROR, SL_ERROR_MALFORMED,
              "The records are not in time order: %u sorted runs overlap; at most %u can be merged",
              group->run_lists->len, SL_RECORD_MAX_DEPTH);
          return FALSE;
        }

      for (guint j = 0; j < group->run_lists->len; j++)
        group->n_records +=
            ((SlRecordRunList *) g_ptr_array_index (group->run_lists, j))->n_records;
      group->first_block = n_blocks;
      group->n_blocks = (group->n_records + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
      n_blocks += group->n_blocks;
    }

  return TRUE;
}

/**
 * sl_record_groups_new:
 *
 * Decodes the ends of every run. Runs without an event are left out.
 *
 * Returns: (transfer full) (element-type SlRecordGroup) (nullable): groups in the order of time;
 *   %NULL with %SL_ERROR_MALFORMED where too many runs overlap
 */
GPtrArray *
sl_record_groups_new (const SlRecordContext *context,
                      const SlRecordRun *runs,
                      guint n_runs,
                      GError **error)
{
  g_autoptr (GPtrArray) groups = NULL;

  if (context->format->state_size > 0)
    groups = one_group (runs, n_runs);
  else
    {
      g_autoptr (GArray) all_sorted = measure_all (context, runs, n_runs);

      groups = group_by_overlap (all_sorted);
    }

  if (!count_blocks (groups, error))
    return NULL;

  return g_steal_pointer (&groups);
}
