/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows of JSON Lines: an object a line, whose keys are the columns. */

#include "sl-acted-source.h"

G_BEGIN_DECLS

extern const SlTextReader sl_events_json_reader;

gpointer sl_events_json_new (const char *data, gsize size);

G_END_DECLS
