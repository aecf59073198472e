/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which locks a task takes, and when. */

#include "sl-task-set-reader.h"

G_BEGIN_DECLS

/* Of all tasks of a set. */
#define SL_SIM_MAX_LOCKS 64

/**
 * SlSimStep:
 * @at: what the job has executed until then, by its WCET
 * @lock: which lock of the set
 * @takes: whether it takes the lock, or gives it back
 */
typedef struct
{
  gint64 at;
  guint lock;
  gboolean takes;
} SlSimStep;

gboolean sl_sim_sections_read (const SlTaskSetReader *reader,
                               gint64 wcet,
                               GPtrArray *locks,
                               GArray *steps,
                               GError **error);

G_END_DECLS
