/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What makes neutral events of a log: a file beside it, NAME.slackline-map, which names the columns of its table or
 * gives a pattern for its lines, and says for each action when a line means it.
 *
 *   [log]
 *   form=csv          or lines
 *   unit=us           s, ms, us, ns or ticks; with ticks maybe rate=HZ
 *   separator=,       of csv; or tab, or blanks for any number of these
 *   decimal=,         what separates the fraction of numbers: . unless it is said
 *   header=true       of csv: the first line has the names of the columns; else they are numbers from 1
 *   skip=2            lines before all that
 *   wakeups=true      the actions say every change of a task's state, as in SL_TELLS_WAKEUPS
 *   pattern=^(?<time>\S+) (?<task>\S+) (?<rest>.*)$      of lines
 *
 *   [columns]         for all actions, unless they have their own; each may be a column, or a text with {COLUMN} in it
 *   time=Time
 *   task=Thread
 *
 *   [action wake-up]  as many as are wanted; a line may mean several
 *   action=ready
 *   when=Event=wakeup;Prio!=0
 *   in=Details        a column that the pattern below has to match; its named groups are columns for this action
 *   pattern=target=(?<who>\S+)
 *   task=who
 */

#include "sl-log-action.h"
#include "sl-text-unit.h"

G_BEGIN_DECLS

#define SL_LOG_MAP_SUFFIX ".slackline-map"

#define SL_LOG_ACTIONS 64

/* What a mapping file says. Names of columns are known once the log's head was read. */
typedef struct _SlLogMap SlLogMap;

SlLogMap *sl_log_map_new (const char *data, gsize size, GError **error);
void sl_log_map_free (SlLogMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlLogMap, sl_log_map_free)

const SlTextUnit *sl_log_map_get_unit (const SlLogMap *self);
GRegex *sl_log_map_get_pattern (const SlLogMap *self);
char sl_log_map_get_separator (const SlLogMap *self);
gboolean sl_log_map_has_header (const SlLogMap *self);
guint sl_log_map_get_skipped (const SlLogMap *self);
gboolean sl_log_map_has_wakeups (const SlLogMap *self);
gboolean sl_log_map_bind (SlLogMap *self, GStrv columns, GError **error);
guint sl_log_map_get_n_actions (const SlLogMap *self);
const SlLogAction *sl_log_map_get_action (const SlLogMap *self, guint action);

G_END_DECLS
