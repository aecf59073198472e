/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-record-merge.h"

#include "sl-event-merge.h"

/* Records decoded at a time from one run list: few, since most run lists stand still most of the
 * time. */
#define CHUNK 64

struct _SlRecordMerge
{
  const SlRecordContext *context;
  GPtrArray *run_lists;
  GMutex lock; /* of all below: overlapping runs are rare, so one reader at a time is enough */
  SlEventMerge *merge;
  gboolean intact; /* nothing read for this block was damaged */
};

static gssize
fill_cb (gpointer user_data, guint input, guint64 chunk, SlEvent *events)
{
  SlRecordMerge *self = user_data;
  const SlRecordRunList *run_list = g_ptr_array_index (self->run_lists, input);
  guint64 first = chunk * CHUNK;

  if (first >= run_list->n_records)
    return -1;

  return sl_record_run_list_decode (run_list, self->context, first,
                                    MIN (CHUNK, run_list->n_records - first), NULL, events,
                                    &self->intact);
}

/**
 * sl_record_merge_new:
 * @context: (transfer none): outlives the merge
 * @run_lists: (element-type SlRecordRunList): held; at least two
 *
 * Returns: (transfer full): a reader of @run_lists in the order of time, ties by place in the files
 */
SlRecordMerge *
sl_record_merge_new (const SlRecordContext *context, GPtrArray *run_lists)
{
  SlRecordMerge *self = g_new0 (SlRecordMerge, 1);

  g_mutex_init (&self->lock);
  self->context = context;
  self->run_lists = g_ptr_array_ref (run_lists);
  self->merge = sl_event_merge_new (run_lists->len, CHUNK, fill_cb, self);
  return self;
}

void
sl_record_merge_free (SlRecordMerge *self)
{
  g_mutex_clear (&self->lock);
  sl_event_merge_free (self->merge);
  g_ptr_array_unref (self->run_lists);
  g_free (self);
}

/**
 * sl_record_merge_read:
 * @block: number of the block among those of the run lists; far ahead of the blocks read so far it
 *   costs reading all between
 * @intact: set to %FALSE where a file was damaged below the block; else left
 *
 * Safe from any thread.
 *
 * Returns: number of events, full blocks until the last; 0 past it
 */
guint
sl_record_merge_read (SlRecordMerge *self, guint64 block, SlEvent *events, gboolean *intact)
{
  guint n_events;

  g_mutex_lock (&self->lock);
  self->intact = TRUE;
  n_events = sl_event_merge_read (self->merge, block, events);
  if (!self->intact)
    *intact = FALSE;
  g_mutex_unlock (&self->lock);

  return n_events;
}
