/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which rows are shown, in what order, and what sets them apart. */
#include "scene-fixture.h"
#include "sl-row-quiet.h"
#include "sl-row-sort.h"
#include "sl-test.h"

#define N_TASKS  12
#define N_PHASES 8
#define PHASE    100
#define LENGTH   (N_PHASES * PHASE)

/* What happens in a trace: each task runs in some of its phases and sleeps in the others. */
typedef struct
{
  guint ids[N_TASKS]; /* in the order in which the trace names them */
  gboolean runs[N_TASKS][N_PHASES];
  guint n_misses[N_TASKS];
} Story;

static void
shuffle (guint *ids)
{
  for (guint i = 0; i < N_TASKS; i++)
    ids[i] = i + 1;
  for (guint i = N_TASKS - 1; i > 0; i--)
    {
      guint j = (guint) g_test_rand_int_range (0, (gint32) i + 1), id = ids[i];

      ids[i] = ids[j];
      ids[j] = id;
    }
}

/* Jobs of one tick each, some of which the trace says to have missed their deadline. */
static void
add_jobs (SlLaneBuilder *lane, guint n_misses)
{
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  for (guint i = 0; i < N_TASKS; i++)
    {
      sl_track_writer_add_instant (marks, LENGTH + 4 * i, SL_KIND_TASK_TIMER, 0);
      if (i < n_misses)
        sl_track_writer_add_instant (marks, LENGTH + 4 * i + 1, SL_KIND_TASK_DEADLINE_MISS, 0);
      sl_track_writer_add_instant (marks, LENGTH + 4 * i + 2, SL_KIND_TASK_END_CYCLE, 0);
    }
}

static SlTraceSet *
make_set (Story *story)
{
  SlTraceBuilder *builder = fixture_begin ();

  shuffle (story->ids);
  for (guint i = 0; i < N_TASKS; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, story->ids[i]);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
      SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

      for (guint phase = 0; phase < N_PHASES; phase++)
        {
          story->runs[i][phase] = g_test_rand_bit ();
          sl_track_writer_add_slice (states, phase * PHASE, (phase + 1) * PHASE,
                                     story->runs[i][phase] ? SL_STATE_RUNNING : SL_STATE_SUSPENDED,
                                     0);
        }
      story->n_misses[i] = (guint) g_test_rand_int_range (0, N_TASKS);
      add_jobs (lane, story->n_misses[i]);
    }

  return fixture_end (builder, LENGTH + 4 * N_TASKS);
}

static SlRows *
make_rows (SlTraceSet *set, SlViewState *state)
{
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, NULL);

  return sl_rows_new_with_jobs (set, state, 1, jobs);
}

static SlViewState *
see (SlTime begin, SlTime end)
{
  return sl_view_state_new ((SlSpan) { begin, end });
}

/* The tasks of the rows, as places in the story. */
static GArray *
find_order (const SlRows *rows, const Story *story)
{
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    for (guint j = 0; j < N_TASKS; j++)
      {
        g_autofree char *key = g_strdup_printf ("task:%u", story->ids[j]);

        if (g_str_equal (key, sl_rows_get (rows, i)->key))
          g_array_append_val (order, j);
      }

  return order;
}

static guint
count_phases (const Story *story, guint task)
{
  guint count = 0;

  for (guint phase = 0; phase < N_PHASES; phase++)
    count += story->runs[task][phase];

  return count;
}

/* Above zero where @one comes before @other, 0 where the trace's order decides. */
static int
compare (const Story *story, SlRowSort sort, guint one, guint other)
{
  switch (sort)
    {
    case SL_ROW_SORT_NAME:
      return (int) story->ids[other] - (int) story->ids[one];
    case SL_ROW_SORT_LOAD:
      return (int) count_phases (story, one) - (int) count_phases (story, other);
    case SL_ROW_SORT_MISSES:
      return (int) story->n_misses[one] - (int) story->n_misses[other];
    case SL_ROW_SORT_APPEARANCE:
    case SL_N_ROW_SORTS:
    default:
      return 0;
    }
}

static void
test_sort (void)
{
  g_test_summary (
      "Rows are in the order of names, numbers in these by their values, of processor time, or of missed "
      "deadlines; what is equal stays in the order of the trace.");

  for (guint round = 0; round < 20; round++)
    for (SlRowSort sort = 0; sort < SL_N_ROW_SORTS; sort++)
      {
        Story story;
        g_autoptr (SlTraceSet) set = make_set (&story);
        g_autoptr (SlViewState) all = see (0, LENGTH);
        g_autoptr (SlViewState) state = sl_row_sort_set (all, sort);
        g_autoptr (SlRows) rows = make_rows (set, state);
        g_autoptr (GArray) order = find_order (rows, &story);
        SlRowSort found;

        g_assert_cmpint (sl_row_sort_get (state), ==, sort);
        g_assert_true (sl_row_sort_find (sl_row_sort_get_id (sort), &found));
        g_assert_cmpint (found, ==, sort);
        g_assert_cmpuint (order->len, ==, N_TASKS);
        for (guint i = 1; i < order->len; i++)
          {
            guint one = g_array_index (order, guint, i - 1);
            guint other = g_array_index (order, guint, i);
            int compared = compare (&story, sort, one, other);

            g_assert_true (compared > 0 || (compared == 0 && one < other));
          }
      }
}

static void
test_move_sorted (void)
{
  Story story;
  g_autoptr (SlTraceSet) set = make_set (&story);
  g_autoptr (SlViewState) all = see (0, LENGTH);
  g_autoptr (SlViewState) state = sl_row_sort_set (all, SL_ROW_SORT_NAME);
  g_autoptr (SlRows) rows = make_rows (set, state);
  g_autoptr (SlViewState) moved = sl_rows_move (rows, state, "task:5", -2);
  g_autoptr (SlRows) after = make_rows (set, moved);
  g_autoptr (GArray) order = find_order (after, &story);
  static const guint wanted[N_TASKS] = { 1, 2, 5, 3, 4, 6, 7, 8, 9, 10, 11, 12 };

  g_test_summary (
      "A row that is moved among sorted ones goes where it is put, and the others stay as they were.");

  for (guint i = 0; i < N_TASKS; i++)
    g_assert_cmpuint (story.ids[g_array_index (order, guint, i)], ==, wanted[i]);
}

static void
test_only (void)
{
  Story story;
  g_autoptr (SlTraceSet) set = make_set (&story);
  g_autoptr (SlViewState) all = see (0, LENGTH);
  g_autoptr (SlViewState) one = sl_view_state_with_name (all, SL_NAMES_ONLY_ROWS, "task:3", TRUE);
  g_autoptr (SlViewState) two = sl_view_state_with_name (one, SL_NAMES_ONLY_ROWS, "task:7", TRUE);
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (two, SL_NAMES_HIDDEN_ROWS, "task:7", TRUE);
  g_autoptr (SlRows) every = make_rows (set, all);
  g_autoptr (SlRows) both = make_rows (set, two);
  g_autoptr (SlRows) left = make_rows (set, hidden);
  guint row;

  g_test_summary (
      "Where some rows are named as the only ones, all others are hidden, and counted.");

  g_assert_cmpuint (sl_rows_get_n_hidden (every), ==, 0);
  g_assert_cmpuint (sl_rows_get_n_hidden (both), ==, N_TASKS - 2);
  g_assert_true (sl_rows_find (both, "task:3", &row));
  g_assert_true (sl_rows_find (both, "task:7", &row));
  g_assert_false (sl_rows_find (both, "task:4", &row));
  g_assert_cmpuint (sl_rows_get_n_hidden (left), ==, N_TASKS - 1);
  g_assert_false (sl_rows_find (left, "task:7", &row));
}

static void
test_separator (void)
{
  Story story;
  g_autoptr (SlTraceSet) set = make_set (&story);
  g_autoptr (SlViewState) all = see (0, LENGTH);
  g_autoptr (SlViewState) state =
      sl_view_state_with_name (all, SL_NAMES_SEPARATED_ROWS, "task:3", TRUE);
  g_autoptr (SlRows) without = make_rows (set, all);
  g_autoptr (SlRows) rows = make_rows (set, state);
  guint row;
  int gap;

  g_test_summary ("A separator takes room above its row, and nothing of the row's height.");

  g_assert_true (sl_rows_find (rows, "task:3", &row));
  gap = sl_rows_get (rows, row)->gap;
  g_assert_cmpint (gap, >, 0);
  g_assert_cmpint (sl_rows_get_height (rows), ==, sl_rows_get_height (without) + gap);
  g_assert_cmpint (sl_rows_get (rows, row)->y, ==, sl_rows_get (without, row)->y + gap);
  g_assert_cmpint (sl_rows_get (rows, row)->height, ==, sl_rows_get (without, row)->height);
}

static void
test_own_groups (void)
{
  Story story;
  g_autoptr (SlTraceSet) set = make_set (&story);
  g_autoptr (SlViewState) all = see (0, LENGTH);
  g_autoptr (SlViewState) one = sl_view_state_with_row_group (all, "task:3", "slow_ones");
  g_autoptr (SlViewState) two = sl_view_state_with_row_group (one, "task:7", "slow_ones");
  g_autoptr (SlViewState) both = sl_view_state_with_row_group (two, "task:5", "fast");
  g_autoptr (SlViewState) folded =
      sl_view_state_with_name (both, SL_NAMES_COLLAPSED, "group:slow_ones", TRUE);
  g_autoptr (SlViewState) back = sl_view_state_with_row_group (both, "task:5", NULL);
  g_autoptr (SlRows) rows = make_rows (set, both);
  g_autoptr (SlRows) fewer = make_rows (set, folded);
  g_autoptr (SlRows) without = make_rows (set, back);
  guint first, second, task, row;

  g_test_summary (
      "Rows that the user puts into groups are above all others, under the names of these; groups fold.");

  g_assert_true (sl_rows_find (rows, "group:slow_ones", &first));
  g_assert_true (sl_rows_find (rows, "group:fast", &second));
  g_assert_true (sl_rows_find (rows, "tasks", &task));
  g_assert_cmpstr (sl_rows_get (rows, first)->title, ==, "slow_ones");
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (second, ==, 3);
  g_assert_cmpuint (task, ==, 5);
  g_assert_true (sl_rows_find (rows, "task:3", &row) && row > first && row < second);
  g_assert_true (sl_rows_find (rows, "task:7", &row) && row > first && row < second);
  g_assert_true (sl_rows_find (rows, "task:5", &row) && row == second + 1);
  g_assert_cmpuint (sl_rows_get_count (rows), ==, N_TASKS + 3);

  g_assert_cmpuint (sl_rows_get_count (fewer), ==, N_TASKS + 1);
  g_assert_false (sl_rows_find (fewer, "task:3", &row));
  g_assert_false (sl_rows_find (without, "group:fast", &row));
  g_assert_true (sl_rows_find (without, "task:5", &row));
  g_assert_true (sl_view_state_equal (back, two));
  g_assert_false (sl_view_state_equal (both, two));
}

static void
test_quiet (void)
{
  g_test_summary (
      "Rows whose tasks only sleep in sight are thin or hidden, and no others are; and it is known when a "
      "change of what is in sight changes them.");

  for (guint round = 0; round < 200; round++)
    {
      Story story;
      g_autoptr (SlTraceSet) set = make_set (&story);
      SlTime begin = g_test_rand_int_range (0, LENGTH - 1);
      SlTime end = g_test_rand_int_range ((gint32) begin + 1, LENGTH + 1);
      g_autoptr (SlViewState) all = see (begin, end);
      g_autoptr (SlViewState) thin =
          sl_view_state_with_name (all, SL_NAMES_SHOWN_SIGNS, SL_THIN_QUIET_ROWS, TRUE);
      g_autoptr (SlViewState) hides =
          sl_view_state_with_name (all, SL_NAMES_SHOWN_SIGNS, SL_HIDE_QUIET_ROWS, TRUE);
      g_autoptr (SlViewState) whole =
          sl_view_state_with_visible (hides, (SlSpan) { 0, LENGTH + 4 * N_TASKS });
      g_autoptr (SlRows) rows = make_rows (set, thin);
      g_autoptr (SlRows) fewer = make_rows (set, hides);
      guint n_quiet = 0, row;

      for (guint i = 0; i < N_TASKS; i++)
        {
          g_autofree char *key = g_strdup_printf ("task:%u", story.ids[i]);
          gboolean is_quiet = TRUE;

          for (guint phase = 0; phase < N_PHASES; phase++)
            if (story.runs[i][phase] && phase * PHASE < end && (phase + 1) * PHASE > begin)
              is_quiet = FALSE;
          n_quiet += is_quiet;

          g_assert_true (sl_rows_find (rows, key, &row));
          g_assert_cmpint (sl_rows_get (rows, row)->is_thin, ==, is_quiet);
          g_assert_cmpint (sl_rows_find (fewer, key, &row), ==, !is_quiet);
        }
      g_assert_cmpuint (sl_rows_get_n_hidden (fewer), ==, n_quiet);
      /* All tasks have marks at the end of the trace. */
      g_assert_cmpint (sl_rows_depend_on (set, hides, whole), ==, n_quiet > 0);
    }
}

/* Tasks that do not run in the first tick but the first, as a recording of Linux or of anything else. */
static SlTraceSet *
make_sleepers (guint n_tasks, gboolean is_linux)
{
  SlTraceBuilder *builder = fixture_begin ();
  SlTraceSet *set;

  for (guint i = 0; i < n_tasks; i++)
    {
      guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, i + 1);
      SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
      SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

      sl_track_writer_add_slice (states, i > 0 ? 10 : 0, LENGTH, SL_STATE_RUNNING, 0);
    }
  set = fixture_end (builder, LENGTH);
  sl_source_set_traits (sl_trace_get_source (sl_trace_set_get_trace (set, 0)),
                        is_linux ? SL_TRAIT_LINUX_CLASSES : 0);
  return set;
}

static guint
count_thin (SlTraceSet *set, SlViewState *state)
{
  g_autoptr (SlRows) rows = make_rows (set, state);
  guint n_thin = 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    n_thin += sl_rows_get (rows, i)->is_thin;
  return n_thin;
}

static void
test_quiet_default (void)
{
  static const struct
  {
    guint n_tasks;
    gboolean is_linux;
    gboolean is_thin;
  } cases[] = {
    { 29, TRUE, FALSE },   { 30, TRUE, TRUE },   { 1000, TRUE, TRUE },
    { 1001, TRUE, FALSE }, { 30, FALSE, FALSE },
  };

  g_test_summary (
      "Quiet rows are thin by themselves only in a recording of Linux with more rows than a window holds, and what "
      "the user chooses holds in any.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTraceSet) set = make_sleepers (cases[i].n_tasks, cases[i].is_linux);
      g_autoptr (SlViewState) state = see (0, 1);
      guint n_quiet = cases[i].n_tasks - 1;

      g_assert_cmpuint (count_thin (set, state), ==, cases[i].is_thin ? n_quiet : 0);
      for (SlRowQuiet quiet = 0; quiet < SL_N_QUIETS; quiet++)
        {
          g_autoptr (SlViewState) chosen = sl_row_quiet_set (state, quiet);
          g_autoptr (SlViewState) again = sl_row_quiet_set (chosen, SL_QUIET_FULL);
          SlRowQuiet found;

          g_assert_cmpint (sl_row_quiet_get (set, chosen), ==, quiet);
          g_assert_cmpuint (count_thin (set, chosen), ==, quiet == SL_QUIET_THIN ? n_quiet : 0);
          g_assert_cmpuint (count_thin (set, again), ==, 0);
          g_assert_true (sl_row_quiet_find (sl_row_quiet_get_id (quiet), &found));
          g_assert_cmpint (found, ==, quiet);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/row-choice/sort", test_sort);
  g_test_add_func ("/row-choice/move-sorted", test_move_sorted);
  g_test_add_func ("/row-choice/only", test_only);
  g_test_add_func ("/row-choice/separator", test_separator);
  g_test_add_func ("/row-choice/own-groups", test_own_groups);
  g_test_add_func ("/row-choice/quiet", test_quiet);
  g_test_add_func ("/row-choice/quiet-default", test_quiet_default);

  return g_test_run ();
}
