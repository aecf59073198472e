/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the scene builder share while one scene is made. */

#include "sl-bus-matches.h"
#include "sl-row-collect-private.h"
#include "sl-row-hits.h"
#include "sl-scene-options.h"
#include "sl-scene.h"

G_BEGIN_DECLS

/* Width and height of the letter of a cursor. */
#define SL_CURSOR_FLAG 18

/* Pixels of a gap of unknown length, which advances time by nothing: wide enough for its caption. */
#define SL_GAP_UNKNOWN_WIDTH 20

/* How wide one is whose nearest neighbour is @nearest pixels away: where there are many, what lies
 * between them must be seen. */
static inline double
sl_build_unknown_width (double nearest)
{
  return CLAMP (nearest / 5, 1, SL_GAP_UNKNOWN_WIDTH);
}

/* Of what the filter does not let through. */
#define SL_STRENGTH_DIMMED 0.4

/**
 * SlBuild:
 * @view: of the plot
 * @plot_x, @plot_y, @plot_bottom: pixels
 * @row_shift: y of the first row's top
 * @names: (trace, object) → display name, owned by the scene
 * @row, @info, @lane, @trace: the row at hand
 * @visible: in ticks of the row's trace
 * @top, @base: y of the row's top and of the line on which its boxes stand
 * @filters: by trace; %NULL where no filter stands
 * @filter: (nullable): of the row's trace, where the row holds something that it lets through
 * @has_hits: whether it is known which events of the row's trace the filter asks for
 * @hits: of the row, where @has_hits
 * @hit_columns: (nullable) (array): by column, 1 where there is a hit of the row, else 0; %NULL for none
 * @strength: 1, or less for what the filter dims
 * @idle_task: of the row's trace, as guessed or given; 0 for none
 */
typedef struct
{
  SlScene *scene;
  SlRows *rows;
  SlTraceSet *set;
  SlViewState *state;
  SlTextMeasure *measure;
  const SlSceneOptions *options;
  SlView view;
  int plot_x;
  int plot_y;
  int plot_bottom;
  int row_shift;
  GHashTable *names;
  SlFilterRun **filters;

  guint row;
  const SlRow *info;
  const SlLane *lane;
  SlTrace *trace;
  SlSpan visible;
  double top;
  double base;
  SlFilterRun *filter;
  gboolean has_hits;
  SlRowHits hits;
  guint8 *hit_columns;
  const SlTrack *folded; /* whose codes are put into groups */
  double strength;
  guint32 idle_task;
  SlTrace *events_of;        /* the trace whose visible events were looked for; NULL for none yet */
  GArray *events;            /* of SlBuildEvent; NULL where they are too many */
  struct _SlBuildBins *bins; /* of that trace's rows of counts; NULL for none yet */
  struct _SlBuildCounts *counts;       /* of that trace; NULL where its groups do */
  struct _SlBuildCounts *match_counts; /* the same of what the filter lets through */
  const SlBusMatches *matches; /* of the row's trace; NULL where no filter stands, or not yet */
  const SlBusMatches
      *attributes; /* of the row's trace, all of it; NULL where not wanted, or not yet */
  SlBlockCache *zones;
  guint32 map_most[SL_N_PLANES]; /* events in a cell of the maps */
} SlBuild;

/* The parts. */
void sl_build_row (SlBuild *self);
void sl_build_recorded (SlBuild *self);
void sl_build_marks (SlBuild *self, guint track);
void sl_build_values (SlBuild *self, guint track);
void sl_build_gaps (SlBuild *self);
void sl_build_gap_band (SlBuild *self,
                        SlLayer layer,
                        guint32 element,
                        double x,
                        double y,
                        double width,
                        double height);
void sl_build_ruler (SlBuild *self, int y);
void sl_build_mask (SlBuild *self);
void sl_build_cursor_strip (SlBuild *self, int y);
void sl_build_headers (SlBuild *self);
void sl_build_user (SlBuild *self);
gboolean sl_build_job_ring (SlBuild *self);
void sl_build_instant (SlBuild *self);
gboolean sl_build_instant_covers (SlBuild *self, double left, double right);
void sl_build_instant_flag (SlBuild *self, int y);
void sl_build_veil (SlBuild *self);

/* What all parts draw with. */
double sl_build_x (const SlBuild *self, SlTime own);
int sl_build_column (const SlBuild *self, SlTime own);
const char *sl_build_name (SlBuild *self, guint32 object);
gboolean sl_build_is_named (SlBuild *self, guint32 object);
SlPaint sl_build_paint (const SlBuild *self, SlPaintRole role, int colour, double alpha);
guint32 sl_build_add_items (SlBuild *self,
                            SlElementType type,
                            guint track,
                            guint64 index,
                            guint64 count,
                            SlSpan own);
void sl_build_place (SlBuild *self, guint32 element, SlBox box);
SlShape *sl_build_box (SlBuild *self, SlLayer layer, guint32 element, SlBox box, SlPaint fill);
SlShape *sl_build_line (SlBuild *self,
                        SlLayer layer,
                        guint32 element,
                        SlBox box,
                        SlPaint stroke,
                        double line_width);
SlShape *sl_build_hatch (SlBuild *self,
                         SlLayer layer,
                         guint32 element,
                         SlHatch hatch,
                         SlBox box,
                         SlPaint stroke);
SlShape *sl_build_text (SlBuild *self,
                        SlLayer layer,
                        SlFont font,
                        SlAnchor anchor,
                        double x,
                        double y,
                        const char *text,
                        SlPaint paint);
double sl_build_middle (SlBuild *self, SlFont font, double y);
void sl_build_find_hits (SlBuild *self);
void sl_build_hits (SlBuild *self);
gboolean sl_build_code_matches (const SlBuild *self, guint32 state, guint32 detail);
void sl_build_dim_item (SlBuild *self, const SlItem *item);
void sl_build_dots (SlBuild *self, guint32 element, double x, double y, double width);
void sl_build_badge (SlBuild *self, guint32 element, double x, double y, guint64 count);
void sl_build_miss (SlBuild *self,
                    SlLayer layer,
                    guint32 element,
                    double x,
                    double y,
                    double radius,
                    gboolean hollow);

G_END_DECLS
