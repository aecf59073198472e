/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Rows of fields on standard output: CSV after RFC 4180 for scripts, or columns padded to a
 * width for people. Every field of a row is given, in order; empty where a value is unknown. */

#include "sl-cli-writer.h"
#include "sl-clock-shown.h"

G_BEGIN_DECLS

/**
 * SlCliColumn:
 * @name: of the header line
 * @width: characters that people usually need for it
 * @is_number: aligned on the right for people
 */
typedef struct
{
  const char *name;
  guint width;
  gboolean is_number;
} SlCliColumn;

typedef struct
{
  SlCliWriter *writer;
  const SlCliColumn *columns;
  guint n_columns;
  gboolean csv;
  guint column;     /* the next field's */
  guint owed;       /* spaces to write before it */
  SlShownUnit unit; /* of times; %SL_SHOWN_AUTO for ticks */
} SlCliTable;

void sl_cli_table_init (SlCliTable *self,
                        SlCliWriter *writer,
                        const SlCliColumn *columns,
                        guint n_columns,
                        gboolean csv);
void sl_cli_table_set_unit (SlCliTable *self, SlShownUnit unit);
void sl_cli_table_text (SlCliTable *self, const char *text);
void sl_cli_table_empty (SlCliTable *self);
void sl_cli_table_absolute (SlCliTable *self, const SlClock *clock, SlTime time);
void sl_cli_table_duration (SlCliTable *self, const SlClock *clock, SlSpan span);
void sl_cli_table_between (SlCliTable *self, const SlClock *clock, SlTime from, SlTime to);
void sl_cli_table_decimal (SlCliTable *self, guint64 number);
void sl_cli_table_signed (SlCliTable *self, gint64 number);
void sl_cli_table_hex (SlCliTable *self, guint64 number);

G_END_DECLS
