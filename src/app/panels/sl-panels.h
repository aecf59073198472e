/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

/* The panels below the timeline that nobody speaks to once they are made, and what each has to
 * show. The others, of the events and of one row, have headers of their own. */

#define SL_TYPE_BUS_PANEL (sl_bus_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlBusPanel, sl_bus_panel, SL, BUS_PANEL, SlDocumentWidget)

gboolean sl_bus_panel_is_for (SlDocument *document);

#define SL_TYPE_COMPARE_PANEL (sl_compare_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlComparePanel, sl_compare_panel, SL, COMPARE_PANEL, SlDocumentWidget)

GType sl_interval_panel_get_type (void);
GType sl_marker_panel_get_type (void);
GType sl_miss_panel_get_type (void);
GType sl_inversion_panel_get_type (void);
GType sl_overrun_panel_get_type (void);
guint sl_marker_panel_count (SlDocument *document);
guint sl_miss_panel_count (SlDocument *document);
guint sl_inversion_panel_count (SlDocument *document);
guint sl_overrun_panel_count (SlDocument *document);

#define SL_TYPE_INSTRUCTION_PANEL (sl_instruction_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlInstructionPanel,
                      sl_instruction_panel,
                      SL,
                      INSTRUCTION_PANEL,
                      SlDocumentWidget)

gboolean sl_instruction_panel_is_for (SlDocument *document);

#define SL_TYPE_JOB_PANEL (sl_job_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlJobPanel, sl_job_panel, SL, JOB_PANEL, SlDocumentWidget)

gboolean sl_job_panel_is_for (SlDocument *document);

#define SL_TYPE_MEMORY_PANEL (sl_memory_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlMemoryPanel, sl_memory_panel, SL, MEMORY_PANEL, SlDocumentWidget)

GtkWidget *sl_memory_panel_get_picture (SlMemoryPanel *self);

#define SL_TYPE_NOTES_PANEL (sl_notes_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlNotesPanel, sl_notes_panel, SL, NOTES_PANEL, SlDocumentWidget)

guint sl_notes_panel_count (SlDocument *document);

#define SL_TYPE_STEP_PANEL (sl_step_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlStepPanel, sl_step_panel, SL, STEP_PANEL, SlDocumentWidget)
void sl_step_panel_set_plain (SlStepPanel *self, gboolean plain);
int sl_step_panel_shrink (SlStepPanel *self, int by);
void sl_step_panel_set_large (SlStepPanel *self, gboolean large);

#define SL_TYPE_THEORY_PANEL (sl_theory_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlTheoryPanel, sl_theory_panel, SL, THEORY_PANEL, SlDocumentWidget)

gboolean sl_theory_panel_is_for (SlDocument *document);

/* The lists in which the colour and the kind of a marker are chosen, in sl-marker-drop.c */
guint32 sl_marker_drop_get_colour (guint rank);
void sl_marker_drop_fill_colours (GtkDropDown *drop);
void sl_marker_drop_fill_kinds (GtkDropDown *drop);

G_END_DECLS
