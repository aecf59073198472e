/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-bus-look.h"

#include <glib/gi18n-lib.h>

#include "sl-bus-attribute.h"
#include "sl-bus-kinds.h"
#include "sl-kind-action.h"

#define PREFIX "bus:"

/* Behind the lanes of all kinds and processors. */
enum
{
  PLACE_BYTES = G_MAXUINT32 - 4,
  PLACE_OTHER,
  PLACE_PORTS,
  PLACE_MAP,
};

/* Whether the cycle answers another or an interrupt. */
static gboolean
is_answer (guint16 kind)
{
  return kind == SL_KIND_BUS_DEFERRED_REPLY || kind == SL_KIND_BUS_INTERRUPT_ACKNOWLEDGE ||
         kind == SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE;
}

/* Returns: the rank of the colour that all pictures give to cycles of this kind; -1 for grey */
static int
colour_of_kind (guint16 kind)
{
  switch ((int) sl_kind_get_action (kind))
    {
    case SL_ACTION_FETCH:
      return 0;
    case SL_ACTION_MEMORY_WRITE:
      return 1;
    case SL_ACTION_IO_READ:
    case SL_ACTION_IO_WRITE:
      return 2;
    case SL_ACTION_MEMORY_READ_INVALIDATE:
    case SL_ACTION_WRITE_BACK:
      return 3;
    case SL_ACTION_MEMORY_READ:
      return 4;
    case SL_ACTION_CYCLE:
      return is_answer (kind) ? 7 : -1;
    default:
      return -1;
    }
}

/**
 * sl_bus_look_colour_of_group:
 * @group: of a page map
 *
 * Returns: the rank of its colour
 */
int
sl_bus_look_colour_of_group (guint8 group)
{
  static const int colours[] = {
    [SL_PAGE_GROUP_FETCH] = 0,    [SL_PAGE_GROUP_READ] = 4,   [SL_PAGE_GROUP_INVALIDATE] = 3,
    [SL_PAGE_GROUP_WRITE] = 1,    [SL_PAGE_GROUP_TARGET] = 1, [SL_PAGE_GROUP_TRACED] = 2,
    [SL_PAGE_GROUP_UNTRACED] = 7, [SL_PAGE_GROUP_EVENT] = 3,
  };

  return group < G_N_ELEMENTS (colours) ? colours[group] : 7;
}

/**
 * sl_bus_look_colour_of_attribute:
 * @attribute: an #SlBusAttribute
 *
 * Returns: the rank of its colour
 */
int
sl_bus_look_colour_of_attribute (guint8 attribute)
{
  static const int colours[SL_N_BUS_ATTRIBUTES] = {
    [SL_BUS_UNCACHEABLE] = 1,
    [SL_BUS_WRITE_THROUGH] = 5,
    [SL_BUS_WRITE_PROTECT] = 3,
    [SL_BUS_WRITE_BACK] = 4,
  };

  return colours[attribute % SL_N_BUS_ATTRIBUTES];
}

/**
 * sl_bus_look_goes_by_attribute:
 *
 * Returns: whether the trace's map of @plane is coloured by the type of memory
 */
gboolean
sl_bus_look_goes_by_attribute (const SlViewState *state, SlTrace *trace, SlPlane plane)
{
  SlSource *source = sl_trace_get_source (trace);

  return plane == SL_PLANE_MEMORY &&
         sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_MAP_ATTRIBUTES) &&
         source != NULL && sl_source_has_trait (source, SL_TRAIT_BUS_ATTRIBUTES);
}

static gboolean
get_code (const SlLane *lane, guint16 *kind, guint16 *cpu)
{
  if (lane->density == NULL || lane->measure >= sl_density_get_n_codes (lane->density))
    return FALSE;

  sl_density_get_code (lane->density, lane->measure, kind, cpu);
  return TRUE;
}

/**
 * sl_bus_look_get_agent:
 * @agent: (out): set only where %TRUE is returned
 *
 * Returns: whether the lane has the cycles of one processor alone
 */
gboolean
sl_bus_look_get_agent (const SlLane *lane, guint16 *agent)
{
  guint16 kind, cpu;

  if (lane->type != SL_LANE_BUS || !get_code (lane, &kind, &cpu) || kind == SL_DENSITY_OTHERS)
    return FALSE;

  *agent = cpu;
  return TRUE;
}

/**
 * sl_bus_look_has_agents:
 *
 * Returns: whether the lanes of @trace are of more than one processor on a bus
 */
gboolean
sl_bus_look_has_agents (SlTrace *trace)
{
  guint16 first = 0, agent = 0;
  gboolean is_found = FALSE;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      if (!sl_bus_look_get_agent (sl_trace_get_lane (trace, i), &agent))
        continue;
      if (is_found && agent != first)
        return TRUE;
      first = agent;
      is_found = TRUE;
    }

  return FALSE;
}

/**
 * sl_bus_look_colour:
 *
 * Returns: the rank of the lane's colour; -1 for grey
 */
int
sl_bus_look_colour (const SlLane *lane)
{
  guint16 kind, cpu;

  return get_code (lane, &kind, &cpu) ? colour_of_kind (kind) : -1;
}

/**
 * sl_bus_look_get_plane:
 *
 * Returns: whether @map is of memory or of ports
 */
SlPlane
sl_bus_look_get_plane (const SlPageMap *map)
{
  return sl_page_map_get_shift (map) == 0 ? SL_PLANE_PORTS : SL_PLANE_MEMORY;
}

/**
 * sl_bus_look_get_first_group:
 * @lane: with a map
 *
 * Returns: the first of the groups that the map tells apart
 */
SlPageGroup
sl_bus_look_get_first_group (const SlLane *lane)
{
  return lane->type == SL_LANE_BRANCH ? SL_PAGE_GROUP_TARGET : SL_PAGE_GROUP_FETCH;
}

/**
 * sl_bus_look_get_kinds:
 * @lane: with a map
 *
 * Returns: the kinds that are in the map, as a zone has them
 */
guint64
sl_bus_look_get_kinds (const SlLane *lane)
{
  SlPlane plane = sl_bus_look_get_plane (lane->map);
  gboolean of_branches = lane->type == SL_LANE_BRANCH;
  guint64 kinds = 0;

  for (guint16 kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
    {
      guint8 group =
          plane == SL_PLANE_PORTS ? sl_page_group_of_ports (kind) : sl_page_group_of_memory (kind);

      if (group != SL_PAGE_NO_GROUP && sl_page_group_is_of_branches (group) == of_branches)
        kinds |= G_GUINT64_CONSTANT (1) << (kind % 64);
    }

  return kinds;
}

/**
 * sl_bus_look_place:
 *
 * Returns: what the lanes of one trace are sorted by: kinds in the order of their table, then what
 *   sums up
 */
guint32
sl_bus_look_place (const SlLane *lane)
{
  guint16 kind, cpu;

  if (get_code (lane, &kind, &cpu))
    return (guint32) kind << 16 | cpu;

  if (lane->map != NULL)
    return sl_bus_look_get_plane (lane->map) == SL_PLANE_PORTS ? PLACE_PORTS : PLACE_MAP;

  return lane->density != NULL ? PLACE_BYTES : PLACE_OTHER;
}

/**
 * sl_bus_look_get_bytes:
 *
 * Returns: a bit for each of the eight bytes of the bus, the lowest address first: whether the
 *   cycle asks for it; all of them for a burst, none where it moves none
 */
guint8
sl_bus_look_get_bytes (const SlEvent *event)
{
  guint64 n_bytes = sl_bus_event_get_bytes (event);

  if (n_bytes == 0 || sl_bus_kind_get_class (event->kind) == SL_BUS_SPECIAL)
    return 0;
  if (n_bytes > 8)
    return 0xff;
  /* The byte enables are recorded as on the pins, where low is asked for. */
  if (sl_bus_kind_has_bytes_in_detail (event->kind))
    return (guint8) ~event->b;

  return (guint8) (((1u << n_bytes) - 1) << (event->a & 7));
}

/* So few events in sight have room for high boxes. */
#define CLOSE_MOST 96

/**
 * sl_bus_look_is_close:
 * @visible: of the trace's own ticks
 *
 * Returns: whether so few cycles are in sight that their rows are high
 */
gboolean
sl_bus_look_is_close (SlTrace *trace, SlSpan visible)
{
  SlDensity *density = sl_trace_get_lane_density (trace);

  return density != NULL &&
         sl_density_count_before (density, SL_DENSITY_EVENTS, visible.end) -
                 sl_density_count_before (density, SL_DENSITY_EVENTS, visible.begin) <=
             CLOSE_MOST;
}

/**
 * sl_bus_look_title:
 *
 * Returns: (transfer full): the name of a lane without an object
 */
char *
sl_bus_look_title (const SlLane *lane)
{
  guint16 kind, cpu;

  if (lane->density != NULL && lane->measure == SL_DENSITY_BYTES)
    return g_strdup (_ ("Bytes moved"));
  if (lane->map != NULL)
    return g_strdup (sl_bus_look_get_plane (lane->map) == SL_PLANE_PORTS ? _ ("Ports")
                                                                         : _ ("Addresses"));
  if (lane->type == SL_LANE_BUS && lane->density == NULL)
    return g_strdup (_ ("Special cycles"));

  if (get_code (lane, &kind, &cpu) && kind == SL_DENSITY_OTHERS)
    return g_strdup (_ ("Other cycles"));

  return g_strdup (g_str_has_prefix (lane->name, PREFIX) ? lane->name + strlen (PREFIX)
                                                         : lane->name);
}
