/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The key "sections" of a task: LOCK@BEGIN+LENGTH in execution time, one after the other. */

#include "sl-clock.h"

G_BEGIN_DECLS

/**
 * SlModelSection:
 * @lock: its name in the task model; interned
 * @begin: ticks that a job has executed when it takes the lock
 * @length: ticks that it executes while it has it, above 0
 */
typedef struct
{
  const char *lock;
  gint64 begin;
  gint64 length;
} SlModelSection;

GArray *sl_model_sections_parse (const char *text, const SlClock *clock, GError **error);

G_END_DECLS
