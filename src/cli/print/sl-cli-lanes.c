/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-lanes.h"

#include <string.h>

static void
lane_free (SlCliLane *self)
{
  g_free (self->name);
  g_ptr_array_unref (self->tracks);
  g_free (self);
}

/* What a track's lane is called behind the trace's lane; %NULL where it is not printed. Interrupts
 * that nest on a processor stand in the lanes of their lines. In the lane of a lock its owners are
 * what it is about, in that of a task the locks it holds lie beside the states. */
static const char *
get_suffix (const SlLane *lane, SlTrackRole role)
{
  switch (role)
    {
    case SL_ROLE_STATES:
    case SL_ROLE_WAITERS:
      return "";
    case SL_ROLE_NESTED:
      return lane->type == SL_LANE_CPU ? NULL : "";
    case SL_ROLE_HOLDS:
      return lane->type == SL_LANE_TASK ? "/holds" : "";
    case SL_ROLE_INHERITS:
      return "/inherits";
    case SL_ROLE_CEILING:
      return "/ceiling";
    case SL_ROLE_CLI:
      return "/cli";
    case SL_ROLE_REAL_MODE:
      return "/real-mode";
    case SL_ROLE_MARKS:
    case SL_ROLE_VALUE:
    case SL_ROLE_JUMPS:
    case SL_ROLE_GOES_ON:
    case SL_ROLE_COUNTED:
    case SL_ROLE_REQUESTS:
    case SL_ROLE_DEADLINES:
    case SL_ROLE_NOMINAL:
    case SL_ROLE_PRIORITY:
    case SL_ROLE_PERIOD:
    case SL_ROLE_PERIOD_NS:
    case SL_ROLE_DEADLINE_NS:
    case SL_ROLE_WCET:
    case SL_ROLE_PHASE:
    case SL_ROLE_BUDGET:
    case SL_ROLE_WAKERS:
    case SL_ROLE_TIMED:
    case SL_ROLE_FLOWS:
    case SL_ROLE_SENT:
    case SL_ROLE_LOGGED:
    case SL_ROLE_QUEUE:
    case SL_ROLE_FREQUENCY:
    default:
      return NULL;
    }
}

static SlCliLane *
find_or_add (GPtrArray *lanes, const SlLane *lane, const char *suffix)
{
  g_autofree char *name = g_strconcat (lane->name, suffix, NULL);
  SlCliLane *added;

  /* The lanes of one trace lane are added one after the other. */
  for (guint i = lanes->len; i > 0; i--)
    {
      SlCliLane *other = g_ptr_array_index (lanes, i - 1);

      if (other->lane != lane)
        break;
      if (strcmp (other->name, name) == 0)
        return other;
    }

  added = g_new0 (SlCliLane, 1);
  added->name = g_steal_pointer (&name);
  added->lane = lane;
  added->tracks = g_ptr_array_new ();
  g_ptr_array_add (lanes, added);
  return added;
}

/* What happened when a region of memory was full, which has no slices. */
static gboolean
is_of_full_regions (const SlLane *lane)
{
  return g_str_equal (lane->name, "output/full");
}

static void
add_lane (GPtrArray *lanes, const SlLane *lane)
{
  if (is_of_full_regions (lane))
    find_or_add (lanes, lane, "");
  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlLaneTrack *entry = &lane->tracks[i];
      const char *suffix = get_suffix (lane, entry->role);

      if (suffix != NULL && sl_track_get_type_of_items (entry->track) == SL_TRACK_SLICES &&
          sl_track_get_count (entry->track) > 0)
        g_ptr_array_add (find_or_add (lanes, lane, suffix)->tracks, entry->track);
    }
}

static int
compare_names (gconstpointer one, gconstpointer other)
{
  const SlCliLane *const *a = one;
  const SlCliLane *const *b = other;

  return strcmp ((*a)->name, (*b)->name);
}

/**
 * sl_cli_lanes_new:
 * @trace: must outlive the lanes
 *
 * Returns: (transfer full) (element-type SlCliLane): the lanes with at least one slice, and that of full
 *   regions of memory, which has none; sorted by the bytes of their names
 */
GPtrArray *
sl_cli_lanes_new (SlTrace *trace)
{
  g_autoptr (GPtrArray) lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) lane_free);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    add_lane (lanes, sl_trace_get_lane (trace, i));

  g_ptr_array_sort (lanes, compare_names);
  return g_steal_pointer (&lanes);
}

/* Rows of a bus count cycles; those of a bus and of branches map addresses. */
static gboolean
is_row_of_bus (const SlLane *lane)
{
  if (lane->map != NULL)
    return sl_page_map_get_n_pages (lane->map) > 0;
  if (lane->type != SL_LANE_BUS)
    return FALSE;

  return lane->density == NULL || sl_density_get_total (lane->density, lane->measure) > 0;
}

/**
 * sl_cli_lanes_dup_names:
 *
 * Returns: (transfer full) (element-type utf8): the names of all lanes that a picture can be made of:
 *   those with slices, sorted, then the rows of a bus and maps, which have none, in the order of the trace
 */
GPtrArray *
sl_cli_lanes_dup_names (SlTrace *trace)
{
  g_autoptr (GPtrArray) lanes = sl_cli_lanes_new (trace);
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < lanes->len; i++)
    g_ptr_array_add (names, g_strdup (((SlCliLane *) g_ptr_array_index (lanes, i))->name));
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (is_row_of_bus (lane))
        g_ptr_array_add (names, g_strdup (lane->name));
    }
  return names;
}
