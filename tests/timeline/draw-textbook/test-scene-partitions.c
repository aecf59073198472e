/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "scene-fixture.h"

/* Textbook pictures of several processors: a tick is a microsecond. */

#define PERIOD     1000
#define MOST_CPUS  4
#define MOST_TASKS 5
#define N_JOBS     8
#define SLOT       (PERIOD / 2 / MOST_TASKS)

/* What each task did in its two slots of each period. */
typedef struct
{
  SlTraceSet *set;
  GPtrArray *jobs;
  guint n_cpus;
  guint n_tasks;
  gboolean is_silent; /* only the lanes of processors say who ran where */
  guint32 cpus[MOST_CPUS];
  guint32 tasks[MOST_TASKS];
  int ran_on[MOST_TASKS][N_JOBS][2]; /* number of the processor of each half of each job */
} Machine;

static void
machine_clear (Machine *self)
{
  g_clear_object (&self->set);
  g_clear_pointer (&self->jobs, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Machine, machine_clear)

static void
add_task (Machine *self, SlTraceBuilder *builder, guint number)
{
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256 + number);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  self->tasks[number] = task;
  for (guint i = 0; i < N_JOBS; i++)
    {
      SlTime now = i * PERIOD;

      sl_track_writer_add_instant (marks, now, SL_KIND_TASK_TIMER, 0);
      now += 2 * number * SLOT;
      for (guint half = 0; half < 2; half++, now += SLOT)
        sl_track_writer_add_slice (states, now, now + SLOT, SL_STATE_RUNNING,
                                   self->is_silent ? 0 : self->cpus[self->ran_on[number][i][half]]);
      sl_track_writer_add_instant (marks, now, SL_KIND_TASK_END_CYCLE, 0);
    }
}

static void
add_processor (const Machine *self, SlTraceBuilder *builder, guint number)
{
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_CPU, self->cpus[number]);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);

  for (guint slot = 0; slot < N_JOBS * 2 * MOST_TASKS; slot++)
    {
      guint job = slot / (2 * MOST_TASKS), task = slot / 2 % MOST_TASKS;
      SlTime begin = (SlTime) slot * SLOT + (SlTime) job * (PERIOD - 2 * MOST_TASKS * SLOT);
      gboolean runs = task < self->n_tasks && self->ran_on[task][job][slot % 2] == (int) number;

      sl_track_writer_add_slice (states, begin, begin + SLOT,
                                 runs ? SL_STATE_RUNNING : SL_STATE_IDLE,
                                 runs ? self->tasks[task] : 0);
    }
}

/* Fills in all but @ran_on and the counts. */
static void
run_machine (Machine *self)
{
  SlTraceBuilder *builder = fixture_begin ();
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();

  for (guint i = 0; i < self->n_cpus; i++)
    self->cpus[i] = fixture_add_object (builder, SL_OBJECT_CPU, i);
  for (guint i = 0; i < self->n_tasks; i++)
    add_task (self, builder, i);
  for (guint i = 0; i < self->n_cpus; i++)
    add_processor (self, builder, i);
  self->set = fixture_end (builder, N_JOBS * PERIOD);
  self->jobs = fixture_find_jobs (self->set, rules);
}

static SlViewState *
make_state (void)
{
  g_autoptr (SlViewState) plain = sl_view_state_new ((SlSpan) { 0, N_JOBS * PERIOD });

  return sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
}

static SlScene *
make_scene (const Machine *self, SlViewState *state)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (self->set, state, 1, self->jobs);
  SlSceneOptions options = { .width = 1200,
                             .header_width = SL_TEXTBOOK_MARGIN,
                             .measure = measure };

  return sl_scene_build (rows, state, &options);
}

static gboolean
ran_on (const Machine *self, guint task, guint job, guint cpu)
{
  return self->ran_on[task][job][0] == (int) cpu || self->ran_on[task][job][1] == (int) cpu;
}

/* What one row shows. */
typedef struct
{
  SlTime here;
  SlTime elsewhere;
  guint n_releases;
} Drawn;

static Drawn
sum_row (SlScene *scene, guint row)
{
  Drawn drawn = { 0 };

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->row != row)
        continue;
      if (element->type == SL_ELEMENT_RELEASE)
        drawn.n_releases++;
      if (element->type == SL_ELEMENT_BOX && element->state == SL_STATE_RUNNING &&
          element->detail == 0)
        drawn.here += element->span.end - element->span.begin;
      if (element->type == SL_ELEMENT_BOX && element->state == SL_STATE_RUNNING &&
          element->detail != 0)
        drawn.elsewhere += element->span.end - element->span.begin;
    }

  return drawn;
}

static Drawn
expect_row (const Machine *self, guint task, guint cpu)
{
  Drawn expected = { 0 };

  for (guint job = 0; job < N_JOBS; job++)
    {
      expected.n_releases += ran_on (self, task, job, cpu);
      for (guint half = 0; half < 2; half++)
        if (self->ran_on[task][job][half] == (int) cpu)
          expected.here += SLOT;
        else
          expected.elsewhere += SLOT;
    }

  return expected;
}

static void
check_rows (const Machine *self, SlScene *scene)
{
  SlRows *rows = sl_scene_get_rows (scene);
  guint n_expected = 0, n_rows = 0, heading = G_MAXUINT;

  for (guint cpu = 0; cpu < self->n_cpus; cpu++)
    for (guint task = 0; task < self->n_tasks; task++)
      n_expected += expect_row (self, task, cpu).here > 0;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      Drawn drawn = sum_row (scene, i);
      Drawn expected;

      if (row->part == SL_ROW_HEADING)
        {
          g_assert_true (heading == G_MAXUINT || row->cpu > self->cpus[heading]);
          heading = row->cpu - self->cpus[0];
          continue;
        }

      g_assert_cmpuint (row->cpu, ==, self->cpus[heading]);
      expected = expect_row (self, row->object - self->tasks[0], heading);
      g_assert_cmpint (expected.here, >, 0);
      g_assert_cmpint (drawn.here, ==, expected.here);
      g_assert_cmpint (drawn.elsewhere, ==, expected.elsewhere);
      g_assert_cmpuint (drawn.n_releases, ==, expected.n_releases);
      n_rows++;
    }
  g_assert_cmpuint (n_rows, ==, n_expected);
}

static void
test_parts (void)
{
  g_test_summary (
      "A textbook picture has a part for each of several processors, with the tasks and jobs that ran "
      "there; what a task that migrates had of others is drawn as such, all of it.");

  for (guint i = 0; i < 60; i++)
    {
      g_auto (Machine) machine = { .n_cpus = (guint) g_test_rand_int_range (2, MOST_CPUS + 1),
                                   .n_tasks = (guint) g_test_rand_int_range (1, MOST_TASKS + 1) };
      g_autoptr (SlViewState) state = make_state ();
      g_autoptr (SlScene) scene = NULL;

      for (guint task = 0; task < machine.n_tasks; task++)
        for (guint job = 0; job < N_JOBS; job++)
          for (guint half = 0; half < 2; half++)
            machine.ran_on[task][job][half] =
                task == 0 ? 0 : g_test_rand_int_range (0, (int) machine.n_cpus);
      machine.is_silent = g_test_rand_bit ();
      run_machine (&machine);
      scene = make_scene (&machine, state);
      check_rows (&machine, scene);
    }
}

/* Titles of headings and tasks with how often each is released, from the top. */
static char *
dup_outline (SlScene *scene)
{
  SlRows *rows = sl_scene_get_rows (scene);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      if (row->part == SL_ROW_HEADING)
        g_string_append_printf (text, "[%s%s]", row->title, row->collapsed ? " …" : "");
      else
        g_string_append_printf (text, " %u:%s/%u", row->place, row->title,
                                sum_row (scene, i).n_releases);
    }

  return g_string_free (text, FALSE);
}

/* The first task stays on CPU 0; the second runs its last two jobs on CPU 1, and one in between on both. */
static void
make_pair (Machine *machine)
{
  *machine = (Machine) { .n_cpus = 2, .n_tasks = 2, .is_silent = TRUE };
  machine->ran_on[1][5][1] = 1;
  machine->ran_on[1][6][0] = machine->ran_on[1][6][1] = 1;
  machine->ran_on[1][7][0] = machine->ran_on[1][7][1] = 1;
  run_machine (machine);
}

static void
test_choice (void)
{
  g_auto (Machine) machine = { 0 };
  g_autoptr (SlViewState) state = make_state ();
  g_autoptr (SlViewState) alone = NULL;
  g_autoptr (SlViewState) folded = NULL;
  g_autoptr (SlScene) all = NULL;
  g_autoptr (SlScene) one = NULL;
  g_autoptr (SlScene) closed = NULL;
  g_autofree char *all_text = NULL;
  g_autofree char *one_text = NULL;
  g_autofree char *closed_text = NULL;
  gboolean found;

  g_test_summary (
      "A task has one number in all parts and counts the jobs that ran in each; one processor can be "
      "chosen, and a part can be folded.");

  make_pair (&machine);
  all = make_scene (&machine, state);
  all_text = dup_outline (all);
  g_assert_cmpstr (all_text, ==, "[cpu:0] 1:task:256/8 2:task:257/6[cpu:1] 2:task:257/3");

  alone = sl_rows_show_processor (machine.set, state, 1, &found);
  g_assert_true (found);
  one = make_scene (&machine, alone);
  one_text = dup_outline (one);
  g_assert_cmpstr (one_text, ==, "[cpu:1] 2:task:257/3");

  folded = sl_view_state_with_name (state, SL_NAMES_COLLAPSED,
                                    sl_rows_get (sl_scene_get_rows (all), 0)->key, TRUE);
  closed = make_scene (&machine, folded);
  closed_text = dup_outline (closed);
  g_assert_cmpstr (closed_text, ==, "[cpu:0 …][cpu:1] 2:task:257/3");

  g_clear_pointer (&alone, sl_view_state_unref);
  alone = sl_rows_show_processor (machine.set, state, 7, &found);
  g_assert_false (found);
}

static void
test_words (void)
{
  g_auto (Machine) machine = { 0 };
  g_autoptr (SlViewState) state = make_state ();
  g_autoptr (SlScene) scene = NULL;
  g_autofree char *dump = NULL;

  g_test_summary (
      "The picture says where a task ran that is not on the processor of the part, and explains the sign.");

  make_pair (&machine);
  scene = make_scene (&machine, state);
  dump = sl_scene_dump (scene);
  g_assert_nonnull (strstr (dump, "runs on another processor"));
  g_assert_nonnull (strstr (dump, "\"cpu:1\""));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scene-partitions/parts", test_parts);
  g_test_add_func ("/scene-partitions/choice", test_choice);
  g_test_add_func ("/scene-partitions/words", test_words);

  return g_test_run ();
}
