/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-obstacle.h"

#include <glib/gi18n.h>

#include "sl-panel-table.h"

/* Why commands cannot be done now. */

static const struct
{
  const char *action;
  const char *obstacle;
} known[] = {
  { "view.undo", N_ ("There is nothing to undo") },
  { "view.redo", N_ ("There is nothing to redo") },
  { "view.symbols", N_ ("The trace does not record which code was executed") },
  { "view.unit", N_ ("The rate of the clock is not known") },
  { "view.wall-clock", N_ ("The trace does not record the date") },
  { "view.next-marker", N_ ("There are no markers") },
  { "view.previous-marker", N_ ("There are no markers") },
  { "view.delete-marker", N_ ("No marker is selected") },
};

/**
 * sl_command_obstacle_of_action:
 * @action: with its prefix, that is not enabled
 *
 * Returns: for people: why it cannot be done
 */
const char *
sl_command_obstacle_of_action (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].action, action))
      return _ (known[i].obstacle);

  return g_str_has_prefix (action, "view.") ? _ ("Not available for this trace")
                                            : _ ("Not available now");
}

/**
 * sl_command_obstacle_of_page:
 * @name: of a page that is not offered
 *
 * Returns: for people: why
 */
const char *
sl_command_obstacle_of_page (const char *name)
{
  guint n_panels;
  const SlPanelInfo *panels = sl_panel_table_get (&n_panels);

  for (guint i = 0; i < n_panels; i++)
    if (g_str_equal (panels[i].name, name) && panels[i].obstacle != NULL)
      return _ (panels[i].obstacle);

  return _ ("Not available for this trace");
}
