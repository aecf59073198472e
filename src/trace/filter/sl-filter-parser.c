/* SPDX-License-Identifier: GPL-3.0-or-later */

/* From the tokens of a filter expression to its tree. */
#include "sl-filter-private.h"

#include "sl-error.h"
#include "sl-filter-field.h"

/* The parser and whatever walks the tree recurse: as deep as parentheses and "not" nest, and
 * along chains of "and" and "or". */
#define MAX_DEPTH       200
#define MAX_COMPARISONS 1000

typedef struct
{
  const SlFilterToken *token; /* the next */
  guint depth;
  guint n_comparisons;
  gboolean ends_early; /* more was expected where the text ends */
} Parser;

/**
 * sl_filter_node_free:
 * @self: (transfer full) (nullable): with all below it
 */
void
sl_filter_node_free (SlFilterNode *self)
{
  if (self == NULL)
    return;

  sl_filter_node_free (self->left);
  sl_filter_node_free (self->right);
  g_free (self->name);
  g_free (self->value);
  g_free (self->upper);
  g_free (self);
}

/**
 * sl_filter_node_new:
 * @left: (transfer full) (nullable):
 * @right: (transfer full) (nullable):
 */
SlFilterNode *
sl_filter_node_new (SlFilterNodeType type, SlFilterNode *left, SlFilterNode *right)
{
  SlFilterNode *self = g_new0 (SlFilterNode, 1);

  self->type = type;
  self->left = left;
  self->right = right;
  return self;
}

static SlFilterNode *parse_or (Parser *self, GError **error);

static void
set_expected (Parser *self, const char *expected, GError **error)
{
  self->ends_early = self->token->type == SL_FILTER_TOKEN_END;
  if (self->token->type == SL_FILTER_TOKEN_END)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "The filter ends in column %u; expected %s",
                 self->token->column, expected);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” in column %u of the filter is not allowed here; expected %s",
                 self->token->text, self->token->column, expected);
}

static gboolean
take_keyword (Parser *self, const char *keyword)
{
  if (!sl_filter_token_is_word (self->token, keyword))
    return FALSE;

  self->token++;
  return TRUE;
}

static gboolean
parse_field (Parser *self, SlFilterNode *node, GError **error)
{
  node->name_column = self->token->column;
  node->field = sl_filter_field_find (self->token);
  if (node->field == SL_FILTER_RAW)
    {
      node->name = sl_filter_field_dup_raw_name (self->token);
      node->is_flags = sl_filter_field_means_flags (self->token);
    }
  if (node->field != SL_FILTER_RAW || node->name != NULL)
    {
      self->token++;
      return TRUE;
    }

  set_expected (self,
                "a field (kind, family, object, task, cpu, lane, tick, delta, a, b, size, offset, "
                "state, or a raw field of the trace), “not” or “(”",
                error);
  return FALSE;
}

static gboolean
parse_operator (Parser *self, SlFilterField field, SlFilterOperator *op, GError **error)
{
  if (sl_filter_field_find_operator (field, self->token, op))
    {
      self->token++;
      return TRUE;
    }

  if (field == SL_FILTER_RAW)
    set_expected (self, "=, !=, <, <=, >, >=, in, & or ~", error);
  else
    set_expected (self,
                  sl_filter_field_is_name (field)
                      ? "=, != or ~ (the field is a name; in quotes it is a plain word)"
                      : "=, !=, <, <=, >, >= or in (the field is a number; in quotes it is a "
                        "plain word)",
                  error);
  return FALSE;
}

static gboolean
parse_value (Parser *self, const SlFilterNode *node, char **value, guint *column, GError **error)
{
  const SlFilterToken *token = self->token;

  if (token->type != SL_FILTER_TOKEN_WORD && token->type != SL_FILTER_TOKEN_STRING)
    {
      set_expected (self, "a value", error);
      return FALSE;
    }

  if (!sl_filter_field_check_value (node, token->text, token->column, error))
    return FALSE;

  *value = g_strdup (token->text);
  *column = token->column;
  self->token++;
  return TRUE;
}

/* Counts the comparison. */
static gboolean
number_node (Parser *self, SlFilterNode *node, GError **error)
{
  node->number = self->n_comparisons++;
  if (self->n_comparisons <= MAX_COMPARISONS)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "The filter has more than %d comparisons in column %u", MAX_COMPARISONS,
               node->column);
  return FALSE;
}

static SlFilterNode *
parse_comparison (Parser *self, GError **error)
{
  g_autoptr (SlFilterNode) node = sl_filter_node_new (SL_FILTER_COMPARE, NULL, NULL);

  if (!parse_field (self, node, error) || !parse_operator (self, node->field, &node->op, error) ||
      !parse_value (self, node, &node->value, &node->column, error))
    return NULL;

  if (!number_node (self, node, error))
    return NULL;
  if (node->op != SL_FILTER_IN)
    return g_steal_pointer (&node);

  if (self->token->type != SL_FILTER_TOKEN_RANGE)
    {
      set_expected (self, "“..”", error);
      return NULL;
    }

  self->token++;
  if (!parse_value (self, node, &node->upper, &node->upper_column, error))
    return NULL;

  return g_steal_pointer (&node);
}

static gboolean
may_be_plain (const SlFilterToken *token)
{
  if (token->type == SL_FILTER_TOKEN_STRING)
    return token->text[0] != '\0';

  return token->type == SL_FILTER_TOKEN_WORD && !sl_filter_token_is_word (token, "and") &&
         !sl_filter_token_is_word (token, "or") && !sl_filter_token_is_word (token, "not");
}

static gboolean
has_operator (const SlFilterToken *token)
{
  if (!sl_filter_token_is_word (&token[1], "in"))
    return token[1].type == SL_FILTER_TOKEN_OPERATOR;

  return !sl_filter_field_is_name (sl_filter_field_find (token)) ||
         (may_be_plain (&token[2]) && token[3].type == SL_FILTER_TOKEN_RANGE);
}

/* A field alone is a comparison that is not finished. */
static gboolean
begins_words (const SlFilterToken *token)
{
  return may_be_plain (token) && !has_operator (token) &&
         (sl_filter_field_find (token) == SL_FILTER_RAW || may_be_plain (&token[1]));
}

/* What is called by a word: a kind, an object, or a lane without one. */
static SlFilterNode *
parse_word (Parser *self, GError **error)
{
  static const SlFilterField of_names[] = { SL_FILTER_KIND, SL_FILTER_OBJECT, SL_FILTER_LANE };
  g_autoptr (SlFilterNode) any = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (of_names); i++)
    {
      SlFilterNode *node = sl_filter_node_new (SL_FILTER_COMPARE, NULL, NULL);

      node->field = of_names[i];
      node->op = SL_FILTER_HAS;
      node->value = g_strdup (self->token->text);
      node->name_column = node->column = self->token->column;
      any = any == NULL ? node : sl_filter_node_new (SL_FILTER_OR, g_steal_pointer (&any), node);
      if (!number_node (self, node, error))
        return NULL;
    }

  self->token++;
  return g_steal_pointer (&any);
}

/* Plain words beside each other, each of which names what is looked for. */
static SlFilterNode *
parse_words (Parser *self, GError **error)
{
  g_autoptr (SlFilterNode) all = parse_word (self, error);

  while (all != NULL && may_be_plain (self->token) && !has_operator (self->token))
    {
      SlFilterNode *word = parse_word (self, error);

      if (word == NULL)
        return NULL;

      all = sl_filter_node_new (SL_FILTER_AND, g_steal_pointer (&all), word);
    }

  return g_steal_pointer (&all);
}

static SlFilterNode *
parse_group (Parser *self, GError **error)
{
  g_autoptr (SlFilterNode) node = parse_or (self, error);

  if (node == NULL)
    return NULL;

  if (self->token->type != SL_FILTER_TOKEN_CLOSE)
    {
      set_expected (self, "“)”, “and” or “or”", error);
      return NULL;
    }

  self->token++;
  return g_steal_pointer (&node);
}

static SlFilterNode *
parse_unary (Parser *self, GError **error)
{
  SlFilterNode *node = NULL;

  if (++self->depth > MAX_DEPTH)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "The filter nests deeper than %d levels in column %u", MAX_DEPTH,
                   self->token->column);
      return NULL;
    }

  if (take_keyword (self, "not"))
    {
      node = parse_unary (self, error);
      if (node != NULL)
        node = sl_filter_node_new (SL_FILTER_NOT, node, NULL);
    }
  else if (self->token->type == SL_FILTER_TOKEN_OPEN)
    {
      self->token++;
      node = parse_group (self, error);
    }
  else if (begins_words (self->token))
    node = parse_words (self, error);
  else
    node = parse_comparison (self, error);

  self->depth--;
  return node;
}

/* Operands that @keyword joins; the tree leans left. */
static SlFilterNode *
parse_chain (Parser *self,
             const char *keyword,
             SlFilterNodeType type,
             SlFilterNode *(*parse_operand) (Parser *self, GError **error),
             GError **error)
{
  g_autoptr (SlFilterNode) node = parse_operand (self, error);

  while (node != NULL && take_keyword (self, keyword))
    {
      SlFilterNode *right = parse_operand (self, error);

      if (right == NULL)
        return NULL;

      node = sl_filter_node_new (type, g_steal_pointer (&node), right);
    }

  return g_steal_pointer (&node);
}

static SlFilterNode *
parse_and (Parser *self, GError **error)
{
  return parse_chain (self, "and", SL_FILTER_AND, parse_unary, error);
}

static SlFilterNode *
parse_or (Parser *self, GError **error)
{
  return parse_chain (self, "or", SL_FILTER_OR, parse_and, error);
}

/**
 * sl_filter_parse_tree:
 * @n_comparisons: (out): how many there are in it
 *
 * Fails as sl_filter_parse().
 *
 * Returns: (transfer full) (nullable): @text as a tree; %NULL with @error set
 */
SlFilterNode *
sl_filter_parse_tree (const char *text, guint *n_comparisons, GError **error)
{
  g_autoptr (GArray) tokens = sl_filter_lex (text, error);
  g_autoptr (SlFilterNode) root = NULL;
  Parser parser = { 0 };

  if (tokens == NULL)
    return NULL;

  parser.token = &g_array_index (tokens, SlFilterToken, 0);
  root = parse_or (&parser, error);
  if (root == NULL)
    return NULL;

  if (parser.token->type != SL_FILTER_TOKEN_END)
    {
      set_expected (&parser, "“and”, “or” or the end", error);
      return NULL;
    }

  *n_comparisons = parser.n_comparisons;
  return g_steal_pointer (&root);
}

/**
 * sl_filter_ends_early:
 *
 * Returns: whether @text is not yet a filter, but may become one as more is typed: a word is missing at its end, or
 *   the quote that closes a string
 */
gboolean
sl_filter_ends_early (const char *text)
{
  g_autoptr (GArray) tokens = sl_filter_lex (text, NULL);
  g_autoptr (SlFilterNode) root = NULL;
  Parser parser = { 0 };

  for (const char *quote = "\"'"; tokens == NULL && *quote != '\0'; quote++)
    {
      g_autofree char *closed = g_strdup_printf ("%s%c", text, *quote);
      g_autoptr (GArray) of_closed = sl_filter_lex (closed, NULL);

      if (of_closed != NULL)
        return TRUE;
    }
  if (tokens == NULL)
    return FALSE;

  parser.token = &g_array_index (tokens, SlFilterToken, 0);
  root = parse_or (&parser, NULL);
  return root == NULL && parser.ends_early;
}
