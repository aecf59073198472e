/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a server gives, and how often its budget was used up. */
#include "sl-figures-private.h"

#include "sl-kind-action.h"

SlFigure
sl_figures_get_budget (const SlAsked *asked)
{
  return sl_figure_of_time (sl_task_set_get_server (asked->trace->set, asked->server)->budget);
}

SlFigure
sl_figures_get_server_period (const SlAsked *asked)
{
  return sl_figure_of_time (sl_task_set_get_server (asked->trace->set, asked->server)->period);
}

/* Its share of the processor. */
SlFigure
sl_figures_get_bandwidth (const SlAsked *asked)
{
  const SlSimServer *server = sl_task_set_get_server (asked->trace->set, asked->server);

  return sl_figure_of_share ((double) server->budget / (double) server->period);
}

/* @first: (out): when it happened first; set where it happened at all */
static gint64
count_exhaustions (const SlAsked *asked, SlTime *first)
{
  SlTrace *trace = asked->trace->trace;
  guint32 object = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_SERVER,
                                         sl_simulator_get_server_address (asked->server), 1);
  const SlTrack *marks = sl_trace_get_track_of_object (trace, object, SL_ROLE_MARKS);
  gint64 count = 0;
  SlTrackIter iter;
  SlItem item;

  if (marks == NULL)
    return 0;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (sl_kind_get_action (item.state) != SL_ACTION_EXHAUST)
        continue;
      if (count == 0)
        *first = item.begin;
      count++;
    }

  return count;
}

SlFigure
sl_figures_get_exhaustions (const SlAsked *asked)
{
  SlTime first;

  return sl_figure_of_count (count_exhaustions (asked, &first));
}

SlFigure
sl_figures_get_first_exhausted (const SlAsked *asked)
{
  SlTime first;

  return count_exhaustions (asked, &first) > 0 ? sl_figure_of_time (first) : sl_figure_none;
}
