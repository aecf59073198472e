/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A line of ftrace's text, in any of its dialects:
 *
 *     <idle>-0     (-----) [006] d..2.  10.258854: sched_switch: …       tracefs, with the TGID
 *      clang-15310   [000] dn.2.  1667.644707: sched_stat_runtime: …     tracefs
 *     rec.sh-15316 [001]  1667.644677399: sched_process_fork:   …        trace-cmd report -t
 *     rec.sh-16126   1d..2.  1672.888511: sched_wakeup_new:   …          trace-cmd report -l
 *     <idle>-0       3d..3   15us :      0:120:R ==> [003]   312: 98:R rt     tracefs, of a tracer of latencies
 *     bash    3600   1 1 00000002 00000008 [a8dc06789] 45327869.833ms (+0.856ms): …    tracefs, option “verbose”
 *     rt:     bash-4323  [001]  1838.036868: sched_wakeup_new:   …       trace-cmd report of an instance "rt"
 *
 * The time is in seconds with a fraction, a whole number of the clock's units, or of microseconds since the latency began, of
 * which verbose lines have milliseconds. */

#include <glib.h>

G_BEGIN_DECLS

/* Part of a line; not NUL-terminated. */
typedef struct
{
  const char *begin;
  gsize length;
} SlFtraceText;

typedef enum
{
  SL_FTRACE_OTHER,   /* nothing that is known here */
  SL_FTRACE_COMMENT, /* of the head, or between the events: says nothing */
  SL_FTRACE_EVENT,
  SL_FTRACE_LOST, /* events of a processor are missing here */
} SlFtraceLineType;

/**
 * SlFtraceLine:
 * @instance: buffer of trace-cmd; empty for the top one
 * @comm: name of the task that ran
 * @name: of the tracepoint; "sys_enter_X" and "sys_exit_X" for system calls of tracefs
 * @rest: what stands behind it
 * @time: in ns, or in units of the clock where @is_whole
 * @tgid: 0 where it is not said
 * @flags: as common_flags
 * @n_lost: of a loss; 0 where nobody counted
 */
typedef struct
{
  SlFtraceLineType type;
  SlFtraceText instance;
  SlFtraceText comm;
  SlFtraceText rest;
  char name[96];
  guint64 time;
  gboolean is_whole;
  guint32 pid;
  guint32 tgid;
  guint32 cpu;
  guint8 flags;
  guint64 n_lost;
} SlFtraceLine;

SlFtraceLineType sl_ftrace_line_read (SlFtraceLine *self, const char *text, gsize length);
gsize sl_ftrace_line_measure (const char *data, gsize size, gsize offset, gsize *next);

G_END_DECLS
