/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A recording from its beginning to its end: until the program that is recorded ends, a signal comes, or its time or its size
 * is reached. */

#include "sl-recorded-command.h"
#include "sl-recorder.h"

G_BEGIN_DECLS

typedef enum
{
  SL_RECORD_END_COMMAND,  /* the program has ended */
  SL_RECORD_END_SIGNAL,   /* SIGINT, SIGTERM or SIGHUP */
  SL_RECORD_END_CLOSED,   /* standard input has ended */
  SL_RECORD_END_DURATION, /* as it was asked for */
  SL_RECORD_END_FULL,     /* likewise, or nothing more has room */
  SL_RECORD_END_FAILED,   /* nothing can be read or written any more */
} SlRecordEnd;

/**
 * SlRecordRun:
 * @recorder: what records
 * @command: (nullable): the program
 * @duration_us: after which it ends; below 0 for never
 * @follows_input: whether it ends with standard input
 * @report: (nullable): called now and then
 * @data: for @report
 */
typedef struct
{
  SlRecorder *recorder;
  SlRecordedCommand *command;
  gint64 duration_us;
  gboolean follows_input;
  void (*report) (SlRecorder *recorder, gpointer data);
  gpointer data;
} SlRecordRun;

void sl_record_run_catch_signals (void);
SlRecordEnd sl_record_run (const SlRecordRun *self, GError **error);

G_END_DECLS
