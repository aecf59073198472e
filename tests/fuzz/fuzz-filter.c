/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Filters: whatever the text says, it is refused with a reason, or the trace is searched by it; what is
 * said of a stretch of the trace then holds of each of its events. */
#include "sl-analyses.h"
#include "sl-filter.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-simulator.h"
#include "sl-zone-map.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char tasks[] = "[system]\nscheduler=edf\nprotocol=pip\nuntil=40ms\n"
                            "[task a]\nperiod=4ms\nwcet=1ms\nsections=A@0ms+0.5ms\n"
                            "[task b]\nperiod=9ms\nwcet=3ms\nsections=A@0.5ms+2ms\n"
                            "[interrupt i]\narrivals=1ms, 7ms\nwcet=1ms\n";

static SlTrace *
make_trace (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (tasks, "tasks", &error);
  g_autoptr (SlTaskSet) set = model != NULL ? sl_task_set_new (model, &error) : NULL;
  g_autoptr (SlSimRun) run = NULL;
  g_autoptr (SlSource) source = NULL;
  SlSimOptions options;

  if (set != NULL && sl_sim_options_read (model, &options, &error))
    run = sl_simulator_run (set, &options, &error);
  g_assert_no_error (error);
  source = sl_open_bytes (run->trace, "run", "shark-ftrace", NULL, &error);
  g_assert_no_error (error);
  return sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
}

static void
search (SlFilterRun *run, SlTrace *trace)
{
  SlTime previous = 0;

  for (guint64 i = 0; i < sl_trace_get_n_events (trace); i++)
    {
      SlEvent event;

      g_assert_true (sl_trace_read_event (trace, i, &event));
      sl_filter_run_match_event (run, &event, previous);
      previous = event.time;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static SlTrace *trace;
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = sl_filter_parse (text, &error);
  g_autoptr (SlFilterRun) run = NULL;

  if (trace == NULL)
    trace = make_trace ();
  if (filter != NULL)
    run = sl_filter_run_new (filter, trace, &error);
  g_assert_true ((run == NULL) == (error != NULL));
  if (run != NULL)
    search (run, trace);
  return 0;
}
