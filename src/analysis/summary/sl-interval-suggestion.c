/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-suggestion.h"

/* Pairs of what belongs together, the more telling first. */
static const SlIntervalSuggestion suggestions[] = {
  { "mutex-lock", "mutex-unlock", SL_INTERVAL_SAME_OBJECT },
  { "sched-waking", "sched-switch", SL_INTERVAL_SAME_OBJECT },
  { "sched-wakeup", "sched-switch", SL_INTERVAL_SAME_OBJECT },
  { "task-timer", "task-schedule", SL_INTERVAL_SAME_OBJECT },
  { "interrupt-start", "interrupt-end", SL_INTERVAL_SAME_OBJECT },
  { "irq-handler-entry", "irq-handler-exit", SL_INTERVAL_SAME_OBJECT },
  { "memory-read", "memory-write", SL_INTERVAL_SAME_ANY },
  { "branch", "branch", SL_INTERVAL_SAME_ANY },
};

static gboolean
has_kind (SlTrace *trace, const char *id)
{
  guint16 kind;

  return sl_kind_find (id, &kind) && sl_trace_get_n_events_of_kind (trace, kind) > 0;
}

/**
 * sl_interval_suggestion_find:
 *
 * Returns: (nullable): the first pair of kinds of which @trace has both
 */
const SlIntervalSuggestion *
sl_interval_suggestion_find (SlTrace *trace)
{
  for (guint i = 0; i < G_N_ELEMENTS (suggestions); i++)
    if (has_kind (trace, suggestions[i].from) && has_kind (trace, suggestions[i].to))
      return &suggestions[i];

  return NULL;
}
