/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which lanes are shown, in what order, under which headings and how high. */

#include "sl-row-stock.h"
#include "sl-trace-set.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

typedef enum
{
  SL_GROUP_PINNED,
  SL_GROUP_OWN,  /* a group that the user made: a heading for each */
  SL_GROUP_CPUS, /* has no heading of its own */
  SL_GROUP_TASKS,
  SL_GROUP_JOBLESS, /* tasks that never had a job, where they are set apart */
  SL_GROUP_KERNEL,  /* threads of the kernel that never had a job, in the same way */
  SL_GROUP_SERVERS,
  SL_GROUP_LOCKS,
  SL_GROUP_JOBLESS_LOCKS, /* those that only tasks without jobs use, in the same way */
  SL_GROUP_INTERRUPTS,
  SL_GROUP_MARKS,
  SL_GROUP_AGENT, /* cycles of one of several processors on a bus: a group for each */
  SL_GROUP_BUS,
  SL_GROUP_TRACE, /* all of one trace of several: has a heading and no rows */
  SL_N_GROUPS,
} SlRowGroup;

/**
 * SlRow:
 * @key: names the row in view states: the lane's name ("task:296"), with "/interrupts", "/cli",
 *   "/real-mode", "/queue", "/frequency" for parts and "N:" before it for traces after the first; a heading's is the
 *   group's id in the same way, that of a whole trace "trace:N". Kept by the set of the rows, see sl_trace_set_get_keys()
 * @lane: (trace, lane) in the set of the rows; of headings only the trace means something
 * @object: number of the lane's object, 0 for none
 * @title: display name. Kept by the rows or their set
 * @figure: (nullable): a word or number at the right of the header. Kept in the same way
 * @stock: (nullable): what is the same in every view; %NULL of headings. Kept by the set of the rows
 * @colour: rank for %SL_PAINT_OBJECT; -1 for rows whose boxes have other colours
 * @y: top, in pixels below the top of the first row
 * @height: in pixels
 * @gap: pixels that are left free above @y, with a line; 0 for none
 * @levels: tracks on top of each other (nested interrupts, waiters), at least 1
 * @place: in a textbook picture: from the most urgent task on, from 1; else 0
 * @side: 'A' or 'B' where its trace is compared with another one; else 0
 * @own: of %SL_GROUP_OWN, the name of the group, which is kept for ever
 * @own_place: of %SL_GROUP_OWN, by which such groups are in order
 * @agent: of %SL_GROUP_AGENT, the number of the processor
 * @host: number of the trace under whose heading it stands: its own, or that of the row of A beside
 *   which this row of B stands
 * @cpu: in a textbook picture of several processors: the object of the one whose part the row is in; 0 for
 *   none
 * @rank: the less, the higher it is among the rows of its group where the view sorts them; else 0; see sl_row_sort_rank()
 * @migrates: the row's task ran on other processors than @cpu too
 * @period: in a textbook picture: mean ticks between the task's releases; 0 where not known
 * @level: of the task where tasks are grouped, see sl_row_levels_find(); of the heading of a process its number;
 *   else -1
 * @has_strips: of a processor: its interrupts are strips above its boxes
 * @is_thin: nothing happens in it in sight, and it is but a line
 * @first_folded: of a heading, the first of the rows that are folded below it; see sl_rows_get_folded()
 * @n_folded: how many these are
 * @matches: the filter matches something of this row; TRUE without a filter
 */
typedef struct
{
  SlRowPart part;
  SlRowGroup group;
  SlLaneType lane_type;
  SlLaneRef lane;
  const char *key;
  guint32 object;
  const char *title;
  const char *figure;
  const SlStockRow *stock;
  int colour;
  int y;
  int height;
  int gap;
  guint levels;
  guint place;
  char side;
  guint16 agent;
  const char *own;
  guint own_place;
  guint host;
  guint32 cpu;
  gint64 period;
  int level;
  double rank;
  gboolean migrates;
  gboolean matches;
  gboolean pinned;
  gboolean is_selected; /* to do one thing with all rows that are */
  gboolean has_strips;
  gboolean is_thin;
  gboolean collapsed; /* headings only */
  guint first_folded;
  guint n_folded;
} SlRow;

/**
 * SlFoldedRow:
 * @key, @lane, @part, @object: as of an #SlRow
 * @hits: from the first to the last of the filter's hits in the row, in ticks of its trace; empty for none
 *
 * A row that is not shown since it is below a collapsed heading.
 */
typedef struct
{
  const char *key;
  SlLaneRef lane;
  SlRowPart part;
  guint32 object;
  SlSpan hits;
} SlFoldedRow;

/* Of sl-job-table.h and sl-event-hits.h, which only those need who look into them. */
typedef struct _SlJobTable SlJobTable;
typedef struct _SlEventHits SlEventHits;

/**
 * SlRowFindings:
 * @tables: (nullable) (element-type SlJobTable): by number of the trace in the set; may be shorter,
 *   and its elements may be %NULL or of an earlier generation of the trace
 * @hits: (nullable) (element-type SlEventHits): in the same way, where the events are that the state's
 *   filter asks for; where they are not known, a row stays if its events may match
 * @filters: (nullable) (element-type SlFilterBinding): of sl_rows_bind_filter(); %NULL to bind it
 * @sets_apart: in the compact look, tasks that never had a job are a group of their own that is
 *   collapsed by default; see sl_row_apart_put()
 * @whole_jobs: (nullable): where the first trace is only the beginning of one, jobs of all of that one: by them tasks are
 *   set apart, so that no row moves as more of the trace is shown
 *
 * What is known of the traces while rows are made.
 */
typedef struct
{
  GPtrArray *tables;
  GPtrArray *hits;
  GPtrArray *filters;
  gboolean sets_apart;
  SlJobTable *whole_jobs;
} SlRowFindings;

/* Immutable, shared by count. */
#define SL_TYPE_ROWS (sl_rows_get_type ())
typedef struct _SlRows SlRows;
GType sl_rows_get_type (void);

SlRows *sl_rows_new (SlTraceSet *set, SlViewState *state, double font_scale);
SlRows *
sl_rows_new_with_jobs (SlTraceSet *set, SlViewState *state, double font_scale, GPtrArray *tables);
SlRows *sl_rows_new_with_findings (SlTraceSet *set,
                                   SlViewState *state,
                                   double font_scale,
                                   const SlRowFindings *findings);
GPtrArray *sl_rows_bind_filter (SlTraceSet *set, const SlViewState *state, GPtrArray *last);
gboolean sl_rows_depend_on (SlTraceSet *set, SlViewState *one, SlViewState *other);
SlRows *sl_rows_ref (SlRows *self);
void sl_rows_unref (SlRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlRows, sl_rows_unref)

guint sl_rows_get_count (const SlRows *self);
const SlRow *sl_rows_get (const SlRows *self, guint number);
const char *sl_rows_get_part_key (const SlRows *self, guint number, SlRowPart part);
int sl_rows_get_height (const SlRows *self);
double sl_rows_get_font_scale (const SlRows *self);
guint sl_rows_get_n_hidden (const SlRows *self);
const SlSpan *sl_rows_get_breaks (const SlRows *self, guint *n_breaks);
gboolean sl_rows_find (const SlRows *self, const char *key, guint *number);
gboolean sl_rows_find_object (const SlRows *self, guint trace, guint32 object, guint *number);
const SlFoldedRow *sl_rows_get_folded (const SlRows *self, guint heading, guint *n_folded);
const SlFoldedRow *sl_rows_find_folded (const SlRows *self, guint trace, guint32 object);
SlViewState *
sl_rows_unfold (const SlRows *self, SlViewState *state, const char *key) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_rows_at (const SlRows *self, int y, guint *number);
const SlLane *sl_rows_get_lane (const SlRows *self, guint number);
SlTraceSet *sl_rows_get_set (const SlRows *self);
int sl_rows_get_colour (const SlRows *self, guint trace, guint32 object);
SlFilterBinding *sl_rows_get_filter (const SlRows *self, guint trace);
SlEventHits *sl_rows_get_hits (const SlRows *self, guint trace);
SlJobTable *sl_rows_get_jobs (const SlRows *self, guint trace);
SlViewState *sl_rows_show_processor (SlTraceSet *set,
                                     SlViewState *state,
                                     guint64 number,
                                     gboolean *found) G_GNUC_WARN_UNUSED_RESULT;
SlViewState *sl_rows_move (const SlRows *self, SlViewState *state, const char *row, int by);

char *sl_row_group_dup_key (SlRowGroup group, guint trace) G_GNUC_WARN_UNUSED_RESULT;
gboolean sl_row_group_is_apart (SlRowGroup group);
gboolean sl_row_group_is_on_top (SlRowGroup group);
SlNameSet sl_row_group_get_fold_set (SlRowGroup group, gboolean *collapses);
SlViewState *
sl_row_group_unfold (SlRowGroup group, guint trace, SlViewState *state) G_GNUC_WARN_UNUSED_RESULT;

/* Stepping through what a row holds, shown or not. */
gboolean
sl_rows_step (const SlRows *self, guint row, const SlTarget *from, int direction, SlTarget *target);
gboolean sl_rows_first_in (const SlRows *self, guint row, SlSpan visible, SlTarget *target);
gboolean sl_rows_find_nearest (const SlRows *self, guint row, SlTime time, SlTarget *target);
gboolean sl_rows_get_item (const SlRows *self, const SlTarget *target, SlItem *item);
guint64 sl_rows_count_items (const SlRows *self, const SlTarget *target);
gboolean sl_rows_get_span (const SlRows *self, const SlTarget *target, SlSpan *span);

G_END_DECLS
