/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panel-table.h"

#include <glib/gi18n.h>

#include "sl-distribution-panel.h"
#include "sl-event-panel.h"
#include "sl-panels.h"
#include "sl-row-panel.h"
#include "sl-topa-widget.h"

/* Which panels there are below the timeline, and when each is offered. */

#define TRACES (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)

static gboolean
is_comparing (SlDocument *document)
{
  guint traces[SL_N_SIDES];

  return sl_view_state_get_compared (sl_document_get_state (document), traces);
}

/* Column by column, in their order. */
static const SlPanelInfo panels[] = {
  { "events", 0, N_ ("Events"), sl_event_panel_get_type, NULL, NULL, NULL, 0, FALSE },
  { "row", 0, N_ ("Row"), sl_row_panel_get_type, NULL, NULL, NULL, 0, FALSE },
  { "jobs", 0, N_ ("Jobs"), sl_job_panel_get_type, sl_job_panel_is_for, NULL,
    N_ ("The trace has no tasks"), TRACES, FALSE },
  { "intervals", 0, N_ ("Intervals"), sl_interval_panel_get_type, NULL, NULL, NULL, 0, FALSE },
  { "bus", 0, N_ ("Statistics"), sl_bus_panel_get_type, sl_bus_panel_is_for, NULL,
    N_ ("Only bus traces have these statistics"), TRACES, FALSE },
  { "instructions", 0, N_ ("Instructions"), sl_instruction_panel_get_type,
    sl_instruction_panel_is_for, NULL, N_ ("The trace does not record which code was executed"),
    TRACES, FALSE },
  { "memory", 0, N_ ("Memory"), sl_memory_panel_get_type, sl_topa_widget_is_for, NULL,
    N_ ("The trace has no output table of Intel PT"), TRACES, FALSE },
  { "misses", 1, N_ ("Misses"), sl_miss_panel_get_type, NULL, sl_miss_panel_count,
    N_ ("No missed deadline is known"), SL_CHANGED_JOBS, FALSE },
  { "inversions", 1, N_ ("Inversions"), sl_inversion_panel_get_type, NULL, sl_inversion_panel_count,
    N_ ("No priority inversion is known"), SL_CHANGED_JOBS, FALSE },
  { "overruns", 1, N_ ("Overruns"), sl_overrun_panel_get_type, NULL, sl_overrun_panel_count,
    N_ ("No WCET is known, or no job exceeded it"), SL_CHANGED_JOBS, FALSE },
  { "theory", 1, N_ ("Theory"), sl_theory_panel_get_type, sl_theory_panel_is_for, NULL,
    N_ ("No task can be analysed"), SL_CHANGED_JOBS, FALSE },
  { "distributions", 1, N_ ("Histograms"), sl_distribution_panel_get_type, sl_job_panel_is_for,
    NULL, N_ ("The trace has no tasks"), TRACES, FALSE },
  { "compare", 1, N_ ("Compare"), sl_compare_panel_get_type, is_comparing, NULL,
    N_ ("No traces are compared: use Compare with… in the menu"), SL_CHANGED_VIEW, TRUE },
  { "notes", 1, N_ ("Notes"), sl_notes_panel_get_type, NULL, sl_notes_panel_count, NULL, TRACES,
    FALSE },
  { "markers", 1, N_ ("Markers"), sl_marker_panel_get_type, NULL, sl_marker_panel_count, NULL,
    SL_CHANGED_VIEW, FALSE },
};

/**
 * sl_panel_table_get:
 * @n_panels: (out) (optional): how many there are
 *
 * Returns: (transfer none) (array length=n_panels): all panels, the first of which is always offered
 */
const SlPanelInfo *
sl_panel_table_get (guint *n_panels)
{
  if (n_panels != NULL)
    *n_panels = G_N_ELEMENTS (panels);
  return panels;
}
