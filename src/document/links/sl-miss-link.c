/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-miss-link.h"

#include "sl-job-link.h"

/* A missed deadline on the axis. */
typedef struct
{
  SlJobRef ref;
  SlTime time;
} Miss;

static int
compare_misses (gconstpointer one, gconstpointer other)
{
  const Miss *a = one;
  const Miss *b = other;

  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  if (a->ref.trace != b->ref.trace)
    return a->ref.trace < b->ref.trace ? -1 : 1;

  return 0;
}

/* Those of all traces, in the order of time; within a trace in that of its table. */
static GArray *
list_misses (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  GArray *misses = g_array_new (FALSE, FALSE, sizeof (Miss));

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlJobTable *jobs = sl_document_get_jobs_of (document, i);
      guint n_misses = 0;
      const guint *numbers = jobs != NULL ? sl_job_table_get_misses (jobs, FALSE, &n_misses) : NULL;

      for (guint j = 0; j < n_misses; j++)
        {
          SlTime time = sl_job_get_miss_time (sl_job_table_get (jobs, numbers[j]));
          Miss miss = { { i, numbers[j] }, sl_trace_set_to_reference (set, i, time) };

          g_array_append_val (misses, miss);
        }
    }
  if (sl_trace_set_get_size (set) > 1)
    g_array_sort (misses, compare_misses);
  return misses;
}

/* The place of the one after or before that which is picked; else of the first after @time, or of
 * the last before it; the number of @misses where there is none. */
static guint
find_next_miss (GArray *misses, const SlJobRef *picked, SlTime time, int direction)
{
  guint next = misses->len;

  for (guint i = 0; i < misses->len; i++)
    {
      const Miss *miss = &g_array_index (misses, Miss, i);

      /* By the list and not by time: several may be missed at once. */
      if (picked != NULL && miss->ref.trace == picked->trace && miss->ref.number == picked->number)
        return (i + misses->len + (direction > 0 ? 1 : -1)) % misses->len;
      if (direction > 0 ? miss->time > time && next == misses->len : miss->time < time)
        next = i;
    }
  return next;
}

/**
 * sl_miss_link_step:
 * @direction: above 0 for the next after what is picked, below 0 for the one before it
 *
 * Goes to a missed deadline, recorded or computed, of any trace, and after the last to the first.
 *
 * Returns: whether there is one
 */
gboolean
sl_miss_link_step (SlDocument *document, int direction)
{
  SlTime time = direction > 0 ? SL_TIME_MIN : SL_TIME_MAX;
  g_autoptr (GArray) misses = list_misses (document);
  gboolean has_job;
  SlJobRef ref;
  guint next;

  if (misses->len == 0)
    return FALSE;

  sl_job_link_find_picked_time (document, &time);
  has_job = sl_job_link_find_picked (document, &ref);
  next = find_next_miss (misses, has_job ? &ref : NULL, time, direction);
  if (next == misses->len)
    next = direction > 0 ? 0 : misses->len - 1;
  sl_job_link_go_to_miss (document, g_array_index (misses, Miss, next).ref);
  return TRUE;
}

static gboolean
is_set (SlDeadlineFrom from)
{
  return from != SL_DEADLINE_UNKNOWN && from != SL_DEADLINE_INFERRED;
}

/* As sl_miss_link_find_deadlines(), of one trace; @found of those before. */
static SlDeadlineFrom
find_deadline (SlJobTable *jobs, SlDeadlineFrom found)
{
  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs) && !is_set (found); i++)
    {
      SlDeadlineFrom from = sl_job_table_get (jobs, i)->deadline_from;

      if (from != SL_DEADLINE_UNKNOWN)
        found = from;
    }
  return found;
}

/**
 * sl_miss_link_is_known:
 *
 * Returns: whether the jobs of all traces were looked for; before that there are misses that nobody knows of
 */
gboolean
sl_miss_link_is_known (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    if (sl_document_get_jobs_of (document, i) == NULL)
      return FALSE;

  return TRUE;
}

/**
 * sl_miss_link_find_deadlines:
 * @n_jobs: (out): of all traces, as far as they are known
 *
 * Returns: where a deadline of one of them comes from that somebody set; %SL_DEADLINE_INFERRED where they are only inferred,
 *   %SL_DEADLINE_UNKNOWN where there are none
 */
SlDeadlineFrom
sl_miss_link_find_deadlines (SlDocument *document, guint64 *n_jobs)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlDeadlineFrom found = SL_DEADLINE_UNKNOWN;

  *n_jobs = 0;
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlJobTable *jobs = sl_document_get_jobs_of (document, i);

      if (jobs == NULL)
        continue;
      *n_jobs += sl_job_table_get_n_jobs (jobs);
      found = find_deadline (jobs, found);
    }
  return found;
}
