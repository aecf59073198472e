/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ticks.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-clock-shown.h"
#include "sl-time-text.h"
#include "sl-wall-text.h"

/* Minor ticks closer than this are left out. */
#define MIN_MINOR_GAP 8.0

#define PS_PER_NS 1000
#define NS_PER_S  G_GINT64_CONSTANT (1000000000)
#define PS_PER_S  (NS_PER_S * PS_PER_NS)

/* Absolute counts reach 2⁶⁴, and their sums with a step go beyond. */
typedef __int128 Wide;

/* What one axis counts: units of its own (ticks of the clock, or picoseconds). */
typedef struct
{
  const SlClock *clock;
  gboolean timed;
  gboolean is_wall; /* the labels are times of day, */
  gint64 midnight;  /* of the day that began then, Unix time in ns */
  Wide zero;        /* own units at which the labels say 0 */
} Scale;

typedef struct
{
  const char *name;
  gint64 size; /* own units */
} Unit;

static const Unit time_units[] = {
  { "s", G_GINT64_CONSTANT (1000000000000) },
  { "ms", 1000000000 },
  { "µs", 1000000 },
  { "ns", 1000 },
  { "ps", 1 },
};

static const Unit tick_units[] = {
  { "G", 1000000000 },
  { "M", 1000000 },
  { "k", 1000 },
  { "", 1 },
};

/**
 * sl_ticks_choose_step:
 * @visible: units on screen, above zero
 * @width: pixels that they take, above zero
 * @min_gap: pixels that two labelled ticks must be apart, above zero
 *
 * Returns: the smallest of 1, 2, 5, 10, 20, 50, … units that keeps ticks at least @min_gap apart
 */
gint64
sl_ticks_choose_step (gint64 visible, double width, double min_gap)
{
  static const int factors[] = { 1, 2, 5 };
  double wanted = (double) visible * min_gap / width;

  g_return_val_if_fail (visible > 0 && width > 0 && min_gap > 0, G_MAXINT64);

  for (gint64 decade = 1; decade <= G_MAXINT64 / 50; decade *= 10)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (factors); i++)
        {
          if ((double) (decade * factors[i]) >= wanted)
            return decade * factors[i];
        }
    }

  return G_MAXINT64;
}

static gint64
get_leading_digit (gint64 step)
{
  while (step >= 10)
    step /= 10;

  return step;
}

static Wide
floor_to (Wide value, Wide step)
{
  Wide rest = value % step;

  return rest < 0 ? value - rest - step : value - rest;
}

static gboolean
scale_from_time (const Scale *scale, SlTime time, Wide *value)
{
  gint64 ps;

  if (!scale->timed)
    {
      *value = (Wide) sl_clock_get_origin (scale->clock) + time - scale->zero;
      return TRUE;
    }
  if (!sl_clock_to_ps (scale->clock, time, &ps))
    return FALSE;

  *value = (Wide) ps - scale->zero;
  return TRUE;
}

static gboolean
scale_to_time (const Scale *scale, Wide value, SlTime *time)
{
  Wide own = value + scale->zero;

  if (!scale->timed)
    {
      own -= sl_clock_get_origin (scale->clock);
      *time = (SlTime) own;
      return own >= SL_TIME_MIN && own <= SL_TIME_MAX;
    }

  return own >= G_MININT64 && own <= G_MAXINT64 &&
         sl_clock_from_ps (scale->clock, (gint64) own, time);
}

static Scale
choose_scale (const SlClock *clock, const SlView *view, SlAxis axis, SlTime origin)
{
  Scale scale = { clock, FALSE, FALSE, 0, 0 };
  Wide begin, end;
  gint64 wall;

  if (axis == SL_AXIS_TSC)
    return scale;

  scale.timed = sl_clock_has_rate (clock) &&
                (axis == SL_AXIS_WALL || sl_clock_get_shown_unit (clock) != SL_SHOWN_TICKS);
  if (scale.timed && (!scale_from_time (&scale, view->visible.begin, &begin) ||
                      !scale_from_time (&scale, view->visible.end, &end)))
    scale.timed = FALSE;
  scale.is_wall =
      axis == SL_AXIS_WALL && scale.timed && sl_clock_get_wall (clock, view->visible.begin, &wall);
  if (scale.is_wall)
    {
      scale.midnight = sl_wall_find_midnight (wall);
      scale.zero = begin - (Wide) (wall - scale.midnight) * PS_PER_NS;
      return scale;
    }

  if (axis == SL_AXIS_DELTA && !scale_from_time (&scale, origin, &scale.zero))
    scale.zero = 0;
  else if (axis != SL_AXIS_DELTA && !scale.timed)
    scale.zero = sl_clock_get_origin (clock);

  return scale;
}

/* @value in @unit, with as many decimals as @resolution asks for; 0 needs none. */
static char *
format_value (Wide value, const Unit *unit, gint64 resolution)
{
  gboolean negative = value < 0;
  Wide size = negative ? -value : value;
  guint64 whole = (guint64) (size / unit->size);
  guint64 rest = (guint64) (size % unit->size);
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, whole);
  g_autofree char *grouped = sl_time_text_group (digits);
  g_autoptr (GString) text = g_string_new (negative ? "−" : "");

  g_string_append (text, grouped);
  if (resolution < unit->size && size != 0)
    {
      gint64 place = unit->size / 10, printed;

      g_string_append_c (text, '.');
      do
        {
          g_string_append_c (text, (char) ('0' + rest / (guint64) place));
          rest %= (guint64) place;
          printed = place;
          place /= 10;
        }
      while (place > 0 && resolution % printed != 0);
    }
  if (*unit->name != '\0')
    g_string_append_printf (text, " %s", unit->name);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* The one that the user fixed; NULL for none */
static const Unit *
get_fixed (const Scale *scale)
{
  gint64 ns = sl_shown_unit_get_ns (sl_clock_get_shown_unit (scale->clock));

  for (gsize i = 0; scale->timed && ns > 0 && i < G_N_ELEMENTS (time_units); i++)
    if (time_units[i].size == ns * PS_PER_NS)
      return &time_units[i];

  return NULL;
}

static const Unit *
choose_unit (const Scale *scale, Wide size)
{
  const Unit *units = scale->timed ? time_units : tick_units;
  gsize n_units = scale->timed ? G_N_ELEMENTS (time_units) : G_N_ELEMENTS (tick_units);
  const Unit *fixed = get_fixed (scale);

  if (fixed != NULL)
    return fixed;
  for (gsize i = 0; i < n_units; i++)
    {
      if (units[i].size <= size)
        return &units[i];
    }

  return &units[n_units - 1];
}

/* One decimal is given where whole numbers of the unit are among the labels as well. */
static const Unit *
choose_label_unit (const Scale *scale, gint64 step, Wide begin, Wide end)
{
  const Unit *coarse = choose_unit (scale, (Wide) step * 10);
  Wide largest = MAX (begin < 0 ? -begin : begin, end < 0 ? -end : end);

  return largest >= 2 * (Wide) coarse->size ? coarse : choose_unit (scale, step);
}

static void
clear_tick (gpointer data)
{
  g_clear_pointer (&((SlTick *) data)->label, g_free);
}

/* What all labels leave out: a round number below the visible part, so that it stays the same
 * while the picture is panned a little. */
static Wide
choose_base (Wide begin, gint64 visible, gint64 *modulus)
{
  *modulus = 1;
  while (*modulus <= visible / 10)
    *modulus *= 10;

  return begin > *modulus ? floor_to (begin, *modulus) : 0;
}

/* Over more than a day with the day. */
static char *
dup_time_of_day (const Scale *scale, Wide value, Wide length)
{
  gint64 ns = (gint64) (value / PS_PER_NS);
  g_autofree char *text = sl_wall_text_of_day (ns, NS_PER_S);
  g_autofree char *date = NULL;

  if (length <= (Wide) SL_WALL_DAY_NS * PS_PER_NS)
    return g_steal_pointer (&text);

  date = sl_wall_text_date (scale->midnight + ns);
  return g_strdup_printf ("%s %.5s", date + MIN (strlen ("2026-"), strlen (date)), text);
}

static void
add_ticks (SlTicks *self,
           const Scale *scale,
           const SlView *view,
           Wide begin,
           Wide end,
           Wide base,
           const char *prefix)
{
  gint64 step = self->step;
  gint64 parts = get_leading_digit (step) == 2 ? 4 : step % 5 == 0 ? 5 : 3;
  const Unit *unit = choose_label_unit (scale, step, begin - base, end - base);
  double gap = (double) step / (double) (end - begin) * view->width / (double) parts;
  gint64 minor = step % parts == 0 && gap >= MIN_MINOR_GAP ? step / parts : step;

  for (Wide value = floor_to (begin, step); value <= end; value += minor)
    {
      SlTick tick = { 0, NULL };

      if (value < begin || !scale_to_time (scale, value, &tick.time) ||
          tick.time < view->visible.begin || tick.time >= view->visible.end)
        continue;

      if (value % step == 0)
        {
          g_autofree char *text = scale->is_wall && step >= PS_PER_S
                                      ? dup_time_of_day (scale, value, end - begin)
                                      : format_value (value - base, unit, step);

          tick.label = g_strconcat (prefix, text, NULL);
        }
      g_array_append_val (self->ticks, tick);
    }
}

/* Steps of seconds and more, below a date. */
static void
add_times_of_day (SlTicks *self, const Scale *scale, const SlView *view, Wide begin, Wide end)
{
  gint64 wall;

  if (sl_clock_get_wall (scale->clock, view->visible.begin, &wall))
    self->base = sl_wall_text_date (wall);
  self->step = sl_wall_round_step (self->step / PS_PER_S) * PS_PER_S;
  add_ticks (self, scale, view, begin, end, 0, "");
}

/**
 * sl_ticks_new:
 * @axis: what is counted; without a known rate elapsed time and delta count ticks
 * @origin: reference tick that %SL_AXIS_DELTA calls 0
 * @min_gap: pixels that two labelled ticks must be apart
 *
 * Labelled ticks are 1, 2 or 5 × 10ⁿ apart and carry different labels; all labels have the same
 * unit. What they have in common stands in the base, and they begin with a plus then.
 *
 * Returns: (transfer full):
 */
SlTicks *
sl_ticks_new (const SlClock *clock, const SlView *view, SlAxis axis, SlTime origin, double min_gap)
{
  Scale scale = choose_scale (clock, view, axis, origin);
  SlTicks *self = g_new0 (SlTicks, 1);
  Wide begin, end, base;
  gint64 visible, modulus;

  self->ticks = g_array_new (FALSE, FALSE, sizeof (SlTick));
  g_array_set_clear_func (self->ticks, clear_tick);
  self->step = 1;
  if (!scale_from_time (&scale, view->visible.begin, &begin) ||
      !scale_from_time (&scale, view->visible.end, &end) || end <= begin)
    return self;

  visible = (gint64) MIN (end - begin, (Wide) G_MAXINT64);
  self->step = sl_ticks_choose_step (visible, view->width, min_gap);
  if (scale.is_wall && self->step >= PS_PER_S)
    {
      add_times_of_day (self, &scale, view, begin, end);
      return self;
    }
  base = choose_base (begin, visible, &modulus);
  if (scale.is_wall)
    {
      g_autofree char *text =
          sl_wall_text_of_day ((gint64) (base / PS_PER_NS), MAX (modulus / PS_PER_NS, 1));

      self->base = g_strdup_printf ("%s +", text);
    }
  else if (base != 0)
    {
      const Unit *unit = scale.timed
                             ? choose_unit (&scale, base)
                             : choose_label_unit (&scale, self->step, begin - base, end - base);
      g_autofree char *text = format_value (base, unit, modulus);

      self->base = g_strdup_printf ("%s +", text);
    }
  add_ticks (self, &scale, view, begin, end, base, base != 0 ? "+" : "");

  return self;
}

/**
 * sl_ticks_new_after_gap:
 * @gap: reference tick of a gap of unknown length
 *
 * As sl_ticks_new(), for what lies behind @gap: labels count from there and say so ("? + 250 k"),
 * since nobody knows how much lies before. What lies before the gap is left out.
 *
 * Returns: (transfer full):
 */
SlTicks *
sl_ticks_new_after_gap (const SlClock *clock,
                        const SlView *view,
                        SlAxis axis,
                        SlTime gap,
                        double min_gap)
{
  SlAxis counted = axis == SL_AXIS_TSC ? SL_AXIS_TSC : SL_AXIS_DELTA;
  Scale scale = choose_scale (clock, view, counted, gap);
  SlTicks *self = g_new0 (SlTicks, 1);
  Wide begin, end;

  self->ticks = g_array_new (FALSE, FALSE, sizeof (SlTick));
  g_array_set_clear_func (self->ticks, clear_tick);
  self->step = 1;
  if (counted == SL_AXIS_TSC)
    scale.zero = (Wide) sl_clock_get_origin (clock) + gap;
  if (!scale_from_time (&scale, view->visible.begin, &begin) ||
      !scale_from_time (&scale, view->visible.end, &end) || end <= begin)
    return self;

  self->step =
      sl_ticks_choose_step ((gint64) MIN (end - begin, (Wide) G_MAXINT64), view->width, min_gap);
  add_ticks (self, &scale, view, begin, end, 0, "? + ");
  while (self->ticks->len > 0 && g_array_index (self->ticks, SlTick, 0).time <= gap)
    g_array_remove_index (self->ticks, 0);

  return self;
}

/**
 * sl_ticks_free:
 */
void
sl_ticks_free (SlTicks *self)
{
  if (self == NULL)
    return;

  g_free (self->base);
  g_array_unref (self->ticks);
  g_free (self);
}

/**
 * sl_ticks_are_elapsed:
 *
 * Returns: whether what has elapsed reads as what is recorded does, since it is counted in the same
 *   units and both begin at 0: then one of them is enough
 */
gboolean
sl_ticks_are_elapsed (const SlClock *clock)
{
  return !sl_clock_has_rate (clock) && sl_clock_get_origin (clock) == 0;
}

/**
 * sl_ticks_get_axis_title:
 *
 * Returns: (transfer none): a translated word or two for the head of the axis
 */
const char *
sl_ticks_get_axis_title (const SlClock *clock, SlAxis axis)
{
  if (axis == SL_AXIS_DELTA)
    return _ ("Delta");
  if (axis == SL_AXIS_WALL && sl_clock_has_wall (clock))
    return _ ("Clock");
  if (axis != SL_AXIS_TSC && !sl_ticks_are_elapsed (clock))
    return _ ("Elapsed");

  switch (sl_clock_get_unit (clock))
    {
    case SL_UNIT_CYCLES:
      return _ ("TSC");
    case SL_UNIT_RECORDS:
      return _ ("Records");
    case SL_UNIT_BYTES:
      return _ ("Bytes");
    case SL_UNIT_TICKS:
    case SL_UNIT_NS:
    default:
      return _ ("Ticks");
    }
}
