/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-load.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "sl-block-queue.h"
#include "sl-error.h"
#include "sl-load-private.h"

/* How far decoding may run ahead of the analyses. What is under way stays in the cores' caches where it
 * is little. */
#define SLOTS 4

/* The first generation comes after this time; then the pause doubles up to the longest. */
#define FIRST_PAUSE_US   (40 * 1000)
#define LONGEST_PAUSE_US (400 * 1000)

/* A generation of very many lanes takes its time: of that of the whole load at most this part. */
#define PUBLISHING 50

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
begin_analyses (SlLoadPass *pass, const SlAnalysis *const *analyses)
{
  for (guint i = 0; analyses != NULL && analyses[i] != NULL; i++)
    {
      SlLoadRun run = { .analysis = analyses[i], .state = analyses[i]->begin (pass->builder) };

      if (run.state != NULL)
        g_array_append_val (pass->runs, run);
    }
}

/* Has a block summed up by itself. */
static void
add_alone (const SlLoadRun *run, const SlEvent *events, gsize n_events)
{
  gpointer sum = run->analysis->sum_new (run->state);

  run->analysis->sum_events (sum, events, n_events);
  run->analysis->sum_end (sum);
  run->analysis->add (run->state, sum);
}

static void
feed_block (SlLoadPass *pass, const Block *block)
{
  gsize n_events = block->zone.count;

  if (n_events == 0)
    return;

  sl_trace_builder_add_zone (pass->builder, &block->zone, block->events, block->kinds,
                             block->n_kinds);
  for (guint i = 0; i < pass->runs->len; i++)
    {
      SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      if (run->analysis->sum_new != NULL)
        add_alone (run, block->events, n_events);
      else
        run->analysis->feed (run->state, block->events, n_events);
    }

  pass->n_events += n_events;
  pass->end = sl_time_add (block->events[n_events - 1].time, 1);
}

static double
get_fraction (SlLoadPass *pass, guint64 block)
{
  guint64 n_blocks = sl_source_get_n_blocks (sl_trace_builder_get_source (pass->builder));

  return n_blocks > 0 ? MIN (1.0, (double) (block + 1) / n_blocks) : 0.0;
}

/**
 * sl_load_pass_publish:
 * @block: the last one that was taken in
 *
 * Publishes a generation if it is time for one.
 */
void
sl_load_pass_publish (SlLoadPass *pass, guint64 block)
{
  g_autoptr (SlTrace) trace = NULL;
  gint64 now = g_get_monotonic_time ();
  gint64 end;

  if (pass->publish == NULL || now < pass->next_us || pass->n_events == 0)
    return;

  for (guint i = 0; i < pass->runs->len; i++)
    {
      SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      if (run->analysis->pause != NULL)
        run->analysis->pause (run->state, pass->end);
    }

  trace = sl_trace_builder_snapshot (pass->builder, FALSE);
  pass->publish (trace, get_fraction (pass, block), pass->user_data);
  pass->pause_us = MIN (2 * pass->pause_us, LONGEST_PAUSE_US);
  end = g_get_monotonic_time ();
  pass->next_us = end + MAX (pass->pause_us, PUBLISHING * (end - now));
}

/* Feeds what the reader decodes until it ends or the pass is cancelled. */
static gboolean
run_pass (SlLoadPass *pass, SlBlockQueue *queue, GCancellable *cancellable, GError **error)
{
  const Block *block;

  while ((block = sl_block_queue_begin_take (queue)) != NULL)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      feed_block (pass, block);
      sl_load_pass_publish (pass, block->block);
      sl_block_queue_end_take (queue);
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static SlTrace *
finish_pass (SlLoadPass *pass)
{
  SlTrace *trace;

  for (guint i = 0; i < pass->runs->len; i++)
    {
      SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      run->analysis->finish (run->state, pass->end);
    }

  trace = sl_trace_builder_snapshot (pass->builder, TRUE);
  if (pass->publish != NULL)
    pass->publish (trace, 1.0, pass->user_data);

  return trace;
}

static void
free_analyses (SlLoadPass *pass)
{
  for (guint i = 0; i < pass->runs->len; i++)
    {
      SlLoadRun *run = &g_array_index (pass->runs, SlLoadRun, i);

      run->analysis->free (run->state);
    }
}

/* One thread decodes ahead of the analyses, which this one runs. */
static gboolean
run_in_order (SlLoadPass *pass, SlSource *source, GCancellable *cancellable, GError **error)
{
  Reader reader = { .source = source, .queue = sl_block_queue_new (SLOTS, sizeof (Block), 1) };
  gboolean whole;
  GThread *thread;

  if (reader.queue == NULL)
    g_error ("No memory for %d blocks of events", SLOTS);

  thread = g_thread_new ("sl-read", read_blocks, &reader);
  whole = run_pass (pass, reader.queue, cancellable, error);
  sl_block_queue_stop (reader.queue);
  g_thread_join (thread);
  sl_block_queue_free (reader.queue);

  return whole;
}

static SlTrace *
load (SlSource *source,
      const SlAnalysis *const *analyses,
      SlLoadFunc publish,
      gpointer user_data,
      GCancellable *cancellable,
      GError **error)
{
  g_autoptr (SlTraceBuilder) builder = sl_trace_builder_new (source);
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlLoadRun));
  SlLoadPass pass = {
    .builder = builder,
    .runs = runs,
    .publish = publish,
    .user_data = user_data,
    .pause_us = FIRST_PAUSE_US,
    .next_us = g_get_monotonic_time () + FIRST_PAUSE_US,
  };
  SlTrace *trace = NULL;
  gboolean whole;

  begin_analyses (&pass, analyses);
  whole = sl_load_pass_can_share (&pass) ? sl_load_pass_share (&pass, cancellable, error)
                                         : run_in_order (&pass, source, cancellable, error);
  if (whole && pass.n_events > 0)
    trace = finish_pass (&pass);
  else if (whole)
    g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "The file holds no events");
  free_analyses (&pass);

  return trace;
}

/**
 * sl_load_run:
 * @source: that no other pass has read yet
 * @analyses: (nullable) (array zero-terminated=1): fed in this order, block by block
 * @publish: (nullable): told of each generation, the complete one too, in the calling thread
 * @cancellable: (nullable): looked at once a block
 *
 * Reads the whole of @source, on all cores where source and analyses allow that, else decoding in
 * a thread of its own ahead of the analyses. The first
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
  SlTrace *trace = load (source, analyses, publish, user_data, cancellable, error);

#ifdef __GLIBC__
  /* What only loading took goes back to the system. */
  malloc_trim (0);
#endif
  return trace;
}
