/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the words of a filter mean in traces, as far as that can be a slip. */

#include <string.h>

#include "sl-error.h"
#include "sl-field-names.h"
#include "sl-filter-field.h"
#include "sl-filter-values.h"
#include "sl-kind.h"

/**
 * sl_filter_fold_word:
 *
 * The kernel writes sched_switch, and a kind is called sched-switch: to a plain word that is the same.
 *
 * Returns: (transfer full): what is compared of plain words and names
 */
char *
sl_filter_fold_word (const char *word)
{
  return g_strdelimit (g_utf8_casefold (word, -1), "_", '-');
}

/**
 * sl_filter_has_word:
 * @name: (nullable):
 * @word: folded
 *
 * Returns: whether a plain word is in a name
 */
gboolean
sl_filter_has_word (const char *name, const char *word)
{
  g_autofree char *folded = name != NULL ? sl_filter_fold_word (name) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

static gboolean
is_name_of (const SlFilterNode *node, SlTrace *trace, SlAnnotations *annotations)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  guint lane;

  if (node->field == SL_FILTER_LANE && sl_trace_find_lane (trace, node->value, &lane))
    return TRUE;

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *name = sl_annotations_dup_given_name (annotations, trace, number);

      if (g_strcmp0 (name, node->value) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Whether anything in the trace is called by the plain word of a comparison. */
static gboolean
is_called (const SlFilterNode *node, SlTrace *trace, SlAnnotations *annotations)
{
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autofree char *word = sl_filter_fold_word (node->value);

  for (guint kind = 0; kind < sl_kind_get_count (); kind++)
    if (sl_trace_get_n_events_of_kind (trace, (guint16) kind) > 0 &&
        (sl_filter_has_word (sl_kind_get ((guint16) kind)->id, word) ||
         sl_filter_has_word (sl_kind_get ((guint16) kind)->title, word)))
      return TRUE;

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      g_autofree char *reference = sl_object_to_string (sl_object_table_get (objects, number));
      g_autofree char *name = sl_annotations_dup_given_name (annotations, trace, number);

      if (sl_filter_has_word (reference, word) || sl_filter_has_word (name, word))
        return TRUE;
    }

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (sl_filter_has_word (sl_trace_get_lane (trace, i)->name, word))
      return TRUE;

  return FALSE;
}

/* A number and a reference mean what they say, be it in the trace or not; a word has to be a name. */
static gboolean
is_word (const SlFilterNode *node)
{
  SlObjectType type;
  guint64 id;
  guint32 life;

  if (node->type != SL_FILTER_COMPARE || node->op == SL_FILTER_GLOB)
    return FALSE;
  /* Of a plain word, of whose comparisons that with the kind is the first. */
  if (node->op == SL_FILTER_HAS)
    return node->field == SL_FILTER_KIND;
  if (node->field != SL_FILTER_OBJECT && node->field != SL_FILTER_TASK &&
      node->field != SL_FILTER_LANE)
    return FALSE;

  return !sl_object_parse_reference (node->value, &type, &id, &life, NULL) &&
         !(node->field != SL_FILTER_LANE && sl_filter_parse_number (node->value, &id));
}

/* The first comparison of the tree with a word that is not a name, by what was said of each trace. */
static const SlFilterNode *
find_stranger (const SlFilterNode *node,
               SlTrace *const *traces,
               SlAnnotations *const *annotations_of,
               guint n)
{
  const SlFilterNode *found;

  if (node == NULL)
    return NULL;
  if (node->type != SL_FILTER_COMPARE)
    {
      found = find_stranger (node->left, traces, annotations_of, n);
      return found != NULL ? found : find_stranger (node->right, traces, annotations_of, n);
    }
  if (!is_word (node))
    return NULL;

  for (guint i = 0; i < n; i++)
    if (node->op == SL_FILTER_HAS ? is_called (node, traces[i], annotations_of[i])
                                  : is_name_of (node, traces[i], annotations_of[i]))
      return NULL;

  return node;
}

/* What happens when a region of memory is full is on the axis, and recorded by no packet. */
static gboolean
check_kinds (const SlFilterNode *node, GError **error)
{
  guint16 kind;

  if (node == NULL)
    return TRUE;
  if (node->type != SL_FILTER_COMPARE)
    return check_kinds (node->left, error) && check_kinds (node->right, error);
  if (node->field != SL_FILTER_KIND || node->op != SL_FILTER_EQUAL ||
      !sl_kind_find (node->value, &kind) || (kind != SL_KIND_TOPA_INT && kind != SL_KIND_TOPA_STOP))
    return TRUE;

  g_set_error (
      error, SL_ERROR, SL_ERROR_USAGE,
      "“%s” in column %u of the filter is recorded by no packet: the lane output/full shows "
      "it, and “slices --lane output/full” prints it",
      node->value, node->column);
  return FALSE;
}

/**
 * sl_filter_check_names:
 * @traces: (array length=n_traces): whole, so that no name is still to come
 * @annotations_of: (array length=n_traces): what the user says of each
 *
 * Fails with %SL_ERROR_USAGE, with the column, where an object, a task or a lane is compared with a
 * word that is not a reference and that nothing in any of the traces is called, where a plain word is in no
 * name, or as
 * sl_filter_check_fields().
 */
gboolean
sl_filter_check_names (const SlFilter *self,
                       SlTrace *const *traces,
                       SlAnnotations *const *annotations_of,
                       guint n_traces,
                       GError **error)
{
  const SlFilterNode *node =
      find_stranger (sl_filter_get_root (self), traces, annotations_of, n_traces);

  if (node == NULL)
    return check_kinds (sl_filter_get_root (self), error) &&
           sl_filter_check_fields (self, traces, n_traces, error);

  if (node->op == SL_FILTER_HAS)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "Nothing in the trace is called “%s”, the word in column %u of the filter",
                 node->value, node->column);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” in column %u of the filter: the trace has no such %s", node->value,
                 node->column, sl_filter_field_get_id (node->field));
  return FALSE;
}

static gboolean
compares (const SlFilterNode *node, SlFilterField field)
{
  if (node == NULL)
    return FALSE;
  if (node->type == SL_FILTER_COMPARE)
    return node->field == field;

  return compares (node->left, field) || compares (node->right, field);
}

/**
 * sl_filter_compares_state:
 *
 * Returns: whether it looks at states, which slices have and events have not
 */
gboolean
sl_filter_compares_state (const SlFilter *self)
{
  return compares (sl_filter_get_root (self), SL_FILTER_STATE);
}

/* The first comparison of the tree with a field that no trace has. */
static const SlFilterNode *
find_unknown_field (const SlFilterNode *node, GPtrArray *names)
{
  const SlFilterNode *found;

  if (node == NULL)
    return NULL;
  if (node->type != SL_FILTER_COMPARE)
    {
      found = find_unknown_field (node->left, names);
      return found != NULL ? found : find_unknown_field (node->right, names);
    }
  if (node->field != SL_FILTER_RAW || node->is_flags)
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
set_unknown_field (const SlFilterNode *node, SlTrace *const *traces, guint n_traces, GError **error)
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

  if (!compares (sl_filter_get_root (self), SL_FILTER_RAW))
    return sl_filter_check_values (self, traces, n_traces, error);

  for (guint i = 0; i < n_traces; i++)
    g_ptr_array_add (names, sl_field_names_new (traces[i]));
  node = find_unknown_field (sl_filter_get_root (self), names);
  if (node == NULL)
    return sl_filter_check_values (self, traces, n_traces, error);

  set_unknown_field (node, traces, n_traces, error);
  return FALSE;
}
