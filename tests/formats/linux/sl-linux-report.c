/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-report.h"

#include <string.h>

#include "sl-kind.h"
#include "sl-open.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"
#include "sl-test.h"
#include "sl-unpack.h"

void
sl_linux_report_clear (SlLinuxReport *self)
{
  g_clear_pointer (&self->events, g_hash_table_unref);
  g_clear_pointer (&self->run, g_hash_table_unref);
  g_clear_pointer (&self->switches, g_hash_table_unref);
}

static void
init (SlLinuxReport *self)
{
  *self = (SlLinuxReport) { 0 };
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

/**
 * sl_linux_report_open:
 * @name: of a file below the folder of Linux's traces
 * @format: that it has to be of
 *
 * Returns: (transfer full) (nullable): its events; %NULL, and the test is skipped, where the file is not here
 */
SlSource *
sl_linux_report_open (const char *name, const char *format)
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
  g_assert_cmpstr (sl_source_get_format_id (g_ptr_array_index (sources, 0)), ==, format);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

/**
 * sl_linux_report_read_text:
 * @name: of a packed text below the folder of Linux's traces
 *
 * Returns: (transfer full) (nullable): the text; %NULL where it is not here
 */
char *
sl_linux_report_read_text (const char *name)
{
  g_autofree char *path = find_file (name);
  g_autofree char *packed = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (SlMapping) unpacked = NULL;
  gsize size;

  if (!g_file_get_contents (path, &packed, &size, NULL))
    return NULL;

  bytes = g_bytes_new_take (g_steal_pointer (&packed), size);
  mapping = sl_mapping_new_for_bytes (bytes, "text");
  unpacked = sl_unpack (mapping, &sl_unpack_default_limits, NULL, NULL, NULL, &note, &error);
  g_assert_no_error (error);
  return g_strndup ((const char *) sl_mapping_get_data (unpacked), sl_mapping_get_size (unpacked));
}

/**
 * sl_linux_report_read:
 * @self: (out)
 * @name: of a text below the folder of Linux's traces: "task,comm,run_ns,switched_in" up to an empty line, then
 *   "event,count". A comm may hold commas
 *
 * Returns: %FALSE where the text is not here
 */
gboolean
sl_linux_report_read (SlLinuxReport *report, const char *name)
{
  g_autofree char *path = find_file (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean has_events = FALSE;

  init (report);
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
add_switch (SlLinuxReport *report, SlEvent *before, const SlEvent *event)
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

/**
 * sl_linux_report_add_up:
 * @report: (out): what the events of @source say
 */
void
sl_linux_report_add_up (SlLinuxReport *report, SlSource *source)
{
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint64 n_runtime = sl_source_get_n_unlisted (source, SL_KIND_LINUX_SCHED_STAT_RUNTIME);
  g_autofree SlEvent *before = g_new0 (SlEvent, G_MAXUINT16 + 1);
  g_autofree guint *counts = g_new0 (guint, G_MAXUINT16 + 1);

  init (report);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind == SL_KIND_LINUX_LOST)
        {
          report->n_lost++;
          report->n_counted += (event->flags & SL_EVENT_NO_A) == 0;
          continue;
        }
      if (event->kind >= SL_KIND_LINUX_SWITCH_IN && event->kind <= SL_KIND_LINUX_SAMPLE)
        continue;
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

/**
 * sl_linux_report_assert_same:
 *
 * Requires the same events, run times and switches.
 */
void
sl_linux_report_assert_same (const SlLinuxReport *self, const SlLinuxReport *other)
{
  check_same (self->events, other->events);
  check_same (self->run, other->run);
  check_same (self->switches, other->switches);
}
