/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings, against what trace-cmd's own reports say of them: how often each event is there, and how long each task
 * ran and how often it was switched to. */
#include <string.h>

#include "sl-kind.h"
#include "sl-open.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"
#include "sl-test.h"

/* What a report says, or what was read: from names of events and tasks to numbers. */
typedef struct
{
  GHashTable *events;   /* from name with underscores to count */
  GHashTable *run;      /* from "tid" or "idle/cpu" to ns */
  GHashTable *switches; /* from the same to switches to it */
} Report;

static void
report_clear (Report *self)
{
  g_hash_table_unref (self->events);
  g_hash_table_unref (self->run);
  g_hash_table_unref (self->switches);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

static void
report_init (Report *self)
{
  self->events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->run = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->switches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
add (GHashTable *table, const char *name, guint64 number)
{
  guint64 sum = number + GPOINTER_TO_SIZE (g_hash_table_lookup (table, name));

  g_hash_table_insert (table, g_strdup (name), GSIZE_TO_POINTER (sum));
}

static char *
find_file (const char *name)
{
  g_autofree char *below = g_build_filename ("linux", name, NULL);

  return sl_test_make_real_path (below);
}

static SlSource *
open_file (const char *name)
{
  g_autofree char *path = find_file (name);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  SlOpenRequest request = { files, NULL, options };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("The real traces are not here");
      return NULL;
    }

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  g_assert_cmpstr (sl_source_get_format_id (g_ptr_array_index (sources, 0)), ==, "trace-dat");
  return g_object_ref (g_ptr_array_index (sources, 0));
}

/* "task,comm,run_ns,switched_in" up to an empty line, then "event,count". A comm may hold commas. */
static gboolean
read_report (const char *name, Report *report)
{
  g_autofree char *path = find_file (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean has_events = FALSE;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return FALSE;

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL; i++)
    {
      char *last = strrchr (lines[i], ',');

      has_events |= g_str_equal (lines[i], "event,count");
      if (last == NULL || g_str_equal (lines[i], "event,count"))
        continue;

      *last = '\0';
      if (has_events)
        add (report->events, lines[i], g_ascii_strtoull (last + 1, NULL, 10));
      else
        {
          char *run = strrchr (lines[i], ',');

          add (report->run, (*strchr (lines[i], ',') = '\0', lines[i]),
               g_ascii_strtoull (run + 1, NULL, 10));
          add (report->switches, lines[i], g_ascii_strtoull (last + 1, NULL, 10));
        }
    }

  return TRUE;
}

/* The report's own form: "idle/000", "4711". */
static char *
name_task (guint64 tid, guint cpu)
{
  return tid == 0 ? g_strdup_printf ("idle/%03u", cpu)
                  : g_strdup_printf ("%" G_GUINT64_FORMAT, tid);
}

static void
add_switch (Report *report, SlEvent *before, const SlEvent *event)
{
  g_autofree char *next = name_task (event->a, event->cpu);
  g_autofree char *previous = name_task (event->b, event->cpu);

  if (before->kind == SL_KIND_LINUX_SCHED_SWITCH && before->a == event->b)
    add (report->run, previous, (guint64) (event->time - before->time));
  add (report->run, next, 0);
  add (report->switches, next, 1);
  *before = *event;
}

/* "sched-switch", "block:block_rq_issue": as the report has it. */
static char *
name_event (guint16 kind)
{
  const char *id = sl_kind_get (kind)->id;
  const char *colon = strchr (id, ':');

  return g_strdelimit (g_strdup (colon != NULL ? colon + 1 : id), "-", '_');
}

static void
add_up (SlSource *source, Report *report, guint *n_lost, guint *n_counted)
{
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint64 n_runtime = sl_source_get_n_unlisted (source, SL_KIND_LINUX_SCHED_STAT_RUNTIME);
  g_autofree SlEvent *before = g_new0 (SlEvent, G_MAXUINT16 + 1);
  g_autofree guint *counts = g_new0 (guint, G_MAXUINT16 + 1);

  *n_lost = *n_counted = 0;
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind == SL_KIND_LINUX_LOST)
        {
          ++*n_lost;
          *n_counted += (event->flags & SL_EVENT_NO_A) == 0;
          continue;
        }
      if (event->kind == SL_KIND_LINUX_SCHED_SWITCH)
        add_switch (report, &before[event->cpu], event);
      counts[event->kind]++;
    }
  for (guint kind = 0; kind <= G_MAXUINT16; kind++)
    {
      g_autofree char *name = counts[kind] > 0 ? name_event ((guint16) kind) : NULL;

      if (name != NULL)
        add (report->events, name, counts[kind]);
    }
  if (n_runtime > 0)
    add (report->events, "sched_stat_runtime", n_runtime);
}

static void
check_same (GHashTable *one, GHashTable *other)
{
  GHashTableIter iter;
  gpointer name, number;

  g_hash_table_iter_init (&iter, one);
  while (g_hash_table_iter_next (&iter, &name, &number))
    {
      gsize found = GPOINTER_TO_SIZE (g_hash_table_lookup (other, name));

      if (found != GPOINTER_TO_SIZE (number))
        g_error ("%s: %" G_GSIZE_FORMAT ", not %" G_GSIZE_FORMAT, (char *) name, found,
                 GPOINTER_TO_SIZE (number));
    }
  g_assert_cmpuint (g_hash_table_size (one), ==, g_hash_table_size (other));
}

static void
test_report (gconstpointer data)
{
  const char *name = data;
  g_autoptr (SlSource) source = open_file (name);
  g_autofree char *stem = g_strndup (name, (gsize) (strstr (name, ".dat") - name));
  g_autofree char *report_name = g_strconcat (stem, ".oracle.csv", NULL);
  g_auto (Report) wanted;
  g_auto (Report) found;
  guint n_lost, n_counted;

  g_test_summary ("Counts of events, run times and switches are those of trace-cmd's report");

  report_init (&wanted);
  report_init (&found);
  if (source == NULL || !read_report (report_name, &wanted))
    return;

  add_up (source, &found, &n_lost, &n_counted);
  check_same (wanted.events, found.events);
  check_same (wanted.run, found.run);
  check_same (wanted.switches, found.switches);
  g_assert_cmpuint (n_lost, ==, strstr (name, "lost") != NULL ? 21 : 0);
  g_assert_cmpuint (n_counted, ==, strstr (name, "lost") != NULL ? 14 : 0);
}

static void
check_same_events (const char *const *names)
{
  g_autoptr (GArray) first = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (SlSource) source = open_file (names[i]);
      g_autoptr (GArray) events = source != NULL ? sl_test_read_all (source) : NULL;

      if (source == NULL)
        return;
      if (first == NULL)
        {
          first = g_steal_pointer (&events);
          continue;
        }
      g_assert_cmpuint (events->len, ==, first->len);
      for (guint j = 0; j < events->len; j++)
        sl_test_assert_same_event (&g_array_index (events, SlEvent, j),
                                   &g_array_index (first, SlEvent, j));
    }
}

static void
test_containers (void)
{
  static const char *const one[] = { "tracedat/pi-block.dat", "tracedat/pi-block-v7-none.dat.xz",
                                     "tracedat/pi-block-v7-zlib.dat", "tracedat/pi-block-v6.dat.xz",
                                     NULL };
  static const char *const instances[] = { "tracedat/instances.dat", "tracedat/instances-v6.dat.xz",
                                           NULL };

  g_test_summary ("One recording is the same in all its containers");

  check_same_events (one);
  check_same_events (instances);
}

static void
test_instances (void)
{
  g_autoptr (SlSource) source = open_file ("tracedat/instances.dat");
  g_autoptr (GArray) events = NULL;
  guint n_of_irqs = 0;

  g_test_summary ("Instances are on one axis, and each event says from which it comes");

  if (source == NULL)
    return;

  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      gboolean is_sched = g_str_has_prefix (sl_kind_get (event->kind)->id, "sched-");
      g_autoptr (GArray) details = sl_details_new ();
      const char *buffer;

      g_assert_true (sl_source_describe (source, event->offset, details));
      buffer = sl_details_find (details, "buffer")->plain;
      g_assert_true (g_str_equal (buffer, "rt") || g_str_equal (buffer, "irqs"));
      if (is_sched)
        g_assert_cmpstr (buffer, ==, "rt");
      n_of_irqs += g_str_equal (buffer, "irqs");
    }
  g_assert_cmpuint (n_of_irqs, >, 0);
  g_assert_cmpuint (n_of_irqs, <, events->len);
}

static void
test_clocks (void)
{
  g_autoptr (SlSource) tsc = open_file ("tracedat/tsc-clock.dat");
  g_autoptr (SlSource) boot = open_file ("tracedat/migrate.dat");

  g_test_summary ("The clock’s name decides the unit; no rate is made up");

  if (tsc == NULL || boot == NULL)
    return;

  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (tsc)), ==, SL_UNIT_CYCLES);
  g_assert_false (sl_clock_has_rate (sl_source_get_clock (tsc)));
  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (boot)), ==, SL_UNIT_NS);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = {
    "tracedat/cyclictest.dat",
    "tracedat/dl-miss.dat",
    "tracedat/dl-timers.dat",
    "tracedat/fifo-jobs.dat",
    "tracedat/instances.dat",
    "tracedat/lost.dat.xz",
    "tracedat/migrate.dat",
    "tracedat/nopi-inversion.dat",
    "tracedat/pi-block.dat",
    "tracedat/tsc-clock.dat",
    "public/labsisop-sched_fifo_trace.dat.xz",
    "public/lisa-sched_load.dat.xz",
    "public/testeskernelshark-trace_rr_v3.dat.xz",
    "public/trappy-raw_trace.dat.xz",
    "public/trappy-trace_idle.dat.xz",
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path =
          g_strconcat ("/trace-dat-real/report/", strchr (names[i], '/') + 1, NULL);

      g_test_add_data_func (path, names[i], test_report);
    }
  g_test_add_func ("/trace-dat-real/containers", test_containers);
  g_test_add_func ("/trace-dat-real/instances", test_instances);
  g_test_add_func ("/trace-dat-real/clocks", test_clocks);

  return g_test_run ();
}
