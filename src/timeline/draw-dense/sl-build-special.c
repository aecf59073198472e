/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Special cycles of a bus: a sign for each, with its name beside it where there is room. Signs that
 * would cover each other are one, with their number. */

#include "sl-build-density-private.h"

#include <math.h>

#include "sl-row-units.h"

/* Pixels. */
#define SIGN      14
#define HALF      (SIGN / 2.0)
#define STEM      3
#define NEAR      (SIGN + 2)
#define NAME_GAP  5
#define NAME_REST 8
#define NAMED     130 /* a sign with its name */

/* The signs. */
typedef enum
{
  SIGN_OTHER,
  SIGN_HALT,
  SIGN_FLUSH,
  SIGN_FLUSH_ACKNOWLEDGE,
  SIGN_WRITE_BACK,
  SIGN_SYNC,
  SIGN_SMI,
  SIGN_STOP_CLOCK,
  SIGN_BRANCH,
  SIGN_SHUTDOWN,
} Sign;

typedef struct
{
  SlItem first; /* or the first that matters most */
  guint64 index;
  guint64 count;
  SlTime last;
  double x;
  double end;
  double strength;
} Cluster;

static Sign
get_sign (guint32 kind)
{
  switch (kind)
    {
    case SL_KIND_BUS_HALT:
    case SL_KIND_PENTIUM_HALT:
    case SL_KIND_TOPA_STOP:
      return SIGN_HALT;
    case SL_KIND_BUS_FLUSH:
    case SL_KIND_PENTIUM_FLUSH:
      return SIGN_FLUSH;
    case SL_KIND_BUS_FLUSH_ACKNOWLEDGE:
    case SL_KIND_PENTIUM_FLUSH_ACKNOWLEDGE:
      return SIGN_FLUSH_ACKNOWLEDGE;
    case SL_KIND_PENTIUM_WRITE_BACK_INVALIDATE:
      return SIGN_WRITE_BACK;
    case SL_KIND_BUS_SYNC:
      return SIGN_SYNC;
    case SL_KIND_BUS_SMI_ACKNOWLEDGE:
    case SL_KIND_TOPA_INT:
      return SIGN_SMI;
    case SL_KIND_BUS_STOP_CLOCK_ACKNOWLEDGE:
    case SL_KIND_PENTIUM_STOP_GRANT:
      return SIGN_STOP_CLOCK;
    case SL_KIND_BUS_BRANCH_TRACE_RECORD:
    case SL_KIND_PENTIUM_BRANCH_TRACE:
      return SIGN_BRANCH;
    case SL_KIND_BUS_SHUTDOWN:
    case SL_KIND_PENTIUM_SHUTDOWN:
      return SIGN_SHUTDOWN;
    default:
      return SIGN_OTHER;
    }
}

/* @points are offsets from the sign's middle. */
static SlShape *
add_path (SlPicture *self,
          guint32 element,
          double x,
          double y,
          const SlPoint *points,
          guint n_points,
          SlPaint fill)
{
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
  SlPoint *moved = g_newa (SlPoint, n_points);

  for (guint i = 0; i < n_points; i++)
    moved[i] = (SlPoint) { points[i].x + (float) x, points[i].y + (float) y };
  shape->fill = fill;
  sl_scene_add_points (self->scene, shape, moved, n_points);
  return shape;
}

static void
add_triangle (SlPicture *self, guint32 element, double x, double y, SlPaint ink, gboolean is_full)
{
  static const SlPoint points[] = { { -6.5f, -6 }, { 6.5f, -6 }, { 0, 6 } };
  SlPaint fill = is_full ? ink : sl_paint (SL_PAINT_VIEW);
  SlShape *shape = add_path (self, element, x, y, points, G_N_ELEMENTS (points), fill);

  shape->stroke = ink;
  shape->line_width = 1.5f;
}

static void
add_square (SlPicture *self, guint32 element, double x, double y, SlPaint ink, gboolean is_full)
{
  SlShape *box = sl_build_box (self, SL_LAYER_MARKS, element, sl_box (x - 6, y - 6, 12, 12),
                               is_full ? ink : sl_paint (SL_PAINT_VIEW));

  box->stroke = ink;
  box->line_width = 2;
}

static void
add_disc (SlPicture *self,
          guint32 element,
          double x,
          double y,
          double radius,
          SlPaint fill,
          SlPaint stroke)
{
  SlShape *disc = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_DISC, element);

  disc->x = (float) x;
  disc->y = (float) y;
  disc->radius = (float) radius;
  disc->fill = fill;
  disc->stroke = stroke;
  disc->line_width = 1.8f;
}

static void
add_branch (SlPicture *self, guint32 element, double x, double y, SlPaint ink)
{
  static const SlPoint head[] = { { 2, -7 }, { 6.5f, -1 }, { -2.5f, -1 } };

  sl_build_line (self, SL_LAYER_MARKS, element, sl_box (x - 6, y + 5, 9, 0), ink, 2);
  sl_build_line (self, SL_LAYER_MARKS, element, sl_box (x + 2, y + 5, 0, -7), ink, 2);
  add_path (self, element, x, y, head, G_N_ELEMENTS (head), ink);
}

static void
add_shutdown (SlPicture *self, guint32 element, double x, double y)
{
  static const SlPoint points[] = { { -3, -7 }, { 3, -7 }, { 7, -3 }, { 7, 3 },
                                    { 3, 7 },   { -3, 7 }, { -7, 3 }, { -7, -3 } };

  add_path (self, element, x, y, points, G_N_ELEMENTS (points), sl_paint (SL_PAINT_MISS));
  for (int direction = -1; direction <= 1; direction += 2)
    sl_build_line (self, SL_LAYER_MARKS, element,
                   sl_box (x - 2.5, y - 2.5 * direction, 5, 5 * direction),
                   sl_paint (SL_PAINT_VIEW), 2);
}

static void
add_sign (SlRowPen *self, guint32 element, Sign sign, double x, double y)
{
  static const SlPoint hourglass[] = { { -5.5f, -6.5f },
                                       { 5.5f, -6.5f },
                                       { -5.5f, 6.5f },
                                       { 5.5f, 6.5f } };
  SlPaint ink = sl_build_paint (self, SL_PAINT_INK, -1, 1);

  switch (sign)
    {
    case SIGN_HALT:
      add_square (self->picture, element, x, y, ink, TRUE);
      for (int side = -1; side <= 1; side += 2)
        sl_build_box (self->picture, SL_LAYER_MARKS, element,
                      sl_box (x + side * 2 - 1, y - 3, 2, 6), sl_paint (SL_PAINT_VIEW));
      break;
    case SIGN_FLUSH:
    case SIGN_FLUSH_ACKNOWLEDGE:
      add_triangle (self->picture, element, x, y, ink, sign == SIGN_FLUSH);
      break;
    case SIGN_WRITE_BACK:
      add_triangle (self->picture, element, x, y - 1, ink, TRUE);
      sl_build_line (self->picture, SL_LAYER_MARKS, element, sl_box (x - 6, y + 6, 12, 0), ink, 2);
      break;
    case SIGN_SYNC:
      add_path (self->picture, element, x, y, hourglass, G_N_ELEMENTS (hourglass), ink);
      break;
    case SIGN_SMI:
      add_disc (self->picture, element, x, y, 6, sl_paint (SL_PAINT_VIEW), ink);
      add_disc (self->picture, element, x, y, 2, ink, sl_paint (SL_PAINT_NONE));
      break;
    case SIGN_STOP_CLOCK:
      add_square (self->picture, element, x, y, ink, FALSE);
      break;
    case SIGN_BRANCH:
      add_branch (self->picture, element, x, y, ink);
      break;
    case SIGN_SHUTDOWN:
      add_shutdown (self->picture, element, x, y);
      break;
    case SIGN_OTHER:
    default:
      add_disc (self->picture, element, x, y, 4, ink, sl_paint (SL_PAINT_NONE));
    }
}

/* What stands beside the sign: its name, or how many it stands for; before it where there is no room
 * behind it.
 * @before: where the room before the sign begins; @next: where that behind it ends */
static void
add_name (SlRowPen *self, const Cluster *cluster, double x, double y, double before, double next)
{
  gboolean is_shutdown = get_sign (cluster->first.state) == SIGN_SHUTDOWN;
  SlFont font = cluster->count > 1 ? SL_FONT_ROW_BOLD : SL_FONT_ROW;
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, cluster->count);
  const char *text = cluster->count > 1 ? count : sl_kind_get ((guint16) cluster->first.state)->id;
  double width = sl_text_measure_width (self->picture->measure, font, text);
  double beside = HALF + NAME_GAP;
  gboolean is_behind = width <= next - x - beside;
  SlShape *label;

  if (!is_behind && width > x - beside - before)
    return;

  label = sl_build_text (self->picture, SL_LAYER_LABELS,
                         (SlTextSpot) { font, is_behind ? SL_ANCHOR_LEFT : SL_ANCHOR_RIGHT,
                                        is_behind ? x + beside : x - beside,
                                        sl_build_middle (self->picture, font, y) },
                         text,
                         is_shutdown ? sl_paint (SL_PAINT_MISS)
                                     : sl_build_paint (self, SL_PAINT_SOFT, -1, 1));
  label->halo = sl_paint (SL_PAINT_VIEW);
  label->radius = 3;
}

static void
draw_cluster (SlRowPen *self, guint track, const Cluster *cluster, double before, double next)
{
  double x = round ((cluster->x + cluster->end) / 2), y = self->base - STEM - HALF;
  double strength = self->strength;
  gboolean is_one = cluster->count == 1;
  guint32 element =
      sl_build_add_items (self, is_one ? SL_ELEMENT_TICK : SL_ELEMENT_FOLD, track, cluster->index,
                          cluster->count, (SlSpan) { cluster->first.begin, cluster->last });
  SlElement *edited = sl_scene_edit_element (self->picture->scene, element);

  edited->state = cluster->first.state;
  edited->detail = cluster->first.detail;
  self->strength = cluster->strength;
  sl_build_line (self->picture, SL_LAYER_MARKS, element, sl_box (x + 0.5, self->base, 0, -STEM),
                 sl_build_paint (self, SL_PAINT_INK, -1, 1), 1);
  add_sign (self, element, get_sign (cluster->first.state), x + 0.5, y);
  sl_build_place (self->picture, element, sl_box (x - HALF, y - HALF, SIGN, SIGN + STEM));
  add_name (self, cluster, x, y, before, next - HALF - NAME_REST);
  self->strength = strength;
}

/* A shutdown speaks for what stands beside it; then what the filter lets through. */
static gboolean
matters_more (const Cluster *one, const Cluster *other)
{
  gboolean is_shutdown = get_sign (one->first.state) == SIGN_SHUTDOWN;

  if (is_shutdown != (get_sign (other->first.state) == SIGN_SHUTDOWN))
    return is_shutdown;

  return one->strength > other->strength;
}

static void
add_item (SlRowPen *self, GArray *clusters, const SlItem *item)
{
  double strength = self->strength, x = sl_build_x (self, item->begin);
  Cluster added = { *item, item->index, 1, item->begin, x, x, strength };
  Cluster *last;

  sl_build_dim_item (self, item);
  added.strength = self->strength;
  self->strength = strength;
  last = clusters->len > 0 ? &g_array_index (clusters, Cluster, clusters->len - 1) : NULL;
  if (last == NULL || x - last->x >= NEAR)
    {
      g_array_append_val (clusters, added);
      return;
    }

  if (matters_more (&added, last))
    {
      last->first.state = item->state;
      last->first.detail = item->detail;
      last->strength = added.strength;
    }
  last->count = item->index + 1 - last->index;
  last->last = item->begin;
  last->end = x;
}

/* Groups of the fold, where special cycles are too many to look at each. */
enum
{
  GROUP_OTHER,
  GROUP_SHUTDOWN,
};

static guint8
choose_group (guint32 state, guint32 detail, gpointer user_data)
{
  const SlRowPen *self = user_data;

  if (sl_kind_mask_has (sl_view_state_get_hidden_kinds (self->picture->state), (guint16) state))
    return SL_FOLD_IGNORE;

  return get_sign (state) == SIGN_SHUTDOWN ? GROUP_SHUTDOWN : GROUP_OTHER;
}

/* How many shutdowns lie in @span. One of their kinds goes to @kind. */
static guint64
count_shutdowns (const SlRowUnits *units, SlSpan span, guint32 *kind)
{
  guint n_codes = sl_track_get_n_codes (units->track);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  guint64 sum = 0;

  sl_track_sum (units->track, span, NULL, counts);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 detail;

      if (counts[i] == 0 || units->group_of[i] != GROUP_SHUTDOWN)
        continue;
      sl_track_get_code (units->track, i, kind, &detail);
      sum += counts[i];
    }

  return sum;
}

/* One sign for the shutdowns from column @first to before @end. They may lie one column beside,
 * since the fold spreads what a border cuts; @counted is up to where all are told. */
static void
draw_shutdowns (SlRowPen *self,
                SlRowUnits *units,
                guint track,
                guint first,
                guint end,
                SlTime *counted)
{
  const SlView *view = units->view;
  SlSpan span = { sl_view_column_span (view, (int) first - (first > 0)).begin,
                  sl_view_column_span (view, (int) MIN (end, units->width - 1)).end };
  Cluster cluster = { .x = self->picture->plot_x + first,
                      .end = self->picture->plot_x + end,
                      .strength = 1 };
  SlTrackIter iter;
  guint32 kind;

  span.begin = MAX (span.begin, *counted);
  if (span.begin >= span.end)
    return;

  *counted = span.end;
  cluster.count = count_shutdowns (units, span, &kind);
  sl_track_iter_init (&iter, units->track, span.begin);
  if (cluster.count == 0 || !sl_track_iter_next (&iter, &cluster.first))
    return;

  cluster.first.state = kind;
  cluster.index = cluster.first.index;
  cluster.last = span.end;
  draw_cluster (self, track, &cluster, cluster.x, cluster.end + 4 * NEAR);
}

/* Where there are too many to look at each, a shutdown still has its sign. */
static void
draw_all_shutdowns (SlRowPen *self, guint track)
{
  const guint32 wanted = 1u << GROUP_SHUTDOWN;
  guint first = 0, end = 0;
  SlTime counted = self->visible.begin;
  g_auto (SlRowUnits) units = { 0 };
  const SlFoldColumn *columns;

  sl_build_units (self, &units, self->lane->tracks[track].track, SL_STATE_NONE, choose_group, 0);
  columns = sl_row_units_get_columns (&units);
  for (guint i = 0; i < units.width; i++)
    {
      if ((columns[i].groups & wanted) == 0)
        continue;
      if (end > 0 && i - first >= NEAR)
        draw_shutdowns (self, &units, track, first, end, &counted);
      if (end == 0 || i - first >= NEAR)
        first = i;
      end = i + 1;
    }
  if (end > 0)
    draw_shutdowns (self, &units, track, first, end, &counted);
}

/**
 * sl_build_special:
 * @track: of instants, the kinds of special cycles
 *
 * Returns: %FALSE where there are too many to look at each: then shutdowns alone are drawn
 */
gboolean
sl_build_special (SlRowPen *self, guint track)
{
  const SlTrack *marks = self->lane->tracks[track].track;
  g_autoptr (GArray) clusters = NULL;
  SlTrackIter iter;
  SlItem item;

  if (sl_track_count_between (marks, self->visible) > (guint64) self->picture->view.width)
    {
      draw_all_shutdowns (self, track);
      return FALSE;
    }

  clusters = g_array_new (FALSE, FALSE, sizeof (Cluster));
  sl_track_iter_init (&iter, marks, self->visible.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < self->visible.end)
    {
      if (item.begin >= self->visible.begin &&
          !sl_kind_mask_has (sl_view_state_get_hidden_kinds (self->picture->state),
                             (guint16) item.state))
        add_item (self, clusters, &item);
    }

  for (guint i = 0; i < clusters->len; i++)
    {
      const Cluster *cluster = &g_array_index (clusters, Cluster, i);
      double before = cluster->x,
             next = self->picture->plot_x + self->picture->view.width + HALF + NAME_REST;

      /* Only the last may have its name before it: the others have theirs behind them. */
      if (i + 1 < clusters->len)
        next = cluster[1].x;
      else
        before = i > 0 ? cluster[-1].end + NAMED : self->picture->plot_x;
      draw_cluster (self, track, cluster, before, next);
    }

  return TRUE;
}
