/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-edit.h"

#include "sl-bus-look.h"

static const SlPageMap *
find_map (SlDocument *document, const char *row)
{
  SlRows *rows = sl_document_get_rows (document);
  const SlLane *lane;
  guint number;

  if (row == NULL || !sl_rows_find (rows, row, &number))
    return NULL;

  lane = sl_rows_get_lane (rows, number);
  return lane != NULL ? lane->map : NULL;
}

static gboolean
find_axis (SlDocument *document, const char *row, SlAddressAxis *axis)
{
  const SlPageMap *map = find_map (document, row);
  SlAddressView view;

  if (map == NULL)
    return FALSE;

  sl_view_state_get_addresses (sl_document_get_state (document), row, &view);
  sl_address_axis_init (axis, map, &view);
  return TRUE;
}

static void
take (SlDocument *document, const char *row, SlAddressView view, guint gesture)
{
  sl_document_take_state (document,
                          sl_view_state_with_addresses (sl_document_get_state (document), row,
                                                        &view),
                          gesture);
}

/**
 * sl_address_edit_has_axis:
 *
 * Returns: whether the row is a map of pages or ports that is shown
 */
gboolean
sl_address_edit_has_axis (SlDocument *document, const char *row)
{
  return find_map (document, row) != NULL;
}

/**
 * sl_address_edit_find_row:
 * @trace: number in the document's set
 * @row: (out) (transfer none): its key; set on success only
 *
 * Returns: whether a map of @plane of that trace is shown
 */
gboolean
sl_address_edit_find_row (SlDocument *document, guint trace, SlPlane plane, const char **row)
{
  SlRows *rows = sl_document_get_rows (document);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlLane *lane = sl_rows_get_lane (rows, i);

      if (lane != NULL && lane->map != NULL && sl_rows_get (rows, i)->lane.trace == trace &&
          sl_bus_look_get_plane (lane->map) == plane)
        {
          *row = sl_rows_get (rows, i)->key;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_address_edit_zoom:
 * @place: what stays, from 0 at the bottom of the map to 1 at its top
 * @factor: above 1 to see fewer addresses
 */
void
sl_address_edit_zoom (SlDocument *document,
                      const char *row,
                      double place,
                      double factor,
                      guint gesture)
{
  SlAddressAxis axis;

  if (find_axis (document, row, &axis))
    take (document, row, sl_address_axis_zoom (&axis, CLAMP (place, 0, 1), factor), gesture);
}

/**
 * sl_address_edit_pan:
 * @by: heights of the map, above 0 to higher addresses
 */
void
sl_address_edit_pan (SlDocument *document, const char *row, double by, guint gesture)
{
  SlAddressAxis axis;

  if (find_axis (document, row, &axis))
    take (document, row, sl_address_axis_pan (&axis, by), gesture);
}

/**
 * sl_address_edit_show_all:
 *
 * Shows all addresses again.
 */
void
sl_address_edit_show_all (SlDocument *document, const char *row)
{
  SlAddressAxis axis;

  if (find_axis (document, row, &axis))
    take (document, row, (SlAddressView) { .scale = axis.scale }, SL_GESTURE_NONE);
}

/**
 * sl_address_edit_set_scale:
 *
 * The addresses that are shown stay.
 */
void
sl_address_edit_set_scale (SlDocument *document, const char *row, SlAddressScale scale)
{
  SlAddressView view;

  if (find_map (document, row) == NULL)
    return;

  sl_view_state_get_addresses (sl_document_get_state (document), row, &view);
  view.scale = scale;
  take (document, row, view, SL_GESTURE_NONE);
}

/**
 * sl_address_edit_next_scale:
 */
void
sl_address_edit_next_scale (SlDocument *document, const char *row)
{
  SlAddressAxis axis;

  if (find_axis (document, row, &axis))
    sl_address_edit_set_scale (document, row,
                               (SlAddressScale) ((axis.scale + 1) % SL_N_ADDRESS_SCALES));
}

/**
 * sl_address_edit_reveal:
 *
 * Moves the map where @address is out of its sight.
 */
void
sl_address_edit_reveal (SlDocument *document, const char *row, guint64 address, guint gesture)
{
  SlAddressAxis axis;

  if (find_axis (document, row, &axis))
    take (document, row, sl_address_axis_reveal (&axis, address), gesture);
}
