/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings, against what trace-cmd's own reports say of them: how often each event is there, and how long each task
 * ran and how often it was switched to. */
#include <string.h>

#include "sl-kind.h"
#include "sl-linux-report.h"
#include "sl-test-source.h"
#include "sl-test.h"

static SlSource *
open_file (const char *name)
{
  return sl_linux_report_open (name, "trace-dat");
}

static void
test_report (gconstpointer data)
{
  const char *name = data;
  g_autoptr (SlSource) source = open_file (name);
  g_autofree char *stem = g_strndup (name, (gsize) (strstr (name, ".dat") - name));
  g_autofree char *report_name = g_strconcat (stem, ".oracle.csv", NULL);
  g_auto (SlLinuxReport) wanted = { 0 };
  g_auto (SlLinuxReport) found = { 0 };

  g_test_summary ("Counts of events, run times and switches are those of trace-cmd's report");

  if (source == NULL || !sl_linux_report_read (&wanted, report_name))
    return;

  sl_linux_report_add_up (&found, source);
  sl_linux_report_assert_same (&wanted, &found);
  g_assert_cmpuint (found.n_lost, ==, strstr (name, "lost") != NULL ? 21 : 0);
  g_assert_cmpuint (found.n_counted, ==, strstr (name, "lost") != NULL ? 14 : 0);
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
