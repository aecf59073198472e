/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-build-late-private.h"

#include <math.h>

#include "sl-kind-action.h"
#include "sl-lower-bound.h"

#define MISS_RADIUS     7.5
#define RECORDED_RADIUS 6.5
#define RECORDED_DASH   2

/* The next end after a miss is looked for among at most so many marks. */
#define MAX_LOOKED_AT 64

/* When the job ends that missed its deadline at @time, as far as the marks tell. */
static SlTime
find_end (const SlTrack *marks, SlTime time)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, marks, time);
  for (guint i = 0; i < MAX_LOOKED_AT && sl_track_iter_next (&iter, &item); i++)
    {
      SlAction action = sl_kind_get_action (item.state);

      if (action == SL_ACTION_SUSPEND || (item.begin > time && action == SL_ACTION_FINISH))
        return item.begin;
    }

  return SL_JOB_NEVER;
}

/* From the missed deadline to the end of the job: what ran was too late. */
static void
add_lateness (SlRowPen *self, const SlBuildCluster *cluster, guint32 element)
{
  double right = self->picture->plot_x + self->picture->view.width + 8;
  double x = MAX (round (sl_build_x (self, cluster->first)), self->picture->plot_x - 8), end;

  if (cluster->end == SL_JOB_NEVER)
    return;

  end = MIN (round (sl_build_x (self, cluster->end)), right);
  if (end - x < 3)
    return;

  sl_build_box (self->picture, SL_LAYER_BOXES, element,
                sl_box (x, self->top + 5, end - x, self->base - self->top - 5),
                sl_paint_alpha (SL_PAINT_VIEW, 0.62));
  sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_LATE,
                  sl_box (x, self->top + 5, end - x, self->base - self->top - 5),
                  sl_paint (SL_PAINT_MISS));
  sl_build_line (self->picture, SL_LAYER_BOXES, element, sl_box (x, self->base + 2, end - x, 0),
                 sl_paint (SL_PAINT_MISS), 3);
}

static guint32
add_element (SlRowPen *self, const SlBuildCluster *cluster)
{
  static const SlElementType types[] = {
    [SL_LATE_MISS] = SL_ELEMENT_MISS,
    [SL_LATE_OVERRUN] = SL_ELEMENT_OVERRUN,
    [SL_LATE_RECORDED] = SL_ELEMENT_RECORDED_MISS,
  };
  guint32 number = sl_build_add_items (self, types[cluster->type], cluster->track, cluster->index,
                                       1, (SlSpan) { cluster->first, cluster->last });
  SlElement *element = sl_scene_edit_element (self->picture->scene, number);

  element->count = cluster->count;
  element->state = cluster->kind;
  if (cluster->index == G_MAXUINT64)
    element->target.type = SL_TARGET_NONE;

  return number;
}

/* On either side, so that both can be read where overruns and misses meet. */
static void
add_count (SlPicture *self, const SlBuildCluster *cluster, guint32 element, double x, double y)
{
  gboolean is_left = cluster->type == SL_LATE_OVERRUN;
  g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT, cluster->count);
  SlShape *label =
      sl_build_text (self, SL_LAYER_MISSES,
                     (SlTextSpot) { SL_FONT_ROW_BOLD, is_left ? SL_ANCHOR_RIGHT : SL_ANCHOR_LEFT,
                                    is_left ? x - MISS_RADIUS - 2 : x + MISS_RADIUS + 2,
                                    sl_build_middle (self, SL_FONT_ROW_BOLD, y) },
                     text, sl_paint (SL_PAINT_MISS));

  label->halo = sl_paint (SL_PAINT_VIEW);
  label->radius = 2;
}

static void
add_shaft (SlRowPen *self, const SlBuildCluster *cluster, guint32 element, double x, double y)
{
  gboolean is_recorded = cluster->type == SL_LATE_RECORDED;
  SlShape *shaft =
      sl_build_line (self->picture, SL_LAYER_MISSES, element, sl_box (x, y, 0, self->base - y),
                     sl_paint (SL_PAINT_MISS), is_recorded ? 1.5 : 2.5);

  if (is_recorded)
    shaft->dash[0] = shaft->dash[1] = RECORDED_DASH;
}

static void
draw_cluster (SlRowPen *self, const SlBuildCluster *cluster)
{
  double radius = cluster->type == SL_LATE_RECORDED ? RECORDED_RADIUS : MISS_RADIUS;
  double x = (cluster->x + cluster->last_x) / 2;
  double y = self->top + MISS_RADIUS + 2;
  guint32 element = add_element (self, cluster);

  if (cluster->type == SL_LATE_MISS && cluster->count == 1)
    add_lateness (self, cluster, element);
  if (cluster->type != SL_LATE_OVERRUN)
    add_shaft (self, cluster, element, x, y);
  sl_build_miss (self->picture, SL_LAYER_MISSES, element, x, y, radius,
                 cluster->type != SL_LATE_MISS);
  sl_build_place (self->picture, element, sl_box (x - radius, y - radius, 2 * radius, 2 * radius));
  if (self->misses == NULL)
    self->misses = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (self->misses, x);
  if (cluster->count > 1 && cluster->type != SL_LATE_RECORDED)
    add_count (self->picture, cluster, element, x, y);
}

/* @next comes after all of its kind that came before: a miss stays a miss, an overrun an overrun. */
static void
add_cluster (SlBuildLate *self, SlBuildCluster next)
{
  SlBuildCluster *open = &self->open[next.type];

  next.x = sl_build_x (self->pen, next.first);
  next.last_x = sl_build_x (self->pen, next.last);
  if (open->count > 0 && next.x - open->last_x < 2 * MISS_RADIUS)
    {
      open->last_x = next.last_x;
      open->last = next.last;
      open->count += next.count;
      return;
    }

  if (open->count > 0)
    draw_cluster (self->pen, open);
  *open = next;
}

static SlTime
get_given (const SlBuildLate *self, guint number)
{
  return sl_job_get_miss_time (sl_job_table_get (self->jobs, self->given[number]));
}

/* How many of the given misses come before @time. */
static guint
count_before (const SlBuildLate *self, SlTime time)
{
  return sl_lower_bound (0, self->n_given, i, get_given (self, i) < time);
}

/* What a job is picked by: the miss that the trace records at its deadline, or the box in which it
 * starts. */
static void
find_target (const SlBuildLate *self, const SlJob *job, SlBuildCluster *cluster)
{
  const SlLane *lane = self->pen->lane;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, lane->tracks[self->marks].track, job->deadline);
  for (guint i = 0; job->miss == job->deadline && i < MAX_LOOKED_AT &&
                    sl_track_iter_next (&iter, &item) && item.begin <= job->deadline;
       i++)
    {
      if (item.begin != job->deadline || sl_kind_get_action (item.state) != SL_ACTION_MISS)
        continue;

      cluster->track = self->marks;
      cluster->index = item.index;
      return;
    }
  for (guint i = 0; job->start != SL_JOB_NEVER && i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role != SL_ROLE_STATES ||
          !sl_track_find_at (lane->tracks[i].track, job->start, &item))
        continue;

      cluster->track = i;
      cluster->index = item.index;
      return;
    }
}

/* Those of one column of pixels are found at once, however many they are. */
static void
add_given (SlBuildLate *self, SlTime until)
{
  SlRowPen *pen = self->pen;

  while (self->next < self->end)
    {
      const SlJob *job = sl_job_table_get (self->jobs, self->given[self->next]);
      SlTime time = get_given (self, self->next);
      SlBuildCluster cluster = {
        .first = time,
        .type = SL_LATE_MISS,
        .kind = SL_KIND_TASK_DEADLINE_MISS,
        .index = G_MAXUINT64,
        .end = job->end,
      };
      double column = floor (sl_build_x (pen, time)) + 1 - pen->picture->plot_x;
      SlTime next = sl_trace_set_from_reference (pen->picture->set, pen->info->lane.trace,
                                                 sl_view_time (&pen->picture->view, column));
      guint after;

      if (time >= until)
        return;

      after = CLAMP (count_before (self, CLAMP (next, time + 1, until)), self->next + 1, self->end);
      find_target (self, job, &cluster);
      cluster.last = get_given (self, after - 1);
      cluster.count = after - self->next;
      add_cluster (self, cluster);
      self->next = after;
    }
}

/* Whether the mark of a missed deadline would cover what is at @time. */
static gboolean
is_near_given (const SlBuildLate *self, SlTime time)
{
  double x = sl_build_x (self->pen, time);
  guint after = count_before (self, time);

  return (after < self->n_given &&
          sl_build_x (self->pen, get_given (self, after)) - x < 2 * MISS_RADIUS) ||
         (after > 0 && x - sl_build_x (self->pen, get_given (self, after - 1)) < 2 * MISS_RADIUS);
}

/**
 * sl_build_late_init:
 * @build: with its row
 * @marks: number of the row's track of marks
 * @with_misses: whether missed deadlines are drawn
 */
void
sl_build_late_init (SlBuildLate *self, SlRowPen *pen, guint marks, gboolean with_misses)
{
  const SlJobTable *jobs;

  *self = (SlBuildLate) { .pen = pen, .marks = marks };
  if (!with_misses || pen->lane->type != SL_LANE_TASK)
    return;

  jobs = sl_rows_get_jobs (pen->picture->rows, pen->info->lane.trace);
  if (jobs == NULL || !sl_job_table_has_deadlines (jobs, pen->info->object))
    return;

  self->jobs = jobs;
  self->given = sl_job_table_get_given_misses (jobs, pen->info->object, &self->n_given);
  self->next = count_before (self, pen->visible.begin);
  self->end = count_before (self, pen->visible.end);
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
    .type = is_overrun ? SL_LATE_OVERRUN : SL_LATE_MISS,
    .kind = mark->state,
    .track = self->marks,
    .index = mark->index,
    .end = SL_JOB_NEVER,
  };

  add_given (self, mark->begin);
  if (!is_overrun && self->jobs != NULL)
    {
      if (is_near_given (self, mark->begin))
        return;
      cluster.type = SL_LATE_RECORDED;
    }
  else if (!is_overrun && count == 1)
    {
      cluster.end = find_end (self->pen->lane->tracks[self->marks].track, mark->begin);
    }
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
  add_given (self, self->pen->visible.end);
  for (guint i = G_N_ELEMENTS (self->open); i-- > 0;)
    if (self->open[i].count > 0)
      draw_cluster (self->pen, &self->open[i]);
}
