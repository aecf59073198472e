/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the control flow events of Intel PT (CFE) are about: interrupts and exceptions by vector,
 * and what else takes a processor away from its code. Each is an object. */

#include "sl-object.h"

G_BEGIN_DECLS

typedef enum
{
  SL_BRANCH_EVENT_OTHER,
  SL_BRANCH_EVENT_COMES,    /* the processor leaves its code for it */
  SL_BRANCH_EVENT_ENDS,     /* the processor goes back from the last that came */
  SL_BRANCH_EVENT_ENDS_ALL, /* nothing goes on that was before */
} SlBranchEventUse;

SlBranchEventUse sl_branch_event_get_use (guint type);
guint32
sl_branch_event_get_object (SlObjectTableBuilder *objects, guint type, guint vector, SlTime time);

G_END_DECLS
