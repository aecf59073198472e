/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-values.h"

#include <string.h>

#include "sl-branch-cause.h"
#include "sl-bus-attribute.h"
#include "sl-error.h"
#include "sl-event-flags.h"
#include "sl-kind.h"
#include "sl-source-extras.h"
#include "sl-text-list.h"
#include "sl-topa-layout.h"

/* A message names at most so many values. */
#define MOST_NAMED 16

static GPtrArray *
list_attributes (SlTrace *trace)
{
  GPtrArray *words = NULL;

  if (!sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_BUS_ATTRIBUTES))
    return NULL;

  words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < SL_N_BUS_ATTRIBUTES; i++)
    g_ptr_array_add (words, g_strdup (sl_bus_attribute_get_word (i)));
  return words;
}

static GPtrArray *
list_causes (SlTrace *trace)
{
  GPtrArray *words;

  if (!sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_BUS_DATA))
    return NULL;

  words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < SL_N_BRANCH_CAUSES; i++)
    g_ptr_array_add (words, g_strdup (sl_branch_cause_get_id ((SlBranchCause) i)));
  return words;
}

static GPtrArray *
list_flags (SlTrace *trace)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < SL_EVENT_FLAG_WORDS; i++)
    g_ptr_array_add (words, g_strdup (sl_event_flag_get_word (i)));
  return words;
}

/* By name, such as A0. */
static GPtrArray *
list_regions (SlTrace *trace)
{
  SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace));
  GPtrArray *words;

  if (layout == NULL || !layout->uses_tables)
    return NULL;

  words = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < layout->entries->len; i++)
    if ((sl_topa_layout_get_entry (layout, i)->flags & SL_TOPA_ENTRY_END) == 0)
      g_ptr_array_add (words, sl_topa_layout_dup_place (layout, i));
  return words;
}

/* Fields with values that can be told beforehand. */
static const struct
{
  const char *field;
  GPtrArray *(*list) (SlTrace *trace); /* NULL where they cannot */
} fields[] = {
  { "attribute", list_attributes }, { "cause", list_causes },       { SL_FILTER_FLAGS, list_flags },
  { "region", list_regions },       { "topa-entry", list_regions },
};

/**
 * sl_filter_values_list:
 * @field: name of a raw field
 *
 * Returns: (transfer full) (element-type utf8) (nullable): the words that it can be in @trace; %NULL where that is
 *   not known beforehand
 */
GPtrArray *
sl_filter_values_list (SlTrace *trace, const char *field)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (g_str_equal (fields[i].field, field))
      return fields[i].list (trace);

  return sl_source_list_words (sl_trace_get_source (trace), field);
}

/* What people write beside the words of attributes: WB as Intel's manual does, or write back. */
static char *
resolve_attribute (SlTrace *trace, const char *value)
{
  static const char *const short_words[SL_N_BUS_ATTRIBUTES] = {
    [SL_BUS_UNCACHEABLE] = "uc",
    [SL_BUS_WRITE_THROUGH] = "wt",
    [SL_BUS_WRITE_PROTECT] = "wp",
    [SL_BUS_WRITE_BACK] = "wb",
  };
  g_autofree char *spelt = g_ascii_strdown (value, -1);

  if (!sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_BUS_ATTRIBUTES))
    return NULL;

  g_strdelimit (spelt, " _", '-');
  for (guint i = 0; i < SL_N_BUS_ATTRIBUTES; i++)
    if (g_str_equal (spelt, short_words[i]) || g_str_equal (spelt, sl_bus_attribute_get_word (i)))
      return g_strdup (sl_bus_attribute_get_word (i));

  return NULL;
}

/**
 * sl_filter_value_resolve:
 * @node: a comparison with a raw field
 *
 * Returns: (transfer full) (nullable): the word that the field has where @node spells it in another way;
 *   %NULL where it does not
 */
char *
sl_filter_value_resolve (SlTrace *trace, const SlFilterNode *node)
{
  if (node->field != SL_FILTER_RAW ||
      (node->op != SL_FILTER_EQUAL && node->op != SL_FILTER_NOT_EQUAL))
    return NULL;

  return g_str_equal (node->name, "attribute") ? resolve_attribute (trace, node->value) : NULL;
}

/* As lists have them: joined by +, or none. */
static gboolean
are_flags (GPtrArray *words, const char *value)
{
  g_auto (GStrv) parts = g_strsplit (value, "+", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (words, parts[i], g_str_equal, NULL))
      return FALSE;

  return TRUE;
}

static gboolean
is_number (const char *word)
{
  __int128 number;

  return sl_detail_parse_number (word, &number);
}

static gboolean
has_number (GPtrArray *words)
{
  for (guint i = 0; i < words->len; i++)
    if (is_number (g_ptr_array_index (words, i)))
      return TRUE;

  return FALSE;
}

/* Other events have the field as a number, which the words say nothing of. */
static gboolean
is_number_too (GPtrArray *words)
{
  return g_ptr_array_find_with_equal_func (words, "", g_str_equal, NULL);
}

/* A number that stands for a word, or words for its bits. */
static gboolean
is_of_kernel (GPtrArray *words, const char *value)
{
  g_auto (GStrv) parts = g_strsplit (value, "|", -1);

  if (is_number (value) && (!has_number (words) || is_number_too (words)))
    return TRUE;

  for (guint i = 0; parts[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (words, parts[i], g_str_equal, NULL))
      return FALSE;

  return TRUE;
}

static gboolean
has_value (GPtrArray *words, SlTrace *trace, const SlFilterNode *node)
{
  g_autofree char *resolved = sl_filter_value_resolve (trace, node);
  g_autoptr (GPtrArray) of_kernel = sl_source_list_words (sl_trace_get_source (trace), node->name);

  if (of_kernel != NULL && !node->is_flags)
    return is_of_kernel (words, node->value);

  if (node->is_flags)
    return are_flags (words, node->value);

  return g_ptr_array_find_with_equal_func (words, resolved != NULL ? resolved : node->value,
                                           g_str_equal, NULL);
}

/* A raw field may be called as what is none. */
static GPtrArray *
list_values (SlTrace *trace, const SlFilterNode *node)
{
  return node->is_flags || !g_str_equal (node->name, SL_FILTER_FLAGS)
             ? sl_filter_values_list (trace, node->name)
             : sl_source_list_words (sl_trace_get_source (trace), node->name);
}

/* An impossible value is one in each of the traces. */
static gboolean
check_value (const SlFilterNode *node, SlTrace *const *traces, guint n_traces, GError **error)
{
  g_autofree char *possible = NULL;

  for (guint i = 0; i < n_traces; i++)
    {
      g_autoptr (GPtrArray) words = list_values (traces[i], node);

      if (words == NULL || has_value (words, traces[i], node))
        return TRUE;
      if (possible == NULL)
        possible = is_number_too (words) ? g_strdup ("") : sl_text_list_join (words, MOST_NAMED);
    }
  if (possible == NULL)
    return TRUE;

  if (possible[0] == '\0')
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” in column %u of the filter is not a value of %s, which is a number",
                 node->value, node->column, node->name);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” in column %u of the filter is not a value of %s; possible values are %s",
                 node->value, node->column, node->name, possible);
  return FALSE;
}

/* How many letters have to be put in, taken out or changed to make one word the other. */
static guint
measure_distance (const char *one, const char *other)
{
  gsize length = strlen (other);
  g_autofree guint *row = g_new (guint, length + 1);

  for (gsize j = 0; j <= length; j++)
    row[j] = (guint) j;
  for (gsize i = 0; one[i] != '\0'; i++)
    {
      guint corner = row[0]++;

      for (gsize j = 0; j < length; j++)
        {
          guint change = corner + (one[i] != other[j]);

          corner = row[j + 1];
          row[j + 1] = MIN (change, MIN (row[j], corner) + 1);
        }
    }
  return row[length];
}

static const char *
skip_system (const char *event)
{
  const char *colon = strchr (event, ':');

  return colon != NULL ? colon + 1 : event;
}

/* The names that are spelt most like @value. */
static char *
join_nearest (GPtrArray *events, const char *value)
{
  g_autoptr (GPtrArray) nearest = g_ptr_array_new ();
  guint least = G_MAXUINT;

  for (guint i = 0; i < events->len; i++)
    {
      const char *name = skip_system (g_ptr_array_index (events, i));
      guint distance = measure_distance (name, skip_system (value));

      if (distance > least)
        continue;
      if (distance < least)
        g_ptr_array_set_size (nearest, 0);
      least = distance;
      if (!g_ptr_array_find_with_equal_func (nearest, name, g_str_equal, NULL))
        g_ptr_array_add (nearest, (gpointer) name);
    }
  return sl_text_list_join (nearest, MOST_NAMED);
}

static gboolean
is_event_of (GPtrArray *events, const char *value)
{
  for (guint i = 0; i < events->len; i++)
    {
      const char *event = g_ptr_array_index (events, i);

      if (g_str_equal (event, value) || g_str_equal (skip_system (event), value))
        return TRUE;
    }

  return FALSE;
}

/* Records that are only counted are not events.
 *
 * @name: of a kind, or of what is none */
static gboolean
check_listed (const SlFilterNode *node,
              const char *name,
              SlTrace *const *traces,
              guint n_traces,
              GError **error)
{
  g_autofree char *dashed = g_strdelimit (g_strdup (name), "_", '-');
  guint64 n_unlisted = 0;
  guint16 kind;

  if (!sl_kind_find (name, &kind) && !sl_kind_find (dashed, &kind))
    return TRUE;

  for (guint i = 0; i < n_traces; i++)
    n_unlisted += sl_source_get_n_unlisted (sl_trace_get_source (traces[i]), kind);
  if (n_unlisted == 0)
    return TRUE;

  g_set_error (
      error, SL_ERROR, SL_ERROR_USAGE,
      "“%s” in column %u of the filter is a kind that is only counted: the %" G_GUINT64_FORMAT
      " records of the trace are not listed as events",
      node->value, node->column, n_unlisted);
  return FALSE;
}

/* Tracepoints of Linux that have a kind of their own, as the kernel calls them. */
static void
add_tracepoints (GPtrArray *names)
{
  for (guint kind = SL_KIND_LINUX_SCHED_SWITCH; kind < SL_KIND_LINUX_EVENT; kind++)
    g_ptr_array_add (names, g_strdelimit (g_strdup (sl_kind_get ((guint16) kind)->id), "-", '_'));
}

/* A tracepoint that nobody knows: not one that was recorded, nor one that might have been. */
static gboolean
check_event (const SlFilterNode *node, SlTrace *const *traces, guint n_traces, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *nearest = NULL;
  gboolean is_known = FALSE;

  add_tracepoints (known);
  for (guint i = 0; i < n_traces && !is_known; i++)
    {
      GPtrArray *events = sl_filter_values_list (traces[i], SL_FILTER_EVENT);

      is_known = events == NULL || events->len == 0;
      if (events != NULL)
        g_ptr_array_extend_and_steal (known, events);
    }
  if (is_known || is_event_of (known, node->value))
    return check_listed (node, skip_system (node->value), traces, n_traces, error);

  nearest = join_nearest (known, node->value);
  g_set_error (
      error, SL_ERROR, SL_ERROR_USAGE,
      "“%s” in column %u of the filter: the trace knows no such event; nearest in spelling: %s",
      node->value, node->column, nearest);
  return FALSE;
}

static gboolean
check_node (const SlFilterNode *node, SlTrace *const *traces, guint n_traces, GError **error)
{
  if (node == NULL)
    return TRUE;
  if (node->type != SL_FILTER_COMPARE)
    return check_node (node->left, traces, n_traces, error) &&
           check_node (node->right, traces, n_traces, error);
  if (node->op != SL_FILTER_EQUAL && node->op != SL_FILTER_NOT_EQUAL)
    return TRUE;
  if (node->field == SL_FILTER_KIND)
    return check_listed (node, node->value, traces, n_traces, error);

  if (node->field == SL_FILTER_RAW && !node->is_flags && g_str_equal (node->name, SL_FILTER_EVENT))
    return check_event (node, traces, n_traces, error);

  return node->field != SL_FILTER_RAW || check_value (node, traces, n_traces, error);
}

/**
 * sl_filter_check_values:
 * @traces: (array length=n_traces): whole
 *
 * Fails with %SL_ERROR_USAGE, with the column, where a field is compared with a word that it never is in
 * any of the traces, and says which it may be.
 */
gboolean
sl_filter_check_values (const SlFilter *self,
                        SlTrace *const *traces,
                        guint n_traces,
                        GError **error)
{
  return check_node (sl_filter_get_root (self), traces, n_traces, error);
}
