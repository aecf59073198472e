/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-field-names.h"

/* Of a large trace this many blocks are looked into, and of a kind this many records. */
#define MOST_ZONES   64
#define MOST_RECORDS 1024

typedef struct
{
  SlTrace *trace;
  GHashTable *by_kind; /* from kind to a GPtrArray of names */
  SlEvent *events;     /* of the zone at hand */
  guint most;          /* records of a kind in a zone */
} Survey;

struct _SlFieldNames
{
  GHashTable *by_kind;
  SlSource *source;
};

static GPtrArray *
ensure_kind (Survey *self, guint16 kind)
{
  GPtrArray *names = g_hash_table_lookup (self->by_kind, GUINT_TO_POINTER (kind));

  if (names == NULL)
    {
      names = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->by_kind, GUINT_TO_POINTER (kind), names);
    }
  return names;
}

static void
add_names (Survey *self, const SlEvent *event)
{
  g_autoptr (GArray) details = sl_details_new ();
  GPtrArray *names = ensure_kind (self, event->kind);

  if (event->offset == SL_OFFSET_NONE ||
      !sl_source_describe (sl_trace_get_source (self->trace), event->offset, details))
    return;

  for (guint i = 0; i < details->len; i++)
    {
      const char *name = g_array_index (details, SlDetail, i).field;

      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (name));
    }
}

/* Describes records of each kind that are spread over the zone. */
static void
look_at_zone (Survey *self, guint zone)
{
  gssize n_events = sl_trace_read_block (self->trace, zone, self->events);
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (gssize i = 0; i < n_events; i++)
    {
      gpointer kind = GUINT_TO_POINTER (self->events[i].kind);

      g_hash_table_insert (counts, kind,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, kind)) +
                                             1));
    }
  for (gssize i = 0; i < n_events; i++)
    {
      gpointer kind = GUINT_TO_POINTER (self->events[i].kind);
      guint number = GPOINTER_TO_UINT (g_hash_table_lookup (seen, kind));
      guint step = GPOINTER_TO_UINT (g_hash_table_lookup (counts, kind)) / self->most;

      if (number % MAX (step, 1) == 0)
        add_names (self, &self->events[i]);
      g_hash_table_insert (seen, kind, GUINT_TO_POINTER (number + 1));
    }
}

/* A kind of which no block that was looked into has an event. */
static void
look_for_kind (Survey *self, guint16 kind)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << (kind % 64);
  guint n_zones = sl_trace_get_n_blocks (self->trace);

  for (guint i = 0; i < n_zones && !g_hash_table_contains (self->by_kind, GUINT_TO_POINTER (kind));
       i++)
    if ((sl_trace_get_zone (self->trace, i)->kinds & bit) != 0)
      look_at_zone (self, i);
}

/* @most: records of a kind that are described in a block of events; at least 1
 *
 * As sl_field_names_new(), more or less thoroughly. */
static SlFieldNames *
new_of_few (SlTrace *trace, guint most)
{
  SlFieldNames *self = g_new0 (SlFieldNames, 1);
  g_autoptr (GArray) kinds = sl_trace_get_kinds (trace);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  guint64 n_zones = sl_trace_get_n_blocks (trace);
  guint n_looks = (guint) MIN (n_zones, MOST_ZONES);
  Survey survey = { .trace = trace, .events = events, .most = most };

  self->source = g_object_ref (sl_trace_get_source (trace));
  self->by_kind = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  survey.by_kind = self->by_kind;
  for (guint i = 0; i < n_looks; i++)
    look_at_zone (&survey, (guint) (n_looks > 1 ? i * (n_zones - 1) / (n_looks - 1) : 0));
  for (guint i = 0; i < kinds->len; i++)
    if (sl_trace_get_n_events_of_kind (trace, g_array_index (kinds, guint16, i)) > 0)
      look_for_kind (&survey, g_array_index (kinds, guint16, i));

  return self;
}

/**
 * sl_field_names_new:
 *
 * Finds out which raw fields the records of @trace have. Of a large trace it describes some records
 * of each kind, from its first to its last block; of a small one all.
 *
 * Returns: (transfer full): which those are
 */
SlFieldNames *
sl_field_names_new (SlTrace *trace)
{
  guint n_looks = MIN (sl_trace_get_n_blocks (trace), MOST_ZONES);

  g_return_val_if_fail (SL_IS_TRACE (trace), NULL);

  return new_of_few (trace, MOST_RECORDS / MAX (n_looks, 1));
}

/**
 * sl_field_names_free:
 * @self: (transfer full):
 */
void
sl_field_names_free (SlFieldNames *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->by_kind);
  g_object_unref (self->source);
  g_free (self);
}

/**
 * sl_field_names_get:
 *
 * Returns: (transfer none) (nullable) (element-type utf8): the names of the fields that records of
 *   @kind have, in their order; %NULL where no event is of that kind
 */
GPtrArray *
sl_field_names_get (const SlFieldNames *self, guint16 kind)
{
  return g_hash_table_lookup (self->by_kind, GUINT_TO_POINTER (kind));
}

static gint
compare_names (gconstpointer one, gconstpointer other)
{
  return g_strcmp0 (*(const char *const *) one, *(const char *const *) other);
}

/**
 * sl_field_names_list:
 *
 * Returns: (transfer full) (element-type utf8): the names of the fields of all kinds, by the alphabet;
 *   the strings are @self's
 */
GPtrArray *
sl_field_names_list (const SlFieldNames *self)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->by_kind);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      GPtrArray *names = value;

      for (guint i = 0; i < names->len; i++)
        if (!g_ptr_array_find_with_equal_func (list, names->pdata[i], g_str_equal, NULL))
          g_ptr_array_add (list, names->pdata[i]);
    }
  g_ptr_array_sort (list, compare_names);
  return list;
}

/**
 * sl_field_names_has:
 *
 * Returns: whether records of any kind may have a field called @name, be it only some of them
 */
gboolean
sl_field_names_has (const SlFieldNames *self, const char *name)
{
  const char *const *some = sl_source_get_some_fields (self->source);
  GHashTableIter iter;
  gpointer names;

  if (some != NULL && g_strv_contains (some, name))
    return TRUE;

  g_hash_table_iter_init (&iter, self->by_kind);
  while (g_hash_table_iter_next (&iter, NULL, &names))
    if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
      return TRUE;

  return FALSE;
}
