/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What programs write into ftrace's marker: texts that begin or end a job, a critical section or a span. */

#include <glib.h>

#include "sl-linux-names.h"

G_BEGIN_DECLS

/* What a mark says. */
typedef enum
{
  SL_LINUX_VERB_TEXT, /* nothing that is known here */
  SL_LINUX_VERB_JOB_BEGIN,
  SL_LINUX_VERB_JOB_END,
  SL_LINUX_VERB_LOCKED,
  SL_LINUX_VERB_UNLOCK,
  SL_LINUX_VERB_SPAN_BEGIN,
  SL_LINUX_VERB_SPAN_END, /* of the span that the writer began last, where it has no name */
  SL_LINUX_VERB_VALUE,
  SL_LINUX_VERB_DEADLINE, /* the relative deadline of the writer's jobs: the number, in microseconds */
  SL_LINUX_VERB_MISS,     /* the writer recorded that it was late */
} SlLinuxVerb;

/**
 * SlLinuxMark:
 * @name: begin of the name, in the text; not NUL-terminated
 * @length: of the name; 0 for none
 * @number: of the job, or the value; 0 where there is none
 */
typedef struct
{
  SlLinuxVerb verb;
  const char *name;
  gsize length;
  gint64 number;
} SlLinuxMark;

gboolean sl_linux_mark_parse (SlLinuxMark *self, const char *text, gsize length);
void sl_linux_mark_learn (SlLinuxNames *names, const char *text, gsize length);
guint64
sl_linux_mark_pack (const SlLinuxNames *names, const char *text, gsize length, guint32 *verb);

/* Of b of a mark: the number of its name, and its number. */
#define SL_LINUX_MARK_NAME(b)   ((guint32) (b))
#define SL_LINUX_MARK_NUMBER(b) ((gint32) ((b) >> 32))

G_END_DECLS
