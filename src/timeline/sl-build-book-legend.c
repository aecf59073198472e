/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Beside and below the rows of a textbook picture: names, the signs that are present, a caption. */

#include "sl-build-book-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sl-legend-private.h"
#include "sl-text.h"

#define NAME_X    14
#define NAME_LINE 15

/* Right of the names: a miss at the left edge has half of its sign there. */
#define NAME_SPARE 12

/* Between C and T. */
#define TIMING_GAP "  "

/* Of the numbers beside a budget. */
#define SCALE_ROOM 20

#define LEGEND_LINE 30
#define LEGEND_GAP  18
#define ICON_GAP    6
#define ICON_ARROW  20

#define CAPTION_LINE 22

/* Pixels of the column of names. */
static double
get_room (const SlBook *self)
{
  return self->build->plot_x - NAME_X - NAME_SPARE;
}

/* What is too long for the column is cut, and says so. */
static void
add_line (SlBook *self, double y, const char *text)
{
  double room = get_room (self);
  g_autoptr (GString) cut = g_string_new (text);

  while (cut->len > 0 && sl_book_text_width (self, SL_BOOK_SMALL, cut->str) > room)
    {
      const char *end = g_utf8_find_prev_char (cut->str, cut->str + cut->len);

      if (g_str_has_suffix (cut->str, "…"))
        end = g_utf8_find_prev_char (cut->str, end);
      g_string_truncate (cut, end != NULL ? (gsize) (end - cut->str) : 0);
      if (cut->len > 0)
        g_string_append (cut, "…");
    }
  sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_SMALL, SL_ANCHOR_LEFT, NAME_X, y, cut->str,
                    sl_paint (SL_PAINT_SOFT));
}

static char *
make_duration (const SlBook *self, gint64 ticks)
{
  SlTime begin = self->build->view.visible.begin;

  return sl_book_unit_duration (&self->unit, (SlSpan) { begin, sl_time_add (begin, ticks) });
}

/* "C = 3  T = 8", of a server "Q = 2  T = 10"; a period that nobody says is about the mean. */
static char *
make_timing (const SlBook *self, const SlRow *row)
{
  const SlTaskRule *rule = sl_row_get_rule (self->build->rows, row);
  gint64 period = rule->period > 0 ? rule->period : row->period;
  g_autofree char *wcet = make_duration (self, rule->wcet);
  g_autofree char *duration = make_duration (self, period);
  GString *text = g_string_new (NULL);

  if (rule->wcet > 0)
    g_string_append_printf (text, SL_BOOK_I "%s" SL_BOOK_R " = %s",
                            row->lane_type == SL_LANE_SERVER ? "Q" : "C", wcet);
  if (rule->wcet > 0 && period > 0)
    g_string_append (text, TIMING_GAP);
  if (period > 0)
    g_string_append_printf (text, SL_BOOK_I "T" SL_BOOK_R " %s %s", rule->period > 0 ? "=" : "≈",
                            duration);

  return g_string_free (text, text->len == 0);
}

static char *
make_deadline (SlBook *self, const SlRow *row)
{
  const SlTaskRule *rule = sl_row_get_rule (self->build->rows, row);
  g_autofree char *duration = make_duration (self, rule->deadline);
  g_autofree char *whole = NULL;

  if (rule->deadline == 0)
    return NULL;
  if (rule->deadline != rule->period)
    return g_strdup_printf (SL_BOOK_I "D" SL_BOOK_R " = %s", duration);

  whole = g_strdup_printf (SL_BOOK_I "D" SL_BOOK_R " = %s = " SL_BOOK_I "T", duration);
  if (sl_book_text_width (self, SL_BOOK_SMALL, whole) <= get_room (self))
    return g_steal_pointer (&whole);

  return g_strdup (SL_BOOK_I "D" SL_BOOK_R " = " SL_BOOK_I "T");
}

/* Its two parts below each other where they have no room beside each other.
 *
 * Returns: y of the next line */
static double
add_timing (SlBook *self, double y, double room, const char *timing)
{
  const char *second = strstr (timing, TIMING_GAP);
  g_autofree char *first = NULL;

  if (second == NULL || sl_book_text_width (self, SL_BOOK_SMALL, timing) <= room)
    {
      add_line (self, y, timing);
      return y + NAME_LINE;
    }

  first = g_strndup (timing, (gsize) (second - timing));
  add_line (self, y, first);
  add_line (self, y + NAME_LINE, second + strlen (TIMING_GAP));
  return y + 2 * NAME_LINE;
}

static void
add_name (SlBook *self, const SlRow *row)
{
  SlBuild *build = self->build;
  double base = sl_book_get_base (build, row);
  double room = get_room (self);
  g_autofree char *plain = sl_book_dup_symbol (self, row);
  g_autofree char *symbol =
      row->side != 0 ? g_strdup_printf ("%s" SL_BOOK_R " %c", plain, row->side) : g_strdup (plain);
  const char *name = sl_row_get_model_name (build->rows, row);
  g_autofree char *title = NULL;
  g_autofree char *timing = make_timing (self, row);
  g_autofree char *deadline = make_deadline (self, row);
  gboolean is_symbol = g_utf8_strlen (name, -1) <= 2;
  guint n_lines = !is_symbol + (timing != NULL) + (deadline != NULL);
  gboolean is_high = n_lines > 2 || row->lane_type == SL_LANE_SERVER;
  double y = is_high ? base - 40 : base - 32;

  if (build->plot_x <= 0)
    return;

  sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_SYMBOL, SL_ANCHOR_LEFT, NAME_X, y, symbol,
                    sl_paint (SL_PAINT_INK));
  title = sl_text_measure_elide (build->measure, SL_FONT_BOOK_SMALL, name, room, TRUE);
  y += 16;
  if (title != NULL && !is_symbol)
    {
      add_line (self, y, title);
      y += NAME_LINE;
    }
  if (timing != NULL)
    y = add_timing (self, y, room - (row->lane_type == SL_LANE_SERVER ? SCALE_ROOM : 0), timing);
  if (deadline != NULL)
    add_line (self, y, deadline);
}

/**
 * sl_book_get_margin:
 * @rows: of a textbook picture
 *
 * Returns: pixels that the rows' names take
 */
int
sl_book_get_margin (const SlRows *rows, SlTextMeasure *measure)
{
  double width = SL_BOOK_MARGIN;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      double title = sl_text_measure_width (measure, SL_FONT_BOOK_SMALL,
                                            sl_row_get_model_name (rows, sl_rows_get (rows, i)));

      width = MAX (width, title + NAME_X + NAME_SPARE + 2);
    }

  return (int) ceil (MIN (width, 2 * SL_BOOK_MARGIN));
}

/**
 * sl_book_add_names:
 *
 * The column left of the rows.
 */
void
sl_book_add_names (SlBook *self)
{
  for (guint i = 0; i < sl_rows_get_count (self->build->rows); i++)
    {
      const SlRow *row = sl_rows_get (self->build->rows, i);
      double top = row->y + self->build->row_shift;

      if (top + row->height > self->build->plot_y && top < self->build->plot_bottom)
        add_name (self, row);
    }
}

/* Moves what was added to boxes, marks and labels up into the chrome, so that rows cannot cover
 * it. */
typedef struct
{
  guint n_shapes[SL_N_LAYERS];
} Mark;

static Mark
set_mark (const SlBook *self)
{
  Mark mark;

  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    mark.n_shapes[layer] = sl_scene_get_n_shapes (self->build->scene, layer);

  return mark;
}

static void
raise_from (SlBook *self, const Mark *mark)
{
  for (guint layer = 0; layer < SL_LAYER_CHROME; layer++)
    sl_scene_move_shapes (self->build->scene, layer, mark->n_shapes[layer], SL_LAYER_CHROME);
}

static double
draw_arrow (SlBook *self, double x, double y, gboolean up, SlPaint paint, double line_width)
{
  double top = y - ICON_ARROW;

  sl_build_line (self->build, SL_LAYER_CHROME, 0, x + 4, top + (up ? 5 : 0), 0, ICON_ARROW - 5,
                 paint, line_width);
  sl_book_add_head (self, SL_LAYER_CHROME, 0, x + 4, up ? top : y, 0, up ? 8.5 : -8.5, 3.6, paint);
  return 8;
}

static double
draw_dashed (SlBook *self, double x, double y)
{
  SlShape *line = sl_build_line (self->build, SL_LAYER_CHROME, 0, x + 4, y - ICON_ARROW, 0,
                                 ICON_ARROW - 7, sl_paint (SL_PAINT_INK), 1.4);

  line->dash[0] = 4.5f;
  line->dash[1] = 3;
  sl_book_add_head (self, SL_LAYER_CHROME, 0, x + 4, y, 0, -8.5, 3.8, sl_paint (SL_PAINT_INK));
  return 8;
}

static double
draw_postponed (SlBook *self, double x, double y)
{
  sl_book_add_postponed (self, SL_LAYER_CHROME, 0, x + 4, y - ICON_ARROW, y);
  return 8;
}

static double
draw_box (SlBook *self, double x, double y, gboolean raised)
{
  double width = raised ? 25 : 28, height = raised ? 13 : 18;
  double top = y - (raised ? SL_BOOK_LIFT : 0) - height;
  SlShape *box;

  box = sl_build_box (self->build, SL_LAYER_BOXES, 0, x, top, width, height,
                      sl_build_paint (self->build, SL_PAINT_BOOK, 2, 1));
  if (raised)
    sl_book_add_raised (self, 0, x, y, width);
  else
    sl_book_add_section (self, 0, x, top, width, height);
  box = sl_build_box (self->build, SL_LAYER_BOXES, 0, x - 0.75, top - 0.75, width + 1.5,
                      height + 1.5, sl_paint (SL_PAINT_NONE));
  box->stroke = sl_paint (SL_PAINT_INK);
  box->line_width = SL_BOOK_LINE;
  if (!raised)
    sl_book_draw_lock (self, x, top, width, height);
  return width;
}

static double
draw_sign (SlBook *self, SlBookSign sign, double x, double y)
{
  switch (sign)
    {
    case SL_SIGN_RELEASE:
      return draw_arrow (self, x, y, TRUE, sl_paint (SL_PAINT_INK), SL_BOOK_LINE);
    case SL_SIGN_DEADLINE:
      return draw_arrow (self, x, y, FALSE, sl_paint (SL_PAINT_INK), SL_BOOK_LINE);
    case SL_SIGN_INFERRED:
    case SL_SIGN_GUESSED:
      return draw_arrow (self, x, y, FALSE, sl_paint (SL_PAINT_SOFT), SL_BOOK_LINE / 2);
    case SL_SIGN_FINISH:
      sl_book_add_disc (self, 0, x + 4, y - 5);
      return 8;
    case SL_SIGN_SECTION:
      return draw_box (self, x, y + 2, FALSE);
    case SL_SIGN_WAITS:
    case SL_SIGN_THROTTLED:
      sl_book_add_strip (self, 0, sign == SL_SIGN_WAITS ? SL_HATCH_LOCK : SL_HATCH_EXHAUSTED, x,
                         y - 10, 25, sl_paint (SL_PAINT_INK));
      return 25;
    case SL_SIGN_INHERITS:
      return draw_dashed (self, x, y);
    case SL_SIGN_RAISED:
      return draw_box (self, x, y + 2, TRUE);
    case SL_SIGN_POSTPONED:
      return draw_postponed (self, x, y);
    case SL_SIGN_MISS:
      sl_build_miss (self->build, SL_LAYER_MISSES, 0, x + 8, y - 5, 8, FALSE);
      sl_book_add_strip (self, 0, SL_HATCH_LATE, x + 20, y - 10, 25, sl_paint (SL_PAINT_MISS));
      return 45;
    case SL_SIGN_OVERRUN:
    case SL_SIGN_ABORTED:
      sl_build_miss (self->build, SL_LAYER_MISSES, 0, x + 8, y - 5, 8, TRUE);
      return 16;
    default:
      return 0;
    }
}

/**
 * sl_legend_draw_textbook:
 *
 * Draws a sign as the textbook look has it.
 */
void
sl_legend_draw_textbook (SlBuild *self, SlLegendSign sign)
{
  static const SlBookSign signs[SL_N_LEGEND_SIGNS] = {
    [SL_LEGEND_RELEASE] = SL_SIGN_RELEASE, [SL_LEGEND_DEADLINE] = SL_SIGN_DEADLINE,
    [SL_LEGEND_FINISH] = SL_SIGN_FINISH,   [SL_LEGEND_HOLDS] = SL_SIGN_SECTION,
    [SL_LEGEND_WAITS] = SL_SIGN_WAITS,     [SL_LEGEND_RAISED] = SL_SIGN_RAISED,
    [SL_LEGEND_SPENT] = SL_SIGN_THROTTLED, [SL_LEGEND_MISS] = SL_SIGN_MISS,
    [SL_LEGEND_OVERRUN] = SL_SIGN_OVERRUN,
  };
  g_autoptr (GArray) places = sl_book_new_places ();
  SlBook book = { .build = self, .places = places };

  draw_sign (&book, signs[sign], 0, SL_LEGEND_HEIGHT - 2);
}

/**
 * sl_book_add_legend:
 * @y: of the first line's letters
 *
 * Says what the signs mean that the picture has, and no others.
 *
 * Returns: y below it
 */
double
sl_book_add_legend (SlBook *self, double x, double y, double width)
{
  static const struct
  {
    SlBookSign sign;
    const char *text;
  } entries[] = {
    { SL_SIGN_RELEASE, N_ ("release") },
    { SL_SIGN_DEADLINE, N_ ("deadline") },
    { SL_SIGN_INFERRED, N_ ("next release as deadline") },
    { SL_SIGN_GUESSED, N_ ("guessed deadline") },
    { SL_SIGN_POSTPONED, N_ ("postponed") },
    { SL_SIGN_FINISH, N_ ("finish") },
    { SL_SIGN_SECTION, N_ ("critical section") },
    { SL_SIGN_WAITS, N_ ("waits") },
    { SL_SIGN_INHERITS, N_ ("inherits") },
    { SL_SIGN_RAISED, N_ ("raised") },
    { SL_SIGN_THROTTLED, N_ ("budget spent") },
    { SL_SIGN_MISS, N_ ("missed, late by") },
    { SL_SIGN_OVERRUN, N_ ("WCET overrun") },
    { SL_SIGN_ABORTED, N_ ("aborted") },
  };
  Mark mark = set_mark (self);
  double at = x;

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      const char *text = _ (entries[i].text);
      double wanted = sl_book_text_width (self, SL_BOOK_NORMAL, text) + 45 + ICON_GAP;

      if ((self->signs & entries[i].sign) == 0)
        continue;
      if (at > x && at + wanted > x + width)
        {
          at = x;
          y += LEGEND_LINE;
        }

      at += draw_sign (self, entries[i].sign, at, y) + ICON_GAP;
      at += sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_NORMAL, SL_ANCHOR_LEFT, at, y, text,
                              sl_paint (SL_PAINT_INK)) +
            LEGEND_GAP;
    }
  raise_from (self, &mark);

  return y + 14;
}

/* To a tenth. */
static char *
make_percent (double share)
{
  double tenths = floor (share * 1000 + 0.5);
  g_autofree char *digits = sl_text_decimal (fmod (tenths, 10) == 0 ? "%.0f" : "%.1f", tenths / 10);

  return g_strdup_printf ("%s\u2009%%", digits);
}

static char *
make_caption (const SlBook *self)
{
  double utilization = sl_book_get_utilization (self->build);
  double busy = sl_book_get_busy (self->build);
  GString *text = g_string_new (NULL);

  if (self->build->options->title != NULL)
    g_string_append_printf (text, "%s. ", self->build->options->title);
  if (utilization >= 0)
    {
      g_autofree char *number = sl_text_decimal ("%.2f", utilization);

      g_string_append_printf (text, SL_BOOK_I "U" SL_BOOK_R " = %s. ", number);
    }
  if (busy >= 0)
    {
      g_autofree char *percent = make_percent (busy);

      /* Translators: a share, such as "91.7 %": how much of the picture's time tasks ran */
      g_string_append_printf (text, _ ("Busy %s of the time. "), percent);
    }
  if (self->n_missed > 0)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, "%u of %u job missed its deadline. ",
                                         "%u of %u jobs missed their deadline. ", self->n_jobs),
                            self->n_missed, self->n_jobs);
  if (self->explained->len > 0)
    g_string_append_printf (text, SL_BOOK_R "%s.", self->explained->str);

  return g_string_free (text, FALSE);
}

/**
 * sl_book_add_caption:
 * @y: of the first line's letters
 *
 * Returns: y below it
 */
double
sl_book_add_caption (SlBook *self, double x, double y, double width)
{
  g_autofree char *text = make_caption (self);
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gsize length = line->len;

      if (*words[i] == '\0')
        continue;
      if (length > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, words[i]);
      if (length == 0 || sl_book_text_width (self, SL_BOOK_CAPTION, line->str) <= width)
        continue;

      g_string_truncate (line, length);
      sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_CAPTION, SL_ANCHOR_LEFT, x, y, line->str,
                        sl_paint (SL_PAINT_INK));
      g_string_assign (line, words[i]);
      y += CAPTION_LINE;
    }
  if (line->len == 0)
    return y - CAPTION_LINE;

  sl_book_add_text (self, SL_LAYER_CHROME, 0, SL_BOOK_CAPTION, SL_ANCHOR_LEFT, x, y, line->str,
                    sl_paint (SL_PAINT_INK));
  return y;
}
