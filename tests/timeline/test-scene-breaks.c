/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a picture gives way where the axis is broken. */

#include "scene-fixture.h"
#include "sl-axis-breaks.h"
#include "sl-event-script.h"

/* A task that runs without an event for most of the trace. */
#define SCRIPT "trace-start(272,1000) @1000 C(272) @1000000 C(280) @1001000 trace-stop"

static SlTraceSet *
make_set (SlTrace *trace)
{
  const SlTraceSetMember member = { .trace = trace };

  return sl_trace_set_new (&member, 1);
}

/* Whether the text is over a break, as far as they are in the plot. */
static gboolean
is_over_break (const SlScene *scene, const SlShape *text)
{
  SlView view = sl_scene_get_view (scene);
  double width = sl_shape_get_label_width (text);
  double begin =
      sl_shape_get_label_x (text) - text->label_anchor / 2.0 * width - sl_scene_get_plot_x (scene);
  double end = begin + width;

  for (guint i = 0; i < view.n_parts; i++)
    {
      const SlViewPart *part = &view.parts[i];

      if (part->is_break && begin < part->x + part->width && end > part->x)
        return TRUE;
    }
  return FALSE;
}

static void
test_labels_yield (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (SCRIPT);
  g_autoptr (SlTraceSet) set = make_set (trace);
  g_autoptr (SlViewState) plain = sl_view_state_new (sl_trace_set_get_span (set));
  g_autoptr (SlViewState) broken =
      sl_view_state_with_name (plain, SL_NAMES_SHOWN_SIGNS, SL_AXIS_BREAKS, TRUE);
  guint n_texts = 0;

  g_test_summary ("A label that would be in the middle of a break is next to it, or is not there.");

  for (int width = 400; width < 1400; width += 50)
    {
      g_autoptr (SlScene) scene = fixture_scrolled_scene (set, broken, width, 300, 0);
      const SlShape *shapes = sl_scene_get_shapes (scene, SL_LAYER_LABELS);

      g_assert_cmpuint (sl_scene_get_view (scene).n_parts, >, 1);
      for (guint i = 0; i < sl_scene_get_n_shapes (scene, SL_LAYER_LABELS); i++)
        {
          if (shapes[i].type != SL_SHAPE_TEXT)
            continue;
          g_assert_false (is_over_break (scene, &shapes[i]));
          n_texts++;
        }
    }
  g_assert_cmpuint (n_texts, >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene-breaks/labels-yield", test_labels_yield);
  return g_test_run ();
}
