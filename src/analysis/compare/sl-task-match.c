/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-match.h"

#include <string.h>

/* A task that looks for its like. */
typedef struct
{
  guint32 task;
  SlTime first;
  char *given; /* by the user or the model; NULL */
  char *shown;
  guint32 other; /* of the other trace; 0 as long as none is found */
} Candidate;

static void
candidate_clear (gpointer candidate)
{
  Candidate *self = candidate;

  g_free (self->given);
  g_free (self->shown);
}

static int
compare_lives (gconstpointer one, gconstpointer other)
{
  const Candidate *a = one, *b = other;

  if (a->first != b->first)
    return a->first < b->first ? -1 : 1;

  return a->task < b->task ? -1 : a->task > b->task;
}

static Candidate
make_candidate (const SlJobTable *jobs, SlAnnotations *annotations, guint32 task)
{
  SlTrace *trace = sl_job_table_get_trace (jobs);
  const SlObject *object = sl_object_table_get (sl_trace_get_objects (trace), task);
  const char *model_name = sl_task_rules_get (sl_job_table_get_rules (jobs), task)->name;
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  g_autofree char *unnamed = sl_annotations_dup_object_name (nothing, trace, task);
  Candidate candidate = { .task = task, .first = object->first };

  candidate.shown = annotations != NULL ? sl_annotations_dup_object_name (annotations, trace, task)
                                        : g_strdup (unnamed);
  if (strcmp (candidate.shown, unnamed) != 0)
    candidate.given = g_strdup (candidate.shown);
  else
    candidate.given = g_strdup (model_name);
  return candidate;
}

/* (transfer full) (element-type Candidate): all tasks, the one that lives first first */
static GArray *
list_candidates (const SlJobTable *jobs, SlAnnotations *annotations)
{
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));

  g_array_set_clear_func (candidates, candidate_clear);
  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      Candidate candidate =
          make_candidate (jobs, annotations, sl_job_table_get_task (jobs, i)->task);

      g_array_append_val (candidates, candidate);
    }

  g_array_sort (candidates, compare_lives);
  return candidates;
}

static gboolean
are_alike (const Candidate *one, const Candidate *other, gboolean by_given)
{
  if (by_given)
    return one->given != NULL && g_strcmp0 (one->given, other->given) == 0;

  return (one->given == NULL || other->given == NULL) && strcmp (one->shown, other->shown) == 0;
}

/* Both stand in the order of their lives: the first that fits is the one. */
static void
match (GArray *ones, GArray *others, gboolean by_given)
{
  for (guint i = 0; i < ones->len; i++)
    {
      Candidate *one = &g_array_index (ones, Candidate, i);

      for (guint j = 0; j < others->len && one->other == 0; j++)
        {
          Candidate *other = &g_array_index (others, Candidate, j);

          if (other->other != 0 || !are_alike (one, other, by_given))
            continue;

          one->other = other->task;
          other->other = one->task;
        }
    }
}

static const Candidate *
find_candidate (GArray *candidates, guint32 task)
{
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);

      if (candidate->task == task)
        return candidate;
    }

  return NULL;
}

static void
add_match (GArray *matches, const Candidate *candidate, guint side)
{
  SlTaskMatch found = { .name = g_strdup (candidate->given != NULL ? candidate->given
                                                                   : candidate->shown) };

  found.tasks[side] = candidate->task;
  found.tasks[1 - side] = candidate->other;
  g_array_append_val (matches, found);
}

static void
match_clear (gpointer found)
{
  g_free (((SlTaskMatch *) found)->name);
}

/**
 * sl_task_matches_find:
 * @jobs: of the two traces
 * @annotations_of: (nullable): what the user calls their tasks; either may be %NULL
 *
 * Returns: (transfer full) (element-type SlTaskMatch): every task of both, once: those of the first
 *   trace in the order of its lanes, then what only the second has in the order of its own
 */
GArray *
sl_task_matches_find (const SlJobTable *const jobs[SL_N_SIDES],
                      SlAnnotations *const annotations_of[SL_N_SIDES])
{
  g_autoptr (GArray) ones = list_candidates (jobs[0], annotations_of[0]);
  g_autoptr (GArray) others = list_candidates (jobs[1], annotations_of[1]);
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (SlTaskMatch));

  g_array_set_clear_func (matches, match_clear);
  match (ones, others, TRUE);
  match (ones, others, FALSE);

  for (guint side = 0; side < SL_N_SIDES; side++)
    for (guint i = 0; i < sl_job_table_get_n_tasks (jobs[side]); i++)
      {
        const Candidate *candidate =
            find_candidate (side == 0 ? ones : others, sl_job_table_get_task (jobs[side], i)->task);

        if (side == 0 || candidate->other == 0)
          add_match (matches, candidate, side);
      }

  return matches;
}

static SlTime
find_first_release (const SlJobTable *jobs, guint32 task)
{
  const SlJobTask *found = sl_job_table_find_task (jobs, task);
  SlTime first = SL_JOB_NEVER;

  for (guint i = 0; found != NULL && i < found->n_jobs && first == SL_JOB_NEVER; i++)
    first = sl_job_table_get (jobs, found->first + i)->release;

  return first;
}

/**
 * sl_task_matches_find_first_releases:
 * @annotations_of: (nullable): what the user calls the tasks; either may be %NULL
 * @releases: (out): when a task that both traces have was first released in either, in ticks of
 *   that trace; set on success only
 *
 * What the alignment by first release lays upon each other.
 *
 * Returns: whether there is such a release in both
 */
gboolean
sl_task_matches_find_first_releases (const SlJobTable *const jobs[SL_N_SIDES],
                                     SlAnnotations *const annotations_of[SL_N_SIDES],
                                     SlTime releases[SL_N_SIDES])
{
  g_autoptr (GArray) matches = sl_task_matches_find (jobs, annotations_of);
  SlTime firsts[SL_N_SIDES] = { SL_JOB_NEVER, SL_JOB_NEVER };

  for (guint i = 0; i < matches->len; i++)
    {
      const SlTaskMatch *match = &g_array_index (matches, SlTaskMatch, i);
      SlTime first[SL_N_SIDES];

      for (guint side = 0; side < SL_N_SIDES; side++)
        first[side] = find_first_release (jobs[side], match->tasks[side]);
      if (first[SL_SIDE_A] == SL_JOB_NEVER || first[SL_SIDE_B] == SL_JOB_NEVER)
        continue;

      for (guint side = 0; side < SL_N_SIDES; side++)
        firsts[side] = MIN (firsts[side], first[side]);
    }

  if (firsts[SL_SIDE_A] == SL_JOB_NEVER)
    return FALSE;

  for (guint side = 0; side < SL_N_SIDES; side++)
    releases[side] = firsts[side];
  return TRUE;
}
