/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A raw field of a record: as text for people, and by a name and a plain value for filters and
 * lists. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlDetail:
 * @name: of a raw field, as the format's document calls it
 * @value: as text
 * @field: its name in filters and lists: lower case with dashes
 * @plain: its value there: a decimal number, possibly signed, a hexadecimal one after 0x without
 *   padding, or a word
 * @symbol: (nullable): what the value is as well, such as the word for a number; filters take either
 */
typedef struct
{
  char *name;
  char *value;
  char *field;
  char *plain;
  char *symbol;
} SlDetail;

/**
 * SlFieldValue:
 * @word: (nullable): the value as a word; %NULL for a number
 * @number: the value, unless it is a word
 */
typedef struct
{
  const char *word;
  gint64 number;
} SlFieldValue;

void sl_detail_clear (SlDetail *self);
gboolean sl_detail_parse_number (const char *text, __int128 *number);

GArray *sl_details_new (void);
void sl_details_add (GArray *details, const char *name, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void sl_details_add_field (GArray *details,
                           const char *name,
                           const char *field,
                           const char *plain,
                           const char *format,
                           ...) G_GNUC_PRINTF (5, 6);
void sl_details_add_number (GArray *details,
                            const char *name,
                            const char *field,
                            guint64 number,
                            const char *format,
                            ...) G_GNUC_PRINTF (5, 6);
void sl_details_set_symbol (GArray *details, const char *symbol);
const SlDetail *sl_details_find (GArray *details, const char *field);

G_END_DECLS
