/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What led from one row to another while a task did something, to be drawn as arrows. */

#include "sl-trace.h"

G_BEGIN_DECLS

typedef enum
{
  SL_RELATION_RELEASE, /* from a job's release to its finish, in the task's row */
  SL_RELATION_RUN,     /* from a wake-up to the run that it led to, in the task's row */
  SL_RELATION_UNLOCK,  /* from who gave up a lock to the task that waited for it */
  SL_RELATION_FLOW,    /* from who sent something off to where it arrived */
  SL_RELATION_MOVE,    /* from one processor to another */
  SL_N_RELATIONS,
} SlRelationType;

/**
 * SlRelation:
 * @from, @to: objects in whose rows the ends are
 * @begin, @end: when, in ticks of the trace
 */
typedef struct
{
  SlRelationType type;
  guint32 from, to;
  SlTime begin, end;
} SlRelation;

void
sl_relation_list_add (GArray *relations, SlTrace *trace, guint32 task, SlSpan span, guint most);

G_END_DECLS
