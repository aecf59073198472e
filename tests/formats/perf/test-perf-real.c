/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings of tracepoints by perf, against what perf script prints of them: line by line, and summed up. */
#include <string.h>

#include "sl-kind.h"
#include "sl-linux-kinds.h"
#include "sl-linux-report.h"
#include "sl-test-source.h"
#include "sl-test.h"

/* A line of perf script --ns: “comm tid [cpu] seconds.nanoseconds: system:event: fields”. */
typedef struct
{
  gint64 tid; /* -1 of a thread that is gone */
  guint cpu;
  guint64 time;
  char *event;
  const char *rest;
} Line;

static gboolean
parse_line (char *text, Line *line)
{
  char *bracket = strstr (text, " [");
  char *space, *at;

  /* Names of tasks may have brackets too. */
  while (bracket != NULL && !g_ascii_isdigit (bracket[2]))
    bracket = strstr (bracket + 1, " [");
  if (bracket == NULL)
    return FALSE;

  *bracket = '\0';
  space = strrchr (text, ' ');
  if (space == NULL)
    return FALSE;

  line->tid = g_ascii_strtoll (space + 1, NULL, 10);
  line->cpu = (guint) g_ascii_strtoull (bracket + 2, &at, 10);
  if (*at != ']')
    return FALSE;
  line->time = g_ascii_strtoull (at + 1, &at, 10) * G_GUINT64_CONSTANT (1000000000);
  line->time += g_ascii_strtoull (at + 1, &at, 10);
  line->event = g_strchug (at + 1);
  at = strstr (line->event, ": ");
  if (at == NULL)
    return FALSE;
  *at = '\0';
  line->rest = at + 2;
  return TRUE;
}

/* A number behind “key=”. */
static guint64
find_number (const Line *line, const char *key)
{
  g_autofree char *text = g_strconcat (key, "=", NULL);
  const char *at = strstr (line->rest, text);

  g_assert_nonnull (at);
  return (guint64) g_ascii_strtoll (at + strlen (text), NULL, 10);
}

static void
check_switch (const SlEvent *event, const Line *line)
{
  const char *state = strstr (line->rest, " prev_state=") + strlen (" prev_state=");

  g_assert_cmpuint (event->a, ==, find_number (line, "next_pid"));
  g_assert_cmpuint (event->b, ==, find_number (line, "prev_pid"));
  g_assert_cmpint (SL_LINUX_SWITCH_PREV_PRIO (event->detail), ==,
                   (gint64) find_number (line, "prev_prio"));
  g_assert_cmpint (SL_LINUX_SWITCH_NEXT_PRIO (event->detail), ==,
                   (gint64) find_number (line, "next_prio"));
  g_assert_cmpint (SL_LINUX_SWITCH_LETTER (event->detail), ==, state[0]);
  g_assert_cmpint (SL_LINUX_SWITCH_IS_PREEMPTED (event->detail), ==, state[1] == '+');
}

static void
check_line (const SlEvent *event, guint64 time, const Line *line)
{
  const char *colon = strchr (line->event, ':');
  g_autofree char *name = g_strdelimit (g_strdup (colon + 1), "_", '-');
  const char *id = sl_kind_get (event->kind)->id;

  g_assert_cmpuint (time, ==, line->time);
  g_assert_cmpuint (event->cpu, ==, line->cpu);
  if (strchr (id, ':') != NULL)
    g_assert_cmpstr (id, ==, line->event);
  else
    g_assert_cmpstr (id, ==, name);
  if (event->kind == SL_KIND_LINUX_SCHED_SWITCH)
    check_switch (event, line);
  else if (event->kind == SL_KIND_LINUX_SCHED_WAKING)
    {
      g_assert_cmpuint (event->a, ==, find_number (line, "pid"));
      if (line->tid >= 0)
        g_assert_cmpuint (event->b, ==, (guint64) line->tid);
      g_assert_cmpuint (SL_LINUX_WAKING_CPU (event->detail), ==, find_number (line, "target_cpu"));
    }
}

static GArray *
read_tracepoints (SlSource *source)
{
  GArray *events = sl_test_read_all (source);
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind < SL_KIND_LINUX_SWITCH_IN || event->kind > SL_KIND_LINUX_SAMPLE)
        g_array_index (events, SlEvent, n++) = *event;
    }
  g_array_set_size (events, n);
  return events;
}

static void
test_script (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("perf/%s", (const char *) data);
  g_autofree char *stem = g_strndup (name, (gsize) (strstr (name, ".data") - name));
  g_autofree char *script = g_strconcat (stem, ".script.txt.xz", NULL);
  g_autofree char *text = sl_linux_report_read_text (script);
  g_autoptr (SlSource) source = sl_linux_report_open (name, "perf-data");
  g_autoptr (GArray) events = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 origin;
  guint n = 0;

  g_test_summary ("Each tracepoint of a recording is a line of perf script, in its order");

  if (source == NULL || text == NULL)
    return;

  events = read_tracepoints (source);
  origin = sl_clock_get_origin (sl_source_get_clock (source));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      Line line;

      if (!parse_line (lines[i], &line) || strchr (line.event, ':') == NULL ||
          g_str_has_suffix (line.event, "sched_stat_runtime"))
        continue;
      g_assert_cmpuint (n, <, events->len);
      check_line (&g_array_index (events, SlEvent, n),
                  (guint64) g_array_index (events, SlEvent, n).time + origin, &line);
      n++;
    }
  g_assert_cmpuint (n, >, 2000);
  g_assert_cmpuint (n, ==, events->len);
}

static void
test_report (gconstpointer data)
{
  g_autofree char *name = g_strdup_printf ("perf/%s", (const char *) data);
  g_autofree char *stem = g_strndup (name, (gsize) (strstr (name, ".data") - name));
  g_autofree char *report_name = g_strconcat (stem, ".oracle.csv", NULL);
  g_autoptr (SlSource) source = sl_linux_report_open (name, "perf-data");
  g_auto (SlLinuxReport) wanted = { 0 };
  g_auto (SlLinuxReport) found = { 0 };

  g_test_summary ("Counts of events, run times and switches are those of perf script");

  if (source == NULL || !sl_linux_report_read (&wanted, report_name))
    return;

  sl_linux_report_add_up (&found, source);
  sl_linux_report_assert_same (&wanted, &found);
  g_assert_cmpuint (found.n_lost, ==, g_str_has_prefix (data, "lost") ? 44 : 0);
  g_assert_cmpuint (found.n_counted, ==, found.n_lost);
}

static void
test_losses (void)
{
  g_autoptr (SlSource) source = sl_linux_report_open ("perf/lost.data.xz", "perf-data");
  g_autoptr (GArray) events = NULL;
  guint64 sums[2][2] = { { 0 } };
  guint64 n_behind = 0;

  g_test_summary (
      "What was lost is counted on its processor: on the way, and at the end for each event, which is as "
      "much or more");

  if (source == NULL)
    return;

  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind != SL_KIND_LINUX_LOST && event->kind != SL_KIND_LINUX_LOST_SAMPLES)
        continue;
      g_assert_cmpuint (event->cpu, <, 2);
      sums[event->kind == SL_KIND_LINUX_LOST_SAMPLES][event->cpu] += event->a;
      if (event->kind == SL_KIND_LINUX_LOST_SAMPLES)
        n_behind += event->detail;
    }
  /* Sums of what perf script -D prints. */
  g_assert_cmpuint (sums[0][0] + sums[0][1], ==, 11385);
  g_assert_cmpuint (sums[1][0] + sums[1][1], ==, 13610);
  for (guint cpu = 0; cpu < 2; cpu++)
    g_assert_cmpuint (sums[1][cpu], >=, sums[0][cpu]);
  g_assert_cmpuint (n_behind, ==, 13610 - 11385);
}

/* Switches without tracepoints: “PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid: 1/1”. */
static void
test_switches (void)
{
  g_autofree char *text = sl_linux_report_read_text ("perf/switch.script.txt.xz");
  g_autoptr (SlSource) source = sl_linux_report_open ("perf/switch.data.xz", "perf-data");
  g_autoptr (GArray) events = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 origin;
  guint n = 0;

  g_test_summary ("Each record of a switch is a line of perf script, in its order");

  if (source == NULL || text == NULL)
    return;

  events = sl_test_read_all (source);
  origin = sl_clock_get_origin (sl_source_get_clock (source));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const char *word;
      guint64 seconds;
      char *at;

      if (event->kind > SL_KIND_LINUX_PREEMPTED || event->kind < SL_KIND_LINUX_SWITCH_IN)
        continue;
      while (lines[n] != NULL && strstr (lines[n], "PERF_RECORD_SWITCH_CPU_WIDE") == NULL)
        n++;
      g_assert_nonnull (lines[n]);

      at = strrchr (lines[n], '[');
      g_assert_cmpuint (g_ascii_strtoull (at + 1, &at, 10), ==, event->cpu);
      seconds = g_ascii_strtoull (at + 1, &at, 10);
      g_assert_cmpuint (seconds * G_GUINT64_CONSTANT (1000000000) +
                            g_ascii_strtoull (at + 1, NULL, 10),
                        ==, (guint64) event->time + origin);
      word = event->kind == SL_KIND_LINUX_SWITCH_IN    ? " IN "
             : event->kind == SL_KIND_LINUX_SWITCH_OUT ? " OUT  "
                                                       : " OUT preempt ";
      g_assert_nonnull (strstr (lines[n], word));
      at = strrchr (lines[n], '/');
      g_assert_cmpuint ((guint32) g_ascii_strtoll (at + 1, NULL, 10), ==, event->b);
      n++;
    }
  g_assert_cmpuint (n, >, 14000);
}

static void
test_fields (void)
{
  g_autoptr (SlSource) source = sl_linux_report_open ("perf/zstd.data", "perf-data");
  g_autoptr (GArray) events = NULL;
  guint n_names = 0;

  g_test_summary (
      "The fields of a packed record are found again, and tasks have names and processes");

  if (source == NULL)
    return;

  events = read_tracepoints (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      g_autoptr (GArray) details = sl_details_new ();
      g_autofree char *name = NULL;
      SlFieldValue value;

      g_assert_true (sl_source_describe (source, event->offset, details));
      if (event->kind != SL_KIND_LINUX_SCHED_SWITCH)
        continue;
      g_assert_true (sl_source_read_field (source, event->offset, "next_pid", &value));
      g_assert_cmpuint (value.number, ==, event->a);
      name = sl_source_get_object_name (source, SL_OBJECT_TASK, event->a, event->time);
      g_assert_true (event->a == 0 || name != NULL);
      n_names += name != NULL;
    }
  g_assert_cmpuint (n_names, >, 1000);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "sched.data.xz", "mono.data.xz", "zstd.data", "pipe.data.xz",
                                       "lost.data.xz" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *report = g_strconcat ("/perf-real/report/", names[i], NULL);
      g_autofree char *script = g_strconcat ("/perf-real/script/", names[i], NULL);

      g_test_add_data_func (report, names[i], test_report);
      if (!g_str_has_prefix (names[i], "pipe"))
        g_test_add_data_func (script, names[i], test_script);
    }
  g_test_add_func ("/perf-real/losses", test_losses);
  g_test_add_func ("/perf-real/switches", test_switches);
  g_test_add_func ("/perf-real/fields", test_fields);
  return g_test_run ();
}
