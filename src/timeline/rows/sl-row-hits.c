/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-hits.h"

#include <string.h>

#include "sl-kind.h"
#include "sl-lower-bound.h"
#include "sl-row-collect-private.h"
#include "sl-trace-beginning.h"

/* To look into so many rows in each picture takes longer than to find the times of all their hits once, unless these are
 * more than MOST_TIMES. */
#define MANY_ROWS  256
#define MOST_TIMES (1u << 18)

/* A processor's interrupts have a row of their own. */
static gboolean
belongs_to_part (const SlRowHits *self, const SlKind *kind)
{
  gboolean is_interrupt = g_str_equal (kind->family, "interrupt");

  if (self->part == SL_ROW_NESTED)
    return is_interrupt;

  return self->lane == NULL || self->lane->type != SL_LANE_CPU || !is_interrupt ||
         !sl_row_stock_lane_has_part (self->lane, SL_ROW_NESTED) ||
         sl_row_stock_lane_has_strips (self->lane);
}

static gboolean
shows_kind (const SlRowHits *self, guint32 number)
{
  const SlKind *kind = sl_kind_get ((guint16) number);

  return kind == NULL ||
         (belongs_to_part (self, kind) &&
          !sl_kind_mask_has (sl_view_state_get_hidden_kinds (self->state), (guint16) number));
}

/**
 * sl_row_hits_init:
 * @self: (out caller-allocates):
 * @hits: (nullable): of @trace
 * @lane: number of the row's lane in @trace
 * @part: what of it the row shows
 *
 * Returns: whether there are any in the row
 */
gboolean
sl_row_hits_init (SlRowHits *self,
                  const SlEventHits *hits,
                  SlTrace *trace,
                  guint lane,
                  SlRowPart part,
                  const SlViewState *state)
{
  *self = (SlRowHits) { hits != NULL ? sl_event_hits_get_lane (hits, lane) : NULL,
                        sl_trace_beginning_get_shape (trace, lane), part, state };
  for (guint code = 0; self->track != NULL && code < sl_track_get_n_codes (self->track); code++)
    {
      guint32 kind, detail;

      sl_track_get_code (self->track, code, &kind, &detail);
      if (shows_kind (self, kind))
        return TRUE;
    }

  self->track = NULL;
  return FALSE;
}

/**
 * sl_row_hits_touch:
 * @item: of the row's lane
 * @is_mark: whether it is an instant, which is a hit by its kind
 *
 * Returns: whether a hit begins or ends a slice, or is in it
 */
gboolean
sl_row_hits_touch (const SlRowHits *self, const SlItem *item, gboolean is_mark)
{
  SlTrackIter iter;
  SlItem hit;

  if (self->track == NULL)
    return FALSE;

  sl_track_iter_init (&iter, self->track, item->begin);
  while (sl_track_iter_next (&iter, &hit) && hit.begin <= item->end)
    if (is_mark ? hit.state == item->state : shows_kind (self, hit.state))
      return TRUE;

  return FALSE;
}

/**
 * sl_row_hits_fold:
 * @view: in ticks of the row's trace
 *
 * Returns: (transfer full) (nullable): by column of @view, 1 for columns with a hit, else 0; %NULL
 *   where there is none at all
 */
guint8 *
sl_row_hits_fold (const SlRowHits *self, const SlView *view)
{
  guint n_columns = (guint) view->width;
  g_autofree SlFoldColumn *columns = NULL;
  g_autofree guint8 *groups = NULL;
  guint8 *found;
  guint n_codes;
  SlFoldQuery query;

  if (self->track == NULL || n_columns == 0 || view->visible.end <= view->visible.begin)
    return NULL;

  n_codes = sl_track_get_n_codes (self->track);
  groups = g_new (guint8, n_codes + 1);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 kind, detail;

      sl_track_get_code (self->track, code, &kind, &detail);
      groups[code] = shows_kind (self, kind) ? 0 : SL_FOLD_IGNORE;
    }

  columns = g_new0 (SlFoldColumn, n_columns);
  query = (SlFoldQuery) { view->visible, n_columns, groups, SL_STATE_NONE };
  sl_view_fold (view, self->track, &query, columns);
  found = g_new (guint8, n_columns);
  for (guint i = 0; i < n_columns; i++)
    found[i] = columns[i].groups != 0 ? 1 : 0;
  return found;
}

/* Sets the columns of @found from @first to @last in which the row has a hit, but for those that are set already. */
static gboolean
add_columns (const SlRowHits *self, const SlView *view, gint64 first, gint64 last, guint8 *found)
{
  gboolean has_any = FALSE;
  const guint8 *unset;

  while (first <= last && (unset = memchr (found + first, 0, (gsize) (last - first + 1))) != NULL)
    {
      int column = (int) (unset - found);
      SlTrackIter iter;
      SlItem hit;

      sl_track_iter_init (&iter, self->track, sl_view_fold_begin (view, column));
      do
        if (!sl_track_iter_next (&iter, &hit))
          return has_any;
      while (!shows_kind (self, hit.state));

      first = sl_view_fold_column (view, hit.begin);
      if (first > last)
        return has_any;
      found[first++] = 1;
      has_any = TRUE;
    }

  return has_any;
}

/* The rows that are folded below a heading. */
typedef struct
{
  const SlRows *rows;
  const SlViewState *state;
  const SlFoldedRow *folded;
  guint n_folded;
} Below;

static gboolean
find_hits (const Below *self, const SlFoldedRow *row, SlRowHits *hits)
{
  return row->hits.begin < row->hits.end &&
         sl_row_hits_init (hits, sl_rows_get_hits (self->rows, row->lane.trace),
                           sl_trace_set_get_trace (sl_rows_get_set (self->rows), row->lane.trace),
                           row->lane.lane, row->part, self->state);
}

/* Row by row, in the ticks of each. */
static gboolean
fold_rows (const Below *self, const SlView *view, guint8 *found)
{
  SlView own = *view;
  guint trace = G_MAXUINT;
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->n_folded; i++)
    {
      const SlFoldedRow *row = &self->folded[i];
      gint64 first, last;
      SlRowHits hits;

      if (row->lane.trace != trace)
        {
          trace = row->lane.trace;
          own = sl_view_in_trace (view, sl_rows_get_set (self->rows), trace);
        }
      first = MAX (sl_view_fold_column (&own, row->hits.begin), 0);
      last = MIN (sl_view_fold_column (&own, row->hits.end - 1), own.width - 1);
      if (first <= last && memchr (found + first, 0, (gsize) (last - first + 1)) != NULL &&
          find_hits (self, row, &hits))
        has_any = add_columns (&hits, &own, first, last, found) || has_any;
    }

  return has_any;
}

static guint64
count_hits (const Below *self)
{
  guint64 count = 0;
  SlRowHits hits;

  for (guint i = 0; i < self->n_folded; i++)
    if (find_hits (self, &self->folded[i], &hits))
      count += sl_track_get_count (hits.track);

  return count;
}

static int
compare_times (gconstpointer one, gconstpointer other)
{
  SlTime a = *(const SlTime *) one, b = *(const SlTime *) other;

  return a < b ? -1 : a > b;
}

/* While more are found, what is kept is soon of no use, and to look into many rows in each picture takes too long. */
static gboolean
are_complete (const Below *self)
{
  const SlEventHits *hits = sl_rows_get_hits (self->rows, self->folded[0].lane.trace);

  return hits != NULL && hits->is_complete;
}

/* (transfer full): of all hits, in order, in reference ticks; empty where there are too many */
static GArray *
make_times (gpointer user_data)
{
  const Below *self = user_data;
  SlTraceSet *set = sl_rows_get_set (self->rows);
  GArray *times = g_array_new (FALSE, FALSE, sizeof (SlTime));

  if (count_hits (self) > MOST_TIMES)
    return times;

  for (guint i = 0; i < self->n_folded; i++)
    {
      const SlFoldedRow *row = &self->folded[i];
      SlRowHits hits;
      SlTrackIter iter;
      SlItem hit;

      if (!find_hits (self, row, &hits))
        continue;
      sl_track_iter_init (&iter, hits.track, row->hits.begin);
      while (sl_track_iter_next (&iter, &hit))
        if (shows_kind (&hits, hit.state))
          {
            SlTime time = sl_trace_set_to_reference (set, row->lane.trace, hit.begin);

            g_array_append_val (times, time);
          }
    }
  g_array_sort (times, compare_times);
  return times;
}

static gboolean
fold_times (const GArray *times, const SlView *view, guint8 *found)
{
  const SlTime *all = (const SlTime *) (gpointer) times->data;
  guint place = 0;
  gboolean has_any = FALSE;

  for (gint64 column = 0; column < view->width; column++)
    {
      SlTime begin = sl_view_fold_begin (view, (int) column);

      place = sl_lower_bound (place, times->len, i, all[i] < begin);
      column = place < times->len ? sl_view_fold_column (view, all[place]) : view->width;
      if (column >= view->width)
        break;
      found[column] = 1;
      has_any = TRUE;
    }

  return has_any;
}

/**
 * sl_row_hits_fold_below:
 * @heading: number of a row
 * @state: whose rows these are
 * @view: in reference ticks
 *
 * As sl_row_hits_fold(), for all rows that are folded below a heading. Where these are very many, it costs the number of
 * their hits the first time, and the columns of @view from then on; while the filter is still searched for, they are left out.
 *
 * Returns: (transfer full) (nullable):
 */
guint8 *
sl_row_hits_fold_below (SlRows *rows, guint heading, const SlViewState *state, const SlView *view)
{
  g_autofree guint8 *found = NULL;
  const GArray *times = NULL;
  Below below = { rows, state, NULL, 0 };
  gboolean has_any;

  below.folded = sl_rows_get_folded (rows, heading, &below.n_folded);
  if (below.n_folded == 0 || view->width <= 0)
    return NULL;

  if (below.n_folded > MANY_ROWS && !are_complete (&below))
    return NULL;

  found = g_new0 (guint8, (gsize) view->width);
  if (below.n_folded > MANY_ROWS)
    times = sl_rows_keep_times (rows, heading, make_times, &below);
  has_any = times != NULL && times->len > 0 ? fold_times (times, view, found)
                                            : fold_rows (&below, view, found);

  return has_any ? g_steal_pointer (&found) : NULL;
}

static void
unref_binding (gpointer binding)
{
  g_clear_pointer ((SlFilterBinding **) &binding, sl_filter_binding_unref);
}

/**
 * sl_rows_bind_filter:
 * @last: (nullable) (element-type SlFilterBinding): what this gave before
 *
 * Binds the state's filter to each trace, with the names that the user gave, but for traces to which @last
 * has it bound.
 *
 * Returns: (transfer full) (nullable) (element-type SlFilterBinding): by trace, %NULL for those to which
 *   it cannot be applied; %NULL without a filter
 */
GPtrArray *
sl_rows_bind_filter (SlTraceSet *set, const SlViewState *state, GPtrArray *last)
{
  SlFilter *filter = sl_view_state_get_filter (state);
  GPtrArray *bindings;

  if (filter == NULL)
    return NULL;

  bindings = g_ptr_array_new_with_free_func (unref_binding);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      SlAnnotations *annotations = sl_trace_set_get_annotations (set, i);
      SlFilterBinding *known = last != NULL && i < last->len ? last->pdata[i] : NULL;

      if (known != NULL && sl_filter_binding_is_of (known, filter, trace, annotations))
        g_ptr_array_add (bindings, sl_filter_binding_ref (known));
      else
        g_ptr_array_add (bindings, sl_filter_bind (filter, trace, annotations, NULL));
    }
  return bindings;
}
