/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of the scene builder share while one scene is made. */

#include "sl-bus-matches.h"
#include "sl-row-collect-private.h"
#include "sl-row-hits.h"
#include "sl-row-units.h"
#include "sl-scene-options.h"
#include "sl-scene-parts.h"

G_BEGIN_DECLS

/* Width and height of the letter of a cursor, at scale 1. */
#define SL_CURSOR_FLAG 18

/* Pixels that are left free beside a label. */
#define SL_LABEL_MARGIN 5

/* What a sign of a miss takes on either side, in pixels. */
#define SL_MISS_HALF 9

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

/* Of the colour of a task that events name, where it is not recorded who runs. */
#define SL_STRENGTH_NAMED 0.4

/* What is kept of the visible events of one trace for the next of its rows. */
typedef struct
{
  SlTrace *trace;                      /* NULL for none yet */
  GArray *events;                      /* of SlBuildEvent; NULL where they are too many */
  struct _SlBuildBins *bins;           /* of its rows of counts; NULL for none yet */
  struct _SlBuildCounts *counts;       /* NULL where its groups do */
  struct _SlBuildCounts *match_counts; /* the same of what the filter matches */
} SlKeptEvents;

/**
 * SlPicture:
 * @view: of the plot
 * @plot_x, @plot_y, @plot_bottom: pixels
 * @row_shift: y of the first row's top
 * @band: height of each band of the ruler and of the strip of cursors
 * @names: (trace, object) → display name, owned by the scene
 * @filters: by trace; %NULL where no filter stands
 * @zones: blocks that are decoded, also for the next pictures
 * @map_most: events in a cell of the maps
 *
 * The picture that is made, as a whole.
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
  int band;
  GHashTable *names;
  SlFilterRun **filters;
  SlBlockCache *zones;
  SlKeptEvents kept;
  guint32 map_most[SL_N_PLANES];
} SlPicture;

/**
 * SlRowPen:
 * @row: number of the row; %G_MAXUINT for a lane without one
 * @view: in ticks of the row's trace
 * @visible: of @view
 * @is_strip: interrupts above the boxes of their processor are drawn, and nothing else
 * @tags: (nullable): of migrations, in order, drawn when the misses of the row are known
 * @labels: (nullable): of SlBuildLabel, in the same way
 * @misses: (nullable): of double: the x of each sign of a miss
 * @top, @base: y of the row's top and of the line on which its boxes stand
 * @idle_task: of the row's trace, as guessed or given; 0 for none
 * @strength: 1, or less for what the filter dims
 * @filter: (nullable): of the row's trace, where the row holds something that matches it
 * @has_hits: whether it is known which events of the row's trace the filter asks for
 * @hits: of the row, where @has_hits
 * @hit_columns: (nullable) (array): by column, 1 where there is a hit of the row, else 0; %NULL for none
 * @folded: whose codes are put into groups
 * @matches: (nullable): of the row's trace; %NULL where no filter stands, or not yet
 * @attributes: (nullable): of the row's trace, all of it; %NULL where not wanted, or not yet
 *
 * What draws one row of a picture.
 */
typedef struct
{
  SlPicture *picture;
  guint row;
  const SlRow *info;
  const SlLane *lane;
  SlTrace *trace;
  SlView view;
  SlSpan visible;
  double top;
  double base;
  guint32 idle_task;
  double strength;
  SlFilterRun *filter;
  gboolean has_hits;
  SlRowHits hits;
  guint8 *hit_columns;
  const SlTrack *folded;
  gboolean is_strip;
  GArray *tags;
  GArray *labels;
  GArray *misses;
  const SlBusMatches *matches;
  const SlBusMatches *attributes;
} SlRowPen;

/**
 * SlBuildLabel:
 * @text: (nullable): %NULL for a badge with @count
 * @owned: of the row's pen
 * @begin, @end: where it may be, in pixels
 * @y: of the text; of a badge its middle
 * @is_elided: is in the middle, and shorter where it has too little room; else at the left, or not there at all
 * @radius: of the halo; 0 for none
 * @element: that of a badge
 * @strength: that of a badge
 */
typedef struct
{
  const char *text;
  char *owned;
  double begin, end, y;
  gboolean is_elided;
  SlPaint paint;
  SlPaint halo;
  float radius;
  guint32 element;
  guint64 count;
  double strength;
} SlBuildLabel;

/* Pixels of a strip that are in use, from the picture's left edge on. */
typedef struct
{
  double begin, end;
} SlBuildTaken;

void sl_row_pen_init (SlRowPen *self, SlPicture *picture, guint row, const SlRow *info);

/* The parts. */
void sl_build_row (SlRowPen *self);
void sl_build_recorded (SlRowPen *self);
void sl_build_marks (SlRowPen *self, guint track);
void sl_build_values (SlRowPen *self, guint track);
void sl_build_processes (SlPicture *self);
void sl_build_gaps (SlPicture *self);
void sl_build_breaks (SlPicture *self);
void sl_build_find_room (const SlPicture *self, double *begin, double *end);
void sl_build_ruler_breaks (SlPicture *self, int y, int height);
void sl_build_torn_edge (SlPicture *self,
                         SlLayer layer,
                         guint32 element,
                         double x,
                         double y,
                         double height);
void sl_build_gap_band (SlPicture *self, SlLayer layer, guint32 element, SlBox box);
void sl_build_ruler (SlPicture *self, int y);
void sl_build_mask (SlPicture *self);
void sl_build_cursor_strip (SlPicture *self, int y);
void sl_build_flags (SlPicture *self, int y);
void sl_build_headers (SlPicture *self);
int sl_build_get_name_width (const SlPicture *self);
void sl_build_column_title (SlPicture *self, double y);
void sl_build_time_column (SlPicture *self);
void sl_build_user (SlPicture *self);
gboolean sl_build_job_ring (SlPicture *self);
void sl_build_instant (SlPicture *self);
void sl_build_present_hit (SlPicture *self);
gboolean sl_build_instant_covers (SlPicture *self, double left, double right);
void sl_build_take_instant (SlPicture *self, GArray *taken);
void sl_build_instant_flag (SlPicture *self, int y);
void sl_build_veil (SlPicture *self);
void sl_build_relations (SlPicture *self);
void sl_build_snap (SlPicture *self);
void sl_build_zoomed (SlPicture *self);
gboolean
sl_build_find_free (SlPicture *self, double left, double right, double width, double *middle);
double sl_build_count_covered (SlPicture *self, double left, double right);
void sl_build_marker_flags (SlPicture *self, int y, GArray *taken);
void sl_build_marker_lines (SlPicture *self);
void sl_build_drawings (SlPicture *self);
void sl_build_wakes (SlPicture *self);

/* What all parts draw with. */
double sl_build_x (const SlRowPen *self, SlTime own);
int sl_build_column (const SlRowPen *self, SlTime own);
const char *sl_build_name (SlRowPen *self, guint32 object);
gboolean sl_build_is_named (SlRowPen *self, guint32 object);
SlPaint sl_build_paint (const SlRowPen *self, SlPaintRole role, int colour, double alpha);
guint32 sl_build_add_items (SlRowPen *self,
                            SlElementType type,
                            guint track,
                            guint64 index,
                            guint64 count,
                            SlSpan own);
void sl_build_place (SlPicture *self, guint32 element, SlBox box);
SlShape *sl_build_box (SlPicture *self, SlLayer layer, guint32 element, SlBox box, SlPaint fill);
SlShape *sl_build_line (SlPicture *self,
                        SlLayer layer,
                        guint32 element,
                        SlBox box,
                        SlPaint stroke,
                        double line_width);
SlShape *sl_build_hatch (SlPicture *self,
                         SlLayer layer,
                         guint32 element,
                         SlHatch hatch,
                         SlBox box,
                         SlPaint stroke);
SlShape *
sl_build_text (SlPicture *self, SlLayer layer, SlTextSpot spot, const char *text, SlPaint paint);
int sl_build_scaled (const SlPicture *self, int pixels);
double sl_build_middle (SlPicture *self, SlFont font, double y);
void sl_build_units (SlRowPen *self,
                     SlRowUnits *units,
                     const SlTrack *track,
                     SlState shown,
                     SlGroupFunc group,
                     guint bridge);
void sl_build_find_hits (SlRowPen *self);
void sl_build_hits (SlRowPen *self);
gboolean sl_build_is_elsewhere (const SlRowPen *self, guint32 state, guint32 detail);
gboolean sl_build_code_matches (const SlRowPen *self, guint32 state, guint32 detail);
void sl_build_dim_item (SlRowPen *self, const SlItem *item);
void sl_build_dots (SlRowPen *self, guint32 element, double x, double y, double width);
void sl_build_label (SlRowPen *self, const SlBuildLabel *label);
void sl_build_labels (SlRowPen *self);
double sl_build_badge_width (const SlPicture *self, guint64 count);
void sl_build_badge (SlRowPen *self, guint32 element, double x, double y, guint64 count);
void sl_build_miss (SlPicture *self,
                    SlLayer layer,
                    guint32 element,
                    double x,
                    double y,
                    double radius,
                    gboolean hollow);

G_END_DECLS
