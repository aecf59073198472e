/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What programs write into ftrace's marker: texts that begin or end a job, a critical section or a span. */

#include "sl-event.h"
#include "sl-linux-names.h"

G_BEGIN_DECLS

/* What a mark says. */
typedef enum
{
  SL_LINUX_VERB_TEXT, /* nothing that is known here */
  SL_LINUX_VERB_JOB_BEGIN,
  SL_LINUX_VERB_JOB_END,
  SL_LINUX_VERB_JOB_ENDED, /* where the writer fell asleep last */
  SL_LINUX_VERB_LOCKED,
  SL_LINUX_VERB_UNLOCK,
  SL_LINUX_VERB_SPAN_BEGIN,
  SL_LINUX_VERB_SPAN_END, /* of the span that the writer began last, where it has no name */
  SL_LINUX_VERB_VALUE,
  SL_LINUX_VERB_DEADLINE, /* the period and the relative deadline of the writer's jobs, in nanoseconds */
  SL_LINUX_VERB_TIMER_MISS, /* timerlat recorded that its thread on a processor was late */
  SL_LINUX_VERB_MISS, /* the writer recorded that it was late; with its rules where it says them */
} SlLinuxVerb;

/**
 * SlLinuxMark:
 * @name: begin of the name, in the text; not NUL-terminated
 * @length: of the name; 0 for none
 * @number: of the job, or the value, or a deadline; 0 where there is none
 * @period: in ns; 0 where there is none
 * @budget: likewise
 */
typedef struct
{
  SlLinuxVerb verb;
  const char *name;
  gsize length;
  gint64 number;
  gint64 period;
  gint64 budget;
} SlLinuxMark;

/**
 * SlLinuxRules:
 *
 * What a mark of a deadline or of a miss says, in ns; 0 for what it does not say. @is_refused: they are longer than can be
 * kept, and nothing is.
 */
typedef struct
{
  gint64 period;
  gint64 deadline;
  gint64 budget;
  gboolean is_refused;
} SlLinuxRules;

/**
 * SlLinuxEarlierMark:
 * @tid: who wrote it; 0 for a timer that had been started and not expired
 * @verb: of the mark
 * @rules: as sl_linux_rules_pack() has them; 0 for none
 * @is_deadline: no mark: the task was of SCHED_DEADLINE
 * @timer: its address
 * @expires: when, on its own clock
 *
 * A mark, or a timer, from before the begin of a recording.
 */
typedef struct
{
  guint32 tid;
  SlLinuxVerb verb;
  guint64 rules;
  gboolean is_deadline;
  guint64 timer;
  guint64 expires;
} SlLinuxEarlierMark;

gboolean sl_linux_verb_has_rules (SlLinuxVerb verb);
gboolean sl_linux_verb_is_of_jobs (SlLinuxVerb verb);
guint64 sl_linux_rules_pack (const SlLinuxRules *self);
SlLinuxRules sl_linux_rules_unpack (guint64 packed);

gboolean sl_linux_mark_parse (SlLinuxMark *self, const char *text, gsize length);
void sl_linux_mark_learn (SlLinuxNames *names, const char *text, gsize length);
void sl_linux_mark_set (const SlLinuxNames *names, const char *text, gsize length, SlEvent *event);

G_END_DECLS
