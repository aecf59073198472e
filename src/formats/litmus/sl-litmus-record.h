/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A record of LITMUS^RT's sched_trace: 24 bytes in the byte order of the machine that recorded, one file for each
 * processor ("st-NAME-0.bin" and so on), times in ns.
 *
 * | offset | bytes | what |
 * | --- | --- | --- |
 * | 0 | 1 | type, 1 to 13 |
 * | 1 | 1 | processor |
 * | 2 | 2 | the low 16 bits of the task's pid |
 * | 4 | 4 | number of the task's job |
 * | 8 | 16 | payload by type |
 *
 * | type | payload |
 * | --- | --- |
 * | 1 name | 16 bytes of text, filled with zeros |
 * | 2 param | u32 WCET, u32 period, u32 phase, u8 partition |
 * | 3 release | u64 release, u64 absolute deadline; written ahead of its time |
 * | 4 assigned | u64 time, u8 processor that gets the job |
 * | 5 switch-to | u64 time, u32 execution so far |
 * | 6 switch-away | u64 time, u64 execution so far |
 * | 7 completion | u64 time, u64: bit 0 forced, the rest execution |
 * | 8 block, 9 resume | u64 time |
 * | 10 action | u64 time, u8 number |
 * | 11 system release | u64 time, u64 release of the first jobs |
 * | 12, 13 non-preemptive section entered, left | u64 time |
 *
 * Source: LITMUS-RT/feather-trace-tools, include/sched_trace.h. There is no magic number. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_LITMUS_RECORD_SIZE 24
#define SL_LITMUS_NAME_LENGTH 16

typedef enum
{
  SL_LITMUS_NAME = 1,
  SL_LITMUS_PARAM,
  SL_LITMUS_RELEASE,
  SL_LITMUS_ASSIGNED,
  SL_LITMUS_SWITCH_TO,
  SL_LITMUS_SWITCH_AWAY,
  SL_LITMUS_COMPLETION,
  SL_LITMUS_BLOCK,
  SL_LITMUS_RESUME,
  SL_LITMUS_ACTION,
  SL_LITMUS_SYSTEM_RELEASE,
  SL_LITMUS_NP_ENTER,
  SL_LITMUS_NP_EXIT,
  SL_N_LITMUS_TYPES,
} SlLitmusType;

/**
 * SlLitmusRecord:
 * @type: 0 for a record that is none
 * @time: in ns; below zero for a record without one: a name or parameters
 * @first: the first number of the payload that is not the time: the WCET, the deadline, the processor, the execution
 *   so far, the number of the action, the release of the first jobs
 * @period: of parameters, as are @phase and @partition
 * @forced: of a completion: the job was ended since its budget was used up
 */
typedef struct
{
  SlLitmusType type;
  guint cpu;
  guint pid;
  guint32 job;
  gint64 time;
  guint64 first;
  guint32 period;
  guint32 phase;
  guint partition;
  gboolean forced;
} SlLitmusRecord;

gboolean sl_litmus_record_read (SlLitmusRecord *self, const guint8 *bytes, gboolean is_big);
char *sl_litmus_record_dup_name (const guint8 *bytes);
gboolean sl_litmus_looks_right (const guint8 *bytes, gsize size, gboolean *is_big);

G_END_DECLS
