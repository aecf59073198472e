/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-fold-cache.h"

#include <string.h>

/* Snapshots of tracks are immutable: the same one folded in the same way gives the same. Two rows
 * may show one track and ask for different states of it. */
typedef struct
{
  SlTrack *track;
  SlState counted;
  SlSpan span;
  guint n_columns;
  guint n_codes;
  guint8 *group_of;
  SlFoldColumn *columns;
  gboolean used; /* since the last sweep */
} Entry;

struct _SlFoldCache
{
  GHashTable *entries; /* of Entry, by track and state that is counted */
};

static guint
hash_entry (gconstpointer data)
{
  const Entry *self = data;

  return g_direct_hash (self->track) + self->counted;
}

static gboolean
entries_equal (gconstpointer one, gconstpointer other)
{
  const Entry *a = one, *b = other;

  return a->track == b->track && a->counted == b->counted;
}

static void
entry_free (gpointer data)
{
  Entry *self = data;

  sl_track_unref (self->track);
  g_free (self->group_of);
  g_free (self->columns);
  g_free (self);
}

/**
 * sl_fold_cache_new:
 */
SlFoldCache *
sl_fold_cache_new (void)
{
  SlFoldCache *self = g_new (SlFoldCache, 1);

  self->entries = g_hash_table_new_full (hash_entry, entries_equal, NULL, entry_free);
  return self;
}

/**
 * sl_fold_cache_free:
 */
void
sl_fold_cache_free (SlFoldCache *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->entries);
  g_free (self);
}

static gboolean
is_answer (const Entry *entry, const SlFoldQuery *query, guint n_codes)
{
  return sl_span_equal (entry->span, query->span) && entry->n_columns == query->n_columns &&
         entry->n_codes == n_codes && memcmp (entry->group_of, query->group_of, n_codes) == 0;
}

/**
 * sl_fold_cache_get:
 *
 * Returns: (transfer none) (array): the columns of @query, folded now or before; they last until
 *   the sweep after next, or until @track is asked for in another way
 */
const SlFoldColumn *
sl_fold_cache_get (SlFoldCache *self, const SlTrack *track, const SlFoldQuery *query)
{
  guint n_codes = sl_track_get_n_codes (track);
  Entry key = { .track = (SlTrack *) track, .counted = query->counted };
  Entry *entry = g_hash_table_lookup (self->entries, &key);

  if (entry != NULL && is_answer (entry, query, n_codes))
    {
      entry->used = TRUE;
      return entry->columns;
    }

  entry = g_new (Entry, 1);
  *entry = (Entry) {
    .track = sl_track_ref ((SlTrack *) track),
    .counted = query->counted,
    .span = query->span,
    .n_columns = query->n_columns,
    .n_codes = n_codes,
    .group_of = g_memdup2 (query->group_of, n_codes),
    .columns = g_new (SlFoldColumn, query->n_columns),
    .used = TRUE,
  };
  sl_track_fold (track, query, entry->columns);
  g_hash_table_replace (self->entries, entry, entry);

  return entry->columns;
}

static gboolean
drop_unused (gpointer key, gpointer value, gpointer user_data)
{
  Entry *entry = value;
  gboolean drop = !entry->used;

  entry->used = FALSE;
  return drop;
}

/**
 * sl_fold_cache_sweep:
 *
 * Forgets what no picture asked for since the last sweep.
 */
void
sl_fold_cache_sweep (SlFoldCache *self)
{
  g_hash_table_foreach_remove (self->entries, drop_unused, NULL);
}
