/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view.h"

#include <glib/gi18n.h>

#include "sl-bus-panel.h"
#include "sl-button-names.h"
#include "sl-details-pane.h"
#include "sl-event-panel.h"
#include "sl-filter-bar.h"
#include "sl-finding-panel.h"
#include "sl-instruction-panel.h"
#include "sl-job-panel.h"
#include "sl-list-filters.h"
#include "sl-notes-panel.h"
#include "sl-overview-widget.h"
#include "sl-page-panels.h"
#include "sl-page-switcher.h"
#include "sl-row-panel.h"
#include "sl-theory-panel.h"
#include "sl-time-text.h"
#include "sl-topa-widget.h"

/* A loaded trace: overview and timeline above, lists with their filter below, details beside. */
struct _SlTraceView
{
  AdwBin parent_instance;

  GtkRevealer *progress_revealer;
  GtkProgressBar *progress_bar;
  GtkRevealer *rate_revealer;
  AdwFlap *flap;
  GtkPaned *paned;
  SlOverviewWidget *overview;
  SlTimelineWidget *timeline;
  GtkScrollbar *scrollbar;
  GtkWidget *no_rows_label;
  GtkWidget *timeline_pane;
  GtkWidget *list_pane;
  SlPageSwitcher *page_switcher;
  SlFilterBar *filter_bar;
  GtkStackPage *jobs_page;
  GtkStackPage *steps_page;
  GtkStackPage *compare_page;
  GtkStackPage *bus_page;
  GtkStackPage *theory_page;
  GtkStackPage *memory_page;
  GtkStackPage *instructions_page;
  GtkStackPage *misses_page;
  GtkStackPage *inversions_page;
  GtkStackPage *overruns_page;
  GtkStackPage *notes_page;
  GtkStack *lists;
  SlEventPanel *event_list;
  SlDetailsPane *details_pane;

  SlDocument *document;
  GSettings *settings;
  SlListFilters *filters;
  const char *row; /* interned key of the row that is listed; NULL for none */
  gboolean is_complete;
  int list_height;
  gboolean is_placed; /* the height has been given to the lists */
  guint scrollbar_tick;
};

G_DEFINE_FINAL_TYPE (SlTraceView, sl_trace_view, ADW_TYPE_BIN)

enum
{
  PROP_DETAILS_VISIBLE = 1,
  PROP_LIST_VISIBLE,
  PROP_LIST_HEIGHT,
  PROP_LIST_MAXIMIZED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

/* Pixels to both sides of the edge between timeline and lists that count as its handle. */
#define HANDLE_REACH 6

static void
dismiss_rate_cb (SlTraceView *self)
{
  gtk_revealer_set_reveal_child (self->rate_revealer, FALSE);
}

static void
leave_filter_cb (SlTraceView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
row_focused_cb (SlTraceView *self, const char *row)
{
  GtkWidget *list = adw_bin_get_child (ADW_BIN (sl_page_panels_get (self->lists, "row")));

  self->row = g_intern_string (row);
  if (list != NULL)
    sl_row_panel_set_row (SL_ROW_PANEL (list), self->row);
}

static void
row_list_made_cb (SlTraceView *self, GtkWidget *list)
{
  sl_row_panel_set_row (SL_ROW_PANEL (list), self->row);
}

static void
memory_made_cb (SlTraceView *self, GtkWidget *scrolled)
{
  GtkWidget *viewport = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scrolled));

  g_object_bind_property (self->timeline, "colour-blind",
                          gtk_viewport_get_child (GTK_VIEWPORT (viewport)), "colour-blind",
                          G_BINDING_SYNC_CREATE);
}

/* Pages that none of the traces has anything for are not offered. */
static void
show_pages (SlTraceView *self)
{
  guint n_notes = sl_notes_panel_count (self->document);
  g_autofree char *notes = g_strdup_printf (_ ("Notes (%u)"), n_notes);

  gtk_stack_page_set_title (self->notes_page, n_notes > 0 ? notes : _ ("Notes"));
  gtk_stack_page_set_visible (self->jobs_page, sl_job_panel_is_for (self->document));
  gtk_stack_page_set_visible (self->bus_page, sl_bus_panel_is_for (self->document));
  gtk_stack_page_set_visible (self->instructions_page,
                              sl_instruction_panel_is_for (self->document));
  gtk_stack_page_set_visible (self->memory_page, sl_topa_widget_is_for (self->document));
  sl_list_filters_follow_trace (self->filters);
}

/* @format: of the title, with the number of findings */
static void
show_kind (SlTraceView *self, GtkStackPage *page, const char *format, SlFindingKind kind)
{
  guint n_findings = sl_finding_panel_count (self->document, kind);
  g_autofree char *number = sl_time_text_ticks (n_findings);
  g_autoptr (GString) title = g_string_new (format);

  g_string_replace (title, "%s", number, 1);
  gtk_stack_page_set_title (page, title->str);
  gtk_stack_page_set_visible (page, n_findings > 0);
}

static void
show_findings (SlTraceView *self)
{
  gtk_stack_page_set_visible (self->theory_page, sl_theory_panel_count (self->document) > 0);
  show_kind (self, self->misses_page, _ ("Misses (%s)"), SL_FINDING_MISSES);
  show_kind (self, self->inversions_page, _ ("Inversions (%s)"), SL_FINDING_INVERSIONS);
  show_kind (self, self->overruns_page, _ ("Overruns (%s)"), SL_FINDING_OVERRUNS);
}

/* What is shown there is over. */
static void
leave_panel (SlTraceView *self, const char *name)
{
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->lists), name) == 0)
    gtk_stack_set_visible_child_name (self->lists, "events");
}

static void
show_steps (SlTraceView *self)
{
  gboolean active = sl_step_mode_get_active (sl_document_get_step_mode (self->document));

  gtk_stack_page_set_visible (self->steps_page, active);
  if (!active)
    {
      leave_panel (self, "steps");
      return;
    }

  g_object_set (self, "list-visible", TRUE, NULL);
  gtk_stack_set_visible_child_name (self->lists, "steps");
}

/* Who begins to compare wants to see how the traces differ. */
static void
show_compared (SlTraceView *self)
{
  guint traces[SL_N_SIDES];
  gboolean is_compared =
      sl_view_state_get_compared (sl_document_get_state (self->document), traces);

  if (is_compared == gtk_stack_page_get_visible (self->compare_page))
    return;

  gtk_stack_page_set_visible (self->compare_page, is_compared);
  if (!is_compared)
    {
      leave_panel (self, "compare");
      return;
    }

  g_object_set (self, "list-visible", TRUE, NULL);
  gtk_stack_set_visible_child_name (self->lists, "compare");
}

static gboolean
lacks_rate (SlDocument *document)
{
  SlClock *clock = sl_document_get_clock (document);
  SlUnit unit = sl_clock_get_unit (clock);

  return (unit == SL_UNIT_CYCLES || unit == SL_UNIT_TICKS) && !sl_clock_has_rate (clock);
}

static void
show_picked (SlTraceView *self)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->document));

  if (picked->type != SL_TARGET_NONE)
    sl_timeline_widget_show_target (self->timeline, picked);
}

/* The next trace opens with the axis of this one. Delta time needs a cursor, which it has not. */
static void
remember_axis (SlTraceView *self)
{
  SlAxis axis = sl_view_state_get_axis (sl_document_get_state (self->document));

  if (axis != SL_AXIS_DELTA && g_settings_get_enum (self->settings, "axis") != (int) axis)
    g_settings_set_enum (self->settings, "axis", (int) axis);
}

static void
restore_axis (SlTraceView *self)
{
  SlAxis axis = (SlAxis) g_settings_get_enum (self->settings, "axis");
  g_autoptr (SlViewState) state =
      sl_view_state_with_axis (sl_document_get_state (self->document), axis);

  sl_view_history_reset (sl_document_get_history (self->document), state);
}

static void
document_changed_cb (SlTraceView *self, guint changes)
{
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    show_pages (self);
  if ((changes & SL_CHANGED_JOBS) != 0)
    show_findings (self);
  /* Filters go by the user's names and rate too. */
  if ((changes & (SL_CHANGED_FILTER | SL_CHANGED_ANNOTATIONS)) != 0)
    sl_list_filters_follow_state (self->filters);
  if ((changes & SL_CHANGED_MATCHES) != 0)
    sl_list_filters_follow_matches (self->filters);
  if ((changes & SL_CHANGED_PICKED) != 0)
    show_picked (self);
  if ((changes & SL_CHANGED_VIEW) != 0)
    remember_axis (self);
  if ((changes & SL_CHANGED_VIEW) != 0)
    show_compared (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_FILTER | SL_CHANGED_MATCHES)) != 0)
    gtk_widget_set_visible (self->no_rows_label,
                            sl_rows_get_count (sl_document_get_rows (self->document)) == 0);
  if ((changes & SL_CHANGED_ANNOTATIONS) != 0 && !lacks_rate (self->document))
    gtk_revealer_set_reveal_child (self->rate_revealer, FALSE);
}

static gboolean
update_scrollbar_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTraceView *self = SL_TRACE_VIEW (widget);
  GtkAdjustment *adjustment = sl_timeline_widget_get_adjustment (self->timeline);

  self->scrollbar_tick = 0;
  gtk_widget_set_visible (GTK_WIDGET (self->scrollbar),
                          gtk_adjustment_get_upper (adjustment) >
                              gtk_adjustment_get_page_size (adjustment));
  return G_SOURCE_REMOVE;
}

/* Not at once: the adjustment changes while the timeline is given its size, and what comes or goes
 * then leaves widgets above it without one, which GTK does not draw. */
static void
adjustment_changed_cb (SlTraceView *self)
{
  if (self->scrollbar_tick == 0)
    self->scrollbar_tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (self), update_scrollbar_cb, NULL, NULL);
}

/* The lists keep their height while the window changes its own, so that is what is remembered;
 * a paned only knows the height of what is above. */
static void
position_cb (SlTraceView *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (!self->is_placed || !gtk_widget_get_visible (self->list_pane) ||
      !gtk_widget_get_visible (self->timeline_pane) || height <= 0)
    return;

  self->list_height = CLAMP (height - gtk_paned_get_position (self->paned), 80, 4000);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIST_HEIGHT]);
}

static gboolean
place_lists_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTraceView *self = SL_TRACE_VIEW (widget);
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  if (height <= 0)
    return G_SOURCE_CONTINUE;

  gtk_paned_set_position (self->paned, MAX (height - self->list_height, 1));
  self->is_placed = TRUE;
  return G_SOURCE_REMOVE;
}

/* While one of its children is hidden, GTK 4.8's paned still takes the clicks where its handle was. */
static void
follow_panes (SlTraceView *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (self->paned));
  gboolean has_handle =
      gtk_widget_get_visible (self->timeline_pane) && gtk_widget_get_visible (self->list_pane);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        gtk_event_controller_set_propagation_phase (controller, has_handle ? GTK_PHASE_CAPTURE
                                                                           : GTK_PHASE_NONE);
    }
}

/* The lists take the place of the timeline, or give it back. */
static void
set_list_maximized (SlTraceView *self, gboolean maximized)
{
  if (maximized == !gtk_widget_get_visible (self->timeline_pane))
    return;

  if (maximized)
    g_object_set (self, "list-visible", TRUE, NULL);
  gtk_widget_set_visible (self->timeline_pane, !maximized);
  follow_panes (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIST_MAXIMIZED]);
}

/* Whether @y, from the top of the paned, is on the handle between timeline and lists. */
static gboolean
is_on_handle (SlTraceView *self, double y)
{
  int position = gtk_paned_get_position (self->paned);

  return gtk_widget_get_visible (self->timeline_pane) && gtk_widget_get_visible (self->list_pane) &&
         y > position - HANDLE_REACH && y < position + HANDLE_REACH;
}

static void
paned_pressed_cb (SlTraceView *self, int n_press, double x, double y)
{
  if (n_press == 2 && is_on_handle (self, y))
    set_list_maximized (self, TRUE);
}

static void
sl_trace_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlTraceView *self = SL_TRACE_VIEW (object);

  switch (id)
    {
    case PROP_DETAILS_VISIBLE:
      g_value_set_boolean (value, adw_flap_get_reveal_flap (self->flap));
      break;
    case PROP_LIST_VISIBLE:
      g_value_set_boolean (value, gtk_widget_get_visible (self->list_pane));
      break;
    case PROP_LIST_HEIGHT:
      g_value_set_int (value, self->list_height);
      break;
    case PROP_LIST_MAXIMIZED:
      g_value_set_boolean (value, !gtk_widget_get_visible (self->timeline_pane));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_trace_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlTraceView *self = SL_TRACE_VIEW (object);

  switch (id)
    {
    case PROP_DETAILS_VISIBLE:
      adw_flap_set_reveal_flap (self->flap, g_value_get_boolean (value));
      break;
    case PROP_LIST_VISIBLE:
      gtk_widget_set_visible (self->list_pane, g_value_get_boolean (value));
      follow_panes (self);
      if (!g_value_get_boolean (value))
        set_list_maximized (self, FALSE);
      break;
    case PROP_LIST_HEIGHT:
      self->list_height = g_value_get_int (value);
      break;
    case PROP_LIST_MAXIMIZED:
      set_list_maximized (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static gboolean
sl_trace_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SL_TRACE_VIEW (widget)->timeline));
}

static void
sl_trace_view_dispose (GObject *object)
{
  SlTraceView *self = SL_TRACE_VIEW (object);

  g_clear_pointer (&self->filters, sl_list_filters_free);
  g_clear_object (&self->settings);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_trace_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, rate_revealer);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, flap);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, paned);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, overview);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, timeline);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, scrollbar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, no_rows_label);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, timeline_pane);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, list_pane);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, page_switcher);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, jobs_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, steps_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, compare_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, bus_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, theory_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, memory_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, instructions_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, misses_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, notes_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, lists);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, event_list);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, inversions_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, overruns_page);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, details_pane);
}

static void
sl_trace_view_class_init (SlTraceViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sl_trace_view_dispose;
  object_class->get_property = sl_trace_view_get_property;
  object_class->set_property = sl_trace_view_set_property;
  widget_class->grab_focus = sl_trace_view_grab_focus;

  /**
   * SlTraceView:details-visible:
   *
   * Whether the details panel is shown.
   */
  properties[PROP_DETAILS_VISIBLE] =
      g_param_spec_boolean ("details-visible", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlTraceView:list-visible:
   *
   * Whether the lists below the timeline are shown.
   */
  properties[PROP_LIST_VISIBLE] = g_param_spec_boolean ("list-visible", NULL, NULL, TRUE,
                                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlTraceView:list-height:
   *
   * Of the lists below the timeline, in pixels.
   */
  properties[PROP_LIST_HEIGHT] = g_param_spec_int ("list-height", NULL, NULL, 80, 4000, 236,
                                                   G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlTraceView:list-maximized:
   *
   * Whether the lists have the place of the timeline too.
   */
  properties[PROP_LIST_MAXIMIZED] =
      g_param_spec_boolean ("list-maximized", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SL_TYPE_DETAILS_PANE);
  g_type_ensure (SL_TYPE_EVENT_PANEL);
  g_type_ensure (SL_TYPE_FILTER_BAR);
  g_type_ensure (SL_TYPE_LAZY_PANEL);
  g_type_ensure (SL_TYPE_OVERVIEW_WIDGET);
  g_type_ensure (SL_TYPE_PAGE_SWITCHER);
  g_type_ensure (SL_TYPE_TIMELINE_WIDGET);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-trace-view.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_rate_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_focused_cb);
  gtk_widget_class_bind_template_callback (widget_class, paned_pressed_cb);
}

static void
sl_trace_view_init (SlTraceView *self)
{
  GtkAdjustment *adjustment;

  gtk_widget_init_template (GTK_WIDGET (self));
  adjustment = sl_timeline_widget_get_adjustment (self->timeline);
  gtk_scrollbar_set_adjustment (self->scrollbar, adjustment);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjustment_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->timeline, "header-width", self->overview, "header-width",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->timeline, "colour-blind", self->overview, "colour-blind",
                          G_BINDING_SYNC_CREATE);
  sl_page_switcher_set_stack (self->page_switcher, self->lists);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (position_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), place_lists_cb, NULL, NULL);
}

static void
bind_settings (SlTraceView *self, GSettings *settings)
{
  g_settings_bind (settings, "details-visible", self, "details-visible", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "list-visible", self, "list-visible", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "list-height", self, "list-height", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "header-width", self->timeline, "chosen-header-width",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, "colour-blind", self->timeline, "colour-blind",
                   G_SETTINGS_BIND_DEFAULT);
}

/**
 * sl_trace_view_new:
 * @document: what to show
 * @settings: sizes and what is visible, as the user left it
 */
GtkWidget *
sl_trace_view_new (SlDocument *document, GSettings *settings)
{
  SlTraceView *self = g_object_new (SL_TYPE_TRACE_VIEW, NULL);

  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  restore_axis (self);
  sl_timeline_widget_set_document (self->timeline, document);
  sl_overview_widget_set_document (self->overview, document);
  sl_filter_bar_set_document (self->filter_bar, document);
  sl_event_panel_set_document (self->event_list, document);
  sl_page_panels_prepare (self->lists, document);
  g_signal_connect_object (sl_page_panels_get (self->lists, "row"), "made",
                           G_CALLBACK (row_list_made_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_page_panels_get (self->lists, "memory"), "made",
                           G_CALLBACK (memory_made_cb), self, G_CONNECT_SWAPPED);
  self->filters = sl_list_filters_new (document, self->filter_bar, self->event_list);
  g_signal_connect_object (sl_document_get_step_mode (document), "notify::active",
                           G_CALLBACK (show_steps), self, G_CONNECT_SWAPPED);
  sl_details_pane_set_document (self->details_pane, document);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  bind_settings (self, settings);
  sl_button_names_give (GTK_WIDGET (self));
  show_pages (self);
  return GTK_WIDGET (self);
}

SlDocument *
sl_trace_view_get_document (SlTraceView *self)
{
  g_return_val_if_fail (SL_IS_TRACE_VIEW (self), NULL);

  return self->document;
}

SlTimelineWidget *
sl_trace_view_get_timeline (SlTraceView *self)
{
  g_return_val_if_fail (SL_IS_TRACE_VIEW (self), NULL);

  return self->timeline;
}

/**
 * sl_trace_view_set_progress:
 * @fraction: how far loading is; 1 when it is over
 */
void
sl_trace_view_set_progress (SlTraceView *self, double fraction)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  gtk_progress_bar_set_fraction (self->progress_bar, CLAMP (fraction, 0, 1));
  gtk_revealer_set_reveal_child (self->progress_revealer, fraction < 1);
  if (fraction >= 1 && !self->is_complete)
    {
      self->is_complete = TRUE;
      gtk_revealer_set_reveal_child (self->rate_revealer, lacks_rate (self->document));
    }
}

/**
 * sl_trace_view_find:
 *
 * Shows the filter and puts the keyboard's focus into it.
 */
void
sl_trace_view_find (SlTraceView *self)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  g_object_set (self, "list-visible", TRUE, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->filter_bar));
}

/**
 * sl_trace_view_turn:
 * @by: pages; below 0 to earlier ones
 *
 * Shows another page of the lists.
 */
void
sl_trace_view_turn (SlTraceView *self, int by)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  g_object_set (self, "list-visible", TRUE, NULL);
  sl_page_switcher_turn (self->page_switcher, by);
}

/**
 * sl_trace_view_show_page:
 * @name: of a page of the lists, such as "misses"
 *
 * Shows it, unless no trace has anything for it.
 */
void
sl_trace_view_show_page (SlTraceView *self, const char *name)
{
  GtkWidget *child;

  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  child = gtk_stack_get_child_by_name (self->lists, name);
  if (child == NULL || !gtk_stack_page_get_visible (gtk_stack_get_page (self->lists, child)))
    return;

  g_object_set (self, "list-visible", TRUE, NULL);
  gtk_stack_set_visible_child (self->lists, child);
}
