/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Beside the rows of a textbook picture: what they are called, and how long they may take. */

#include "sl-build-textbook-private.h"

#include <math.h>
#include <string.h>

#include "sl-text.h"

#define NAME_X    14
#define NAME_LINE 15

/* Right of the names: a miss at the left edge has half of its sign there. */
#define NAME_SPARE 12

/* Between C and T. */
#define TIMING_GAP "  "

/* Of the numbers beside a budget. */
#define SCALE_ROOM 20

/* Pixels of the column of names. */
static double
get_room (const SlTextbook *self)
{
  return self->picture->plot_x - NAME_X - NAME_SPARE;
}

/* What is too long for the column is cut, and says so. */
static void
add_line (SlTextbook *self, double y, const char *text)
{
  double room = get_room (self);
  g_autoptr (GString) cut = g_string_new (text);

  while (cut->len > 0 && sl_textbook_text_width (self, SL_TEXTBOOK_SMALL, cut->str) > room)
    {
      const char *end = g_utf8_find_prev_char (cut->str, cut->str + cut->len);

      if (g_str_has_suffix (cut->str, "…"))
        end = g_utf8_find_prev_char (cut->str, end);
      g_string_truncate (cut, end != NULL ? (gsize) (end - cut->str) : 0);
      if (cut->len > 0)
        g_string_append (cut, "…");
    }
  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_SMALL, cut->str,
                                            sl_paint (SL_PAINT_SOFT) },
                        (SlTextbookPlace) { SL_ANCHOR_LEFT, NAME_X, y });
}

/**
 * sl_textbook_dup_length:
 * @row: of the trace by whose clock @ticks count
 *
 * Returns: (transfer full): @ticks as the axis counts
 */
char *
sl_textbook_dup_length (const SlTextbook *self, const SlRow *row, gint64 ticks)
{
  SlTraceSet *set = self->picture->set;
  guint trace = row->lane.trace;
  g_autoptr (SlClock) clock = sl_trace_set_dup_clock_of (set, trace);
  SlTime begin = sl_trace_set_from_reference (set, trace, self->picture->view.visible.begin);
  SlSpan span = { begin, sl_time_add (begin, ticks) };
  SlTextbookUnit unit = self->unit;

  unit.clock = clock;
  if (!unit.timed || !sl_clock_has_rate (clock))
    {
      span.begin = sl_trace_set_to_reference (set, trace, span.begin);
      span.end = sl_trace_set_to_reference (set, trace, span.end);
      unit.clock = self->unit.clock;
    }
  return sl_textbook_unit_duration (&unit, span);
}

/* "C = 3  T = 8", of a server "Q = 2  T = 10"; a period that nobody says is about the mean. */
static char *
make_timing (const SlTextbook *self, const SlRow *row)
{
  const SlTaskRule *rule = sl_row_get_rule (self->picture->rows, row);
  gint64 period = rule->period > 0 ? rule->period : row->period;
  g_autofree char *wcet = sl_textbook_dup_length (self, row, rule->wcet);
  g_autofree char *duration = sl_textbook_dup_length (self, row, period);
  GString *text = g_string_new (NULL);

  if (rule->wcet > 0)
    g_string_append_printf (text, SL_TEXTBOOK_I "%s" SL_TEXTBOOK_R " = %s",
                            row->lane_type == SL_LANE_SERVER ? "Q" : "C", wcet);
  if (rule->wcet > 0 && period > 0)
    g_string_append (text, TIMING_GAP);
  if (period > 0)
    g_string_append_printf (text, SL_TEXTBOOK_I "T" SL_TEXTBOOK_R " %s %s",
                            rule->period > 0 ? "=" : "≈", duration);

  return g_string_free (text, text->len == 0);
}

static char *
make_deadline (SlTextbook *self, const SlRow *row)
{
  const SlTaskRule *rule = sl_row_get_rule (self->picture->rows, row);
  g_autofree char *duration = sl_textbook_dup_length (self, row, rule->deadline);
  g_autofree char *whole = NULL;

  if (rule->deadline == 0)
    return NULL;
  if (rule->deadline != rule->period)
    return g_strdup_printf (SL_TEXTBOOK_I "D" SL_TEXTBOOK_R " = %s", duration);

  whole = g_strdup_printf (SL_TEXTBOOK_I "D" SL_TEXTBOOK_R " = %s = " SL_TEXTBOOK_I "T", duration);
  if (sl_textbook_text_width (self, SL_TEXTBOOK_SMALL, whole) <= get_room (self))
    return g_steal_pointer (&whole);

  return g_strdup (SL_TEXTBOOK_I "D" SL_TEXTBOOK_R " = " SL_TEXTBOOK_I "T");
}

/* Its two parts below each other where they have no room beside each other.
 *
 * Returns: y of the next line */
static double
add_timing (SlTextbook *self, double y, double room, const char *timing)
{
  const char *second = strstr (timing, TIMING_GAP);
  double line = sl_textbook_scaled (self, NAME_LINE);
  g_autofree char *first = NULL;

  if (second == NULL || sl_textbook_text_width (self, SL_TEXTBOOK_SMALL, timing) <= room)
    {
      add_line (self, y, timing);
      return y + line;
    }

  first = g_strndup (timing, (gsize) (second - timing));
  add_line (self, y, first);
  add_line (self, y + line, second + strlen (TIMING_GAP));
  return y + 2 * line;
}

static void
add_name (SlTextbook *self, const SlRow *row)
{
  SlPicture *picture = self->picture;
  double base = sl_textbook_get_base (picture, row);
  double room = get_room (self);
  g_autofree char *plain = sl_textbook_dup_symbol (self, row);
  g_autofree char *symbol = row->side != 0
                                ? g_strdup_printf ("%s" SL_TEXTBOOK_R " %c", plain, row->side)
                                : g_strdup (plain);
  const char *name = sl_row_get_model_name (picture->rows, row);
  g_autofree char *title = NULL;
  g_autofree char *timing = make_timing (self, row);
  g_autofree char *deadline = make_deadline (self, row);
  gboolean is_symbol = g_utf8_strlen (name, -1) <= 2;
  guint n_lines = !is_symbol + (timing != NULL) + (deadline != NULL);
  gboolean is_high = n_lines > 2 || row->lane_type == SL_LANE_SERVER;
  double y = base - sl_textbook_scaled (self, is_high ? 40 : 32);

  if (picture->plot_x <= 0)
    return;

  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_SYMBOL, symbol,
                                            sl_paint (SL_PAINT_INK) },
                        (SlTextbookPlace) { SL_ANCHOR_LEFT, NAME_X, y });
  title = sl_text_measure_elide (picture->measure, SL_FONT_TEXTBOOK_SMALL, name, room, TRUE);
  y += sl_textbook_scaled (self, 16);
  if (title != NULL && !is_symbol)
    {
      add_line (self, y, title);
      y += sl_textbook_scaled (self, NAME_LINE);
    }
  if (timing != NULL)
    y = add_timing (self, y,
                    room - (row->lane_type == SL_LANE_SERVER ? sl_textbook_scaled (self, SCALE_ROOM)
                                                             : 0),
                    timing);
  if (deadline != NULL)
    add_line (self, y, deadline);
}

/**
 * sl_textbook_get_margin:
 * @rows: of a textbook picture
 *
 * Returns: pixels that the rows' names take
 */
int
sl_textbook_get_margin (const SlRows *rows, SlTextMeasure *measure)
{
  double timing =
      sl_text_measure_width (measure, SL_FONT_TEXTBOOK_SMALL, "C = 000" TIMING_GAP "T = 000");
  double least = SL_TEXTBOOK_MARGIN * sl_rows_get_font_scale (rows);
  double width = least;

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      const SlTaskRule *rule = sl_row_get_rule (rows, row);
      double title;

      if (row->part == SL_ROW_HEADING)
        continue;

      title = sl_text_measure_width (measure, SL_FONT_TEXTBOOK_SMALL,
                                     sl_row_get_model_name (rows, row));

      if (rule->wcet > 0 && rule->period > 0)
        title = MAX (title, timing);
      width = MAX (width, title + NAME_X + NAME_SPARE + 2);
    }

  return (int) ceil (MIN (width, 2 * least));
}

/**
 * sl_textbook_add_names:
 *
 * The column left of the rows.
 */
void
sl_textbook_add_names (SlTextbook *self)
{
  for (guint i = 0; i < sl_rows_get_count (self->picture->rows); i++)
    {
      const SlRow *row = sl_rows_get (self->picture->rows, i);
      double top = row->y + self->picture->row_shift;

      if (top + row->height <= self->picture->plot_y || top >= self->picture->plot_bottom)
        continue;

      if (row->part == SL_ROW_HEADING)
        sl_textbook_name_heading (self, row);
      else
        add_name (self, row);
    }
}
