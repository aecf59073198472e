/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-load.h"

#include "sl-block-queue.h"
#include "sl-error.h"
#include "sl-trace-private.h"

/* How far decoding may run ahead of the analyses. */
#define SLOTS 8

/* The first generation comes after this time; then the pause doubles up to the longest. */
#define FIRST_PAUSE_US   (40 * 1000)
#define LONGEST_PAUSE_US (400 * 1000)

/* What goes through the queue: one block, with the work on it that needs no order done. */
typedef struct
{
  guint64 block;
  SlZone zone;
  guint n_kinds;
  SlKindCount kinds[SL_BLOCK_EVENTS];
  SlEvent events[SL_BLOCK_EVENTS];
} Block;

typedef struct
{
  SlSource *source;
  SlBlockQueue *queue;
} Reader;

typedef struct
{
  const SlAnalysis *analysis;
  gpointer state;
} Run;

typedef struct
{
  SlTraceBuilder *builder;
  GArray *runs; /* of Run */
  SlLoadFunc publish;
  gpointer user_data;
  guint64 n_events;
  SlTime end;
  gint64 pause_us;
  gint64 next_us;
} Pass;

/* The thread that decodes. */
static gpointer
read_blocks (gpointer data)
{
  Reader *reader = data;
  g_autofree guint32 *counts = g_new0 (guint32, G_MAXUINT16 + 1);
  guint64 first = 0;
  Block *slot;

  for (guint64 block = 0; (slot = sl_block_queue_begin_put (reader->queue)) != NULL; block++)
    {
      gssize n_events = sl_source_read_block (reader->source, block, slot->events);

      if (n_events < 0)
        break;

      slot->block = block;
      sl_zone_init (&slot->zone, first, block);
      sl_zone_add (&slot->zone, slot->events, n_events);
      slot->n_kinds = sl_kind_counts_take (counts, slot->events, n_events, slot->kinds);
      first += n_events;
      sl_block_queue_end_put (reader->queue);
    }

  sl_block_queue_finish (reader->queue);
  return NULL;
}

static void
begin_analyses (Pass *pass, const SlAnalysis *const *analyses)
{
  for (guint i = 0; analyses != NULL && analyses[i] != NULL; i++)
    {
      Run run = { .analysis = analyses[i], .state = analyses[i]->begin (pass->builder) };

      if (run.state != NULL)
        g_array_append_val (pass->runs, run);
    }
}

static void
feed_block (Pass *pass, const Block *block)
{
  gsize n_events = block->zone.count;

  if (n_events == 0)
    return;

  sl_trace_builder_add_zone (pass->builder, &block->zone, block->events, block->kinds,
                             block->n_kinds);
  for (guint i = 0; i < pass->runs->len; i++)
    {
      Run *run = &g_array_index (pass->runs, Run, i);

      run->analysis->feed (run->state, block->events, n_events);
    }

  pass->n_events += n_events;
  pass->end = sl_time_add (block->events[n_events - 1].time, 1);
}

static double
get_fraction (Pass *pass, guint64 block)
{
  guint64 n_blocks = sl_source_get_n_blocks (sl_trace_builder_get_source (pass->builder));

  return n_blocks > 0 ? MIN (1.0, (double) (block + 1) / n_blocks) : 0.0;
}

/* Publishes a generation if it is time for one. */
static void
publish_now_and_then (Pass *pass, guint64 block)
{
  g_autoptr (SlTrace) trace = NULL;
  gint64 now = g_get_monotonic_time ();

  if (pass->publish == NULL || now < pass->next_us || pass->n_events == 0)
    return;

  for (guint i = 0; i < pass->runs->len; i++)
    {
      Run *run = &g_array_index (pass->runs, Run, i);

      if (run->analysis->pause != NULL)
        run->analysis->pause (run->state, pass->end);
    }

  trace = sl_trace_builder_snapshot (pass->builder, FALSE);
  pass->publish (trace, sl_trace_builder_get_changed (pass->builder), get_fraction (pass, block),
                 pass->user_data);
  pass->pause_us = MIN (2 * pass->pause_us, LONGEST_PAUSE_US);
  pass->next_us = g_get_monotonic_time () + pass->pause_us;
}

/* Feeds what the reader decodes until it ends or the pass is cancelled. */
static gboolean
run_pass (Pass *pass, SlBlockQueue *queue, GCancellable *cancellable, GError **error)
{
  const Block *block;

  while ((block = sl_block_queue_begin_take (queue)) != NULL)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      feed_block (pass, block);
      publish_now_and_then (pass, block->block);
      sl_block_queue_end_take (queue);
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static SlTrace *
finish_pass (Pass *pass)
{
  SlTrace *trace;

  for (guint i = 0; i < pass->runs->len; i++)
    {
      Run *run = &g_array_index (pass->runs, Run, i);

      run->analysis->finish (run->state, pass->end);
    }

  trace = sl_trace_builder_snapshot (pass->builder, TRUE);
  if (pass->publish != NULL)
    pass->publish (trace, sl_trace_builder_get_changed (pass->builder), 1.0, pass->user_data);

  return trace;
}

static void
free_analyses (Pass *pass)
{
  for (guint i = 0; i < pass->runs->len; i++)
    {
      Run *run = &g_array_index (pass->runs, Run, i);

      run->analysis->free (run->state);
    }
}

/**
 * sl_load_run:
 * @source: that no other pass has read yet
 * @analyses: (nullable) (array zero-terminated=1): fed in this order, block by block
 * @publish: (nullable): told of each generation, the complete one too, in the calling thread
 * @cancellable: (nullable): looked at once a block
 *
 * Reads the whole of @source, decoding in a thread of its own ahead of the analyses. The first
 * generation comes quickly, later ones at growing intervals. Blocks the calling thread.
 *
 * Returns: (transfer full): the complete generation; %NULL with %G_IO_ERROR_CANCELLED, or with
 *   %SL_ERROR_EMPTY if the source holds no events
 */
SlTrace *
sl_load_run (SlSource *source,
             const SlAnalysis *const *analyses,
             SlLoadFunc publish,
             gpointer user_data,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Pass pass = {
    .builder = builder,
    .runs = runs,
    .publish = publish,
    .user_data = user_data,
    .pause_us = FIRST_PAUSE_US,
    .next_us = g_get_monotonic_time () + FIRST_PAUSE_US,
  };
  Reader reader = { .source = source, .queue = sl_block_queue_new (SLOTS, sizeof (Block), 1) };
  SlTrace *trace = NULL;
  GThread *thread;

  if (reader.queue == NULL)
    g_error ("No memory for %d blocks of events", SLOTS);

  begin_analyses (&pass, analyses);
  thread = g_thread_new ("sl-read", read_blocks, &reader);
  if (run_pass (&pass, reader.queue, cancellable, error))
    {
      if (pass.n_events > 0)
        trace = finish_pass (&pass);
      else
        g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "The file holds no events");
    }

  sl_block_queue_stop (reader.queue);
  g_thread_join (thread);
  sl_block_queue_free (reader.queue);
  free_analyses (&pass);

  return trace;
}
