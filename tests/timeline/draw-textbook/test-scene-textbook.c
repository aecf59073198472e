/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "scene-fixture.h"
#include "sl-error.h"
#include "sl-export.h"
#include "sl-scenario-trace.h"
#include "sl-shark-scenario.h"
#include "sl-svg-text.h"
#include "sl-svg-writer.h"
#include "sl-task-model.h"
#include "sl-test.h"
#include "sl-textbook-models.h"

static SlTaskRules *
make_rules (const SlTextbookModel *model, SlTrace *trace)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskModel) parsed = sl_task_model_parse (model->text, "model", &error);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  SlTaskRules *rules;

  g_assert_no_error (error);
  rules = sl_task_model_get_rules (parsed, trace, annotations, &error);
  g_assert_no_error (error);

  return rules;
}

static SlTime
find_first_release (const SlJobTable *jobs)
{
  SlTime first = SL_TIME_MAX;

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    first = MIN (first, sl_job_table_get (jobs, i)->release);

  return first;
}

/* From the first release on, which the axis calls 0. */
static SlScene *
make_scene (const SlTextbookModel *model)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files =
      sl_shark_scenario_make (sl_shark_scenarios_find (model->scenario), truth);
  g_autoptr (SlTrace) trace = sl_scenario_load (files);
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTraceSet) set = sl_trace_set_new_single (trace, annotations);
  g_autoptr (SlTaskRules) rules = make_rules (model, trace);
  g_autoptr (GPtrArray) jobs = fixture_find_jobs (set, rules);
  g_autoptr (SlTextMeasure) measure = sl_text_measure_new_fixed (7);
  SlSpan visible = sl_trace_get_span (trace);
  g_autoptr (SlViewState) plain = NULL;
  g_autoptr (SlViewState) textbook = NULL;
  g_autoptr (SlViewState) delta = NULL;
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = { .width = 1100,
                             .header_width = SL_TEXTBOOK_MARGIN,
                             .measure = measure };

  visible.begin = find_first_release (g_ptr_array_index (jobs, 0));
  plain = sl_view_state_new (visible);
  textbook = sl_view_state_with_style (plain, SL_STYLE_TEXTBOOK);
  delta = sl_view_state_with_axis (textbook, SL_AXIS_DELTA);
  state = sl_view_state_with_origin (delta, visible.begin);
  rows = sl_rows_new_with_jobs (set, state, 1, jobs);

  return sl_scene_build (rows, state, &options);
}

static void
test_golden (gconstpointer data)
{
  const SlTextbookModel *model = data;
  g_autoptr (SlScene) scene = make_scene (model);
  g_autofree char *dump = sl_scene_dump (scene);
  g_autofree char *name = g_strconcat (model->scenario, ".scene", NULL);
  g_autofree char *golden =
      g_test_build_filename (G_TEST_DIST, "timeline", "reftests", "textbook", name, NULL);

  g_test_summary ("What every course draws: boxes, arrows, sections, misses and words are where "
                  "the golden text has them.");

  sl_test_compare_text (dump, golden);
}

static char *
export_text (SlScene *scene, SlExportType type)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlExportOptions options = { type,   sl_palette_get (SL_PALETTE_PRINT),
                              &fonts, "A schedule",
                              1,      SL_TEX_TIKZ };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = sl_export_to_bytes (scene, &options, &error);

  g_assert_no_error (error);
  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static void
append_pair (GString *text, const char *name, double x, const char *other, double y)
{
  sl_svg_append_attribute (text, name, x);
  sl_svg_append_attribute (text, other, y);
}

/* What must stand in the SVG for a shape. */
static char *
describe_in_svg (SlScene *scene, const SlShape *shape)
{
  GString *text = g_string_new (NULL);
  const SlPoint *point;

  switch ((SlShapeType) shape->type)
    {
    case SL_SHAPE_BOX:
      if (shape->fill.role == SL_PAINT_NONE)
        break;
      G_GNUC_FALLTHROUGH;
    case SL_SHAPE_HATCH:
      append_pair (text, "x", shape->x, "y", shape->y);
      append_pair (text, "width", shape->width, "height", shape->height);
      break;
    case SL_SHAPE_LINE:
      append_pair (text, "x1", shape->x, "y1", shape->y);
      append_pair (text, "x2", shape->x + shape->width, "y2", shape->y + shape->height);
      break;
    case SL_SHAPE_DISC:
      append_pair (text, "cx", shape->x, "cy", shape->y);
      break;
    case SL_SHAPE_PATH:
      point = sl_scene_get_points (scene, shape);
      g_string_append (text, "points=\"");
      sl_svg_append_number (text, point->x);
      g_string_append_c (text, ',');
      sl_svg_append_number (text, point->y);
      break;
    case SL_SHAPE_TEXT:
      append_pair (text, "x", sl_shape_get_label_x (shape), "y", shape->y);
      break;
    case SL_SHAPE_CELLS:
    case SL_SHAPE_STRIP:
    default:
      break;
    }

  return g_string_free (text, FALSE);
}

static void
append_point (GString *text, double x, double y)
{
  g_string_append_c (text, '(');
  sl_svg_append_number (text, x);
  g_string_append_c (text, ',');
  sl_svg_append_number (text, y);
  g_string_append_c (text, ')');
}

/* The same for TikZ. */
static char *
describe_in_tikz (SlScene *scene, const SlShape *shape)
{
  GString *text = g_string_new (NULL);
  const SlPoint *points;

  switch ((SlShapeType) shape->type)
    {
    case SL_SHAPE_BOX:
      if (shape->fill.role == SL_PAINT_NONE)
        break;
      append_point (text, shape->x, shape->y);
      g_string_append (text, " rectangle ");
      append_point (text, shape->x + shape->width, shape->y + shape->height);
      break;
    case SL_SHAPE_LINE:
      append_point (text, shape->x, shape->y);
      g_string_append (text, "--");
      append_point (text, shape->x + shape->width, shape->y + shape->height);
      break;
    case SL_SHAPE_DISC:
      append_point (text, shape->x, shape->y);
      g_string_append (text, " circle[radius=");
      break;
    case SL_SHAPE_PATH:
      points = sl_scene_get_points (scene, shape);
      append_point (text, points[0].x, points[0].y);
      g_string_append (text, "--");
      append_point (text, points[1].x, points[1].y);
      break;
    case SL_SHAPE_TEXT:
      g_string_append (text, "] at ");
      append_point (text, sl_shape_get_label_x (shape), shape->y);
      g_string_append (text, " {");
      break;
    case SL_SHAPE_HATCH:
    case SL_SHAPE_CELLS:
    case SL_SHAPE_STRIP:
    default:
      break;
    }

  return g_string_free (text, FALSE);
}

static guint
check_shape (SlScene *scene, const SlShape *shape, const char *svg, const char *tikz)
{
  g_autofree char *in_svg = describe_in_svg (scene, shape);
  g_autofree char *in_tikz = describe_in_tikz (scene, shape);

  g_assert_nonnull (strstr (svg, in_svg));
  g_assert_nonnull (strstr (tikz, in_tikz));

  return *in_svg != '\0' && *in_tikz != '\0';
}

static void
test_agreement (gconstpointer data)
{
  g_autoptr (SlScene) scene = make_scene (data);
  g_autofree char *svg = export_text (scene, SL_EXPORT_SVG);
  g_autofree char *tikz = export_text (scene, SL_EXPORT_TEX);
  guint n_checked = 0;

  g_test_summary ("SVG and TikZ show each shape of the scene where the scene has it.");

  for (SlLayer layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (scene, layer);

      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i += 1u + shapes[i].joined)
        n_checked += check_shape (scene, &shapes[i], svg, tikz);
    }
  g_assert_cmpuint (n_checked, >, 100);
}

static guint
count_text (const char *text, const char *part)
{
  guint count = 0;

  for (const char *at = strstr (text, part); at != NULL; at = strstr (at + 1, part))
    count++;

  return count;
}

static guint
count_elements (SlScene *scene, SlElementType type)
{
  guint count = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    count += sl_scene_get_element (scene, i)->type == type;

  return count;
}

static void
test_rtsched (gconstpointer data)
{
  g_autoptr (SlScene) scene = make_scene (data);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlTikzOptions options = { SL_TEX_RTSCHED, sl_palette_get (SL_PALETTE_PRINT), &fonts, NULL, 1 };
  g_autoptr (GError) error = NULL;
  GString *text = sl_rtsched_writer_write (scene, &options, &error);

  g_test_summary ("rtsched has a command for each release, finish and inheritance of the scene.");

  g_assert_no_error (error);
  g_assert_cmpuint (count_text (text->str, "\\TaskArrival{"), ==,
                    count_elements (scene, SL_ELEMENT_RELEASE));
  g_assert_cmpuint (count_text (text->str, "\\TaskEnd{"), ==,
                    count_elements (scene, SL_ELEMENT_FINISH));
  g_assert_cmpuint (count_text (text->str, "\\Inherit{"), ==,
                    count_elements (scene, SL_ELEMENT_INHERITS));
  g_string_free (text, TRUE);
}

static void
test_csv (gconstpointer data)
{
  g_autoptr (SlScene) scene = make_scene (data);
  g_autofree char *text = export_text (scene, SL_EXPORT_CSV);
  guint n_lines = count_text (text, "\n") - 1;
  guint n_boxes = count_elements (scene, SL_ELEMENT_BOX);

  g_test_summary ("The table has a line for each box, release, deadline, finish and miss of the "
                  "scene.");

  g_assert_true (g_str_has_prefix (text, "lane,what,begin,end,state,detail,count\n"));
  g_assert_cmpuint (count_text (text, ",box,"), ==, n_boxes);
  g_assert_cmpuint (count_text (text, ",release,"), ==, count_elements (scene, SL_ELEMENT_RELEASE));
  g_assert_cmpuint (count_text (text, ",deadline,"), ==,
                    count_elements (scene, SL_ELEMENT_DEADLINE));
  g_assert_cmpuint (count_text (text, ",finish,"), ==, count_elements (scene, SL_ELEMENT_FINISH));
  g_assert_cmpuint (count_text (text, ",miss,"), ==, count_elements (scene, SL_ELEMENT_MISS));
  g_assert_cmpuint (n_lines, >, n_boxes);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (sl_textbook_models); i++)
    {
      const SlTextbookModel *model = &sl_textbook_models[i];
      g_autofree char *golden = g_strconcat ("/scene-textbook/golden/", model->scenario, NULL);
      g_autofree char *agreement =
          g_strconcat ("/scene-textbook/agreement/", model->scenario, NULL);
      g_autofree char *rtsched = g_strconcat ("/scene-textbook/rtsched/", model->scenario, NULL);
      g_autofree char *csv = g_strconcat ("/scene-textbook/csv/", model->scenario, NULL);

      g_test_add_data_func (golden, model, test_golden);
      g_test_add_data_func (agreement, model, test_agreement);
      g_test_add_data_func (rtsched, model, test_rtsched);
      g_test_add_data_func (csv, model, test_csv);
    }
  return g_test_run ();
}
