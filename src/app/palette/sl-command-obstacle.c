/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-obstacle.h"

#include <glib/gi18n.h>

#include "sl-panel-table.h"
#include "sl-scene-builder.h"
#include "sl-step-obstacle.h"
#include "sl-trace-intact.h"

/* Why commands cannot be done now. */

static const struct
{
  const char *action;
  const char *obstacle;
} known[] = {
  { "view.undo", N_ ("There is nothing to undo") },
  { "view.redo", N_ ("There is nothing to redo") },
  { "view.clear-filter", N_ ("No filter is set") },
  { "view.symbols", N_ ("The trace does not record which code was executed") },
  { "view.unit", N_ ("The rate of the clock is not known") },
  { "view.wall-clock", N_ ("The trace does not record the date") },
  { "view.no-wall-clock", N_ ("The trace does not record the date") },
  { "view.next-marker", N_ ("There are no markers") },
  { "view.previous-marker", N_ ("There are no markers") },
  { "view.delete-marker", N_ ("No marker is selected") },
  { "view.task-levels", N_ ("The trace does not record the levels of tasks") },
  { "view.task-processes", N_ ("The trace does not record which process a task belongs to") },
  { "view.task-processors", N_ ("The trace has a single processor") },
  { "view.map-attributes", N_ ("The trace does not record memory attributes") },
  { "view.align", N_ ("Select an event in one trace, then an event in another one") },
  { "view.address", N_ ("The trace has no map of addresses") },
  { "view.find-address", N_ ("The trace has no map of addresses") },
  { "view.next-access", N_ ("The trace has no map of addresses") },
  { "view.previous-access", N_ ("The trace has no map of addresses") },
  { "win.add-trace", N_ ("No trace is open") },
  { "win.compare", N_ ("No trace is open") },
  { "win.compare-file", N_ ("No trace is open") },
  { "win.record", N_ ("This system does not let programs record the kernel") },
  { "win.separate", N_ ("There is a single trace") },
  { "tab.move", N_ ("There is a single tab") },
  { "tab.next", N_ ("There is a single tab") },
  { "tab.previous", N_ ("There is a single tab") },
};

/* Of what depends on the trace. */
static const char *
find_in_document (const char *action, SlDocument *document)
{
  if (g_str_equal (action, "view.look"))
    return sl_style_get_obstacle (SL_STYLE_TEXTBOOK, sl_document_get_trace_set (document));
  if (g_str_has_prefix (action, "view.step-") || g_str_equal (action, "view.predict"))
    return sl_step_obstacle_get (document);

  return NULL;
}

/**
 * sl_command_obstacle_of_action:
 * @action: with its prefix, that is not enabled
 * @document: (nullable): that is shown
 *
 * Returns: for people: why it cannot be done
 */
const char *
sl_command_obstacle_of_action (const char *action, SlDocument *document)
{
  const char *found = document != NULL ? find_in_document (action, document) : NULL;

  if (found != NULL)
    return found;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_str_equal (known[i].action, action))
      return _ (known[i].obstacle);

  /* Those that read files again. */
  if (g_str_has_prefix (action, "win.") && document == NULL)
    return _ ("No trace is open");
  if (g_str_equal (action, "win.follow"))
    return _ ("The trace was not read from a file, or is still being received");
  if (g_str_equal (action, "win.reload-compared") && document != NULL &&
      !sl_trace_intact_check (sl_document_get_whole_trace (document)))
    return _ ("The earlier content cannot be shown: the file was overwritten");
  if (g_str_equal (action, "win.reload-compared"))
    return _ ("No file can be reread and compared with this trace");

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
