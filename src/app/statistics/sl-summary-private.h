/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the summary of a trace share: its lines (sl-summary-line.c), and what fills them
 * for tasks (sl-summary-tasks.c), for findings (sl-summary-findings.c), for bus cycles and branches
 * (sl-summary-counts.c), for code that is missing (sl-summary-code.c) and for the key (sl-summary-key.c). */

#include <gtk/gtk.h>

#include "sl-bus-statistics.h"
#include "sl-document.h"
#include "sl-legend.h"
#include "sl-missing-code.h"
#include "sl-trace-summary.h"

G_BEGIN_DECLS

/* Where a line leads. */
typedef enum
{
  SL_SUMMARY_NOWHERE,
  SL_SUMMARY_PAGE,  /* only the page below the timeline */
  SL_SUMMARY_JOB,   /* @number in the table of jobs */
  SL_SUMMARY_MISS,  /* the same, at its deadline */
  SL_SUMMARY_SLICE, /* what @object did at the begin of @span */
  SL_SUMMARY_ROW,   /* of @object, or with @row */
  SL_SUMMARY_EVENT, /* @number */
  SL_SUMMARY_GAP,   /* the next one */
  SL_SUMMARY_SPAN,  /* @span is shown */
} SlSummaryGoal;

/**
 * SlSummaryPlace:
 * @trace: number in the document's set
 * @span: in ticks of that trace
 * @row: (nullable): key of a row of @document
 * @page: (nullable): name of the page below the timeline that is shown as well; a literal
 */
typedef struct
{
  SlSummaryGoal goal;
  SlDocument *document;
  guint trace;
  guint64 number;
  guint32 object;
  SlSpan span;
  const char *row;
  const char *page;
} SlSummaryPlace;

GtkBox *sl_summary_add_section (GtkBox *box, const char *title);
GtkWidget *sl_summary_sign_new (SlLegendSign sign, SlStyle style);
GtkWidget *sl_summary_label_new (const char *text, gboolean is_figure);
GtkWidget *sl_summary_line_new (const SlSummaryPlace *place, GtkWidget *content, const char *name);

void sl_summary_add_tasks (GtkBox *box,
                           SlDocument *document,
                           guint trace,
                           const SlTraceSummary *summary);
void sl_summary_add_findings (GtkBox *box,
                              SlDocument *document,
                              guint trace,
                              const SlTraceSummary *summary);
void sl_summary_add_bus (GtkBox *box,
                         SlDocument *document,
                         guint trace,
                         const SlBusStatistics *statistics);
void sl_summary_add_branches (GtkBox *box, SlDocument *document, guint trace);
void
sl_summary_add_code (GtkBox *box, SlDocument *document, guint trace, const SlMissingCode *missing);
void sl_summary_add_key (GtkBox *box, SlDocument *document);

G_END_DECLS
