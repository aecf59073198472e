/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-run-list.h"

#include "sl-lower-bound.h"

typedef struct
{
  SlRecordRun run;
  guint64 start; /* records of the run list before it */
} PlacedRun;

/**
 * sl_record_run_list_new:
 *
 * Returns: (transfer full): a run list without records
 */
SlRecordRunList *
sl_record_run_list_new (void)
{
  SlRecordRunList *self = g_new0 (SlRecordRunList, 1);

  self->runs = g_array_new (FALSE, FALSE, sizeof (PlacedRun));
  return self;
}

void
sl_record_run_list_free (SlRecordRunList *self)
{
  g_array_unref (self->runs);
  g_free (self);
}

/**
 * sl_record_run_list_append:
 * @run: begins no earlier than the run list ends
 */
void
sl_record_run_list_append (SlRecordRunList *self, const SlRecordRun *run)
{
  PlacedRun placed = { *run, self->n_records };

  g_array_append_val (self->runs, placed);
  self->n_records += run->count;
}

/**
 * sl_record_run_list_append_run_list:
 *
 * Appends all runs of @other.
 */
void
sl_record_run_list_append_run_list (SlRecordRunList *self, const SlRecordRunList *other)
{
  for (guint i = 0; i < other->runs->len; i++)
    sl_record_run_list_append (self, &g_array_index (other->runs, PlacedRun, i).run);
}

/* Number of the run that holds @record, which the run list must have. */
static guint
find_placed (const SlRecordRunList *self, guint64 record)
{
  return sl_lower_bound (1, self->runs->len, i,
                         g_array_index (self->runs, PlacedRun, i).start <= record) -
         1;
}

static SlRecordBlock
make_block (const SlRecordContext *context, const SlRecordRun *run, guint64 first, guint n_records)
{
  SlMapping *mapping = sl_input_get_file (context->input, run->file);
  guint64 offset = run->offset + first * context->format->record_size;

  return (SlRecordBlock) {
    .records = sl_mapping_get_data (mapping) + offset,
    .n_records = n_records,
    .n_before = first,
    .file = run->file,
    .offset = offset,
  };
}

/**
 * sl_record_context_decode:
 * @first: number of a record in @run
 * @n_records: as many as @run has from there, or fewer
 *
 * Returns: number of events written to @events, which has room for @n_records
 */
guint
sl_record_context_decode (const SlRecordContext *self,
                          const SlRecordRun *run,
                          guint64 first,
                          guint n_records,
                          gpointer state,
                          SlEvent *events)
{
  SlRecordBlock block = make_block (self, run, first, n_records);
  guint n_events = self->format->decode (self->user_data, &block, state, events);

  g_return_val_if_fail (n_events <= n_records, 0);
  return n_events;
}

/**
 * sl_record_run_list_decode:
 * @first: number of a record in the run list
 * @n_records: at most %SL_BLOCK_EVENTS, and no more than the run list has from @first
 * @state: (nullable): changed as the records say
 * @events: room for @n_records
 * @intact: set to %FALSE where the file was damaged below the records; else left
 *
 * Returns: number of events
 */
guint
sl_record_run_list_decode (const SlRecordRunList *self,
                           const SlRecordContext *context,
                           guint64 first,
                           guint64 n_records,
                           gpointer state,
                           SlEvent *events,
                           gboolean *intact)
{
  guint n_events = 0;
  guint number = find_placed (self, first);

  while (n_records > 0)
    {
      const PlacedRun *placed = &g_array_index (self->runs, PlacedRun, number++);
      guint64 skip = first - placed->start;
      guint part = MIN (n_records, placed->run.count - skip);
      guint64 end = placed->run.offset + (skip + part) * context->format->record_size;

      n_events +=
          sl_record_context_decode (context, &placed->run, skip, part, state, events + n_events);
      if (!sl_damage_check_range (context->damage, placed->run.file, end))
        *intact = FALSE;

      first += part;
      n_records -= part;
    }

  return n_events;
}

/**
 * sl_record_run_list_fill:
 * @state: (nullable): before the records
 *
 * Fills @columns with the events of the records, of which there are at most %SL_BLOCK_EVENTS.
 *
 * Returns: %FALSE where they lie in several runs, the file was damaged below them, or columns
 *   cannot tell them
 */
gboolean
sl_record_run_list_fill (const SlRecordRunList *self,
                         const SlRecordContext *context,
                         guint64 first,
                         guint n_records,
                         gconstpointer state,
                         SlColumns *columns)
{
  const PlacedRun *placed = &g_array_index (self->runs, PlacedRun, find_placed (self, first));
  guint64 skip = first - placed->start;
  SlRecordBlock block;

  if (n_records > placed->run.count - skip)
    return FALSE;

  block = make_block (context, &placed->run, skip, n_records);
  columns->n_gaps = 0;
  return context->format->fill (context->user_data, &block, state, columns) &&
         sl_damage_check_range (context->damage, placed->run.file,
                                block.offset + n_records * context->format->record_size);
}

/**
 * sl_record_run_list_summarize:
 *
 * Writes to @summary what the records do to a state; see #SlRecordFormat.
 */
void
sl_record_run_list_summarize (const SlRecordRunList *self,
                              const SlRecordContext *context,
                              guint64 first,
                              guint64 n_records,
                              gpointer summary)
{
  g_autofree gpointer part_summary = g_malloc0 (context->format->state_size);
  guint number = find_placed (self, first);

  memset (summary, 0, context->format->state_size);
  while (n_records > 0)
    {
      const PlacedRun *placed = &g_array_index (self->runs, PlacedRun, number++);
      guint64 skip = first - placed->start;
      guint part = MIN (n_records, placed->run.count - skip);
      SlRecordBlock block = make_block (context, &placed->run, skip, part);

      memset (part_summary, 0, context->format->state_size);
      context->format->summarize (context->user_data, &block, part_summary);
      context->format->combine (context->user_data, summary, part_summary);
      first += part;
      n_records -= part;
    }
}
