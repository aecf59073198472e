/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-byu-timed.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-bus-attribute.h"
#include "sl-byu-columns.h"
#include "sl-byu-probe.h"
#include "sl-byu-record.h"
#include "sl-byu-sums.h"
#include "sl-error.h"

/* Names that do not reach to the next stop get two tabs. */
#define TAB_STOP 8

/* Records that are looked at for a time between two looks at whether to go on. */
#define RECORDS_A_LOOK (64 * 1024)

typedef struct
{
  SlInput *input; /* the source's */
  gsize record_size;
  guint64 n_records;
  gboolean folds;     /* whether second packets are left out */
  gboolean has_times; /* else the axis counts records */
  guint16 kinds[256]; /* by code */
} Trace;

static inline void
decode_record (SlEvent *event, const guint8 *bytes, gsize record_size, SlTime time, guint64 offset)
{
  SlByuRecord record = sl_byu_record_read (bytes, record_size);

  event->time = time;
  event->a = record.address;
  event->b = record.size;
  event->offset = offset;
  event->object = 0;
  event->flags = 0;
  event->kind = sl_byu_code_get_kind (record.type);
  event->cpu = record.processor;
  event->detail = record.attribute;
}

/* A block with neither gaps nor records to leave out, as nearly all are: no branch in it. */
static inline guint
decode_plain (const SlRecordBlock *block, gsize record_size, SlTime time, SlEvent *events)
{
  const guint8 *bytes = block->records;
  guint64 offset = sl_record_block_get_offset (block, record_size, 0);
  SlEvent *end = events + block->n_records;
  SlEvent *event = events;

  if (block->n_before == 0 && block->n_records > 0)
    {
      decode_record (event++, bytes, record_size, time, offset);
      bytes += record_size;
      offset += record_size;
    }
  for (; event < end; event++)
    {
      time += sl_bytes_u32_le (bytes + record_size - 4);
      decode_record (event, bytes, record_size, time, offset);
      bytes += record_size;
      offset += record_size;
    }

  return block->n_records;
}

static guint
decode_odd (const Trace *trace, const SlRecordBlock *block, SlTime time, SlEvent *events)
{
  guint n_events = 0;

  for (guint i = 0; i < block->n_records; i++)
    {
      const guint8 *bytes = block->records + i * trace->record_size;
      guint32 delta = sl_bytes_u32_le (bytes + trace->record_size - 4);
      gboolean is_first = block->n_before == 0 && i == 0;
      gboolean is_gap = delta == SL_BYU_TIME_UNKNOWN && !is_first;
      SlEvent *event = &events[n_events];

      if (!is_gap && !is_first)
        time += delta;
      if (trace->folds && !is_first && sl_byu_time_is_second_packet (delta))
        continue;

      decode_record (event, bytes, trace->record_size, time,
                     sl_record_block_get_offset (block, trace->record_size, i));
      if (is_gap)
        event->flags = SL_EVENT_GAP;
      if (!trace->has_times)
        event->time = (SlTime) (block->n_before + i);
      n_events++;
    }

  return n_events;
}

static guint
timed_decode (gpointer user_data, const SlRecordBlock *block, gpointer state, SlEvent *events)
{
  const Trace *trace = user_data;
  SlByuSums *before = state;
  SlByuSums sums;
  guint n_events;

  sl_byu_sums_init (&sums, block, trace->record_size);
  if (!trace->has_times || sums.n_gaps > 0 || (trace->folds && sums.n_second_packets > 0))
    n_events = decode_odd (trace, block, (SlTime) before->time, events);
  else if (trace->record_size == SL_BYU_RECORD_SIZE_12)
    n_events = decode_plain (block, SL_BYU_RECORD_SIZE_12, (SlTime) before->time, events);
  else
    n_events = decode_plain (block, SL_BYU_RECORD_SIZE_16, (SlTime) before->time, events);

  sl_byu_sums_add (before, &sums);
  return n_events;
}

static void
find_gaps (SlColumns *columns)
{
  for (guint i = 0; i < columns->n_events; i++)
    {
      if (columns->steps[i] != SL_BYU_TIME_UNKNOWN)
        continue;
      columns->gaps[columns->n_gaps++] = (guint16) i;
      columns->steps[i] = 0;
    }
}

static gboolean
timed_fill (gpointer user_data, const SlRecordBlock *block, gconstpointer state, SlColumns *columns)
{
  const Trace *trace = user_data;
  const SlByuSums *before = state;
  gboolean has_gap;

  /* Records that are left out are the other way's business. */
  if (trace->folds || block->n_records == 0)
    return FALSE;

  has_gap = sl_byu_columns_fill (columns, block, trace->record_size);
  columns->kinds = trace->kinds;
  columns->bytes = columns->b;
  if (block->n_before == 0)
    columns->steps[0] = 0;
  if (!trace->has_times)
    {
      sl_columns_set_steady (columns, (SlTime) block->n_before);
      return TRUE;
    }

  if (has_gap)
    find_gaps (columns);
  columns->begin = (SlTime) (before->time + columns->steps[0]);
  columns->steps[0] = 0;
  return TRUE;
}

static void
timed_summarize (gpointer user_data, const SlRecordBlock *block, gpointer summary)
{
  const Trace *trace = user_data;

  sl_byu_sums_init (summary, block, trace->record_size);
}

static void
timed_combine (gpointer user_data, gpointer state, gconstpointer summary)
{
  sl_byu_sums_add (state, summary);
}

const char *const sl_byu_timed_some_fields[] = { "second-packet", NULL };

static void
describe_second_packet (guint64 address, GArray *details)
{
  sl_details_add (details, "Second packet",
                  "of the request before: ATTR 0x%02x, DID 0x%02x, BE 0x%02x, EXF 0x%02x",
                  (guint) (address >> 24) & 0xff, (guint) (address >> 16) & 0xff,
                  (guint) (address >> 8) & 0xff, (guint) (address >> 3) & 0x1f);
}

/* What the higher bits mean nobody has written down; some traces have them set. */
static void
describe_attribute (guint8 attribute, GArray *details)
{
  const char *name = sl_byu_attribute_get_name (attribute);
  const char *word = sl_bus_attribute_get_word (attribute);
  guint8 rest = attribute & (guint8) ~SL_BYU_ATTRIBUTE_TYPE;

  if (rest == 0)
    sl_details_add_field (details, "Attribute", "attribute", word, "0x%02x (%s)", attribute, name);
  else
    sl_details_add_field (details, "Attribute", "attribute", word,
                          "0x%02x (%s; higher bits 0x%02x)", attribute, name, rest);
  sl_details_add_number (details, "Attribute byte", "attribute-byte", attribute, "0x%02x",
                         attribute);
}

static void
timed_describe (gpointer user_data, const SlRecordBlock *block, GArray *details)
{
  const Trace *trace = user_data;
  SlByuRecord record = sl_byu_record_read (block->records, trace->record_size);
  const char *name = sl_byu_code_get_name (record.type);
  char agent[4];

  sl_details_add (details, "Address", "0x%0*" G_GINT64_MODIFIER "x",
                  trace->record_size == SL_BYU_RECORD_SIZE_16 ? 16 : 8, record.address);
  sl_details_add_number (details, "Request type", "request", record.type, "0x%02x (%s)",
                         record.type, name != NULL ? name : "unknown");
  sl_details_add (details, "Size", "%u", record.size);
  describe_attribute (record.attribute, details);
  g_snprintf (agent, sizeof agent, "%u", record.processor);
  sl_details_add_field (details, "Processor", "agent", agent, "%u", record.processor);
  if (record.time == SL_BYU_TIME_UNKNOWN)
    sl_details_add (details, "Time", "0x%08x (unknown)", record.time);
  else
    sl_details_add (details, "Time", "%u", record.time);
  if (block->n_before > 0 && sl_byu_time_is_second_packet (record.time))
    describe_second_packet (record.address, details);
}

static gboolean
timed_read_field (gpointer user_data,
                  const SlRecordBlock *block,
                  const char *field,
                  SlFieldValue *value)
{
  const Trace *trace = user_data;
  SlByuRecord record = sl_byu_record_read (block->records, trace->record_size);

  *value = (SlFieldValue) { 0 };
  if (g_str_equal (field, "attribute"))
    value->word = sl_bus_attribute_get_word (record.attribute);
  else if (g_str_equal (field, "attribute-byte"))
    value->number = record.attribute;
  else if (g_str_equal (field, "size"))
    value->number = record.size;
  else if (g_str_equal (field, "agent"))
    value->number = record.processor;
  else if (g_str_equal (field, "request"))
    value->number = record.type;
  else if (g_str_equal (field, "time"))
    value->number = record.time;
  else
    return FALSE;

  return TRUE;
}

/* As b2a.c: its tabs, its spelling of the stop clock acknowledge, nothing for a type that it does not
 * know, and a time with a sign. */
static void
timed_print (gpointer user_data, const SlRecordBlock *block, GString *text)
{
  const Trace *trace = user_data;
  SlByuRecord record = sl_byu_record_read (block->records, trace->record_size);
  const char *name = sl_byu_code_get_name (record.type);

  g_string_append_printf (text, "%08" G_GINT64_MODIFIER "x ", record.address);
  if (record.type == SL_BYU_STOPCLKACK)
    g_string_append (text, "STOPCLKAK\t");
  else if (name != NULL)
    g_string_append_printf (text, "%s%s", name, strlen (name) < TAB_STOP - 1 ? "\t\t" : "\t");
  g_string_append_printf (text, "%2u\t%02x\t%u\t%d\n", record.size, record.attribute,
                          record.processor, (gint32) record.time);
}

static void
note_second_packets (const Trace *trace, SlNotes *notes, const SlByuSums *sums)
{
  if (trace->folds)
    sl_notes_add (notes, sums->first_second_packet, sums->n_second_packets,
                  N_ ("Second packets, one bus clock after their request, were folded into it"));
  else
    sl_notes_add (notes, sums->first_second_packet, sums->n_second_packets,
                  N_ ("Records one bus clock after the one before look like the second packet of "
                      "that request; the option fold-second-packets=yes omits them"));
}

/* The sums are known when all records are read. */
static void
timed_finish (gpointer user_data, SlSource *source, gconstpointer state)
{
  const Trace *trace = user_data;
  const SlByuSums *sums = state;
  SlNotes *notes = sl_source_get_notes (source);

  if (!trace->has_times)
    sl_notes_add (notes, SL_OFFSET_NONE, trace->n_records,
                  N_ ("The records have no time stamps: the axis counts records"));
  if (sums->n_gaps > 0)
    sl_notes_add (notes, sums->first_gap, sums->n_gaps,
                  N_ ("Records with the time 0xffffffff follow a gap of unknown length"));
  if (sums->n_second_packets > 0 && trace->record_size == SL_BYU_RECORD_SIZE_12)
    note_second_packets (trace, notes, sums);
  sl_byu_note_rest (trace->input, trace->record_size, source);
}

/* Whether any record but the first, whose time says nothing, bears a time or is a gap. Most files
 * tell by their second record; only one without times is read to its end. */
static gboolean
has_times (SlInput *input, gsize record_size, const SlRecordRun *run, GCancellable *cancellable)
{
  const guint8 *records = sl_mapping_get_data (sl_input_get_file (input, 0)) + run->offset;

  if (run->count == 1)
    return sl_byu_record_read (records, record_size).time != 0;

  for (guint64 i = 1; i < run->count; i++)
    {
      if (sl_byu_record_read (records + i * record_size, record_size).time != 0)
        return TRUE;
      if (i % RECORDS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }

  return FALSE;
}

/* What the axis counts. */
static SlClock *
choose_clock (const Trace *trace)
{
  return sl_clock_new (trace->has_times ? SL_UNIT_TICKS : SL_UNIT_RECORDS, 0, NULL, 0);
}

/**
 * sl_byu_timed_open:
 * @record_size: %SL_BYU_RECORD_SIZE_12 or %SL_BYU_RECORD_SIZE_16
 * @fold_second_packets: whether records that are the second packet of a request are not events
 *
 * A file without any times, which is read to its end for that, counts records.
 *
 * Returns: (transfer full) (nullable): the source; %NULL with %SL_ERROR_TRUNCATED,
 *   %SL_ERROR_MALFORMED or %G_IO_ERROR_CANCELLED
 */
SlSource *
sl_byu_timed_open (SlInput *input,
                   gsize record_size,
                   gboolean fold_second_packets,
                   GCancellable *cancellable,
                   GError **error)
{
  const SlRecordFormat format = {
    .record_size = record_size,
    .decode = timed_decode,
    .fill = timed_fill,
    .describe = timed_describe,
    .read_field = timed_read_field,
    .form = "byu",
    .print = timed_print,
    .state_size = sizeof (SlByuSums),
    .summarize = timed_summarize,
    .combine = timed_combine,
    .finish = timed_finish,
  };
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (SlSource) source = NULL;
  Trace *trace;
  SlRecordRun run;

  if (!sl_byu_check_input (input, record_size, &run, error))
    return NULL;

  trace = g_new0 (Trace, 1);
  trace->input = input;
  trace->record_size = record_size;
  trace->n_records = run.count;
  trace->folds = fold_second_packets;
  trace->has_times = has_times (input, record_size, &run, cancellable);
  for (guint code = 0; code < G_N_ELEMENTS (trace->kinds); code++)
    trace->kinds[code] = sl_byu_code_get_kind ((guint8) code);
  clock = choose_clock (trace);
  source = sl_record_source_new (&format, input, &run, 1, clock, trace, g_free, error);
  if (source == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  return g_steal_pointer (&source);
}
