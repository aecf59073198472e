/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Fields in the text of an event: "name=value", "name: value" between commas, and the forms of trace-cmd's plugins. */

#include "sl-ftrace-line.h"

G_BEGIN_DECLS

/* Between the two tasks of a switch. */
#define SL_FTRACE_ARROW " ==> "

/**
 * SlFtraceNumbered:
 *
 * A switch or a wake-up as tracers of latencies print it.
 */
typedef struct
{
  gboolean is_switch;
  gint64 prev;
  gint64 prev_prio;
  char state;
  gint64 cpu;
  gint64 next;
  gint64 next_prio;
  SlFtraceText comm; /* of the next */
} SlFtraceNumbered;

gboolean sl_ftrace_starts_with (const SlFtraceText *text, const char *word);
guint64 sl_ftrace_read_hex (const SlFtraceText *text);
gboolean sl_ftrace_read_numbered (const SlFtraceText *text, SlFtraceNumbered *numbered);
gboolean sl_ftrace_find (const SlFtraceText *text, const char *name, SlFtraceText *value);
gboolean sl_ftrace_find_number (const SlFtraceText *text, const char *name, gint64 *number);
const char *sl_ftrace_find_text_end (const SlFtraceText *text, const char *at);
gboolean sl_ftrace_find_comm (const SlFtraceText *text, const char *name, SlFtraceText *comm);
gboolean sl_ftrace_read_number (const SlFtraceText *text, gint64 *number);
gboolean sl_ftrace_is_short (const SlFtraceText *text);
gboolean sl_ftrace_read_task (SlFtraceText *text,
                              gboolean is_prev,
                              SlFtraceText *comm,
                              gint64 *pid,
                              gint64 *prio);

G_END_DECLS
