/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Pairing. It is done where cycles are decoded, and not by an analysis, since a pair is an event of
 * its own at the place of its second message: lists, filters and the command line show it without a
 * lane, and reading a block again gives the same.
 *
 * What a message is may depend on those that come after it: a first is alone when another first
 * comes before a second; a second without a first is alone or the beginning of fast messages. So
 * the next messages are looked at before a message is called anything. */

#include "sl-btm.h"

/* A run without a branch longer than this is not believed. */
#define FAR_AWAY 0x10000

#define D59 (G_GUINT64_CONSTANT (1) << 59)
/* D63-D59 */
#define USED_BITS (G_GUINT64_CONSTANT (0x1f) << 59)

/**
 * sl_btm_read:
 * @cycle: a special cycle with byte enables DFH
 * @message: (out):
 *
 * Returns: %FALSE where the data bus is not known and so nothing can be said
 */
gboolean
sl_btm_read (const SlPentiumBusCycle *cycle, SlBtmVariant variant, SlBtmMessage *message)
{
  guint64 needed = variant == SL_BTM_AMD_K5     ? G_MAXUINT32
                   : variant == SL_BTM_INTEL_BT ? D59
                                                : USED_BITS;

  *message = (SlBtmMessage) {
    .time = cycle->time,
    .offset = cycle->offset,
    .processor = cycle->processor,
  };
  if ((cycle->flags & SL_PENTIUM_CYCLE_NO_DATA) != 0 || (cycle->unknown & needed) != 0)
    return FALSE;

  if (variant == SL_BTM_AMD_K5)
    {
      message->is_second = cycle->address >> 31;
      message->is_wide = cycle->address >> 28 & 1;
      message->selector = (guint16) (cycle->address >> 4);
      message->linear = (guint32) cycle->data;
      return TRUE;
    }

  message->is_second = (cycle->data & D59) != 0;
  if (variant == SL_BTM_INTEL_BT)
    {
      message->linear = (cycle->address & ~7u) | (cycle->bt & 7);
      message->is_wide = cycle->bt >> 3 & 1;
      return TRUE;
    }

  message->linear = (cycle->address & ~0xfu) | (guint32) (cycle->data >> 60);
  message->is_wide = cycle->address >> 3 & 1;
  return TRUE;
}

/* Whether the messages ahead have a second for each first, @n of which wait. */
static gboolean
is_answered (const guint8 *seconds, guint n_seconds, guint n, guint most)
{
  for (guint i = 0; i < n_seconds && n <= most; i++)
    {
      if (seconds[i])
        n--;
      else
        n++;
      if (n == 0)
        return TRUE;
    }

  return FALSE;
}

static void
set_mode (SlBtmQueue *queue, SlBtmMode mode, const SlBtmMessage *message, SlNotes *notes)
{
  if (notes != NULL && queue->mode != SL_BTM_UNKNOWN && queue->mode != mode)
    sl_notes_add (notes, SL_OFFSET (0, message->offset), 1,
                  "Branch trace messages change between normal and fast (TR12, bit 8)");
  queue->mode = (guint8) mode;
}

static void
drop_oldest (SlBtmQueue *queue)
{
  queue->pending[0] = queue->pending[1];
  queue->queue[0] = queue->queue[1];
  queue->n_pending--;
}

static void
add_first (SlBtmQueue *queue,
           const SlBtmOptions *options,
           const SlBtmMessage *message,
           const guint8 *seconds,
           guint n_seconds,
           SlBtmBranch *branch,
           SlNotes *notes)
{
  guint most = options->has_processor ? 1 : G_N_ELEMENTS (queue->pending);

  /* In fast messages there is no first. */
  if (options->forced == SL_BTM_FAST || queue->n_pending >= most ||
      !is_answered (seconds, n_seconds, queue->n_pending + 1u, most))
    {
      branch->outcome = SL_BTM_LONE_FIRST;
      return;
    }

  if (options->forced == SL_BTM_UNKNOWN)
    set_mode (queue, SL_BTM_NORMAL, message, notes);
  queue->queue[queue->n_pending] = queue->n_pending > 0 ? !queue->queue[0] : 0;
  queue->pending[queue->n_pending++] = *message;
}

/* Whether code could have run straight on from the last target of a queue to @source. */
static gboolean
is_near (const SlBtmQueue *queue, guint number, guint32 source)
{
  return queue->has_last[number] && source >= queue->last[number] &&
         source - queue->last[number] < FAR_AWAY;
}

static void
answer (SlBtmQueue *queue, const SlBtmMessage *message, SlBtmBranch *branch)
{
  /* Of two processors that are not told apart, first come is first served, unless the source
   * fits the other much better. */
  gboolean is_swapped = queue->n_pending == 2 &&
                        !is_near (queue, queue->queue[0], message->linear) &&
                        is_near (queue, queue->queue[1], message->linear);
  SlBtmMessage rest = queue->pending[0];
  guint8 rest_queue = queue->queue[0];
  guint8 number;

  branch->outcome = SL_BTM_PAIR;
  queue->is_mixed |= queue->n_pending == 2;
  branch->is_guessed = queue->is_mixed;
  queue->is_mixed &= queue->n_pending == 2;
  if (is_swapped)
    drop_oldest (queue);
  branch->first = queue->pending[0];
  number = queue->queue[0];
  queue->last[number] = branch->first.linear;
  queue->has_last[number] = TRUE;
  drop_oldest (queue);
  if (is_swapped)
    {
      queue->pending[0] = rest;
      queue->queue[0] = rest_queue;
      queue->n_pending = 1;
    }
}

static void
add_second (SlBtmQueue *queue,
            const SlBtmOptions *options,
            const SlBtmMessage *message,
            const guint8 *seconds,
            guint n_seconds,
            SlBtmBranch *branch,
            SlNotes *notes)
{
  gboolean is_only_fast;

  if (queue->n_pending > 0)
    {
      answer (queue, message, branch);
      /* The WRMSR that sets bit 8 still sends a pair. */
      branch->is_change = options->forced == SL_BTM_UNKNOWN && queue->n_pending == 0 &&
                          n_seconds >= 2 && seconds[0] && seconds[1];
      return;
    }

  if (options->forced == SL_BTM_UNKNOWN)
    is_only_fast =
        options->variant != SL_BTM_AMD_K5 &&
        ((queue->mode == SL_BTM_FAST && !queue->is_fresh) ||
         (n_seconds > 0 ? seconds[0] : queue->mode != SL_BTM_NORMAL && !queue->is_fresh));
  else
    is_only_fast = options->forced == SL_BTM_FAST;

  branch->outcome = is_only_fast ? SL_BTM_ONLY_FAST : SL_BTM_LONE_SECOND;
  if (!is_only_fast || options->forced != SL_BTM_UNKNOWN)
    return;

  set_mode (queue, SL_BTM_FAST, message, notes);
  /* The WRMSR that clears bit 8 still sends a fast message. */
  branch->is_change = n_seconds >= 2 && !seconds[0] && seconds[1];
}

/**
 * sl_btm_add:
 * @message: the next one
 * @ahead: looks at those that follow it
 * @branch: (out): what it made
 * @notes: (nullable): changes of format
 */
void
sl_btm_add (SlBtm *self,
            const SlBtmOptions *options,
            const SlBtmMessage *message,
            SlBtmAhead ahead,
            gpointer user_data,
            SlBtmBranch *branch,
            SlNotes *notes)
{
  SlBtmQueue *queue = &self->queues[message->processor & 1];
  guint8 seconds[SL_BTM_AHEAD];
  guint n_seconds;

  if (!self->has_begun)
    sl_btm_gap (self);
  *branch = (SlBtmBranch) { .outcome = SL_BTM_NOTHING };
  /* Two tell nearly always; more only where two processors may be mixed. */
  n_seconds = ahead (user_data, message->processor, seconds, 2);
  if (!message->is_second && !options->has_processor && n_seconds == 2 &&
      !is_answered (seconds, n_seconds, queue->n_pending + 1u, 2))
    n_seconds = ahead (user_data, message->processor, seconds, SL_BTM_AHEAD);

  if (message->is_second)
    add_second (queue, options, message, seconds, n_seconds, branch, notes);
  else
    add_first (queue, options, message, seconds, n_seconds, branch, notes);
  queue->is_fresh = FALSE;
}

/**
 * sl_btm_gap:
 *
 * Time is missing, or the processor was reset: nothing before belongs to what comes.
 */
void
sl_btm_gap (SlBtm *self)
{
  self->has_begun = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (self->queues); i++)
    {
      SlBtmQueue *queue = &self->queues[i];

      queue->n_pending = queue->is_mixed = 0;
      queue->has_last[0] = queue->has_last[1] = FALSE;
      queue->is_fresh = TRUE;
    }
}
