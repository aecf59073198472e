/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The order in which the sorted runs of a file are read: which stand one after the other, which
 * have to be merged. Private to SlRecordSource. */

#include "sl-record-run-list.h"

G_BEGIN_DECLS

/* Runs that overlap more deeply than this are in an order that merging cannot mend. */
#define SL_RECORD_MAX_DEPTH 1024

/**
 * SlRecordGroup:
 * @run_lists: (element-type SlRecordRunList): one, or several whose times overlap
 * @n_records: in all run lists
 * @first_block: number of its first block in the source
 * @n_blocks: exact with one run list; else an upper bound, since records may be left out
 */
typedef struct
{
  GPtrArray *run_lists;
  guint64 n_records;
  guint64 first_block;
  guint64 n_blocks;
} SlRecordGroup;

GPtrArray *sl_record_groups_new (const SlRecordContext *context,
                                 const SlRecordRun *runs,
                                 guint n_runs,
                                 GError **error);

G_END_DECLS
