/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-addresses.h"

#include <string.h>

#include "sl-branch-lanes.h"
#include "sl-bus-lanes.h"
#include "sl-cli-error.h"

static const struct
{
  SlPlane plane;
  const char *lane;
} maps[] = {
  { SL_PLANE_MEMORY, SL_BUS_LANE_MEMORY },
  { SL_PLANE_MEMORY, SL_BRANCH_LANE_TARGETS },
  { SL_PLANE_PORTS, SL_BUS_LANE_PORTS },
};

static const char *const options[SL_N_PLANES] = {
  [SL_PLANE_MEMORY] = "--addresses",
  [SL_PLANE_PORTS] = "--ports",
};

static gboolean
parse_number (const char *text, guint64 *number)
{
  gboolean is_hex = g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X");

  return g_ascii_string_to_unsigned (text + (is_hex ? 2 : 0), is_hex ? 16 : 10, 0, G_MAXUINT64,
                                     number, NULL);
}

/* LO..HI, half open as the ranges of filters are. */
static gboolean
parse_range (const char *option, const char *text, SlAddressView *view, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "..", 2);
  guint64 end;

  if (g_strv_length (parts) != 2 || !parse_number (parts[0], &view->first) ||
      !parse_number (parts[1], &end) || end <= view->first)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s %s: Not a range LO..HI of numbers, decimal or 0x, with HI above LO", option,
                   text);
      return FALSE;
    }

  view->is_zoomed = TRUE;
  view->last = end - 1;
  return TRUE;
}

/**
 * sl_cli_addresses_parse:
 * @scale: (nullable): id of a scale
 * @addresses: (nullable): a range of memory
 * @ports: (nullable): a range of ports
 * @views: (out): by plane
 *
 * Returns: %FALSE with @error set where an option says nothing that can be shown
 */
gboolean
sl_cli_addresses_parse (const char *scale,
                        const char *addresses,
                        const char *ports,
                        SlAddressView views[SL_N_PLANES],
                        GError **error)
{
  const char *const ranges[SL_N_PLANES] = {
    [SL_PLANE_MEMORY] = addresses,
    [SL_PLANE_PORTS] = ports,
  };
  SlAddressScale chosen = SL_ADDRESS_PAGES;

  if (scale != NULL && !sl_address_scale_find (scale, &chosen))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--address-axis: unknown scale “%s”; use pages, linear or log", scale);
      return FALSE;
    }

  for (guint i = 0; i < SL_N_PLANES; i++)
    {
      views[i] = (SlAddressView) { .scale = chosen };
      if (ranges[i] != NULL && !parse_range (options[i], ranges[i], &views[i], error))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_cli_addresses_apply:
 * @n_traces: of the set, whose maps all get the same axes
 *
 * Returns: (transfer full): @state with the maps' axes as in @views
 */
SlViewState *
sl_cli_addresses_apply (SlViewState *state, guint n_traces, const SlAddressView views[SL_N_PLANES])
{
  SlViewState *changed = sl_view_state_ref (state);

  for (guint i = 0; i < n_traces * G_N_ELEMENTS (maps); i++)
    {
      guint trace = i / G_N_ELEMENTS (maps), map = i % G_N_ELEMENTS (maps);
      const char *lane = maps[map].lane;
      g_autofree char *row = trace == 0 ? g_strdup (lane) : g_strdup_printf ("%u:%s", trace, lane);
      SlViewState *next = sl_view_state_with_addresses (changed, row, &views[maps[map].plane]);

      sl_view_state_unref (changed);
      changed = next;
    }

  return changed;
}

static gboolean
has_map_of (const SlCliTraces *set, SlPlane plane)
{
  for (guint i = 0; i < set->traces->len; i++)
    {
      const SlPageMap *map = sl_trace_get_page_map (sl_cli_traces_get (set, i)->trace, plane);

      if (map != NULL && sl_page_map_get_n_pages (map) > 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_cli_addresses_check:
 * @scale: (nullable): as given, as are the next ones
 *
 * Returns: whether there are maps for what is asked of them; sets @error of usage if not
 */
gboolean
sl_cli_addresses_check (const SlCliTraces *set,
                        const char *scale,
                        const char *addresses,
                        const char *ports,
                        GError **error)
{
  const char *const asked[SL_N_PLANES] = {
    [SL_PLANE_MEMORY] = addresses,
    [SL_PLANE_PORTS] = ports,
  };
  gboolean has_map = FALSE;

  for (guint i = 0; i < SL_N_PLANES; i++)
    {
      gboolean is_there = has_map_of (set, (SlPlane) i);

      has_map = has_map || is_there;
      if (asked[i] == NULL || is_there)
        continue;

      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s %s: The trace has no map of %s",
                   options[i], asked[i], i == SL_PLANE_PORTS ? "ports" : "memory");
      return FALSE;
    }
  if (scale == NULL || has_map)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--address-axis %s: The trace has no map of addresses", scale);
  return FALSE;
}
