/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-build-late-private.h"

#include <math.h>

#define MISS_RADIUS 7.5

/* The next finish after a miss is looked for among at most so many marks. */
#define MAX_LOOKED_AT 64

/* When the job ends that missed its deadline at @time. */
static SlTime
find_finish (const SlTrack *marks, SlTime time)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, time);
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      if (item.begin > time && item.state == SL_KIND_TASK_END_CYCLE)
        return item.begin;
    }

  return SL_JOB_NEVER;
}

/* From the missed deadline to the end of the job: what ran was too late. */
static void
add_lateness (SlBuild *self, const SlBuildCluster *cluster, guint32 element)
{
  double right = self->plot_x + self->view.width + 8;
  double x = MAX (round (sl_build_x (self, cluster->first)), self->plot_x - 8), end;

  if (cluster->end == SL_JOB_NEVER)
    return;

  end = MIN (round (sl_build_x (self, cluster->end)), right);
  if (end - x < 3)
    return;

  sl_build_box (self, SL_LAYER_BOXES, element, x, self->top + 5, end - x,
                self->base - self->top - 5, sl_paint_alpha (SL_PAINT_VIEW, 0.62));
  sl_build_hatch (self, SL_LAYER_BOXES, element, SL_HATCH_LATE, x, self->top + 5, end - x,
                  self->base - self->top - 5, sl_paint (SL_PAINT_MISS));
  sl_build_line (self, SL_LAYER_BOXES, element, x, self->base + 2, end - x, 0,
                 sl_paint (SL_PAINT_MISS), 3);
}

static guint32
add_element (SlBuild *self, const SlBuildCluster *cluster)
{
  guint32 number = sl_build_add_items (self, cluster->hollow ? SL_ELEMENT_OVERRUN : SL_ELEMENT_MISS,
                                       cluster->track, cluster->index, 1,
                                       (SlSpan) { cluster->first, cluster->last });
  SlElement *element = sl_scene_edit_element (self->scene, number);

  element->count = cluster->count;
  element->state = cluster->kind;
  if (cluster->index == G_MAXUINT64)
    element->thing.type = SL_THING_NONE;

  return number;
}

static void
draw_cluster (SlBuild *self, const SlBuildCluster *cluster)
{
  double x = (cluster->x + cluster->last_x) / 2;
  double y = self->top + MISS_RADIUS + 2;
  guint32 element = add_element (self, cluster);
  g_autofree char *text = NULL;
  SlShape *label;

  if (!cluster->hollow && cluster->count == 1)
    add_lateness (self, cluster, element);
  if (!cluster->hollow)
    sl_build_line (self, SL_LAYER_MISSES, element, x, y, 0, self->base - y,
                   sl_paint (SL_PAINT_MISS), 2.5);
  sl_build_miss (self, SL_LAYER_MISSES, element, x, y, MISS_RADIUS, cluster->hollow);
  sl_build_place (self, element, x - MISS_RADIUS, y - MISS_RADIUS, 2 * MISS_RADIUS,
                  2 * MISS_RADIUS);
  if (cluster->count < 2)
    return;

  /* On either side, so that both can be read where overruns and misses meet. */
  text = g_strdup_printf ("%" G_GUINT64_FORMAT, cluster->count);
  label =
      sl_build_text (self, SL_LAYER_MISSES, SL_FONT_ROW_BOLD,
                     cluster->hollow ? SL_ANCHOR_RIGHT : SL_ANCHOR_LEFT,
                     cluster->hollow ? x - MISS_RADIUS - 2 : x + MISS_RADIUS + 2,
                     sl_build_middle (self, SL_FONT_ROW_BOLD, y), text, sl_paint (SL_PAINT_MISS));
  label->halo = sl_paint (SL_PAINT_VIEW);
  label->radius = 2;
}

/* @next comes after all of its kind that came before: a miss stays a miss, an overrun an overrun. */
static void
add_cluster (SlBuildLate *self, SlBuildCluster next)
{
  SlBuildCluster *open = &self->open[next.hollow ? 1 : 0];

  next.x = sl_build_x (self->build, next.first);
  next.last_x = sl_build_x (self->build, next.last);
  if (open->count > 0 && next.x - open->last_x < 2 * MISS_RADIUS)
    {
      open->last_x = next.last_x;
      open->last = next.last;
      open->count += next.count;
      return;
    }

  if (open->count > 0)
    draw_cluster (self->build, open);
  *open = next;
}

/* How many of the computed misses that are left come before @time. */
static guint
count_before (const SlBuildLate *self, SlTime time)
{
  guint low = 0, high = self->n_computed;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (sl_job_table_get_miss_time (self->jobs, self->computed[middle]) < time)
        low = middle + 1;
      else
        high = middle;
    }

  return low;
}

static void
skip (SlBuildLate *self, guint count)
{
  if (count == 0)
    return;

  self->computed += count;
  self->n_computed -= count;
}

/* What a job is picked by: the box in which it starts. */
static void
find_box (const SlBuild *build, const SlJob *job, SlBuildCluster *cluster)
{
  SlItem item;

  for (guint i = 0; job->start != SL_JOB_NEVER && i < build->lane->n_tracks; i++)
    {
      if (build->lane->tracks[i].role != SL_ROLE_STATES ||
          !sl_track_find_at (build->lane->tracks[i].track, job->start, &item))
        continue;

      cluster->track = i;
      cluster->index = item.index;
      return;
    }
}

/* Those of one column of pixels are found at once, however many they are. */
static void
add_computed (SlBuildLate *self, SlTime until)
{
  SlBuild *build = self->build;

  while (self->n_computed > 0)
    {
      const SlJob *job = sl_job_table_get (self->jobs, self->computed[0]);
      SlTime time = sl_job_table_get_miss_time (self->jobs, self->computed[0]);
      SlBuildCluster cluster = {
        .first = time,
        .hollow = FALSE,
        .kind = SL_KIND_TASK_DEADLINE_MISS,
        .index = G_MAXUINT64,
        .end = (job->flags & SL_JOB_FINISHED) ? job->end : SL_JOB_NEVER,
      };
      double column = floor (sl_build_x (build, time)) + 1 - build->plot_x;
      SlTime next = sl_trace_set_from_reference (build->set, build->info->lane.trace,
                                                 sl_view_time (&build->view, column));
      guint count;

      if (time >= until)
        return;

      count = MAX (count_before (self, CLAMP (next, time + 1, until)), 1);
      find_box (build, job, &cluster);
      cluster.last = sl_job_table_get_miss_time (self->jobs, self->computed[count - 1]);
      cluster.count = count;
      add_cluster (self, cluster);
      skip (self, count);
    }
}

/**
 * sl_build_late_init:
 * @build: with its row
 * @with_computed: also those that follow from a deadline that the trace does not tell
 */
void
sl_build_late_init (SlBuildLate *self, SlBuild *build, guint marks, gboolean with_computed)
{
  *self = (SlBuildLate) { .build = build, .marks = marks };
  if (!with_computed || build->lane->type != SL_LANE_TASK)
    return;

  self->jobs = sl_rows_get_jobs (build->rows, build->info->lane.trace);
  if (self->jobs == NULL)
    return;

  self->computed =
      sl_job_table_get_computed_misses (self->jobs, build->info->object, &self->n_computed);
  self->n_computed = count_before (self, build->visible.end);
  skip (self, count_before (self, build->visible.begin));
}

/**
 * sl_build_late_add:
 * @mark: in the row's track of marks; not before those that were added
 * @count: marks that it stands for
 */
void
sl_build_late_add (SlBuildLate *self, const SlItem *mark, gboolean is_overrun, guint64 count)
{
  SlBuildCluster cluster = {
    .first = mark->begin,
    .last = mark->begin,
    .count = count,
    .hollow = is_overrun,
    .kind = mark->state,
    .track = self->marks,
    .index = mark->index,
    .end = SL_JOB_NEVER,
  };

  if (!is_overrun && count == 1)
    cluster.end = find_finish (self->build->lane->tracks[self->marks].track, mark->begin);
  add_computed (self, mark->begin);
  add_cluster (self, cluster);
}

/**
 * sl_build_late_finish:
 *
 * Draws what is left.
 */
void
sl_build_late_finish (SlBuildLate *self)
{
  add_computed (self, self->build->visible.end);
  for (guint i = G_N_ELEMENTS (self->open); i-- > 0;)
    if (self->open[i].count > 0)
      draw_cluster (self->build, &self->open[i]);
}
