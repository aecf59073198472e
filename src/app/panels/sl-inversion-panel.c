/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-finding-panel.h"
#include "sl-job-link.h"
#include "sl-panels.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

/* The priority inversions. */

typedef SlFindingPanel SlInversionPanel;
typedef SlFindingPanelClass SlInversionPanelClass;

G_DEFINE_FINAL_TYPE (SlInversionPanel, sl_inversion_panel, SL_TYPE_FINDING_PANEL)

static const SlTableColumn columns[SL_N_FINDING_COLUMNS] = {
  [SL_FINDING_COLUMN_TASK] = { N_ ("Task"), 20, FALSE, FALSE, 0, TRUE },
  [SL_FINDING_COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [SL_FINDING_COLUMN_TIME] = { N_ ("Since"), 17, TRUE, FALSE },
  [SL_FINDING_COLUMN_LENGTH] = { N_ ("Waited"), 11, TRUE, FALSE },
  [SL_FINDING_COLUMN_KIND] = { N_ ("Inversion is"), 18, FALSE, FALSE, 1 },
  [SL_FINDING_COLUMN_WHY] = { N_ ("Who held what"), 90, FALSE, TRUE },
};

static SlFindings *
find (SlJobSearch *search)
{
  GArray *inversions = sl_job_search_get_inversions (search);

  return inversions != NULL ? sl_findings_new (sl_job_search_get_table (search), inversions, NULL)
                            : NULL;
}

static char *
dup_text (const SlFinding *finding, SlFindingColumn column)
{
  const SlInversion *inversion = finding->inversion;

  switch (column)
    {
    case SL_FINDING_COLUMN_TIME:
      return sl_event_text_elapsed_of (finding->document, finding->trace, inversion->span.begin);
    case SL_FINDING_COLUMN_LENGTH:
      return sl_event_text_duration (finding->document, finding->trace, inversion->span);
    case SL_FINDING_COLUMN_KIND:
      return g_strdup (inversion->intruder == 0 ? _ ("bounded") : _ ("unbounded"));
    case SL_FINDING_COLUMN_TASK:
    case SL_FINDING_COLUMN_JOB:
    case SL_FINDING_COLUMN_WHY:
    case SL_N_FINDING_COLUMNS:
    default:
      return sl_text_inversion_chain (sl_job_table_get_trace (finding->table), finding->annotations,
                                      finding->clock, inversion);
    }
}

static char *
dup_name (const SlFinding *finding)
{
  return sl_text_inversion (finding->table, finding->annotations, finding->clock,
                            finding->inversion);
}

static gboolean
is_unbounded (const SlFinding *finding)
{
  return finding->inversion->intruder != 0;
}

static void
go_to (const SlFinding *finding)
{
  sl_job_link_go_to_slice (finding->document, finding->trace, finding->inversion->task,
                           finding->inversion->span);
}

static void
sl_inversion_panel_class_init (SlInversionPanelClass *klass)
{
  klass->title = N_ ("Priority inversions");
  klass->name = "inversions";
  klass->columns = columns;
  klass->find = find;
  klass->dup_text = dup_text;
  klass->dup_name = dup_name;
  klass->is_striking = is_unbounded;
  klass->go_to = go_to;
}

static void
sl_inversion_panel_init (SlInversionPanel *self)
{
}

/**
 * sl_inversion_panel_count:
 *
 * Returns: how many priority inversions the traces of @document have, as far as they are found
 */
guint
sl_inversion_panel_count (SlDocument *document)
{
  return sl_finding_panel_count (document, find);
}
