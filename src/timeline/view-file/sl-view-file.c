/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A key file:
 *
 *   [slackline-view]  version=1
 *   [view]            begin, end: ticks since the start of the trace; axis; unit; look
 *   [filter]          text, hides
 *   [rows]            lists of row keys (hidden, pinned …), order, heights ("task:288 48")
 *   [group 1] …       name, rows: a group of rows that the user made
 *   [kinds]           lists of what is hidden
 *   [cursors]         a, b; origin: where times count from; selection-begin, -end
 *   [marker 1] …      begin, end, name, note, colour; form (box, arrow, text), row, to-row, back: of what
 *                     is drawn over rows; chosen: the one that the user is at
 *   [panels]          page, list, maximized, height, details: what is shown around the timeline
 *   [picked]          type, trace, row, track, index, count: the selected item; begin, end: where it is
 *   [addresses 1] …   row, scale, first, last: what a map of addresses shows
 *   [traces]          offsets of the second trace on this axis and of later ones; compared: two numbers
 *
 * Rows and kinds are named, so that a file fits every trace that has such names. */
#include "sl-view-file.h"

#include <stdlib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-key-file.h"
#include "sl-view-file-private.h"
#include "sl-view-state-private.h"
#include "sl-view.h"

#define HEAD    "slackline-view"
#define VERSION 1

#define GROUP "group "

/* Whoever has more of them wrote them by a program. */
#define MOST_NAMES   10000
#define MOST_KINDS   1000
#define MOST_GROUPED 1000

/* Pixels. */
#define LEAST_HEIGHT 8
#define MOST_HEIGHT  2000

static const struct
{
  const char *group; /* NULL for what is not kept */
  const char *key;
} sets[SL_N_NAME_SETS] = {
  [SL_NAMES_HIDDEN_FAMILIES] = { "kinds", "hidden-families" },
  [SL_NAMES_HIDDEN_KINDS] = { "kinds", "hidden" },
  [SL_NAMES_HIDDEN_ROWS] = { "rows", "hidden" },
  [SL_NAMES_ONLY_ROWS] = { "rows", "only" },
  [SL_NAMES_SHOWN_ROWS] = { "rows", "shown" },
  [SL_NAMES_PINNED_ROWS] = { "rows", "pinned" },
  [SL_NAMES_SEPARATED_ROWS] = { "rows", "separated" },
  [SL_NAMES_COLLAPSED] = { "rows", "collapsed" },
  [SL_NAMES_EXPANDED] = { "rows", "expanded" },
  [SL_NAMES_SHOWN_SIGNS] = { "rows", "signs" },
};

static const char *const cursors[SL_N_CURSORS] = { "a", "b" };

static int
compare_names (const void *one, const void *other)
{
  return strcmp (*(const char *const *) one, *(const char *const *) other);
}

/* Sorted: the same view is the same text. */
static void
write_names (GKeyFile *file, const SlViewState *state, SlNameSet set)
{
  const char *const *names = sl_view_state_get_names (state, set);
  gsize n_names = g_strv_length ((char **) names);
  g_autofree const char **sorted = g_memdup2 (names, (n_names + 1) * sizeof *names);

  if (n_names == 0)
    return;

  qsort (sorted, n_names, sizeof *sorted, compare_names);
  g_key_file_set_string_list (file, sets[set].group, sets[set].key, sorted, n_names);
}

static void
write_rows (GKeyFile *file, const SlViewState *state)
{
  const char *const *order = sl_view_state_get_row_order (state);
  g_autoptr (GPtrArray) heights = g_ptr_array_new_with_free_func (g_free);

  for (int set = 0; set < SL_N_NAME_SETS; set++)
    if (sets[set].group != NULL)
      write_names (file, state, (SlNameSet) set);
  if (order[0] != NULL)
    g_key_file_set_string_list (file, "rows", "order", order, g_strv_length ((char **) order));

  for (guint i = 0; i < state->row_heights->len; i++)
    {
      const SlViewRowHeight *height = &g_array_index (state->row_heights, SlViewRowHeight, i);

      g_ptr_array_add (heights, g_strdup_printf ("%s %d", height->row, height->height));
    }
  if (heights->len > 0)
    g_key_file_set_string_list (file, "rows", "heights", (const char *const *) heights->pdata,
                                heights->len);
}

static void
write_groups (GKeyFile *file, const SlViewState *state)
{
  g_autoptr (GPtrArray) groups = sl_view_state_dup_groups (state);

  for (guint i = 0; i < groups->len; i++)
    {
      g_autofree char *section = g_strdup_printf (GROUP "%u", i + 1);
      g_autoptr (GPtrArray) rows = g_ptr_array_new ();

      for (guint j = 0; j < state->row_groups->len; j++)
        {
          const SlViewRowGroup *entry = &g_array_index (state->row_groups, SlViewRowGroup, j);

          if (entry->group == groups->pdata[i])
            g_ptr_array_add (rows, (gpointer) entry->row);
        }
      g_key_file_set_string (file, section, "name", groups->pdata[i]);
      g_key_file_set_string_list (file, section, "rows", (const char *const *) rows->pdata,
                                  rows->len);
    }
}

static void
write_user (GKeyFile *file, const SlViewState *state)
{
  SlSpan selection;
  SlTime time;

  for (int i = 0; i < SL_N_CURSORS; i++)
    if (sl_view_state_get_cursor (state, (SlCursor) i, &time))
      g_key_file_set_int64 (file, "cursors", cursors[i], time);
  /* Where nobody moves it, it is cursor A. */
  if (!sl_view_state_get_cursor (state, SL_CURSOR_A, &time))
    time = 0;
  if (sl_view_state_get_origin (state) != time)
    g_key_file_set_int64 (file, "cursors", "origin", sl_view_state_get_origin (state));
  if (sl_view_state_get_selection (state, &selection))
    {
      g_key_file_set_int64 (file, "cursors", "selection-begin", selection.begin);
      g_key_file_set_int64 (file, "cursors", "selection-end", selection.end);
    }
}

/**
 * sl_view_file_write:
 * @picked: (nullable): where what is picked is, in reference ticks; %NULL for nowhere in time
 *
 * All that the user chose is in it, but for which rows are selected.
 *
 * Returns: (transfer full): UTF-8; equal views give equal texts
 */
char *
sl_view_file_write (const SlViewState *state, const SlSpan *picked)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  SlSpan visible = sl_view_state_get_visible (state);

  g_key_file_set_integer (file, HEAD, "version", VERSION);
  g_key_file_set_int64 (file, "view", "begin", visible.begin);
  g_key_file_set_int64 (file, "view", "end", visible.end);
  g_key_file_set_string (file, "view", "axis", sl_axis_get_id (sl_view_state_get_axis (state)));
  if (sl_view_state_get_unit (state) != SL_SHOWN_AUTO)
    g_key_file_set_string (file, "view", "unit",
                           sl_shown_unit_get_id (sl_view_state_get_unit (state)));
  g_key_file_set_string (file, "view", "look", sl_style_get_id (sl_view_state_get_style (state)));
  if (sl_view_state_get_filter (state) != NULL)
    {
      g_key_file_set_string (file, "filter", "text", sl_view_state_get_filter_text (state));
      g_key_file_set_boolean (file, "filter", "hides", sl_view_state_get_filter_hides (state));
    }
  write_rows (file, state);
  write_groups (file, state);
  write_user (file, state);
  sl_view_file_write_markers (file, state);
  sl_view_file_write_panels (file, state);
  sl_view_file_write_picked (file, state, picked);
  sl_view_file_write_addresses (file, state);
  sl_view_file_write_traces (file, state);
  return g_key_file_to_data (file, NULL, NULL);
}

/**
 * sl_view_reading_take:
 * @state: (transfer full): what was read so far
 */
void
sl_view_reading_take (SlViewReading *self, SlViewState *state)
{
  sl_view_state_unref (self->state);
  self->state = state;
}

/* A time in the trace. */
static gboolean
read_time (const SlViewReading *self, const char *group, const char *key, SlTime *time)
{
  g_autoptr (GError) error = NULL;

  *time = g_key_file_get_int64 (self->file, group, key, &error);
  return error == NULL && *time >= self->fit.extent.begin && *time <= self->fit.extent.end;
}

/**
 * sl_view_reading_get_span:
 * @span: (out): half-open, maybe empty; set on success only
 *
 * Returns: whether that is a span in the trace
 */
gboolean
sl_view_reading_get_span (const SlViewReading *self,
                          const char *group,
                          const char *begin,
                          const char *end,
                          SlSpan *span)
{
  return read_time (self, group, begin, &span->begin) && read_time (self, group, end, &span->end) &&
         span->begin <= span->end;
}

static void
read_view (SlViewReading *self)
{
  g_autofree char *axis = g_key_file_get_string (self->file, "view", "axis", NULL);
  g_autofree char *unit = g_key_file_get_string (self->file, "view", "unit", NULL);
  g_autofree char *look = g_key_file_get_string (self->file, "view", "look", NULL);
  SlShownUnit found_unit = SL_SHOWN_AUTO;
  SlSpan visible;
  SlAxis found_axis;
  SlStyle found_style;

  if (sl_view_reading_get_span (self, "view", "begin", "end", &visible) &&
      visible.begin < visible.end)
    sl_view_reading_take (self,
                          sl_view_state_with_visible (self->state,
                                                      sl_view_clamp (self->fit.extent, visible)));
  if (axis != NULL && sl_axis_find (axis, &found_axis))
    sl_view_reading_take (self, sl_view_state_with_axis (self->state, found_axis));
  /* A view that names none was saved with the one that suits. */
  if (unit != NULL && !sl_shown_unit_find (unit, &found_unit))
    found_unit = SL_SHOWN_AUTO;
  sl_view_reading_take (self, sl_view_state_with_unit (self->state, found_unit));
  if (look != NULL && sl_style_find (look, &found_style))
    sl_view_reading_take (self, sl_view_state_with_style (self->state, found_style));
}

/* One that is of a later version of the language is as none. */
static void
read_filter (SlViewReading *self)
{
  g_autofree char *text = g_key_file_get_string (self->file, "filter", "text", NULL);
  gboolean hides = g_key_file_get_boolean (self->file, "filter", "hides", NULL);
  g_autoptr (SlFilter) filter = text != NULL ? sl_filter_parse (text, NULL) : NULL;

  sl_view_reading_take (self,
                        sl_view_state_with_filter (self->state, filter, filter != NULL && hides));
}

/**
 * sl_view_reading_get_list:
 *
 * Returns: (transfer full): strings; an empty list where there are none, or more than @most
 */
char **
sl_view_reading_get_list (const SlViewReading *self, const char *group, const char *key, gsize most)
{
  gsize n_names = 0;
  char **names = g_key_file_get_string_list (self->file, group, key, &n_names, NULL);

  if (names != NULL && n_names <= most)
    return names;

  g_strfreev (names);
  return g_new0 (char *, 1);
}

static void
read_names (SlViewReading *self, SlNameSet set)
{
  g_auto (GStrv) old = g_strdupv ((char **) sl_view_state_get_names (self->state, set));
  g_auto (GStrv) names =
      sl_view_reading_get_list (self, sets[set].group, sets[set].key,
                                g_str_equal (sets[set].group, "kinds") ? MOST_KINDS : MOST_NAMES);

  for (gsize i = 0; old[i] != NULL; i++)
    sl_view_reading_take (self, sl_view_state_with_name (self->state, set, old[i], FALSE));
  for (gsize i = 0; names[i] != NULL; i++)
    sl_view_reading_take (self, sl_view_state_with_name (self->state, set, names[i], TRUE));
}

static void
read_rows (SlViewReading *self)
{
  g_auto (GStrv) order = sl_view_reading_get_list (self, "rows", "order", MOST_NAMES);
  g_auto (GStrv) heights = sl_view_reading_get_list (self, "rows", "heights", MOST_NAMES);

  for (int set = 0; set < SL_N_NAME_SETS; set++)
    if (sets[set].group != NULL)
      read_names (self, (SlNameSet) set);
  sl_view_reading_take (self,
                        sl_view_state_with_row_order (self->state, (const char *const *) order));
  while (self->state->row_heights->len > 0)
    sl_view_reading_take (self,
                          sl_view_state_with_row_height (self->state,
                                                         g_array_index (self->state->row_heights,
                                                                        SlViewRowHeight, 0)
                                                             .row,
                                                         0));
  for (gsize i = 0; heights[i] != NULL; i++)
    {
      char *space = strrchr (heights[i], ' ');
      guint64 height;

      if (space == NULL ||
          !g_ascii_string_to_unsigned (space + 1, 10, LEAST_HEIGHT, MOST_HEIGHT, &height, NULL))
        continue;
      *space = '\0';
      sl_view_reading_take (self,
                            sl_view_state_with_row_height (self->state, heights[i], (int) height));
    }
}

/* Rows that are not in this trace stay in their groups, for the next trace. */
static void
read_groups (SlViewReading *self)
{
  g_auto (GStrv) sections = g_key_file_get_groups (self->file, NULL);
  gsize n_rows = 0;

  sl_view_reading_take (self,
                        sl_view_state_with_row_groups (self->state,
                                                       g_array_new (FALSE, FALSE,
                                                                    sizeof (SlViewRowGroup))));
  for (gsize i = 0; sections[i] != NULL; i++)
    {
      g_autofree char *name = NULL;
      g_auto (GStrv) rows = NULL;

      if (!g_str_has_prefix (sections[i], GROUP))
        continue;

      name = g_key_file_get_string (self->file, sections[i], "name", NULL);
      rows = sl_view_reading_get_list (self, sections[i], "rows", MOST_NAMES);
      for (gsize j = 0; name != NULL && name[0] != '\0' && rows[j] != NULL; j++)
        if (n_rows++ < MOST_GROUPED)
          sl_view_reading_take (self, sl_view_state_with_row_group (self->state, rows[j], name));
    }
}

static void
read_user (SlViewReading *self)
{
  SlSpan selection;
  SlTime time;
  gboolean is_selected =
      sl_view_reading_get_span (self, "cursors", "selection-begin", "selection-end", &selection);

  for (int i = 0; i < SL_N_CURSORS; i++)
    sl_view_reading_take (self,
                          sl_view_state_with_cursor (self->state, (SlCursor) i,
                                                     read_time (self, "cursors", cursors[i], &time)
                                                         ? &time
                                                         : NULL));
  if (read_time (self, "cursors", "origin", &time) ||
      sl_view_state_get_cursor (self->state, SL_CURSOR_A, &time))
    sl_view_reading_take (self, sl_view_state_with_origin (self->state, time));
  else
    sl_view_reading_take (self, sl_view_state_with_origin (self->state, 0));
  sl_view_reading_take (self, sl_view_state_with_selection (self->state,
                                                            is_selected ? &selection : NULL));
}

/**
 * sl_view_file_read:
 * @base: (transfer none): what is not in such a text is taken from it
 * @text: (array length=length): from sl_view_file_write() or from anybody
 * @fit: the traces that it is for: times outside them, and what is said of other traces, are left out
 * @picked: (out) (optional): where what is picked was, in reference ticks; its end is before its begin
 *   where the text does not say. %NULL to pick nothing
 *
 * Fails with %SL_ERROR_MALFORMED where that is no such text, and with %SL_ERROR_UNSUPPORTED where it is
 * of a later version.
 *
 * Returns: (transfer full): %NULL on error
 */
SlViewState *
sl_view_file_read (SlViewState *base,
                   const char *text,
                   gsize length,
                   const SlViewFit *fit,
                   SlSpan *picked,
                   GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) reason = NULL;
  SlViewReading reading = { file, *fit, NULL };
  int version;

  if (length > SL_VIEW_FILE_MOST || !sl_key_file_load (file, text, length, &reason) ||
      (version = g_key_file_get_integer (file, HEAD, "version", &reason)) < 1)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "This is not a saved view: %s",
                   reason != NULL ? reason->message : "it has no version");
      return NULL;
    }
  if (version > VERSION)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "The view was saved as version %d, and only version %d is read", version,
                   VERSION);
      return NULL;
    }

  reading.state = sl_view_state_ref (base);
  read_view (&reading);
  read_filter (&reading);
  read_rows (&reading);
  read_groups (&reading);
  read_user (&reading);
  sl_view_file_read_markers (&reading);
  sl_view_file_read_panels (&reading);
  if (picked != NULL)
    sl_view_file_read_picked (&reading, picked);
  else
    sl_view_reading_take (&reading, sl_view_state_with_picked (reading.state, NULL));
  sl_view_file_read_addresses (&reading);
  sl_view_file_read_traces (&reading);
  return reading.state;
}
