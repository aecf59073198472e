/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-lack.h"

#include <glib/gi18n-lib.h>

#include "sl-text-jobs.h"

/* (transfer full) (nullable): what @task lacks of what a bound, or its share of the processor, needs */
static char *
describe (const SlTaskTheory *task,
          SlJobTable *jobs,
          SlAnnotations *annotations,
          gboolean wants_deadline)
{
  g_autofree char *name = sl_text_object (sl_job_table_get_trace (jobs), annotations, task->object);

  if (task->task.wcet <= 0 && task->task.period <= 0)
    return g_strdup_printf (_ ("%s has neither a period nor a WCET"), name);
  if (task->task.period <= 0)
    return g_strdup_printf (_ ("%s has no period"), name);
  if (task->task.wcet <= 0)
    return g_strdup_printf (task->task.kind == SL_THEORY_SERVER ||
                                    task->task.kind == SL_THEORY_BANDWIDTH
                                ? _ ("%s has no budget")
                                : _ ("%s has no WCET"),
                            name);
  if (wants_deadline && task->task.deadline <= 0)
    return g_strdup_printf (_ ("%s has no deadline"), name);

  return NULL;
}

/* Whether the bound of @task takes figures of @other, as sl-response-time.c, sl-response-edf.c and
 * sl-server-bound.c do. */
static gboolean
is_needed (const SlSchedulability *theory, const SlTaskTheory *task, const SlTaskTheory *other)
{
  if (other == task)
    return TRUE;
  if (task->task.kind == SL_THEORY_SERVED)
    return task->server != 0 && (other->server == task->server || other->object == task->server);
  if (other->task.kind == SL_THEORY_SERVED)
    return FALSE;
  if (other->task.kind == SL_THEORY_INTERRUPT || task->task.kind == SL_THEORY_INTERRUPT)
    return other->task.kind == SL_THEORY_INTERRUPT;

  return !sl_policy_is_fixed (theory->policy) || other->task.priority >= task->task.priority;
}

static char *
list (const SlSchedulability *theory,
      SlJobTable *jobs,
      SlAnnotations *annotations,
      const SlTaskTheory *task)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < theory->tasks->len; i++)
    {
      const SlTaskTheory *other = &g_array_index (theory->tasks, SlTaskTheory, i);
      gboolean wants_deadline =
          other == task && theory->policy == SL_POLICY_EDF && other->task.kind == SL_THEORY_TASK;
      g_autofree char *lack = NULL;

      if (task != NULL
              ? !is_needed (theory, task, other)
              : other->task.kind == SL_THEORY_SERVED || sl_theory_task_has_figures (&other->task))
        continue;

      lack = describe (other, jobs, annotations, wants_deadline);
      if (lack != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", lack);
    }
  return g_string_free (text, FALSE);
}

/**
 * sl_text_lack_of_bound:
 * @annotations: (nullable): names objects as the user does
 * @task: of @theory, whose bound is %SL_BOUND_NO_FIGURES
 *
 * Returns: whose figures are missing, and which
 */
char *
sl_text_lack_of_bound (const SlSchedulability *theory,
                       SlJobTable *jobs,
                       SlAnnotations *annotations,
                       const SlTaskTheory *task)
{
  g_autofree char *lacks = list (theory, jobs, annotations, task);

  if (lacks[0] == '\0')
    return g_strdup (_ ("no bound: some of the parameters that it needs are unknown"));

  /* Translators: such as "b has no period, c has no WCET" */
  return g_strdup_printf (_ ("no bound: %s"), lacks);
}

/**
 * sl_text_lack_of_share:
 * @annotations: (nullable): names objects as the user does
 *
 * Returns: who is left out of the utilisation, and why; empty for nobody
 */
char *
sl_text_lack_of_share (const SlSchedulability *theory, SlJobTable *jobs, SlAnnotations *annotations)
{
  g_autofree char *lacks = list (theory, jobs, annotations, NULL);

  if (lacks[0] == '\0')
    return g_strdup ("");

  /* Translators: such as "b has no period, c has no WCET" */
  return g_strdup_printf (_ ("Not included in the utilisation: %s"), lacks);
}
