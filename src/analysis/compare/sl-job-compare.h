/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Two traces beside each other: which jobs are the same in both, and how they differ.
 *
 * Tasks are matched as sl-task-match.h tells. Of two matched tasks, jobs are matched by the
 * instant of their release on the common axis: each with the nearest of the other trace that is
 * less than half a period away, in order, and each once. So a job that one trace skips or that
 * lies outside of it stands alone and shifts no other. A job whose release is not known counts by
 * its start, else by its end. The period is the shorter of both traces' (the task model's, else
 * the median distance of releases); without any, jobs are matched by their order alone.
 *
 * Differences are B less A, in ticks of the axis. */

#include "sl-job-table.h"
#include "sl-range.h"
#include "sl-task-match.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

typedef enum
{
  SL_DIFFERENCE_RELEASE,
  SL_DIFFERENCE_START,
  SL_DIFFERENCE_FINISH,
  SL_DIFFERENCE_RESPONSE,
  SL_DIFFERENCE_LATENESS,
  SL_N_DIFFERENCES,
} SlDifference;

/**
 * SlJobPair:
 * @jobs: places in the tables of either side; %G_MAXUINT where that side has no such job
 * @task: place of its tasks
 * @differs: whether one side alone has the job, or it did not start, finish and keep its deadline alike after its
 *   release
 */
typedef struct
{
  guint jobs[SL_N_SIDES];
  guint task;
  gboolean differs;
} SlJobPair;

/**
 * SlTaskCompare:
 * @match: who is who
 * @first: place of its first pair
 * @n_pairs: how many it has, with jobs that stand alone
 * @n_different: of them, those that differ
 * @n_matched: jobs that both sides have
 * @n_alone: jobs that the other side does not have though it was recorded then, by side
 * @n_outside: jobs released where the other trace has not begun or is over, by side
 * @n_misses: deadlines missed, as recorded or as asked for, by side
 * @n_missed_here: of these, those of a matched job that kept its deadline on the other side
 * @response: of all its finished jobs, by side
 * @differences: of matched jobs, by #SlDifference
 */
typedef struct
{
  SlTaskMatch match;
  guint first;
  guint n_pairs;
  guint n_different;
  guint n_matched;
  guint n_alone[SL_N_SIDES];
  guint n_outside[SL_N_SIDES];
  guint n_misses[SL_N_SIDES];
  guint n_missed_here[SL_N_SIDES];
  SlRange response[SL_N_SIDES];
  SlRange differences[SL_N_DIFFERENCES];
} SlTaskCompare;

/* Immutable, shared by count, readable from any thread. */
#define SL_TYPE_JOB_COMPARE (sl_job_compare_get_type ())
typedef struct _SlJobCompare SlJobCompare;
GType sl_job_compare_get_type (void);

/**
 * SlJobSide:
 * @trace: its number in the set
 * @jobs: of that trace
 */
typedef struct
{
  guint trace;
  SlJobTable *jobs;
} SlJobSide;

SlJobCompare *sl_job_compare_new (SlTraceSet *set, const SlJobSide sides[SL_N_SIDES]);
SlJobCompare *sl_job_compare_ref (SlJobCompare *self);
void sl_job_compare_unref (SlJobCompare *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobCompare, sl_job_compare_unref)

const SlJobSide *sl_job_compare_get_side (const SlJobCompare *self, guint side);
SlTraceSet *sl_job_compare_get_set (const SlJobCompare *self);
guint sl_job_compare_get_n_tasks (const SlJobCompare *self);
const SlTaskCompare *sl_job_compare_get_task (const SlJobCompare *self, guint task);
guint sl_job_compare_get_n_pairs (const SlJobCompare *self);
const SlJobPair *sl_job_compare_get_pair (const SlJobCompare *self, guint pair);
const SlJob *sl_job_compare_get_job (const SlJobCompare *self, guint pair, guint side);
guint sl_job_compare_find_pair (const SlJobCompare *self, guint trace, guint job);
gboolean sl_job_compare_is_outside (const SlJobCompare *self, guint pair);
gboolean
sl_job_compare_get_response (const SlJobCompare *self, guint pair, guint side, gint64 *response);
gboolean sl_job_compare_get_difference (const SlJobCompare *self,
                                        guint pair,
                                        SlDifference difference,
                                        gint64 *ticks);

gboolean sl_job_compare_has_own_figures (const SlJobCompare *self, SlDifference difference);
guint sl_job_compare_count_different (const SlJobCompare *self);
guint sl_job_compare_count_misses (const SlJobCompare *self);

const char *sl_difference_get_id (SlDifference difference);

G_END_DECLS
