/* SPDX-License-Identifier: GPL-3.0-or-later */

/* By how much the two jobs of a pair differ, on the axis of both traces. */

#include "sl-job-compare-private.h"

/**
 * sl_difference_get_id:
 *
 * Returns: (transfer none): the command line's word
 */
const char *
sl_difference_get_id (SlDifference difference)
{
  static const char *const ids[] = { "release", "start", "finish", "response", "lateness" };

  g_return_val_if_fail ((guint) difference < G_N_ELEMENTS (ids), ids[0]);

  return ids[difference];
}

/* An instant of a job on the axis. */
static gboolean
get_time (const SlJobCompare *self, guint side, SlTime time, SlTime *on_axis)
{
  if (time == SL_JOB_NEVER)
    return FALSE;

  *on_axis = sl_trace_set_to_reference (self->set, self->sides[side].trace, time);
  return TRUE;
}

/* From one instant of a job to another, as the axis counts it. */
static gboolean
get_length (const SlJobCompare *self, guint side, SlTime from, SlTime to, gint64 *ticks)
{
  SlTime begin, end;

  if (!get_time (self, side, from, &begin) || !get_time (self, side, to, &end))
    return FALSE;

  *ticks = sl_time_subtract (end, begin);
  return TRUE;
}

static gboolean
get_figure (const SlJobCompare *self,
            guint side,
            const SlJob *job,
            SlDifference difference,
            gint64 *ticks)
{
  switch (difference)
    {
    case SL_DIFFERENCE_RELEASE:
      return get_time (self, side, job->release, ticks);
    case SL_DIFFERENCE_START:
      return get_time (self, side, job->start, ticks);
    case SL_DIFFERENCE_FINISH:
      return get_time (self, side, sl_job_get_finish (job), ticks);
    case SL_DIFFERENCE_RESPONSE:
      return get_length (self, side, sl_job_get_arrival (job), sl_job_get_finish (job), ticks);
    case SL_DIFFERENCE_LATENESS:
      return get_length (self, side, job->deadline, sl_job_get_finish (job), ticks);
    case SL_N_DIFFERENCES:
    default:
      return FALSE;
    }
}

/**
 * sl_job_compare_get_response:
 * @pair: below the number of pairs
 * @side: %SL_SIDE_A or %SL_SIDE_B
 * @response: (out): ticks of the axis from release to finish
 *
 * Returns: whether that side has the job and knows both
 */
gboolean
sl_job_compare_get_response (const SlJobCompare *self, guint pair, guint side, gint64 *response)
{
  const SlJob *job = sl_job_compare_get_job (self, pair, side);

  return job != NULL && get_figure (self, side, job, SL_DIFFERENCE_RESPONSE, response);
}

/**
 * sl_job_compare_get_difference:
 * @pair: below the number of pairs
 * @ticks: (out): B less A: above zero where B is later, or takes longer
 *
 * Returns: whether both sides have the job and know it
 */
gboolean
sl_job_compare_get_difference (const SlJobCompare *self,
                               guint pair,
                               SlDifference difference,
                               gint64 *ticks)
{
  gint64 figures[SL_N_SIDES];

  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      const SlJob *job = sl_job_compare_get_job (self, pair, side);

      if (job == NULL || !get_figure (self, side, job, difference, &figures[side]))
        return FALSE;
    }

  *ticks = sl_time_subtract (figures[SL_SIDE_B], figures[SL_SIDE_A]);
  return TRUE;
}
