/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The jobs of a task that a textbook picture points at. */

#include "sl-lane.h"

G_BEGIN_DECLS

#define SL_BOOK_NEVER   SL_TIME_MAX
#define SL_BOOK_NO_MARK G_MAXUINT64

/**
 * SlBookJob:
 * @release, @deadline, @finish: ticks of the trace; %SL_BOOK_NEVER where not known
 * @release_mark, @finish_mark, @miss_mark: places in the track of marks; %SL_BOOK_NO_MARK for none
 * @inferred: the deadline is the next release, which nobody said
 * @missed: of the deadline
 * @overrun: when it took longer than its WCET; %SL_BOOK_NEVER
 */
typedef struct
{
  SlTime release;
  SlTime deadline;
  SlTime finish;
  SlTime overrun;
  guint64 release_mark;
  guint64 finish_mark;
  guint64 miss_mark;
  gboolean inferred;
  gboolean missed;
} SlBookJob;

GArray *sl_book_jobs_from_marks (const SlTrack *marks, SlSpan visible, gint64 period);

G_END_DECLS
