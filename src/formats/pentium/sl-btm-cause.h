/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a branch was, by the bus cycles before its messages: an interrupt after its acknowledge, the
 * end of a halt, the WRMSR that switches messages on; and whether it waited for the message of the
 * branch before, which stalls the processor. */

#include "sl-branch-cause.h"
#include "sl-btm.h"

G_BEGIN_DECLS

/* What stood before a message: kept for a first until its second comes. */
typedef struct
{
  guint8 vector;
  guint8 has_vector;
  guint8 was_halted;
  guint8 is_stalled;
  guint8 is_first;
} SlBtmBefore;

typedef struct
{
  SlBtmBefore next; /* what is known for the message that comes */
  SlBtmBefore open[2];
  SlTime message; /* begin of the message before */
  SlTime end;     /* its end */
  SlTime step;    /* from the first to the second of the last pair that nothing came between */
  guint32 source;
  guint32 target;
  guint8 n_open;
  guint8 is_direct; /* the cycle before was a message */
  guint8 has_last;  /* @source and @target are of the branch before */
  guint8 has_begun;
} SlBtmCauseCpu;

/**
 * SlBtmCauses:
 *
 * What is known between cycles, by processor. Plain bytes, all zeros at the start of a capture.
 */
typedef struct
{
  SlBtmCauseCpu cpus[2];
} SlBtmCauses;

void sl_btm_causes_see (SlBtmCauses *self, const SlPentiumBusCycle *cycle, guint16 kind);
guint32 sl_btm_causes_add (SlBtmCauses *self,
                           const SlPentiumBusCycle *cycle,
                           const SlBtmMessage *message,
                           const SlBtmBranch *branch,
                           gboolean is_source_first);

G_END_DECLS
