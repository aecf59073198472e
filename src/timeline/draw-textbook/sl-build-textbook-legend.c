/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the signs of a textbook picture mean: those that it has, none of them left out. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-build-slice-private.h"

#define LINE     30
#define GAP      18
#define ICON_GAP 6
#define ARROW    20
#define EDGE     14 /* of a line that begins left of the rows */

/* Moves what was added to boxes, marks and labels up into the chrome, so that rows cannot cover
 * it. */
typedef struct
{
  guint n_shapes[SL_N_LAYERS];
} Mark;

/* A way to set it: the smaller the more fits. */
typedef struct
{
  SlTextbookSize size;
  double gap;
  double scale; /* of signs */
} Fit;

static const struct
{
  SlTextbookSign sign;
  const char *text;
} entries[] = {
  { SL_SIGN_MISS, N_ ("missed, late by") },
  { SL_SIGN_RECORDED, N_ ("miss recorded at another time") },
  { SL_SIGN_OVERRUN, N_ ("WCET overrun") },
  { SL_SIGN_ABORTED, N_ ("aborted") },
  { SL_SIGN_RELEASE, N_ ("release") },
  { SL_SIGN_DEADLINE, N_ ("deadline") },
  { SL_SIGN_INFERRED, N_ ("inferred deadline") },
  { SL_SIGN_GUESSED, N_ ("guessed deadline") },
  { SL_SIGN_POSTPONED, N_ ("postponed") },
  { SL_SIGN_FINISH, N_ ("finish") },
  { SL_SIGN_SECTION, N_ ("critical section") },
  { SL_SIGN_WAITS, N_ ("waits") },
  { SL_SIGN_INHERITS, N_ ("inherits") },
  { SL_SIGN_RAISED, N_ ("raised") },
  { SL_SIGN_THROTTLED, N_ ("no budget") },
  { SL_SIGN_UNINTERRUPTIBLE, N_ ("uninterruptible sleep") },
  { SL_SIGN_STOPPED, N_ ("stopped") },
  { SL_SIGN_WAKING, N_ ("waking") },
  { SL_SIGN_ELSEWHERE, N_ ("runs on another processor") },
  { SL_SIGN_NOT_RECORDED, N_ ("not recorded") },
};

static Mark
set_mark (const SlTextbook *self)
{
  Mark mark;

  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    mark.n_shapes[layer] = sl_scene_get_n_shapes (self->picture->scene, layer);

  return mark;
}

static void
raise_from (SlTextbook *self, const Mark *mark)
{
  for (guint layer = 0; layer < SL_LAYER_FRAME; layer++)
    sl_scene_move_shapes (self->picture->scene, layer, mark->n_shapes[layer], SL_LAYER_FRAME);
}

static double
draw_arrow (SlTextbook *self,
            double x,
            double y,
            double height,
            gboolean up,
            SlPaint paint,
            double line_width)
{
  sl_build_line (self->picture, SL_LAYER_FRAME, 0,
                 sl_box (x + 4, y - height + (up ? 5 : 0), 0, height - 5), paint, line_width);
  sl_textbook_add_head (self, SL_LAYER_FRAME, 0, x + 4, up ? y - height : y, 0, up ? 8.5 : -8.5,
                        3.6, paint);
  return 8;
}

static double
draw_dashed (SlTextbook *self, double x, double y, double height)
{
  SlShape *line =
      sl_build_line (self->picture, SL_LAYER_FRAME, 0, sl_box (x + 4, y - height, 0, height - 7),
                     sl_paint (SL_PAINT_INK), 1.4);

  line->dash[0] = 4.5f;
  line->dash[1] = 3;
  sl_textbook_add_head (self, SL_LAYER_FRAME, 0, x + 4, y, 0, -8.5, 3.8, sl_paint (SL_PAINT_INK));
  return 8;
}

static double
draw_box (SlTextbook *self, double x, double y, gboolean raised, double scale)
{
  double width = raised ? 25 : 28, height = (raised ? 13 : 18) * scale;
  double lift = raised ? SL_TEXTBOOK_LIFT * scale : 0;
  double top = y - lift - height;
  SlShape *box;

  box = sl_build_box (self->picture, SL_LAYER_BOXES, 0, sl_box (x, top, width, height),
                      sl_build_paint (self->pen, SL_PAINT_TEXTBOOK, 2, 1));
  if (raised)
    sl_textbook_add_raised (self, 0, x, y, width, lift);
  else
    sl_textbook_add_section (self, 0, x, top, width, height);
  box = sl_build_box (self->picture, SL_LAYER_BOXES, 0,
                      sl_box (x - 0.75, top - 0.75, width + 1.5, height + 1.5),
                      sl_paint (SL_PAINT_NONE));
  box->stroke = sl_paint (SL_PAINT_INK);
  box->line_width = SL_TEXTBOOK_LINE;
  if (!raised)
    sl_textbook_draw_lock (self, x, top, width, height);
  return width;
}

static double
draw_miss (SlTextbook *self, double x, double y, SlTextbookSign sign, double scale)
{
  double radius = 8 * MIN (scale + 0.1, 1);

  sl_build_miss (self->picture, SL_LAYER_MISSES, 0, x + 8, y - 5, radius, sign != SL_SIGN_MISS);
  if (sign == SL_SIGN_RECORDED)
    sl_textbook_add_recorded_shaft (self, SL_LAYER_BOXES, 0, x + 8, y - 5, y + 8);
  if (sign != SL_SIGN_MISS)
    return 16;

  sl_textbook_add_strip (self, 0, SL_HATCH_LATE, x + 20, y - 10, 25, sl_paint (SL_PAINT_MISS));
  return 45;
}

/* Returns: its width */
static double
draw_sign (SlTextbook *self, SlTextbookSign sign, double x, double y, double scale)
{
  double height = ARROW * scale;

  switch (sign)
    {
    case SL_SIGN_RELEASE:
      return draw_arrow (self, x, y, height, TRUE, sl_paint (SL_PAINT_INK), SL_TEXTBOOK_LINE);
    case SL_SIGN_DEADLINE:
      return draw_arrow (self, x, y, height, FALSE, sl_paint (SL_PAINT_INK), SL_TEXTBOOK_LINE);
    case SL_SIGN_INFERRED:
      return draw_arrow (self, x, y, height, FALSE, sl_paint (SL_PAINT_SOFT), SL_TEXTBOOK_LINE / 2);
    case SL_SIGN_GUESSED:
      sl_textbook_add_guessed (self, SL_LAYER_FRAME, 0, x + 4, y - height, y);
      return 8;
    case SL_SIGN_FINISH:
      sl_textbook_add_disc (self, 0, x + 4, y - 5);
      return 8;
    case SL_SIGN_SECTION:
      return draw_box (self, x, y + 2, FALSE, scale);
    case SL_SIGN_WAITS:
    case SL_SIGN_THROTTLED:
      sl_textbook_add_strip (self, 0, sign == SL_SIGN_WAITS ? SL_HATCH_LOCK : SL_HATCH_EXHAUSTED, x,
                             y - 10, 25, sl_paint (SL_PAINT_INK));
      return 25;
    case SL_SIGN_UNINTERRUPTIBLE:
      sl_build_uninterruptible (self->picture, 0, sl_box (x, y, 25, 0), sl_paint (SL_PAINT_INK));
      return 25;
    case SL_SIGN_STOPPED:
      sl_build_stopped (self->picture, 0, sl_box (x, y, 25, 0), sl_paint (SL_PAINT_INK));
      return 25;
    case SL_SIGN_WAKING:
      sl_build_waking (self->picture, 0, sl_box (x, y - 10, 25, 10), sl_paint (SL_PAINT_INK));
      return 25;
    case SL_SIGN_ELSEWHERE:
      sl_textbook_add_elsewhere (self, 0, x, y - 1, 25, 0);
      return 25;
    case SL_SIGN_NOT_RECORDED:
      sl_textbook_add_gap (self, 0, sl_box (x, y - 10, 25, 12), 1);
      return 25;
    case SL_SIGN_INHERITS:
      return draw_dashed (self, x, y, height);
    case SL_SIGN_RAISED:
      return draw_box (self, x, y + 2, TRUE, scale);
    case SL_SIGN_POSTPONED:
      sl_textbook_add_postponed (self, SL_LAYER_FRAME, 0, x + 4, y - height, y);
      return 8;
    case SL_SIGN_MISS:
    case SL_SIGN_RECORDED:
    case SL_SIGN_OVERRUN:
    case SL_SIGN_ABORTED:
      return draw_miss (self, x, y, sign, scale);
    default:
      return 0;
    }
}

static double
get_sign_width (SlTextbookSign sign)
{
  switch (sign)
    {
    case SL_SIGN_MISS:
      return 45;
    case SL_SIGN_RECORDED:
    case SL_SIGN_OVERRUN:
    case SL_SIGN_ABORTED:
      return 16;
    case SL_SIGN_SECTION:
      return 28;
    case SL_SIGN_WAITS:
    case SL_SIGN_THROTTLED:
    case SL_SIGN_RAISED:
    case SL_SIGN_ELSEWHERE:
    case SL_SIGN_NOT_RECORDED:
    case SL_SIGN_UNINTERRUPTIBLE:
    case SL_SIGN_STOPPED:
    case SL_SIGN_WAKING:
      return 25;
    case SL_SIGN_RELEASE:
    case SL_SIGN_DEADLINE:
    case SL_SIGN_INFERRED:
    case SL_SIGN_FINISH:
    case SL_SIGN_INHERITS:
    case SL_SIGN_POSTPONED:
    case SL_SIGN_GUESSED:
    default:
      return 8;
    }
}

/* Where the next entry goes. */
typedef struct
{
  double left;
  double width;
  double pitch;
  double x;
  double y;
  guint n_lines;
} Line;

static void
make_room (Line *line, double wanted)
{
  if (line->x <= line->left || line->x + wanted <= line->left + line->width)
    return;

  line->x = line->left;
  line->y += line->pitch;
  line->n_lines++;
}

/* Goes through the signs, line by line.
 *
 * Returns: how many lines they take */
static guint
set (SlTextbook *self, const Fit *fit, Line line, const char *last, gboolean draws)
{
  line.x = line.left;
  line.n_lines = 1;
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      const char *text = _ (entries[i].text);
      double sign = get_sign_width (entries[i].sign) + ICON_GAP;
      double wanted = sign + sl_textbook_text_width (self, fit->size, text);

      if ((self->signs & entries[i].sign) == 0)
        continue;

      make_room (&line, wanted);
      if (draws)
        {
          draw_sign (self, entries[i].sign, line.x, line.y, fit->scale);
          sl_textbook_add_text (self,
                                &(SlTextbookText) { SL_LAYER_FRAME, 0, fit->size, text,
                                                    sl_paint (SL_PAINT_INK) },
                                (SlTextbookPlace) { SL_ANCHOR_LEFT, line.x + sign, line.y });
        }
      line.x += wanted + fit->gap;
    }
  if (last != NULL)
    {
      make_room (&line, sl_textbook_text_width (self, fit->size, last));
      if (draws)
        sl_textbook_add_text (self,
                              &(SlTextbookText) { SL_LAYER_FRAME, 0, fit->size, last,
                                                  sl_paint (SL_PAINT_INK) },
                              (SlTextbookPlace) { SL_ANCHOR_LEFT, line.x, line.y });
    }

  return line.n_lines;
}

/**
 * sl_legend_draw_textbook:
 *
 * Draws a sign as the textbook look has it.
 */
void
sl_legend_draw_textbook (SlPicture *self, SlLegendSign sign)
{
  static const SlTextbookSign signs[SL_N_LEGEND_SIGNS] = {
    [SL_LEGEND_RELEASE] = SL_SIGN_RELEASE,
    [SL_LEGEND_DEADLINE] = SL_SIGN_DEADLINE,
    [SL_LEGEND_FINISH] = SL_SIGN_FINISH,
    [SL_LEGEND_HOLDS] = SL_SIGN_SECTION,
    [SL_LEGEND_WAITS] = SL_SIGN_WAITS,
    [SL_LEGEND_RAISED] = SL_SIGN_RAISED,
    [SL_LEGEND_SPENT] = SL_SIGN_THROTTLED,
    [SL_LEGEND_MISS] = SL_SIGN_MISS,
    [SL_LEGEND_RECORDED] = SL_SIGN_RECORDED,
    [SL_LEGEND_OVERRUN] = SL_SIGN_OVERRUN,
    [SL_LEGEND_UNINTERRUPTIBLE] = SL_SIGN_UNINTERRUPTIBLE,
    [SL_LEGEND_STOPPED] = SL_SIGN_STOPPED,
    [SL_LEGEND_WAKING] = SL_SIGN_WAKING,
  };
  g_autoptr (GArray) places = sl_textbook_new_places ();
  SlRowPen pen = { .picture = self, .strength = 1 };
  SlTextbook textbook = { .picture = self, .pen = &pen, .places = places };

  draw_sign (&textbook, signs[sign], 0, SL_LEGEND_HEIGHT - 2, 1);
}

/**
 * sl_textbook_add_legend:
 * @y: of the first line's letters
 *
 * Says what the signs mean that the picture has, and no others, misses first.
 *
 * Returns: y below it
 */
double
sl_textbook_add_legend (SlTextbook *self, double x, double y, double width)
{
  static const Fit fit = { SL_TEXTBOOK_NORMAL, GAP, 1 };
  Mark mark = set_mark (self);
  Line line = { .left = x, .width = width, .pitch = sl_textbook_scaled (self, LINE), .y = y };
  guint n_lines = set (self, &fit, line, NULL, TRUE);

  raise_from (self, &mark);
  return y + (n_lines - 1) * line.pitch + sl_textbook_scaled (self, 14);
}

/**
 * sl_textbook_add_window_legend:
 * @height: pixels above the rows, all of which it may take
 *
 * As sl_textbook_add_legend(), in as many lines and as small as it takes for all signs to have room.
 * There is no caption here: what letters stand for is said at the end.
 */
void
sl_textbook_add_window_legend (SlTextbook *self, double height)
{
  static const Fit fits[] = {
    { SL_TEXTBOOK_NORMAL, GAP, 1 },
    { SL_TEXTBOOK_NORMAL, GAP, 0.8 },
    { SL_TEXTBOOK_SMALL, 12, 0.8 },
    { SL_TEXTBOOK_SMALL, 9, 0.6 },
  };
  static const guint most_lines[] = { 1, 2, 2, G_MAXUINT };
  Line line = { .left = self->picture->plot_x,
                .width = self->picture->view.width + SL_TEXTBOOK_RIGHT };
  g_autofree char *last = NULL;
  Mark mark = set_mark (self);

  if (self->explained->len > 0)
    last = g_strconcat (SL_TEXTBOOK_R, self->explained->str, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (fits); i++)
    {
      guint n_lines = set (self, &fits[i], line, last, FALSE);

      if (n_lines <= most_lines[i])
        {
          line.pitch = height / n_lines;
          line.y = line.pitch / 2 + sl_textbook_scaled (self, 4) + 4 * fits[i].scale;
          set (self, &fits[i], line, last, TRUE);
          break;
        }
      /* What does not fit beside the names begins above them. */
      line.left = EDGE;
      line.width = sl_scene_get_width (self->picture->scene) - 2 * EDGE;
    }
  raise_from (self, &mark);
}
