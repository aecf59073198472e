/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-vocabulary.h"

#include <glib/gi18n.h>

#include "sl-field-names.h"
#include "sl-filter-values.h"
#include "sl-kind-counts.h"
#include "sl-kind.h"
#include "sl-state.h"
#include "sl-time-text.h"

struct _SlFilterVocabulary
{
  SlTraceSet *set;
  GPtrArray *lists[SL_N_FILTER_NAMES]; /* of SlCompletion; each made when it is first asked for */
};

static void
completion_free (gpointer data)
{
  SlCompletion *self = data;

  g_free (self->text);
  g_free (self->note);
  g_free (self);
}

/**
 * sl_completions_new:
 *
 * Returns: (transfer full) (element-type SlCompletion): none yet
 */
GPtrArray *
sl_completions_new (void)
{
  return g_ptr_array_new_with_free_func (completion_free);
}

/**
 * sl_completions_add:
 *
 * Adds one with that text and note.
 */
void
sl_completions_add (GPtrArray *list, const char *text, const char *note)
{
  SlCompletion *completion = g_new (SlCompletion, 1);

  *completion = (SlCompletion) { g_strdup (text), g_strdup (note) };
  g_ptr_array_add (list, completion);
}

/**
 * sl_filter_vocabulary_new:
 * @set: the traces, with what the user added to them
 */
SlFilterVocabulary *
sl_filter_vocabulary_new (SlTraceSet *set)
{
  SlFilterVocabulary *self = g_new0 (SlFilterVocabulary, 1);

  self->set = g_object_ref (set);
  return self;
}

/**
 * sl_filter_vocabulary_free:
 * @self: (transfer full):
 */
void
sl_filter_vocabulary_free (SlFilterVocabulary *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < SL_N_FILTER_NAMES; i++)
    g_clear_pointer (&self->lists[i], g_ptr_array_unref);
  g_object_unref (self->set);
  g_free (self);
}

static char *
dup_count (guint64 count)
{
  g_autofree char *figure = sl_time_text_ticks (count);

  return g_strdup_printf (ngettext ("%s event", "%s events", count), figure);
}

static void
list_kinds (SlFilterVocabulary *self, GPtrArray *list)
{
  g_autoptr (GArray) kinds = sl_kind_counts_list (self->set);

  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);
      g_autofree char *note = dup_count (sl_kind_counts_of_kind (self->set, kind));

      sl_completions_add (list, sl_kind_get (kind)->id, note);
    }
}

static void
list_families (SlFilterVocabulary *self, GPtrArray *list)
{
  g_autoptr (GArray) kinds = sl_kind_counts_list (self->set);
  g_autoptr (GArray) families = sl_kind_counts_list_families (kinds);

  for (guint i = 0; i < families->len; i++)
    {
      guint family = g_array_index (families, guint, i);
      g_autofree char *note = dup_count (sl_kind_counts_of_family (self->set, kinds, family));

      sl_completions_add (list, sl_family_get_id (family), note);
    }
}

static void
list_states (GPtrArray *list)
{
  for (guint state = SL_STATE_NONE + 1; state < SL_N_STATES; state++)
    sl_completions_add (list, sl_state_get_id (state), _ (sl_state_get_title (state)));
}

/* Once each: lives of one task have one name. */
static void
add_once (GPtrArray *list, GHashTable *seen, const char *name, const char *note)
{
  if (g_hash_table_add (seen, g_strdup (name)))
    sl_completions_add (list, name, note);
}

static void
list_objects (SlFilterVocabulary *self,
              GPtrArray *list,
              SlFilterNames names,
              guint trace,
              GHashTable *seen)
{
  SlTrace *its = sl_trace_set_get_trace (self->set, trace);
  SlAnnotations *annotations = sl_trace_set_get_annotations (self->set, trace);
  SlObjectTable *objects = sl_trace_get_objects (its);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      const char *type = sl_object_type_get_id (object->type);
      g_autofree char *name = NULL;

      if (names == SL_FILTER_NAMES_TASKS && object->type != SL_OBJECT_TASK)
        continue;
      if (names == SL_FILTER_NAMES_PROCESSORS && object->type != SL_OBJECT_CPU)
        continue;
      name = names == SL_FILTER_NAMES_PROCESSORS
                 ? g_strdup_printf ("%" G_GUINT64_FORMAT, object->id)
                 : sl_annotations_dup_object_name (annotations, its, number);
      add_once (list, seen, name, type);
    }
}

/* Those without an object. */
static void
list_lanes (SlFilterVocabulary *self, GPtrArray *list, guint trace, GHashTable *seen)
{
  SlTrace *its = sl_trace_set_get_trace (self->set, trace);

  for (guint i = 0; i < sl_trace_get_n_lanes (its); i++)
    {
      const SlLane *lane = sl_trace_get_lane (its, i);

      if (lane->object == 0 && lane->name != NULL)
        add_once (list, seen, lane->name, _ ("row"));
    }
}

/* While a trace is read, there are more with each generation. */
static void
list_raw_fields (SlFilterVocabulary *self, GPtrArray *list, guint trace, GHashTable *seen)
{
  SlTrace *its = sl_trace_set_get_trace (self->set, trace);
  g_autoptr (SlFieldNames) names = NULL;
  g_autoptr (GPtrArray) fields = NULL;

  if (!sl_trace_is_complete (its))
    return;

  names = sl_field_names_new (its);
  fields = sl_field_names_list (names);
  for (guint i = 0; i < fields->len; i++)
    add_once (list, seen, g_ptr_array_index (fields, i), _ ("raw field"));
}

static void
list_of_traces (SlFilterVocabulary *self, GPtrArray *list, SlFilterNames names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < sl_trace_set_get_size (self->set); i++)
    {
      if (names == SL_FILTER_NAMES_LANES)
        list_lanes (self, list, i, seen);
      else if (names == SL_FILTER_NAMES_FIELDS)
        list_raw_fields (self, list, i, seen);
      else
        list_objects (self, list, names, i, seen);
    }
}

/**
 * sl_filter_vocabulary_get:
 *
 * Returns: (transfer none) (element-type SlCompletion): all names of that sort
 */
GPtrArray *
sl_filter_vocabulary_get (SlFilterVocabulary *self, SlFilterNames names)
{
  GPtrArray *list;

  g_return_val_if_fail (self != NULL && names < SL_N_FILTER_NAMES, NULL);

  if (self->lists[names] != NULL)
    return self->lists[names];

  list = self->lists[names] = sl_completions_new ();
  if (names == SL_FILTER_NAMES_KINDS)
    list_kinds (self, list);
  else if (names == SL_FILTER_NAMES_FAMILIES)
    list_families (self, list);
  else if (names == SL_FILTER_NAMES_STATES)
    list_states (list);
  else
    list_of_traces (self, list, names);
  return list;
}

/**
 * sl_filter_vocabulary_list_values:
 * @field: name of a raw field
 *
 * Returns: (transfer full) (element-type SlCompletion): what the field can be, where that is known
 *   beforehand
 */
GPtrArray *
sl_filter_vocabulary_list_values (SlFilterVocabulary *self, const char *field)
{
  GPtrArray *list = sl_completions_new ();

  for (guint i = 0; i < sl_trace_set_get_size (self->set) && list->len == 0; i++)
    {
      g_autoptr (GPtrArray) words =
          sl_filter_values_list (sl_trace_set_get_trace (self->set, i), field);

      for (guint j = 0; words != NULL && j < words->len; j++)
        if (((const char *) g_ptr_array_index (words, j))[0] != '\0')
          sl_completions_add (list, g_ptr_array_index (words, j), field);
    }
  return list;
}
