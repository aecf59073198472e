/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* When a line of a log means an action, and where what the action takes is in it: a group of a mapping, as
 * sl-log-map.h has it. */

#include "sl-text-row.h"

G_BEGIN_DECLS

/* Columns of a table, or groups of a pattern. */
#define SL_LOG_COLUMNS 128

/**
 * SlLogLine:
 * @cells: of its columns; those that are missing are empty
 *
 * A line of the log, cut into its own columns.
 */
typedef struct
{
  SlTextCell cells[SL_LOG_COLUMNS];
  guint n_cells;
} SlLogLine;

typedef struct _SlLogAction SlLogAction;

SlLogAction *sl_log_action_new (GKeyFile *keys, const char *group, GStrv columns, GError **error);
void sl_log_action_free (SlLogAction *self);
gboolean sl_log_action_apply (const SlLogAction *self, const SlLogLine *line, SlTextRow *row);
guint sl_log_match (GRegex *pattern, const SlTextCell *text, SlTextCell *groups, guint room);

G_END_DECLS
