/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-raw.h"

#include "sl-detail.h"
#include "sl-error.h"
#include "sl-field-names.h"
#include "sl-filter-values.h"
#include "sl-kind.h"

/* Before a name that means something else by itself. */
#define PREFIX "field."

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
 * sl_filter_raw_dup_name:
 * @token: where a field is expected; there is one more behind it unless it is the end
 *
 * Returns: (transfer full) (nullable): the name of the raw field that it is; %NULL if it is none
 */
char *
sl_filter_raw_dup_name (const SlFilterToken *token)
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
 * sl_filter_raw_check_value:
 * @node: the comparison, with its field and operator
 * @text: what is compared with
 * @column: where that stands
 *
 * Fails with %SL_ERROR_USAGE where the operator wants a number and @text is none.
 */
gboolean
sl_filter_raw_check_value (const SlFilterNode *node, const char *text, guint column, GError **error)
{
  __int128 number;

  if (node->op == SL_FILTER_EQUAL || node->op == SL_FILTER_NOT_EQUAL ||
      node->op == SL_FILTER_GLOB || sl_detail_parse_number (text, &number))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
               "“%s” in column %u of the filter is not a number: by this operator %s is compared "
               "with a decimal or 0x-hex number",
               text, column, node->name);
  return FALSE;
}

/* The first comparison of the tree with a field that no trace has. */
static const SlFilterNode *
find_stranger (const SlFilterNode *node, GPtrArray *names)
{
  const SlFilterNode *found;

  if (node == NULL)
    return NULL;
  if (node->type != SL_FILTER_COMPARE)
    {
      found = find_stranger (node->left, names);
      return found != NULL ? found : find_stranger (node->right, names);
    }
  if (node->field != SL_FILTER_RAW || g_str_equal (node->name, SL_FILTER_FLAGS))
    return NULL;

  for (guint i = 0; i < names->len; i++)
    if (sl_field_names_has (g_ptr_array_index (names, i), node->name))
      return NULL;

  return node;
}

/* The kind of an event of the traces whose a or b lists call so; NULL for none. */
static const SlKind *
find_kind_with (const char *name, SlTrace *const *traces, guint n_traces)
{
  for (guint i = 0; i < n_traces; i++)
    for (guint j = 0; j < sl_kind_get_count (); j++)
      {
        const SlKind *kind = sl_kind_get ((guint16) j);

        if (sl_trace_get_n_events_of_kind (traces[i], (guint16) j) > 0 &&
            (g_strcmp0 (kind->a.name, name) == 0 || g_strcmp0 (kind->b.name, name) == 0))
          return kind;
      }

  return NULL;
}

static void
set_stranger (const SlFilterNode *node, SlTrace *const *traces, guint n_traces, GError **error)
{
  const SlKind *kind = find_kind_with (node->name, traces, n_traces);

  if (kind != NULL)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” in column %u of the filter is what lists call %s of %s: write “%s” for it",
                 node->name, node->name_column,
                 g_strcmp0 (kind->a.name, node->name) == 0 ? "a" : "b", kind->id,
                 g_strcmp0 (kind->a.name, node->name) == 0 ? "a" : "b");
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "No kind of event of the trace has the field “%s” in column %u of the filter",
                 node->name, node->name_column);
}

static gboolean
asks_raw (const SlFilterNode *node)
{
  if (node == NULL)
    return FALSE;
  if (node->type == SL_FILTER_COMPARE)
    return node->field == SL_FILTER_RAW;

  return asks_raw (node->left) || asks_raw (node->right);
}

/**
 * sl_filter_check_fields:
 * @traces: (array length=n_traces): whole, so that no field is still to come
 *
 * Fails with %SL_ERROR_USAGE, with the column, where a field is named that no kind of any trace has, and says so where it is
 * what lists call a or b; or as sl_filter_check_values().
 */
gboolean
sl_filter_check_fields (const SlFilter *self,
                        SlTrace *const *traces,
                        guint n_traces,
                        GError **error)
{
  g_autoptr (GPtrArray) names =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_field_names_free);
  const SlFilterNode *node;

  if (!asks_raw (sl_filter_get_root (self)))
    return sl_filter_check_values (self, traces, n_traces, error);

  for (guint i = 0; i < n_traces; i++)
    g_ptr_array_add (names, sl_field_names_new (traces[i]));
  node = find_stranger (sl_filter_get_root (self), names);
  if (node == NULL)
    return sl_filter_check_values (self, traces, n_traces, error);

  set_stranger (node, traces, n_traces, error);
  return FALSE;
}
