/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Folded processes: the heading of one shows how many of its threads run. */

#include "sl-build-private.h"
#include "sl-row-levels.h"
#include "sl-source-extras.h"

/* Pixels above and below the curve, and the least height of anything. */
#define MARGIN 4
#define LEAST  2

/* Headings that one walk over the processors' tracks serves. */
typedef struct
{
  SlPicture *picture;
  guint trace;
  guint n_rows;
  guint rows[SL_FOLD_GROUPS];
} Batch;

/* The group of each code of the processor's states: which of the processes has the task that runs. */
static guint8 *
find_groups (const Batch *self, const SlTrack *states)
{
  SlTrace *trace = sl_trace_set_get_trace (self->picture->set, self->trace);
  SlObjectTable *objects = sl_trace_get_objects (trace);
  guint n_codes = sl_track_get_n_codes (states);
  guint8 *groups = g_new (guint8, n_codes + 1);

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;
      guint64 process;

      sl_track_get_code (states, i, &state, &detail);
      groups[i] = SL_FOLD_IGNORE;
      if (state != SL_STATE_RUNNING || detail == 0)
        continue;

      process = sl_source_get_process_of (sl_trace_get_source (trace),
                                          sl_object_table_get (objects, detail)->id);
      for (guint j = 0; process != 0 && j < self->n_rows; j++)
        if ((guint64) sl_rows_get (self->picture->rows, self->rows[j])->level == process)
          groups[i] = (guint8) j;
    }

  return groups;
}

/* The heading says in its tooltip what its threads had. */
static void
tell_heading (const Batch *self, guint row, guint64 busy)
{
  SlScene *scene = self->picture->scene;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    {
      const SlElement *element = sl_scene_get_element (scene, i);
      SlElement *edited;

      if (element->type != SL_ELEMENT_HEADING || element->row != row)
        continue;
      edited = sl_scene_edit_element (scene, i);
      edited->span = self->picture->view.visible;
      edited->busy = busy;
      return;
    }
}

/* The heights of one heading's curve: how much of the processors' time its threads had. */
static void
draw_heading (const Batch *self, guint number, const guint64 *times, guint n_cpus)
{
  SlPicture *picture = self->picture;
  const SlRow *row = sl_rows_get (picture->rows, self->rows[number]);
  guint width = (guint) picture->view.width;
  double height = row->height - 2 * MARGIN;
  SlShape *shape = sl_scene_add_shape (picture->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, 0);
  guint64 busy = 0;
  guint8 *values;

  shape->x = (float) picture->plot_x;
  shape->y = (float) (row->y + picture->row_shift + MARGIN);
  shape->width = (float) width;
  shape->height = (float) height;
  shape->fill = row->colour >= 0 ? sl_paint_object (SL_PAINT_THIN, (guint) row->colour, 1)
                                 : sl_paint (SL_PAINT_DENSITY);
  values = sl_scene_add_values (picture->scene, shape, width);
  for (guint i = 0; i < width; i++)
    {
      gint64 ticks = MAX (sl_view_column_ticks (&picture->view, i), 1);
      double whole = (double) ticks * MAX (n_cpus, 1);
      double size = (double) times[i * SL_FOLD_GROUPS + number] * 255 / whole;

      busy += times[i * SL_FOLD_GROUPS + number];
      if (size > 0)
        values[2 * i + 1] = (guint8) MIN (MAX (size, LEAST * 255 / height) + 0.5, 255);
    }
  tell_heading (self, self->rows[number], busy);
}

static guint
add_processors (const Batch *self, guint64 *times)
{
  SlPicture *picture = self->picture;
  SlTrace *trace = sl_trace_set_get_trace (picture->set, self->trace);
  guint width = (guint) picture->view.width;
  g_autofree SlFoldColumn *columns = g_new (SlFoldColumn, width);
  SlView own = sl_view_in_trace (&picture->view, picture->set, self->trace);
  guint n_cpus = 0;

  for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
    {
      const SlLane *info = sl_trace_get_lane (trace, lane);
      const SlTrack *states =
          info->type == SL_LANE_CPU ? sl_lane_get_track (info, SL_ROLE_STATES) : NULL;
      g_autofree guint8 *groups = NULL;

      if (states == NULL)
        continue;

      n_cpus++;
      groups = find_groups (self, states);
      sl_view_fold (&own, states, &(SlFoldQuery) { .group_of = groups, .counted = SL_STATE_NONE },
                    columns);
      for (guint i = 0; i < width; i++)
        for (guint j = 0; j < self->n_rows; j++)
          times[i * SL_FOLD_GROUPS + j] += columns[i].time[j];
    }

  return n_cpus;
}

static void
draw_batch (Batch *self)
{
  guint width = (guint) self->picture->view.width;
  g_autofree guint64 *times = NULL;
  guint n_cpus;

  if (self->n_rows == 0)
    return;

  times = g_new0 (guint64, (gsize) width * SL_FOLD_GROUPS);
  n_cpus = add_processors (self, times);
  for (guint i = 0; i < self->n_rows; i++)
    draw_heading (self, i, times, n_cpus);
  self->n_rows = 0;
}

/**
 * sl_build_processes:
 *
 * Draws in the heading of each folded process in sight how much of the processors its threads had: at full height
 * they ran on all of them.
 */
void
sl_build_processes (SlPicture *self)
{
  guint n_rows = sl_rows_get_count (self->rows);
  Batch batch = { .picture = self };
  guint first = 0;

  if (sl_row_levels_get_by (self->state) != SL_ROW_BY_PROCESS || self->view.width <= 0)
    return;

  sl_rows_at (self->rows, MAX (self->plot_y - self->row_shift, 0), &first);
  for (guint i = first; i < n_rows; i++)
    {
      const SlRow *row = sl_rows_get (self->rows, i);

      if (row->y + self->row_shift >= self->plot_bottom)
        break;
      if (row->part != SL_ROW_HEADING || row->level == SL_ROW_NO_LEVEL ||
          row->level == SL_ROW_LEVEL_UNKNOWN || !row->collapsed)
        continue;

      if (batch.n_rows == SL_FOLD_GROUPS || row->host != batch.trace)
        draw_batch (&batch);
      batch.trace = row->host;
      batch.rows[batch.n_rows++] = i;
    }
  draw_batch (&batch);
}
