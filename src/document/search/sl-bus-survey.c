/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-survey.h"

typedef struct
{
  SlTrace *trace;
  SlSpan span;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_object_unref (work->trace);
  g_free (work);
}

static void
progress (double fraction, gpointer user_data)
{
  sl_background_report (user_data, fraction);
}

static gpointer
sum_up (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Work *work = request;

  return sl_bus_statistics_new (work->trace, work->span, progress, run, cancellable, error);
}

static const SlBackgroundKind background_kind = {
  .work = sum_up,
  .free = work_free,
  .free_found = (GDestroyNotify) sl_bus_statistics_free,
};

/**
 * sl_bus_survey_new:
 * @span: in ticks of the trace
 * @done: gets a #SlBusStatistics; %NULL if the file changed since it was loaded
 *
 * Returns: (transfer full): under way, summing up the bus cycles of the span; it reports how far it is
 */
SlBackground *
sl_bus_survey_new (SlTrace *trace, SlSpan span, SlBackgroundFunc done, gpointer owner)
{
  SlBackground *self = sl_background_new (&background_kind, done, owner);
  Work *work = g_new0 (Work, 1);

  work->trace = g_object_ref (trace);
  work->span = span;
  sl_background_start (self, work);
  return self;
}
