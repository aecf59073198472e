/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a trace says about its system, as neutral events that open again: format "slackline-events". */

#include "sl-cli-traces.h"
#include "sl-cli-writer.h"

G_BEGIN_DECLS

/**
 * SlCliActions:
 * @from: (nullable): only actions from here on, as the user gave it
 * @to: (nullable): only actions before that
 * @limit: at most this many
 * @as_csv: with the first line by which it is opened; else columns for people
 * @as_json: likewise, an object a line; not together with @as_csv
 */
typedef struct
{
  const char *from;
  const char *to;
  guint64 limit;
  gboolean as_csv;
  gboolean as_json;
} SlCliActions;

gboolean
sl_cli_actions_check_form (gboolean as_actions, gboolean as_csv, gboolean as_json, GError **error);
gboolean sl_cli_actions_print (const SlCliActions *self,
                               const SlCliRequest *request,
                               SlCliWriter *writer,
                               GError **error);

G_END_DECLS
