/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows of comma-separated values whose head line names the columns. */

#include "sl-acted-source.h"

G_BEGIN_DECLS

/* Columns beyond these are ignored. */
#define SL_CSV_COLUMNS 256

extern const SlTextReader sl_events_csv_reader;

gpointer sl_events_csv_new (const char *data, gsize size, SlTextPlace *place, GError **error);
gboolean sl_events_csv_has_head (const char *data, gsize size, gsize offset);

G_END_DECLS
