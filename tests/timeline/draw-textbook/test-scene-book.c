/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "scene-fixture.h"

/* Textbook pictures of traces that no course would draw, and of what it would: a tick is a microsecond. */

/* Elements, shapes and points for each pixel that the rows are wide. */
#define MOST_A_PIXEL 8

typedef struct
{
  SlTraceSet *set;
  GPtrArray *jobs;
} Case;

static void
case_clear (Case *self)
{
  g_clear_object (&self->set);
  g_clear_pointer (&self->jobs, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static SlScene *
make_scene (const Case *self, SlSpan visible, int width, gboolean window)
{
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  g_autoptr (SlViewState) plain = sl_view_state_new (visible);
  g_autoptr (SlViewState) textbook = sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
  g_autoptr (SlViewState) delta = sl_view_state_with_axis (textbook, SL_AXIS_DELTA);
  g_autoptr (SlViewState) state = sl_view_state_with_origin (delta, 0);
  g_autoptr (SlRows) rows = sl_rows_new_with_jobs (self->set, state, 1, self->jobs);
  SlSceneOptions options = {
    .width = width,
    .height = window ? 700 : 0,
    .header_width = SL_TEXTBOOK_MARGIN,
    .show_ruler = window,
    .show_cursors = window,
    .measure = measure,
  };

  return sl_scene_build (rows, state, &options);
}

typedef struct
{
  SlTraceBuilder *builder;
  guint32 lock;
  SlTrackWriter *server;
  SlTime end;
} Maker;

/* Jobs of any length at any distance; @queued: all are released at first. */
static void
add_task (Maker *self, guint64 id, guint n_jobs, gint32 longest, gboolean queued)
{
  guint32 task = fixture_add_object (self->builder, SL_OBJECT_TASK, id);
  SlLaneBuilder *lane = fixture_add_lane (self->builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTrackWriter *holds = sl_lane_builder_add_track (lane, SL_ROLE_HOLDS, SL_TRACK_SLICES);
  SlTime now = 0;

  for (guint i = 0; queued && i < n_jobs; i++)
    sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_ACTIVATE, 0);
  for (guint i = 0; i < n_jobs; i++)
    {
      SlTime third = 1 + g_test_rand_int_range (0, longest);

      if (!queued)
        sl_track_writer_add_instant (marks, now, SL_KIND_TASK_TIMER, 0);
      sl_track_writer_add_slice (states, now, now + third, SL_STATE_RUNNING, 0);
      sl_track_writer_add_slice (states, now + third, now + 2 * third, SL_STATE_BLOCKED,
                                 self->lock);
      sl_track_writer_add_slice (states, now + 2 * third, now + 3 * third, SL_STATE_RUNNING, 0);
      sl_track_writer_add_slice (holds, now + 2 * third, now + 3 * third, SL_STATE_HELD,
                                 self->lock);
      sl_track_writer_add_instant (marks, now + 3 * third, SL_KIND_TASK_END_CYCLE, 0);
      now += 3 * third + g_test_rand_int_range (0, i % 50 == 0 ? 1 + 90 * longest : longest + 1);
    }
  self->end = MAX (self->end, now);
}

static void
add_server (Maker *self, guint n_marks)
{
  static const guint16 kinds[] = { SL_KIND_SERVER_ACTIVE, SL_KIND_SERVER_EXHAUST,
                                   SL_KIND_SERVER_REPLENISH };
  guint32 server = fixture_add_object (self->builder, SL_OBJECT_SERVER, 1);
  SlTrackWriter *marks =
      sl_lane_builder_add_track (fixture_add_lane (self->builder, SL_LANE_SERVER, server),
                                 SL_ROLE_MARKS, SL_TRACK_INSTANTS);

  for (guint i = 0; i < n_marks; i++)
    sl_track_writer_add_instant (marks, (SlTime) ((double) self->end * i / n_marks),
                                 kinds[g_test_rand_int_range (0, G_N_ELEMENTS (kinds))], 0);
}

/* Tasks are objects from 2 on. */
static Case
make_case (guint n_tasks)
{
  Maker maker = { .builder = fixture_begin () };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  Case made = { 0 };

  maker.lock = fixture_add_object (maker.builder, SL_OBJECT_MUTEX, 0x1720a40);
  for (guint i = 0; i < n_tasks; i++)
    add_task (&maker, 256 + i, 1u << g_test_rand_int_range (0, 12),
              1 << g_test_rand_int_range (0, 12), g_test_rand_int_range (0, 3) == 0);
  add_server (&maker, 1u << g_test_rand_int_range (1, 12));

  for (guint i = 0; i < n_tasks; i++)
    {
      const SlTaskRule rule = { .period = (gint64) 1 << g_test_rand_int_range (0, 40),
                                .wcet = (gint64) 1 << g_test_rand_int_range (0, 20),
                                .deadline = (gint64) 1 << g_test_rand_int_range (0, 20),
                                .deadline_from = SL_DEADLINE_MODEL };

      sl_task_rules_set (rules, 2 + i, &rule);
    }
  made.set = fixture_end (maker.builder, maker.end + 1);
  made.jobs = fixture_find_jobs (made.set, rules);

  return made;
}

static SlSpan
choose_span (const Case *self)
{
  SlSpan whole = sl_trace_set_get_span (self->set);
  SlTime length = MAX ((whole.end - whole.begin) >> g_test_rand_int_range (0, 16), 10);
  SlTime begin = (SlTime) (g_test_rand_double () * (double) MAX (whole.end - length, 1));

  return (SlSpan) { begin, MIN (begin + length, whole.end) };
}

static guint64
measure_scene (SlScene *scene)
{
  guint64 size = sl_scene_get_n_elements (scene);

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (scene, layer);

      size += sl_scene_get_n_shapes (scene, layer);
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        size += shapes[i].type == SL_SHAPE_PATH ? shapes[i].count : 0;
    }

  return size;
}

static void
test_bounded (void)
{
  double most = 0;

  g_test_summary (
      "A picture grows with its pixels and rows, whatever the trace, the task model and "
      "the zoom.");

  for (guint i = 0; i < 60; i++)
    {
      g_auto (Case) made = make_case (1 + (guint) g_test_rand_int_range (0, 6));

      for (guint j = 0; j < 5; j++)
        {
          int width = g_test_rand_int_range (300, 2500);
          g_autoptr (SlScene) scene = make_scene (&made, choose_span (&made), width, j % 2 == 0);
          guint n_rows = sl_rows_get_count (sl_scene_get_rows (scene)) + 1;
          double size = (double) measure_scene (scene) / ((double) width * n_rows);

          most = MAX (most, size);
          g_assert_cmpfloat (size, <, MOST_A_PIXEL);
        }
    }
  g_test_message ("at most %.2f for each pixel and row", most);
}

/* The periods that traces have by chance, or by malice. */
static void
test_grid (void)
{
  static const SlTime ends[] = { 1000, 1000000, G_GINT64_CONSTANT (600000000),
                                 G_GINT64_CONSTANT (1000000000000) };

  g_test_summary ("The grid follows the width and not the shortest period: no line is nearer than "
                  "six pixels to the next one.");

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      Maker maker = { .builder = fixture_begin () };
      g_auto (Case) made = { 0 };
      g_autoptr (SlScene) scene = NULL;

      add_task (&maker, 256, 2, 1, FALSE);
      made.set = fixture_end (maker.builder, ends[i]);
      made.jobs = fixture_find_jobs (made.set, NULL);
      scene = make_scene (&made, sl_trace_set_get_span (made.set), 1200, FALSE);
      g_assert_cmpuint (sl_scene_get_n_shapes (scene, SL_LAYER_PAGE), <, 1200 / 6 + 20);
      g_assert_cmpuint (sl_scene_get_n_shapes (scene, SL_LAYER_FRAME), <, 2 * 1200 / 6 + 100);
    }
}

/* Those that come while the picture shows the task's row. */
static guint64
count_misses (SlScene *scene)
{
  SlSpan visible = sl_scene_get_view (scene).visible;
  guint64 count = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_MISS && element->span.begin >= visible.begin &&
          element->span.begin < visible.end)
        count += element->count;
    }

  return count;
}

static guint64
count_in_table (const SlJobTable *table, SlSpan visible)
{
  guint64 count = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      SlTime time =
          job->flags & SL_JOB_MISSED ? sl_job_get_miss_time (sl_job_table_get (table, i)) : -1;

      count += time >= visible.begin && time < visible.end;
    }

  return count;
}

static void
test_misses (void)
{
  guint n_compact = 0, n_signs = 0;

  g_test_summary ("Each miss is seen at each zoom, with signs and without: the counts add up.");

  for (guint i = 0; i < 40; i++)
    {
      g_auto (Case) made = make_case (1 + (guint) g_test_rand_int_range (0, 3));
      const SlJobTable *table = g_ptr_array_index (made.jobs, 0);

      for (guint j = 0; j < 6; j++)
        {
          SlSpan visible = choose_span (&made);
          g_autoptr (SlScene) scene =
              make_scene (&made, visible, g_test_rand_int_range (300, 2500), FALSE);
          guint n_rows = sl_rows_get_count (sl_scene_get_rows (scene));

          visible = sl_scene_get_view (scene).visible;
          n_signs += sl_scene_get_unit (scene) != NULL;
          n_compact += sl_scene_get_unit (scene) == NULL;
          if (n_rows == sl_job_table_get_n_tasks (table) + 1)
            g_assert_cmpuint (count_misses (scene), ==, count_in_table (table, visible));
        }
    }
  g_assert_cmpuint (n_compact, >, 10);
  g_assert_cmpuint (n_signs, >, 10);
}

typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
  const char *text;
} Box;

static GArray *
find_texts (SlScene *scene)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (Box));

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (scene, layer);

      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i += 1u + shapes[i].joined)
        {
          const SlShape *shape = &shapes[i];
          double size = sl_font_set_get_size (&fonts, shape->font);
          double width = sl_shape_get_label_width (shape);
          double left = sl_shape_get_label_x (shape) - shape->label_anchor / 2.0 * width;
          Box box = { left, shape->y - 0.7 * size, left + width, shape->y + 0.2 * size,
                      shape->text };

          if (shape->type == SL_SHAPE_TEXT && !shape->upright)
            g_array_append_val (boxes, box);
        }
    }

  return boxes;
}

static void
assert_apart (const Box *one, const Box *other)
{
  if (one->left < other->right - 0.01 && other->left < one->right - 0.01 &&
      one->top < other->bottom && other->top < one->bottom)
    {
      g_test_message ("\"%s\" and \"%s\" overlap at %.1f, %.1f", one->text, other->text,
                      MAX (one->left, other->left), MAX (one->top, other->top));
      g_test_fail ();
    }
}

static void
assert_texts_apart (SlScene *scene)
{
  g_autoptr (GArray) boxes = find_texts (scene);

  for (guint i = 0; i < boxes->len; i++)
    {
      const Box *box = &g_array_index (boxes, Box, i);

      for (guint j = 0; j < i; j++)
        assert_apart (box, &g_array_index (boxes, Box, j));
      for (guint j = 1; j < sl_scene_get_n_elements (scene); j++)
        {
          const SlElement *element = sl_scene_get_element (scene, j);
          Box diamond = { element->x, element->y + element->height / 3, element->x + element->width,
                          element->y + element->height * 2 / 3, "a miss" };

          if (element->type == SL_ELEMENT_MISS)
            assert_apart (box, &diamond);
        }
    }
}

static void
test_texts (void)
{
  guint n_signs = 0;

  g_test_summary ("No text overlaps another one, or the symbol of a miss.");

  for (guint i = 0; i < 60; i++)
    {
      g_auto (Case) made = make_case (1 + (guint) g_test_rand_int_range (0, 4));

      for (guint j = 0; j < 6; j++)
        {
          g_autoptr (SlScene) scene =
              make_scene (&made, choose_span (&made), g_test_rand_int_range (500, 2000), FALSE);

          if (sl_scene_get_unit (scene) == NULL)
            continue;
          n_signs++;
          assert_texts_apart (scene);
        }
    }
  g_assert_cmpuint (n_signs, >, 20);
}

/* Two jobs, one right after the other, in one slice. */
static void
test_back_to_back (void)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  g_auto (Case) made = { 0 };
  g_autoptr (SlScene) scene = NULL;
  GString *boxes = g_string_new (NULL);

  g_test_summary ("Each box is of one job: there is a line where one job ends and the next one "
                  "goes on, and none where the kernel puts the task to sleep.");

  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_instant (marks, 1000, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_slice (states, 0, 4002, SL_STATE_RUNNING, 0);
  sl_track_writer_add_instant (marks, 3000, SL_KIND_TASK_END_CYCLE, 0);
  sl_track_writer_add_instant (marks, 4000, SL_KIND_TASK_END_CYCLE, 0);
  made.set = fixture_end (builder, 10000);
  made.jobs = fixture_find_jobs (made.set, NULL);
  scene = make_scene (&made, (SlSpan) { 0, 10000 }, 1168, FALSE);
  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type == SL_ELEMENT_BOX && element->state == SL_STATE_RUNNING)
        g_string_append_printf (boxes, "%d-%d ", (int) element->span.begin,
                                (int) element->span.end);
    }
  g_assert_cmpstr (boxes->str, ==, "0-3000 3000-4002 ");
  g_string_free (boxes, TRUE);
}

static gboolean
has_text (SlScene *scene, const char *text)
{
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *line = g_strdup_printf ("text \"%s\"", text);

  return strstr (dump, line) != NULL;
}

/* A task that holds a lock for 2 of 10 ms. */
static Case
make_section (SlTime length, const char *name)
{
  SlTraceBuilder *builder = fixture_begin ();
  guint32 lock = fixture_add_object (builder, SL_OBJECT_MUTEX, 0x1720a40);
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTrackWriter *holds = sl_lane_builder_add_track (lane, SL_ROLE_HOLDS, SL_TRACK_SLICES);
  const SlLockRule rule = { .name = name };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  Case made = { 0 };

  sl_track_writer_add_instant (marks, 0, SL_KIND_TASK_TIMER, 0);
  sl_track_writer_add_slice (states, 0, 5000, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (holds, 1000, 1000 + length, SL_STATE_HELD, lock);
  sl_track_writer_add_instant (marks, 5000, SL_KIND_TASK_END_CYCLE, 0);
  if (name != NULL)
    sl_task_rules_set_lock (rules, lock, &rule);
  made.set = fixture_end (builder, 10000);
  made.jobs = fixture_find_jobs (made.set, rules);

  return made;
}

static void
test_locks (void)
{
  const char *bus = g_intern_static_string ("bus");
  static const struct
  {
    SlTime length;
    gboolean is_named;
    const char *label;
    const char *explained;
  } cases[] = {
    { 2000, TRUE, "bus", NULL },
    { 200, TRUE, "b", "b is bus" },
    { 2000, FALSE, "A", "A is mutex:0x1720a40" },
  };

  g_test_summary ("A lock has the name of the task model, where the section has no room an "
                  "abbreviation of it, and a letter if it has no name; what is not its name is "
                  "explained.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Case) made = make_section (cases[i].length, cases[i].is_named ? bus : NULL);
      g_autoptr (SlScene) scene = make_scene (&made, (SlSpan) { 0, 10000 }, 1168, FALSE);

      g_assert_true (has_text (scene, cases[i].label));
      g_assert_cmpstr (sl_scene_get_explained (scene), ==, cases[i].explained);
    }
}

static void
test_last_number (void)
{
  g_auto (Case) made = make_section (2000, NULL);
  g_autoptr (SlScene) scene = make_scene (&made, (SlSpan) { 0, 10000 }, 1168, FALSE);

  g_test_summary ("The axis has the number of its last grid line as well as its name.");

  g_assert_true (has_text (scene, "10"));
  g_assert_true (has_text (scene, " / ms"));
}

static void
test_names (void)
{
  const SlTaskRule rule = { .period = 4000,
                            .wcet = 1000,
                            .deadline = 4000,
                            .deadline_from = SL_DEADLINE_MODEL };
  Maker maker = { .builder = fixture_begin () };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlScene) scene = NULL;
  g_auto (Case) made = { 0 };

  g_test_summary (
      "Parameters of a task are given in a unit that shows them, however long the axis is.");

  maker.lock = fixture_add_object (maker.builder, SL_OBJECT_MUTEX, 1);
  add_task (&maker, 256, 5, 100, FALSE);
  sl_task_rules_set (rules, 2, &rule);
  made.set = fixture_end (maker.builder, G_GINT64_CONSTANT (600000000));
  made.jobs = fixture_find_jobs (made.set, rules);
  scene = make_scene (&made, sl_trace_set_get_span (made.set), 1168, FALSE);

  g_assert_true (has_text (scene, " / s"));
  g_assert_true (has_text (scene, " = 4\u2009ms"));
  g_assert_true (has_text (scene, " = 1\u2009ms"));
}

/* A constant bandwidth server, worked out by hand: budget 3, period 8. The first job comes at 3 and
 * runs from 4 to 7, when the budget is used up, and from 11 to 12; the second one comes at 13 with 2 left,
 * which is not too much, runs to 15, and from 19 to 20. */
static void
test_server (void)
{
  static const struct
  {
    SlTime time;
    guint16 kind;
  } events[] = {
    { 3000, SL_KIND_SERVER_REPLENISH },  { 3000, SL_KIND_SERVER_ACTIVE },
    { 7000, SL_KIND_SERVER_EXHAUST },    { 7000, SL_KIND_SERVER_REPLENISH },
    { 13000, SL_KIND_SERVER_ACTIVE },    { 15000, SL_KIND_SERVER_EXHAUST },
    { 15000, SL_KIND_SERVER_REPLENISH },
  };
  SlTraceBuilder *builder = fixture_begin ();
  guint32 task = fixture_add_object (builder, SL_OBJECT_TASK, 256);
  guint32 server = fixture_add_object (builder, SL_OBJECT_SERVER, 1);
  SlLaneBuilder *lane = fixture_add_lane (builder, SL_LANE_TASK, task);
  SlTrackWriter *states = sl_lane_builder_add_track (lane, SL_ROLE_STATES, SL_TRACK_SLICES);
  SlTrackWriter *marks = sl_lane_builder_add_track (lane, SL_ROLE_MARKS, SL_TRACK_INSTANTS);
  SlTrackWriter *server_marks =
      sl_lane_builder_add_track (fixture_add_lane (builder, SL_LANE_SERVER, server), SL_ROLE_MARKS,
                                 SL_TRACK_INSTANTS);
  const char *name = g_intern_static_string ("S");
  const SlTaskRule server_rule = { .name = name,
                                   .wcet = 3000,
                                   .period = 8000,
                                   .policy = g_intern_static_string ("cbs") };
  const SlTaskRule task_rule = { .server = name };
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlScene) scene = NULL;
  GString *seen = g_string_new (NULL);
  g_auto (Case) made = { 0 };

  g_test_summary ("Each deadline of a server is drawn once, on the server's row, from when it was "
                  "set; those that were put off are dashed, and the jobs have none.");

  sl_track_writer_add_instant (marks, 3000, SL_KIND_TASK_ACTIVATE, 0);
  sl_track_writer_add_slice (states, 4000, 7000, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 11000, 12000, SL_STATE_RUNNING, 0);
  sl_track_writer_add_instant (marks, 12000, SL_KIND_TASK_END_CYCLE, 0);
  sl_track_writer_add_instant (marks, 13000, SL_KIND_TASK_ACTIVATE, 0);
  sl_track_writer_add_slice (states, 13000, 15000, SL_STATE_RUNNING, 0);
  sl_track_writer_add_slice (states, 19000, 20000, SL_STATE_RUNNING, 0);
  sl_track_writer_add_instant (marks, 20000, SL_KIND_TASK_END_CYCLE, 0);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    sl_track_writer_add_instant (server_marks, events[i].time, events[i].kind, 0);
  sl_task_rules_set (rules, server, &server_rule);
  sl_task_rules_set (rules, task, &task_rule);
  made.set = fixture_end (builder, 28000);
  made.jobs = fixture_find_jobs (made.set, rules);
  scene = make_scene (&made, (SlSpan) { 0, 28000 }, 1168, FALSE);

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);

      if (element->type != SL_ELEMENT_DEADLINE)
        continue;
      g_assert_cmpint (sl_rows_get (sl_scene_get_rows (scene), element->row)->lane_type, ==,
                       SL_LANE_SERVER);
      g_string_append_printf (seen, "%d-%d%s ", (int) element->span.begin / 1000,
                              (int) element->span.end / 1000,
                              element->state == SL_KIND_SERVER_REPLENISH ? " dashed" : "");
    }
  g_assert_cmpstr (seen->str, ==, "3-11 dashed 7-19 dashed 15-27 ");
  g_string_free (seen, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-book/bounded", test_bounded);
  g_test_add_func ("/scene-book/grid", test_grid);
  g_test_add_func ("/scene-book/misses", test_misses);
  g_test_add_func ("/scene-book/texts", test_texts);
  g_test_add_func ("/scene-book/back-to-back", test_back_to_back);
  g_test_add_func ("/scene-book/locks", test_locks);
  g_test_add_func ("/scene-book/last-number", test_last_number);
  g_test_add_func ("/scene-book/names", test_names);
  g_test_add_func ("/scene-book/server", test_server);
  return g_test_run ();
}
