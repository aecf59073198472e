/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A machine whose recording is of any length: tasks that sleep, are woken, preempted and moved, call the system, are forked
 * and end; timers that wake periodic tasks; interrupts and softirqs. Its schedule is one that could be: a task has one
 * processor at a time and is woken before it runs. */

#include "sl-dat-writer.h"

G_BEGIN_DECLS

/**
 * SlDatMachine:
 * @n_cpus: processors
 * @n_tasks: that live all the time
 * @n_lives: tasks that are forked and end, spread over the recording
 * @n_records: about so many records
 * @seed: other seeds make other recordings
 */
typedef struct
{
  guint n_cpus;
  guint n_tasks;
  guint n_lives;
  guint64 n_records;
  guint32 seed;
} SlDatMachine;

void sl_dat_machine_run (const SlDatMachine *self, SlDatWriter *writer);

G_END_DECLS
