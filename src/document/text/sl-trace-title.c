/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-title.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-simulation.h"
#include "sl-time-text.h"

/* What stands in the title of a window. */

/* What programs call a file in each folder that they write: the folder tells one from the other. */
static gboolean
is_common_name (const char *name)
{
  static const char *const names[] = { "state.txt", "trace.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i]) == 0)
      return TRUE;

  return FALSE;
}

static char *
dup_name_in_folder (GFile *file, const char *name)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path =
      folder != NULL && is_common_name (name) ? g_file_get_basename (folder) : NULL;
  g_autofree char *in_folder =
      path != NULL && path[0] != '/' ? g_build_filename (path, name, NULL) : g_strdup (name);

  return g_filename_display_name (in_folder);
}

/**
 * sl_trace_title_of_file:
 *
 * Returns: (transfer full): its name for people, with its folder where many files have that name
 */
char *
sl_trace_title_of_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *simulated = sl_simulation_find_name (file);

  if (simulated == NULL)
    return dup_name_in_folder (file, name);

  /* Translators: the name of a task set that the simulator ran */
  return g_strdup_printf (_ ("%s (simulated)"), simulated);
}

/* (transfer full): the last @n_parts folders in which @file is, or all of them */
static char *
dup_end_of_folder (GFile *file, guint n_parts)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_parse_name (folder) : g_strdup ("");
  const char *begin = path + strlen (path);

  for (guint i = 0; i < n_parts && begin > path; i++)
    {
      const char *end = begin;

      do
        begin--;
      while (begin > path && *begin != G_DIR_SEPARATOR);
      /* The root has no name before its separator. */
      if (begin == path || end == path)
        return g_strdup (path);
    }
  return g_strdup (*begin == G_DIR_SEPARATOR ? begin + 1 : begin);
}

/**
 * sl_trace_title_tell_apart:
 * @others: (element-type GFile): what else is shown; @file itself may be among them
 *
 * Returns: (transfer full) (nullable): as little of the folders of @file as is needed to tell it from others
 *   whose title is the same; %NULL where there are none
 */
char *
sl_trace_title_tell_apart (GFile *file, GPtrArray *others)
{
  g_autofree char *title = sl_trace_title_of_file (file);
  g_autofree char *folders = NULL;
  guint n_parts = 0;

  for (guint i = 0; i < others->len; i++)
    {
      GFile *other = g_ptr_array_index (others, i);
      g_autofree char *other_title = sl_trace_title_of_file (other);
      g_autofree char *other_folders = NULL;

      if (g_file_equal (file, other) || !g_str_equal (title, other_title))
        continue;

      if (n_parts == 0)
        folders = dup_end_of_folder (file, ++n_parts);
      other_folders = dup_end_of_folder (other, n_parts);
      while (g_str_equal (folders, other_folders) && n_parts < G_MAXUINT8)
        {
          g_free (folders);
          g_free (other_folders);
          folders = dup_end_of_folder (file, ++n_parts);
          other_folders = dup_end_of_folder (other, n_parts);
        }
    }
  return g_steal_pointer (&folders);
}

/**
 * sl_trace_title_of_several:
 * @first: the name of one of them
 * @n_others: files or traces beside it, or 0
 *
 * Returns: (transfer full): a name for all of them
 */
char *
sl_trace_title_of_several (const char *first, guint n_others)
{
  if (n_others == 0)
    return g_strdup (first);

  return g_strdup_printf (ngettext ("%s and %u other", "%s and %u others", n_others), first,
                          n_others);
}

/**
 * sl_trace_title_of_files:
 * @files: (element-type GFile): at least one
 *
 * Returns: (transfer full): their name for people
 */
char *
sl_trace_title_of_files (GPtrArray *files)
{
  g_autofree char *first = sl_trace_title_of_file (g_ptr_array_index (files, 0));

  return sl_trace_title_of_several (first, files->len - 1);
}

/* @clock: with the user's rate
 *
 * Returns: (transfer full): how many events there are, how long it lasts, and its format: where it is cut
 *   for want of room, what matters least goes first */
static char *
describe_trace (SlTrace *trace, SlClock *clock)
{
  guint64 n_events = sl_trace_get_n_events (trace);
  g_autofree char *count = sl_time_text_ticks (n_events);
  g_autofree char *span = sl_time_text_duration (clock, sl_trace_get_span (trace));
  g_autofree char *events = g_strdup_printf (ngettext ("%s event", "%s events", n_events), count);

  return g_strdup_printf ("%s · %s · %s", events, span,
                          _ (sl_source_get_format_title (sl_trace_get_source (trace))));
}

/**
 * sl_trace_title_of_set:
 *
 * Returns: (transfer full): of several traces how many they are, and of all events and time; of one
 *   as describe_trace()
 */
char *
sl_trace_title_of_set (SlTraceSet *set)
{
  SlClock *clock = sl_trace_set_get_clock (set);
  guint n_traces = sl_trace_set_get_size (set);
  guint64 n_events = 0;
  g_autofree char *count = NULL;
  g_autofree char *traces = NULL;
  g_autofree char *events = NULL;
  g_autofree char *span = NULL;

  if (n_traces == 1)
    return describe_trace (sl_trace_set_get_trace (set, 0), clock);

  for (guint i = 0; i < n_traces; i++)
    n_events += sl_trace_get_n_events (sl_trace_set_get_trace (set, i));
  traces = g_strdup_printf (ngettext ("%u trace", "%u traces", n_traces), n_traces);
  count = sl_time_text_ticks (n_events);
  events = g_strdup_printf (ngettext ("%s event", "%s events", n_events), count);
  span = sl_time_text_duration (clock, sl_trace_set_get_span (set));
  return g_strdup_printf ("%s · %s · %s", traces, events, span);
}
