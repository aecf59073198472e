/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-load.h"

#include "sl-error.h"

typedef struct
{
  const SlAnalysis *analysis;
  gpointer state;
} Run;

SlTrace *
sl_load_run (SlSource *source,
             const SlAnalysis *const *analyses,
             SlLoadFunc publish,
             gpointer user_data,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  SlTrace *trace = NULL;
  SlTime end = 0;
  gssize n = 0;

  for (guint i = 0; analyses != NULL && analyses[i] != NULL; i++)
    {
      Run run = { analyses[i], analyses[i]->begin (builder) };

      if (run.state != NULL)
        g_array_append_val (runs, run);
    }

  for (guint64 block = 0; !g_cancellable_set_error_if_cancelled (cancellable, error); block++)
    {
      n = sl_source_read_block (source, block, events);
      if (n < 0)
        break;
      sl_trace_builder_add_events (builder, block, events, n);
      for (guint i = 0; n > 0 && i < runs->len; i++)
        g_array_index (runs, Run, i).analysis->feed (g_array_index (runs, Run, i).state, events, n);
      if (n > 0)
        end = sl_time_add (events[n - 1].time, 1);
    }

  if (n < 0)
    {
      for (guint i = 0; i < runs->len; i++)
        g_array_index (runs, Run, i).analysis->finish (g_array_index (runs, Run, i).state, end);
      trace = sl_trace_builder_snapshot (builder, TRUE);
      if (publish != NULL)
        publish (trace, sl_trace_get_span (trace), 1, user_data);
    }
  for (guint i = 0; i < runs->len; i++)
    g_array_index (runs, Run, i).analysis->free (g_array_index (runs, Run, i).state);

  return trace;
}
