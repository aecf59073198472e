/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the user chose about a view, as a text that people can read and change. */

#include "sl-view-state.h"

G_BEGIN_DECLS

/* No longer text is read. */
#define SL_VIEW_FILE_MOST (4 << 20)

/**
 * SlViewFit:
 * @extent: reference ticks of the traces
 * @n_traces: how many they are
 *
 * What a view that is read must fit.
 */
typedef struct
{
  SlSpan extent;
  guint n_traces;
} SlViewFit;

char *sl_view_file_write (const SlViewState *state, const SlSpan *picked) G_GNUC_WARN_UNUSED_RESULT;
SlViewState *sl_view_file_read (SlViewState *base,
                                const char *text,
                                gsize length,
                                const SlViewFit *fit,
                                SlSpan *picked,
                                GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
