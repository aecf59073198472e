/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-branch-interrupts.h"

/**
 * sl_branch_interrupts_init:
 * @lane: outlives @self
 */
void
sl_branch_interrupts_init (SlBranchInterrupts *self, SlLaneBuilder *lane)
{
  *self = (SlBranchInterrupts) { .lane = lane };
  for (guint i = 0; i < SL_BRANCH_INTERRUPTS; i++)
    sl_state_track_init (&self->entries[i].track, NULL);
}

/**
 * sl_branch_interrupts_begin:
 * @ip: where the code is left
 * @vector: the object that stands for what came; 0 where that is not known
 * @has_exit: whether a packet will say where it ends
 */
void
sl_branch_interrupts_begin (SlBranchInterrupts *self,
                            guint64 ip,
                            SlTime time,
                            guint32 vector,
                            gboolean has_exit)
{
  SlBranchInterrupt *entry;

  if (self->depth == SL_BRANCH_INTERRUPTS)
    return;

  entry = &self->entries[self->depth++];
  entry->ip = ip;
  entry->has_exit = has_exit;
  if (entry->track.writer == NULL)
    entry->track.writer =
        sl_lane_builder_add_track (self->lane, self->depth == 1 ? SL_ROLE_STATES : SL_ROLE_NESTED,
                                   SL_TRACK_SLICES);
  sl_state_track_change (&entry->track, time, SL_STATE_INTERRUPT, vector);
}

static void
end_from (SlBranchInterrupts *self, guint depth, SlTime time)
{
  while (self->depth > depth)
    sl_state_track_change (&self->entries[--self->depth].track, time, SL_STATE_NONE, 0);
}

/**
 * sl_branch_interrupts_return:
 * @ip: the lower half of an address
 *
 * Ends the innermost interrupt that left from @ip, and those inside of it.
 */
void
sl_branch_interrupts_return (SlBranchInterrupts *self, guint32 ip, SlTime time)
{
  for (guint i = self->depth; i > 0; i--)
    {
      if (self->entries[i - 1].has_exit || (guint32) self->entries[i - 1].ip != ip)
        continue;

      end_from (self, i - 1, time);
      return;
    }
}

/**
 * sl_branch_interrupts_exit:
 *
 * A packet says that an interrupt ends: the innermost of which that is known.
 */
void
sl_branch_interrupts_exit (SlBranchInterrupts *self, SlTime time)
{
  for (guint i = self->depth; i > 0; i--)
    {
      if (!self->entries[i - 1].has_exit)
        continue;

      end_from (self, i - 1, time);
      return;
    }
}

/**
 * sl_branch_interrupts_end_all:
 */
void
sl_branch_interrupts_end_all (SlBranchInterrupts *self, SlTime time)
{
  end_from (self, 0, time);
}

/**
 * sl_branch_interrupts_write:
 * @time: up to which all is certain
 *
 * Writes what is open.
 */
void
sl_branch_interrupts_write (SlBranchInterrupts *self, SlTime time)
{
  for (guint i = 0; i < self->depth; i++)
    sl_state_track_write (&self->entries[i].track, time);
}
