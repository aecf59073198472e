/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

G_BEGIN_DECLS

/**
 * SlTaskShare:
 * @ticks: in which the task executed in the span
 * @n_runs: times it began to
 */
typedef struct
{
  char *name;
  guint64 ticks;
  guint64 n_runs;
} SlTaskShare;

/* What happened in a selected span. */
typedef struct
{
  guint64 n_events;
  GArray *tasks; /* of SlTaskShare: those that executed, the busiest first */
} SlSpanStatistics;

SlSpanStatistics *sl_span_statistics_new (SlDocument *document, SlSpan span);
void sl_span_statistics_free (SlSpanStatistics *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSpanStatistics, sl_span_statistics_free)

char *sl_span_statistics_dup_text (SlDocument *document, SlSpan span, const SlTaskShare *share);

G_END_DECLS
