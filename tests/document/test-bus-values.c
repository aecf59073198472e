/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What rows of bus cycles hold at an instant, against the events themselves. */

#include "sl-analyses.h"
#include "sl-bus-recipe.h"
#include "sl-load.h"
#include "sl-time-column.h"

#define N_INSTANTS 200

/* The last event of that kind and processor until @time, among the last of a block's size; FALSE for none. */
static gboolean
find_last (SlTrace *trace, const SlLane *lane, SlTime time, SlEvent *last)
{
  guint64 n_events = sl_trace_get_n_events (trace), end = 0;
  guint16 kind, cpu;
  gboolean is_found = FALSE;
  SlEvent event;

  sl_density_get_code (lane->density, lane->measure, &kind, &cpu);
  while (end < n_events && sl_trace_read_event (trace, end, &event) && event.time <= time)
    end++;
  for (guint64 i = end > SL_BLOCK_EVENTS ? end - SL_BLOCK_EVENTS : 0; i < end; i++)
    if (sl_trace_read_event (trace, i, &event) && event.kind == kind && event.cpu == cpu)
      {
        *last = event;
        is_found = TRUE;
      }

  return is_found;
}

static guint
check_instant (SlTraceSet *set, const SlRows *rows, SlTime time)
{
  guint n_found = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      const SlLane *lane = row->part != SL_ROW_HEADING ? sl_rows_get_lane (rows, i) : NULL;
      g_autofree char *text = sl_time_column_text (rows, i, time);
      g_autofree char *wanted = NULL;
      SlEvent last;

      if (lane == NULL || lane->density == NULL || lane->map != NULL ||
          lane->measure >= sl_density_get_n_codes (lane->density))
        {
          g_assert_cmpstr (text, ==, "");
          continue;
        }

      if (find_last (sl_trace_set_get_trace (set, 0), lane, time, &last) &&
          (last.flags & SL_EVENT_NO_A) == 0)
        wanted = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", last.a);
      g_assert_cmpstr (text, ==, wanted != NULL ? wanted : "");
      n_found += wanted != NULL;
    }
  return n_found;
}

static void
test_law (void)
{
  const SlBusRecipe recipe = { .record_size = 12,
                               .seed = 5,
                               .n_records = 9000,
                               .n_pages = 40,
                               .gap_every = 50 };
  g_autoptr (SlSource) source = sl_bus_recipe_open (&recipe);
  g_autoptr (SlTrace) trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, annotations);
  SlSpan span = sl_trace_set_get_span (set);
  g_autoptr (SlViewState) state = sl_view_state_new (span);
  g_autoptr (SlRows) rows = sl_rows_new (set, state, 1);
  guint n_found = 0;

  g_test_summary ("A row of bus cycles says the address of its last one, unless that is long ago.");
  for (guint i = 0; i < N_INSTANTS; i++)
    n_found += check_instant (set, rows,
                              span.begin + (SlTime) (g_test_rand_double () *
                                                     (double) sl_span_duration (span)));
  g_assert_cmpuint (n_found, >, N_INSTANTS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/bus-values/law", test_law);

  return g_test_run ();
}
