/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The interrupts that a processor is in, one inside the other: where each left the code, and the
 * tracks that show them. */

#include "sl-state-track.h"
#include "sl-trace-builder.h"

G_BEGIN_DECLS

/* What is nested deeper does not show. */
#define SL_BRANCH_INTERRUPTS 8

typedef struct
{
  guint64 ip;        /* where the code was left */
  gboolean has_exit; /* a packet says where it ends; @ip does not */
  SlStateTrack track;
} SlBranchInterrupt;

/**
 * SlBranchInterrupts:
 * @lane: gets a track for each depth that occurs
 * @entries: the outermost first
 * @depth: how many of them the processor is in
 */
typedef struct
{
  SlLaneBuilder *lane;
  SlBranchInterrupt entries[SL_BRANCH_INTERRUPTS];
  guint depth;
} SlBranchInterrupts;

void sl_branch_interrupts_init (SlBranchInterrupts *self, SlLaneBuilder *lane);
void sl_branch_interrupts_begin (SlBranchInterrupts *self,
                                 guint64 ip,
                                 SlTime time,
                                 guint32 vector,
                                 gboolean has_exit);
void sl_branch_interrupts_exit (SlBranchInterrupts *self, SlTime time);
void sl_branch_interrupts_return (SlBranchInterrupts *self, guint32 ip, SlTime time);
void sl_branch_interrupts_end_all (SlBranchInterrupts *self, SlTime time);
void sl_branch_interrupts_write (SlBranchInterrupts *self, SlTime time);

/**
 * sl_branch_interrupts_have_left:
 * @ip: the lower half of an address
 *
 * Asked for every target of a branch.
 *
 * Returns: whether any of the interrupts left the code there
 */
static inline gboolean
sl_branch_interrupts_have_left (const SlBranchInterrupts *self, guint32 ip)
{
  for (guint i = 0; i < self->depth; i++)
    {
      if (!self->entries[i].has_exit && (guint32) self->entries[i].ip == ip)
        return TRUE;
    }

  return FALSE;
}

G_END_DECLS
