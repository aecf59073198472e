/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-state-private.h"

#include <string.h>

#include "sl-lower-bound.h"

G_DEFINE_BOXED_TYPE (SlViewState, sl_view_state, sl_view_state_ref, sl_view_state_unref)

static GPtrArray *
new_names (void)
{
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, NULL);
  return names;
}

/**
 * sl_view_state_new:
 * @visible: reference ticks on screen
 *
 * Everything shown, elapsed time on the axis, the compact look.
 */
SlViewState *
sl_view_state_new (SlSpan visible)
{
  SlViewState *self = g_new0 (SlViewState, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->visible = visible;
  self->axis = SL_AXIS_TIME;
  self->row_order = new_names ();
  self->row_heights = g_array_new (FALSE, FALSE, sizeof (SlViewRowHeight));
  self->row_groups = g_array_new (FALSE, FALSE, sizeof (SlViewRowGroup));
  self->offsets = g_array_new (FALSE, TRUE, sizeof (gint64));
  self->row_addresses = g_array_new (FALSE, FALSE, sizeof (SlViewRowAddresses));
  self->markers = sl_markers_new ();
  self->panels = sl_view_panels_default;
  for (guint i = 0; i < SL_N_NAME_SETS; i++)
    self->names[i] = new_names ();

  return self;
}

/**
 * sl_view_state_ref:
 */
SlViewState *
sl_view_state_ref (SlViewState *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_view_state_unref:
 */
void
sl_view_state_unref (SlViewState *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < SL_N_NAME_SETS; i++)
    g_ptr_array_unref (self->names[i]);
  g_ptr_array_unref (self->row_order);
  g_array_unref (self->row_heights);
  g_array_unref (self->row_groups);
  g_array_unref (self->row_addresses);
  g_array_unref (self->offsets);
  g_clear_pointer (&self->facts, g_array_unref);
  sl_markers_unref (self->markers);
  g_clear_pointer (&self->filter, sl_filter_unref);
  g_clear_pointer (&self->hidden_kinds, sl_kind_mask_unref);
  g_free (self);
}

static gboolean
names_equal (const GPtrArray *one, const GPtrArray *other)
{
  return one == other || (one->len == other->len &&
                          memcmp (one->pdata, other->pdata, one->len * sizeof (gpointer)) == 0);
}

static gboolean
heights_equal (const GArray *one, const GArray *other)
{
  if (one->len != other->len)
    return FALSE;

  for (guint i = 0; i < one->len; i++)
    {
      const SlViewRowHeight *left = &g_array_index (one, SlViewRowHeight, i);
      const SlViewRowHeight *right = &g_array_index (other, SlViewRowHeight, i);

      if (left->row != right->row || left->height != right->height)
        return FALSE;
    }

  return TRUE;
}

static gboolean
addresses_equal (const GArray *one, const GArray *other)
{
  if (one->len != other->len)
    return FALSE;

  for (guint i = 0; i < one->len; i++)
    {
      const SlViewRowAddresses *left = &g_array_index (one, SlViewRowAddresses, i);
      const SlViewRowAddresses *right = &g_array_index (other, SlViewRowAddresses, i);

      if (left->row != right->row || !sl_address_view_equal (&left->view, &right->view))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_view_state_equal:
 */
gboolean
sl_view_state_equal (const SlViewState *one, const SlViewState *other)
{
  if (one == other)
    return TRUE;

  for (guint i = 0; i < SL_N_NAME_SETS; i++)
    {
      if (!names_equal (one->names[i], other->names[i]))
        return FALSE;
    }
  for (guint i = 0; i < SL_N_CURSORS; i++)
    {
      if (one->has_cursor[i] != other->has_cursor[i] ||
          (one->has_cursor[i] && one->cursors[i] != other->cursors[i]))
        return FALSE;
    }

  return sl_span_equal (one->visible, other->visible) && one->axis == other->axis &&
         one->unit == other->unit && one->origin == other->origin && one->style == other->style &&
         sl_filter_equal (one->filter, other->filter) && one->filter_hides == other->filter_hides &&
         g_strv_equal (sl_view_state_get_row_order (one), sl_view_state_get_row_order (other)) &&
         heights_equal (one->row_heights, other->row_heights) &&
         sl_view_state_groups_equal (one->row_groups, other->row_groups) &&
         addresses_equal (one->row_addresses, other->row_addresses) &&
         one->has_selection == other->has_selection &&
         (!one->has_selection || sl_span_equal (one->selection, other->selection)) &&
         sl_target_equal (&one->picked, &other->picked) && sl_view_state_facts_equal (one, other) &&
         sl_view_panels_equal (&one->panels, &other->panels) &&
         sl_markers_equal (one->markers, other->markers) &&
         one->chosen_marker == other->chosen_marker && one->is_compared == other->is_compared &&
         one->compared[0] == other->compared[0] && one->compared[1] == other->compared[1] &&
         sl_view_state_has_same_offsets (one, other);
}

/**
 * sl_view_state_has_same_offsets:
 *
 * Returns: whether traces stand where they do in @other
 */
gboolean
sl_view_state_has_same_offsets (const SlViewState *self, const SlViewState *other)
{
  guint n_traces = MAX (self->offsets->len, other->offsets->len);

  for (guint i = 0; self->offsets != other->offsets && i < n_traces; i++)
    if (sl_view_state_get_offset (self, i) != sl_view_state_get_offset (other, i))
      return FALSE;

  return TRUE;
}

/**
 * sl_view_state_get_visible:
 *
 * Returns: reference ticks on screen
 */
SlSpan
sl_view_state_get_visible (const SlViewState *self)
{
  return self->visible;
}

/**
 * sl_view_state_get_axis:
 */
SlAxis
sl_view_state_get_axis (const SlViewState *self)
{
  return self->axis;
}

/**
 * sl_view_state_get_unit:
 *
 * Returns: the unit in which times are written
 */
SlShownUnit
sl_view_state_get_unit (const SlViewState *self)
{
  return self->unit;
}

/**
 * sl_view_state_get_origin:
 *
 * Returns: the reference tick from which %SL_AXIS_DELTA counts
 */
SlTime
sl_view_state_get_origin (const SlViewState *self)
{
  return self->origin;
}

/**
 * sl_view_state_get_style:
 */
SlStyle
sl_view_state_get_style (const SlViewState *self)
{
  return self->style;
}

/**
 * sl_view_state_get_filter:
 *
 * Returns: (transfer none) (nullable): %NULL for none; it may not fit a trace
 */
SlFilter *
sl_view_state_get_filter (const SlViewState *self)
{
  return self->filter;
}

/**
 * sl_view_state_get_filter_text:
 *
 * Returns: (transfer none): the filter as it was written, "" for none
 */
const char *
sl_view_state_get_filter_text (const SlViewState *self)
{
  return self->filter != NULL ? sl_filter_get_text (self->filter) : "";
}

/**
 * sl_view_state_get_hidden_kinds:
 *
 * Returns: (transfer none) (nullable): the kinds that are hidden by themselves or with their family; %NULL for none
 */
SlKindMask *
sl_view_state_get_hidden_kinds (const SlViewState *self)
{
  return self->hidden_kinds;
}

/**
 * sl_view_state_get_filter_hides:
 *
 * Returns: whether rows in which nothing matches are left out instead of dimmed
 */
gboolean
sl_view_state_get_filter_hides (const SlViewState *self)
{
  return self->filter_hides;
}

/**
 * sl_view_state_find_name:
 * @name: interned
 * @place: (out): where it stands or would stand
 *
 * Interned strings are compared by address, which sorts them well enough for equality.
 *
 * Returns: whether it is among @names
 */
gboolean
sl_view_state_find_name (const GPtrArray *names, const char *name, guint *place)
{
  guint n_names = names->len - 1;

  *place = sl_lower_bound (0, n_names, i, (const char *) names->pdata[i] < name);
  return *place < n_names && names->pdata[*place] == name;
}

/**
 * sl_view_state_has_name:
 */
gboolean
sl_view_state_has_name (const SlViewState *self, SlNameSet set, const char *name)
{
  /* What nobody has interned is in no set, and is not kept for having been asked for. */
  GQuark quark = self->names[set]->len > 1 ? g_quark_try_string (name) : 0;
  guint place;

  return quark != 0 &&
         sl_view_state_find_name (self->names[set], g_quark_to_string (quark), &place);
}

/**
 * sl_view_state_get_names:
 *
 * Returns: (transfer none) (array zero-terminated=1): in no order that means anything
 */
const char *const *
sl_view_state_get_names (const SlViewState *self, SlNameSet set)
{
  return (const char *const *) self->names[set]->pdata;
}

/**
 * sl_view_state_get_row_order:
 *
 * Returns: (transfer none) (array zero-terminated=1): row keys that the user put in order;
 *   within their group they stand before all others
 */
const char *const *
sl_view_state_get_row_order (const SlViewState *self)
{
  return (const char *const *) self->row_order->pdata;
}

/**
 * sl_view_state_get_row_height:
 *
 * Returns: pixels at scale 1; 0 for the row's own height
 */
int
sl_view_state_get_row_height (const SlViewState *self, const char *row)
{
  for (guint i = 0; i < self->row_heights->len; i++)
    {
      const SlViewRowHeight *height = &g_array_index (self->row_heights, SlViewRowHeight, i);

      if (g_str_equal (height->row, row))
        return height->height;
    }

  return 0;
}

/**
 * sl_view_state_get_addresses:
 * @row: of a map of pages or ports
 * @addresses: (out): which it shows, and how
 */
void
sl_view_state_get_addresses (const SlViewState *self, const char *row, SlAddressView *addresses)
{
  *addresses = (SlAddressView) { .scale = SL_ADDRESS_PAGES };
  for (guint i = 0; i < self->row_addresses->len; i++)
    {
      const SlViewRowAddresses *entry = &g_array_index (self->row_addresses, SlViewRowAddresses, i);

      if (g_str_equal (entry->row, row))
        *addresses = entry->view;
    }
}

/**
 * sl_view_state_get_selection:
 * @selection: (out): reference ticks; set only where there is a selection
 */
gboolean
sl_view_state_get_selection (const SlViewState *self, SlSpan *selection)
{
  if (self->has_selection)
    *selection = self->selection;

  return self->has_selection;
}

/**
 * sl_view_state_get_compared:
 * @traces: (out): numbers of the traces A and B; set only where they are compared
 *
 * Returns: whether two traces stand side by side, row by row
 */
gboolean
sl_view_state_get_compared (const SlViewState *self, guint traces[2])
{
  for (guint side = 0; self->is_compared && side < 2; side++)
    traces[side] = self->compared[side];

  return self->is_compared;
}

/**
 * sl_view_state_get_cursor:
 * @time: (out): reference tick; set only where the cursor stands
 */
gboolean
sl_view_state_get_cursor (const SlViewState *self, SlCursor cursor, SlTime *time)
{
  if (self->has_cursor[cursor])
    *time = self->cursors[cursor];

  return self->has_cursor[cursor];
}

/**
 * sl_view_state_has_flags:
 *
 * Returns: whether a cursor or a marker has a flag on the axis, for which a picture needs a strip
 */
gboolean
sl_view_state_has_flags (const SlViewState *self)
{
  return self->has_cursor[SL_CURSOR_A] || self->has_cursor[SL_CURSOR_B] ||
         sl_markers_have_flags (sl_view_state_get_markers (self));
}

/**
 * sl_view_state_get_picked:
 *
 * Returns: (transfer none): its type is %SL_TARGET_NONE where nothing is picked
 */
const SlTarget *
sl_view_state_get_picked (const SlViewState *self)
{
  return &self->picked;
}

/**
 * sl_view_state_get_panels:
 *
 * Returns: (transfer none): which panels of the window are shown, and how large
 */
const SlViewPanels *
sl_view_state_get_panels (const SlViewState *self)
{
  return &self->panels;
}

/**
 * sl_view_state_get_markers:
 *
 * Returns: (transfer none): what the user marked
 */
SlMarkers *
sl_view_state_get_markers (const SlViewState *self)
{
  return self->markers;
}

/**
 * sl_view_state_get_chosen_marker:
 *
 * Returns: id of the marker that the user is at; 0 for none. It is among the markers.
 */
guint
sl_view_state_get_chosen_marker (const SlViewState *self)
{
  return self->chosen_marker;
}

/**
 * sl_view_state_get_offset:
 * @trace: number in the set
 *
 * Returns: reference ticks by which the user moved the trace later, see #SlTracePlace
 */
gint64
sl_view_state_get_offset (const SlViewState *self, guint trace)
{
  return trace < self->offsets->len ? g_array_index (self->offsets, gint64, trace) : 0;
}
