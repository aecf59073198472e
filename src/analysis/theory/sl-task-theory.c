/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Why a response is above its bound: what of the bound's assumptions the trace does not keep. */
#include "sl-schedulability-private.h"

#include "sl-job-splitter.h"

static void
add (SlTaskTheory *self, SlExcessKind kind, guint32 object, gint64 measured, gint64 allowed)
{
  const SlExcess excess = { kind, object, measured, allowed };

  g_array_append_val (self->excesses, excess);
}

/* Whether what @other does counts for @self: by its urgency, or by the locks that it holds. */
static gboolean
counts_for (const SlTaskTheory *self,
            const SlTaskTheory *other,
            guint number,
            const SlTheoryInput *input,
            const SlSchedulability *result)
{
  if (!sl_policy_is_fixed (result->policy) || other->task.priority >= self->task.priority)
    return TRUE;
  for (guint i = 0; i < input->sections->len; i++)
    if (g_array_index (input->sections, SlTheorySection, i).task == number)
      return TRUE;

  return FALSE;
}

static void
compare_parameters (SlTaskTheory *self, const SlTheoryInput *input, const SlSchedulability *result)
{
  for (guint i = 0; i < input->measured->len; i++)
    {
      const SlJobStatistics *measured = &g_array_index (input->measured, SlJobStatistics, i);
      const SlTaskTheory *other = &g_array_index (result->tasks, SlTaskTheory, i);
      gint64 least = MAX (0, other->task.period - other->task.jitter);

      if (!counts_for (self, other, i, input, result))
        continue;
      if (measured->n_overruns > 0 && measured->execution.count > 0 &&
          measured->execution.max > other->task.wcet)
        add (self, SL_EXCESS_WCET, other->object, measured->execution.max, other->task.wcet);
      if (measured->interarrival.count > 0 && measured->interarrival.min < least)
        add (self, SL_EXCESS_RELEASE, other->object, measured->interarrival.min, least);
    }
}

static gboolean
has_interrupts (const SlSchedulability *result)
{
  for (guint i = 0; i < result->tasks->len; i++)
    if (g_array_index (result->tasks, SlTaskTheory, i).task.kind == SL_THEORY_INTERRUPT)
      return TRUE;

  return FALSE;
}

/* What the job's time went into that the bound leaves out. */
static void
compare_parts (SlTaskTheory *self, const SlTheoryInput *input, const SlSchedulability *result)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (input->jobs, self->job);
  gint64 sums[SL_N_CAUSES] = { 0 };

  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      sums[part->cause] += part->ticks;
    }

  if (sums[SL_CAUSE_RELEASE_LATENCY] > 0)
    add (self, SL_EXCESS_RELEASE_LATENCY, self->object, sums[SL_CAUSE_RELEASE_LATENCY], 0);
  if (sums[SL_CAUSE_BLOCKED] > self->blocking.ticks && self->task.kind != SL_THEORY_SERVED)
    add (self, SL_EXCESS_BLOCKING, self->object, sums[SL_CAUSE_BLOCKED], self->blocking.ticks);
  if (sums[SL_CAUSE_INTERRUPT] > 0 && !has_interrupts (result))
    add (self, SL_EXCESS_INTERRUPTS, 0, sums[SL_CAUSE_INTERRUPT], 0);
  if (sums[SL_CAUSE_SUSPENDED] > 0)
    add (self, SL_EXCESS_SUSPENDED, self->object, sums[SL_CAUSE_SUSPENDED], 0);
  if (sums[SL_CAUSE_THROTTLED] > 0 && self->task.kind != SL_THEORY_SERVED)
    add (self, SL_EXCESS_THROTTLED, self->object, sums[SL_CAUSE_THROTTLED], 0);
  if (sums[SL_CAUSE_WAKING] + sums[SL_CAUSE_DISPATCH] > 0)
    add (self, SL_EXCESS_DISPATCH, self->object, sums[SL_CAUSE_WAKING] + sums[SL_CAUSE_DISPATCH],
         0);
  if (sums[SL_CAUSE_NOT_RECORDED] > 0)
    add (self, SL_EXCESS_NOT_RECORDED, 0, sums[SL_CAUSE_NOT_RECORDED], 0);
}

/**
 * sl_task_theory_explain:
 * @self: exceeds its bound
 */
void
sl_task_theory_explain (SlTaskTheory *self,
                        const SlTheoryInput *input,
                        const SlSchedulability *result)
{
  compare_parameters (self, input, result);
  compare_parts (self, input, result);
  if (self->excesses->len == 0)
    add (self, SL_EXCESS_UNEXPLAINED, 0, self->measured, self->response.ticks);
}
