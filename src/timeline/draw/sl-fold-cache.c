/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-fold-cache.h"

#include <string.h>

#include "sl-parallel.h"

/* Views of columns at least so many ticks wide that differ by whole columns share what they have in common. Borders of
 * columns are rounded to ticks, so that they may be two ticks off, which is nothing beside such a column. */
#define TICKS_TO_MOVE 1024

/* What is kept of a track in any view outlasts so many pictures in which it is not seen, or not folded. */
#define SUMS_LAST 100

/* Ticks on which columns stand: column c of a picture begins where column shift + c of the grid begins. */
typedef struct
{
  SlTime origin; /* where column 0 of the grid begins */
  gint64 shift;
} Grid;

/* Snapshots of tracks are immutable: the same one folded in the same way gives the same. Two rows
 * may show one track and ask for different states of it. */
typedef struct
{
  SlTrack *track;
  SlState counted;
  SlFoldSums *sums;
  SlSpan span;
  guint n_columns;
  SlFoldColumn *columns; /* NULL where they are not kept */
  Grid grid;             /* of the columns */
  guint first_missing;   /* of the columns, those that are to be folded next */
  guint end_missing;
  guint age; /* sweeps since it was used */
} Entry;

typedef struct
{
  SlFoldGroups of; /* whose rows and track are owned */
  guint8 *groups;
  gboolean used; /* since the last sweep */
} Groups;

struct _SlFoldCache
{
  GHashTable *groups;  /* of Groups, by what they depend on */
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
  sl_fold_sums_free (self->sums);
  g_free (self->columns);
  g_free (self);
}

static guint
hash_groups (gconstpointer data)
{
  const SlFoldGroups *self = data;

  return g_direct_hash (self->track) + self->shown;
}

static gboolean
groups_equal (gconstpointer one, gconstpointer other)
{
  const SlFoldGroups *a = one, *b = other;

  return a->rows == b->rows && a->track == b->track && a->shown == b->shown && a->group == b->group;
}

static void
groups_free (gpointer data)
{
  Groups *self = data;

  if (self->of.rows != NULL)
    sl_rows_unref (self->of.rows);
  sl_track_unref ((SlTrack *) self->of.track);
  g_free (self->groups);
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
  self->groups = g_hash_table_new_full (hash_groups, groups_equal, NULL, groups_free);
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
  g_hash_table_unref (self->groups);
  g_free (self);
}

/* What is known of the track, whatever the view. */
static Entry *
take_entry (SlFoldCache *self, const SlTrack *track, const guint8 *group_of, SlState counted)
{
  Entry key = { .track = (SlTrack *) track, .counted = counted };
  Entry *entry = g_hash_table_lookup (self->entries, &key);

  if (entry == NULL || !sl_fold_sums_has_groups (entry->sums, group_of))
    {
      entry = g_new (Entry, 1);
      *entry = (Entry) {
        .track = sl_track_ref ((SlTrack *) track),
        .counted = counted,
        .sums = sl_fold_sums_new ((SlTrack *) track, group_of, counted),
      };
      g_hash_table_replace (self->entries, entry, entry);
    }

  entry->age = 0;
  return entry;
}

static __int128
get_length (SlSpan span)
{
  return (__int128) span.end - span.begin;
}

/* Where column @column of a view begins that has columns as wide as those of @entry and the first of them at @shift. */
static __int128
get_column_begin (const Entry *entry, gint64 shift, gint64 column)
{
  __int128 ticks = get_length (entry->span) * ((__int128) shift + column);

  return ticks / entry->n_columns - (ticks % entry->n_columns < 0) + entry->grid.origin;
}

static void
fold_cb (guint number, gpointer entries)
{
  const Entry *entry = g_ptr_array_index ((GPtrArray *) entries, number);
  guint first = entry->first_missing, end = entry->end_missing;
  __int128 missing_begin, missing_end;

  if (first == end)
    return;

  missing_begin = get_column_begin (entry, entry->grid.shift, first);
  missing_end = get_column_begin (entry, entry->grid.shift, end);
  sl_fold_sums_fold (entry->sums,
                     (SlSpan) { (SlTime) MAX (missing_begin, SL_TIME_MIN),
                                (SlTime) MIN (missing_end, SL_TIME_MAX) },
                     end - first, entry->columns + first);
}

/* What the last picture asked for in the same way as for @asked, and this one has not asked for yet. */
static gboolean
is_beside (const Entry *entry, const Entry *asked)
{
  return entry != asked && entry->age == 1 && entry->columns != NULL && asked->columns != NULL &&
         sl_span_equal (entry->span, asked->span) && entry->n_columns == asked->n_columns;
}

/* Whether a view of @span has columns of the grid of @entry, of which it then begins with @shift. */
static gboolean
is_on_grid (const Entry *entry, SlSpan span, guint n_columns, gint64 *shift)
{
  __int128 length = get_length (span), columns, off;

  if (entry->columns == NULL || n_columns != entry->n_columns ||
      length != get_length (entry->span) || length / TICKS_TO_MOVE < n_columns)
    return FALSE;

  columns = ((__int128) span.begin - entry->grid.origin) * n_columns;
  *shift = (gint64) ((columns + (columns < 0 ? -length : length) / 2) / length);
  off = get_column_begin (entry, *shift, 0) - span.begin;
  return off >= -1 && off <= 1;
}

/* Keeps what a picture of @span has in common with the last one; the rest is missing. */
static void
move_entry (Entry *entry, SlSpan span, guint n_columns)
{
  gint64 shift, by = n_columns;
  guint n_kept;

  if (is_on_grid (entry, span, n_columns, &shift))
    {
      by = CLAMP (shift - entry->grid.shift, -(gint64) n_columns, (gint64) n_columns);
      entry->grid.shift = shift;
    }
  else
    {
      entry->columns = g_renew (SlFoldColumn, entry->columns, n_columns);
      entry->grid = (Grid) { .origin = span.begin };
    }

  entry->span = span;
  entry->n_columns = n_columns;
  n_kept = n_columns - (guint) ABS (by);
  entry->first_missing = by > 0 ? n_kept : 0;
  entry->end_missing = by > 0 ? n_columns : n_columns - n_kept;
  memmove (entry->columns + (by < 0 ? -by : 0), entry->columns + (by > 0 ? by : 0),
           n_kept * sizeof (SlFoldColumn));
}

/* Where the view moves, all rows move: those that stood beside this one in the last picture will be asked for as well,
 * and are folded at the same time. */
static void
fold (SlFoldCache *self, Entry *asked, const SlFoldQuery *query)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer entry;

  g_ptr_array_add (entries, asked);
  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    if (is_beside (entry, asked))
      g_ptr_array_add (entries, entry);

  for (guint i = 0; i < entries->len; i++)
    move_entry (g_ptr_array_index (entries, i), query->span, query->n_columns);
  sl_parallel_run (entries->len, fold_cb, entries);
}

/**
 * sl_fold_cache_get:
 *
 * Where the view has moved by whole columns only those that come into sight are folded: borders of columns may then
 * be two ticks off.
 *
 * Returns: (transfer none) (array): the columns of @query, folded now or before; they last until
 *   the sweep after next, or until @track is asked for in another way
 */
const SlFoldColumn *
sl_fold_cache_get (SlFoldCache *self, const SlTrack *track, const SlFoldQuery *query)
{
  Entry *entry = take_entry (self, track, query->group_of, query->counted);

  if (entry->columns != NULL && sl_span_equal (entry->span, query->span) &&
      entry->n_columns == query->n_columns)
    return entry->columns;

  fold (self, entry, query);
  return entry->columns;
}

/**
 * sl_fold_cache_fold:
 * @query: whose span and columns are not looked at
 * @view: in ticks of the track
 * @columns: (out caller-allocates): one a pixel of @view
 *
 * Folds part by part of an axis with breaks; the columns are not kept.
 */
void
sl_fold_cache_fold (SlFoldCache *self,
                    const SlTrack *track,
                    const SlFoldQuery *query,
                    const SlView *view,
                    SlFoldColumn *columns)
{
  Entry *entry = take_entry (self, track, query->group_of, query->counted);

  for (guint i = 0; i < sl_view_get_n_parts (view); i++)
    {
      SlViewPart part = sl_view_get_part (view, i);

      if (part.span.begin < part.span.end)
        sl_fold_sums_fold (entry->sums, part.span, (guint) part.width, columns + part.x);
      else
        memset (columns + part.x, 0, (gsize) part.width * sizeof (SlFoldColumn));
    }
}

/**
 * sl_fold_cache_sum:
 * @query: whose columns were asked for, or will be; its span and its columns are not looked at
 * @span: ticks of the track
 * @time_by_group: (inout) (array fixed-size=256): as sl_track_sum_groups() has it
 * @count_by_group: (inout) (array fixed-size=256): the same
 */
void
sl_fold_cache_sum (SlFoldCache *self,
                   const SlTrack *track,
                   const SlFoldQuery *query,
                   SlSpan span,
                   guint64 *time_by_group,
                   guint64 *count_by_group)
{
  Entry *entry = take_entry (self, track, query->group_of, query->counted);

  sl_fold_sums_sum (entry->sums, span, time_by_group, count_by_group);
}

/**
 * sl_fold_groups_make:
 * @user_data: of the function that says which group a code belongs to
 *
 * Returns: (transfer full) (array): by code of the track
 */
guint8 *
sl_fold_groups_make (const SlFoldGroups *groups, gpointer user_data)
{
  guint n_codes = sl_track_get_n_codes (groups->track);
  guint8 *group_of = g_new (guint8, n_codes + 1);

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (groups->track, i, &state, &detail);
      group_of[i] = groups->group (state, detail, user_data);
    }

  return group_of;
}

/**
 * sl_fold_cache_get_groups:
 *
 * Returns: (transfer none) (array): what sl_fold_groups_make() gives, now or before; they last until the sweep
 *   after next
 */
const guint8 *
sl_fold_cache_get_groups (SlFoldCache *self, const SlFoldGroups *groups, gpointer user_data)
{
  Groups *known = g_hash_table_lookup (self->groups, groups);

  if (known == NULL)
    {
      known = g_new (Groups, 1);
      *known = (Groups) { .of = *groups, .groups = sl_fold_groups_make (groups, user_data) };
      if (groups->rows != NULL)
        sl_rows_ref (groups->rows);
      sl_track_ref ((SlTrack *) groups->track);
      g_hash_table_insert (self->groups, &known->of, known);
    }

  known->used = TRUE;
  return known->groups;
}

/**
 * sl_fold_cache_look_ahead:
 * @n_chunks: how much is done in this call: 200 take about a millisecond
 *
 * Finds out what the next pictures may need, of what was folded for the last ones. For a caller who has nothing else to do.
 *
 * Returns: whether it should be called again
 */
gboolean
sl_fold_cache_look_ahead (SlFoldCache *self, guint n_chunks)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, &entry, NULL))
    if (sl_fold_sums_look_ahead (((Entry *) entry)->sums, &n_chunks))
      return TRUE;

  return FALSE;
}

static gboolean
drop_unused_groups (gpointer key, gpointer value, gpointer user_data)
{
  Groups *groups = value;
  gboolean drop = !groups->used;

  groups->used = FALSE;
  return drop;
}

static gboolean
drop_unused (gpointer key, gpointer value, gpointer user_data)
{
  Entry *entry = value;

  if (entry->age++ == 0)
    return FALSE;

  g_clear_pointer (&entry->columns, g_free);
  return entry->age > SUMS_LAST || sl_fold_sums_is_empty (entry->sums);
}

/**
 * sl_fold_cache_sweep:
 *
 * Forgets what no picture asked for since the last sweep; what views have in common is kept for some more.
 */
void
sl_fold_cache_sweep (SlFoldCache *self)
{
  g_hash_table_foreach_remove (self->entries, drop_unused, NULL);
  g_hash_table_foreach_remove (self->groups, drop_unused_groups, NULL);
}
