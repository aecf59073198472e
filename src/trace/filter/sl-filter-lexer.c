/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-lexer.h"

#include <string.h>

#include "sl-error.h"

/* Longer expressions are refused. */
#define MAX_LENGTH 65536

typedef struct
{
  const char *at;
  GArray *tokens;
  const char *counted; /* up to here columns are counted */
  guint column;        /* of @counted, from 1 */
} Lexer;

static void
token_clear (gpointer data)
{
  SlFilterToken *token = data;

  g_free (token->text);
}

/* The column of the next character. Counts on from the last time, not from the start. */
static guint
get_column (Lexer *self)
{
  self->column += g_utf8_strlen (self->counted, self->at - self->counted);
  self->counted = self->at;
  return self->column;
}

/* Takes the @length bytes at @begin as a token; reading goes on at @next. */
static void
add_token (Lexer *self, SlFilterTokenType type, const char *begin, gsize length, const char *next)
{
  SlFilterToken token = { type, g_strndup (begin, length), get_column (self) };

  g_array_append_val (self->tokens, token);
  self->at = next;
}

static gboolean
read_string (Lexer *self, GError **error)
{
  char quote = self->at[0];
  g_autoptr (GString) value = g_string_new (NULL);
  const char *at;

  for (at = self->at + 1; *at != quote; at++)
    {
      if (*at == '\\' && at[1] != '\0')
        at++;
      if (*at == '\0')
        {
          g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                       "The string in column %u of the filter has no closing %c", get_column (self),
                       quote);
          return FALSE;
        }
      g_string_append_c (value, *at);
    }

  add_token (self, SL_FILTER_TOKEN_STRING, value->str, value->len, at + 1);
  return TRUE;
}

static gboolean
ends_word (const char *at)
{
  return *at == '\0' || g_ascii_isspace (*at) || strchr ("()=!<>~&\"'", *at) != NULL ||
         g_str_has_prefix (at, "..");
}

static void
read_word (Lexer *self)
{
  const char *end = self->at;

  while (!ends_word (end))
    end++;
  add_token (self, SL_FILTER_TOKEN_WORD, self->at, end - self->at, end);
}

static gboolean
read_token (Lexer *self, GError **error)
{
  static const char *const operators[] = { "!=", "<=", ">=", "==", "=", "<", ">", "~", "&" };

  if (*self->at == '"' || *self->at == '\'')
    return read_string (self, error);

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      gsize length = strlen (operators[i]);

      if (strncmp (self->at, operators[i], length) == 0)
        {
          /* As in C, "==" is "=". */
          add_token (self, SL_FILTER_TOKEN_OPERATOR, self->at,
                     strcmp (operators[i], "==") == 0 ? 1 : length, self->at + length);
          return TRUE;
        }
    }

  if (*self->at == '(' || *self->at == ')')
    add_token (self, *self->at == '(' ? SL_FILTER_TOKEN_OPEN : SL_FILTER_TOKEN_CLOSE, self->at, 1,
               self->at + 1);
  else if (g_str_has_prefix (self->at, ".."))
    add_token (self, SL_FILTER_TOKEN_RANGE, self->at, 2, self->at + 2);
  else if (*self->at != '!')
    read_word (self);
  else
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“!” in column %u of the filter is not an operator: write != or not",
                   get_column (self));
      return FALSE;
    }

  return TRUE;
}

/**
 * sl_filter_lex:
 *
 * Fails with %SL_ERROR_USAGE.
 *
 * Returns: (transfer full) (element-type SlFilterToken) (nullable): the tokens, the last of
 *   them the end; %NULL with @error set
 */
GArray *
sl_filter_lex (const char *text, GError **error)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (SlFilterToken));
  Lexer lexer = { .at = text, .tokens = tokens, .counted = text, .column = 1 };
  SlFilterToken end = { .type = SL_FILTER_TOKEN_END };

  g_array_set_clear_func (tokens, token_clear);
  if (strlen (text) > MAX_LENGTH || !g_utf8_validate (text, -1, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "The filter is not UTF-8, or longer than %d bytes", MAX_LENGTH);
      return NULL;
    }

  for (;;)
    {
      while (g_ascii_isspace (*lexer.at))
        lexer.at++;
      if (*lexer.at == '\0')
        break;
      if (!read_token (&lexer, error))
        return NULL;
    }

  end.column = get_column (&lexer);
  g_array_append_val (tokens, end);
  return g_steal_pointer (&tokens);
}

/**
 * sl_filter_token_is_word:
 *
 * Returns: whether @token is the bare word @word, such as a field or a keyword
 */
gboolean
sl_filter_token_is_word (const SlFilterToken *token, const char *word)
{
  return token->type == SL_FILTER_TOKEN_WORD && g_str_equal (token->text, word);
}
