/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A comparison of two traces as "compare" prints it: what the table and the JSON share, and the JSON. */

#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-cli-writer.h"
#include "sl-job-compare.h"

G_BEGIN_DECLS

/**
 * SlCompare:
 * @set: the two traces, A and B
 * @names: of the objects of either
 */
typedef struct
{
  const SlCliTraces *set;
  SlJobCompare *found;
  SlCliNames *names[SL_N_SIDES];
} SlCompare;

const char *sl_compare_get_task (const SlCompare *self, const SlTaskCompare *task, guint side);
guint sl_compare_count_jobs (const SlTaskCompare *task, guint side);
char *sl_compare_dup_release (const SlCompare *self,
                              guint side,
                              const SlJob *job) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_compare_print_json (const SlCompare *self, SlCliWriter *writer, GError **error);

G_END_DECLS
