/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-finding-panel.h"
#include "sl-job-link.h"
#include "sl-panels.h"
#include "sl-text-overrun.h"
#include "sl-time-text.h"

/* The jobs that executed for longer than their WCET. */

typedef SlFindingPanel SlOverrunPanel;
typedef SlFindingPanelClass SlOverrunPanelClass;

G_DEFINE_FINAL_TYPE (SlOverrunPanel, sl_overrun_panel, SL_TYPE_FINDING_PANEL)

static const SlTableColumn columns[SL_N_FINDING_COLUMNS] = {
  [SL_FINDING_COLUMN_TASK] = { N_ ("Task"), 20, FALSE, FALSE, 0, TRUE },
  [SL_FINDING_COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [SL_FINDING_COLUMN_TIME] = { N_ ("Start"), 17, TRUE, FALSE },
  [SL_FINDING_COLUMN_LENGTH] = { N_ ("Beyond its WCET"), 11, TRUE, FALSE },
  [SL_FINDING_COLUMN_KIND] = { N_ ("Overrun is"), 18, FALSE, FALSE, 1 },
  [SL_FINDING_COLUMN_WHY] = { N_ ("Execution"), 90, FALSE, TRUE },
};

static SlFindings *
find (SlJobSearch *search)
{
  GArray *overruns = sl_job_search_get_overruns (search);

  return overruns != NULL ? sl_findings_new (sl_job_search_get_table (search), NULL, overruns)
                          : NULL;
}

static char *
dup_text (const SlFinding *overrun, SlFindingColumn column)
{
  const SlJob *job = overrun->job;

  switch (column)
    {
    case SL_FINDING_COLUMN_TIME:
      return sl_event_text_elapsed_of (overrun->document, overrun->trace,
                                       job->start != SL_JOB_NEVER ? job->start : job->eligible);
    case SL_FINDING_COLUMN_LENGTH:
      return sl_text_overrun_excess (overrun->table, overrun->clock, overrun->number);
    case SL_FINDING_COLUMN_KIND:
      return g_strdup ((job->flags & SL_JOB_WCET_RECORDED) != 0 ? _ ("recorded") : _ ("computed"));
    case SL_FINDING_COLUMN_TASK:
    case SL_FINDING_COLUMN_JOB:
    case SL_FINDING_COLUMN_WHY:
    case SL_N_FINDING_COLUMNS:
    default:
      return sl_text_overrun_why (overrun->table, overrun->clock, overrun->number);
    }
}

static char *
dup_name (const SlFinding *overrun)
{
  return sl_text_overrun (overrun->table, overrun->annotations, overrun->clock, overrun->number);
}

static void
go_to (const SlFinding *overrun)
{
  sl_job_link_go_to (overrun->document, (SlJobRef) { overrun->trace, overrun->number });
}

static void
sl_overrun_panel_class_init (SlOverrunPanelClass *klass)
{
  klass->title = N_ ("WCET overruns");
  klass->name = "overruns";
  klass->columns = columns;
  klass->find = find;
  klass->dup_text = dup_text;
  klass->dup_name = dup_name;
  klass->go_to = go_to;
}

static void
sl_overrun_panel_init (SlOverrunPanel *self)
{
}

/**
 * sl_overrun_panel_count:
 *
 * Returns: how many WCET overruns the traces of @document have, as far as they are found
 */
guint
sl_overrun_panel_count (SlDocument *document)
{
  return sl_finding_panel_count (document, find);
}
