/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-filter-bar.h"

#include <glib/gi18n.h>

#include "sl-filter-counts.h"
#include "sl-filter-error.h"
#include "sl-filter-help.h"
#include "sl-filter-popup.h"
#include "sl-filter-room.h"
#include "sl-filter-saved.h"
#include "sl-filter-switches.h"
#include "sl-filter.h"
#include "sl-focus-out.h"
#include "sl-key-tip.h"
#include "sl-message.h"
#include "sl-widget-util.h"

/* Where the user says which events matter: an expression, and switches for whole families.
 * While it is typed, what does not match is dimmed; Enter hides it. */
struct _SlFilterBar
{
  SlDocumentWidget base;

  GtkWidget *row;
  GtkSearchEntry *entry;
  GtkWidget *families_button;
  GtkToggleButton *hide_button;
  GtkBox *families_box;
  SlFilterSwitches *switches;
  GtkWidget *help_popover;
  GtkBox *help_box;
  gboolean is_help_old; /* since the trace is another one */
  GtkWidget *hits_box;
  GtkLabel *count_label;
  GtkLabel *hit_label;
  GtkButton *hidden_button;
  GtkProgressBar *progress;
  SlFilterCounts *counts;
  SlFilterPopup *popup;
  SlFilterError *error;
  GtkBox *saved_box;
  SlFilterSaved *saved; /* NULL before there are settings */

  gboolean is_following; /* the widgets follow the document, not the user */
  gboolean has_error;
  gboolean ends_early; /* what is typed is not yet an expression */
  char *described;     /* what was said of the entry last */
  guint leaving;       /* source that sees where the focus went; 0 for none */
  guint gesture;       /* typing one expression is one step of undo */
};

G_DEFINE_FINAL_TYPE (SlFilterBar, sl_filter_bar, SL_TYPE_DOCUMENT_WIDGET)

enum
{
  SIGNAL_LEFT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* What assistive technologies say of the entry: what is wrong, else what was found. */
static void
describe_entry (SlFilterBar *self, const char *text)
{
  if (g_strcmp0 (self->described, text) == 0)
    return;

  g_free (self->described);
  self->described = g_strdup (text);
  sl_message_describe (GTK_WIDGET (self->entry), text);
}

static void
describe_found (SlFilterBar *self)
{
  const char *expression = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *text = NULL;

  /* The entry may still speak up while all goes away. */
  if (self->has_error || self->counts == NULL)
    return;

  if (expression[0] != '\0')
    text = sl_filter_counts_dup_text (self->counts);
  describe_entry (self, text != NULL ? text : "");
}

/* While the user is there: the entry stays marked, and says it again to who comes back. */
static void
show_reason (SlFilterBar *self)
{
  GtkWidget *entry = GTK_WIDGET (self->entry);
  gboolean is_there = (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
  const char *reason = self->has_error ? self->described : NULL;

  sl_filter_error_show (self->error, is_there ? reason : NULL);
}

/* The count beside the entry goes on saying what is shown, which is what was there before. */
static void
show_error (SlFilterBar *self, const GError *error)
{
  const char *text = error != NULL ? error->message : NULL;

  self->has_error = text != NULL;
  sl_error_mark_set (GTK_WIDGET (self->entry), self->has_error);
  if (self->has_error)
    describe_entry (self, text);
  else
    describe_found (self);
  show_reason (self);
}

/* While a trace is being read, fields may still come. */
static gboolean
check_fields (SlTraceSet *set, const SlFilter *filter, GError **error)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new ();

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      g_ptr_array_add (traces, sl_trace_set_get_trace (set, i));
      if (!sl_trace_is_complete (sl_trace_set_get_trace (set, i)))
        return TRUE;
    }
  return sl_filter_check_fields (filter, (SlTrace *const *) traces->pdata, traces->len, error);
}

/* Also a name that the trace does not have, or a unit of time without a rate, is wrong. */
static SlFilter *
check (SlFilterBar *self, const char *text, GError **error)
{
  g_autoptr (SlFilter) filter = sl_filter_parse (text, error);
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  g_autoptr (SlFilterRun) run = NULL;

  /* It may name what only one of several traces has. */
  for (guint i = 0; filter != NULL && run == NULL && i < sl_trace_set_get_size (set); i++)
    {
      g_clear_error (error);
      run = sl_filter_run_new_with_annotations (filter, sl_trace_set_get_trace (set, i),
                                                sl_trace_set_get_annotations (set, i), error);
    }
  return run != NULL && check_fields (set, filter, error) ? g_steal_pointer (&filter) : NULL;
}

/* An expression that is wrong changes nothing: what was shown before stays. One that may still become right is not
 * called wrong, unless the user says that it is complete.
 * @is_complete: whether he does */
static void
apply (SlFilterBar *self, gboolean hides, gboolean is_complete)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlFilter) filter = NULL;

  if (self->is_following || self->base.document == NULL)
    return;

  g_strstrip (text);
  if (text[0] != '\0')
    filter = check (self, text, &error);
  self->ends_early = error != NULL && !is_complete && sl_filter_ends_early (text);
  show_error (self, self->ends_early ? NULL : error);
  if (error != NULL)
    return;

  if (self->gesture == SL_GESTURE_NONE)
    self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->base.document));
  sl_document_take_state (self->base.document,
                          sl_view_state_with_filter (sl_document_get_state (self->base.document),
                                                     filter, hides && filter != NULL),
                          self->gesture);
}

static void
search_changed_cb (SlFilterBar *self)
{
  SlViewState *state =
      self->base.document != NULL ? sl_document_get_state (self->base.document) : NULL;

  /* The signal comes late: when it is about what the document says anyway, nothing is to do. */
  if (state == NULL || g_strcmp0 (sl_view_state_get_filter_text (state),
                                  gtk_editable_get_text (GTK_EDITABLE (self->entry))) == 0)
    {
      self->ends_early = FALSE;
      show_error (self, NULL);
      return;
    }

  apply (self, FALSE, FALSE);
}

static void
activate_cb (SlFilterBar *self)
{
  sl_filter_popup_close (self->popup);
  apply (self, TRUE, TRUE);
  self->gesture = SL_GESTURE_NONE;
}

static void
hide_toggled_cb (SlFilterBar *self)
{
  if (self->is_following)
    return;

  apply (self, gtk_toggle_button_get_active (self->hide_button), TRUE);
  self->gesture = SL_GESTURE_NONE;
}

/* Escape: the filter goes; where there is none, so does the user. */
static void
stop_search_cb (SlFilterBar *self)
{
  if (gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] == '\0')
    {
      g_signal_emit (self, signals[SIGNAL_LEFT], 0);
      return;
    }

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  apply (self, FALSE, TRUE);
  self->gesture = SL_GESTURE_NONE;
}

/* Switches and expression as the document has them: undo changes them too. */
static void
follow_document (SlFilterBar *self)
{
  SlViewState *state = sl_document_get_state (self->base.document);
  const char *text = sl_view_state_get_filter_text (state);
  guint n_hidden;

  self->is_following = TRUE;
  if (!self->has_error && !self->ends_early &&
      g_strcmp0 (text, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    {
      g_autofree char *typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

      if (g_strcmp0 (g_strstrip (typed), text) != 0)
        gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
    }

  gtk_toggle_button_set_active (self->hide_button, sl_view_state_get_filter_hides (state));
  gtk_widget_set_sensitive (GTK_WIDGET (self->hide_button), text[0] != '\0');
  if (self->saved != NULL)
    sl_filter_saved_follow (self->saved, text);
  n_hidden = sl_filter_switches_follow (self->switches);
  self->is_following = FALSE;

  if (n_hidden > 0)
    {
      g_autofree char *label =
          g_strdup_printf (_ ("Families (%u of %u)"),
                           sl_filter_switches_count (self->switches) - n_hidden,
                           sl_filter_switches_count (self->switches));

      sl_filter_room_set_label (self->families_button, label);
    }
  else
    sl_filter_room_set_label (self->families_button, _ ("Families"));
}

/* Finding the fields of a trace takes longer than a change of the picture may. */
static void
show_help_cb (SlFilterBar *self)
{
  if (self->is_help_old)
    sl_filter_help_fill (self->help_box, sl_document_get_trace (self->base.document),
                         GTK_EDITABLE (self->entry));
  self->is_help_old = FALSE;
}

static void
forget_help (SlFilterBar *self)
{
  self->is_help_old = TRUE;
  if (gtk_widget_get_visible (self->help_popover))
    show_help_cb (self);
}

static void
sl_filter_bar_changed (SlDocumentWidget *widget, guint changes)
{
  SlFilterBar *self = SL_FILTER_BAR (widget);

  if ((changes & ~(guint) SL_CHANGED_VISIBLE) != 0)
    sl_filter_counts_set_hidden (self->counts,
                                 sl_rows_get_n_hidden (sl_document_get_rows (self->base.document)));
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET)) != 0)
    {
      self->is_following = TRUE;
      sl_filter_switches_fill (self->switches, self->base.document);
      sl_filter_help_suggest (sl_document_get_trace (self->base.document),
                              GTK_EDITABLE (self->entry));
      forget_help (self);
      self->is_following = FALSE;
    }
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0)
    sl_filter_popup_set_traces (self->popup, sl_document_get_trace_set (self->base.document));
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_FILTER)) != 0)
    follow_document (self);
}

/* Who goes away, but not to the suggestions, means what is typed. */
static gboolean
left_cb (gpointer user_data)
{
  SlFilterBar *self = user_data;
  GtkRoot *root = gtk_widget_get_root (user_data);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  self->leaving = 0;
  if (self->ends_early && (focus == NULL || !gtk_widget_is_ancestor (focus, user_data)))
    apply (self, FALSE, TRUE);
  return G_SOURCE_REMOVE;
}

static void
leave_cb (SlFilterBar *self)
{
  if (self->leaving == 0)
    self->leaving = g_idle_add (left_cb, self);
  show_reason (self);
  self->gesture = SL_GESTURE_NONE;
}

static gboolean
hand_focus_on (GtkWidget *widget)
{
  SlFilterBar *self = SL_FILTER_BAR (widget);

  if (!gtk_widget_grab_focus (GTK_WIDGET (self->entry)))
    return FALSE;

  /* What is typed now takes the place of the filter. */
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  return TRUE;
}

static void
sl_filter_bar_dispose (GObject *object)
{
  SlFilterBar *self = SL_FILTER_BAR (object);

  g_clear_handle_id (&self->leaving, g_source_remove);
  g_clear_pointer (&self->popup, sl_filter_popup_free);
  g_clear_pointer (&self->error, sl_filter_error_free);
  g_clear_pointer (&self->saved, sl_filter_saved_free);
  g_clear_pointer (&self->switches, sl_filter_switches_free);
  g_clear_pointer (&self->counts, sl_filter_counts_free);
  g_clear_pointer (&self->described, g_free);

  G_OBJECT_CLASS (sl_filter_bar_parent_class)->dispose (object);
}

static void
sl_filter_bar_class_init (SlFilterBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_filter_bar_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_filter_bar_changed;
  sl_focus_out_install (widget_class, hand_focus_on);

  /**
   * SlFilterBar::left:
   *
   * The user is done with the filter and wants the keys to go elsewhere.
   */
  signals[SIGNAL_LEFT] = g_signal_new ("left", SL_TYPE_FILTER_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-filter-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, row);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, entry);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, families_button);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, families_box);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, hide_button);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, help_popover);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, help_box);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, saved_box);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, count_label);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, hit_label);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, hits_box);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, hidden_button);
  gtk_widget_class_bind_template_child (widget_class, SlFilterBar, progress);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_help_cb);
  gtk_widget_class_bind_template_callback (widget_class, hide_toggled_cb);
}

/* So that the row has room in a narrow window, and with large text. */
static void
init_room (SlFilterBar *self)
{
  gtk_widget_set_layout_manager (self->row, sl_filter_room_new (TRUE));
  sl_filter_room_add_icon (self->families_button, "view-list-bullet-symbolic");
  sl_filter_room_set_label (self->families_button, _ ("Families"));
  sl_filter_room_add_icon (GTK_WIDGET (self->hide_button), "view-conceal-symbolic");
  sl_filter_room_set_label (GTK_WIDGET (self->hide_button), _ ("Hide Others"));
  sl_filter_room_add_icon (GTK_WIDGET (self->hidden_button), "view-reveal-symbolic");
}

static void
sl_filter_bar_init (SlFilterBar *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  init_room (self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (show_reason), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), focus);
  self->switches = sl_filter_switches_new (self->families_box);
  self->counts =
      sl_filter_counts_new (&(SlFilterCountsParts) { .count_label = self->count_label,
                                                     .hit_label = self->hit_label,
                                                     .hits_box = self->hits_box,
                                                     .hidden_button = self->hidden_button,
                                                     .progress = self->progress });
  for (GtkWidget *step = gtk_widget_get_first_child (self->hits_box); step != NULL;
       step = gtk_widget_get_next_sibling (step))
    sl_key_tip_follow (step);
  self->popup = sl_filter_popup_new (GTK_WIDGET (self), GTK_EDITABLE (self->entry));
  self->error = sl_filter_error_new (GTK_WIDGET (self), GTK_WIDGET (self->entry));
}

/**
 * sl_filter_bar_set_count:
 * @is_filtered: whether there is a filter
 * @n_matches: events that match, as far as they are counted
 * @done: how much of the traces was looked at, 0 … 1: what rows of counts show of the filter goes by
 *   it as well
 *
 * Says how many events match, and while it takes long, how far it is.
 */
void
sl_filter_bar_set_count (SlFilterBar *self,
                         gboolean is_filtered,
                         guint64 n_matches,
                         guint64 n_events,
                         double done)
{
  g_return_if_fail (SL_IS_FILTER_BAR (self));

  sl_filter_counts_set_count (self->counts, is_filtered, n_matches, n_events, done);
  if (done >= 1)
    describe_found (self);
}

/**
 * sl_filter_bar_set_hit:
 * @text: (nullable): which hit is picked, such as "7 of 30"
 * @has_hits: whether there is one to go to
 */
void
sl_filter_bar_set_hit (SlFilterBar *self, const char *text, gboolean has_hits)
{
  g_return_if_fail (SL_IS_FILTER_BAR (self));

  if (text != NULL)
    sl_filter_popup_close (self->popup);
  sl_filter_counts_set_hit (self->counts, text, has_hits);
  describe_found (self);
}

/**
 * sl_filter_bar_set_settings:
 * @settings: what keeps the filters that the user saves
 */
void
sl_filter_bar_set_settings (SlFilterBar *self, GSettings *settings)
{
  g_return_if_fail (SL_IS_FILTER_BAR (self));
  g_return_if_fail (self->saved == NULL);

  self->saved = sl_filter_saved_new (self->saved_box, GTK_EDITABLE (self->entry), settings);
}
