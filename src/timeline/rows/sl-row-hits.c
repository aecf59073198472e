/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-hits.h"

#include "sl-kind.h"
#include "sl-row-collect-private.h"
#include "sl-trace-beginning.h"

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
                  SlViewState *state)
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
