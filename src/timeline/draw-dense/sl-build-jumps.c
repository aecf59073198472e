/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A branch is an arrow from the height of its source to that of its target; addresses grow upwards,
 * over what is visible. A bracket that is open to the left says that the branch was taken then or
 * before: the bus tells of it late. Code that runs straight on joins target and next source. An
 * instruction that only serialises goes to the next one, and is a dot; where it is told several times
 * in a row, one dot with their number. A wall before the bracket says that the branch waited for the
 * message of the one before: two were outstanding, and the processor stood still. */

#include "sl-build-jumps.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sl-branch-cause.h"
#include "sl-kind.h"
#include "sl-text-code.h"

/* Pixels. */
#define LEAST_PITCH 14 /* between branches, on average; closer ones are not arrows */
#define MARGIN      4
#define HEAD        4
#define BRACKET     4
#define WALL        3
#define NAME_GAP    6
#define NAME_SHIFT  11

/* As in the lane of straight runs. */
#define LONGEST_RUN 0x10000

typedef struct
{
  SlItem mark;
  double x;
  guint32 source;
  guint32 target;
  guint n_times; /* told in a row; 0 for those after the first */
} Jump;

typedef struct
{
  SlRowPen *pen;
  GArray *jumps; /* of Jump */
  guint32 lowest;
  guint32 highest;
  guint track;
} Jumps;

/* @next: the first behind what is visible, where @iter stands */
static void
count_repeats (GArray *jumps, SlTrackIter *iter, SlItem *next)
{
  Jump *first = NULL;

  for (guint i = 0; i < jumps->len; i++)
    {
      Jump *jump = &g_array_index (jumps, Jump, i);

      if (first == NULL || (jump->mark.detail & SL_BRANCH_REPEATED) == 0)
        first = jump;
      first->n_times++;
    }
  while (first != NULL && next->begin > first->mark.begin &&
         (next->detail & SL_BRANCH_REPEATED) != 0)
    {
      first->n_times++;
      if (!sl_track_iter_next (iter, next))
        break;
    }
}

static GArray *
collect (SlRowPen *self, const SlTrack *marks, const SlTrack *addresses)
{
  GArray *jumps = g_array_new (FALSE, FALSE, sizeof (Jump));
  SlTrackIter iter, other;
  SlItem mark, address;

  sl_track_iter_init (&iter, marks, self->visible.begin);
  sl_track_iter_init (&other, addresses, self->visible.begin);
  while (sl_track_iter_next (&iter, &mark) && sl_track_iter_next (&other, &address) &&
         mark.begin < self->visible.end)
    {
      Jump jump = { .mark = mark,
                    .x = round (sl_build_x (self, mark.begin)) + 0.5,
                    .source = SL_JUMP_SOURCE (address.value),
                    .target = SL_JUMP_TARGET (address.value) };

      /* The value that holds before the span comes first where none stands at its begin. */
      while (address.index < mark.index && sl_track_iter_next (&other, &address))
        {
          jump.source = SL_JUMP_SOURCE (address.value);
          jump.target = SL_JUMP_TARGET (address.value);
        }
      g_array_append_val (jumps, jump);
    }

  count_repeats (jumps, &iter, &mark);
  return jumps;
}

static void
find_range (Jumps *self)
{
  self->lowest = G_MAXUINT32;
  for (guint i = 0; i < self->jumps->len; i++)
    {
      const Jump *jump = &g_array_index (self->jumps, Jump, i);

      self->lowest = MIN (self->lowest, MIN (jump->source, jump->target));
      self->highest = MAX (self->highest, MAX (jump->source, jump->target));
    }
}

static double
get_y (const Jumps *self, guint32 address)
{
  double top = self->pen->top + MARGIN + HEAD, height = self->pen->base - MARGIN - top;
  double share = 0.5;

  if (self->highest > self->lowest)
    share = (double) (address - self->lowest) / (double) (self->highest - self->lowest);

  return round (top + height * (1 - share)) + 0.5;
}

static void
add_bracket (Jumps *self, guint32 element, double x, double y, SlPaint paint)
{
  sl_build_line (self->pen->picture, SL_LAYER_MARKS, element,
                 sl_box (x, y - BRACKET, 0, 2 * BRACKET), paint, 1.4);
  for (int side = -1; side <= 1; side += 2)
    sl_build_line (self->pen->picture, SL_LAYER_MARKS, element,
                   sl_box (x - BRACKET, y + side * BRACKET, BRACKET, 0), paint, 1.4);
}

static void
add_arrow (Jumps *self, guint32 element, double x, double from, double to, SlPaint paint)
{
  double way = to < from ? HEAD * 1.5 : -HEAD * 1.5;
  SlPoint head[] = { { (float) x, (float) to },
                     { (float) (x + HEAD), (float) (to + way) },
                     { (float) (x - HEAD), (float) (to + way) } };
  SlShape *shape;

  sl_build_line (self->pen->picture, SL_LAYER_MARKS, element, sl_box (x, from, 0, to - from), paint,
                 1.4);
  if (fabs (to - from) < HEAD)
    return;

  shape = sl_scene_add_shape (self->pen->picture->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
  shape->fill = paint;
  sl_scene_add_points (self->pen->picture->scene, shape, head, G_N_ELEMENTS (head));
}

static void
add_dot (Jumps *self, guint32 element, double x, double y, SlPaint fill, SlPaint stroke)
{
  SlShape *disc =
      sl_scene_add_shape (self->pen->picture->scene, SL_LAYER_MARKS, SL_SHAPE_DISC, element);

  disc->x = (float) x;
  disc->y = (float) y;
  disc->radius = 3;
  disc->fill = fill;
  disc->stroke = stroke;
  disc->line_width = 1.4f;
}

/* What is known beside the addresses; "" for nothing. */
static char *
make_prefix (const Jump *jump)
{
  guint32 facts = jump->mark.detail;

  if (SL_BRANCH_CAUSE (facts) == SL_BRANCH_INTERRUPT)
    return g_strdup_printf (_ ("interrupt 0x%02x: "), SL_BRANCH_VECTOR (facts));
  if (SL_BRANCH_CAUSE (facts) == SL_BRANCH_HALT_EXIT)
    return g_strdup (_ ("end of halt: "));
  if (SL_BRANCH_CAUSE (facts) == SL_BRANCH_FORMAT)
    return g_strdup ("WRMSR: ");
  if ((facts & SL_BRANCH_MAYBE_WRMSR) != 0)
    return g_strdup ("WRMSR? ");
  if (jump->n_times > 1)
    return g_strdup_printf ("× %u: ", jump->n_times);

  return g_strdup ((facts & SL_BRANCH_STALLED) != 0 ? _ ("stalled: ") : "");
}

static char *
make_addresses (const Jumps *self, const Jump *jump, gboolean is_long)
{
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (self->pen->picture->set, self->pen->info->lane.trace);
  g_autofree char *source = sl_text_code (annotations, jump->source, 8);
  g_autofree char *target = sl_text_code (annotations, jump->target, 8);

  if (jump->mark.state == SL_KIND_BRANCH_TARGET)
    return g_strdup_printf ("? → %s", target);
  if (jump->mark.state == SL_KIND_BRANCH_SOURCE)
    return is_long ? g_strdup_printf (_ ("at or just after %s → ?"), source)
                   : g_strdup_printf ("%s → ?", source);

  return is_long ? g_strdup_printf (_ ("at or just after %s → %s"), source, target)
                 : g_strdup_printf ("%s → %s", source, target);
}

/* @shorter: 0 for all that is known, up to 2 for the least */
static char *
make_name (const Jumps *self, const Jump *jump, guint shorter)
{
  g_autofree char *prefix = make_prefix (jump);
  g_autofree char *addresses = make_addresses (self, jump, shorter == 0);
  gsize length = strlen (prefix);

  if (shorter < 2 || length == 0)
    return g_strconcat (prefix, addresses, NULL);

  /* Without the colon and the space. */
  return g_strndup (prefix, g_str_has_suffix (prefix, ": ") ? length - 2 : length - 1);
}

/* Beside the arrow, clear of the run that begins at its head. */
static void
add_name (Jumps *self, const Jump *jump, double to, double room)
{
  double middle = (self->pen->top + self->pen->base) / 2;
  double y = to < middle ? to + NAME_SHIFT : to - NAME_SHIFT;

  for (guint shorter = 0; shorter < 3; shorter++)
    {
      g_autofree char *text = make_name (self, jump, shorter);
      SlShape *label;

      if (sl_text_measure_width (self->pen->picture->measure, SL_FONT_ROW, text) > room)
        continue;

      label = sl_build_text (self->pen->picture, SL_LAYER_LABELS,
                             (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_LEFT, jump->x + NAME_GAP,
                                            sl_build_middle (self->pen->picture, SL_FONT_ROW, y) },
                             text, sl_build_paint (self->pen, SL_PAINT_SOFT, -1, 1));
      label->halo = sl_paint (SL_PAINT_VIEW);
      label->radius = 3;
      return;
    }
}

/* From the target of the branch before to the source of this one. */
static void
add_run (Jumps *self, guint32 element, const Jump *before, const Jump *jump)
{
  double from = get_y (self, before->target), to = get_y (self, jump->source);

  if (before->mark.state == SL_KIND_BRANCH_SOURCE || jump->mark.state == SL_KIND_BRANCH_TARGET ||
      jump->source < before->target || jump->source - before->target >= LONGEST_RUN)
    return;

  sl_build_line (self->pen->picture, SL_LAYER_BOXES, element,
                 sl_box (before->x, from, jump->x - before->x, to - from),
                 sl_build_paint (self->pen, SL_PAINT_EDGE, self->pen->info->colour, 1), 1.6);
}

static gboolean
has_both_ends (const Jump *jump)
{
  return jump->mark.state != SL_KIND_BRANCH_SOURCE && jump->mark.state != SL_KIND_BRANCH_TARGET;
}

static gboolean
is_step (const Jump *jump)
{
  return has_both_ends (jump) && jump->target > jump->source &&
         jump->target - jump->source <= SL_BRANCH_LONGEST_STEP;
}

static void
draw_jump (Jumps *self, guint number)
{
  const Jump *jump = &g_array_index (self->jumps, Jump, number);
  SlRowPen *pen = self->pen;
  double from = get_y (self, jump->source), to = get_y (self, jump->target);
  double end = pen->picture->plot_x + pen->picture->view.width;
  double strength = pen->strength;
  guint32 element = sl_build_add_items (pen, SL_ELEMENT_TICK, self->track, jump->mark.index, 1,
                                        (SlSpan) { jump->mark.begin, jump->mark.begin });
  SlPaint ink;

  sl_scene_edit_element (pen->picture->scene, element)->state = jump->mark.state;
  sl_build_dim_item (pen, &jump->mark);
  ink = sl_build_paint (pen,
                        SL_BRANCH_CAUSE (jump->mark.detail) == SL_BRANCH_INTERRUPT
                            ? SL_PAINT_INTERRUPT
                            : SL_PAINT_INK,
                        -1, 1);
  if (number > 0)
    add_run (self, element, jump - 1, jump);
  for (guint i = number + 1; i < self->jumps->len; i++)
    {
      const Jump *next = &g_array_index (self->jumps, Jump, i);

      if (next->n_times == 0)
        continue;
      end = next->x;
      break;
    }

  if (jump->mark.state != SL_KIND_BRANCH_TARGET)
    add_bracket (self, element, jump->x, from, ink);
  if ((jump->mark.detail & SL_BRANCH_STALLED) != 0)
    sl_build_line (pen->picture, SL_LAYER_MARKS, element,
                   sl_box (jump->x - BRACKET - WALL, from - BRACKET, 0, 2 * BRACKET), ink, 2);
  if (jump->n_times == 0)
    ;
  else if (is_step (jump))
    add_dot (self, element, jump->x, from, ink, ink);
  else if (has_both_ends (jump))
    add_arrow (self, element, jump->x, from, to, ink);
  else
    add_dot (self, element, jump->x, from, sl_paint (SL_PAINT_VIEW), ink);
  if (jump->n_times > 0)
    add_name (self, jump, to, end - jump->x - 2 * NAME_GAP);
  sl_build_place (pen->picture, element,
                  sl_box (jump->x - HEAD, MIN (from, to) - HEAD, 2 * HEAD,
                          fabs (to - from) + 2 * HEAD));
  pen->strength = strength;
}

/**
 * sl_build_jumps:
 * @track: of instants; the addresses stand beside it, in a track of %SL_ROLE_JUMPS
 *
 * Returns: %FALSE where the lane has no addresses or too many branches are visible, and nothing is
 *   drawn
 */
gboolean
sl_build_jumps (SlRowPen *self, guint track)
{
  const SlTrack *marks = self->lane->tracks[track].track;
  const SlTrack *addresses = sl_lane_get_track (self->lane, SL_ROLE_JUMPS);
  Jumps jumps = { .pen = self, .track = track };

  if (addresses == NULL || sl_track_count_between (marks, self->visible) * LEAST_PITCH >
                               (guint64) self->picture->view.width)
    return FALSE;

  jumps.jumps = collect (self, marks, addresses);
  find_range (&jumps);
  for (guint i = 0; i < jumps.jumps->len; i++)
    draw_jump (&jumps, i);

  g_array_unref (jumps.jumps);
  return TRUE;
}
