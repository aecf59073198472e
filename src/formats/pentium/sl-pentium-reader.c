/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pentium-reader.h"

#include "sl-error.h"

/**
 * sl_pentium_reader_set_time:
 * @now: time of the file, in ticks
 *
 * Times that go back begin another buffer: how long after the one before is not known, and it is
 * put right behind it.
 */
void
sl_pentium_reader_set_time (SlPentiumReader *self, gint64 now)
{
  gint64 before = self->now;
  gint64 back;

  if (!self->has_begun)
    self->origin = now;
  else if (now < before && !__builtin_sub_overflow (before, now, &back) &&
           !__builtin_add_overflow (self->shift, back, &self->shift))
    {
      self->has_gone_back = TRUE;
      self->has_gap = TRUE;
    }
  self->has_begun = TRUE;
  self->now = now;
}

/**
 * sl_pentium_reader_get_time:
 *
 * Returns: ticks since the capture's begin
 */
SlTime
sl_pentium_reader_get_time (const SlPentiumReader *self)
{
  gint64 time;

  if (__builtin_sub_overflow (self->now, self->origin, &time) ||
      __builtin_add_overflow (time, self->shift, &time))
    return SL_TIME_MAX - 1;

  return CLAMP (time, 0, SL_TIME_MAX - 1);
}

/**
 * sl_pentium_reader_add:
 * @cycle: the next that has ended
 *
 * Puts @cycle where it is handed out, and what is known to be missing before it.
 */
void
sl_pentium_reader_add (SlPentiumReader *self, const SlPentiumBusCycle *cycle)
{
  SlPentiumBusCycle *ready;

  g_return_if_fail (self->n_ready < SL_PENTIUM_READY);

  ready = &self->ready[self->n_ready++];
  *ready = *cycle;
  if (self->has_gap)
    ready->flags |= SL_PENTIUM_CYCLE_GAP;
  if (self->has_gone_back)
    ready->flags |= SL_PENTIUM_CYCLE_TIME_BACK;
  self->has_gap = self->has_gone_back = FALSE;
}

/**
 * sl_pentium_reader_end:
 * @notes: (nullable):
 *
 * The capture ends: what is under way is handed out as it is.
 */
void
sl_pentium_reader_end (SlPentiumReader *self, SlNotes *notes)
{
  SlPentiumBusCycle done[SL_PENTIUM_READY];
  guint n_done = sl_pentium_bus_end (&self->bus, self->step, done, notes);

  for (guint i = 0; i < n_done && self->n_ready < SL_PENTIUM_READY; i++)
    sl_pentium_reader_add (self, &done[i]);
}

/**
 * sl_pentium_check_pins:
 * @present: by SL_PIN_BIT()
 * @option: that maps names to pins
 *
 * Returns: whether cycles can be told; else %SL_ERROR_UNSUPPORTED names the pins that are missing
 */
gboolean
sl_pentium_check_pins (guint32 present, const char *option, GError **error)
{
  static const SlPin needed[] = { SL_PIN_ADS, SL_PIN_A, SL_PIN_MIO, SL_PIN_DC, SL_PIN_WR };
  g_autoptr (GString) missing = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    {
      if ((present & SL_PIN_BIT (needed[i])) == 0)
        g_string_append_printf (missing, "%s%s", missing->len > 0 ? ", " : "",
                                sl_pin_get_name (needed[i]));
    }
  if (missing->len == 0)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "No signal has the name of %s; %s=PIN=NAME maps a signal of another name",
               missing->str, option);
  return FALSE;
}
