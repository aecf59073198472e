/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Bus cycles out of what the pins of a Pentium do, clock by clock. */

#include "sl-note.h"
#include "sl-pentium-pins.h"

G_BEGIN_DECLS

/* Cycles that may be under way at once. */
#define SL_PENTIUM_OUTSTANDING 2

/**
 * SlPentiumCycleFlags:
 * @SL_PENTIUM_CYCLE_NO_DATA: the data bus is not known
 * @SL_PENTIUM_CYCLE_CUT: its end is not in the capture
 * @SL_PENTIUM_CYCLE_GAP: an unknown time lies before it, or the processor was reset
 * @SL_PENTIUM_CYCLE_LOCKED: LOCK# was low
 * @SL_PENTIUM_CYCLE_TIME_BACK: the time of the file goes back here
 * @SL_PENTIUM_CYCLE_RESET: RESET was high before it
 * @SL_PENTIUM_CYCLE_CACHE_LOW: a special cycle, by the other pins, whose CACHE# was low
 */
typedef enum
{
  SL_PENTIUM_CYCLE_NO_DATA = 1 << 0,
  SL_PENTIUM_CYCLE_CUT = 1 << 1,
  SL_PENTIUM_CYCLE_GAP = 1 << 2,
  SL_PENTIUM_CYCLE_LOCKED = 1 << 3,
  SL_PENTIUM_CYCLE_TIME_BACK = 1 << 4,
  SL_PENTIUM_CYCLE_RESET = 1 << 5,
  SL_PENTIUM_CYCLE_CACHE_LOW = 1 << 6,
} SlPentiumCycleFlags;

/**
 * SlPentiumBusCycle:
 * @time: of ADS#
 * @end: of the last BRDY#
 * @offset: where in the file it is complete; never less than that of the cycle before
 * @data: D63-D0 at the first BRDY#
 * @unknown: bits of @data whose level is not known
 * @address: A31-A3, bits 2 to 0 clear
 * @flags: #SlPentiumCycleFlags
 * @byte_enables: BE7#-BE0#
 * @type: M/IO#, D/C#, W/R#, CACHE# from bit 3 down
 * @processor: D/P#
 * @bt: BT3-BT0
 * @n_transfers: BRDY# so far
 */
typedef struct
{
  SlTime time;
  SlTime end;
  guint64 offset;
  guint64 data;
  guint64 unknown;
  guint32 address;
  guint16 flags;
  guint8 byte_enables;
  guint8 type;
  guint8 processor;
  guint8 bt;
  guint8 n_transfers;
} SlPentiumBusCycle;

/**
 * SlPentiumBus:
 *
 * Plain bytes: a copy goes on from where it was made. All zeros is the start of a capture.
 */
typedef struct
{
  SlPentiumBusCycle cycles[SL_PENTIUM_OUTSTANDING];
  guint8 n_cycles;
  guint8 next_address; /* NA# was low since the last ADS# */
  guint8 was_reset;    /* RESET or INIT */
  guint8 was_cleared;  /* RESET */
} SlPentiumBus;

guint sl_pentium_bus_clock (SlPentiumBus *self,
                            const SlPinLevels *levels,
                            const SlPinLevels *unknown,
                            guint32 present,
                            SlTime time,
                            guint64 offset,
                            SlPentiumBusCycle *done,
                            SlNotes *notes);
guint
sl_pentium_bus_end (SlPentiumBus *self, guint64 offset, SlPentiumBusCycle *done, SlNotes *notes);

G_END_DECLS
