/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The protocol, as the data sheets of the Pentium (and of the AMD-K5, on the same bus) tell it:
 *
 *   ADS# low at a clock      a cycle begins; address, byte enables and type are valid
 *   BRDY# low at a clock     a transfer of the oldest cycle; a burst has four
 *   NA# low at a clock       the next cycle may begin before this one ends; two at most
 *   BOFF# low                all that is under way is given up and begins again with a new ADS#
 *   HLDA high                somebody else has the bus
 *   RESET high               nothing is under way
 */

#include "sl-pentium-bus.h"

#include <glib/gi18n-lib.h>

#include "sl-byu-pentium.h"

#define BURST 4

static gboolean
is_low (const SlPinLevels *levels, const SlPinLevels *unknown, guint32 present, SlPin pin)
{
  guint32 bit = SL_PIN_BIT (pin);

  return (present & bit) != 0 && ((levels->lines | unknown->lines) & bit) == 0;
}

static gboolean
is_high (const SlPinLevels *levels, const SlPinLevels *unknown, guint32 present, SlPin pin)
{
  guint32 bit = SL_PIN_BIT (pin);

  return (present & levels->lines & ~unknown->lines & bit) != 0;
}

static guint8
get_type (const SlPinLevels *levels)
{
  return (guint8) (sl_pin_levels_get (levels, SL_PIN_MIO) << 3 |
                   sl_pin_levels_get (levels, SL_PIN_DC) << 2 |
                   sl_pin_levels_get (levels, SL_PIN_WR) << 1 |
                   sl_pin_levels_get (levels, SL_PIN_CACHE));
}

static void
begin_cycle (SlPentiumBus *self,
             const SlPinLevels *levels,
             guint32 present,
             SlTime time,
             guint64 offset)
{
  SlPentiumBusCycle *cycle = &self->cycles[self->n_cycles++];

  *cycle = (SlPentiumBusCycle) {
    .time = time,
    .end = time,
    .offset = offset,
    .address = levels->a & ~7u,
    .byte_enables = levels->be,
    .type = get_type (levels),
    .processor = (present & SL_PIN_BIT (SL_PIN_DP)) != 0 && sl_pin_levels_get (levels, SL_PIN_DP),
    .bt = levels->bt,
    .flags = SL_PENTIUM_CYCLE_NO_DATA,
  };
  if ((present & SL_PIN_BIT (SL_PIN_LOCK)) != 0 && !sl_pin_levels_get (levels, SL_PIN_LOCK))
    cycle->flags |= SL_PENTIUM_CYCLE_LOCKED;
  if (self->was_reset)
    cycle->flags |= SL_PENTIUM_CYCLE_GAP;
  if (self->was_cleared)
    cycle->flags |= SL_PENTIUM_CYCLE_RESET;
  self->was_reset = self->was_cleared = FALSE;
  self->next_address = FALSE;
}

static void
transfer (SlPentiumBusCycle *cycle,
          const SlPinLevels *levels,
          const SlPinLevels *unknown,
          SlTime time,
          guint64 offset)
{
  if (cycle->n_transfers++ == 0)
    {
      cycle->data = levels->d & ~unknown->d;
      cycle->unknown = unknown->d;
      if (unknown->d != G_MAXUINT64)
        cycle->flags &= (guint16) ~SL_PENTIUM_CYCLE_NO_DATA;
    }
  cycle->end = time;
  cycle->offset = offset;
}

/* Hands the oldest cycle out. */
static void
finish_cycle (SlPentiumBus *self, guint64 offset, SlPentiumBusCycle *done)
{
  *done = self->cycles[0];
  done->offset = offset;
  self->cycles[0] = self->cycles[1];
  self->n_cycles--;
}

/* A read of a line is one transfer where KEN# says so at the first. Without KEN# in the capture a
 * line is believed until the next ADS#. */
static gboolean
is_complete (const SlPentiumBusCycle *cycle,
             const SlPinLevels *levels,
             const SlPinLevels *unknown,
             guint32 present)
{
  gboolean is_read = (cycle->type & 2) == 0;

  if (sl_pentium_transfers[cycle->type].burst == 0 || cycle->n_transfers >= BURST)
    return TRUE;

  return cycle->n_transfers == 1 && is_read && is_high (levels, unknown, present, SL_PIN_KEN);
}

static void
give_up (SlPentiumBus *self, guint64 offset, SlNotes *notes)
{
  if (notes != NULL && self->n_cycles > 0)
    sl_notes_add (notes, SL_OFFSET (0, offset), self->n_cycles,
                  N_ ("Cycles were aborted at BOFF# and restarted"));
  self->n_cycles = 0;
}

static guint
cut_oldest (SlPentiumBus *self, guint64 offset, SlPentiumBusCycle *done, SlNotes *notes)
{
  finish_cycle (self, offset, done);
  done->flags |= SL_PENTIUM_CYCLE_CUT;
  if (notes != NULL)
    sl_notes_add (notes, SL_OFFSET (0, offset), 1, N_ ("The end of a cycle is not in the capture"));
  return 1;
}

/* Whether what is under way lets the next cycle begin. A capture without NA# cannot tell; then a
 * cycle that has not moved anything is believed to be still waiting. */
static gboolean
has_room (const SlPentiumBus *self, guint32 present)
{
  if (self->n_cycles == 0 || self->n_cycles == SL_PENTIUM_OUTSTANDING)
    return self->n_cycles == 0;
  if ((present & SL_PIN_BIT (SL_PIN_NA)) == 0)
    return self->cycles[0].n_transfers == 0;

  return self->next_address;
}

/* ADS#, where what is under way leaves room; else its end was missed. */
static guint
address_strobe (SlPentiumBus *self,
                const SlPinLevels *levels,
                guint32 present,
                SlTime time,
                guint64 offset,
                SlPentiumBusCycle *done,
                SlNotes *notes)
{
  guint n_done = 0;

  while (!has_room (self, present))
    {
      if (self->cycles[0].n_transfers > 0)
        finish_cycle (self, offset, &done[n_done++]);
      else
        n_done += cut_oldest (self, offset, &done[n_done], notes);
    }

  begin_cycle (self, levels, present, time, offset);
  return n_done;
}

/**
 * sl_pentium_bus_clock:
 * @levels: of the pins at the clock's edge
 * @unknown: bits that are set where a level is not known
 * @present: by SL_PIN_BIT(): which pins the capture has
 * @time: of the edge
 * @offset: of the edge in the file
 * @done: (out): room for three cycles
 * @notes: (nullable):
 *
 * Returns: how many cycles ended with this clock
 */
guint
sl_pentium_bus_clock (SlPentiumBus *self,
                      const SlPinLevels *levels,
                      const SlPinLevels *unknown,
                      guint32 present,
                      SlTime time,
                      guint64 offset,
                      SlPentiumBusCycle *done,
                      SlNotes *notes)
{
  guint n_done = 0;

  if (is_high (levels, unknown, present, SL_PIN_RESET) ||
      is_high (levels, unknown, present, SL_PIN_INIT))
    self->was_reset = TRUE;
  if (is_high (levels, unknown, present, SL_PIN_RESET))
    {
      self->was_cleared = TRUE;
      self->n_cycles = 0;
      return 0;
    }
  if (is_low (levels, unknown, present, SL_PIN_BOFF))
    {
      give_up (self, offset, notes);
      return 0;
    }

  if (self->n_cycles > 0 && is_low (levels, unknown, present, SL_PIN_BRDY))
    {
      transfer (&self->cycles[0], levels, unknown, time, offset);
      if (is_complete (&self->cycles[0], levels, unknown, present))
        finish_cycle (self, offset, &done[n_done++]);
    }
  if (is_low (levels, unknown, present, SL_PIN_NA))
    self->next_address = TRUE;

  if (is_low (levels, unknown, present, SL_PIN_ADS) &&
      !is_high (levels, unknown, present, SL_PIN_HLDA))
    {
      n_done += address_strobe (self, levels, present, time, offset, &done[n_done], notes);
      if ((present & SL_PIN_BIT (SL_PIN_BRDY)) == 0)
        {
          transfer (&self->cycles[self->n_cycles - 1], levels, unknown, time, offset);
          finish_cycle (self, offset, &done[n_done++]);
        }
    }

  return n_done;
}

/**
 * sl_pentium_bus_end:
 * @offset: of the end of the capture
 * @done: (out): room for two cycles
 *
 * Returns: how many cycles the end of the capture cut off
 */
guint
sl_pentium_bus_end (SlPentiumBus *self, guint64 offset, SlPentiumBusCycle *done, SlNotes *notes)
{
  guint n_done = 0;

  while (self->n_cycles > 0)
    {
      if (self->cycles[0].n_transfers > 0)
        finish_cycle (self, offset, &done[n_done++]);
      else
        n_done += cut_oldest (self, offset, &done[n_done], notes);
    }

  return n_done;
}
