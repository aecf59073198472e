/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"
#include "sl-findings.h"
#include "sl-table.h"

G_BEGIN_DECLS

typedef enum
{
  SL_FINDING_COLUMN_TASK,
  SL_FINDING_COLUMN_JOB,
  SL_FINDING_COLUMN_TIME,
  SL_FINDING_COLUMN_LENGTH,
  SL_FINDING_COLUMN_KIND,
  SL_FINDING_COLUMN_WHY,
  SL_N_FINDING_COLUMNS,
} SlFindingColumn;

/**
 * SlFinding:
 * @trace: number in the document's set
 * @number: place of its job in @table; %G_MAXUINT where it is in none
 * @job: (nullable): the same job
 * @inversion: (nullable): what was found, unless it is the job itself
 *
 * What a line of a list of findings is about.
 */
typedef struct
{
  SlDocument *document;
  guint trace;
  SlAnnotations *annotations;
  SlClock *clock;
  SlJobTable *table;
  guint number;
  const SlJob *job;
  const SlInversion *inversion;
} SlFinding;

/**
 * SlFindingPanelClass:
 * @title: accessible name of the table, to be translated
 * @name: proposed for a file of them, without a suffix
 * @columns: #SL_N_FINDING_COLUMNS of them
 * @find: what was found in a trace whose jobs are known; %NULL where it is still looked for.
 *   Returns (transfer full)
 * @dup_text: what a cell says, but for those of task and job, which are the same for all. Returns (transfer full)
 * @dup_name: what a screen reader says of the line. Returns (transfer full)
 * @is_striking: (nullable): whether the line's kind stands out
 * @go_to: shows it in the timeline
 */
struct _SlFindingPanelClass
{
  SlDocumentWidgetClass parent_class;

  const char *title;
  const char *name;
  const SlTableColumn *columns;
  SlFindings *(*find) (SlJobSearch *search);
  char *(*dup_text) (const SlFinding *finding, SlFindingColumn column);
  char *(*dup_name) (const SlFinding *finding);
  gboolean (*is_striking) (const SlFinding *finding);
  void (*go_to) (const SlFinding *finding);
};

#define SL_TYPE_FINDING_PANEL (sl_finding_panel_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlFindingPanel, sl_finding_panel, SL, FINDING_PANEL, SlDocumentWidget)

guint sl_finding_panel_count (SlDocument *document, SlFindings *(*find) (SlJobSearch *search));

G_END_DECLS
