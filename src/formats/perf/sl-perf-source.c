/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-perf-source.h"

#include "sl-damage-check.h"
#include "sl-event-merge.h"
#include "sl-perf-decoder.h"
#include "sl-perf-describe.h"
#include "sl-perf-names.h"
#include "sl-source-extras.h"

struct _SlPerfSource
{
  SlLinuxSource parent_instance;

  SlPerfCapture *capture;
  SlPerfDecoder *decoder;

  GMutex lock; /* of all below */
  SlEventMerge *merge;
  guint64 *n_decoded; /* of each row: runs that the first pass has been through */
  SlPerfTally tally;  /* of the first pass */
  guint64 n_blocks;   /* G_MAXUINT64 until the last one was read */
};

G_DEFINE_FINAL_TYPE (SlPerfSource, sl_perf_source, SL_TYPE_LINUX_SOURCE)

static gssize
fill_cb (gpointer user_data, guint row, guint64 run, SlEvent *events)
{
  SlPerfSource *self = user_data;
  gboolean is_first = run == self->n_decoded[row];

  if (run >= g_array_index (self->capture->rows->rows, SlPerfRow, row).runs->len)
    return -1;

  self->n_decoded[row] += is_first;
  return sl_perf_decoder_decode (self->decoder, row, run, events, is_first ? &self->tally : NULL);
}

static void
finish_pass (SlPerfSource *self)
{
  SlInput *input = sl_perf_records_get_input (self->capture->records);
  SlNotes *notes = sl_source_get_notes (SL_SOURCE (self));

  sl_note_counts_flush (self->tally.faults, notes);
  sl_source_extras_count_unlisted (sl_source_get_extras (SL_SOURCE (self)),
                                   SL_KIND_LINUX_SCHED_STAT_RUNTIME, self->tally.n_runtime);
  self->tally.n_runtime = 0;
  for (guint i = 0; i < sl_input_get_n_files (input); i++)
    {
      SlMapping *file = sl_input_get_file (input, i);

      if (sl_mapping_is_damaged (file))
        sl_damage_note (notes, SL_OFFSET (i, sl_mapping_get_intact_size (file)), file);
    }
}

static gssize
sl_perf_source_read_block (SlSource *source, guint64 block, SlEvent *events)
{
  SlPerfSource *self = SL_PERF_SOURCE (source);
  gssize n_events = -1;

  g_mutex_lock (&self->lock);
  if (block < self->n_blocks)
    {
      n_events = sl_event_merge_read (self->merge, block, events);
      if (n_events < SL_BLOCK_EVENTS && self->n_blocks == G_MAXUINT64)
        {
          self->n_blocks = block + (n_events > 0);
          finish_pass (self);
        }
      if (n_events == 0)
        n_events = -1;
    }
  g_mutex_unlock (&self->lock);
  return n_events;
}

static guint64
sl_perf_source_get_n_blocks (SlSource *source)
{
  SlPerfSource *self = SL_PERF_SOURCE (source);
  guint64 n_blocks;

  g_mutex_lock (&self->lock);
  n_blocks = self->n_blocks;
  g_mutex_unlock (&self->lock);
  return n_blocks != G_MAXUINT64 ? n_blocks : self->capture->rows->n_records / SL_BLOCK_EVENTS + 1;
}

static gboolean
sl_perf_source_describe (SlSource *source, guint64 offset, GArray *details)
{
  return sl_perf_describe (SL_PERF_SOURCE (source)->capture, offset, details);
}

static gboolean
sl_perf_source_read_field (SlSource *source, guint64 offset, const char *field, SlFieldValue *value)
{
  return sl_perf_read_field (SL_PERF_SOURCE (source)->capture, offset, field, value);
}

static void
sl_perf_source_finalize (GObject *object)
{
  SlPerfSource *self = SL_PERF_SOURCE (object);

  g_clear_pointer (&self->merge, sl_event_merge_free);
  g_clear_pointer (&self->decoder, sl_perf_decoder_free);
  sl_perf_tally_clear (&self->tally);
  g_clear_pointer (&self->n_decoded, g_free);
  g_clear_pointer (&self->capture, sl_perf_capture_free);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (sl_perf_source_parent_class)->finalize (object);
}

static void
sl_perf_source_class_init (SlPerfSourceClass *klass)
{
  SlSourceClass *source_class = SL_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_perf_source_finalize;
  source_class->read_block = sl_perf_source_read_block;
  source_class->get_n_blocks = sl_perf_source_get_n_blocks;
  source_class->describe = sl_perf_source_describe;
  source_class->read_field = sl_perf_source_read_field;
}

static void
sl_perf_source_init (SlPerfSource *self)
{
  g_mutex_init (&self->lock);
  self->n_blocks = G_MAXUINT64;
}

/* (nullable): as trace_clock has the same clocks; by default perf takes the scheduler's */
static const char *
find_clock_name (const SlPerfCapture *capture)
{
  static const struct
  {
    gint32 id;
    const char *name;
  } clocks[] = { { 0, "realtime" },
                 { 1, "mono" },
                 { 4, "mono_raw" },
                 { 7, "boot" },
                 { 11, "tai" } };
  const SlPerfAttrs *attrs = sl_perf_records_get_attrs (capture->records);
  const SlPerfAttr *attr =
      sl_perf_attrs_get_count (attrs) > 0 ? sl_perf_attrs_get (attrs, 0) : NULL;

  for (guint i = 0; attr != NULL && attr->has_clock && i < G_N_ELEMENTS (clocks); i++)
    if (clocks[i].id == attr->clock)
      return clocks[i].name;

  return attr != NULL && !attr->has_clock ? "perf" : NULL;
}

/* Times of the scheduler's clock count from the start of the machine: only a second clock says when that was. */
static void
set_wall (SlPerfSource *self, const SlPerfCapture *capture, SlClock *clock)
{
  SlSourceExtras *extras = sl_source_get_extras (SL_SOURCE (self));

  if (sl_clock_get_unit (clock) != SL_UNIT_NS)
    return;
  if (g_strcmp0 (find_clock_name (capture), "realtime") == 0)
    sl_source_extras_set_wall_shift (extras, 0);
  else if (capture->features.has_wall)
    sl_source_extras_set_wall_shift (extras, capture->features.wall_shift);
}

/* Each processor has rows that follow each other. */
static void
note_begin (SlPerfSource *self, const SlPerfCapture *capture, SlClock *clock)
{
  guint64 complete = capture->first, last = capture->first;

  if (capture->is_of_tasks || capture->features.tracing == NULL)
    return;

  for (guint i = 0; i < capture->rows->rows->len; i++)
    {
      const SlPerfRow *row = &g_array_index (capture->rows->rows, SlPerfRow, i);
      guint n_runs = row->runs->len;

      if (row->cpu == SL_PERF_NO_CPU || n_runs == 0)
        continue;
      if (i == 0 || row[-1].cpu != row->cpu)
        complete = MAX (complete, g_array_index (row->runs, SlPerfRun, 0).first);
      last = MAX (last, g_array_index (row->runs, SlPerfRun, n_runs - 1).last);
    }
  sl_linux_source_note_begin (SL_LINUX_SOURCE (self), sl_clock_get_origin (clock),
                              sl_perf_capture_convert (capture, clock, complete),
                              sl_perf_capture_convert (capture, clock, last));
}

/**
 * sl_perf_source_new:
 * @capture: (transfer full)
 * @clock: of TSC ticks, where the capture knows how times convert; or of nanoseconds. Held
 *
 * Returns: (transfer full): a source of the records that are events
 */
SlSource *
sl_perf_source_new (SlPerfCapture *capture, SlClock *clock)
{
  SlPerfSource *self = g_object_new (SL_TYPE_PERF_SOURCE, NULL);
  guint n_rows = capture->rows->rows->len;
  SlLinuxNames *names = sl_linux_names_new ();

  self->capture = capture;
  self->decoder = sl_perf_decoder_new (capture, clock, sl_source_get_notes (SL_SOURCE (self)));
  self->merge = sl_event_merge_new (n_rows, SL_PERF_RUN_RECORDS, fill_cb, self);
  sl_event_merge_order_by_row (self->merge);
  self->n_decoded = g_new0 (guint64, n_rows);
  sl_perf_names_learn (names, capture, clock);
  sl_perf_tally_init (&self->tally, capture->features.tracing, names);
  sl_source_extras_set_list_words (sl_source_get_extras (SL_SOURCE (self)), sl_perf_list_words,
                                   (gpointer) self->capture);
  sl_source_extras_set_late_names (sl_source_get_extras (SL_SOURCE (self)));
  sl_source_extras_set_clock_name (sl_source_get_extras (SL_SOURCE (self)),
                                   find_clock_name (capture));
  set_wall (self, capture, clock);
  sl_linux_source_init_tables (SL_LINUX_SOURCE (self), names, clock);
  sl_perf_decoder_set_names (self->decoder, names);
  if (sl_perf_attrs_are_overwritten (sl_perf_records_get_attrs (capture->records)))
    sl_linux_source_set_overwritten (SL_LINUX_SOURCE (self));
  sl_linux_source_set_switches (SL_LINUX_SOURCE (self),
                                sl_perf_capture_has_tracepoint (capture, "sched", "sched_switch")
                                    ? SL_LINUX_SWITCHES_RECORDED
                                    : SL_LINUX_SWITCHES_NONE);
  note_begin (self, capture, clock);
  return SL_SOURCE (self);
}
