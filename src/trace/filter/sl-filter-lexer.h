/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Cuts a filter expression into its tokens. */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_FILTER_TOKEN_END,
  SL_FILTER_TOKEN_WORD,   /* a bare word: a field, a keyword, a number, a name */
  SL_FILTER_TOKEN_STRING, /* in quotes: never a keyword */
  SL_FILTER_TOKEN_OPERATOR,
  SL_FILTER_TOKEN_OPEN,
  SL_FILTER_TOKEN_CLOSE,
  SL_FILTER_TOKEN_RANGE, /* .. */
} SlFilterTokenType;

/**
 * SlFilterToken:
 * @text: (nullable): what it says, without quotes; %NULL at the end
 * @column: of its first character, from 1, counted in characters
 */
typedef struct
{
  SlFilterTokenType type;
  char *text;
  guint column;
} SlFilterToken;

GArray *sl_filter_lex (const char *text, GError **error);
gboolean sl_filter_token_is_word (const SlFilterToken *token, const char *word);

G_END_DECLS
