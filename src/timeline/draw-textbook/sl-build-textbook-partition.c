/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a textbook picture of several processors: their headings, and what a task that migrates does
 * elsewhere. */

#include "sl-build-textbook-private.h"

#include "sl-text.h"

#define HEADING_X   14
#define TRIANGLE_X  2
#define LOAD_GAP    16
#define NAME_RISE   11 /* of its base line above the heading's lower edge */
#define LABEL_RISE  3
#define LABEL_SPARE 4

/* Slices between two runs of a task that are looked at for its processor. */
#define MOST_BETWEEN 64

static void
find_processors (SlTextbook *self)
{
  SlTraceSet *set = self->picture->set;

  self->processors = g_array_new (FALSE, FALSE, sizeof (SlLaneRef));
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
        if (sl_trace_get_lane (trace, lane)->type == SL_LANE_CPU)
          g_array_append_val (self->processors, ((SlLaneRef) { i, lane }));
    }
}

/* Whether the processor runs @task from @time on, and until when. */
static gboolean
runs (const SlLane *processor, guint32 task, SlTime time, SlTime *end)
{
  const SlTrack *states = sl_lane_get_track (processor, SL_ROLE_STATES);
  SlItem item;

  if (states == NULL || !sl_track_find_at (states, time, &item) || item.state != SL_STATE_RUNNING ||
      item.detail != task)
    return FALSE;

  *end = item.end;
  return TRUE;
}

/**
 * sl_textbook_find_processor:
 * @run: (inout): a slice in which the row's task runs; cut to what is on one processor
 *
 * Returns: on which processor, an object; 0 where it is not known, and where the picture has no parts
 */
guint32
sl_textbook_find_processor (SlTextbook *self, SlItem *run)
{
  const SlRow *row = self->pen->info;
  SlTime end;

  if (!row->migrates || run->detail != 0)
    return row->migrates ? run->detail : row->cpu;

  if (self->processors == NULL)
    find_processors (self);
  for (guint i = 0; i < self->processors->len; i++)
    {
      SlLaneRef ref = g_array_index (self->processors, SlLaneRef, i);
      const SlLane *lane =
          ref.trace == row->lane.trace ? sl_trace_get_lane (self->pen->trace, ref.lane) : NULL;

      if (lane == NULL || !runs (lane, row->object, run->begin, &end))
        continue;

      run->end = MIN (run->end, end);
      return lane->object;
    }

  return 0;
}

/* The processor at the end of a slice in which the task runs. */
static guint32
find_last (SlTextbook *self, SlItem run)
{
  SlTime end = run.end;
  guint32 processor;

  do
    {
      processor = sl_textbook_find_processor (self, &run);
      run.begin = run.end;
      run.end = end;
    }
  while (processor != 0 && run.begin < end);

  return processor;
}

/**
 * sl_textbook_find_home:
 *
 * Returns: the processor on which the row's task ran last before @time, or for want of that, runs next: an
 *   object; 0 where it never ran nearby
 */
guint32
sl_textbook_find_home (SlTextbook *self, SlTime time)
{
  const SlTrack *states = sl_lane_get_track (self->pen->lane, SL_ROLE_STATES);
  SlItem item = { .begin = time };
  SlTrackIter iter;

  if (states == NULL)
    return 0;

  for (guint i = 0; i < MOST_BETWEEN && sl_track_find_before (states, item.begin, &item); i++)
    if (item.state == SL_STATE_RUNNING)
      return find_last (self, item);

  sl_track_iter_init (&iter, states, time);
  for (guint i = 0; i < MOST_BETWEEN && sl_track_iter_next (&iter, &item); i++)
    if (item.state == SL_STATE_RUNNING)
      return sl_textbook_find_processor (self, &item);

  return 0;
}

/**
 * sl_textbook_add_elsewhere:
 * @element: 0 for the legend's
 * @base: y of the line on which it stands
 * @processor: which; 0 for the legend's
 *
 * A low dashed box on the base line, of a stretch in which the task runs on another processor, with its name
 * where that has room.
 */
void
sl_textbook_add_elsewhere (SlTextbook *self,
                           guint32 element,
                           double x,
                           double base,
                           double width,
                           guint32 processor)
{
  SlLayer layer = element != 0 ? SL_LAYER_BOXES : SL_LAYER_FRAME;
  double y = base - SL_TEXTBOOK_LOW;
  const char *name = NULL;
  SlShape *box;

  box = sl_build_box (self->picture, layer, element, sl_box (x, y, width, SL_TEXTBOOK_LOW),
                      sl_paint (SL_PAINT_VIEW));
  box->stroke = sl_paint (SL_PAINT_SOFT);
  box->line_width = 1;
  box->dash[0] = box->dash[1] = 2;
  if (element == 0)
    return;

  sl_build_place (self->picture, element, sl_box (x, y, width, SL_TEXTBOOK_LOW));
  self->signs |= SL_SIGN_ELSEWHERE;
  name = sl_build_name (self->pen, processor);
  if (name != NULL && sl_textbook_text_width (self, SL_TEXTBOOK_SMALL, name) + LABEL_SPARE <= width)
    sl_textbook_try_text (self,
                          &(SlTextbookText) { SL_LAYER_LABELS, element, SL_TEXTBOOK_SMALL, name,
                                              sl_paint (SL_PAINT_SOFT) },
                          (SlTextbookPlace) { SL_ANCHOR_MIDDLE, x + width / 2, y - LABEL_RISE });
}

/**
 * sl_textbook_add_heading:
 *
 * What is behind the name of the processor at hand: a rule above its part.
 */
void
sl_textbook_add_heading (SlTextbook *self)
{
  SlPicture *picture = self->picture;
  const SlRow *row = self->pen->info;
  SlElement element = {
    .type = SL_ELEMENT_HEADING,
    .row = self->pen->row,
    .target = { SL_TARGET_ROW, row->lane.trace, row->key, 0, 0, 1 },
  };
  guint32 number = sl_scene_add_element (picture->scene, &element);
  double width = sl_scene_get_width (picture->scene);

  sl_scene_edit_element (picture->scene, number)->label =
      sl_scene_add_string (picture->scene, row->title);
  sl_build_place (picture, number, sl_box (0, self->pen->top, width, row->height));
  sl_build_line (picture, SL_LAYER_PAGE, number,
                 sl_box (HEADING_X, self->pen->top + row->height - 3.5, width - 2 * HEADING_X, 0),
                 sl_paint (SL_PAINT_SOFT), SL_TEXTBOOK_THIN);
}

static void
add_triangle (SlTextbook *self, double y, gboolean collapsed)
{
  const SlPoint down[] = { { TRIANGLE_X, (float) y - 2 },
                           { TRIANGLE_X + 8, (float) y - 2 },
                           { TRIANGLE_X + 4, (float) y + 3 } };
  const SlPoint right[] = { { TRIANGLE_X + 2, (float) y - 4 },
                            { TRIANGLE_X + 7, (float) y },
                            { TRIANGLE_X + 2, (float) y + 4 } };
  SlShape *shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, 0);

  shape->fill = sl_paint (SL_PAINT_SOFT);
  sl_scene_add_points (self->picture->scene, shape, collapsed ? right : down, 3);
}

/**
 * sl_textbook_name_heading:
 * @row: a heading
 *
 * The name of the processor, and beside it, how loaded it is.
 */
void
sl_textbook_name_heading (SlTextbook *self, const SlRow *row)
{
  SlPicture *picture = self->picture;
  double y = row->y + picture->row_shift + row->height - sl_textbook_scaled (self, NAME_RISE);
  g_autofree char *load = row->cpu != 0 ? sl_textbook_dup_load (picture, row) : NULL;
  double end;

  if (sl_textbook_is_window (picture))
    add_triangle (self, y - 5, row->collapsed);
  end =
      HEADING_X + sl_textbook_add_text (self,
                                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_CAPTION,
                                                            row->title, sl_paint (SL_PAINT_INK) },
                                        (SlTextbookPlace) { SL_ANCHOR_LEFT, HEADING_X, y });
  if (load != NULL)
    sl_textbook_add_text (self,
                          &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_SMALL, load,
                                              sl_paint (SL_PAINT_SOFT) },
                          (SlTextbookPlace) { SL_ANCHOR_LEFT, MAX (picture->plot_x, end + LOAD_GAP),
                                              y });
}
