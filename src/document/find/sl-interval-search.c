/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-search.h"

typedef struct
{
  GPtrArray *finders; /* of SlIntervalFinder, by trace */
  SlTime longer;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_ptr_array_unref (work->finders);
  g_free (work);
}

static gpointer
find_all (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Work *work = request;
  g_autoptr (SlIntervals) intervals = sl_intervals_new (SL_INTERVAL_SEARCH_MOST, work->longer);

  for (guint i = 0; i < work->finders->len; i++)
    {
      SlIntervalFinder *finder = g_ptr_array_index (work->finders, i);

      while (sl_interval_finder_step (finder, intervals))
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          sl_background_report (run, (i + sl_interval_finder_get_fraction (finder)) /
                                         work->finders->len);
        }
    }

  sl_intervals_finish (intervals);
  return g_steal_pointer (&intervals);
}

static const SlBackgroundKind background_kind = {
  .work = find_all,
  .free = work_free,
  .free_found = (GDestroyNotify) sl_intervals_unref,
  .priority = G_PRIORITY_LOW,
};

/**
 * sl_interval_search_new:
 * @done: gets #SlIntervals
 *
 * Returns: (transfer full): which looks for nothing yet
 */
SlBackground *
sl_interval_search_new (SlBackgroundFunc done, gpointer owner)
{
  return sl_background_new (&background_kind, done, owner);
}

/**
 * sl_interval_search_start:
 * @longer: only intervals longer than this many ticks of the reference; -1 for all
 * @error: where the filters name what no trace has
 *
 * Looks for the intervals of each trace, in place of what was looked for until now. Traces that do not have what a
 * filter names have none.
 *
 * Returns: %FALSE with @error set
 */
gboolean
sl_interval_search_start (SlBackground *self,
                          SlTraceSet *set,
                          const SlIntervalQuestion *question,
                          SlTime longer,
                          GError **error)
{
  g_autoptr (GPtrArray) finders =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_interval_finder_free);
  g_autoptr (GError) failure = NULL;
  Work *work;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlIntervalFinder *finder;

      g_clear_error (&failure);
      finder = sl_interval_finder_new (question, sl_trace_set_get_trace (set, i), i,
                                       sl_trace_set_get_annotations (set, i), &failure);
      if (finder != NULL)
        g_ptr_array_add (finders, finder);
    }
  if (finders->len == 0)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }

  work = g_new0 (Work, 1);
  work->finders = g_steal_pointer (&finders);
  work->longer = longer;
  sl_background_start (self, work);
  return TRUE;
}
