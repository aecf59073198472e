/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The raw fields of records as columns: --fields NAME,… */

#include "sl-cli-json.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-event.h"

G_BEGIN_DECLS

typedef struct _SlCliFields SlCliFields;

SlCliFields *sl_cli_fields_parse (const char *text, GError **error);
SlCliFields *sl_cli_fields_new_for_filter (const SlFilter *filter);
void sl_cli_fields_free (SlCliFields *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlCliFields, sl_cli_fields_free)

gboolean sl_cli_fields_check (const SlCliFields *self, const SlCliTraces *set, GError **error);
void sl_cli_fields_add_columns (SlCliFields *self, GArray *columns);
void
sl_cli_fields_print (SlCliFields *self, SlCliTable *table, SlSource *source, const SlEvent *event);
void sl_cli_fields_add_names (JsonBuilder *builder, SlTrace *trace);
void sl_cli_fields_print_names (SlCliWriter *writer, SlTrace *trace);

G_END_DECLS
