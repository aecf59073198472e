/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which tracepoints are recorded: by sets that say what they are for, or by their own names. */

#include <glib.h>

G_BEGIN_DECLS

#define SL_EVENT_SETS_DEFAULT "sched,irq,timer,futex,marks"

/**
 * SlEventChoice:
 * @events: (element-type utf8): tracepoints that this kernel has, as “system/name”, each once
 * @missing: (element-type utf8): sets that were asked for of which this kernel has no tracepoint
 * @has_marks: whether what programs write into trace_marker is wanted
 */
typedef struct
{
  GPtrArray *events;
  GPtrArray *missing;
  gboolean has_marks;
} SlEventChoice;

SlEventChoice *sl_event_choice_new (const char *tracefs, const char *words, GError **error);
void sl_event_choice_free (SlEventChoice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlEventChoice, sl_event_choice_free)

const char *sl_event_sets_get_name (guint i, const char **about);

G_END_DECLS
