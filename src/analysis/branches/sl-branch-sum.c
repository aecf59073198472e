/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-sum.h"

#include "sl-kind.h"

/* A value of a curve stands for so many events. */
#define BUCKET_EVENTS 256

#define N_KINDS (SL_KIND_PT_PAD - SL_KIND_PT_PSB + 1)

/* Kinds that change no state; all others are items. */
static const gboolean is_quiet[N_KINDS] = {
  [SL_KIND_PT_TSC - SL_KIND_PT_PSB] = TRUE, [SL_KIND_PT_TMA - SL_KIND_PT_PSB] = TRUE,
  [SL_KIND_PT_MTC - SL_KIND_PT_PSB] = TRUE, [SL_KIND_PT_CYC - SL_KIND_PT_PSB] = TRUE,
  [SL_KIND_PT_TIP - SL_KIND_PT_PSB] = TRUE, [SL_KIND_PT_MNT - SL_KIND_PT_PSB] = TRUE,
  [SL_KIND_PT_BIP - SL_KIND_PT_PSB] = TRUE, [SL_KIND_PT_TRIG - SL_KIND_PT_PSB] = TRUE,
};

/* The processor's bucket, or a new one where that is full. */
static SlBranchBucket *
find_bucket (SlBranchSum *self, const SlEvent *event)
{
  SlBranchBucket bucket = {
    .begin = event->time,
    .first_offset = event->offset,
    .last_offset = event->offset,
    .cpu = event->cpu,
  };

  for (guint i = self->buckets->len; i > 0; i--)
    {
      SlBranchBucket *last = &g_array_index (self->buckets, SlBranchBucket, i - 1);

      if (last->cpu != event->cpu)
        continue;
      if (last->n_events < BUCKET_EVENTS)
        return last;
      break;
    }

  g_array_append_val (self->buckets, bucket);
  return &g_array_index (self->buckets, SlBranchBucket, self->buckets->len - 1);
}

/* The bucket that takes the processor's next event; mostly that of the event before. */
static inline SlBranchBucket *
get_bucket (SlBranchSum *self, SlBranchBucket *last, const SlEvent *event)
{
  if (G_LIKELY (last != NULL && last->cpu == event->cpu && last->n_events < BUCKET_EVENTS))
    return last;

  return find_bucket (self, event);
}

static void
add_item (SlBranchSum *self, const SlEvent *event)
{
  SlBranchItem item = {
    event->time,  event->a,     event->b,    event->offset,
    event->flags, self->n_tips, event->kind, event->cpu,
  };

  g_array_append_val (self->items, item);
}

static inline void
add_tip (SlBranchSum *self, const SlEvent *event)
{
  guint64 after = (guint64) event->time - (guint64) self->begin;

  self->tips[self->n_tips++] =
      (SlBranchTip) { (guint32) event->a, (guint32) MIN (after, G_MAXUINT32), event->cpu };
}

/**
 * sl_branch_sum_new:
 * @events: (array length=n_events): of one block, in time order; at least one
 *
 * Events that are not packets of Intel PT are left out.
 */
SlBranchSum *
sl_branch_sum_new (const SlEvent *events, gsize n_events)
{
  SlBranchSum *self = g_new (SlBranchSum, 1);
  SlBranchBucket *bucket = NULL;
  guint64 after_fup = G_MAXUINT64; /* by processor: the next target is an item */

  self->begin = events[0].time;
  self->items = g_array_sized_new (FALSE, FALSE, sizeof (SlBranchItem), 256);
  self->tips = g_new (SlBranchTip, n_events);
  self->n_tips = 0;
  self->buckets = g_array_new (FALSE, FALSE, sizeof (SlBranchBucket));

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];
      guint type = (guint) event->kind - SL_KIND_PT_PSB;
      guint64 bit = G_GUINT64_CONSTANT (1) << (event->cpu & 63);
      gboolean is_tip = event->kind == SL_KIND_PT_TIP;

      if (type >= N_KINDS)
        continue;

      bucket = get_bucket (self, bucket, event);
      bucket->n_events++;
      bucket->n_taken += SL_BRANCHES_TAKEN (event->detail);
      bucket->n_branches +=
          SL_BRANCHES_TAKEN (event->detail) + SL_BRANCHES_NOT_TAKEN (event->detail);
      bucket->last_offset = event->offset;

      if (!is_quiet[type] || (event->flags & (SL_EVENT_LOST | SL_EVENT_GAP)) != 0 ||
          (is_tip && (after_fup & bit) != 0))
        add_item (self, event);
      if (is_tip)
        {
          add_tip (self, event);
          after_fup &= ~bit;
        }
      else if (event->kind == SL_KIND_PT_FUP)
        after_fup |= bit;
    }

  return self;
}

void
sl_branch_sum_free (SlBranchSum *self)
{
  g_array_unref (self->items);
  g_free (self->tips);
  g_array_unref (self->buckets);
  g_free (self);
}
