/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What sl-filter-binding.c, sl-filter-run.c, for events and items, sl-filter-run-blocks.c, for blocks of events, and
 * sl-filter-run-tasks.c, for who runs, and sl-filter-run-raw.c, for raw fields, share. */

#include "sl-filter-columns.h"
#include "sl-filter-zone.h"

G_BEGIN_DECLS

/* Who ran on a processor: the slice that was asked for last. */
typedef struct
{
  const SlTrack *track;
  guint64 cpu;
  SlItem item;
  gboolean has_item;
} SlFilterProcessor;

struct _SlFilterBinding
{
  gatomicrefcount ref_count;
  SlFilter *filter;
  SlTrace *trace;
  SlAnnotations *annotations;
  GArray *conditions; /* of SlFilterCondition, by number of the comparison */
  GPtrArray *names;   /* display name by object number - 1; empty where no condition asks for one */
};

struct _SlFilterRun
{
  SlFilterBinding *binding;

  /* Of the binding. */
  SlFilter *filter;
  SlTrace *trace;
  SlAnnotations *annotations;
  GArray *conditions;
  GPtrArray *names;

  GArray *processors; /* of SlFilterProcessor */
  GArray *details;    /* of the record described last; NULL before the first */
  guint64 described;  /* its offset */
  guint8 **may_have;  /* by condition, where one was asked: by kind; NULL at first */
  guint8 **objects;   /* by condition, by number: what is known of it; NULL at first */
  GHashTable
      *lanes; /* what events are counted in, by condition, kind and processor; NULL at first */

  /* For blocks, each made when it is first asked for. */
  SlFilterZones *zones;
  SlFilterColumns *by_column; /* NULL as well where the filter asks for what columns do not have */
  gboolean has_by_column;     /* it was made */
  SlColumns *columns;
  SlEvent *events;
  guint8 *marks;
};

void sl_filter_run_find_processors (SlFilterRun *self);
guint32 sl_filter_run_get_running_task (SlFilterRun *self, guint number, SlTime time);
void sl_filter_run_clear_raw (SlFilterRun *self);
gboolean sl_filter_run_test_raw (SlFilterRun *self,
                                 const SlFilterCondition *condition,
                                 const SlEvent *event);
gboolean sl_filter_run_is_in_lane (SlFilterRun *self,
                                   const SlFilterCondition *condition,
                                   const SlEvent *event);
void sl_filter_run_clear_blocks (SlFilterRun *self);

G_END_DECLS
