/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-chrome-scan.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-note-counts.h"

/* Events between two looks at whether somebody cancelled. */
#define EVENTS_A_LOOK 65536

/* Events that room is made for at first. */
#define FIRST_ROOM 4096

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

enum
{
  ODD_NO_EVENT,
  ODD_NO_TIME,
  ODD_DIGITS,
  ODD_NO_LENGTH,
  ODD_VALUE,
  ODD_SYSTEM,
  ODD_TOO_MANY,
  N_ODD,
};

static const char *const odd_texts[N_ODD] = {
  [ODD_NO_EVENT] = N_ ("A value among the events has no phase (ph); it is left out"),
  [ODD_NO_TIME] = N_ ("An event has no time (ts), or one beyond 146 years; it is left out"),
  [ODD_DIGITS] = N_ ("Digits of times behind the nanosecond are rounded"),
  [ODD_NO_LENGTH] = N_ ("A span has no length (dur); it lasts until the end of the trace"),
  [ODD_VALUE] = N_ ("A value of a counter is not a number; it is left out"),
  [ODD_SYSTEM] =
      N_ ("The file also has text of ftrace (systemTraceEvents), which is not read with it"),
  [ODD_TOO_MANY] = N_ ("There are more than 2³¹ events; the rest is left out"),
};

/* Events of one instant are in order of their rank: first spans end, the shortest first since it is inside of the others; then
 * comes what the file has in its own order, by their numbers as SlChromeEnds has them; then spans begin, the longest first; then those without a length, and last what
 * may be inside of them. */
typedef struct
{
  SlChromeEntry entry;
  gint64 rank;
} Ranked;

/* Decimal places from µs to ns. */
#define US_TO_NS_SHIFT 3

#define RANK_ENDS   (G_MININT64 / 2)
#define RANK_FILE   0
#define RANK_BEGINS (G_MAXINT64 / 2)
#define RANK_EMPTY  (RANK_BEGINS + 1)
#define RANK_INSIDE (RANK_BEGINS + 2)

typedef struct
{
  SlChromeScan *scan;
  SlJsonCursor cursor;
  Ranked *events;
  gsize n_events;
  gsize n_room;
  guint64 n_records;
  SlNotes *notes;
  SlNoteCounts *odd;
  guint64 offset; /* of the record at hand */
  gboolean is_whole;
} Pass;

SlChromeScan *
sl_chrome_scan_new (void)
{
  SlChromeScan *self = g_new0 (SlChromeScan, 1);

  self->names = sl_chrome_names_new ();
  self->fields = sl_chrome_fields_new ();
  self->ends = sl_chrome_ends_new ();
  return self;
}

void
sl_chrome_scan_free (SlChromeScan *self)
{
  g_clear_pointer (&self->names, sl_chrome_names_free);
  g_clear_pointer (&self->fields, sl_chrome_fields_free);
  g_clear_pointer (&self->ends, sl_chrome_ends_free);
  g_free (self->entries);
  g_free (self);
}

static void
add_event (Pass *self, guint part, SlTime time, gint64 rank)
{
  if (self->n_events == G_MAXINT)
    {
      sl_note_counts_add (self->odd, ODD_TOO_MANY, SL_OFFSET (0, self->offset));
      return;
    }
  if (self->n_events == self->n_room)
    {
      self->n_room = self->n_room > 0 ? self->n_room * 2 : FIRST_ROOM;
      self->events = g_renew (Ranked, self->events, self->n_room);
    }
  self->events[self->n_events++] =
      (Ranked) { { time, SL_CHROME_PLACE (self->offset, part) }, rank };
}

static void
take_span (Pass *self, const SlChromeRecord *record, guint32 thread, guint32 label)
{
  SlTime end;

  if (record->duration < 0)
    {
      sl_note_counts_add (self->odd, ODD_NO_LENGTH, SL_OFFSET (0, self->offset));
      add_event (self, SL_CHROME_PART_BEGIN, record->time,
                 RANK_FILE + sl_chrome_ends_add (self->scan->ends, record, thread, label));
    }
  else if (record->duration == 0)
    {
      add_event (self, SL_CHROME_PART_BEGIN, record->time, RANK_EMPTY);
      add_event (self, SL_CHROME_PART_END, record->time, RANK_EMPTY);
    }
  else
    {
      end = record->time + record->duration;
      add_event (self, SL_CHROME_PART_BEGIN, record->time, RANK_BEGINS - record->duration);
      add_event (self, SL_CHROME_PART_END, end, RANK_ENDS + record->duration);
    }
}

static void
take_counter (Pass *self, const SlChromeRecord *record)
{
  SlJsonCursor arguments;
  SlJsonSpan key, value;
  gboolean is_whole;
  gint64 number;

  sl_chrome_record_enter_arguments (record, &arguments);
  for (guint part = 0;
       part < SL_CHROME_MOST_PARTS && sl_chrome_record_next_argument (&arguments, &key, &value);
       part++)
    {
      if (!sl_json_span_read_decimal (&value, 0, &number, &is_whole))
        {
          sl_note_counts_add (self->odd, ODD_VALUE, SL_OFFSET (0, self->offset));
          continue;
        }
      sl_chrome_names_add_series (self->scan->names, record, &key, is_whole);
      add_event (self, part, record->time, RANK_INSIDE);
    }
}

static void
take_event (Pass *self, const SlChromeRecord *record)
{
  SlChromePhase phase = record->phase;
  guint32 thread = 0, label = 0;

  if (!record->is_exact)
    sl_note_counts_add (self->odd, ODD_DIGITS, SL_OFFSET (0, self->offset));
  sl_chrome_fields_add (self->scan->fields, record);
  if (phase != SL_CHROME_COUNTER)
    thread = sl_chrome_names_add_thread (self->scan->names, record);
  if (phase <= SL_CHROME_INSTANT ||
      (phase >= SL_CHROME_ASYNC_BEGIN && phase <= SL_CHROME_ASYNC_END))
    label = sl_chrome_names_add_label (self->scan->names, &record->name);

  if (phase == SL_CHROME_COMPLETE)
    take_span (self, record, thread, label);
  else if (phase == SL_CHROME_COUNTER)
    take_counter (self, record);
  else if (phase == SL_CHROME_BEGIN || phase == SL_CHROME_END)
    add_event (self, 0, record->time,
               RANK_FILE + sl_chrome_ends_add (self->scan->ends, record, thread, label));
  else
    add_event (self, 0, record->time, RANK_INSIDE);
  if ((record->flow_in || record->flow_out) && phase <= SL_CHROME_END)
    add_event (self, SL_CHROME_PART_FLOW, record->time, RANK_INSIDE);
}

static void
take_record (Pass *self, const SlChromeRecord *record)
{
  if (record->letter == '\0')
    sl_note_counts_add (self->odd, ODD_NO_EVENT, SL_OFFSET (0, self->offset));
  else if (record->phase == SL_CHROME_METADATA)
    sl_chrome_names_add_metadata (self->scan->names, record);
  else if (!record->has_time)
    sl_note_counts_add (self->odd, ODD_NO_TIME, SL_OFFSET (0, self->offset));
  else
    take_event (self, record);
}

static gboolean
note_fault (Pass *self)
{
  sl_notes_add (self->notes, SL_OFFSET (0, self->cursor.at), 1,
                "The text is damaged: %s; what follows up to the next event is left out",
                self->cursor.fault);
  return sl_json_cursor_resume (&self->cursor);
}

/* The elements of the array that was entered. */
static gboolean
read_events (Pass *self, GCancellable *cancellable, GError **error)
{
  SlChromeRecord record;
  SlJsonSpan other;

  for (;;)
    {
      if (++self->n_records % EVENTS_A_LOOK == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (!sl_json_cursor_next_element (&self->cursor))
        {
          /* A writer that was stopped leaves the last bracket out. */
          if (self->cursor.fault == NULL || self->cursor.at >= self->cursor.size)
            return TRUE;
          if (!note_fault (self))
            return TRUE;
          continue;
        }

      sl_json_cursor_peek (&self->cursor);
      self->offset = self->cursor.at;
      if (sl_chrome_record_read (&record, &self->cursor))
        take_record (self, &record);
      else if (self->cursor.fault == NULL && sl_json_cursor_read (&self->cursor, &other))
        sl_note_counts_add (self->odd, ODD_NO_EVENT, SL_OFFSET (0, self->offset));
      else if (self->cursor.at >= self->cursor.size)
        {
          sl_notes_add (self->notes, SL_OFFSET (0, self->offset), 1,
                        N_ ("The last event is cut; it is left out"));
          return TRUE;
        }
      else if (!note_fault (self))
        return TRUE;
    }
}

/* What clang writes with -ftime-trace: microseconds of Unix time. */
static void
read_epoch (Pass *self, const SlJsonSpan *value)
{
  gboolean is_exact;
  gint64 epoch;

  if (value->type == SL_JSON_TYPE_NUMBER &&
      sl_json_span_read_decimal (value, US_TO_NS_SHIFT, &epoch, &is_exact) && epoch > 0)
    self->scan->epoch = epoch;
}

static gboolean
read_object (Pass *self, GCancellable *cancellable, GError **error)
{
  SlJsonSpan key, other;

  while (sl_json_cursor_next_member (&self->cursor, &key))
    {
      gsize offset = self->cursor.at;

      if (sl_json_span_is (&key, "traceEvents") && sl_json_cursor_enter (&self->cursor, '['))
        {
          if (!read_events (self, cancellable, error))
            return FALSE;
          continue;
        }
      if (!sl_json_cursor_read (&self->cursor, &other))
        break;
      if (sl_json_span_is (&key, "beginningOfTime"))
        read_epoch (self, &other);
      if (sl_json_span_is (&key, "systemTraceEvents") && other.type == SL_JSON_TYPE_TEXT)
        sl_note_counts_add (self->odd, ODD_SYSTEM, SL_OFFSET (0, offset));
    }
  if (self->cursor.fault != NULL)
    sl_notes_add (self->notes, SL_OFFSET (0, self->cursor.at), 1,
                  "The file is cut or damaged behind its events: %s", self->cursor.fault);
  return TRUE;
}

static int
compare (gconstpointer one, gconstpointer other, gpointer data)
{
  const Ranked *a = one, *b = other;

  if (a->entry.time != b->entry.time)
    return a->entry.time < b->entry.time ? -1 : 1;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static gboolean
is_sorted (const Pass *self)
{
  for (gsize i = 1; i < self->n_events; i++)
    if (compare (&self->events[i - 1], &self->events[i], NULL) > 0)
      return FALSE;

  return TRUE;
}

/* To be called when all events are in order. */
static void
follow_ends (Pass *self)
{
  SlChromeEnds *ends = self->scan->ends;
  gint64 n_ends = sl_chrome_ends_get_count (ends);

  for (gsize i = 0; i < self->n_events && n_ends > 0; i++)
    {
      const Ranked *event = &self->events[i];

      if (event->rank >= RANK_FILE && event->rank < RANK_FILE + n_ends)
        sl_chrome_ends_follow (ends, (guint) (event->rank - RANK_FILE),
                               SL_CHROME_OFFSET (event->entry.place));
    }
  sl_chrome_ends_seal (ends);
}

/* Leaves the ranks out, in place: the memory of one list is enough. */
static void
finish (Pass *self)
{
  char *bytes = (char *) self->events;

  if (!is_sorted (self))
    {
      /* A stable merge sort. */
      g_qsort_with_data (self->events, (int) self->n_events, sizeof (Ranked), compare, NULL);
    }
  follow_ends (self);
  for (gsize i = 0; i < self->n_events; i++)
    {
      SlChromeEntry entry = self->events[i].entry;

      memcpy (bytes + i * sizeof entry, &entry, sizeof entry);
    }
  self->scan->entries =
      g_realloc (g_steal_pointer (&self->events), self->n_events * sizeof (SlChromeEntry));
  self->scan->n_entries = self->n_events;
  sl_chrome_names_seal (self->scan->names);
  sl_chrome_fields_seal (self->scan->fields);
}

static gboolean
read_file (Pass *self, GCancellable *cancellable, GError **error)
{
  if (sl_json_cursor_enter (&self->cursor, '['))
    return read_events (self, cancellable, error);
  if (sl_json_cursor_enter (&self->cursor, '{'))
    return read_object (self, cancellable, error);

  g_set_error_literal (error, SL_ERROR, SL_ERROR_MALFORMED,
                       "Not JSON: an array of events, or an object that has one, was expected");
  return FALSE;
}

/**
 * sl_chrome_scan_run:
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED, or %SL_ERROR_EMPTY where there is no event
 */
gboolean
sl_chrome_scan_run (SlChromeScan *self,
                    const char *data,
                    gsize size,
                    SlNotes *notes,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (SlNoteCounts) odd = sl_note_counts_new (odd_texts, N_ODD);
  gsize mark = strlen (BYTE_ORDER_MARK);
  Pass pass = { .scan = self, .notes = notes, .odd = odd };
  gboolean done;

  sl_json_cursor_init (&pass.cursor, data, size,
                       size >= mark && memcmp (data, BYTE_ORDER_MARK, mark) == 0 ? mark : 0);
  done = read_file (&pass, cancellable, error);
  sl_note_counts_flush (odd, notes);
  if (done && pass.n_events == 0)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "There is no event in the file");
  if (!done || pass.n_events == 0)
    {
      g_free (pass.events);
      return FALSE;
    }

  finish (&pass);
  return TRUE;
}
