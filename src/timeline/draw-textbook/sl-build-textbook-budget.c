/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The budget of a server over time, as far as the task model or the trace tells it: what the task
 * that it serves ran between a replenishment and the exhaustion after it is the whole budget. */

#include "sl-budget-curve.h"
#include "sl-build-textbook-private.h"
#include "sl-kind-action.h"
#include "sl-task-load.h"

#define HEIGHT 38

/* Marks that are looked at for the first exhaustion. */
#define MAX_LOOKED_AT 4096

/* How much was used up at least: more where it was filled up in between. */
static gint64
guess_whole (SlTextbook *self, const SlTrack *marks)
{
  SlTrace *trace = self->pen->trace;
  SlTime full = sl_track_get_span (marks).begin;
  guint left = sl_textbook_get_most_marks (trace);
  gint64 least = G_MAXINT64;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, full);
  for (guint i = 0; left > 0 && i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      const SlTrack *states;

      if (sl_kind_get_action (item.state) == SL_ACTION_REPLENISH)
        full = item.begin;
      if (sl_kind_get_action (item.state) != SL_ACTION_EXHAUST)
        continue;

      left--;
      states = sl_textbook_find_stopped (trace, item.begin);
      if (states != NULL)
        least =
            MIN (least, (gint64) sl_task_load_sum_running (states, (SlSpan) { full, item.begin }));
      full = item.begin;
    }

  return least < G_MAXINT64 ? least : 0;
}

/* How much a whole one is: by the task model, else by the trace. */
static gint64
find_whole (SlTextbook *self, const SlTrack *marks)
{
  const SlTaskRule *rule = sl_row_get_rule (self->picture->rows, self->pen->info);
  gint64 told = sl_budget_find_whole (self->pen->lane, self->pen->visible.begin);

  if (rule->wcet > 0)
    return rule->wcet;

  return told > 0 ? told : guess_whole (self, marks);
}

static void
add_scale (SlTextbook *self, gint64 whole)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  SlPaint ink = sl_paint (SL_PAINT_INK);
  g_autofree char *duration = sl_textbook_dup_length (self, pen->info, whole);

  sl_build_line (picture, SL_LAYER_FRAME, 0,
                 sl_box (picture->plot_x, pen->base - HEIGHT - 8, 0, HEIGHT + 8), ink, 1);
  sl_textbook_add_head (self, SL_LAYER_FRAME, 0, picture->plot_x, pen->base - HEIGHT - 14, 0, 8.5,
                        3.6, ink);
  for (int i = 0; i < 2; i++)
    {
      double y = pen->base - HEIGHT * i;

      sl_build_line (picture, SL_LAYER_FRAME, 0, sl_box (picture->plot_x - 4, y, 4, 0), ink, 1);
      sl_textbook_add_text (self,
                            &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_SMALL,
                                                i == 0 ? "0" : duration, ink },
                            (SlTextbookPlace) { SL_ANCHOR_RIGHT, picture->plot_x - 6, y + 4 });
    }
}

static SlBox
make_box (const SlRowPen *pen, SlSpan span)
{
  double x = sl_build_x (pen, span.begin);

  return sl_box (x, pen->base - HEIGHT - 2, sl_build_x (pen, span.end) - x, HEIGHT + 1);
}

/* Where nobody knows what is left of it, or there is none. */
static void
cover_unknown (SlTextbook *self, guint32 element)
{
  SlRowPen *pen = self->pen;
  g_autoptr (GArray) spans = sl_budget_find_unknown (pen, FALSE);
  g_autoptr (GArray) unknown = sl_budget_find_unknown (pen, TRUE);

  for (guint i = 0; i < spans->len; i++)
    sl_build_box (self->picture, SL_LAYER_BOXES, element,
                  make_box (pen, g_array_index (spans, SlSpan, i)), sl_paint (SL_PAINT_VIEW));
  for (guint i = 0; i < unknown->len; i++)
    sl_textbook_add_gap (self, element, make_box (pen, g_array_index (unknown, SlSpan, i)), 1);
}

static void
add_sawtooth (SlTextbook *self, SlBudgetCurve *curve, const SlTrack *marks)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  SlElement element = { .type = SL_ELEMENT_VALUE, .row = pen->row, .span = picture->view.visible };
  guint32 number = sl_scene_add_element (picture->scene, &element);

  sl_build_place (picture, number,
                  sl_box (picture->plot_x, pen->base - HEIGHT, picture->view.width, HEIGHT));
  sl_budget_curve_follow (curve, marks);
  sl_budget_curve_draw (curve, number,
                        sl_box (picture->plot_x, pen->base - HEIGHT, picture->view.width, 0),
                        sl_build_paint (pen, SL_PAINT_TEXTBOOK, pen->info->colour, 0.6),
                        sl_build_paint (pen, SL_PAINT_INK, -1, 1));
  if (sl_lane_get_track (pen->lane, SL_ROLE_BUDGET) != NULL)
    cover_unknown (self, number);
  add_scale (self, curve->whole);
}

/**
 * sl_textbook_add_budget:
 *
 * The server's row at hand: the sawtooth of its budget, where that is known, and its deadlines.
 */
void
sl_textbook_add_budget (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  SlRowPen *pen = self->pen;
  const SlTrack *marks = sl_lane_get_track (pen->lane, SL_ROLE_MARKS);
  g_autofree char *name = sl_textbook_dup_server (self, pen->info);
  GPtrArray *served;
  gint64 whole;

  sl_build_line (picture, SL_LAYER_PAGE, 0,
                 sl_box (picture->plot_x - 6, pen->base, picture->view.width + 20, 0),
                 sl_build_paint (pen, SL_PAINT_INK, -1, 1), 1);
  if (marks == NULL)
    return;

  served = sl_textbook_get_served (self, pen->info->lane);
  whole = find_whole (self, marks);
  if (served->len > 0 && whole > 0)
    {
      g_auto (SlBudgetCurve) curve = { 0 };

      sl_budget_curve_init (&curve, pen, served, whole, HEIGHT);
      curve.polls = g_strcmp0 (sl_row_get_rule (picture->rows, pen->info)->policy, "ps") == 0;
      add_sawtooth (self, &curve, marks);
    }
  sl_textbook_add_server_deadlines (self, name, marks);
}
