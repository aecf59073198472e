/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-event-script.h"
#include "sl-instant-pairs.h"
#include "sl-job-compare.h"
#include "sl-load.h"
#include "sl-random-events.h"
#include "sl-trace-align.h"

#define BOOT "trace-start(256,1000) id(264,1) create(296,5) create(304,6) "

static GArray *
parse_instants (const char *text)
{
  GArray *instants = g_array_new (FALSE, FALSE, sizeof (SlTime));
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (gsize i = 0; words[i] != NULL; i++)
    {
      SlTime instant = g_ascii_strtoll (words[i], NULL, 10);

      if (words[i][0] != '\0')
        g_array_append_val (instants, instant);
    }
  return instants;
}

/* "0=1 20= =31": the instants of either row, those of a pair around a sign. */
static char *
print_pairs (GArray *rows[2], gint64 period)
{
  g_autoptr (GArray) pairs = sl_instant_pairs_find (rows[0], rows[1], period);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const SlInstantPair *pair = &g_array_index (pairs, SlInstantPair, i);

      g_string_append (text, i > 0 ? " " : "");
      for (guint row = 0; row < 2; row++)
        {
          if (pair->places[row] != SL_NO_INSTANT)
            g_string_append_printf (text, "%" G_GINT64_FORMAT,
                                    g_array_index (rows[row], SlTime, pair->places[row]));
          g_string_append (text, row == 0 ? "=" : "");
        }
    }
  return g_string_free (text, FALSE);
}

static void
test_pairs (void)
{
  static const struct
  {
    const char *one;
    const char *other;
    gint64 period;
    const char *pairs;
  } cases[] = {
    { "0 10 20 30", "0 10 20 30", 10, "0=0 10=10 20=20 30=30" },
    { "0 10 20 30", "1 21 31", 10, "0=1 10= 20=21 30=31" },
    { "0 20 30", "1 9 21 33 41", 10, "0=1 =9 20=21 30=33 =41" },
    { "0 10", "5 15", 10,
      "0= =5 10= =15" }, /* half a period is no nearer to one than to the next */
    { "0 10", "4 14", 10, "0=4 10=14" },
    { "0 3 10", "3 10", 10, "0= 3=3 10=10" }, /* the nearest, not the first */
    { "5 5 5", "5 5", 10, "5=5 5=5 5=" },     /* activations of one instant, in order */
    { "0 100", "7 8 9", 0, "0=7 100=8 =9" },  /* without a period: by order */
    { "", "1 2", 10, "=1 =2" },
    { "-20 -10", "-19", 10, "-20=-19 -10=" },
  };

  g_test_summary ("Instants find the nearest of the other row less than half a period away, and "
                  "one that is missing shifts no other.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GArray *rows[] = { parse_instants (cases[i].one), parse_instants (cases[i].other) };
      g_autofree char *found = print_pairs (rows, cases[i].period);

      g_assert_cmpstr (found, ==, cases[i].pairs);
      g_array_unref (rows[0]);
      g_array_unref (rows[1]);
    }
}

static GArray *
random_instants (GRand *rand)
{
  GArray *instants = g_array_new (FALSE, FALSE, sizeof (SlTime));
  SlTime time = g_rand_int_range (rand, -20, 20);

  for (guint n = (guint) g_rand_int_range (rand, 0, 40); n > 0; n--)
    {
      time += g_rand_int_range (rand, 0, 25);
      g_array_append_val (instants, time);
    }
  return instants;
}

static void
test_pairs_laws (void)
{
  g_test_summary ("Of any two rows, each instant stands in one pair, in order; pairs are less than "
                  "half a period apart; exchanging the rows exchanges the pairs; a row against "
                  "itself is paired throughout.");

  for (guint seed = 0; seed < 2000; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GArray) one = random_instants (rand);
      g_autoptr (GArray) other = random_instants (rand);
      gint64 period = g_rand_int_range (rand, 1, 30);
      g_autoptr (GArray) pairs = sl_instant_pairs_find (one, other, period);
      g_autoptr (GArray) turned = sl_instant_pairs_find (other, one, period);
      g_autoptr (GArray) same = sl_instant_pairs_find (one, one, period);
      guint next[2] = { 0, 0 };

      g_test_message ("seed %u", seed);
      g_assert_cmpuint (same->len, ==, one->len);
      g_assert_cmpuint (turned->len, ==, pairs->len);
      for (guint i = 0; i < pairs->len; i++)
        {
          const SlInstantPair *pair = &g_array_index (pairs, SlInstantPair, i);

          for (guint row = 0; row < 2; row++)
            {
              g_assert_cmpuint (pair->places[row], ==,
                                g_array_index (turned, SlInstantPair, i).places[1 - row]);
              if (pair->places[row] != SL_NO_INSTANT)
                g_assert_cmpuint (pair->places[row], ==, next[row]++);
            }
          if (pair->places[0] != SL_NO_INSTANT && pair->places[1] != SL_NO_INSTANT)
            g_assert_cmpint (2 * ABS (g_array_index (one, SlTime, pair->places[0]) -
                                      g_array_index (other, SlTime, pair->places[1])),
                             <, period);
        }
      g_assert_cmpuint (next[0], ==, one->len);
      g_assert_cmpuint (next[1], ==, other->len);
    }
}

static SlJobTable *
find_jobs (SlTrace *trace, const SlTaskRules *rules)
{
  return sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
}

/* Both on an axis that begins where each of them begins, or with an instant of each at one. */
static SlJobCompare *
compare (SlJobTable *a, SlJobTable *b, const SlTime *anchors)
{
  const SlTracePlace places[] = {
    { .trace = sl_job_table_get_trace (a) },
    { .trace = sl_job_table_get_trace (b),
      .has_anchor = anchors != NULL,
      .anchor = anchors != NULL ? anchors[SL_SIDE_B] : 0,
      .onto = anchors != NULL ? anchors[SL_SIDE_A] : 0 },
  };
  g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_RELEASE);
  const SlJobSide sides[] = { { 0, a }, { 1, b } };

  return sl_job_compare_new (set, sides);
}

static guint32
find_task (SlTrace *trace, guint64 context)
{
  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, context, 1);
}

/* A deadline and a period of 100 for a task that is known by @name. */
static SlTaskRules *
make_rules (SlTrace *trace, guint64 context, const char *name)
{
  SlTaskRules *rules = sl_task_rules_new ();
  const SlTaskRule rule = { .name = name,
                            .deadline = 100,
                            .deadline_from = SL_DEADLINE_MODEL,
                            .period = 100 };

  sl_task_rules_set (rules, find_task (trace, context), &rule);
  return rules;
}

static const SlTaskCompare *
get_task (SlJobCompare *found, const char *name)
{
  for (guint i = 0; i < sl_job_compare_get_n_tasks (found); i++)
    {
      const SlTaskCompare *task = sl_job_compare_get_task (found, i);

      if (g_str_equal (task->match.name, name))
        return task;
    }
  g_assert_not_reached ();
}

static gint64
get_difference (SlJobCompare *found, guint pair, SlDifference difference)
{
  gint64 ticks;

  g_assert_true (sl_job_compare_get_difference (found, pair, difference, &ticks));
  return ticks;
}

/* In A, jobs of 296 are released at 110, 210 (finished at 330, too late), 410; in B at 113, 212, 311
 * and 411, each finished in time. */
#define SCRIPT_A                                                                                \
  BOOT "@100 W R(296,1) S(296,296) /W(296) @140 E(296,1) S(264,264) C(264) @200 W R(296,1) "    \
       "S(296,296) /W(296) @330 E(296,1) S(264,264) C(264) @400 W R(296,1) S(296,296) /W(296) " \
       "@450 E(296,1) S(264,264) C(264) @520 trace-stop"
#define SCRIPT_B                                                                                \
  BOOT "@103 W R(296,1) S(296,296) /W(296) @170 E(296,1) S(264,264) C(264) @202 W R(296,1) "    \
       "S(296,296) /W(296) @260 E(296,1) S(264,264) C(264) @301 W R(296,1) S(296,296) /W(296) " \
       "@350 E(296,1) S(264,264) C(264) @401 W R(296,1) S(296,296) /W(296) @440 E(296,1) "      \
       "S(264,264) C(264) @501 W R(296,1) S(296,296) /W(296) @540 E(296,1) S(264,264) C(264) "  \
       "@701 W R(296,1) S(296,296) /W(296) @740 E(296,1) S(264,264) C(264) @800 trace-stop"

static void
test_differences (void)
{
  g_autoptr (SlTrace) trace_a = sl_event_script_load (SCRIPT_A);
  g_autoptr (SlTrace) trace_b = sl_event_script_load (SCRIPT_B);
  g_autoptr (SlTaskRules) rules_a = make_rules (trace_a, 296, "pilot");
  g_autoptr (SlTaskRules) rules_b = make_rules (trace_b, 296, "pilot");
  g_autoptr (SlJobTable) a = find_jobs (trace_a, rules_a);
  g_autoptr (SlJobTable) b = find_jobs (trace_b, rules_b);
  g_autoptr (SlJobCompare) found = compare (a, b, NULL);
  const SlTaskCompare *task = get_task (found, "pilot");

  g_test_summary ("Two jobs of a task that is late once in one of the traces: what differs, what "
                  "is skipped, what lies outside and what is missed in one trace only.");

  g_assert_cmpuint (task->n_pairs, ==, 6);
  g_assert_cmpuint (task->n_matched, ==, 3);
  g_assert_cmpuint (task->n_alone[SL_SIDE_A], ==, 0);
  g_assert_cmpuint (task->n_alone[SL_SIDE_B], ==, 2); /* of 311 and 511 */
  g_assert_cmpuint (task->n_outside[SL_SIDE_B], ==, 1);
  g_assert_cmpuint (task->n_misses[SL_SIDE_A], ==, 1);
  g_assert_cmpuint (task->n_misses[SL_SIDE_B], ==, 0);
  g_assert_cmpuint (task->n_missed_here[SL_SIDE_A], ==, 1);
  g_assert_cmpuint (task->n_missed_here[SL_SIDE_B], ==, 0);

  g_assert_cmpint (get_difference (found, task->first, SL_DIFFERENCE_RELEASE), ==, 3);
  g_assert_cmpint (get_difference (found, task->first, SL_DIFFERENCE_START), ==, 3);
  g_assert_cmpint (get_difference (found, task->first, SL_DIFFERENCE_FINISH), ==, 30);
  g_assert_cmpint (get_difference (found, task->first, SL_DIFFERENCE_RESPONSE), ==, 27);
  g_assert_cmpint (get_difference (found, task->first, SL_DIFFERENCE_LATENESS), ==, 27);
  g_assert_cmpint (get_difference (found, task->first + 1, SL_DIFFERENCE_RESPONSE), ==, -72);
  g_assert_null (sl_job_compare_get_job (found, task->first + 2, SL_SIDE_A));
  g_assert_cmpuint (sl_job_compare_get_job (found, task->first + 3, SL_SIDE_A)->number, ==, 3);
  g_assert_cmpuint (sl_job_compare_get_job (found, task->first + 3, SL_SIDE_B)->number, ==, 4);
  g_assert_cmpint (get_difference (found, task->first + 3, SL_DIFFERENCE_RESPONSE), ==, -11);

  g_assert_cmpint (task->differences[SL_DIFFERENCE_RESPONSE].min, ==, -72);
  g_assert_cmpint (task->differences[SL_DIFFERENCE_RESPONSE].max, ==, 27);
  g_assert_cmpint (task->differences[SL_DIFFERENCE_RESPONSE].sum, ==, 27 - 72 - 11);
  g_assert_cmpint (task->response[SL_SIDE_A].max, ==, 120);
  g_assert_cmpuint (task->response[SL_SIDE_B].count, ==, 6);
}

static void
test_names (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(256,1000) id(264,1) create(296,5) create(304,6) create(312,7) end(312,7) "
      "create(312,8) trace-stop");
  g_autoptr (SlTaskRules) rules_a = make_rules (trace, 296, "x");
  g_autoptr (SlTaskRules) rules_b = make_rules (trace, 304, "x");
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  g_autoptr (SlAnnotations) annotations_a = sl_annotations_with_name (nothing, "task:312", "twice");
  g_autoptr (SlAnnotations) named = sl_annotations_with_name (nothing, "task:312", "twice");
  g_autoptr (SlAnnotations) annotations_b = sl_annotations_with_name (named, "task:312#2", "twice");
  g_autoptr (SlJobTable) a = find_jobs (trace, rules_a);
  g_autoptr (SlJobTable) b = find_jobs (trace, rules_b);
  const SlJobTable *const jobs[] = { a, b };
  SlAnnotations *const annotations_of[] = { annotations_a, annotations_b };
  g_autoptr (GArray) found = sl_task_matches_find (jobs, annotations_of);
  GString *text = g_string_new (NULL);

  g_test_summary ("Tasks are matched by the user's names, by the model's, and by what is shown "
                  "where one of them has no other; each once, the rest told.");

  for (guint i = 0; i < found->len; i++)
    {
      const SlTaskMatch *match = &g_array_index (found, SlTaskMatch, i);

      for (guint side = 0; side < 2; side++)
        {
          const SlObject *object =
              match->tasks[side] != 0
                  ? sl_object_table_get (sl_trace_get_objects (trace), match->tasks[side])
                  : NULL;
          g_autofree char *reference =
              object != NULL ? sl_object_to_string (object) : g_strdup ("none");

          g_string_append_printf (text, "%s%s", reference, side == 0 ? "=" : " ");
        }
    }
  /* 304 of A has no name, 296 of B neither: they show different ones. */
  g_assert_cmpstr (text->str, ==,
                   "task:256=task:256 task:296=task:304 task:304=none "
                   "task:312=task:312 task:312#2=none none=task:296 none=task:312#2 ");
  g_string_free (text, TRUE);
}

static SlTrace *
load_shifted (guint seed, gint64 shift)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) events = sl_random_events (rand);
  g_autoptr (SlSource) source = NULL;

  for (guint i = 0; i < events->len; i++)
    g_array_index (events, SlEvent, i).time += shift;
  source = sl_array_source_new ("shark-ftrace", events);
  return sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);
}

/* A task as the definition of a match has it. */
typedef struct
{
  guint32 task;
  SlTime first;
  char *given;
  char *shown;
  guint32 other;
} Named;

static void
named_clear (gpointer data)
{
  Named *named = data;

  g_free (named->given);
  g_free (named->shown);
}

static int
compare_named (gconstpointer one, gconstpointer other)
{
  const Named *a = one, *b = other;

  if (a->first != b->first)
    return a->first < b->first ? -1 : 1;

  return a->task < b->task ? -1 : 1;
}

static GArray *
list_named (SlJobTable *jobs, SlAnnotations *annotations)
{
  SlTrace *trace = sl_job_table_get_trace (jobs);
  g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (Named));

  g_array_set_clear_func (tasks, named_clear);
  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      guint32 task = sl_job_table_get_task (jobs, i)->task;
      g_autofree char *own = sl_annotations_dup_object_name (nothing, trace, task);
      Named named = { .task = task,
                      .first = sl_object_table_get (sl_trace_get_objects (trace), task)->first,
                      .shown = sl_annotations_dup_object_name (annotations, trace, task) };

      named.given = g_str_equal (own, named.shown) ? NULL : g_strdup (named.shown);
      g_array_append_val (tasks, named);
    }
  g_array_sort (tasks, compare_named);
  return tasks;
}

/* Each of the first, in their order, with the first of the others that is free and fits. */
static void
match_by_definition (GArray *ones, GArray *others, gboolean by_given)
{
  for (guint i = 0; i < ones->len; i++)
    for (guint k = 0; k < others->len; k++)
      {
        Named *one = &g_array_index (ones, Named, i), *other = &g_array_index (others, Named, k);
        gboolean fits = by_given ? one->given != NULL && g_strcmp0 (one->given, other->given) == 0
                                 : (one->given == NULL || other->given == NULL) &&
                                       g_str_equal (one->shown, other->shown);

        if (one->other != 0 || other->other != 0 || !fits)
          continue;

        one->other = other->task;
        other->other = one->task;
      }
}

/* Gives some of the tasks one of a few names, among which are those that tasks have already. */
static SlAnnotations *
name_some (SlJobTable *jobs, GRand *rand)
{
  SlTrace *trace = sl_job_table_get_trace (jobs);
  guint n_tasks = sl_job_table_get_n_tasks (jobs);
  SlAnnotations *annotations = sl_annotations_new ();

  for (guint i = 0; i < n_tasks; i++)
    {
      g_autoptr (SlAnnotations) before = annotations;
      g_autoptr (SlAnnotations) nothing = sl_annotations_new ();
      guint32 task = sl_job_table_get_task (jobs, i)->task;
      guint32 like =
          sl_job_table_get_task (jobs, (guint) g_rand_int_range (rand, 0, (int) n_tasks))->task;
      g_autofree char *reference =
          sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), task));
      g_autofree char *name = g_rand_boolean (rand)
                                  ? sl_annotations_dup_object_name (nothing, trace, like)
                                  : g_strdup_printf ("name %d", g_rand_int_range (rand, 0, 3));

      annotations = g_rand_boolean (rand) ? sl_annotations_with_name (before, reference, name)
                                          : sl_annotations_ref (before);
    }

  return annotations;
}

static void
test_names_law (void)
{
  guint n_matches = 0;

  g_test_summary ("Of random tasks with random names, those are matched that the definition says, "
                  "and each is there once.");

  for (guint seed = 0; seed < 40; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) one = load_shifted (seed, 0);
      g_autoptr (SlTrace) other = load_shifted (seed + 1, 0);
      g_autoptr (SlJobTable) a = find_jobs (one, NULL);
      g_autoptr (SlJobTable) b = find_jobs (other, NULL);
      g_autoptr (SlAnnotations) names_a = name_some (a, rand);
      g_autoptr (SlAnnotations) names_b = name_some (b, rand);
      const SlJobTable *const jobs[] = { a, b };
      SlAnnotations *const annotations_of[] = { names_a, names_b };
      g_autoptr (GArray) found = sl_task_matches_find (jobs, annotations_of);
      g_autoptr (GArray) ones = list_named (a, names_a);
      g_autoptr (GArray) others = list_named (b, names_b);
      guint n_expected = ones->len;

      match_by_definition (ones, others, TRUE);
      match_by_definition (ones, others, FALSE);
      for (guint i = 0; i < others->len; i++)
        n_expected += g_array_index (others, Named, i).other == 0;
      g_assert_cmpuint (found->len, ==, n_expected);
      for (guint i = 0; i < found->len; i++)
        for (guint k = 0; k < ones->len; k++)
          {
            const SlTaskMatch *match = &g_array_index (found, SlTaskMatch, i);
            const Named *named = &g_array_index (ones, Named, k);

            if (match->tasks[SL_SIDE_A] != named->task)
              continue;

            g_assert_cmpuint (match->tasks[SL_SIDE_B], ==, named->other);
            n_matches += named->other != 0;
          }
    }
  g_assert_cmpuint (n_matches, >, 40);
}

static void
check_zero (SlJobCompare *found)
{
  for (guint i = 0; i < sl_job_compare_get_n_pairs (found); i++)
    {
      const SlJobPair *pair = sl_job_compare_get_pair (found, i);
      gint64 ticks;

      g_assert_cmpuint (pair->jobs[SL_SIDE_A], ==, pair->jobs[SL_SIDE_B]);
      for (guint k = 0; k < SL_N_DIFFERENCES; k++)
        if (sl_job_compare_get_difference (found, i, (SlDifference) k, &ticks))
          g_assert_cmpint (ticks, ==, 0);
    }
}

/* What differs, counted here pair by pair. */
static void
check_different (SlJobCompare *found)
{
  guint n_different = 0, n_misses = 0;
  gboolean has_own[SL_N_DIFFERENCES] = { FALSE }, has_any[SL_N_DIFFERENCES] = { FALSE };

  for (guint i = 0; i < sl_job_compare_get_n_pairs (found); i++)
    {
      const SlJob *a = sl_job_compare_get_job (found, i, SL_SIDE_A);
      const SlJob *b = sl_job_compare_get_job (found, i, SL_SIDE_B);
      gboolean differs = a == NULL || b == NULL ||
                         sl_job_has_missed (a, FALSE) != sl_job_has_missed (b, FALSE) ||
                         (a->flags & SL_JOB_FINISHED) != (b->flags & SL_JOB_FINISHED);
      gint64 response = G_MAXINT64;

      n_misses +=
          (a != NULL && sl_job_has_missed (a, FALSE)) + (b != NULL && sl_job_has_missed (b, FALSE));
      sl_job_compare_get_difference (found, i, SL_DIFFERENCE_RESPONSE, &response);
      for (guint k = 0; k < SL_N_DIFFERENCES; k++)
        {
          gint64 ticks;

          if (!sl_job_compare_get_difference (found, i, (SlDifference) k, &ticks))
            continue;
          differs = differs || ticks != 0;
          has_any[k] = has_any[k] || ticks != 0;
          has_own[k] = has_own[k] || ticks != response;
        }
      g_assert_cmpint (sl_job_compare_get_pair (found, i)->differs, ==, differs);
      n_different += differs;
    }

  g_assert_cmpuint (sl_job_compare_count_different (found), ==, n_different);
  g_assert_cmpuint (sl_job_compare_count_misses (found), ==, n_misses);
  for (guint k = 0; k < SL_N_DIFFERENCES; k++)
    g_assert_cmpint (sl_job_compare_has_own_figures (found, (SlDifference) k), ==,
                     has_any[k] && has_own[k]);
}

static void
test_different_laws (void)
{
  guint n_different = 0, n_own = 0;

  g_test_summary ("What is known of all pairs when they are found is what each of them says.");

  for (guint seed = 0; seed < 100; seed++)
    {
      g_autoptr (SlTrace) one = load_shifted (seed, 0);
      g_autoptr (SlTrace) other = load_shifted (seed + 1, 0);
      g_autoptr (SlJobTable) a = find_jobs (one, NULL);
      g_autoptr (SlJobTable) b = find_jobs (other, NULL);
      g_autoptr (SlJobCompare) found = compare (a, b, NULL);

      g_test_message ("seed %u", seed);
      check_different (found);
      n_different += sl_job_compare_count_different (found);
      n_own += sl_job_compare_has_own_figures (found, SL_DIFFERENCE_START);
    }

  g_assert_cmpuint (n_different, >, 100);
  g_assert_cmpuint (n_own, >, 10);
}

static void
test_zero_laws (void)
{
  guint n_pairs = 0, n_shifted = 0;

  g_test_summary ("Any trace against itself differs nowhere, and neither against itself begun "
                  "later, once their first releases are laid upon each other.");

  for (guint seed = 0; seed < 150; seed++)
    {
      g_autoptr (SlTrace) trace = load_shifted (seed, 0);
      g_autoptr (SlTrace) later = load_shifted (seed, 1000 + seed);
      g_autoptr (SlJobTable) a = find_jobs (trace, NULL);
      g_autoptr (SlJobTable) b = find_jobs (later, NULL);
      g_autoptr (SlJobCompare) same = compare (a, a, NULL);
      g_autoptr (SlJobCompare) shifted = NULL;
      const SlJobTable *const jobs[] = { a, b };
      SlAnnotations *const annotations_of[] = { NULL, NULL };
      SlTime releases[SL_N_SIDES];

      g_test_message ("seed %u", seed);
      check_zero (same);
      g_assert_cmpuint (sl_job_compare_get_n_pairs (same), ==, sl_job_table_get_n_jobs (a));
      n_pairs += sl_job_compare_get_n_pairs (same);

      if (!sl_task_matches_find_first_releases (jobs, annotations_of, releases))
        continue;
      shifted = compare (a, b, releases);
      check_zero (shifted);
      g_assert_cmpint (releases[SL_SIDE_B] - releases[SL_SIDE_A], ==, 1000 + seed);
      n_shifted++;
    }

  g_assert_cmpuint (n_pairs, >, 1000);
  g_assert_cmpuint (n_shifted, >, 50);
}

static void
test_exchange_law (void)
{
  guint n_differences = 0;

  g_test_summary ("Exchanging any two traces changes the signs of all differences and exchanges "
                  "what is told of either.");

  for (guint seed = 0; seed < 150; seed++)
    {
      g_autoptr (SlTrace) one = load_shifted (seed, 0);
      g_autoptr (SlTrace) other = load_shifted (seed + 1, 0);
      g_autoptr (SlJobTable) a = find_jobs (one, NULL);
      g_autoptr (SlJobTable) b = find_jobs (other, NULL);
      g_autoptr (SlJobCompare) forth = compare (a, b, NULL);
      g_autoptr (SlJobCompare) back = compare (b, a, NULL);

      g_test_message ("seed %u", seed);
      g_assert_cmpuint (sl_job_compare_get_n_pairs (forth), ==, sl_job_compare_get_n_pairs (back));
      for (guint i = 0; i < sl_job_compare_get_n_tasks (forth); i++)
        {
          const SlTaskCompare *task = sl_job_compare_get_task (forth, i);
          const SlTaskCompare *turned = NULL;

          for (guint k = 0; k < sl_job_compare_get_n_tasks (back); k++)
            {
              const SlTaskCompare *candidate = sl_job_compare_get_task (back, k);

              if (candidate->match.tasks[SL_SIDE_A] == task->match.tasks[SL_SIDE_B] &&
                  candidate->match.tasks[SL_SIDE_B] == task->match.tasks[SL_SIDE_A])
                turned = candidate;
            }
          g_assert_nonnull (turned);
          g_assert_cmpuint (task->n_matched, ==, turned->n_matched);
          for (guint side = 0; side < SL_N_SIDES; side++)
            {
              g_assert_cmpuint (task->n_alone[side], ==, turned->n_alone[1 - side]);
              g_assert_cmpuint (task->n_outside[side], ==, turned->n_outside[1 - side]);
              g_assert_cmpuint (task->n_missed_here[side], ==, turned->n_missed_here[1 - side]);
            }
          for (guint k = 0; k < SL_N_DIFFERENCES; k++)
            {
              const SlRange *range = &task->differences[k];

              g_assert_cmpint (range->count, ==, turned->differences[k].count);
              g_assert_cmpint (range->min, ==, -turned->differences[k].max);
              g_assert_cmpint (range->max, ==, -turned->differences[k].min);
              g_assert_cmpint (range->sum, ==, -turned->differences[k].sum);
              n_differences += range->sum != 0;
            }
        }
    }

  g_assert_cmpuint (n_differences, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job-compare/pairs", test_pairs);
  g_test_add_func ("/job-compare/pairs-laws", test_pairs_laws);
  g_test_add_func ("/job-compare/differences", test_differences);
  g_test_add_func ("/job-compare/names", test_names);
  g_test_add_func ("/job-compare/names-law", test_names_law);
  g_test_add_func ("/job-compare/zero-laws", test_zero_laws);
  g_test_add_func ("/job-compare/different-laws", test_different_laws);
  g_test_add_func ("/job-compare/exchange-law", test_exchange_law);

  return g_test_run ();
}
