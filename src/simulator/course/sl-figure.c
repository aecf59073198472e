/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-figure.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sl-time-text.h"

/* Shares that lie closer together are the same: sums of fractions are not exact. */
#define SAME_SHARE 1e-9

/* Times of more digits than these are rounded. */
#define MOST_EXACT   1000000
#define MOST_ROUNDED 10000

const SlFigure sl_figure_none = { 0 };

SlFigure
sl_figure_of_time (gint64 ns)
{
  return (SlFigure) { .type = SL_FIGURE_TIME, .number = ns };
}

/* @time: %SL_JOB_NEVER gives none */
SlFigure
sl_figure_of_instant (SlTime time)
{
  return time != SL_JOB_NEVER ? sl_figure_of_time (time) : sl_figure_none;
}

SlFigure
sl_figure_of_count (gint64 count)
{
  return (SlFigure) { .type = SL_FIGURE_COUNT, .number = count };
}

SlFigure
sl_figure_of_share (double share)
{
  return (SlFigure) { .type = SL_FIGURE_SHARE, .share = share };
}

/* @name: (transfer none): must outlive the figure */
SlFigure
sl_figure_of_name (const char *name)
{
  return (SlFigure) { .type = SL_FIGURE_NAME, .name = name };
}

/**
 * sl_figure_parse:
 * @text: "12", "2.5 ms" or "70 %"
 *
 * Returns: whether it is a count, a time or a share
 */
gboolean
sl_figure_parse (const char *text, SlFigure *figure)
{
  const SlRate rate = { 0, 1000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  char *end = NULL;
  double percent = g_ascii_strtod (text, &end);

  *figure = (SlFigure) { 0 };
  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &figure->number, NULL))
    figure->type = SL_FIGURE_COUNT;
  else if (sl_duration_parse (text, clock, &figure->number, NULL))
    figure->type = SL_FIGURE_TIME;
  else if (end > text && g_str_equal (end + strspn (end, " "), "%"))
    {
      figure->type = SL_FIGURE_SHARE;
      figure->share = percent / 100;
    }

  return figure->type != SL_FIGURE_NONE;
}

/**
 * sl_figure_compare:
 * @order: (out): below, at or above 0 as @one is less than, equal to or more than @other
 *
 * Returns: %FALSE where they cannot be compared: of different types, or one never came to be
 */
gboolean
sl_figure_compare (const SlFigure *one, const SlFigure *other, int *order)
{
  if (one->type != other->type)
    return FALSE;

  switch (one->type)
    {
    case SL_FIGURE_TIME:
    case SL_FIGURE_COUNT:
      *order = one->number < other->number ? -1 : one->number > other->number;
      return TRUE;
    case SL_FIGURE_SHARE:
      *order = fabs (one->share - other->share) < SAME_SHARE ? 0
               : one->share < other->share                   ? -1
                                                             : 1;
      return TRUE;
    case SL_FIGURE_NAME:
      *order = strcmp (one->name, other->name);
      return TRUE;
    case SL_FIGURE_NONE:
    default:
      return FALSE;
    }
}

/* (transfer full): all digits that say something, as a book writes times; of what was drawn at
 * random as many as a reader wants */
static char *
time_to_text (gint64 ns)
{
  const gint64 ms = 1000000;
  gint64 resolution = 1;

  if (ns == 0)
    return sl_time_text_in_unit (0, ms, ms);

  while (ns % (resolution * 10) == 0)
    resolution *= 10;
  if (ABS (ns) / resolution >= MOST_EXACT)
    while (ABS (ns) / resolution >= MOST_ROUNDED)
      resolution *= 10;

  ns += ns < 0 ? -resolution / 2 : resolution / 2;
  return sl_time_text_elapsed (ns / resolution * resolution, resolution);
}

/* (transfer full): in percent, with as many digits as are needed for two that differ by 0.1 */
static char *
share_to_text (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  double percent = share * 100;

  g_ascii_formatd (digits, sizeof digits,
                   fabs (percent - round (percent)) < SAME_SHARE * 100 ? "%.0f" : "%.1f", percent);
  return g_strconcat (digits, " %", NULL);
}

/**
 * sl_figure_to_text:
 *
 * Returns: (transfer full): for people, such as "12.5 ms", "83.3 %" or "never"
 */
char *
sl_figure_to_text (const SlFigure *self)
{
  switch (self->type)
    {
    case SL_FIGURE_TIME:
      return time_to_text (self->number);
    case SL_FIGURE_COUNT:
      return sl_time_text_signed_ticks (self->number);
    case SL_FIGURE_SHARE:
      return share_to_text (self->share);
    case SL_FIGURE_NAME:
      return g_strdup (self->name);
    case SL_FIGURE_NONE:
    default:
      return g_strdup (_ ("never"));
    }
}
