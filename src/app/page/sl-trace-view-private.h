/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the parts of a trace's page share: what it shows (sl-trace-view.c), what is done with its
 * panels (sl-trace-view-panels.c), how timeline and panels share its room (sl-trace-paned.c), and
 * what is kept for the next trace (sl-trace-view-settings.c). */

#include "sl-details-pane.h"
#include "sl-overview-widget.h"
#include "sl-panel-stack.h"
#include "sl-trace-view.h"

G_BEGIN_DECLS

/* A loaded trace: overview and timeline above, lists with their filter below, details beside. */
struct _SlTraceView
{
  AdwBin parent_instance;

  GtkWidget *desk;
  SlLecture *lecture;
  GtkRevealer *progress_revealer;
  GtkProgressBar *progress_bar;
  GtkRevealer *outdated_revealer;
  GtkLabel *outdated_label;
  GtkWidget *outdated_compare;
  GtkRevealer *rate_revealer;
  AdwFlap *flap;
  GtkPaned *paned;
  SlOverviewWidget *overview;
  SlTimelineWidget *timeline;
  GtkScrollbar *scrollbar;
  GtkWidget *no_rows;
  GtkLabel *no_rows_label;
  GtkWidget *clear_filter_button;
  GtkWidget *show_rows_button;
  GtkWidget *timeline_box;
  GtkWidget *timeline_place;
  GtkWidget *step_panel;
  SlPanelStack *panels;
  SlDetailsPane *details_pane;

  SlDocument *document;
  GSettings *settings;
  gboolean is_complete;
  int list_height;
  int lent_height;         /* of the lists, to the steps; 0 where there is room for both */
  gboolean is_placed;      /* the height has been given to the lists */
  gboolean is_following;   /* the panels follow the document, or come and go by themselves */
  gboolean keeps_settings; /* the next trace opens with the panels of this one */
  guint scrollbar_tick;
  guint parts_tick;         /* shows the parts of the page frame by frame; 0 once they are there */
  gboolean has_first_frame; /* of the timeline alone */
  GPtrArray *drags;         /* of GtkGestureDrag: of the edge between timeline and lists */
};

void sl_trace_view_init_paned (SlTraceView *self);
void sl_trace_view_place_lists (SlTraceView *self);
void sl_trace_view_init_lecture (SlTraceView *self);
void sl_trace_view_set_list_visible (SlTraceView *self, gboolean visible);
void sl_trace_view_set_list_maximized (SlTraceView *self, gboolean maximized);

void sl_trace_view_give_back (SlTraceView *self);
void sl_trace_view_note_panels (SlTraceView *self, SlPanelChange change);
void sl_trace_view_follow_panels (SlTraceView *self);

void sl_trace_view_begin_with_settings (SlTraceView *self);
void sl_trace_view_bind_settings (SlTraceView *self);
void sl_trace_view_remember_axis (SlTraceView *self);
void sl_trace_view_remember_panels (SlTraceView *self);

G_END_DECLS
