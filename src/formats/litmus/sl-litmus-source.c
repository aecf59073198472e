/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-litmus-source.h"

#include <glib/gi18n-lib.h>

#include "sl-error.h"
#include "sl-litmus-kinds.h"
#include "sl-litmus-record.h"

/* Records between two looks at whether somebody cancelled. */
#define RECORDS_A_LOOK 65536

/* In place of a phase. */
#define NO_PHASE G_MAXUINT32

/* Where a record is, and when; a third of the record's own size. */
typedef struct
{
  gint64 time; /* in ns */
  guint64 offset;
} Entry;

struct _SlLitmusSource
{
  SlSource parent_instance;

  SlInput *input;
  GArray *entries;   /* of Entry: by time, then in the order of the files */
  GHashTable *names; /* pid → char * */
  GTree *phases;     /* pid → phase in ns, where all parameters of the task agree */
  SlClock *clock;
  guint64 origin;
  gboolean is_big;
};

G_DEFINE_FINAL_TYPE (SlLitmusSource, sl_litmus_source, SL_TYPE_SOURCE)

/* The bytes of the record at @offset; NULL where none starts. */
static const guint8 *
find_record (SlLitmusSource *self, guint64 offset)
{
  guint file = SL_OFFSET_FILE (offset);
  guint64 byte = SL_OFFSET_BYTE (offset);
  SlMapping *mapping;

  if (file >= sl_input_get_n_files (self->input) || byte % SL_LITMUS_RECORD_SIZE != 0)
    return NULL;

  mapping = sl_input_get_file (self->input, file);
  if (byte + SL_LITMUS_RECORD_SIZE > sl_mapping_get_size (mapping))
    return NULL;

  return (const guint8 *) sl_mapping_get_data (mapping) + byte;
}

static void
fill_event (SlLitmusSource *self, const Entry *entry, SlEvent *event)
{
  SlLitmusRecord record = { 0 };
  const guint8 *bytes = find_record (self, entry->offset);

  /* The file may have shrunk since it was opened. */
  if (bytes != NULL)
    sl_litmus_record_read (&record, bytes, self->is_big);
  *event = (SlEvent) {
    .time = (SlTime) ((guint64) entry->time - self->origin),
    .a = record.pid,
    .b = record.first,
    .offset = entry->offset,
    .kind = (guint16) (sl_litmus_kind_base + MIN (record.type, SL_N_LITMUS_TYPES - 1)),
    .cpu = (guint16) record.cpu,
    .detail = record.type == SL_LITMUS_PARAM ? record.period : record.job,
  };
  if (record.type == SL_LITMUS_RELEASE || record.type == SL_LITMUS_SYSTEM_RELEASE)
    event->b = record.first >= self->origin ? record.first - self->origin : 0;
  if (record.type == SL_LITMUS_SYSTEM_RELEASE)
    event->flags = SL_EVENT_NO_A;
  if (record.forced)
    event->flags = SL_LITMUS_FORCED;
}

static guint64
sl_litmus_source_get_n_blocks (SlSource *source)
{
  return (SL_LITMUS_SOURCE (source)->entries->len + SL_BLOCK_EVENTS - 1) / SL_BLOCK_EVENTS;
}

static gssize
sl_litmus_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlLitmusSource *self = SL_LITMUS_SOURCE (source);
  guint64 first = block * SL_BLOCK_EVENTS;
  guint n_events;

  if (block >= sl_litmus_source_get_n_blocks (source))
    return -1;

  n_events = (guint) MIN (SL_BLOCK_EVENTS, self->entries->len - first);
  for (guint i = 0; i < n_events; i++)
    fill_event (self, &g_array_index (self->entries, Entry, first + i), &events[i]);
  return n_events;
}

static SlClock *
sl_litmus_source_get_clock (SlSource *source)
{
  return SL_LITMUS_SOURCE (source)->clock;
}

static void
describe_payload (GArray *details, const SlLitmusRecord *record)
{
  switch ((guint) record->type)
    {
    case SL_LITMUS_PARAM:
      sl_details_add_number (details, "WCET, ns", "wcet", record->first, "%" G_GUINT64_FORMAT,
                             record->first);
      sl_details_add_number (details, "Period, ns", "period", record->period, "%u", record->period);
      sl_details_add_number (details, "Phase, ns", "phase", record->phase, "%u", record->phase);
      sl_details_add_number (details, "Partition", "partition", record->partition, "%u",
                             record->partition);
      break;
    case SL_LITMUS_RELEASE:
      sl_details_add_number (details, "Deadline, ns", "deadline", record->first,
                             "%" G_GUINT64_FORMAT, record->first);
      break;
    case SL_LITMUS_SWITCH_TO:
    case SL_LITMUS_SWITCH_AWAY:
    case SL_LITMUS_COMPLETION:
      sl_details_add_number (details, "Execution so far, ns", "execution", record->first,
                             "%" G_GUINT64_FORMAT, record->first);
      break;
    default:
      break;
    }
  if (record->type == SL_LITMUS_COMPLETION)
    sl_details_add_field (details, "Forced", "forced", record->forced ? "1" : "0", "%s",
                          record->forced ? "yes" : "no");
}

static gboolean
sl_litmus_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  SlLitmusSource *self = SL_LITMUS_SOURCE (source);
  const guint8 *bytes = find_record (self, offset);
  SlLitmusRecord record;

  if (bytes == NULL || !sl_litmus_record_read (&record, bytes, self->is_big))
    return FALSE;

  sl_details_add_number (details, "Type", "type", record.type, "%u", record.type);
  sl_details_add_number (details, "Processor", "processor", record.cpu, "%u", record.cpu);
  sl_details_add_number (details, "Pid, low 16 bits", "pid", record.pid, "%u", record.pid);
  sl_details_add_number (details, "Job", "job", record.job, "%u", record.job);
  describe_payload (details, &record);
  return TRUE;
}

static char *
sl_litmus_source_get_object_name (SlSource *source, SlObjectType type, guint64 id, SlTime time)
{
  SlLitmusSource *self = SL_LITMUS_SOURCE (source);

  if (type != SL_OBJECT_TASK || id > G_MAXUINT16)
    return NULL;

  return g_strdup (g_hash_table_lookup (self->names, GUINT_TO_POINTER ((guint) id)));
}

static void
sl_litmus_source_finalize (GObject *object)
{
  SlLitmusSource *self = SL_LITMUS_SOURCE (object);

  g_clear_pointer (&self->input, sl_input_unref);
  g_clear_pointer (&self->clock, sl_clock_unref);
  g_array_unref (self->entries);
  g_hash_table_unref (self->names);
  g_tree_unref (self->phases);
  G_OBJECT_CLASS (sl_litmus_source_parent_class)->finalize (object);
}

static void
sl_litmus_source_class_init (SlLitmusSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_litmus_source_finalize;
  source_class->read_block = sl_litmus_source_read_block;
  source_class->get_n_blocks = sl_litmus_source_get_n_blocks;
  source_class->get_clock = sl_litmus_source_get_clock;
  source_class->describe = sl_litmus_source_describe;
  source_class->get_object_name = sl_litmus_source_get_object_name;
}

static int
compare_pids (gconstpointer a, gconstpointer b)
{
  guint one = GPOINTER_TO_UINT (a), other = GPOINTER_TO_UINT (b);

  return (one > other) - (one < other);
}

static void
sl_litmus_source_init (SlLitmusSource *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  self->phases = g_tree_new (compare_pids);
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/* A task may be given other parameters later: then nobody knows when its first job was due. */
static void
learn_phase (SlLitmusSource *self, const SlLitmusRecord *record)
{
  gpointer pid = GUINT_TO_POINTER (record->pid), phase = GUINT_TO_POINTER (record->phase), known;

  if (g_tree_lookup_extended (self->phases, pid, NULL, &known) && known != phase)
    phase = GUINT_TO_POINTER (NO_PHASE);
  g_tree_insert (self->phases, pid, phase);
}

/* Records without a time are as late as the one before them in their file. */
static void
scan_file (SlLitmusSource *self, guint file, GCancellable *cancellable)
{
  SlNotes *notes = sl_source_get_notes (SL_SOURCE (self));
  SlMapping *mapping = sl_input_get_file (self->input, file);
  guint64 size = sl_mapping_get_size (mapping), whole = size - size % SL_LITMUS_RECORD_SIZE;
  Entry entry = { 0 };

  for (guint64 byte = 0; byte < whole; byte += SL_LITMUS_RECORD_SIZE)
    {
      const guint8 *bytes = (const guint8 *) sl_mapping_get_data (mapping) + byte;
      SlLitmusRecord record;

      if (byte / SL_LITMUS_RECORD_SIZE % RECORDS_A_LOOK == 0 &&
          g_cancellable_is_cancelled (cancellable))
        return;

      entry.offset = SL_OFFSET (file, byte);
      if (!sl_litmus_record_read (&record, bytes, self->is_big))
        {
          sl_notes_add (
              notes, entry.offset, 1,
              N_ ("Records of an unknown type, or with a time after 146 years, are left out"));
          continue;
        }
      if (record.type == SL_LITMUS_NAME)
        g_hash_table_insert (self->names, GUINT_TO_POINTER (record.pid),
                             sl_litmus_record_dup_name (bytes));
      if (record.type == SL_LITMUS_PARAM)
        learn_phase (self, &record);
      if (record.time >= 0)
        {
          entry.time = record.time;
          self->origin = MIN (self->origin, (guint64) record.time);
        }
      g_array_append_val (self->entries, entry);
    }
  if (whole < size)
    sl_notes_add (notes, SL_OFFSET (file, whole), size - whole,
                  "The last bytes are less than a record of %d bytes", SL_LITMUS_RECORD_SIZE);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *one = a, *other = b;

  return one->time < other->time ? -1 : one->time > other->time;
}

/* A run has one order of bytes: that of the first file whose records are right in one. */
static void
find_order (SlLitmusSource *self)
{
  for (guint file = 0; file < sl_input_get_n_files (self->input); file++)
    {
      SlMapping *mapping = sl_input_get_file (self->input, file);
      gsize size = MIN (sl_mapping_get_size (mapping), 64 * SL_LITMUS_RECORD_SIZE);

      if (sl_litmus_looks_right ((const guint8 *) sl_mapping_get_data (mapping), size,
                                 &self->is_big))
        return;
    }
  self->is_big = FALSE;
}

/**
 * sl_litmus_source_new:
 * @input: held; the files of one run, one for each processor
 *
 * Reads the records once, to put them in order: releases are written ahead of their time.
 *
 * Returns: (transfer full) (nullable): the source; %NULL with %SL_ERROR_EMPTY where no record is right, or where
 *   @cancellable was cancelled
 */
SlSource *
sl_litmus_source_new (SlInput *input, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlLitmusSource) self = g_object_new (SL_TYPE_LITMUS_SOURCE, NULL);

  self->input = sl_input_ref (input);
  self->origin = G_MAXUINT64;
  find_order (self);
  for (guint file = 0; file < sl_input_get_n_files (input); file++)
    scan_file (self, file, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (self->entries->len == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY,
                           "There is no record of LITMUS^RT in the files: each has 24 bytes, the "
                           "first of which is a type from 1 to 13");
      return NULL;
    }

  if (self->origin == G_MAXUINT64)
    self->origin = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      Entry *entry = &g_array_index (self->entries, Entry, i);

      entry->time = MAX (entry->time, (gint64) self->origin);
    }
  /* A stable merge sort. */
  g_array_sort (self->entries, compare_entries);
  self->clock = sl_clock_new (SL_UNIT_NS, self->origin, NULL, 0);
  return SL_SOURCE (g_steal_pointer (&self));
}

typedef struct
{
  SlLitmusPhaseFunc func;
  gpointer user_data;
} PhaseCall;

static gboolean
call_cb (gpointer pid, gpointer phase, gpointer data)
{
  const PhaseCall *call = data;

  if (phase != GUINT_TO_POINTER (NO_PHASE))
    call->func (GPOINTER_TO_UINT (pid), GPOINTER_TO_UINT (phase), call->user_data);
  return FALSE;
}

/**
 * sl_litmus_source_foreach_phase:
 * @source: if it is another one, nothing is called
 * @func: called with @user_data for each task that has one phase, by pid
 */
void
sl_litmus_source_foreach_phase (SlSource *source, SlLitmusPhaseFunc func, gpointer user_data)
{
  PhaseCall call = { func, user_data };

  if (SL_IS_LITMUS_SOURCE (source))
    g_tree_foreach (SL_LITMUS_SOURCE (source)->phases, call_cb, &call);
}
