/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The traces that a command works on, on one axis: one trace, or with --join several. */

#include "sl-cli-input.h"
#include "sl-filter.h"
#include "sl-trace-align.h"

G_BEGIN_DECLS

/**
 * SlCliSet:
 * @traces: (element-type SlCliTrace): as they stand in @set
 * @set: the axis, which counts the ticks of the first trace
 */
typedef struct
{
  GPtrArray *traces;
  SlTraceSet *set;
} SlCliSet;

SlCliSet *sl_cli_set_open (const SlCliRequest *request, GError **error);
void sl_cli_set_free (SlCliSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliSet, sl_cli_set_free)

const SlCliTrace *sl_cli_set_get (const SlCliSet *self, guint trace);
gboolean sl_cli_set_is_joined (const SlCliSet *self);
char *sl_cli_set_dup_prefix (const SlCliSet *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;
char *sl_cli_set_dup_title (const SlCliSet *self) G_GNUC_WARN_UNUSED_RESULT;

gboolean sl_cli_set_check_filter (const SlCliSet *self, const SlFilter *filter, GError **error);
gboolean sl_cli_set_parse_span (const SlCliSet *self,
                                const char *from,
                                const char *to,
                                SlSpan *span,
                                GError **error);

G_END_DECLS
