/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-go-to.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-go-to-job.h"
#include "sl-go-to-name.h"
#include "sl-job-link.h"
#include "sl-marker-edit.h"
#include "sl-text.h"
#include "sl-time-text.h"
#include "sl-view.h"

/* Decimal, or hexadecimal after 0x; spaces between groups of digits are the program's own. */
static gboolean
read_number (const char *text, guint64 *number)
{
  static const char *const spaces[] = { " ", "\u2009", "\u202f" };
  g_autoptr (GString) joined = g_string_new (text);
  const char *digits = joined->str;
  gboolean is_hex;

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    g_string_replace (joined, spaces[i], "", 0);
  is_hex = g_ascii_strncasecmp (digits, "0x", 2) == 0;

  return g_ascii_string_to_unsigned (digits + (is_hex ? 2 : 0), is_hex ? 16 : 10, 0, G_MAXUINT64,
                                     number, NULL);
}

/* The trace that is meant where a number could be one of any: that of what is picked. */
static guint
get_trace (SlDocument *document)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));

  return picked->type != SL_TARGET_NONE ? sl_document_limit_trace (document, picked->trace) : 0;
}

/* (transfer full): @said, and of several traces which one */
static char *
name_trace (SlDocument *document, guint trace, char *said)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autofree char *text = said;
  g_autofree char *title = NULL;

  if (sl_trace_set_get_size (set) < 2)
    return g_steal_pointer (&text);

  title = sl_trace_set_dup_title (set, trace);
  /* Translators: a sentence, and the trace that it is about */
  return g_strdup_printf (_ ("%s (%s)"), text, title);
}

static SlGoTo *
parse_event (SlDocument *document, const char *text, GError **error)
{
  guint trace = get_trace (document);
  guint64 n_events = sl_trace_get_n_events (sl_document_get_trace_of (document, trace));
  g_autofree char *number = NULL, *last = NULL;
  guint64 index;
  SlGoTo *self;

  if (!read_number (text, &index))
    {
      sl_go_to_set_error (error, g_strdup (_ ("After # comes the index of an event, as in #1234")));
      return NULL;
    }
  if (n_events == 0 || index >= n_events)
    {
      last = sl_time_text_ticks (n_events > 0 ? n_events - 1 : 0);
      sl_go_to_set_error (error,
                          g_strdup_printf (_ ("No event has this index; the last one is #%s"),
                                           last));
      return NULL;
    }

  number = sl_time_text_ticks (index);
  self = sl_go_to_new (SL_GO_TO_EVENT,
                       name_trace (document, trace,
                                   g_strdup_printf (_ ("Selects the event #%s"), number)));
  self->trace = trace;
  self->number = index;
  return self;
}

static SlGoTo *
parse_offset (SlDocument *document, const char *text, GError **error)
{
  guint trace = get_trace (document);
  g_autofree char *hex = NULL;
  guint64 offset;
  SlGoTo *self;

  if (!read_number (text, &offset) || offset == SL_OFFSET_NONE)
    {
      sl_go_to_set_error (error,
                          g_strdup (_ ("After @ comes an offset in the file, as in @0x1c40")));
      return NULL;
    }

  hex = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", offset);
  self = sl_go_to_new (
      SL_GO_TO_OFFSET,
      name_trace (document, trace,
                  g_strdup_printf (_ ("Selects the event at offset %s, or the first after it"),
                                   hex)));
  self->trace = trace;
  self->number = offset;
  return self;
}

static SlGoTo *
parse_address (const char *text, GError **error)
{
  guint64 address;
  g_autofree char *hex = NULL;
  SlGoTo *self;

  if (!read_number (text, &address))
    {
      sl_go_to_set_error (error, g_strdup (_ ("After 0x come up to 16 hexadecimal digits")));
      return NULL;
    }

  hex = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", address);
  self = sl_go_to_new (SL_GO_TO_ADDRESS,
                       g_strdup_printf (_ ("Selects the next bus cycle that accesses address %s"),
                                        hex));
  self->number = address;
  return self;
}

static char *
dup_time (SlDocument *document, SlTime time)
{
  return sl_text_time (sl_document_get_rows (document), SL_AXIS_TIME, 0, time);
}

/* From where relative times count. */
typedef enum
{
  BASE_CURSOR, /* A */
  BASE_PICKED, /* the start of what is picked */
  BASE_VIEW,   /* the middle of what is seen */
} Base;

/* The first that there is: a cursor was set on purpose, and moves on with each such time. */
static Base
find_base (SlDocument *document, SlTime *time)
{
  SlViewState *state = sl_document_get_state (document);
  const SlTarget *picked = sl_view_state_get_picked (state);
  SlSpan span = sl_view_state_get_visible (state);
  g_autoptr (SlRows) rows = NULL;

  if (sl_view_state_get_cursor (state, SL_CURSOR_A, time))
    return BASE_CURSOR;

  *time = span.begin + sl_span_duration (span) / 2;
  if (picked->type != SL_TARGET_ITEMS && picked->type != SL_TARGET_EVENT)
    return BASE_VIEW;

  rows = sl_document_dup_all_rows (document);
  if (!sl_rows_get_span (rows, picked, &span))
    return BASE_VIEW;

  *time = span.begin;
  return BASE_PICKED;
}

/* In words; @at and @by are times. */
static char *
say_relative (Base base, gboolean is_back, const char *at, const char *by)
{
  switch (base)
    {
    case BASE_CURSOR:
      return is_back ? g_strdup_printf (_ ("Moves cursor A to %s, %s before where it is"), at, by)
                     : g_strdup_printf (_ ("Moves cursor A to %s, %s after where it is"), at, by);
    case BASE_PICKED:
      return is_back
                 ? g_strdup_printf (
                       _ ("Sets cursor A at %s, %s before the start of the selected item"), at, by)
                 : g_strdup_printf (
                       _ ("Sets cursor A at %s, %s after the start of the selected item"), at, by);
    case BASE_VIEW:
    default:
      return is_back ? g_strdup_printf (_ ("Sets cursor A at %s, %s before the middle of the view"),
                                        at, by)
                     : g_strdup_printf (_ ("Sets cursor A at %s, %s after the middle of the view"),
                                        at, by);
    }
}

/* Fails where the traces are over or have not begun. */
static gboolean
check_time (SlDocument *document, SlTime time, gboolean is_tick, GError **error)
{
  SlSpan span = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlClock *clock = sl_document_get_clock (document);
  g_autofree char *begin = NULL, *end = NULL;

  if (time >= span.begin && time <= span.end)
    return TRUE;

  begin = is_tick ? sl_time_text_absolute (clock, span.begin) : dup_time (document, span.begin);
  end = is_tick ? sl_time_text_absolute (clock, span.end) : dup_time (document, span.end);
  if (is_tick)
    sl_go_to_set_error (
        error, g_strdup_printf (_ ("The clock goes from %s to %s here; give a time with a unit, as "
                                   "in 12.5 ms, an event as in #1234, or an offset in the file as "
                                   "in @0x1c40"),
                                begin, end));
  else
    sl_go_to_set_error (error,
                        g_strdup_printf (_ ("That is outside the trace, which goes from %s to %s"),
                                         begin, end));
  return FALSE;
}

static SlGoTo *
make_time (SlDocument *document, SlTime time, char *said)
{
  SlGoTo *self = sl_go_to_new (SL_GO_TO_TIME, said);

  self->time = time;
  return self;
}

/* The program's own clock errors speak of options. */
static void
set_time_error (SlDocument *document, const char *text, GError **error)
{
  gboolean has_unit = g_ascii_isalpha (text[strlen (text) - 1]);

  if (has_unit && !sl_clock_has_rate (sl_document_get_clock (document)))
    sl_go_to_set_error (error,
                        g_strdup (
                            _ ("The rate of the clock is not known: give a number of ticks, or set "
                               "the rate in the menu")));
  else
    sl_go_to_set_error (
        error, g_strdup_printf (_ ("“%s” is neither a time, such as 12.5 ms, nor a tick of the "
                                   "clock"),
                                text));
}

static SlGoTo *
parse_relative (SlDocument *document, const char *text, GError **error)
{
  gboolean is_back = text[0] == '-';
  g_autofree char *at = NULL;
  SlTime time;
  Base base = find_base (document, &time);
  const char *length = text + strspn (text, "+- ");
  gint64 ticks;

  if (!sl_duration_parse (length, sl_document_get_clock (document), &ticks, NULL))
    {
      set_time_error (document, text, error);
      return NULL;
    }

  time = sl_time_add (time, is_back ? -ticks : ticks);
  if (!check_time (document, time, FALSE, error))
    return NULL;

  at = dup_time (document, time);
  return make_time (document, time, say_relative (base, is_back, at, length));
}

/* "1671.533394606", as trace-cmd, perf and dmesg print the clock of Linux, as a number of its ticks; %NULL for other texts. */
static char *
dup_seconds_as_ticks (SlClock *clock, const char *text)
{
  g_autofree char *seconds = g_strconcat (text, "s", NULL);
  gint64 ticks;

  if (sl_clock_get_unit (clock) != SL_UNIT_NS || strspn (text, "0123456789.") != strlen (text) ||
      strchr (text, '.') == NULL || !sl_duration_parse (seconds, clock, &ticks, NULL))
    return NULL;

  return g_strdup_printf ("%" G_GINT64_FORMAT, ticks);
}

static SlGoTo *
parse_time (SlDocument *document, const char *text, GError **error)
{
  SlClock *clock = sl_document_get_clock (document);
  gboolean is_tick =
      !g_ascii_isalpha (text[strlen (text) - 1]) || g_ascii_strncasecmp (text, "0x", 2) == 0;
  g_autofree char *at = NULL;
  g_autofree char *from_seconds = dup_seconds_as_ticks (clock, text);
  SlTime time;

  if (!sl_time_parse (from_seconds != NULL ? from_seconds : text, clock, &time, NULL))
    {
      set_time_error (document, text, error);
      return NULL;
    }
  if (!check_time (document, time, is_tick, error))
    return NULL;

  at = dup_time (document, time);
  return make_time (document, time, g_strdup_printf (_ ("Sets cursor A at %s"), at));
}

/* A row or a marker; or else a job, by the name of its task. */
static SlGoTo *
parse_name (SlDocument *document, const char *text, GError **error)
{
  g_autoptr (GError) no_name = NULL, no_job = NULL;
  SlGoTo *self = sl_go_to_name_find (document, text, &no_name);

  if (self == NULL)
    self = sl_go_to_job_find (document, text, &no_job);
  if (self == NULL)
    g_propagate_error (error,
                       no_job != NULL ? g_steal_pointer (&no_job) : g_steal_pointer (&no_name));
  return self;
}

/* Where the decimal sign is a comma, "1,5 ms" is written. */
static void
use_point (char *text)
{
  char *comma = strchr (text, ',');

  if (comma != NULL && comma > text && g_ascii_isdigit (comma[-1]) && g_ascii_isdigit (comma[1]) &&
      strchr (comma + 1, ',') == NULL)
    *comma = '.';
}

/**
 * sl_go_to_parse:
 * @text: a time with a unit ("12.5 ms"), a tick of the clock, or its seconds with a point where its ticks are nanoseconds
 *   ("1671.533394606"); "+5ms" or "-5ms" from cursor A, else
 *   from the start of what is picked, else from the middle of the view; "#1234", an event; "@0x1c40", an offset in the file; "0x3462f000", an
 *   address where a trace has bus cycles, else a tick; or the name, or a part of it, of a marker or row; "fast 7", a job
 *
 * Fails with %SL_ERROR_USAGE; the message is a translated sentence.
 *
 * Returns: (transfer full): where that leads, and what is said of it; %NULL on error
 */
SlGoTo *
sl_go_to_parse (SlDocument *document, const char *text, GError **error)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  gboolean is_number;
  guint trace;

  if (plain[0] == '\0')
    {
      sl_go_to_set_error (error,
                          g_strdup (
                              _ ("A time (12.5 ms, or +5ms from cursor A or the selected item), "
                                 "an event (#1234), an offset (@0x1c40), a job (fast 7), or the "
                                 "name of a task or marker")));
      return NULL;
    }
  if (plain[0] == '#')
    return parse_event (document, plain + 1, error);
  if (plain[0] == '@')
    return parse_offset (document, plain + 1, error);
  if (g_ascii_strncasecmp (plain, "0x", 2) == 0 && sl_document_find_bus (document, &trace))
    return parse_address (plain, error);

  is_number = g_ascii_isdigit (plain[0]) || plain[0] == '.';
  if (!is_number && strchr ("+-", plain[0]) == NULL)
    return parse_name (document, plain, error);

  /* A name may begin with a digit. */
  if (is_number)
    {
      SlGoTo *named = sl_go_to_name_find (document, plain, NULL);

      if (named != NULL && named->type == SL_GO_TO_MARKER)
        return named;
      g_clear_pointer (&named, sl_go_to_free);
    }
  use_point (plain);
  return is_number ? parse_time (document, plain, error) : parse_relative (document, plain, error);
}

/* In the middle, with cursor A. */
static void
run_time (const SlGoTo *self, SlDocument *document)
{
  guint gesture = sl_view_history_new_gesture (sl_document_get_history (document));
  SlViewState *state = sl_document_get_state (document);
  SlView view = sl_view_make (sl_trace_set_get_span (sl_document_get_trace_set (document)),
                              sl_view_state_get_visible (state), 1000);

  sl_document_take_state (document, sl_view_state_with_cursor (state, SL_CURSOR_A, &self->time),
                          gesture);
  sl_document_show (document, sl_view_center (&view, self->time), gesture);
}

/**
 * sl_go_to_run:
 *
 * Goes there, in one step of undo. What has to be looked for in the file is left to the caller.
 *
 * Returns: %FALSE for an offset and an address
 */
gboolean
sl_go_to_run (const SlGoTo *self, SlDocument *document)
{
  switch (self->type)
    {
    case SL_GO_TO_TIME:
      run_time (self, document);
      return TRUE;
    case SL_GO_TO_EVENT:
      sl_document_pick_event_of (document, self->trace, self->number);
      return TRUE;
    case SL_GO_TO_ROW:
      sl_go_to_row (document, self->row);
      return TRUE;
    case SL_GO_TO_MARKER:
      sl_marker_edit_go_to (document, (guint) self->number);
      return TRUE;
    case SL_GO_TO_JOB:
      sl_job_link_go_to (document, (SlJobRef) { self->trace, (guint) self->number });
      return TRUE;
    case SL_GO_TO_OFFSET:
    case SL_GO_TO_ADDRESS:
    default:
      return FALSE;
    }
}
