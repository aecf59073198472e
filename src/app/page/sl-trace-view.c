/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-view-private.h"

#include <glib/gi18n.h>

#include "sl-direction.h"
#include "sl-focus-out.h"
#include "sl-message.h"
#include "sl-panels.h"
#include "sl-row-quiet.h"
#include "sl-widget-util.h"

G_DEFINE_FINAL_TYPE (SlTraceView, sl_trace_view, ADW_TYPE_BIN)

enum
{
  PROP_DETAILS_VISIBLE = 1,
  PROP_LIST_VISIBLE,
  PROP_LIST_MAXIMIZED,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
dismiss_rate_cb (SlTraceView *self)
{
  gtk_revealer_set_reveal_child (self->rate_revealer, FALSE);
}

static void
dismiss_outdated_cb (SlTraceView *self)
{
  sl_trace_view_set_outdated (self, FALSE, TRUE);
}

static void
leave_filter_cb (SlTraceView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->timeline));
}

static void
row_focused_cb (SlTraceView *self, const char *row)
{
  sl_panel_stack_set_row (self->panels, row);
}

static void
panel_made_cb (SlTraceView *self, GtkWidget *panel)
{
  if (SL_IS_MEMORY_PANEL (panel))
    g_object_bind_property (self->timeline, "colour-blind",
                            sl_memory_panel_get_picture (SL_MEMORY_PANEL (panel)), "colour-blind",
                            G_BINDING_SYNC_CREATE);
}

static void
panel_raised_cb (SlTraceView *self)
{
  self->is_following = TRUE;
  g_object_set (self, "list-visible", TRUE, NULL);
  self->is_following = FALSE;
  sl_trace_view_note_panels (self, SL_PANELS_BY_STEP);
}

static void
panel_turned_cb (SlTraceView *self)
{
  sl_trace_view_note_panels (self, SL_PANELS_BY_USER);
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

/* What can take the last row away, or bring one back. */
#define ROWS_CHANGED \
  (SL_CHANGED_TRACE | SL_CHANGED_FILTER | SL_CHANGED_MATCHES | SL_CHANGED_VIEW | SL_CHANGED_VISIBLE)

/* Says why no row is shown, beside what shows them again. */
static void
explain_empty (SlTraceView *self)
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlViewState *state = sl_document_get_state (self->document);
  gboolean are_filtered =
      sl_view_state_get_filter (state) != NULL && sl_view_state_get_filter_hides (state);
  gboolean are_quiet =
      !are_filtered &&
      sl_row_quiet_get (sl_document_get_trace_set (self->document), state) == SL_QUIET_HIDDEN;
  gboolean are_hidden = sl_rows_get_n_hidden (rows) > 0;
  const char *text = _ ("No rows match the filter");

  gtk_widget_set_visible (self->no_rows, sl_rows_get_count (rows) == 0);
  if (sl_rows_get_count (rows) > 0)
    return;

  if (are_hidden && are_filtered)
    text = _ ("Some rows are hidden, and none of the others match the filter");
  else if (are_hidden)
    text = _ ("All rows are hidden");
  else if (are_quiet)
    text = _ ("Rows without events in view are hidden");
  else if (!are_filtered)
    text = _ ("The families of all rows are hidden");
  gtk_label_set_label (self->no_rows_label, text);
  gtk_widget_set_visible (self->clear_filter_button, are_filtered);
  gtk_widget_set_visible (self->show_rows_button, are_hidden || are_quiet);
}

static void
document_changed_cb (SlTraceView *self, guint changes)
{
  if ((changes & SL_CHANGED_PICKED) != 0)
    show_picked (self);
  if ((changes & SL_CHANGED_VIEW) != 0)
    sl_trace_view_remember_axis (self);
  if ((changes & SL_CHANGED_PANELS) != 0)
    {
      sl_trace_view_follow_panels (self);
      sl_trace_view_remember_panels (self);
    }
  if ((changes & ROWS_CHANGED) != 0)
    explain_empty (self);
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
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->panels)));
      break;
    case PROP_LIST_MAXIMIZED:
      g_value_set_boolean (value, !gtk_widget_get_visible (self->timeline_box));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

/* Says what a property tells of, where the user changed it. */
static void
say_change (SlTraceView *self, guint id, gboolean value)
{
  const char *text;

  if (self->is_following)
    return;

  if (id == PROP_DETAILS_VISIBLE)
    text = value ? _ ("Details shown") : _ ("Details hidden");
  else if (id == PROP_LIST_VISIBLE)
    text = value ? _ ("Panel shown") : _ ("Panel hidden");
  else
    text = value ? _ ("Panel maximised") : _ ("Timeline restored");
  sl_message_say (GTK_WIDGET (self), text);
}

static void
sl_trace_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlTraceView *self = SL_TRACE_VIEW (object);
  gboolean is_set = g_value_get_boolean (value);
  gboolean was_set;

  g_object_get (object, pspec->name, &was_set, NULL);
  switch (id)
    {
    case PROP_DETAILS_VISIBLE:
      adw_flap_set_reveal_flap (self->flap, is_set);
      /* It would lie over the details, which say the same. */
      if (is_set)
        sl_message_withdraw (GTK_WIDGET (self));
      sl_trace_view_note_panels (self, SL_PANELS_BY_USER);
      break;
    case PROP_LIST_VISIBLE:
      sl_trace_view_set_list_visible (self, is_set);
      sl_trace_view_note_panels (self, SL_PANELS_BY_USER);
      break;
    case PROP_LIST_MAXIMIZED:
      sl_trace_view_set_list_maximized (self, is_set);
      sl_trace_view_note_panels (self, SL_PANELS_BY_USER);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  if (was_set != is_set)
    say_change (self, id, is_set);
}

static gboolean
hand_focus_on (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SL_TRACE_VIEW (widget)->timeline));
}

static void
sl_trace_view_dispose (GObject *object)
{
  SlTraceView *self = SL_TRACE_VIEW (object);

  g_clear_object (&self->settings);
  g_clear_object (&self->document);
  g_clear_pointer (&self->drags, g_ptr_array_unref);

  G_OBJECT_CLASS (sl_trace_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, desk);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, lecture);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, progress_revealer);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, outdated_revealer);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, outdated_label);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, outdated_compare);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, rate_revealer);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, flap);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, paned);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, overview);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, timeline);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, scrollbar);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, no_rows);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, no_rows_label);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, clear_filter_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, show_rows_button);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, timeline_box);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, timeline_place);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, step_panel);
  gtk_widget_class_bind_template_child (widget_class, SlTraceView, panels);
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
  sl_focus_out_install (widget_class, hand_focus_on);

  /**
   * SlTraceView:details-visible:
   *
   * Whether the details pane is shown.
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
   * SlTraceView:list-maximized:
   *
   * Whether the lists have the place of the timeline too.
   */
  properties[PROP_LIST_MAXIMIZED] =
      g_param_spec_boolean ("list-maximized", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SL_TYPE_DETAILS_PANE);
  g_type_ensure (SL_TYPE_LECTURE);
  g_type_ensure (SL_TYPE_OVERVIEW_WIDGET);
  g_type_ensure (SL_TYPE_PANEL_STACK);
  g_type_ensure (sl_step_panel_get_type ());
  g_type_ensure (SL_TYPE_TIMELINE_WIDGET);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-trace-view.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_outdated_cb);
  gtk_widget_class_bind_template_callback (widget_class, dismiss_rate_cb);
  gtk_widget_class_bind_template_callback (widget_class, leave_filter_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_focused_cb);
  gtk_widget_class_bind_template_callback (widget_class, panel_made_cb);
  gtk_widget_class_bind_template_callback (widget_class, panel_raised_cb);
  gtk_widget_class_bind_template_callback (widget_class, panel_turned_cb);
}

/* The values at the cursor, beside the names, take nothing from the lists. */
static gboolean
find_index_width (GBinding *binding, const GValue *width, GValue *index_width, gpointer user_data)
{
  g_autoptr (GObject) timeline = g_binding_dup_source (binding);

  g_value_set_int (index_width, sl_picture_widget_get_names_width (SL_PICTURE_WIDGET (timeline)));
  return TRUE;
}

static void
sl_trace_view_init (SlTraceView *self)
{
  GtkAdjustment *adjustment;

  gtk_widget_init_template (GTK_WIDGET (self));
  /* Time goes from left to right in any language, and the names of the rows are where it begins. */
  sl_direction_of_time_give (self->timeline_place);
  adjustment = sl_timeline_widget_get_adjustment (self->timeline);
  gtk_scrollbar_set_adjustment (self->scrollbar, adjustment);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjustment_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_bind_property (self->timeline, "header-width", self->overview, "header-width",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->timeline, "colour-blind", self->overview, "colour-blind",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property_full (self->timeline, "header-width", self->panels, "index-width",
                               G_BINDING_SYNC_CREATE, find_index_width, NULL, NULL, NULL);
  sl_trace_view_init_paned (self);
  sl_trace_view_init_lecture (self);
}

/* Steps are taken on the timeline, so what is said of them stays with it. */
static void
stepping_cb (SlTraceView *self)
{
  gboolean is_stepping = sl_step_mode_get_active (sl_document_get_step_mode (self->document));

  if (is_stepping)
    sl_trace_view_give_back (self);
  gtk_widget_set_visible (self->step_panel, is_stepping);
  sl_trace_view_place_lists (self);
}

static void
follow_steps (SlTraceView *self)
{
  g_object_set (self->step_panel, "document", self->document, NULL);
  g_signal_connect_object (sl_document_get_step_mode (self->document), "notify::active",
                           G_CALLBACK (stepping_cb), self, G_CONNECT_SWAPPED);
  stepping_cb (self);
}

/**
 * sl_trace_view_new:
 *
 * Returns: (transfer floating): a view that can be shown once it has a document
 */
GtkWidget *
sl_trace_view_new (void)
{
  return g_object_new (SL_TYPE_TRACE_VIEW, NULL);
}

/**
 * sl_trace_view_set_document:
 * @self: without a document
 * @document: what to show
 * @settings: sizes and what is visible, as the user left it
 */
void
sl_trace_view_set_document (SlTraceView *self, SlDocument *document, GSettings *settings)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self) && self->document == NULL);

  self->document = g_object_ref (document);
  self->settings = g_object_ref (settings);
  self->keeps_settings = TRUE;
  sl_trace_view_begin_with_settings (self);
  sl_timeline_widget_set_document (self->timeline, document);
  sl_overview_widget_set_document (self->overview, document);
  sl_panel_stack_set_settings (self->panels, settings);
  g_object_set (self->panels, "document", document, NULL);
  g_object_set (self->details_pane, "document", document, NULL);
  sl_lecture_set_document (self->lecture, document);
  follow_steps (self);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sl_trace_view_bind_settings (self);
  sl_trace_view_follow_panels (self);
  sl_button_names_give (GTK_WIDGET (self));
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
 * sl_trace_view_set_outdated:
 * @outdated: whether the file has changed since it was read; the user can then reload it
 * @is_intact: whether what was read can still be shown, and thus compared
 */
void
sl_trace_view_set_outdated (SlTraceView *self, gboolean outdated, gboolean is_intact)
{
  g_return_if_fail (SL_IS_TRACE_VIEW (self));

  /* What is not revealed is still there for assistive technologies. */
  gtk_widget_set_visible (GTK_WIDGET (self->outdated_revealer), outdated);
  gtk_revealer_set_reveal_child (self->outdated_revealer, outdated);
  gtk_label_set_label (self->outdated_label,
                       is_intact ? _ ("The file has changed since it was read")
                                 : _ ("The file was overwritten: what it held before is gone"));
  gtk_widget_set_visible (self->outdated_compare, is_intact);
}
