/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A key file:
 *
 *   [slackline-view]  version=1; files: addresses of what it is a view of
 *   [view]            begin, end: ticks since the start of the trace; whole: these are all of it; rate: ticks per
 *                     second where known, "2500000000" or "14318180/12"; axis; unit; look
 *   [filter]          text, hides
 *   [rows]            lists of row keys (hidden, pinned …), order, heights ("task:288 48")
 *   [group 1] …       name, rows: a group of rows that the user made
 *   [kinds]           lists of what is hidden
 *   [cursors]         a, b; origin: where times count from; selection-begin, -end
 *   [marker 1] …      begin, end, name, note, colour; form (box, arrow, text), row, to-row, back: of what
 *                     is drawn over rows; chosen: the one that the user is at
 *   [panels]          page, list, maximized, height, details: what is shown around the timeline
 *   [picked]          type, trace, row, track, index, count: the selected item; begin, end: where it is;
 *                     instant: at which of its instants the user looked
 *   [addresses 1] …   row, scale, first, last: what a map of addresses shows
 *   [traces]          offsets of the second trace on this axis and of later ones; compared: two numbers
 *   [names]           what the rows are called: "task:15333=dl-a"
 *
 * Rows and kinds are named, so that a file fits every trace that has such names; times are scaled where the rate of that
 * trace is another one. */
#include "sl-view-file.h"

#include <string.h>

#include "sl-error.h"
#include "sl-key-file.h"
#include "sl-view-file-private.h"
#include "sl-view-state-private.h"
#include "sl-view.h"

#define HEAD    "slackline-view"
#define VERSION 1

static const char *const cursors[SL_N_CURSORS] = { "a", "b" };

static const char *const *
get_files (const SlViewFit *fit)
{
  return sl_source_get_file_uris (sl_trace_get_source (sl_trace_set_get_trace (fit->set, 0)));
}

/* Of the reference clock; NULL where it is not known. */
static const SlRate *
get_rate (const SlViewFit *fit)
{
  SlClock *clock = sl_trace_set_get_clock (fit->set);
  guint n_rates;

  return sl_clock_has_rate (clock) ? sl_clock_get_rates (clock, &n_rates) : NULL;
}

/* What is needed to apply the view to another trace. */
static void
write_origin (GKeyFile *file, const SlViewState *state, const SlViewFit *fit)
{
  SlSpan visible = sl_view_state_get_visible (state);
  const char *const *uris = get_files (fit);
  const SlRate *rate = get_rate (fit);

  if (uris != NULL)
    g_key_file_set_string_list (file, HEAD, "files", uris, g_strv_length ((char **) uris));
  if (visible.begin <= fit->extent.begin && visible.end >= fit->extent.end)
    g_key_file_set_boolean (file, "view", "whole", TRUE);
  if (rate != NULL)
    {
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
                                               rate->numerator, rate->denominator);

      if (rate->denominator == 1)
        *strchr (text, '/') = '\0';
      g_key_file_set_string (file, "view", "rate", text);
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
 * @picked: (nullable): where what is picked is; %NULL for nowhere in time
 * @fit: (nullable): what it is a view of, so that it can be applied to another trace
 *
 * All that the user chose is in it, but for which rows are selected.
 *
 * Returns: (transfer full): UTF-8; equal views give equal texts
 */
char *
sl_view_file_write (const SlViewState *state, const SlViewPlace *picked, const SlViewFit *fit)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  SlSpan visible = sl_view_state_get_visible (state);

  g_key_file_set_integer (file, HEAD, "version", VERSION);
  g_key_file_set_int64 (file, "view", "begin", visible.begin);
  g_key_file_set_int64 (file, "view", "end", visible.end);
  g_key_file_set_string (file, "view", "axis", sl_axis_get_id (sl_view_state_get_axis (state)));
  if (fit != NULL && fit->set != NULL)
    write_origin (file, state, fit);
  if (sl_view_state_get_unit (state) != SL_SHOWN_AUTO)
    g_key_file_set_string (file, "view", "unit",
                           sl_shown_unit_get_id (sl_view_state_get_unit (state)));
  g_key_file_set_string (file, "view", "look", sl_style_get_id (sl_view_state_get_style (state)));
  if (sl_view_state_get_filter (state) != NULL)
    {
      g_key_file_set_string (file, "filter", "text", sl_view_state_get_filter_text (state));
      g_key_file_set_boolean (file, "filter", "hides", sl_view_state_get_filter_hides (state));
    }
  sl_view_file_write_rows (file, state);
  sl_view_file_write_groups (file, state);
  write_user (file, state);
  sl_view_file_write_markers (file, state);
  sl_view_file_write_panels (file, state);
  sl_view_file_write_picked (file, state, picked);
  sl_view_file_write_addresses (file, state);
  sl_view_file_write_traces (file, state);
  if (fit != NULL && fit->set != NULL)
    {
      g_autoptr (GPtrArray) rows = sl_view_file_list_rows (state);

      sl_view_file_write_names (file, fit->set, rows);
    }
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

/* The same files have the same ticks, whatever rate they are given. */
static gboolean
is_same_trace (SlViewReading *self)
{
  g_auto (GStrv) uris = sl_view_take_list (self, "files", G_MAXSIZE);
  const char *const *own = self->fit.set != NULL ? get_files (&self->fit) : NULL;

  return own != NULL && g_strv_equal ((const char *const *) uris, own);
}

static double
read_scale (SlViewReading *self, gboolean is_same)
{
  g_autofree char *text = sl_view_take_text (self, "rate");
  const SlRate *rate = self->fit.set != NULL ? get_rate (&self->fit) : NULL;
  guint64 numerator, denominator;

  if (text != NULL && !sl_clock_parse_rate (text, &numerator, &denominator, NULL))
    {
      sl_view_refuse (self, "rate", text, "use ticks per second, as 1000 or 1000/3");
      return 1;
    }
  if (text == NULL || rate == NULL || is_same)
    return 1;

  return ((double) rate->numerator / (double) rate->denominator) /
         ((double) numerator / (double) denominator);
}

/**
 * sl_view_reading_scale:
 * @time: ticks, as the text has them
 *
 * Returns: ticks of the reference clock
 */
SlTime
sl_view_reading_scale (const SlViewReading *self, SlTime time)
{
  double scaled = (double) time * self->scale;

  if (self->scale == 1)
    return time;

  /* Beyond this a number is not a time. */
  return (SlTime) CLAMP (scaled, -9e18, 9e18);
}

/**
 * sl_view_take_time:
 * @time: (out): ticks of the reference clock; set on success only
 *
 * Returns: whether there is one, in the trace or not
 */
gboolean
sl_view_take_time (SlViewReading *self, const char *key, SlTime *time)
{
  if (!sl_view_take_number (self, key, G_MININT64, G_MAXINT64, time))
    return FALSE;

  *time = sl_view_reading_scale (self, *time);
  return TRUE;
}

static gboolean
take_time_in_trace (SlViewReading *self, const char *key, SlTime *time)
{
  return sl_view_take_time (self, key, time) && *time >= self->fit.extent.begin &&
         *time <= self->fit.extent.end;
}

/**
 * sl_view_take_span:
 * @span: (out): half-open, maybe empty; undefined on failure
 *
 * Returns: whether that is a span in the trace
 */
gboolean
sl_view_take_span (SlViewReading *self, const char *begin, const char *end, SlSpan *span)
{
  gboolean has_begin = take_time_in_trace (self, begin, &span->begin);

  return take_time_in_trace (self, end, &span->end) && has_begin && span->begin <= span->end;
}

static const char *
get_axis (guint axis)
{
  return sl_axis_get_id ((SlAxis) axis);
}

static const char *
get_unit (guint unit)
{
  return sl_shown_unit_get_id ((SlShownUnit) unit);
}

static const char *
get_look (guint style)
{
  return sl_style_get_id ((SlStyle) style);
}

static void
read_view (SlViewReading *self)
{
  gboolean is_whole = FALSE;
  SlSpan visible;
  gboolean has_span = sl_view_take_span (self, "begin", "end", &visible);
  guint found;

  sl_view_take_switch (self, "whole", &is_whole);
  if (is_whole)
    sl_view_reading_take (self, sl_view_state_with_visible (self->state, self->fit.extent));
  else if (has_span && visible.begin < visible.end)
    sl_view_reading_take (self,
                          sl_view_state_with_visible (self->state,
                                                      sl_view_clamp (self->fit.extent, visible)));
  if (sl_view_take_word (self, "axis", &(SlViewWords) { get_axis, 0, SL_N_AXES }, &found))
    sl_view_reading_take (self, sl_view_state_with_axis (self->state, (SlAxis) found));
  /* A view that names none was saved with the one that suits. */
  if (!sl_view_take_word (self, "unit", &(SlViewWords) { get_unit, 0, SL_N_SHOWN }, &found))
    found = SL_SHOWN_AUTO;
  sl_view_reading_take (self, sl_view_state_with_unit (self->state, (SlShownUnit) found));
  if (sl_view_take_word (self, "look", &(SlViewWords) { get_look, 0, SL_N_STYLES }, &found))
    sl_view_reading_take (self, sl_view_state_with_style (self->state, (SlStyle) found));
}

/* One that cannot be read is as none. */
static void
read_filter (SlViewReading *self)
{
  g_autofree char *text = sl_view_take_text (self, "text");
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = text != NULL ? sl_filter_parse (text, &error) : NULL;
  gboolean hides = FALSE;

  if (error != NULL)
    sl_view_refuse (self, "text", text, error->message);
  sl_view_take_switch (self, "hides", &hides);
  sl_view_reading_take (self,
                        sl_view_state_with_filter (self->state, filter, filter != NULL && hides));
}

static void
read_user (SlViewReading *self)
{
  SlSpan selection;
  SlTime time;
  gboolean is_selected = sl_view_take_span (self, "selection-begin", "selection-end", &selection);

  for (int i = 0; i < SL_N_CURSORS; i++)
    sl_view_reading_take (self,
                          sl_view_state_with_cursor (self->state, (SlCursor) i,
                                                     take_time_in_trace (self, cursors[i], &time)
                                                         ? &time
                                                         : NULL));
  if (!take_time_in_trace (self, "origin", &time) &&
      !sl_view_state_get_cursor (self->state, SL_CURSOR_A, &time))
    time = 0;
  sl_view_reading_take (self, sl_view_state_with_origin (self->state, time));
  sl_view_reading_take (self, sl_view_state_with_selection (self->state,
                                                            is_selected ? &selection : NULL));
}

/**
 * sl_view_file_read:
 * @base: (transfer none): what is not in such a text is taken from it
 * @text: (array length=length): from sl_view_file_write() or from anybody
 * @fit: the traces that it is for: times outside them, and what is said of other traces, are left out
 * @picked: (out) (optional): where what is picked was; %NULL to pick nothing
 *
 * Where the traces call a row otherwise than the text does, those are meant that have its name.
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
                   SlViewPlace *picked,
                   GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) reason = NULL;
  SlViewReading reading = { file, text, HEAD, *fit, NULL, 1, NULL };
  SlViewPlace unused;
  gboolean is_same;
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

  g_key_file_remove_key (file, HEAD, "version", NULL);
  reading.state = sl_view_state_ref (base);
  is_same = is_same_trace (&reading);
  reading.group = "view";
  reading.scale = read_scale (&reading, is_same);
  read_view (&reading);
  reading.group = "filter";
  read_filter (&reading);
  sl_view_file_read_rows (&reading);
  sl_view_file_read_groups (&reading);
  reading.group = "cursors";
  read_user (&reading);
  sl_view_file_read_markers (&reading);
  reading.group = "panels";
  sl_view_file_read_panels (&reading);
  reading.group = "picked";
  if (picked == NULL)
    g_key_file_remove_group (file, "picked", NULL);
  sl_view_file_read_picked (&reading, picked != NULL ? picked : &unused);
  sl_view_file_read_addresses (&reading);
  reading.group = "traces";
  sl_view_file_read_traces (&reading);
  g_key_file_remove_group (file, "names", NULL);
  sl_view_end (&reading);
  g_clear_pointer (&reading.lanes, g_hash_table_unref);
  return reading.state;
}
