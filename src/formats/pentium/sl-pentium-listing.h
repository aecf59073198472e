/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lines and cells of a state listing. Nothing here allocates: a probe reads listings too. */

#include "sl-pentium-pins.h"

G_BEGIN_DECLS

#define SL_LISTING_CELL    95
#define SL_LISTING_COLUMNS 256

typedef struct
{
  const char *data;
  gsize size;
  gsize position;
} SlListingText;

typedef struct
{
  const char *begin;
  gsize length;
  gsize position; /* of the next cell; past the length at the end */
  char delimiter;
} SlListingLine;

gboolean sl_listing_next_line (SlListingText *text, SlListingLine *line);
gboolean sl_listing_next_cell (SlListingLine *line, char *cell);
char sl_listing_find_delimiter (const SlListingLine *line);
gboolean sl_listing_parse_hex (const char *cell, guint64 *value, guint64 *unknown);
gboolean sl_listing_parse_level (const char *cell, guint64 *value, guint64 *unknown);
gboolean sl_listing_parse_ps (const char *cell, int exponent, gint64 *ps);
gboolean sl_listing_parse_type (const char *cell, guint8 *type, guint8 *byte_enables);

G_END_DECLS
