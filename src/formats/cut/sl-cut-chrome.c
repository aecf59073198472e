/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Chrome’s trace events: the objects of the span as they are. A span with its length is kept whole where any of it is in the
 * one that is cut out; of those with a begin and an end the begins that are open there, so that all of them are known. */
#include "sl-cut-formats.h"

#include <string.h>

#include "sl-chrome-record.h"
#include "sl-error.h"

/* Objects between two reports. */
#define OBJECTS_A_LOOK 65536

/* Where an object, or another member of the file, is. */
typedef struct
{
  gsize begin;
  gsize end;
  guint64 index; /* among the objects of the file */
} Place;

typedef struct
{
  SlCutJob *job;
  SlJsonCursor cursor;
  SlTime begin; /* as the file counts */
  SlTime end;
  GArray *kept;     /* of Place: of the events, and before them metadata and open begins */
  GHashTable *open; /* thread to GArray of Place: begins before the span without their ends */
  GArray *members;  /* of Place: other members of the file */
  guint64 n_objects;
} Cutter;

static gboolean
is_same_text (const char *text, const SlJsonSpan *span)
{
  return strlen (text) == span->length && memcmp (text, span->begin, span->length) == 0;
}

/* The begins of a thread that have no end yet. */
static GArray *
get_open (Cutter *self, const SlChromeRecord *record)
{
  g_autofree char *key =
      g_strdup_printf ("%.*s\n%.*s", (int) record->pid.length,
                       record->pid.begin != NULL ? record->pid.begin : "", (int) record->tid.length,
                       record->tid.begin != NULL ? record->tid.begin : "");
  GArray *open = g_hash_table_lookup (self->open, key);

  if (open == NULL)
    {
      open = g_array_new (FALSE, FALSE, sizeof (Place));
      g_hash_table_insert (self->open, g_steal_pointer (&key), open);
    }
  return open;
}

static void
take_before (Cutter *self, const SlChromeRecord *record, const Place *place)
{
  GArray *open;

  if (record->phase == SL_CHROME_COMPLETE &&
      (record->duration < 0 || record->time + record->duration >= self->begin))
    {
      g_array_append_vals (self->kept, place, 1);
      self->job->result->n_before++;
      return;
    }
  if (record->phase != SL_CHROME_BEGIN && record->phase != SL_CHROME_END)
    return;

  open = get_open (self, record);
  if (record->phase == SL_CHROME_BEGIN)
    g_array_append_vals (open, place, 1);
  else if (open->len > 0)
    g_array_set_size (open, open->len - 1);
}

static void
take_record (Cutter *self, const SlChromeRecord *record, const Place *place)
{
  if (record->phase == SL_CHROME_METADATA)
    g_array_append_vals (self->kept, place, 1);
  else if (!record->has_time || record->letter == '\0' || record->time >= self->end)
    return;
  else if (record->time < self->begin)
    take_before (self, record, place);
  else
    g_array_append_vals (self->kept, place, 1);
}

/* The elements of the array that was entered; those that are damaged are left out. */
static gboolean
read_events (Cutter *self, GError **error)
{
  for (;;)
    {
      SlChromeRecord record;
      SlJsonSpan other;
      Place place;

      if (++self->n_objects % OBJECTS_A_LOOK == 0 &&
          !sl_cut_job_report (self->job, (double) self->cursor.at / (double) self->cursor.size,
                              error))
        return FALSE;
      if (!sl_json_cursor_next_element (&self->cursor))
        {
          if (self->cursor.fault == NULL || !sl_json_cursor_resume (&self->cursor))
            return TRUE;
          continue;
        }

      sl_json_cursor_peek (&self->cursor);
      place = (Place) { self->cursor.at, 0, self->n_objects };
      if (sl_chrome_record_read (&record, &self->cursor))
        {
          place.end = self->cursor.at;
          take_record (self, &record, &place);
        }
      else if (self->cursor.fault != NULL || !sl_json_cursor_read (&self->cursor, &other))
        {
          if (!sl_json_cursor_resume (&self->cursor))
            return TRUE;
        }
    }
}

/* Members such as the unit stay; the text of ftrace that may be there is not of the span. */
static gboolean
read_object (Cutter *self, GError **error)
{
  SlJsonSpan key, other;

  while (sl_json_cursor_next_member (&self->cursor, &key))
    {
      Place member = { (gsize) (key.begin - self->cursor.data) - 1, 0, 0 };

      if (sl_json_span_is (&key, "traceEvents") && sl_json_cursor_enter (&self->cursor, '['))
        {
          if (!read_events (self, error))
            return FALSE;
          continue;
        }
      if (!sl_json_cursor_read (&self->cursor, &other))
        break;
      member.end = self->cursor.at;
      if (!is_same_text ("systemTraceEvents", &key))
        g_array_append_val (self->members, member);
    }

  return TRUE;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const Place *one = a;
  const Place *other = b;

  return one->index < other->index ? -1 : one->index > other->index;
}

static void
add_open (Cutter *self)
{
  GHashTableIter iter;
  gpointer open;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &open))
    {
      GArray *places = open;

      g_array_append_vals (self->kept, places->data, places->len);
      self->job->result->n_before += places->len;
    }
  g_array_sort (self->kept, compare_places);
}

static gboolean
write_places (Cutter *self, const GArray *places, const char *before, GError **error)
{
  for (guint i = 0; i < places->len; i++)
    {
      const Place *place = &g_array_index (places, Place, i);
      const char *between = i > 0 ? ",\n" : before;

      if (!sl_cut_job_write (self->job, between, strlen (between), error) ||
          !sl_cut_job_copy (self->job, 0, place->begin, place->end, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_file (Cutter *self, GError **error)
{
  return sl_cut_job_write (self->job, "{\"traceEvents\":[", 16, error) &&
         write_places (self, self->kept, "\n", error) &&
         sl_cut_job_write (self->job, "\n]", 2, error) &&
         write_places (self, self->members, ",\n", error) &&
         sl_cut_job_write (self->job, "}\n", 2, error);
}

/* The time of the first event, from which ticks are counted. */
static gboolean
find_origin (SlCutJob *job, SlJsonCursor cursor, SlTime *origin, GError **error)
{
  SlChromeRecord record;
  SlEvent event;

  if (!sl_trace_read_event (job->request->trace, 0, &event))
    return sl_cut_job_fail_changed (error);

  cursor.at = (gsize) MIN (SL_OFFSET_BYTE (event.offset), cursor.size);
  if (!sl_chrome_record_read (&record, &cursor) || !record.has_time)
    return sl_cut_job_fail_changed (error);

  *origin = record.time - event.time;
  return TRUE;
}

gboolean
sl_cut_chrome (SlCutJob *job, GError **error)
{
  SlMapping *mapping = sl_input_get_file (job->input, 0);
  const char *data = (const char *) sl_mapping_get_data (mapping);
  gsize size = sl_mapping_get_size (mapping);
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GHashTable) open =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  Cutter self = { .job = job, .kept = kept, .open = open, .members = members };
  gboolean is_read;
  SlTime origin = 0;

  sl_json_cursor_init (&self.cursor, data, size,
                       size >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
  if (!find_origin (job, self.cursor, &origin, error))
    return FALSE;

  self.begin = origin + job->request->span.begin;
  self.end = origin + job->request->span.end;
  is_read = sl_json_cursor_enter (&self.cursor, '[')   ? read_events (&self, error)
            : sl_json_cursor_enter (&self.cursor, '{') ? read_object (&self, error)
                                                       : sl_cut_job_fail_changed (error);
  if (!is_read)
    return FALSE;

  add_open (&self);
  return write_file (&self, error);
}
