/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-excess.h"

#include <glib/gi18n-lib.h>

#include "sl-text-cause.h"
#include "sl-time-text.h"

/* @annotations: (nullable): names objects as the user does; %NULL for references such as task:296
 *
 * Returns: what of the bound's assumptions the trace does not keep */
static char *
describe_excess (SlJobTable *jobs,
                 SlAnnotations *annotations,
                 const SlClock *clock,
                 const SlExcess *excess)
{
  g_autofree char *name =
      sl_text_object (sl_job_table_get_trace (jobs), annotations, excess->object);
  g_autofree char *measured = sl_time_text_duration (clock, (SlSpan) { 0, excess->measured });
  g_autofree char *allowed = sl_time_text_duration (clock, (SlSpan) { 0, excess->allowed });

  switch (excess->kind)
    {
    case SL_EXCESS_WCET:
      return g_strdup_printf (_ ("a job of %s executed for %s, but its WCET is %s"), name, measured,
                              allowed);
    case SL_EXCESS_RELEASE:
      return g_strdup_printf (
          _ ("%s was released %s after its previous release; by its period and jitter at least "
             "%s must pass"),
          name, measured, allowed);
    case SL_EXCESS_RELEASE_LATENCY:
      /* Translators: a task, a duration */
      return g_strdup_printf (
          _ ("the job of %s was released %s after it was due; the bound counts from the release"),
          name, measured);
    case SL_EXCESS_BLOCKING:
      return g_strdup_printf (
          _ ("less urgent tasks kept the job from running for %s; the bound allows for %s"),
          measured, allowed);
    case SL_EXCESS_INTERRUPTS:
      return g_strdup_printf (
          _ ("interrupts that are not in the task model took %s of the job’s time"), measured);
    case SL_EXCESS_SUSPENDED:
      return g_strdup_printf (_ ("the job slept for %s, which the bound does not account for"),
                              measured);
    case SL_EXCESS_THROTTLED:
      return g_strdup_printf (_ ("the job was throttled for %s, which the bound does not account "
                                 "for"),
                              measured);
    case SL_EXCESS_DISPATCH:
      /* Translators: a duration */
      return g_strdup_printf (_ ("scheduling latency took %s of the job’s time, which the bound "
                                 "does not account for"),
                              measured);
    case SL_EXCESS_NOT_RECORDED:
      return g_strdup_printf (_ ("%s of the job’s time was not recorded"), measured);
    case SL_EXCESS_UNEXPLAINED:
    case SL_N_EXCESS_KINDS:
    default:
      return g_strdup (
          _ ("no parameter is exceeded: the system did not follow the assumed policy and protocol, "
             "or kernel overhead was not modelled"));
    }
}

/**
 * sl_text_theory_excess:
 * @theory: a task that exceeds its bound
 * @annotations: (nullable): as in describe_excess()
 *
 * Returns: one line: by how much, and why
 */
char *
sl_text_theory_excess (SlJobTable *jobs,
                       SlAnnotations *annotations,
                       const SlClock *clock,
                       const SlTaskTheory *theory)
{
  g_autofree char *name =
      sl_text_object (sl_job_table_get_trace (jobs), annotations, theory->object);
  g_autofree char *measured = sl_time_text_duration (clock, (SlSpan) { 0, theory->measured });
  g_autofree char *bound = sl_time_text_duration (clock, (SlSpan) { 0, theory->response.ticks });
  GString *text = g_string_new (NULL);

  /* Translators: a task, its longest response, its bound, what follows are reasons */
  g_string_printf (text, _ ("%s took %s, above its bound of %s: "), name, measured, bound);
  for (guint i = 0; i < theory->excesses->len; i++)
    {
      g_autofree char *why = describe_excess (jobs, annotations, clock,
                                              &g_array_index (theory->excesses, SlExcess, i));

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", why);
    }

  return g_string_free (text, FALSE);
}
