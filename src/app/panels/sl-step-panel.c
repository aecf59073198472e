/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-direction.h"
#include "sl-event-text.h"
#include "sl-message.h"
#include "sl-text-sched-state.h"
#include "sl-time-text.h"
#include "sl-timeline-widget.h"
#include "sl-unbroken.h"
#include "sl-view-text.h"
#include "sl-widget-util.h"

/* Where the trace is while it is gone through step by step: what was decided last and why, and what
 * holds since. */
struct _SlStepPanel
{
  SlDocumentWidget base;

  GtkWidget *bar;
  GtkScrolledWindow *scrolled;
  GtkWidget *state_box;
  GtkToggleButton *play_button;
  GtkDropDown *speed_drop;
  GtkLabel *index_label;
  GtkLabel *reason_label;
  GtkLabel *running_label;
  GtkLabel *ready_title;
  GtkLabel *ready_label;
  GtkLabel *locks_label;
  GtkLabel *servers_label;
  GtkWidget *servers_box;
  char *said; /* of what was decided */
  gboolean is_plain;
  int lacking;   /* pixels that others lack */
  guint fitting; /* tick callback that finds the size of the sentence's type; 0 for none */
};

G_DEFINE_FINAL_TYPE (SlStepPanel, sl_step_panel, SL_TYPE_DOCUMENT_WIDGET)

/* Of the room for what is said of a step: more is scrolled to. */
#define SENTENCE_LINES 2
#define STATE_LINES    4

/* Pixels. */
#define PADDING      18 /* above the lines, and between the sentence and what holds */
#define LEAST_HEIGHT 48
#define PLAIN_HEIGHT 78

/* Of the sentence's type, where it would be cut in its own size. */
#define LEAST_SCALE 0.4
#define SCALE_STEP  0.05

static const double speeds[] = { 0.5, 1, 2, 5, 10 };

/* In pixels. */
static int
get_line_height (GtkLabel *label)
{
  PangoLayout *layout = gtk_label_get_layout (label);
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return MAX (height / MAX (pango_layout_get_line_count (layout), 1), 1);
}

/* Of what is said of a step, so that the timeline keeps its height from step to step. */
static int
get_height (SlStepPanel *self)
{
  int line = get_line_height (self->running_label);
  int most = PADDING + SENTENCE_LINES * get_line_height (self->reason_label) + STATE_LINES * line;

  return MAX (most - self->lacking, MIN (LEAST_HEIGHT, most));
}

static void
set_height (SlStepPanel *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self->scrolled), -1,
                               self->is_plain ? PLAIN_HEIGHT : get_height (self));
}

/* What holds begins so far below the sentence that no line of it is cut: half a line would look like the last one. */
static void
set_gap (SlStepPanel *self)
{
  GtkBox *box = GTK_BOX (gtk_widget_get_parent (self->state_box));
  int sentence, rest;

  gtk_widget_measure (GTK_WIDGET (self->reason_label), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (self->reason_label)), &sentence, NULL, NULL,
                      NULL);
  rest = gtk_widget_get_height (GTK_WIDGET (self->scrolled)) - PADDING - sentence;
  gtk_box_set_spacing (box, PADDING / 2 + MAX (rest, 0) % get_line_height (self->running_label));
}

static void
speed_cb (SlStepPanel *self)
{
  guint chosen = gtk_drop_down_get_selected (self->speed_drop);

  if (self->base.document != NULL && chosen < G_N_ELEMENTS (speeds))
    sl_step_mode_set_speed (sl_document_get_step_mode (self->base.document), speeds[chosen]);
}

static void
show_state (SlStepPanel *self, SlReplay *replay, guint64 index)
{
  SlAnnotations *annotations = sl_document_get_annotations (self->base.document);
  SlClock *clock = sl_document_get_clock (self->base.document);
  SlDecisionSearch *decisions =
      sl_step_mode_get_decisions (sl_document_get_step_mode (self->base.document));
  const SlSchedState *sched = sl_decision_search_get_state (decisions, index);
  g_autofree char *running = sl_text_sched_state_running (replay, annotations, clock, sched);
  g_autofree char *ready = sl_text_sched_state_ready (replay, annotations, clock, sched);
  g_autofree char *locks = sl_text_sched_state_locks (replay, annotations, sched);
  g_autofree char *servers = sl_text_sched_state_servers (replay, annotations, clock, sched);
  /* Translators: by what the queue is ordered, such as "by deadline" */
  g_autofree char *title = g_strdup_printf (_ ("Ready, %s"), sl_text_sched_state_order (replay));

  gtk_label_set_label (self->running_label, running);
  gtk_label_set_label (self->ready_title, title);
  gtk_label_set_label (self->ready_label, ready);
  gtk_label_set_label (self->locks_label, locks);
  gtk_label_set_label (self->servers_label, servers);
  gtk_widget_set_visible (self->servers_box, servers[0] != '\0');
}

/* (transfer full): the time and what the event is */
static char *
dup_event (SlStepPanel *self, SlReplay *replay, guint64 index)
{
  SlClock *clock = sl_document_get_clock (self->base.document);
  g_autofree char *time = sl_text_step_time (clock, sl_replay_get_time (replay, index));
  g_autofree char *number = sl_time_text_ticks (index);
  g_autofree char *kind = NULL;
  SlEvent event;

  if (!sl_trace_read_event (sl_replay_get_recorded (replay), index, &event))
    return g_strdup (time);

  kind = sl_event_text_kind_title (event.kind);
  /* Translators: a time, the number of an event, what it is */
  return g_strdup_printf (_ ("%s, event %s: %s"), time, number, kind);
}

/* To readers of the screen, unless the timeline does so or everybody looks on. */
static void
say (SlStepPanel *self, const char *reason)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (g_strcmp0 (reason, self->said) == 0 ||
      sl_step_mode_get_playing (sl_document_get_step_mode (self->base.document)))
    return;

  g_free (self->said);
  self->said = g_strdup (reason);
  if (focus != NULL && gtk_widget_get_ancestor (focus, SL_TYPE_TIMELINE_WIDGET) == NULL)
    sl_message_say (GTK_WIDGET (self), reason);
}

static void
set_scale (SlStepPanel *self, double scale)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (scale));
  gtk_label_set_attributes (self->reason_label, attributes);
  pango_attr_list_unref (attributes);
}

static gboolean
fits (SlStepPanel *self)
{
  GtkWidget *child = gtk_widget_get_first_child (gtk_scrolled_window_get_child (self->scrolled));
  int least;

  gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (self->scrolled)), &least, NULL, NULL, NULL);
  return least <= gtk_widget_get_height (GTK_WIDGET (self->scrolled));
}

/* Nobody scrolls during a lecture: the sentence is as large as it can be without losing a line. */
static gboolean
fit_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlStepPanel *self = SL_STEP_PANEL (widget);
  double scale = 1;

  self->fitting = 0;
  set_gap (self);
  set_scale (self, scale);
  while (self->is_plain && scale > LEAST_SCALE && !fits (self))
    set_scale (self, scale -= SCALE_STEP);
  return G_SOURCE_REMOVE;
}

static void
queue_fit (SlStepPanel *self)
{
  if (self->fitting == 0)
    self->fitting = gtk_widget_add_tick_callback (GTK_WIDGET (self), fit_cb, NULL, NULL);
}

static void
show (SlStepPanel *self)
{
  SlStepMode *mode = sl_document_get_step_mode (self->base.document);
  SlReplay *replay = sl_step_mode_get_replay (mode);
  guint64 index = sl_step_mode_get_index (mode);
  g_autofree char *event = NULL, *reason = NULL, *both = NULL, *unbroken = NULL;
  gboolean is_behind;

  if (!sl_step_mode_get_active (mode))
    return;

  if (replay == NULL)
    {
      gtk_label_set_label (self->reason_label, _ ("Analysing the trace…"));
      return;
    }

  event = dup_event (self, replay, index);
  reason = sl_view_text_describe_step (self->base.document, &is_behind);
  if (is_behind)
    both = g_strdup_printf ("%s\n%s", event, reason);
  /* Where the bar is not seen, the sentence says what is stepped to. */
  unbroken = sl_unbroken_new (self->is_plain && both != NULL ? both : reason);
  gtk_label_set_label (self->reason_label, unbroken);
  gtk_label_set_label (self->index_label, event);
  show_state (self, replay, index);
  say (self, both != NULL ? event : reason);
}

static void
playing_cb (SlStepPanel *self)
{
  gboolean playing = sl_step_mode_get_playing (sl_document_get_step_mode (self->base.document));

  gtk_button_set_icon_name (GTK_BUTTON (self->play_button), playing
                                                                ? "media-playback-pause-symbolic"
                                                                : "media-playback-start-symbolic");
}

static void
sl_step_panel_attached (SlDocumentWidget *widget)
{
  SlStepMode *mode = sl_document_get_step_mode (widget->document);

  g_signal_connect_object (mode, "moved", G_CALLBACK (show), widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (mode, "notify::playing", G_CALLBACK (playing_cb), widget,
                           G_CONNECT_SWAPPED);
}

static void
sl_step_panel_finalize (GObject *object)
{
  g_free (SL_STEP_PANEL (object)->said);

  G_OBJECT_CLASS (sl_step_panel_parent_class)->finalize (object);
}

static void
sl_step_panel_class_init (SlStepPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sl_step_panel_finalize;
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_step_panel_attached;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-step-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, play_button);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, bar);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, scrolled);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, state_box);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, speed_drop);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, index_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, reason_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, running_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, ready_title);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, ready_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, locks_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, servers_label);
  gtk_widget_class_bind_template_child (widget_class, SlStepPanel, servers_box);
  gtk_widget_class_bind_template_callback (widget_class, speed_cb);
}

static void
sl_step_panel_init (SlStepPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_combo_value_narrow (self->speed_drop);
  set_height (self);
  g_signal_connect (self, "map", G_CALLBACK (set_height), NULL);
  sl_direction_of_time_give (gtk_widget_get_parent (GTK_WIDGET (self->play_button)));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scrolled),
                           "notify::page-size", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scrolled),
                           "notify::page-size", G_CALLBACK (queue_fit), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->reason_label, "notify::label", G_CALLBACK (queue_fit), self,
                           G_CONNECT_SWAPPED);
}

/**
 * sl_step_panel_set_plain:
 * @plain: whether only the sentence is shown, in larger type
 */
void
sl_step_panel_set_plain (SlStepPanel *self, gboolean plain)
{
  g_return_if_fail (SL_IS_STEP_PANEL (self));

  self->is_plain = plain;
  if (self->base.document != NULL)
    show (self);
  queue_fit (self);
  gtk_widget_set_visible (self->bar, !plain);
  gtk_widget_set_visible (self->state_box, !plain);
  set_height (self);
  /* A selection would be in the way, and take keys. */
  gtk_label_set_selectable (self->reason_label, !plain);
  if (plain)
    gtk_widget_add_css_class (GTK_WIDGET (self), "plain");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "plain");
}

/**
 * sl_step_panel_shrink:
 * @by: pixels that others lack
 *
 * Leaves them so much of its usual height as it can; what is cut is scrolled to.
 *
 * Returns: how much that is
 */
int
sl_step_panel_shrink (SlStepPanel *self, int by)
{
  int most;

  g_return_val_if_fail (SL_IS_STEP_PANEL (self), 0);

  if (self->is_plain)
    return 0;

  self->lacking = 0;
  most = get_height (self);
  self->lacking = MAX (by, 0);
  set_height (self);
  return most - get_height (self);
}

/**
 * sl_step_panel_set_large:
 * @large: whether the sentence is in the middle of all the room, in the largest type
 */
void
sl_step_panel_set_large (SlStepPanel *self, gboolean large)
{
  g_return_if_fail (SL_IS_STEP_PANEL (self));

  queue_fit (self);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scrolled), large);
  gtk_widget_set_vexpand (GTK_WIDGET (self->reason_label), large);
  gtk_label_set_xalign (self->reason_label, large ? 0.5f : 0);
  gtk_label_set_justify (self->reason_label, large ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT);
  if (large)
    gtk_widget_add_css_class (GTK_WIDGET (self), "large");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "large");
}
