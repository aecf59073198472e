/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The jobs of a task that a textbook picture points at. */

#include "sl-job-table.h"

G_BEGIN_DECLS

#define SL_TEXTBOOK_NEVER   SL_JOB_NEVER
#define SL_TEXTBOOK_NO_MARK G_MAXUINT64

/**
 * SlTextbookJob:
 * @job: in the table
 * @release, @deadline, @finish: ticks of the trace; %SL_TEXTBOOK_NEVER where not known
 * @end: of what is known of it: its finish, or when it was aborted, or the end of the trace
 * @overrun: when it had run for its WCET and ran on; %SL_TEXTBOOK_NEVER
 * @recorded: when the trace records a miss at another time than @deadline; %SL_TEXTBOOK_NEVER
 * @abort: when it ended without finishing; %SL_TEXTBOOK_NEVER
 * @release_mark, @finish_mark, @miss_mark: places in the track of marks; %SL_TEXTBOOK_NO_MARK for none
 * @inferred: the deadline follows from the releases; nobody said it
 * @missed: of @deadline, as recorded, or as computed from one that somebody said
 */
typedef struct
{
  const SlJob *job;
  SlTime release;
  SlTime deadline;
  SlTime finish;
  SlTime end;
  SlTime overrun;
  SlTime recorded;
  SlTime abort;
  guint64 release_mark;
  guint64 finish_mark;
  guint64 miss_mark;
  gboolean inferred;
  gboolean missed;
} SlTextbookJob;

guint sl_textbook_jobs_count (const SlJobTable *table, guint32 task, SlSpan visible, guint most);
GArray *
sl_textbook_jobs_find (const SlJobTable *table, guint32 task, const SlLane *lane, SlSpan visible);

G_END_DECLS
