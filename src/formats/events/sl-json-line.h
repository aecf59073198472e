/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One object of JSON on a line, of plain values: texts, numbers, true, false, null. Numbers stay the text that they
 * are, so that no digit is lost. */

#include "sl-text-row.h"

G_BEGIN_DECLS

/**
 * SlJsonLine:
 * @begin: of the line
 * @length: without its end
 * @position: of the next member
 * @has_begun: the opening brace was read
 */
typedef struct
{
  const char *begin;
  gsize length;
  gsize position;
  gboolean has_begun;
} SlJsonLine;

void sl_json_line_init (SlJsonLine *self, const char *begin, gsize length);
gboolean sl_json_line_next (SlJsonLine *self, SlTextRow *row, SlTextCell *key, SlTextCell *value);

G_END_DECLS
