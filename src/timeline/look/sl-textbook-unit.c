/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-textbook-unit.h"

#include "sl-clock-shown.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Of the shortest period. */
#define UNITS_A_PERIOD 5

/* Where no task is periodic. */
#define UNITS_A_VIEW 30

/* Wider units are divided. */
#define MAX_UNIT_PIXELS 80

/* From one number to the next. */
#define MIN_NUMBER_GAP 34

#define MAX_NUMBER_EVERY 1000

#define PS_PER_NS 1000

/* Shorter parts of a unit are told in a smaller one. */
#define MIN_SHARE 10

/* Of steps, so that the next one still is a number. */
#define MAX_STEP (G_MAXINT64 / 5)

static const struct
{
  const char *name;
  gint64 size;
} names[] = {
  { "s", G_GINT64_CONSTANT (1000000000000) },
  { "ms", 1000000000 },
  { "µs", 1000000 },
  { "ns", 1000 },
  { "ps", 1 },
};

/**
 * sl_textbook_unit_floor:
 *
 * Returns: the largest of 1, 2, 5, 10, 20, … that is not above @value, at least 1
 */
gint64
sl_textbook_unit_floor (gint64 value)
{
  gint64 decade = 1;

  while (decade <= value / 10)
    decade *= 10;
  if (value / 5 >= decade)
    return decade * 5;

  return value / 2 >= decade ? decade * 2 : decade;
}

/* Picoseconds of the unit that the user fixed; 0 for none. */
static gint64
get_fixed (const SlTextbookUnit *self)
{
  return self->timed ? sl_shown_unit_get_ns (sl_clock_get_shown_unit (self->clock)) * PS_PER_NS : 0;
}

/* The next of 1, 2, 5, 10, 20, … */
static gint64
get_next_step (gint64 step)
{
  return sl_textbook_unit_floor (step * 5 / 2);
}

static double
count_between (const SlTextbookUnit *self, SlTime begin, SlTime end)
{
  gint64 first, last;

  if (self->timed && sl_clock_to_ps (self->clock, begin, &first) &&
      sl_clock_to_ps (self->clock, end, &last))
    return (double) last - (double) first;

  return (double) end - (double) begin;
}

/* A fifth of the shortest period, but never narrower than the signs, whatever the tasks ask for: the
 * grid costs pixels. Between two ticks there is no line. */
static void
choose_step (SlTextbookUnit *self, const SlView *view, gint64 shortest_period)
{
  SlSpan visible = view->visible;
  double whole = MAX (count_between (self, visible.begin, visible.end), 1);
  double wanted = whole / UNITS_A_VIEW;
  double tick = MAX (whole / (double) MAX (visible.end - visible.begin, 1), 1);

  if (shortest_period > 0)
    wanted = count_between (self, visible.begin, visible.begin + shortest_period) / UNITS_A_PERIOD;
  self->step = sl_textbook_unit_floor ((gint64) CLAMP (wanted + 0.5, 1, 1e18));
  while ((double) self->step < tick)
    self->step = get_next_step (self->step);
  self->pixels = (double) self->step / whole * view->width;
  while (self->pixels > MAX_UNIT_PIXELS && self->step > 1 &&
         (double) sl_textbook_unit_floor (self->step - 1) >= tick)
    {
      self->step = sl_textbook_unit_floor (self->step - 1);
      self->pixels = (double) self->step / whole * view->width;
    }
  self->wanted_pixels = self->pixels;
  while (self->pixels < SL_TEXTBOOK_MIN_UNIT && self->step < MAX_STEP)
    {
      self->step = get_next_step (self->step);
      self->pixels = (double) self->step / whole * view->width;
    }
}

/* Whether numbers under every @count-th grid line are @gap pixels apart and count in 1, 2 or 5 × 10ⁿ. */
static gboolean
is_spaced (const SlTextbookUnit *self, int count, double gap)
{
  gint64 between;

  if (self->pixels * count < gap || __builtin_mul_overflow (self->step, count, &between))
    return FALSE;

  return count == 2 || sl_textbook_unit_floor (between) == between;
}

/**
 * sl_textbook_unit_space_numbers:
 * @gap: pixels from the middle of one number to the middle of the next, at least
 *
 * Numbers stand under every second grid line where they fit.
 */
void
sl_textbook_unit_space_numbers (SlTextbookUnit *self, double gap)
{
  self->number_every = 2;
  while (self->number_every < MAX_NUMBER_EVERY && !is_spaced (self, self->number_every, gap))
    self->number_every++;
}

/* In the unit that the user fixed; else numbers have one decimal at most. */
static void
choose_size (SlTextbookUnit *self)
{
  gint64 fixed = get_fixed (self);

  self->name = "";
  self->size = 1;
  for (gsize i = 0; self->timed && i < G_N_ELEMENTS (names); i++)
    {
      self->name = names[i].name;
      self->size = names[i].size;
      if (fixed > 0 ? self->size == fixed : self->step % MAX (self->size / 10, 1) == 0)
        break;
    }
}

/**
 * sl_textbook_unit_init:
 * @clock: not copied
 * @origin: reference tick at which %SL_AXIS_DELTA begins
 * @shortest_period: of the tasks in the picture, in ticks; 0 where none is periodic
 *
 * A fifth of the shortest period, rounded down; less where that leaves too much room, more where it
 * leaves less than %SL_TEXTBOOK_MIN_UNIT pixels.
 */
void
sl_textbook_unit_init (SlTextbookUnit *self,
                       const SlClock *clock,
                       const SlView *view,
                       SlAxis axis,
                       SlTime origin,
                       gint64 shortest_period)
{
  gint64 ps;

  *self = (SlTextbookUnit) { .clock = clock };
  self->timed = axis != SL_AXIS_TSC && sl_clock_shows_time (clock) &&
                sl_clock_to_ps (clock, view->visible.begin, &ps) &&
                sl_clock_to_ps (clock, view->visible.end, &ps);
  if (axis == SL_AXIS_DELTA && (!self->timed || !sl_clock_to_ps (clock, origin, &self->zero)))
    self->zero = self->timed ? 0 : origin;

  choose_step (self, view, shortest_period);
  choose_size (self);
  sl_textbook_unit_space_numbers (self, MIN_NUMBER_GAP);
}

/**
 * sl_textbook_unit_to_time:
 * @time: (out): the reference tick of grid line number @steps
 */
gboolean
sl_textbook_unit_to_time (const SlTextbookUnit *self, gint64 steps, SlTime *time)
{
  gint64 value;

  if (__builtin_mul_overflow (steps, self->step, &value) ||
      __builtin_add_overflow (value, self->zero, &value))
    return FALSE;
  if (self->timed)
    return sl_clock_from_ps (self->clock, value, time);

  *time = value;
  return TRUE;
}

/**
 * sl_textbook_unit_from_time:
 *
 * Returns: @time in grid lines
 */
double
sl_textbook_unit_from_time (const SlTextbookUnit *self, SlTime time)
{
  gint64 value = time;

  if (self->timed && !sl_clock_to_ps (self->clock, time, &value))
    return 0;

  return ((double) value - (double) self->zero) / (double) self->step;
}

/**
 * sl_textbook_unit_first:
 *
 * Returns: the first grid line at or after @time
 */
gint64
sl_textbook_unit_first (const SlTextbookUnit *self, SlTime time)
{
  return (gint64) ceil (sl_textbook_unit_from_time (self, time) - 1e-9);
}

static int
count_decimals (double counted)
{
  return fabs (counted) >= 1000 ? 0 : fabs (counted) >= 10 ? 1 : 2;
}

/* In a unit that the user fixed a number has as many as tell a tenth of a step. */
static int
get_least_decimals (const SlTextbookUnit *self)
{
  int decimals = 1;

  if (get_fixed (self) != self->size)
    return 0;

  for (gint64 size = self->size; size > self->step && size > 1; size /= 10)
    decimals++;
  return decimals;
}

static char *
format_decimals (double counted, int n_decimals)
{
  g_autofree char *text = g_strdup_printf ("%.*f", n_decimals, counted);
  char *dot;

  dot = strpbrk (text, ".,");
  if (dot != NULL)
    {
      char *end = text + strlen (text);

      *dot = '.';
      while (end[-1] == '0')
        *--end = '\0';
      if (end[-1] == '.')
        end[-1] = '\0';
    }
  if (*text == '-')
    return g_strconcat (strcmp (text, "-0") == 0 ? "" : "−", text + 1, NULL);

  return g_steal_pointer (&text);
}

static char *
format (const SlTextbookUnit *self, double value)
{
  double counted = value / (double) self->size;

  return format_decimals (counted, MAX (count_decimals (counted), get_least_decimals (self)));
}

/**
 * sl_textbook_unit_number:
 *
 * Returns: (transfer full): what stands under grid line number @steps
 */
char *
sl_textbook_unit_number (const SlTextbookUnit *self, gint64 steps)
{
  gint64 value = steps * self->step;
  guint64 size = (guint64) (value < 0 ? -value : value);
  guint64 rest = size % (guint64) self->size;
  GString *text = g_string_new (value < 0 ? "−" : "");

  g_string_append_printf (text, "%" G_GUINT64_FORMAT, size / (guint64) self->size);
  if (rest > 0)
    g_string_append_c (text, '.');
  for (guint64 place = (guint64) self->size / 10; rest > 0 && place > 0; place /= 10)
    {
      g_string_append_c (text, (char) ('0' + rest / place));
      rest %= place;
    }
  return g_string_free (text, FALSE);
}

/**
 * sl_textbook_unit_instant:
 * @time: reference ticks
 *
 * Returns: (transfer full): what the axis calls it, with at most two decimals
 */
char *
sl_textbook_unit_instant (const SlTextbookUnit *self, SlTime time)
{
  return format (self, sl_textbook_unit_from_time (self, time) * (double) self->step);
}

/* The largest unit of which @ps are at least one. */
static guint
find_name (double ps)
{
  guint i = 0;

  while (i + 1 < G_N_ELEMENTS (names) && fabs (ps) < (double) names[i].size)
    i++;

  return i;
}

/**
 * sl_textbook_unit_duration:
 * @span: reference ticks
 *
 * Returns: (transfer full): its length as the axis counts, with at most two decimals; where these would say too little, with a
 *   unit of its own, or with more decimals of the one that the user chose
 */
char *
sl_textbook_unit_duration (const SlTextbookUnit *self, SlSpan span)
{
  double length = count_between (self, span.begin, span.end);
  g_autofree char *text = NULL;

  if (self->timed && get_fixed (self) == 0 && length > 0 &&
      length * MIN_SHARE < (double) self->size)
    return sl_textbook_unit_dup_long (self, span);

  text = format (self, length);
  /* So short that they would make nothing of it. */
  if (length > 0 && strpbrk (text, "123456789") == NULL)
    return format_decimals (length / (double) self->size,
                            (int) ceil (log10 ((double) self->size / length)) + 1);

  return g_steal_pointer (&text);
}

/**
 * sl_textbook_unit_dup_long:
 * @span: reference ticks
 *
 * Returns: (transfer full): its length with a unit that fits it, as "4 ms"
 */
char *
sl_textbook_unit_dup_long (const SlTextbookUnit *self, SlSpan span)
{
  double length = count_between (self, span.begin, span.end);
  guint name = find_name (get_fixed (self) > 0 ? (double) get_fixed (self) : length);
  SlTextbookUnit fitting = *self;
  g_autofree char *number = NULL;

  if (!self->timed)
    {
      number = format (self, length);
      return g_strdup_printf ("%s\u2009%s", number, _ (sl_clock_get_unit_id (self->clock)));
    }

  fitting.size = names[name].size;
  number = format (&fitting, length);
  return g_strdup_printf ("%s\u2009%s", number, names[name].name);
}
