/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-packer.h"

#include "sl-block-queue.h"
#include "sl-prefetch.h"

/* Batches go over in bundles, and bundles far enough ahead that neither thread wakes the other
 * often. */
#define SLOTS      8
#define BUNDLE     128
#define IMPATIENCE 4

typedef struct
{
  SlTrackTree *tree;
  SlTrackBatch *batch; /* of @tree on the way to the thread, anyone's on the way back */
} Job;

typedef struct
{
  guint n_jobs;
  Job jobs[BUNDLE];
} Bundle;

/* A batch that nobody uses. */
typedef struct _Spare
{
  struct _Spare *next;
} Spare;

G_STATIC_ASSERT (sizeof (Spare) <= SL_BATCH_SIZE (SL_BATCH_FIRST_ITEMS));

/* Batches of as many sizes, each twice the one before. */
#define SIZES 4
G_STATIC_ASSERT (SL_BATCH_FIRST_ITEMS << (SIZES - 1) == SL_BATCH_ITEMS);

struct _SlTrackPacker
{
  SlBlockQueue *queue; /* NULL until there is something to do, as is the thread */
  GThread *thread;
  SlTrackSlabs slabs;  /* the thread's, and after sl_track_packer_drain() the caller's */
  Bundle *open;        /* the bundle that is being filled, NULL for none */
  Spare *spare[SIZES]; /* batches for whoever needs one, by size; NULL for none */
  SlTrackTree *few;    /* for tracks of few items, one after the other; NULL until there is one */
  SlTrackSlabs wholes; /* that have those which grow no more, and their lanes */
  gboolean is_busy;    /* something was pushed since the last drain */
};

/**
 * sl_track_packer_new:
 *
 * Returns: (transfer full): a packer, which starts its thread when it is needed
 */
SlTrackPacker *
sl_track_packer_new (void)
{
  SlTrackPacker *self = g_new0 (SlTrackPacker, 1);

  self->slabs.growing = sl_arena_new ();
  return self;
}

static void
prefetch (const Job *job)
{
  sl_track_tree_prefetch (job->tree);
  sl_prefetch (job->batch, SL_BATCH_SIZE (SL_BATCH_ITEMS));
}

static gpointer
pack (gpointer data)
{
  SlBlockQueue *queue = data;
  Bundle *bundle;

  while ((bundle = sl_block_queue_begin_take (queue)) != NULL)
    {
      for (guint i = 0; i < bundle->n_jobs; i++)
        {
          if (i + 2 < bundle->n_jobs)
            sl_track_tree_prefetch_head (bundle->jobs[i + 2].tree);
          if (i + 1 < bundle->n_jobs)
            prefetch (&bundle->jobs[i + 1]);
          sl_track_tree_add (bundle->jobs[i].tree, bundle->jobs[i].batch);
        }
      sl_block_queue_end_take (queue);
    }

  return NULL;
}

static void
start (SlTrackPacker *self)
{
  self->queue = sl_block_queue_new (SLOTS, sizeof (Bundle), IMPATIENCE);
  if (self->queue == NULL)
    g_error ("No memory for %d bundles of leaves", SLOTS);

  self->thread = g_thread_new ("sl-pack", pack, self->queue);
}

static void
begin_bundle (SlTrackPacker *self)
{
  self->open = sl_block_queue_begin_put (self->queue);
  self->open->n_jobs = 0;
}

static void
end_bundle (SlTrackPacker *self)
{
  self->open = NULL;
  sl_block_queue_end_put (self->queue);
}

/**
 * sl_track_packer_push:
 * @tree: is the thread's until sl_track_packer_drain()
 * @batch: (inout): a full batch, exchanged for another
 *
 * Has the items added to @tree. All calls come from one thread.
 */
void
sl_track_packer_push (SlTrackPacker *self, SlTrackTree *tree, SlTrackBatch **batch)
{
  Job *job;
  SlTrackBatch *full = *batch;

  if (self->queue == NULL)
    start (self);
  if (self->open == NULL)
    begin_bundle (self);

  job = &self->open->jobs[self->open->n_jobs++];
  /* Slots come in a ring and begin as zeros. */
  *batch = job->batch != NULL ? job->batch : sl_track_packer_take_batch (self, SL_BATCH_ITEMS);
  *job = (Job) { tree, full };
  self->is_busy = TRUE;
  if (self->open->n_jobs == BUNDLE)
    end_bundle (self);
}

static Spare **
get_spare (SlTrackPacker *self, guint room)
{
  return &self->spare[g_bit_storage (room / SL_BATCH_FIRST_ITEMS) - 1];
}

/**
 * sl_track_packer_take_batch:
 * @room: items, %SL_BATCH_FIRST_ITEMS or any multiple of that by a power of 2 up to %SL_BATCH_ITEMS
 *
 * All calls come from the thread that pushes.
 *
 * Returns: (transfer full): a batch for sl_track_packer_give_batch() or, of %SL_BATCH_ITEMS, a push; it goes with the packer
 */
SlTrackBatch *
sl_track_packer_take_batch (SlTrackPacker *self, guint room)
{
  Spare **list = get_spare (self, room);
  Spare *spare = *list;

  if (spare == NULL)
    return sl_arena_take (self->slabs.growing, SL_BATCH_SIZE (room));

  *list = spare->next;
  return (SlTrackBatch *) (gpointer) spare;
}

/**
 * sl_track_packer_give_batch:
 * @batch: (transfer full): of sl_track_packer_take_batch()
 * @room: that it was taken for
 */
void
sl_track_packer_give_batch (SlTrackPacker *self, SlTrackBatch *batch, guint room)
{
  Spare **list = get_spare (self, room);
  Spare *spare = (Spare *) (gpointer) batch;

  spare->next = *list;
  *list = spare;
}

/**
 * sl_track_packer_get_slabs:
 *
 * Returns: (transfer none): memory for the trees that are packed here
 */
SlTrackSlabs *
sl_track_packer_get_slabs (SlTrackPacker *self)
{
  return &self->slabs;
}

/**
 * sl_track_packer_get_wholes:
 *
 * All calls come from the thread that pushes, which alone takes from it.
 *
 * Returns: (transfer none): memory for what stays as long as the trace
 */
SlTrackSlabs *
sl_track_packer_get_wholes (SlTrackPacker *self)
{
  return &self->wholes;
}

/**
 * sl_track_packer_pack_few:
 * @batch: all items of a track, fewer than a leaf has
 * @is_whole: no more come, so that the track stays as long as the trace
 *
 * Returns: (transfer full): the track
 */
SlTrack *
sl_track_packer_pack_few (SlTrackPacker *self,
                          SlTrackType type,
                          const SlTrackBatch *batch,
                          gboolean is_whole)
{
  if (self->few == NULL)
    self->few = sl_track_tree_new (type, NULL);

  sl_track_tree_clear (self->few, type);
  sl_track_tree_add (self->few, batch);
  return sl_track_tree_make_few (self->few, is_whole ? &self->wholes : NULL);
}

/**
 * sl_track_packer_drain:
 *
 * Waits until all that was pushed is packed. Until the next push the trees are the caller's.
 */
void
sl_track_packer_drain (SlTrackPacker *self)
{
  if (!self->is_busy)
    return;

  if (self->open != NULL)
    end_bundle (self);
  sl_block_queue_drain (self->queue);
  self->is_busy = FALSE;
}

/**
 * sl_track_packer_free:
 *
 * Packs what was pushed, and ends the thread.
 */
void
sl_track_packer_free (SlTrackPacker *self)
{
  sl_track_packer_drain (self);
  if (self->queue != NULL)
    {
      sl_block_queue_finish (self->queue);
      g_thread_join (self->thread);
      sl_block_queue_free (self->queue);
    }

  g_clear_pointer (&self->few, sl_track_tree_free);
  sl_track_slabs_clear (&self->wholes);
  sl_track_slabs_clear (&self->slabs);
  sl_arena_unref (self->slabs.growing);
  g_free (self);
}
