/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Neutral events from the lines of a log, by its mapping. */

#include "sl-acted-source.h"
#include "sl-log-map.h"

G_BEGIN_DECLS

typedef struct _SlLogReader SlLogReader;

extern const SlTextReader sl_log_reader;

SlLogReader *
sl_log_reader_new (SlLogMap *map, const char *data, gsize size, SlTextPlace *place, GError **error);
SlLogReader *
sl_log_reader_new_unbound (SlLogMap *map, const char *data, gsize size, SlTextPlace *place);
gboolean sl_log_reader_bind (SlLogReader *self, GError **error);
GStrv sl_log_reader_get_columns (SlLogReader *self);
gboolean
sl_log_reader_cut (const SlLogReader *self, SlTextPlace *place, SlLogLine *line, SlTextRow *row);
char *sl_log_reader_get_head (SlLogReader *self);

G_END_DECLS
