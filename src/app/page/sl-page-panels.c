/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-panels.h"

#include "sl-bus-panel.h"
#include "sl-compare-panel.h"
#include "sl-finding-panel.h"
#include "sl-instruction-panel.h"
#include "sl-job-panel.h"
#include "sl-notes-panel.h"
#include "sl-row-panel.h"
#include "sl-step-panel.h"
#include "sl-theory-panel.h"
#include "sl-topa-widget.h"

/* What stands below the timeline beside the list of events, each made when it is first seen. */

static GtkWidget *
make_row (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_ROW_PANEL, NULL);

  sl_row_panel_set_document (SL_ROW_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_jobs (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_JOB_PANEL, NULL);

  sl_job_panel_set_document (SL_JOB_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_steps (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_STEP_PANEL, NULL);

  sl_step_panel_set_document (SL_STEP_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_compare (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_COMPARE_PANEL, NULL);

  sl_compare_panel_set_document (SL_COMPARE_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_bus (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_BUS_PANEL, NULL);

  sl_bus_panel_set_document (SL_BUS_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_theory (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_THEORY_PANEL, NULL);

  sl_theory_panel_set_document (SL_THEORY_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_notes (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_NOTES_PANEL, NULL);

  sl_notes_panel_set_document (SL_NOTES_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_findings (SlDocument *document, SlFindingKind kind)
{
  GtkWidget *panel = g_object_new (SL_TYPE_FINDING_PANEL, "kind", (guint) kind, NULL);

  sl_finding_panel_set_document (SL_FINDING_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_misses (SlDocument *document)
{
  return make_findings (document, SL_FINDING_MISSES);
}

static GtkWidget *
make_inversions (SlDocument *document)
{
  return make_findings (document, SL_FINDING_INVERSIONS);
}

static GtkWidget *
make_overruns (SlDocument *document)
{
  return make_findings (document, SL_FINDING_OVERRUNS);
}

static GtkWidget *
make_instructions (SlDocument *document)
{
  GtkWidget *panel = g_object_new (SL_TYPE_INSTRUCTION_PANEL, NULL);

  sl_instruction_panel_set_document (SL_INSTRUCTION_PANEL (panel), document);
  return panel;
}

static GtkWidget *
make_memory (SlDocument *document)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *viewport = gtk_viewport_new (NULL, NULL);
  GtkWidget *topa = g_object_new (SL_TYPE_TOPA_WIDGET, NULL);

  gtk_viewport_set_scroll_to_focus (GTK_VIEWPORT (viewport), FALSE);
  gtk_viewport_set_child (GTK_VIEWPORT (viewport), topa);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), viewport);
  sl_topa_widget_set_document (SL_TOPA_WIDGET (topa), document);
  return scrolled;
}

/* By the names of the stack's pages. */
static const struct
{
  const char *name;
  SlLazyPanelFunc make;
} panels[] = {
  { "row", make_row },           { "jobs", make_jobs },     { "steps", make_steps },
  { "compare", make_compare },   { "bus", make_bus },       { "theory", make_theory },
  { "memory", make_memory },     { "misses", make_misses }, { "inversions", make_inversions },
  { "overruns", make_overruns }, { "notes", make_notes },   { "instructions", make_instructions },
};

/**
 * sl_page_panels_get:
 * @lists: of a trace page
 * @name: of one of its pages
 *
 * Returns: (transfer none): the place of the panel
 */
SlLazyPanel *
sl_page_panels_get (GtkStack *lists, const char *name)
{
  return SL_LAZY_PANEL (gtk_stack_get_child_by_name (lists, name));
}

/**
 * sl_page_panels_prepare:
 * @lists: of a trace page
 *
 * Tells every place what panel it is to have.
 */
void
sl_page_panels_prepare (GtkStack *lists, SlDocument *document)
{
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    sl_lazy_panel_prepare (sl_page_panels_get (lists, panels[i].name), panels[i].make, document);
}
