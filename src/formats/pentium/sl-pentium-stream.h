/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the captures of a Pentium's bus have in common, whatever file they stand in: a reader gives
 * cycles in order; here they become events, and branch trace messages are paired. */

#include "sl-btm.h"
#include "sl-format.h"

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

/**
 * SlPentiumReaderFuncs:
 * @next: reads on until cycles are ready in @reader, which @next has emptied; %FALSE at the end
 * @describe: (nullable): appends what the file says of a cycle beyond the cycle itself
 * @free: frees @data
 */
typedef struct
{
  gboolean (*next) (gpointer data, SlPentiumReader *reader, SlNotes *notes);
  GDestroyNotify free;
} SlPentiumReaderFuncs;

/**
 * SlPentiumOptions:
 * @btm: how messages are read
 * @is_variant_given: the user said who sent them
 * @gap_ns: a longer time without a cycle is a gap; 0 for none
 */
typedef struct
{
  SlBtmOptions btm;
  gboolean is_variant_given;
  guint64 gap_ns;
} SlPentiumOptions;

/* Options that all these formats share; for the table of a format. */
#define SL_PENTIUM_OPTIONS                                                                     \
  { "btm", N_ ("Branch trace messages: auto, normal (two cycles) or fast (one)"), "auto" },    \
      { "btm-variant", N_ ("Who sent branch trace messages: auto, intel, intel-bt or amd-k5"), \
        "auto" },                                                                              \
  {                                                                                            \
    "gap-ns", N_ ("Nanoseconds without a cycle from which on cycles are missing"), NULL        \
  }

gboolean sl_pentium_options_parse (SlPentiumOptions *self, SlFormatOptions *user, GError **error);
const char *sl_pentium_options_get (SlFormatOptions *user, const char *key);

void sl_pentium_reader_set_time (SlPentiumReader *self, gint64 now);
SlTime sl_pentium_reader_get_time (const SlPentiumReader *self);
void sl_pentium_reader_add (SlPentiumReader *self, const SlPentiumBusCycle *cycle);
void sl_pentium_reader_end (SlPentiumReader *self, SlNotes *notes);
gboolean sl_pentium_check_pins (guint32 present, const char *option, GError **error);

SlSource *sl_pentium_source_new (SlInput *input,
                                 const SlPentiumReaderFuncs *funcs,
                                 gpointer data,
                                 const SlPentiumOptions *options,
                                 guint32 present,
                                 SlClock *clock,
                                 guint64 most_cycles,
                                 GError **error);

G_END_DECLS
