/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-lower-bound.h"
#include "sl-shark-segments.h"

#define DEFAULT_PORT "20000"

/* A file of fewer valid records than this is known by its shape only weakly. */
#define ENOUGH_RECORDS 8

typedef struct
{
  SlSharkScan *scan;
  GArray *packets; /* of SlSharkSegment, by place; empty without datagrams */
} Trace;

/* Neighbours are not further apart than this, but where a record is damaged. */
#define LONGEST_STEP (G_GUINT64_CONSTANT (1) << 44)

static guint64
get_distance (guint64 one, guint64 other)
{
  return one > other ? one - other : other - one;
}

/* Records that fit, empty slots left out: shape alone. */
static guint
probe_records (const SlProbe *probe)
{
  guint64 before = 0;
  guint n_records = 0;
  guint n_valid = 0;

  for (gsize i = 0; i + SL_SHARK_RECORD_SIZE <= probe->head_length; i += SL_SHARK_RECORD_SIZE)
    {
      SlSharkRecord record = sl_shark_record_read (probe->head + i);

      if (record.code == SL_SHARK_EMPTY)
        {
          /* Only zeros are an empty slot for sure; the rest of one may hold anything. */
          n_records += record.tsc != 0;
          continue;
        }
      if (sl_shark_code_is_known (record.code) &&
          (n_records == 0 || get_distance (record.tsc, before) < LONGEST_STEP))
        n_valid++;
      n_records++;
      before = record.tsc;
    }

  if (n_records == 0)
    return 0;
  if (n_records < ENOUGH_RECORDS && n_valid == n_records)
    return SL_PROBE_SHAPE * (ENOUGH_RECORDS + n_records) / (2 * ENOUGH_RECORDS);

  return SL_PROBE_SHAPE * n_valid / n_records;
}

static guint
shark_probe (const SlProbe *probe)
{
  switch (sl_shark_shape_of (probe->head, probe->head_length))
    {
    case SL_SHARK_DATAGRAMS:
      return SL_PROBE_MAGIC;
    case SL_SHARK_CAPTURE:
      if (memmem (probe->head, probe->head_length, SL_SHARK_DATAGRAM_ID,
                  sizeof SL_SHARK_DATAGRAM_ID) != NULL)
        return SL_PROBE_MAGIC;
      return SL_PROBE_SHAPE / 3; /* a capture all the same: say what is missing */
    case SL_SHARK_RECORDS:
      return probe_records (probe);
    default:
      g_assert_not_reached ();
    }
}

/* A chunk's name is its number and the name of the set. */
static const char *
get_set_name (const char *name)
{
  return name + strspn (name, "0123456789");
}

static gboolean
shark_joins (const char *name, const char *other)
{
  const char *set = get_set_name (name);
  const char *other_set = get_set_name (other);

  return set > name && other_set > other && set[0] != '\0' && g_str_equal (set, other_set);
}

static int
shark_compare_names (const char *name, const char *other)
{
  const char *one = name + strspn (name, "0");
  const char *two = other + strspn (other, "0");
  gsize one_digits = get_set_name (one) - one;
  gsize two_digits = get_set_name (two) - two;

  if (one_digits != two_digits)
    return one_digits < two_digits ? -1 : 1;

  return strcmp (one, two);
}

static inline void
decode_record (SlEvent *event, guint64 head, guint64 tail, guint64 origin, guint64 offset)
{
  guint64 tsc = (head & ~G_GUINT64_CONSTANT (0xffffffff)) | (tail & 0xffffffff);
  guint16 code = (guint16) head;

  *event = (SlEvent) {
    .time = (SlTime) (tsc - origin),
    .a = (guint16) (head >> 16),
    .b = tail >> 32,
    .offset = offset,
    .kind = sl_shark_code_get_kind (code),
  };
  if (G_UNLIKELY ((code & SL_SHARK_FAST) != 0))
    {
      event->b = 0;
      event->flags = SL_EVENT_FAST | SL_EVENT_NO_B;
    }
}

static int
compare_event_offset (gconstpointer key, gconstpointer member)
{
  guint64 offset = *(const guint64 *) key;
  const SlEvent *event = member;

  return offset < event->offset ? -1 : offset > event->offset;
}

static void
repair (const SlSharkScan *scan, guint64 begin, guint64 end, SlEvent *events, guint n_events)
{
  const SlSharkRepair *last = &g_array_index (scan->repairs, SlSharkRepair, scan->repairs->len);

  for (const SlSharkRepair *one = sl_shark_scan_first_repair (scan, begin);
       one != NULL && one < last && one->offset < end; one++)
    {
      SlEvent *event =
          bsearch (&one->offset, events, n_events, sizeof *events, compare_event_offset);

      if (event == NULL)
        continue;
      event->flags |= one->flags;
      if ((one->flags & SL_EVENT_BAD_TIME) != 0)
        event->time = (SlTime) (one->tsc - scan->origin);
    }
}

static void
limit_times (SlEvent *events, guint n_events)
{
  for (guint i = 0; i < n_events; i++)
    {
      if ((guint64) events[i].time <= SL_SHARK_LAST_TIME)
        continue;
      events[i].time = SL_SHARK_LAST_TIME;
      events[i].flags |= SL_EVENT_BAD_TIME;
    }
}

static guint
shark_decode (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  const Trace *self = user_data;
  guint64 origin = self->scan->origin;
  guint64 offset = SL_OFFSET (block->file, block->offset);
  SlEvent *event = events;

  for (guint i = 0; i < block->n_records; i++)
    {
      const guint8 *bytes = block->records + (gsize) i * SL_SHARK_RECORD_SIZE;
      guint64 head = sl_bytes_u64_le (bytes);

      if (G_UNLIKELY ((head & 0xffff) == SL_SHARK_EMPTY))
        continue;
      decode_record (event++, head, sl_bytes_u64_le (bytes + 8), origin,
                     offset + (guint64) i * SL_SHARK_RECORD_SIZE);
    }

  if (self->scan->repairs->len > 0)
    repair (self->scan, offset, offset + (guint64) block->n_records * SL_SHARK_RECORD_SIZE, events,
            event - events);
  if (self->scan->has_late)
    limit_times (events, event - events);

  return event - events;
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const SlSharkSegment *one = a;
  const SlSharkSegment *other = b;

  if (one->file != other->file)
    return one->file < other->file ? -1 : 1;
  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* The stretch of records, a datagram or a whole file, that holds the record; %NULL for none. */
static const SlSharkSegment *
find_segment (const Trace *self, guint32 file, guint64 offset)
{
  SlSharkSegment place = { .file = file, .offset = offset };
  const SlSharkSegment *segments = (const SlSharkSegment *) (gpointer) self->packets->data;
  guint n = sl_lower_bound (0, self->packets->len, i, compare_places (&segments[i], &place) <= 0);
  const SlSharkSegment *found = n > 0 ? &segments[n - 1] : NULL;

  return found != NULL && found->file == file ? found : NULL;
}

/* The kernel logs a data pointer right after the event whose data it is. */
static void
describe_data_pointer (const SlSharkSegment *segment, const SlRecordBlock *block, GArray *details)
{
  SlSharkRecord next;

  if (segment == NULL ||
      (block->offset - segment->offset) / SL_SHARK_RECORD_SIZE + 1 >= segment->n_records)
    return;

  next = sl_shark_record_read (block->records + SL_SHARK_RECORD_SIZE);
  if (sl_shark_code_get_kind (next.code) != SL_KIND_DATA_POINTER)
    return;
  sl_details_add (details, "Data pointer", "0x%x", next.parameter_2);
  sl_details_add (details, "Data type", "%u", next.parameter_1);
}

/* What the parameters are, where the manual says more of them than their numbers. */
static void
describe_parameters (const SlSharkRecord *record, GArray *details)
{
  guint16 kind = sl_shark_code_get_kind (record->code);

  if (kind >= SL_KIND_USER_EVENT_0 && kind <= SL_KIND_USER_EVENT_14)
    sl_details_add (details, "number", "%u", kind - SL_KIND_USER_EVENT_0);

  switch (kind)
    {
    case SL_KIND_IPOINT:
      sl_details_add (details, "number", "%u", record->parameter_1);
      break;
    case SL_KIND_TASK_TIMER:
    case SL_KIND_TASK_END_CYCLE:
    case SL_KIND_TASK_DISABLE:
      sl_details_add (details, "level", "%u", record->parameter_2);
      break;
    case SL_KIND_INTERRUPT_COUNT:
      sl_details_add (details, "counted", "%u", record->parameter_2);
      break;
    case SL_KIND_SERVER_USING_REC:
      sl_details_add (details, "reclaimed", "%u", record->parameter_1);
      break;
    default:
      break;
    }
}

static void
describe_datagram (const SlSharkSegment *segment, GArray *details)
{
  g_autoptr (GDateTime) arrival = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *text = NULL;

  if (segment == NULL || segment->packet == 0)
    return;

  sl_details_add (details, "Datagram", "%u", segment->packet);
  if (segment->arrival == 0)
    return;

  arrival = g_date_time_new_from_unix_utc ((gint64) (segment->arrival / 1000000000));
  plain = g_strdup_printf ("%" G_GUINT64_FORMAT, segment->arrival);
  text = arrival != NULL ? g_date_time_format (arrival, "%Y-%m-%d %H:%M:%S") : NULL;
  sl_details_add_field (details, "Arrival", "arrival", plain, "%s.%09u UTC",
                        text != NULL ? text : "?", (guint) (segment->arrival % 1000000000));
}

static void
shark_describe (gpointer user_data, const SlRecordBlock *block, GArray *details)
{
  SlSharkRecord record = sl_shark_record_read (block->records);
  const char *name = sl_shark_code_get_name (record.code);
  const SlSharkSegment *segment = find_segment (user_data, block->file, block->offset);

  sl_details_add (details, "Code", "0x%04x (%s)", record.code, name != NULL ? name : "unknown");
  sl_details_add (details, "Fast", "%s", (record.code & SL_SHARK_FAST) != 0 ? "yes" : "no");
  sl_details_add (details, "Parameter 1", "%u", record.parameter_1);
  sl_details_add (details, "TSC (high part)", "0x%08x", (guint) (record.tsc >> 32));
  sl_details_add (details, "TSC (low part)", "0x%08x", (guint) record.tsc);
  sl_details_add (details, "TSC", "%" G_GUINT64_FORMAT, record.tsc);
  sl_details_add (details, "Parameter 2", "%u (0x%x)", record.parameter_2, record.parameter_2);
  describe_data_pointer (segment, block, details);
  describe_parameters (&record, details);
  describe_datagram (segment, details);
}

static void
trace_free (gpointer data)
{
  Trace *self = data;

  g_clear_pointer (&self->scan, sl_shark_scan_free);
  g_clear_pointer (&self->packets, g_array_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Trace, trace_free)

static gboolean
get_port (SlFormatOptions *options, guint *port, GError **error)
{
  const char *text = options != NULL ? g_hash_table_lookup (options, "port") : NULL;
  guint64 value;

  if (!g_ascii_string_to_unsigned (text != NULL ? text : DEFAULT_PORT, 10, 1, 65535, &value, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "The port “%s” is not a number from 1 to 65535",
                   text);
      return FALSE;
    }

  *port = (guint) value;
  return TRUE;
}

static void
move_notes (SlNotes *from, SlNotes *to)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (from);

  for (guint i = 0; i < notes->len; i++)
    {
      const SlNote *note = &g_array_index (notes, SlNote, i);

      sl_notes_add (to, note->offset, note->count, "%s", note->text);
    }
}

static SlSource *
shark_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  static const SlRecordFormat format = {
    .record_size = SL_SHARK_RECORD_SIZE,
    .decode = shark_decode,
    .describe = shark_describe,
  };
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (Trace) trace = g_new0 (Trace, 1);
  g_autoptr (GArray) segments = NULL;
  SlSharkScan *scan;
  SlSource *source;
  guint port;

  if (!get_port (options, &port, error))
    return NULL;

  segments = sl_shark_segments_new (input, port, notes, cancellable, error);
  if (segments == NULL)
    return NULL;

  scan = sl_shark_scan_new (input, (const SlSharkSegment *) segments->data, segments->len, notes,
                            cancellable, error);
  if (scan == NULL)
    return NULL;

  trace->scan = scan;
  g_array_sort (segments, compare_places);
  trace->packets = g_steal_pointer (&segments);
  source =
      sl_record_source_new (&format, input, (const SlRecordRun *) scan->runs->data, scan->runs->len,
                            scan->clock, g_steal_pointer (&trace), trace_free, error);
  if (source != NULL)
    move_notes (notes, sl_source_get_notes (source));

  return source;
}

static const char *const extensions[] = { "shark", "dat", "pcap", "pcapng", NULL };
static const char *const mime_types[] = { "application/x-shark-ftrace", NULL };
static const SlFormatOption options[] = {
  { "port", N_ ("UDP port of the tracer in a network capture"), DEFAULT_PORT },
  { .key = NULL },
};

/* What belongs to the records of a datagram, and to a pointer that has its data. */
static const char *const some_fields[] = { "arrival", "data-pointer", "data-type", "datagram",
                                           NULL };

const SlFormat sl_format_shark_ftrace = {
  .struct_size = sizeof (SlFormat),
  .id = "shark-ftrace",
  .title = N_ ("S.Ha.R.K. FTrace"),
  .traits = SL_TRAIT_KERNEL,
  .extensions = extensions,
  .mime_types = mime_types,
  .options = options,
  .probe = shark_probe,
  .joins = shark_joins,
  .compare_names = shark_compare_names,
  .some_fields = some_fields,
  .open = shark_open,
};
