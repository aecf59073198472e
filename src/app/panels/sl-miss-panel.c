/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-finding-panel.h"
#include "sl-job-link.h"
#include "sl-panels.h"
#include "sl-text-jobs.h"
#include "sl-text-verdict.h"
#include "sl-time-text.h"

/* The missed deadlines, recorded and computed. */

typedef SlFindingPanel SlMissPanel;
typedef SlFindingPanelClass SlMissPanelClass;

G_DEFINE_FINAL_TYPE (SlMissPanel, sl_miss_panel, SL_TYPE_FINDING_PANEL)

static const SlTableColumn columns[SL_N_FINDING_COLUMNS] = {
  [SL_FINDING_COLUMN_TASK] = { N_ ("Task"), 20, FALSE, FALSE, 0, TRUE },
  [SL_FINDING_COLUMN_JOB] = { N_ ("Job"), 7, TRUE, FALSE },
  [SL_FINDING_COLUMN_TIME] = { N_ ("Deadline"), 17, TRUE, FALSE },
  [SL_FINDING_COLUMN_LENGTH] = { N_ ("Lateness"), 11, TRUE, FALSE },
  [SL_FINDING_COLUMN_KIND] = { N_ ("Deadline is"), 18, FALSE, FALSE, 1 },
  [SL_FINDING_COLUMN_WHY] = { N_ ("Largest cause"), 90, FALSE, TRUE },
};

static SlFindings *
find (SlJobSearch *search)
{
  return sl_findings_new (sl_job_search_get_table (search), NULL, NULL);
}

/* What took the time; and when the trace records a miss, where that is another time. */
static char *
dup_why (const SlFinding *miss)
{
  g_autofree char *reason =
      sl_text_job_reason (miss->table, miss->annotations, miss->clock, miss->number, NULL);
  g_autofree char *recorded = NULL;

  if (!sl_job_has_other_miss (miss->job))
    return g_steal_pointer (&reason);

  recorded = sl_event_text_elapsed_of (miss->document, miss->trace, miss->job->miss);
  /* Translators: what took the time of a job, and a time */
  return reason[0] != '\0' ? g_strdup_printf (_ ("%s; miss recorded at %s"), reason, recorded)
                           : g_strdup_printf (_ ("miss recorded at %s"), recorded);
}

static char *
dup_text (const SlFinding *miss, SlFindingColumn column)
{
  const SlJob *job = miss->job;
  gint64 lateness;

  switch (column)
    {
    case SL_FINDING_COLUMN_TIME:
      return sl_event_text_elapsed_of (miss->document, miss->trace, job->deadline);
    case SL_FINDING_COLUMN_LENGTH:
      return sl_job_get_lateness (job, &lateness)
                 ? sl_event_text_signed_duration (miss->document, miss->trace, job->eligible,
                                                  lateness)
                 : g_strdup (job->flags & SL_JOB_ABORTED ? _ ("aborted") : _ ("not finished"));
    case SL_FINDING_COLUMN_KIND:
      return g_strdup (sl_text_deadline_from (job));
    case SL_FINDING_COLUMN_TASK:
    case SL_FINDING_COLUMN_JOB:
    case SL_FINDING_COLUMN_WHY:
    case SL_N_FINDING_COLUMNS:
    default:
      return dup_why (miss);
    }
}

static char *
dup_name (const SlFinding *miss)
{
  return sl_text_job_miss (miss->table, miss->annotations, miss->clock, miss->number);
}

static void
go_to (const SlFinding *miss)
{
  sl_job_link_go_to_miss (miss->document, (SlJobRef) { miss->trace, miss->number });
}

static void
sl_miss_panel_class_init (SlMissPanelClass *klass)
{
  klass->title = N_ ("Missed deadlines");
  klass->name = "misses";
  klass->columns = columns;
  klass->find = find;
  klass->dup_text = dup_text;
  klass->dup_name = dup_name;
  klass->go_to = go_to;
}

static void
sl_miss_panel_init (SlMissPanel *self)
{
}

/**
 * sl_miss_panel_count:
 *
 * Returns: how many missed deadlines the traces of @document have, as far as they are found
 */
guint
sl_miss_panel_count (SlDocument *document)
{
  return sl_finding_panel_count (document, find);
}
