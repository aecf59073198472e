/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which job of another task took unusually long while a job waited for it. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlLongInterference:
 * @number: place of the other task's job in the table
 * @usual: what it executes at most by its WCET; where that is not known, three quarters of its task's other jobs
 *   executed no longer
 * @is_wcet: @usual is its WCET
 */
typedef struct
{
  guint number;
  gint64 usual;
  gboolean is_wcet;
} SlLongInterference;

gboolean
sl_long_interference_find (SlJobTable *table, guint number, SlLongInterference *interference);

G_END_DECLS
