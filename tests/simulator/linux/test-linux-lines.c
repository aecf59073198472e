/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs of interrupt handlers in real recordings: those of the lanes against entries and exits that are paired here, by processor. */

#include "sl-real-linux.h"
#include "sl-statistics.h"

#define MOST_CPUS 64

typedef struct
{
  SlTime begin;
  SlTime end;
} Run;

/* What each processor is in at one time. */
typedef struct
{
  SlTime begin;
  gboolean is_open;
} Entry;

static int
compare_runs (gconstpointer one, gconstpointer other)
{
  const Run *a = one, *b = other;

  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return (a->end > b->end) - (a->end < b->end);
}

/* Handlers of one line do not nest in themselves on one processor. */
static GArray *
pair_events (SlTrace *trace, guint16 entry, guint16 exit, guint64 line)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Entry entries[MOST_CPUS] = { 0 };
  SlEvent event;

  for (guint64 i = 0; sl_trace_read_event (trace, i, &event); i++)
    {
      if (event.a != line || event.cpu >= MOST_CPUS)
        continue;
      if (event.kind == entry)
        {
          entries[event.cpu] = (Entry) { event.time, TRUE };
        }
      else if (event.kind == exit && entries[event.cpu].is_open)
        {
          Run run = { entries[event.cpu].begin, event.time };

          g_array_append_val (runs, run);
          entries[event.cpu].is_open = FALSE;
        }
    }

  g_array_sort (runs, compare_runs);
  return runs;
}

static GArray *
list_runs (const SlLane *lane, SlSpan span)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTrackIter iter;
      SlItem item;

      if (lane->tracks[i].role != SL_ROLE_STATES && lane->tracks[i].role != SL_ROLE_NESTED)
        continue;

      sl_track_iter_init (&iter, lane->tracks[i].track, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        if (item.state == SL_STATE_ACTIVE && item.begin > span.begin && item.end < span.end)
          {
            Run run = { item.begin, item.end };

            g_array_append_val (runs, run);
          }
    }
  g_array_sort (runs, compare_runs);
  return runs;
}

/* Returns: how many of them were on two processors at once */
static guint
check_line (SlTrace *trace,
            const SlLane *lane,
            guint16 entry,
            guint16 exit,
            const SlLineStatistics *line)
{
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), lane->object);
  g_autoptr (GArray) wanted = pair_events (trace, entry, exit, object->id);
  g_autoptr (GArray) found = list_runs (lane, sl_trace_get_span (trace));
  SlTime sum = 0, longest = 0;
  guint n_parallel = 0;

  g_assert_cmpuint (found->len, ==, wanted->len);
  for (guint i = 0; i < wanted->len; i++)
    {
      const Run *run = &g_array_index (wanted, Run, i);

      g_assert_cmpint (g_array_index (found, Run, i).begin, ==, run->begin);
      g_assert_cmpint (g_array_index (found, Run, i).end, ==, run->end);
      sum += run->end - run->begin;
      longest = MAX (longest, run->end - run->begin);
      n_parallel += i > 0 && run->begin < g_array_index (wanted, Run, i - 1).end;
    }

  /* The last may be cut by the end of the trace. */
  g_assert_cmpint (line->time, >=, sum);
  g_assert_cmpuint (line->count, <=, wanted->len + 2u);
  g_assert_cmpuint (line->duration.count, ==, line->count);
  g_assert_cmpint (line->duration.max, >=, longest);
  if (line->count == wanted->len)
    {
      g_assert_cmpint (line->time, ==, sum);
      g_assert_cmpint (line->duration.max, ==, longest);
    }
  return n_parallel;
}

static void
test_runs (gconstpointer data)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load (data);
  g_autoptr (SlStatistics) statistics = NULL;
  guint n_lines = 0, n_parallel = 0;

  g_test_summary ("Softirqs and vectors run when the records say so, on each processor by itself.");
  if (trace == NULL)
    return;

  statistics = sl_statistics_new (trace, sl_trace_get_span (trace), 0, NULL, NULL);
  for (guint i = 0; i < statistics->lines->len; i++)
    {
      const SlLineStatistics *line = &g_array_index (statistics->lines, SlLineStatistics, i);
      const SlLane *lane = sl_trace_get_lane_of_object (trace, line->object);
      SlObjectType type = sl_object_table_get (sl_trace_get_objects (trace), line->object)->type;

      if (type == SL_OBJECT_SOFTIRQ)
        n_parallel +=
            check_line (trace, lane, SL_KIND_LINUX_SOFTIRQ_ENTRY, SL_KIND_LINUX_SOFTIRQ_EXIT, line);
      n_lines += type == SL_OBJECT_SOFTIRQ;
    }
  g_assert_cmpuint (n_lines, >, 2);
  g_assert_cmpuint (n_parallel, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/linux-lines/migrate", "tracedat/migrate.dat", test_runs);
  g_test_add_data_func ("/linux-lines/cyclictest", "tracedat/cyclictest.dat", test_runs);
  g_test_add_data_func ("/linux-lines/pi-block", "tracedat/pi-block.dat", test_runs);

  return g_test_run ();
}
