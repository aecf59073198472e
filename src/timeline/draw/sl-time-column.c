/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-time-column.h"

#include <string.h>

#include "sl-row-items-private.h"
#include "sl-text-mark.h"
#include "sl-text-state.h"

/* Pixels. */
#define WIDTH 132

/* Events that are looked back over for the last cycle of a row. */
#define MOST_BACK SL_BLOCK_EVENTS

/**
 * sl_time_column_get_width:
 *
 * Returns: pixels that the column takes of the rows' headers; 0 where it is not shown
 */
int
sl_time_column_get_width (const SlViewState *state)
{
  return sl_view_state_get_style (state) == SL_STYLE_COMPACT &&
                 sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_TIME_COLUMN)
             ? WIDTH
             : 0;
}

/**
 * sl_time_column_find_time:
 * @pointer: (nullable): reference tick below the pointer
 * @time: (out): the instant that the column is about: that of cursor A, else @pointer
 *
 * Returns: whether the column is shown and there is such an instant
 */
gboolean
sl_time_column_find_time (const SlViewState *state, const SlTime *pointer, SlTime *time)
{
  if (sl_time_column_get_width (state) == 0)
    return FALSE;
  if (sl_view_state_get_cursor (state, SL_CURSOR_A, time))
    return TRUE;
  if (pointer == NULL)
    return FALSE;

  *time = *pointer;
  return TRUE;
}

/* A number that nobody knows is below 0. */
static char *
dup_value (const SlLane *lane, const SlTrack *track, SlTime time)
{
  SlItem item;

  if (!sl_track_find_before (track, sl_time_add (time, 1), &item))
    return NULL;

  return item.value < 0 ? NULL : sl_text_item_value (lane, &item);
}

/* Without what explains the state: "ready", not "ready, waits for the processor". */
static char *
dup_state (const SlRows *rows, const SlRow *row, const SlItem *item)
{
  char *text = sl_text_state (rows, row->lane.trace, row->lane_type, item->state, item->detail);
  char *comma = strstr (text, ", ");

  if (comma != NULL)
    *comma = '\0';
  return text;
}

/* The innermost of what the row draws as slices there. */
static char *
dup_slice (const SlRows *rows, const SlRow *row, const SlLane *lane, SlTime time)
{
  SlState shown = sl_row_get_state (row);
  SlItem item, found = { 0 };

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;

      if (sl_row_shows_track (row, lane->tracks[i].role) &&
          sl_track_get_type_of_items (track) == SL_TRACK_SLICES &&
          lane->tracks[i].role != SL_ROLE_WAITERS && sl_track_find_at (track, time, &item) &&
          (shown == SL_STATE_NONE || item.state == shown || lane->tracks[i].role == SL_ROLE_NESTED))
        found = item;
    }
  return found.state != SL_STATE_NONE ? dup_state (rows, row, &found) : NULL;
}

static gboolean
is_of_lane (const SlLane *lane, const SlEvent *event)
{
  guint16 kind, cpu;

  if (lane->measure >= sl_density_get_n_codes (lane->density))
    return FALSE;

  sl_density_get_code (lane->density, lane->measure, &kind, &cpu);
  return event->kind == kind && event->cpu == cpu;
}

/* The address of the last bus cycle of the row's kind until then, unless that is long ago. */
static char *
dup_address (SlTrace *trace, const SlLane *lane, SlTime time)
{
  guint64 index = sl_trace_index_at (trace, sl_time_add (time, 1));
  SlEvent event;

  for (guint i = 0; i < MOST_BACK && index > 0 && sl_trace_read_event (trace, --index, &event); i++)
    if (is_of_lane (lane, &event))
      return (event.flags & SL_EVENT_NO_A) == 0 && sl_kind_get (event.kind)->a.form == SL_FIELD_HEX
                 ? g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", event.a)
                 : NULL;

  return NULL;
}

static char *
dup_cycle (const SlRows *rows, const SlRow *row, const SlLane *lane, SlTime time)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_rows_get_set (rows), row->lane.trace);

  return lane->density != NULL && lane->map == NULL &&
                 sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS)
             ? dup_address (trace, lane, time)
             : NULL;
}

/**
 * sl_time_column_text:
 * @row: number of a row
 * @time: reference tick
 *
 * Returns: (transfer full): what the row holds at that instant, in a word or two: its state, the value of its curve, or the
 *   address of its last bus cycle; "" where it holds nothing, or where the row has none of these
 */
char *
sl_time_column_text (const SlRows *rows, guint row, SlTime time)
{
  const SlRow *info = sl_rows_get (rows, row);
  const SlLane *lane = info->part != SL_ROW_HEADING ? sl_rows_get_lane (rows, row) : NULL;
  char *text = NULL;
  SlTime own;

  if (lane == NULL)
    return g_strdup ("");

  own = sl_trace_set_from_reference (sl_rows_get_set (rows), info->lane.trace, time);
  for (guint i = 0; i < lane->n_tracks && text == NULL; i++)
    if (sl_row_draws_values (info, lane->tracks[i].role) &&
        (info->part != SL_ROW_STATES || info->lane_type != SL_LANE_SERVER))
      text = dup_value (lane, lane->tracks[i].track, own);
  if (text == NULL)
    text = dup_slice (rows, info, lane, own);
  if (text == NULL)
    text = dup_cycle (rows, info, lane, own);
  return text != NULL ? text : g_strdup ("");
}
