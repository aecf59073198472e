/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user chose about a view, as a text that people can read and change. */

#include "sl-trace-set.h"
#include "sl-view-state.h"

G_BEGIN_DECLS

/* No longer text is read. */
#define SL_VIEW_FILE_MOST (4 << 20)

/**
 * SlViewFit:
 * @extent: reference ticks of the traces
 * @n_traces: how many they are
 * @set: (nullable): the traces themselves, by which rows are found by their names and times scaled; %NULL to take both as
 *   they are
 * @missing: (nullable) (element-type utf8): takes the names of rows that none of the traces has, each once
 * @odd: (nullable) (element-type utf8): takes what cannot be read, at most some, by line: "line 7: [view] look=pretty
 *   (use compact, textbook)"
 *
 * What a view is of, and what one that is read must fit.
 */
typedef struct
{
  SlSpan extent;
  guint n_traces;
  SlTraceSet *set;
  GPtrArray *missing;
  GPtrArray *odd;
} SlViewFit;

/**
 * SlViewPlace:
 * @span: reference ticks; it ends before it begins where the place is not known
 * @instant: the one of its instants that the user looked at; %SL_TIME_MAX for none
 *
 * Where the item is that is picked.
 */
typedef struct
{
  SlSpan span;
  SlTime instant;
} SlViewPlace;

char *sl_view_file_write (const SlViewState *state,
                          const SlViewPlace *picked,
                          const SlViewFit *fit) G_GNUC_WARN_UNUSED_RESULT;
SlViewState *sl_view_file_read (SlViewState *base,
                                const char *text,
                                gsize length,
                                const SlViewFit *fit,
                                SlViewPlace *picked,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
