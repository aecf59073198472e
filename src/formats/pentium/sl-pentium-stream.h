/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the captures of a Pentium's bus have in common, whatever file they stand in: a reader gives
 * cycles in order; here they become events, and branch trace messages are paired. */

#include "sl-pentium-options.h"
#include "sl-pentium-reader.h"
#include "sl-source.h"

G_BEGIN_DECLS

/**
 * SlPentiumReaderFuncs:
 * @next: reads on until cycles are ready in @reader, which @next has emptied; %FALSE at the end
 * @free: frees @data
 */
typedef struct
{
  gboolean (*next) (gpointer data, SlPentiumReader *reader, SlNotes *notes);
  GDestroyNotify free;
} SlPentiumReaderFuncs;

SlSource *sl_pentium_source_new (SlInput *input,
                                 const SlPentiumReaderFuncs *funcs,
                                 gpointer data,
                                 const SlPentiumOptions *options,
                                 guint32 present,
                                 SlClock *clock,
                                 guint64 most_cycles,
                                 GError **error);

G_END_DECLS
