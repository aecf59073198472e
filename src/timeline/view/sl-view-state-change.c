/* SPDX-License-Identifier: GPL-3.0-or-later */

/* View states made from others by one change. */
#include "sl-view-state-private.h"

static SlViewState *
copy (const SlViewState *self)
{
  SlViewState *other = g_memdup2 (self, sizeof *self);

  g_atomic_ref_count_init (&other->ref_count);
  if (self->filter != NULL)
    sl_filter_ref (self->filter);
  if (self->hidden_kinds != NULL)
    sl_kind_mask_ref (self->hidden_kinds);
  g_ptr_array_ref (other->row_order);
  g_array_ref (other->row_heights);
  g_array_ref (other->row_groups);
  g_array_ref (other->offsets);
  g_array_ref (other->row_addresses);
  sl_markers_ref (other->markers);
  if (other->facts != NULL)
    g_array_ref (other->facts);
  for (guint i = 0; i < SL_N_NAME_SETS; i++)
    g_ptr_array_ref (other->names[i]);

  return other;
}

/* Every change ends here: an unchanged copy is dropped for @self, so that nothing is redrawn and
 * no undo step is made for it. Takes @other. */
static SlViewState *
settle (SlViewState *self, SlViewState *other)
{
  if (!sl_view_state_equal (self, other))
    return other;

  sl_view_state_unref (other);
  return sl_view_state_ref (self);
}

/**
 * sl_view_state_with_visible:
 * @visible: reference ticks, not empty; see sl_view_clamp()
 */
SlViewState *
sl_view_state_with_visible (SlViewState *self, SlSpan visible)
{
  SlViewState *other = copy (self);

  other->visible = visible;
  return settle (self, other);
}

/**
 * sl_view_state_with_axis:
 */
SlViewState *
sl_view_state_with_axis (SlViewState *self, SlAxis axis)
{
  SlViewState *other = copy (self);

  other->axis = axis;
  return settle (self, other);
}

/**
 * sl_view_state_with_unit:
 */
SlViewState *
sl_view_state_with_unit (SlViewState *self, SlShownUnit unit)
{
  SlViewState *other = copy (self);

  other->unit = unit;
  return settle (self, other);
}

/**
 * sl_view_state_with_origin:
 * @origin: reference tick that %SL_AXIS_DELTA calls 0
 */
SlViewState *
sl_view_state_with_origin (SlViewState *self, SlTime origin)
{
  SlViewState *other = copy (self);

  other->origin = origin;
  return settle (self, other);
}

/**
 * sl_view_state_with_style:
 */
SlViewState *
sl_view_state_with_style (SlViewState *self, SlStyle style)
{
  SlViewState *other = copy (self);

  other->style = style;
  return settle (self, other);
}

/**
 * sl_view_state_with_filter:
 * @filter: (transfer none) (nullable): %NULL for none
 * @hides: whether rows without a match are left out instead of dimmed
 */
SlViewState *
sl_view_state_with_filter (SlViewState *self, SlFilter *filter, gboolean hides)
{
  SlViewState *other = copy (self);

  g_clear_pointer (&other->filter, sl_filter_unref);
  other->filter = filter != NULL ? sl_filter_ref (filter) : NULL;
  other->filter_hides = hides;
  return settle (self, other);
}

/**
 * sl_view_state_with_name:
 * @name: put into the set, or taken out of it
 */
SlViewState *
sl_view_state_with_name (SlViewState *self, SlNameSet set, const char *name, gboolean present)
{
  const char *interned = g_intern_string (name);
  SlViewState *other;
  GPtrArray *names;
  guint place;

  if (sl_view_state_find_name (self->names[set], interned, &place) == present)
    return sl_view_state_ref (self);

  names = g_ptr_array_copy (self->names[set], NULL, NULL);
  if (present)
    g_ptr_array_insert (names, (int) place, (gpointer) interned);
  else
    g_ptr_array_remove_index (names, place);

  other = copy (self);
  g_ptr_array_unref (other->names[set]);
  other->names[set] = names;
  if (set == SL_NAMES_HIDDEN_FAMILIES || set == SL_NAMES_HIDDEN_KINDS)
    {
      g_clear_pointer (&other->hidden_kinds, sl_kind_mask_unref);
      other->hidden_kinds =
          sl_kind_mask_new (sl_view_state_get_names (other, SL_NAMES_HIDDEN_FAMILIES),
                            sl_view_state_get_names (other, SL_NAMES_HIDDEN_KINDS));
    }
  return other;
}

/**
 * sl_view_state_without_names:
 * @sets: (array length=n_sets): the sets to empty
 */
SlViewState *
sl_view_state_without_names (SlViewState *self, const SlNameSet *sets, guint n_sets)
{
  g_autoptr (SlViewState) other = sl_view_state_ref (self);

  for (guint i = 0; i < n_sets; i++)
    {
      const char *const *names = sl_view_state_get_names (self, sets[i]);

      for (guint j = 0; names[j] != NULL; j++)
        {
          g_autoptr (SlViewState) before = g_steal_pointer (&other);

          other = sl_view_state_with_name (before, sets[i], names[j], FALSE);
        }
    }
  return g_steal_pointer (&other);
}

/**
 * sl_view_state_with_row_order:
 * @rows: (array zero-terminated=1): row keys; see sl_rows_move()
 */
SlViewState *
sl_view_state_with_row_order (SlViewState *self, const char *const *rows)
{
  SlViewState *other = copy (self);

  g_ptr_array_unref (other->row_order);
  other->row_order = g_ptr_array_new_with_free_func (g_free);
  for (gsize i = 0; rows[i] != NULL; i++)
    g_ptr_array_add (other->row_order, g_strdup (rows[i]));
  g_ptr_array_add (other->row_order, NULL);

  return settle (self, other);
}

/**
 * sl_view_state_with_row_height:
 * @height: pixels at scale 1; 0 for the row's own
 */
SlViewState *
sl_view_state_with_row_height (SlViewState *self, const char *row, int height)
{
  SlViewRowHeight entry = { g_intern_string (row), height };
  SlViewState *other = copy (self);

  g_array_unref (other->row_heights);
  other->row_heights = g_array_new (FALSE, FALSE, sizeof (SlViewRowHeight));
  for (guint i = 0; i < self->row_heights->len; i++)
    {
      const SlViewRowHeight *old = &g_array_index (self->row_heights, SlViewRowHeight, i);

      if (old->row != entry.row)
        g_array_append_val (other->row_heights, *old);
    }
  if (height > 0)
    g_array_append_val (other->row_heights, entry);

  return settle (self, other);
}

/**
 * sl_view_state_with_row_groups:
 * @groups: (transfer full): of SlViewRowGroup
 */
SlViewState *
sl_view_state_with_row_groups (SlViewState *self, GArray *groups)
{
  SlViewState *other = copy (self);

  g_array_unref (other->row_groups);
  other->row_groups = groups;
  return settle (self, other);
}

/**
 * sl_view_state_with_addresses:
 * @row: key of a map of pages or ports
 */
SlViewState *
sl_view_state_with_addresses (SlViewState *self, const char *row, const SlAddressView *addresses)
{
  const SlAddressView all = { .scale = SL_ADDRESS_PAGES };
  SlViewRowAddresses entry = { g_intern_string (row), *addresses };
  SlViewState *other = copy (self);

  g_array_unref (other->row_addresses);
  other->row_addresses = g_array_new (FALSE, FALSE, sizeof (SlViewRowAddresses));
  for (guint i = 0; i < self->row_addresses->len; i++)
    {
      const SlViewRowAddresses *old = &g_array_index (self->row_addresses, SlViewRowAddresses, i);

      if (old->row != entry.row)
        g_array_append_val (other->row_addresses, *old);
    }
  if (!sl_address_view_equal (addresses, &all))
    g_array_append_val (other->row_addresses, entry);

  return settle (self, other);
}

/**
 * sl_view_state_with_selection:
 * @selection: (nullable): reference ticks; %NULL for none
 */
SlViewState *
sl_view_state_with_selection (SlViewState *self, const SlSpan *selection)
{
  SlViewState *other = copy (self);

  other->has_selection = selection != NULL;
  if (selection != NULL)
    other->selection = *selection;

  return settle (self, other);
}

/**
 * sl_view_state_with_compared:
 * @traces: (nullable): numbers of two different traces, A and B; %NULL to compare nothing
 */
SlViewState *
sl_view_state_with_compared (SlViewState *self, const guint traces[2])
{
  SlViewState *other = copy (self);

  g_return_val_if_fail (traces == NULL || traces[0] != traces[1], settle (self, other));

  other->is_compared = traces != NULL;
  for (guint side = 0; side < 2; side++)
    other->compared[side] = traces != NULL ? traces[side] : 0;

  return settle (self, other);
}

/**
 * sl_view_state_with_cursor:
 * @time: (nullable): reference tick; %NULL takes the cursor away
 *
 * Cursor A is also the origin of %SL_AXIS_DELTA.
 */
SlViewState *
sl_view_state_with_cursor (SlViewState *self, SlCursor cursor, const SlTime *time)
{
  SlViewState *other = copy (self);

  other->has_cursor[cursor] = time != NULL;
  if (time != NULL)
    other->cursors[cursor] = *time;
  if (time != NULL && cursor == SL_CURSOR_A)
    other->origin = *time;

  return settle (self, other);
}

/**
 * sl_view_state_with_picked:
 * @picked: (nullable): %NULL for nothing
 */
SlViewState *
sl_view_state_with_picked (SlViewState *self, const SlTarget *picked)
{
  SlViewState *other = copy (self);

  other->picked = picked != NULL ? *picked : (SlTarget) { .type = SL_TARGET_NONE };
  if (other->picked.row != NULL)
    other->picked.row = g_intern_string (other->picked.row);

  return settle (self, other);
}

/**
 * sl_view_state_take_facts:
 * @facts: (transfer full) (nullable): of SlViewFact
 */
SlViewState *
sl_view_state_take_facts (SlViewState *self, GArray *facts)
{
  SlViewState *other = copy (self);

  g_clear_pointer (&other->facts, g_array_unref);
  other->facts = facts;
  return settle (self, other);
}

/**
 * sl_view_state_with_panels:
 */
SlViewState *
sl_view_state_with_panels (SlViewState *self, const SlViewPanels *panels)
{
  SlViewState *other = copy (self);

  other->panels = *panels;
  other->panels.page = g_intern_string (panels->page);
  other->panels.list_height =
      CLAMP (panels->list_height, SL_VIEW_PANELS_LEAST, SL_VIEW_PANELS_MOST);

  return settle (self, other);
}

static void
forget_chosen_marker_that_went (SlViewState *self)
{
  if (sl_markers_find (self->markers, self->chosen_marker, NULL) == NULL)
    self->chosen_marker = 0;
}

/**
 * sl_view_state_with_markers:
 * @markers: (transfer none):
 *
 * Where the chosen marker is not among them, none is chosen.
 */
SlViewState *
sl_view_state_with_markers (SlViewState *self, SlMarkers *markers)
{
  SlViewState *other = copy (self);

  sl_markers_ref (markers);
  sl_markers_unref (other->markers);
  other->markers = markers;
  forget_chosen_marker_that_went (other);
  return settle (self, other);
}

/**
 * sl_view_state_with_chosen_marker:
 * @id: of the marker that the user is at; 0, or one that there is not, for none
 */
SlViewState *
sl_view_state_with_chosen_marker (SlViewState *self, guint id)
{
  SlViewState *other = copy (self);

  other->chosen_marker = id;
  forget_chosen_marker_that_went (other);
  return settle (self, other);
}

/**
 * sl_view_state_with_offset:
 * @trace: number in the set, above 0: the others are moved against trace 0
 * @offset: reference ticks by which it is moved later
 */
SlViewState *
sl_view_state_with_offset (SlViewState *self, guint trace, gint64 offset)
{
  SlViewState *other = copy (self);
  GArray *offsets = g_array_copy (self->offsets);

  if (trace >= offsets->len)
    g_array_set_size (offsets, trace + 1);
  g_array_index (offsets, gint64, trace) = offset;
  g_array_unref (other->offsets);
  other->offsets = offsets;

  return settle (self, other);
}
