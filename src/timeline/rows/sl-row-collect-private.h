/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Finding the rows of a trace set, and putting them in order. */

#include "sl-event-hits.h"
#include "sl-filter.h"
#include "sl-job-table.h"
#include "sl-row-sides.h"
#include "sl-rows.h"

G_BEGIN_DECLS

#define SL_ROW_HEADING_HEIGHT 20

/* Of a row in which nothing happens in sight. */
#define SL_ROW_THIN_HEIGHT 7

/* Of a processor with strips of interrupts. */
#define SL_ROW_STRIPS_HEIGHT 50

/* Above a row that the user set apart from the one before. */
#define SL_ROW_SEPARATOR_HEIGHT 10

/* Of the heading of a folded process, which stands for its threads. */
#define SL_ROW_PROCESS_HEIGHT 30

/* Of rows in the textbook look, and of the axis under them. */
#define SL_TEXTBOOK_PITCH       82
#define SL_TEXTBOOK_AXIS_HEIGHT 44

/* Of the heading of a processor's part. */
#define SL_TEXTBOOK_HEADING_HEIGHT 34

/* Above a budget, for its server's deadlines. */
#define SL_TEXTBOOK_ARCS 22

char *sl_row_group_dup_trace_key (guint trace) G_GNUC_WARN_UNUSED_RESULT;
const char *sl_row_group_get_title (SlRowGroup group);
SlRowGroup sl_row_group_find (SlLaneType type);
const char *sl_row_get_family (const SlLane *lane, const SlObject *object, SlRowPart part);
GArray *sl_rows_collect (const SlRows *rows, SlViewState *state, double scale, guint *n_hidden);
void sl_rows_take (SlRows *self, SlRow row);
void sl_rows_take_folded (SlRows *self, const SlViewState *state, const SlRow *row);
typedef GArray *(*SlTimesFunc) (gpointer user_data);
const GArray *
sl_rows_keep_times (SlRows *self, guint heading, SlTimesFunc make, gpointer user_data);
const char *sl_rows_take_text (SlRows *self, char *text);
void
sl_rows_lay_out (SlRows *self, SlRowSides *sides, SlViewState *state, double scale, GArray *found);
gboolean sl_rows_are_close (SlTraceSet *set, guint trace, SlSpan visible);
gboolean
sl_rows_are_quiet_alike (SlTraceSet *set, const SlViewState *state, SlSpan one, SlSpan other);
GArray *sl_rows_choose_textbook (const SlRows *rows, GArray *found, double scale);
const SlTaskRule *sl_row_get_rule (const SlRows *rows, const SlRow *row);
gint64 sl_row_get_reference_length (const SlRows *rows, const SlRow *row, gint64 ticks);
gboolean sl_row_has_deadlines (const SlRows *rows, const SlRow *row);
const char *sl_row_get_model_name (const SlRows *rows, const SlRow *row);
const char *sl_row_get_lock_name (const SlRows *rows, guint trace, guint32 lock);
gboolean sl_row_is_idle_task (const SlRow *row);

G_END_DECLS
