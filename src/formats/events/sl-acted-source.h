/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A source of neutral events from lines of text, whatever cuts these into columns. Lines are read once when the trace
 * is opened, for names, places and faults, and again by whoever wants their events. */

#include "sl-detail.h"
#include "sl-input.h"
#include "sl-source.h"
#include "sl-text-row.h"
#include "sl-text-unit.h"

G_BEGIN_DECLS

/**
 * SlTextReader:
 * @next: reads the next event at @place, which is moved behind it: into the cells of @row, or its fault. What says
 *   nothing is skipped. %FALSE at the end. Called from any thread; the result depends on @place alone
 * @describe: appends all columns of the line at @offset, where @next finds one
 * @free: (nullable): frees the reader's data
 */
typedef struct
{
  gboolean (*next) (gpointer data, SlTextPlace *place, SlTextRow *row);
  void (*describe) (gpointer data, guint64 offset, GArray *details);
  GDestroyNotify free;
} SlTextReader;

extern const SlTranslator sl_acted_translator;

/* All that text can say; what one file says its source knows. */
#define SL_ACTED_TELLS                                                                             \
  (SL_TELLS_SCHEDULING | SL_TELLS_JOBS | SL_TELLS_LOCKS | SL_TELLS_SERVERS | SL_TELLS_INTERRUPTS | \
   SL_TELLS_MARKS | SL_TELLS_BUS | SL_TELLS_BRANCHES | SL_TELLS_RECORDING)

SlSource *sl_acted_source_new (SlInput *input,
                               guint file,
                               const SlTextReader *reader,
                               gpointer data,
                               const SlTextUnit *unit,
                               SlActionGroups more,
                               const SlTextPlace *begin,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
