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
  g_autofree char *unnamed = sl_annotations_dup_object_name (NULL, trace, task);
  Candidate candidate = { .task = task, .first = object->first };

  candidate.shown = sl_annotations_dup_object_name (annotations, trace, task);
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

/* The places, and 1 more, of the tasks that share a name, in the order of their lives. */
typedef struct
{
  GQueue given;   /* who has been given it */
  GQueue named;   /* who is shown so, and has been given a name */
  GQueue unnamed; /* who is shown so, and has not */
} Namesakes;

static void
namesakes_free (gpointer namesakes)
{
  Namesakes *self = namesakes;

  g_queue_clear (&self->given);
  g_queue_clear (&self->named);
  g_queue_clear (&self->unnamed);
  g_free (self);
}

/* Those in @by_name whose name that is. */
static Namesakes *
get_namesakes (GHashTable *by_name, char *name)
{
  Namesakes *found = g_hash_table_lookup (by_name, name);

  if (found == NULL)
    {
      found = g_new0 (Namesakes, 1);
      g_hash_table_insert (by_name, name, found);
    }
  return found;
}

/* (transfer full) (element-type Namesakes): @others by what they are called */
static GHashTable *
index_by_name (GArray *others)
{
  GHashTable *by_name = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, namesakes_free);

  for (guint i = 0; i < others->len; i++)
    {
      const Candidate *other = &g_array_index (others, Candidate, i);
      Namesakes *shown = get_namesakes (by_name, other->shown);

      g_queue_push_tail (other->given != NULL ? &shown->named : &shown->unnamed,
                         GUINT_TO_POINTER (i + 1));
      if (other->given != NULL)
        g_queue_push_tail (&get_namesakes (by_name, other->given)->given, GUINT_TO_POINTER (i + 1));
    }

  return by_name;
}

/* The place, and 1 more, of the first in @queue that still looks for its like; %G_MAXUINT for none. */
static guint
get_first (GQueue *queue, GArray *others)
{
  while (!g_queue_is_empty (queue))
    {
      guint place = GPOINTER_TO_UINT (g_queue_peek_head (queue));

      if (g_array_index (others, Candidate, place - 1).other == 0)
        return place;
      g_queue_pop_head (queue);
    }

  return G_MAXUINT;
}

/* @place: of get_first() */
static void
match_first (Candidate *one, GArray *others, guint place)
{
  Candidate *other;

  if (place == G_MAXUINT)
    return;

  other = &g_array_index (others, Candidate, place - 1);
  one->other = other->task;
  other->other = one->task;
}

/* Both stand in the order of their lives: the first that fits is the one. */
static void
match_given (GArray *ones, GArray *others, GHashTable *by_name)
{
  for (guint i = 0; i < ones->len; i++)
    {
      Candidate *one = &g_array_index (ones, Candidate, i);
      Namesakes *found = one->given != NULL ? g_hash_table_lookup (by_name, one->given) : NULL;

      if (found != NULL)
        match_first (one, others, get_first (&found->given, others));
    }
}

/* Likewise; two that were given names, and have not found their like by these, are different tasks. */
static void
match_shown (GArray *ones, GArray *others, GHashTable *by_name)
{
  for (guint i = 0; i < ones->len; i++)
    {
      Candidate *one = &g_array_index (ones, Candidate, i);
      Namesakes *found = one->other == 0 ? g_hash_table_lookup (by_name, one->shown) : NULL;
      guint first;

      if (found == NULL)
        continue;
      first = get_first (&found->unnamed, others);
      if (one->given == NULL)
        first = MIN (first, get_first (&found->named, others));
      match_first (one, others, first);
    }
}

/* (transfer full): candidates by their tasks */
static GHashTable *
index_by_task (GArray *candidates)
{
  GHashTable *by_task = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < candidates->len; i++)
    {
      Candidate *candidate = &g_array_index (candidates, Candidate, i);

      g_hash_table_insert (by_task, GUINT_TO_POINTER (candidate->task), candidate);
    }

  return by_task;
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
  g_autoptr (GHashTable) by_name = index_by_name (others);
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (SlTaskMatch));

  g_array_set_clear_func (matches, match_clear);
  match_given (ones, others, by_name);
  match_shown (ones, others, by_name);

  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      g_autoptr (GHashTable) by_task = index_by_task (side == 0 ? ones : others);

      for (guint i = 0; i < sl_job_table_get_n_tasks (jobs[side]); i++)
        {
          guint32 task = sl_job_table_get_task (jobs[side], i)->task;
          const Candidate *candidate = g_hash_table_lookup (by_task, GUINT_TO_POINTER (task));

          if (side == 0 || candidate->other == 0)
            add_match (matches, candidate, side);
        }
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
