/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The fields that a filter can ask for: what they are called, which operators go with them, and what they are
 * compared with. */
#include "sl-filter-field.h"

#include "sl-detail.h"
#include "sl-error.h"
#include "sl-filter-values.h"
#include "sl-time-text.h"

typedef struct
{
  const char *id;
  gboolean is_name; /* else a number or a time */
} Field;

/* Before the name of a raw field that means something else by itself. */
#define PREFIX "field."

static const Field fields[SL_N_FILTER_FIELDS] = {
  [SL_FILTER_KIND] = { "kind", TRUE },     [SL_FILTER_FAMILY] = { "family", TRUE },
  [SL_FILTER_OBJECT] = { "object", TRUE }, [SL_FILTER_TASK] = { "task", TRUE },
  [SL_FILTER_CPU] = { "cpu", FALSE },      [SL_FILTER_LANE] = { "lane", TRUE },
  [SL_FILTER_TICK] = { "tick", FALSE },    [SL_FILTER_DELTA] = { "delta", FALSE },
  [SL_FILTER_A] = { "a", FALSE },          [SL_FILTER_B] = { "b", FALSE },
  [SL_FILTER_SIZE] = { "size", FALSE },    [SL_FILTER_OFFSET] = { "offset", FALSE },
  [SL_FILTER_STATE] = { "state", TRUE },   [SL_FILTER_RAW] = { "field", TRUE },
};

static const char *const operators[] = {
  [SL_FILTER_EQUAL] = "=",    [SL_FILTER_NOT_EQUAL] = "!=", [SL_FILTER_BELOW] = "<",
  [SL_FILTER_AT_MOST] = "<=", [SL_FILTER_ABOVE] = ">",      [SL_FILTER_AT_LEAST] = ">=",
  [SL_FILTER_GLOB] = "~",     [SL_FILTER_IN] = "in",        [SL_FILTER_BITS] = "&",
};

/**
 * sl_filter_field_find:
 *
 * Returns: the field that @token is the word for; %SL_FILTER_RAW where it is not a field of all traces
 */
SlFilterField
sl_filter_field_find (const SlFilterToken *token)
{
  for (guint i = 0; i < SL_FILTER_RAW; i++)
    if (sl_filter_token_is_word (token, fields[i].id))
      return (SlFilterField) i;

  return SL_FILTER_RAW;
}

static gboolean
is_operator (const SlFilterToken *token)
{
  return token->type == SL_FILTER_TOKEN_OPERATOR || sl_filter_token_is_word (token, "in");
}

static gboolean
is_keyword (const char *word)
{
  static const char *const keywords[] = { "and", "or", "not", "in", NULL };

  return g_strv_contains (keywords, word);
}

/**
 * sl_filter_field_dup_raw_name:
 * @token: where a field is expected; there is one more behind it unless it is the end
 *
 * Returns: (transfer full) (nullable): the name of the raw field that it is; %NULL if it is none
 */
char *
sl_filter_field_dup_raw_name (const SlFilterToken *token)
{
  if (token->type != SL_FILTER_TOKEN_WORD)
    return NULL;
  if (g_str_has_prefix (token->text, PREFIX) && token->text[sizeof PREFIX - 1] != '\0')
    return g_strdup (token->text + sizeof PREFIX - 1);

  return g_ascii_isalpha (token->text[0]) && !is_keyword (token->text) && is_operator (token + 1)
             ? g_strdup (token->text)
             : NULL;
}

/**
 * sl_filter_field_means_flags:
 * @token: where a raw field is expected
 *
 * Returns: whether it is the word for the flags of events, which records do not have by themselves
 */
gboolean
sl_filter_field_means_flags (const SlFilterToken *token)
{
  return sl_filter_token_is_word (token, SL_FILTER_FLAGS);
}

/**
 * sl_filter_field_is_name:
 *
 * Returns: whether @field is a name; else it is a number or a time
 */
gboolean
sl_filter_field_is_name (SlFilterField field)
{
  return fields[field].is_name;
}

static gboolean
is_operator_for (SlFilterField field, SlFilterOperator op)
{
  if (field == SL_FILTER_RAW || op == SL_FILTER_EQUAL || op == SL_FILTER_NOT_EQUAL)
    return TRUE;
  if (op == SL_FILTER_BITS)
    return !fields[field].is_name && field != SL_FILTER_TICK && field != SL_FILTER_DELTA;

  return fields[field].is_name == (op == SL_FILTER_GLOB);
}

/**
 * sl_filter_field_find_operator:
 * @op: (out): set where %TRUE is returned
 *
 * Returns: whether @token is an operator that goes with @field
 */
gboolean
sl_filter_field_find_operator (SlFilterField field,
                               const SlFilterToken *token,
                               SlFilterOperator *op)
{
  if (token->type != SL_FILTER_TOKEN_OPERATOR && token->type != SL_FILTER_TOKEN_WORD)
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (g_str_equal (token->text, operators[i]) && is_operator_for (field, i))
      {
        *op = i;
        return TRUE;
      }

  return FALSE;
}

static gboolean
check_raw_value (const SlFilterNode *node, const char *text, guint column, GError **error)
{
  __int128 number;

  if (node->op == SL_FILTER_EQUAL || node->op == SL_FILTER_NOT_EQUAL || node->op == SL_FILTER_GLOB)
    return TRUE;
  if (node->is_flags)
    {
      g_set_error (
          error, SL_ERROR, SL_ERROR_USAGE,
          "“%s” in column %u of the filter: the flags of events are words, which =, != or ~ "
          "compares; what records have by this name is " PREFIX "%s",
          text, column, node->name);
      return FALSE;
    }
  if (sl_detail_parse_number (text, &number))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "“%s” in column %u of the filter is not a number: by this operator %s is compared "
               "with a decimal or 0x-hex number",
               text, column, node->name);
  return FALSE;
}

/**
 * sl_filter_field_check_value:
 * @node: a comparison whose field and operator are known
 * @column: where @text stands in the filter
 *
 * Fails with %SL_ERROR_USAGE.
 *
 * Returns: whether @text can be compared with the field, as far as that is known without a trace
 */
gboolean
sl_filter_field_check_value (const SlFilterNode *node,
                             const char *text,
                             guint column,
                             GError **error)
{
  SlFilterField field = node->field;
  /* From the middle of the range every absolute tick is in reach, and there is a rate. */
  static const SlRate rate = { 0, 1, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, G_GUINT64_CONSTANT (1) << 63, &rate, 1);
  gint64 ticks;
  guint64 number;
  gboolean fine;

  if (field == SL_FILTER_RAW)
    return check_raw_value (node, text, column, error);
  if (fields[field].is_name)
    return TRUE;

  if (field == SL_FILTER_TICK)
    fine = sl_time_parse (text, clock, &ticks, error);
  else if (field == SL_FILTER_DELTA)
    fine = sl_duration_parse (text, clock, &ticks, error);
  else if (sl_filter_parse_number (text, &number))
    return TRUE;
  else
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” in column %u of the filter is not a number: %s is compared with a "
                   "decimal or 0x-hex number below 2⁶⁴",
                   text, column, fields[field].id);
      return FALSE;
    }

  if (!fine)
    g_prefix_error (error, "In column %u of the filter: ", column);
  return fine;
}

/**
 * sl_filter_field_get_id:
 *
 * Returns: (transfer none): the word for @field in an expression
 */
const char *
sl_filter_field_get_id (SlFilterField field)
{
  return fields[field].id;
}

/**
 * sl_filter_parse_number:
 * @number: (out): set where %TRUE is returned
 *
 * Returns: whether @text is a decimal or 0x-hex number below 2⁶⁴
 */
gboolean
sl_filter_parse_number (const char *text, guint64 *number)
{
  gboolean is_hex = g_str_has_prefix (text, "0x");

  return g_ascii_string_to_unsigned (is_hex ? text + 2 : text, is_hex ? 16 : 10, 0, G_MAXUINT64,
                                     number, NULL);
}
