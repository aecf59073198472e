/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A picture before it is painted: shapes in layers, which painters and writers draw as they
 * are, and elements, which say what the shapes mean, so that picking, tooltips, keyboard focus,
 * accessibility and titles in exports speak of what is drawn. Immutable once built. */

#include "sl-palette.h"
#include "sl-rows.h"
#include "sl-text-measure.h"
#include "sl-textbook-unit.h"
#include "sl-view.h"

G_BEGIN_DECLS

typedef enum
{
  SL_SHAPE_BOX,   /* rectangle with round corners: filled, then outlined inside its edge */
  SL_SHAPE_HATCH, /* rectangle full of parallel lines, anchored at the picture's origin */
  SL_SHAPE_LINE,  /* from (x, y) to (x + width, y + height) */
  SL_SHAPE_PATH,  /* polyline of points, closed and filled where fill is not none */
  SL_SHAPE_DISC,  /* centre (x, y), radius */
  SL_SHAPE_TEXT,  /* see below */
  SL_SHAPE_CELLS, /* a heat map; see below */
  SL_SHAPE_STRIP, /* one bar a column, between two 255ths of the height above y + height */
} SlShapeType;

typedef enum
{
  SL_HATCH_LOCK,      /* "/" a lock */
  SL_HATCH_LATE,      /* "\" lateness */
  SL_HATCH_EXHAUSTED, /* "|" a budget */
  SL_HATCH_GAP,       /* wide "\" */
  SL_HATCH_DOTS,      /* squares: an object whose colour an earlier one has too */
} SlHatch;

typedef enum
{
  SL_ANCHOR_LEFT,
  SL_ANCHOR_MIDDLE,
  SL_ANCHOR_RIGHT,
} SlAnchor;

/**
 * SlShape:
 * @element: number of the element it belongs to; 0 for none
 * @x, @y, @width, @height: pixels at scale 1. Text: (x, y) is the anchor on the base line, or
 *   with @upright the middle of the text, which then reads upwards; @width is its width
 * @radius: of corners, of a disc, of a text's halo
 * @fill: box, disc, path, strip
 * @stroke: outline, line, hatch lines, letters
 * @joined: (text) how many shapes after it in its layer go on with the same label, in other fonts
 * @label_anchor: (text) the point of the whole label that stays where it is in any font
 * @halo: (text) colour of a halo of @radius around letters; none for none
 * @line_width: of the stroke
 * @dash: lengths on and off; 0, 0 for a whole line
 * @spacing: of hatch lines, across them
 * @first, @count: points of a path; columns of a strip, which begins at @x and has two values
 *   (bottom and top of the bar) a column of 1 px; cells, row by row, which are squares of @spacing
 *   and have two values: 0 for nothing or a colour's rank + 1, and a level below %SL_CELL_LEVELS
 */
typedef struct
{
  guint8 type;
  guint8 hatch;
  guint8 anchor;
  guint8 font;
  guint8 joined;
  guint8 label_anchor;
  gboolean upright;
  guint32 element;
  guint32 first, count;
  float x, y, width, height;
  float radius, line_width, spacing;
  float dash[2];
  SlPaint fill, stroke, halo;
  const char *text; /* owned by the scene */
} SlShape;

typedef struct
{
  float x, y;
} SlPoint;

/* In pixels of the picture, from its upper left corner on. */
typedef struct
{
  float x, y, width, height;
} SlBox;

static inline SlBox
sl_box (double x, double y, double width, double height)
{
  return (SlBox) { (float) x, (float) y, (float) width, (float) height };
}

/* Drawn in this order; each is clipped to its own rectangle. */
typedef enum
{
  SL_LAYER_PAGE,   /* surfaces, tints, grid, base lines */
  SL_LAYER_BOXES,  /* boxes, strips, hatches */
  SL_LAYER_MARKS,  /* arrows, finishes, rows of dots */
  SL_LAYER_LABELS, /* text in rows, badges */
  SL_LAYER_GAPS,
  SL_LAYER_MISSES, /* above everything recorded */
  SL_LAYER_USER,   /* selection, cursors, focus */
  SL_LAYER_FRAME,  /* headers, ruler, cursor strip */
  SL_N_LAYERS,
} SlLayer;

typedef enum
{
  SL_ELEMENT_NONE,
  SL_ELEMENT_ROW,
  SL_ELEMENT_HEADING,
  SL_ELEMENT_BOX,
  SL_ELEMENT_FOLD, /* several slices drawn as one background */
  SL_ELEMENT_VALUE,
  SL_ELEMENT_RELEASE,
  SL_ELEMENT_DEADLINE,
  SL_ELEMENT_FINISH,
  SL_ELEMENT_MISS,
  SL_ELEMENT_OVERRUN,       /* the hollow diamond */
  SL_ELEMENT_RECORDED_MISS, /* at another time than the deadline in force */
  SL_ELEMENT_TICK,          /* any other instant */
  SL_ELEMENT_GAP,
  SL_ELEMENT_INHERITS,
  SL_ELEMENT_RULER,
  SL_ELEMENT_CURSOR,
  SL_ELEMENT_SELECTION,
  SL_ELEMENT_TOPA_ENTRY,   /* of a table of physical addresses; @detail is its number */
  SL_ELEMENT_TOPA_REGION,  /* that the entry @detail points to */
  SL_ELEMENT_TOPA_POINTER, /* a register that points at one of them */
  SL_ELEMENT_MARKER,       /* of the user: its flag; target.index is its id, @label its name */
} SlElementType;

/**
 * SlElement:
 * @row: number in the scene's rows; %G_MAXUINT for none
 * @target: what of the trace it shows
 * @span: in reference ticks
 * @state, @detail: of a box's slice, of a fold's first
 * @count: drawn items that it stands for; counts of the elements of a row add up
 * @runs: of these, slices in which the object was at work
 * @busy: ticks of the runs
 * @label: (nullable): the short name that the picture gives it; owned by the scene
 * @note: (nullable): what the user wrote to it; owned by the scene
 * @x, @y, @width, @height: what is drawn
 */
typedef struct
{
  SlElementType type;
  guint row;
  SlTarget target;
  SlSpan span;
  guint32 state;
  guint32 detail;
  guint64 count;
  guint64 runs;
  guint64 busy;
  const char *label;
  const char *note;
  float x, y, width, height;
} SlElement;

#define SL_TYPE_SCENE (sl_scene_get_type ())
typedef struct _SlScene SlScene;
GType sl_scene_get_type (void);

SlScene *sl_scene_ref (SlScene *self);
void sl_scene_unref (SlScene *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlScene, sl_scene_unref)

/* What every reader sees. */
int sl_scene_get_width (const SlScene *self);
int sl_scene_get_height (const SlScene *self);
SlView sl_scene_get_view (const SlScene *self); /* of the plot, pixel 0 is the plot's left edge */
int sl_scene_get_plot_x (const SlScene *self);
int sl_scene_get_plot_y (const SlScene *self); /* of the topmost row pixel on screen */
const SlTextbookUnit *sl_scene_get_unit (const SlScene *self);
const char *sl_scene_get_explained (const SlScene *self);
SlRows *sl_scene_get_rows (const SlScene *self);
guint sl_scene_get_n_shapes (const SlScene *self, SlLayer layer);
const SlShape *sl_scene_get_shapes (const SlScene *self, SlLayer layer);
void sl_scene_get_clip (const SlScene *self, SlLayer layer, float clip[4]); /* x y w h */
const SlPoint *sl_scene_get_points (const SlScene *self, const SlShape *shape);
const guint8 *sl_scene_get_values (const SlScene *self, const SlShape *shape);
guint sl_scene_get_n_elements (const SlScene *self); /* element 0 is none */
const SlElement *sl_scene_get_element (const SlScene *self, guint element);

/* Of a text and what goes on with it. */
double sl_shape_get_label_width (const SlShape *self);
double sl_shape_get_label_x (const SlShape *self);

/* What is where. */
const SlElement *sl_scene_pick (const SlScene *self, double x, double y);
const SlElement *sl_scene_find (const SlScene *self, const SlTarget *target);
gboolean sl_scene_get_row_box (const SlScene *self, guint row, float box[4]);
gboolean sl_scene_get_header_box (const SlScene *self, guint row, float box[4]);
gboolean sl_element_happens (const SlElement *self);
const char *sl_element_type_get_id (SlElementType type);
char *sl_scene_dump (const SlScene *self) G_GNUC_WARN_UNUSED_RESULT;

/* For builders. */
SlScene *sl_scene_new (int width, int height, SlView view, SlRows *rows);
void sl_scene_set_plot (SlScene *self, int x, int y, int row_shift);
void sl_scene_set_header_width (SlScene *self, int width);
void sl_scene_set_clip (SlScene *self, SlLayer layer, float x, float y, float width, float height);
void sl_scene_set_unit (SlScene *self, const SlTextbookUnit *unit);
void sl_scene_set_explained (SlScene *self, const char *text);
void sl_scene_set_height (SlScene *self, int height);
void sl_scene_move_shapes (SlScene *self, SlLayer from, guint first, SlLayer to);
void sl_scene_join_texts (SlScene *self,
                          SlLayer layer,
                          guint first,
                          guint n_shapes,
                          SlAnchor label_anchor);
guint32 sl_scene_add_element (SlScene *self, const SlElement *element);
SlElement *sl_scene_edit_element (SlScene *self, guint32 element);
SlShape *sl_scene_add_shape (SlScene *self, SlLayer layer, SlShapeType type, guint32 element);
void sl_scene_add_points (SlScene *self, SlShape *shape, const SlPoint *points, guint n_points);
guint8 *sl_scene_add_values (SlScene *self, SlShape *shape, guint n_values);
const char *sl_scene_add_string (SlScene *self, const char *text);

G_END_DECLS
