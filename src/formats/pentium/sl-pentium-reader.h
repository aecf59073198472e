/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where a reader of a capture stands: the time, the pins, and the cycles that have ended. */

#include "sl-pentium-bus.h"

G_BEGIN_DECLS

/* No step of a reader ends more cycles. */
#define SL_PENTIUM_READY 3

/**
 * SlPentiumReader:
 * @position: of the next byte
 * @step: where the time @now stands
 * @origin: time of the file where the capture begins
 * @now: time of the file that was read last
 * @shift: added to the file's times, since they went back
 * @levels: of the pins
 * @unknown: bits whose level is not known
 * @edge_levels: as they were before @now
 * @edge_unknown: as they were before @now
 * @bus: what is under way
 * @ready: cycles that have ended and were not handed out
 * @n_ready: how many there are
 * @n_taken: how many were handed out
 * @has_begun: a time was read
 * @has_ended: all was read
 * @has_gap: something is missing before the next cycle
 * @has_gone_back: the time went back before the next cycle
 * @is_edge: the clock rises at @now
 *
 * Where a reader stands. Plain bytes; all zeros at the start.
 */
typedef struct
{
  guint64 position;
  guint64 step;
  gint64 origin;
  gint64 now;
  gint64 shift;
  SlPinLevels levels;
  SlPinLevels unknown;
  SlPinLevels edge_levels;
  SlPinLevels edge_unknown;
  SlPentiumBus bus;
  SlPentiumBusCycle ready[SL_PENTIUM_READY];
  guint8 n_ready;
  guint8 n_taken;
  guint8 has_begun;
  guint8 has_ended;
  guint8 has_gap;
  guint8 has_gone_back;
  guint8 is_edge;
} SlPentiumReader;

void sl_pentium_reader_set_time (SlPentiumReader *self, gint64 now);
SlTime sl_pentium_reader_get_time (const SlPentiumReader *self);
void sl_pentium_reader_add (SlPentiumReader *self, const SlPentiumBusCycle *cycle);
void sl_pentium_reader_end (SlPentiumReader *self, SlNotes *notes);
gboolean sl_pentium_check_pins (guint32 present, const char *option, GError **error);

G_END_DECLS
