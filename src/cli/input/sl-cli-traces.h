/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The traces that a command works on, on one axis: one trace, or with --join several. */

#include "sl-cli-input.h"
#include "sl-cli-table.h"
#include "sl-filter.h"
#include "sl-trace-align.h"

G_BEGIN_DECLS

/**
 * SlCliTraces:
 * @traces: (element-type SlCliTrace): as they stand in @set
 * @set: the axis, which counts the ticks of the first trace
 */
typedef struct
{
  GPtrArray *traces;
  SlTraceSet *set;
} SlCliTraces;

SlCliTraces *sl_cli_traces_open (const SlCliRequest *request, GError **error);
void sl_cli_traces_free (SlCliTraces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliTraces, sl_cli_traces_free)

const SlCliTrace *sl_cli_traces_get (const SlCliTraces *self, guint trace);
gboolean sl_cli_traces_is_joined (const SlCliTraces *self);
void sl_cli_traces_print_length (SlCliTable *table, const SlCliTrace *trace, gint64 ticks);
char *sl_cli_traces_dup_prefix (const SlCliTraces *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;
char *sl_cli_traces_dup_title (const SlCliTraces *self) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_cli_traces_check_filter (const SlCliTraces *self,
                                     const char *option,
                                     const SlFilter *filter,
                                     GError **error);
gboolean sl_cli_traces_check_filter_somewhere (const SlCliTraces *self,
                                               const char *option,
                                               SlFilter *filter,
                                               GError **error);
gboolean sl_cli_traces_parse_span (const SlCliTraces *self,
                                   const char *from,
                                   const char *to,
                                   SlSpan *span,
                                   GError **error);

G_END_DECLS
