/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-message.h"
#include "sl-time-text.h"
#include "sl-tip.h"
#include "sl-trace-align.h"
#include "sl-widget-util.h"

#define MINUS "\xe2\x88\x92" /* U+2212 */

/* The traces that stand on one axis: how long their ticks are there, where each begins, to be
 * typed or moved by keys, and which are taken off or added. */
struct _SlTracesDialog
{
  SlPageWindow parent_instance;

  SlDocument *document;
  AdwPreferencesPage *page;
  GPtrArray *groups;  /* of AdwPreferencesGroup, by trace; owned by the page */
  GPtrArray *abouts;  /* of AdwActionRow, by trace */
  GPtrArray *entries; /* of GtkEntry, by trace; NULL for the first */
  AdwComboRow *alignment;
  guint gesture; /* keys that follow each other are one step of undo */
};

static const struct
{
  SlAlignment alignment;
  const char *title;
  const char *about;
} alignments[] = {
  { SL_ALIGN_START, N_ ("At the Same Instant"),
    N_ ("Align the start of each trace with the first") },
  { SL_ALIGN_ABSOLUTE, N_ ("At Their Absolute Counts"),
    N_ ("For recordings by one clock or counter") },
  { SL_ALIGN_RELEASE, N_ ("With Their First Releases"),
    N_ ("For a task that both traces have, by name") },
};

G_DEFINE_FINAL_TYPE (SlTracesDialog, sl_traces_dialog, SL_TYPE_PAGE_WINDOW)

/**
 * sl_traces_dialog_print_offset:
 * @clock: of the axis
 *
 * Returns: (transfer full): as sl_traces_dialog_parse_offset() reads it, exactly
 */
char *
sl_traces_dialog_print_offset (SlClock *clock, gint64 offset)
{
  static const struct
  {
    guint64 per_second;
    const char *unit;
  } units[] = { { 1, "s" }, { 1000, "ms" }, { 1000000, "us" }, { 1000000000, "ns" } };
  const char *sign = offset < 0 ? "-" : "";
  guint64 ticks = offset < 0 ? -(guint64) offset : (guint64) offset;

  /* In the largest unit of which it is a whole number; else in ticks. */
  for (guint i = 0; ticks > 0 && sl_clock_has_rate (clock) && i < G_N_ELEMENTS (units); i++)
    {
      gint64 ns;
      guint64 in_unit = G_GUINT64_CONSTANT (1000000000) / units[i].per_second;
      SlTime back;

      if (!sl_clock_span_to_ns (clock, (SlSpan) { 0, (SlTime) ticks }, &ns) || ns == 0 ||
          (guint64) ns % in_unit != 0)
        continue;
      if (sl_clock_from_seconds (clock, ns, 1000000000, &back) && (guint64) back == ticks)
        return g_strdup_printf ("%s%" G_GUINT64_FORMAT " %s", sign, (guint64) ns / in_unit,
                                units[i].unit);
    }

  return g_strdup_printf ("%s%" G_GUINT64_FORMAT, sign, ticks);
}

/**
 * sl_traces_dialog_parse_offset:
 * @text: a number of ticks, or one with s, ms, us or ns; may have a sign
 * @clock: of the axis
 * @offset: (out): in ticks of the axis; set on success
 */
gboolean
sl_traces_dialog_parse_offset (const char *text, SlClock *clock, gint64 *offset, GError **error)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  const char *digits = plain;
  gboolean is_negative = FALSE;

  if (g_str_has_prefix (plain, MINUS) || plain[0] == '-')
    {
      is_negative = TRUE;
      digits += plain[0] == '-' ? 1 : strlen (MINUS);
    }
  else if (plain[0] == '+')
    {
      digits++;
    }
  if (!sl_duration_parse (digits, clock, offset, error))
    return FALSE;

  *offset = is_negative ? -*offset : *offset;
  return TRUE;
}

static guint
get_number (GtkWidget *row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "trace"));
}

static void
show_error (GtkWidget *row, const GError *error)
{
  sl_error_mark_set (row, error != NULL);
  sl_tip_set (row, error != NULL ? error->message : NULL);
  sl_message_describe (GTK_WIDGET (row), error != NULL ? error->message : "");
}

static void
apply_cb (GtkWidget *entry, SlTracesDialog *self)
{
  g_autoptr (GError) error = NULL;
  gint64 offset;

  if (sl_traces_dialog_parse_offset (gtk_editable_get_text (GTK_EDITABLE (entry)),
                                     sl_document_get_clock (self->document), &offset, &error))
    sl_document_set_offset (self->document, get_number (entry), offset, SL_GESTURE_NONE);
  show_error (entry, error);
}

static void
leave_cb (GtkEventController *controller, SlTracesDialog *self)
{
  GtkWidget *entry = gtk_event_controller_get_widget (controller);

  /* The focus also leaves when the trace does. */
  if (self->document != NULL &&
      get_number (entry) < sl_trace_set_get_size (sl_document_get_trace_set (self->document)))
    apply_cb (entry, self);
}

/* Up and Down move the trace by a thousandth of what is visible, with Control by a tick. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType modifiers,
        SlTracesDialog *self)
{
  guint number = get_number (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
  SlViewState *state = sl_document_get_state (self->document);
  gint64 step = MAX (sl_span_duration (sl_view_state_get_visible (state)) / 1000, 1);

  if (key != GDK_KEY_Up && key != GDK_KEY_Down)
    {
      self->gesture = SL_GESTURE_NONE;
      return GDK_EVENT_PROPAGATE;
    }

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    step = 1;
  if (self->gesture == SL_GESTURE_NONE)
    self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->document));
  sl_document_set_offset (self->document, number,
                          sl_time_add (sl_view_state_get_offset (state, number),
                                       key == GDK_KEY_Up ? step : -step),
                          self->gesture);
  return GDK_EVENT_STOP;
}

static void
rate_cb (GtkWidget *button, SlTracesDialog *self)
{
  sl_rate_dialog_present (self->document, get_number (button), GTK_WINDOW (self));
}

static void
remove_cb (GtkWidget *button, SlTracesDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))),
                              "win.remove-trace", "u", get_number (button));
}

static void
compare_cb (GtkWidget *button, SlTracesDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self))),
                              "view.compare", "u", get_number (button));
}

static GtkWidget *
add_button (SlTracesDialog *self,
            GtkWidget *row,
            guint number,
            const char *icon,
            const char *name,
            GCallback clicked)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  g_object_set_data (G_OBJECT (button), "trace", GUINT_TO_POINTER (number));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  sl_tip_name_give (button, name);
  g_signal_connect (button, "clicked", clicked, self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}

/* What a tick of the trace is on the axis. */
static char *
describe_pace (SlTraceSet *set, guint number)
{
  g_autoptr (SlClock) clock = sl_annotations_dup_clock (sl_trace_set_get_annotations (set, number),
                                                        sl_trace_set_get_trace (set, number));
  const char *unit = _ (sl_clock_get_unit_id (clock));
  const char *axis_unit = _ (sl_clock_get_unit_id (sl_trace_set_get_clock (set)));
  guint n_pieces;
  const SlAffine *pieces = sl_trace_set_get_pieces (set, number, &n_pieces);
  g_autofree char *own = NULL;
  g_autofree char *axis = NULL;

  if (number == 0)
    return g_strdup_printf (_ ("The axis counts its %s"), unit);
  /* Translators: a unit of the trace, then one of the axis: "records", "cycles" */
  if (!sl_trace_set_has_pace (set, number))
    return g_strdup_printf (_ ("Rate unknown: its %s are treated as %s of the axis"), unit,
                            axis_unit);

  if (pieces[0].denominator == pieces[0].numerator && strcmp (unit, axis_unit) == 0)
    /* Translators: a unit: "ns", "cycles" */
    return g_strdup_printf (_ ("Its %s are as long as those of the axis"), unit);

  own = sl_time_text_ticks ((guint64) pieces[0].denominator);
  axis = sl_time_text_ticks ((guint64) pieces[0].numerator);
  /* Translators: a number and a unit of the trace, then of the axis */
  return g_strdup_printf (_ ("%s of its %s are %s %s of the axis"), own, unit, axis, axis_unit);
}

static void
add_trace (SlTracesDialog *self, SlTraceSet *set, guint number)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *about = adw_action_row_new ();
  GtkWidget *entry = NULL;
  SlTrace *trace = sl_trace_set_get_trace (set, number);
  g_autofree char *title = sl_trace_set_dup_title (set, number);
  g_autofree char *markup = g_markup_escape_text (title, -1);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), markup);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (about),
                                 _ (sl_source_get_format_title (sl_trace_get_source (trace))));
  add_button (self, about, number, "preferences-system-time-symbolic", _ ("Clock Rate…"),
              G_CALLBACK (rate_cb));
  if (number > 0)
    add_button (self, about, number, "view-dual-symbolic", _ ("Compare with the First Trace"),
                G_CALLBACK (compare_cb));
  if (number > 0)
    add_button (self, about, number, "user-trash-symbolic", _ ("Remove from the Axis"),
                G_CALLBACK (remove_cb));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), about);

  if (number > 0)
    {
      GtkEventController *keys = gtk_event_controller_key_new ();
      GtkEventController *focus = gtk_event_controller_focus_new ();
      GtkWidget *row = adw_action_row_new ();

      entry = gtk_entry_new ();
      g_object_set_data (G_OBJECT (entry), "trace", GUINT_TO_POINTER (number));
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                     _ ("Starts after the first trace by"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ ("Starts after the first trace by"), -1);
      gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
      g_signal_connect (focus, "leave", G_CALLBACK (leave_cb), self);
      gtk_widget_add_controller (entry, focus);
      gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
      g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
      gtk_widget_add_controller (entry, keys);
      g_signal_connect (entry, "activate", G_CALLBACK (apply_cb), self);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), entry);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
    }

  g_ptr_array_add (self->groups, group);
  g_ptr_array_add (self->abouts, about);
  g_ptr_array_add (self->entries, entry);
  adw_preferences_page_add (self->page, ADW_PREFERENCES_GROUP (group));
}

static void
alignment_cb (SlTracesDialog *self)
{
  guint chosen = adw_combo_row_get_selected (self->alignment);

  if (self->document != NULL && chosen < G_N_ELEMENTS (alignments))
    sl_document_set_alignment (self->document, alignments[chosen].alignment);
}

static void
follow_alignment (SlTracesDialog *self)
{
  SlAlignment alignment = sl_document_get_alignment (self->document);

  for (guint i = 0; i < G_N_ELEMENTS (alignments); i++)
    if (alignments[i].alignment == alignment)
      {
        adw_combo_row_set_selected (self->alignment, i);
        adw_action_row_set_subtitle (ADW_ACTION_ROW (self->alignment), _ (alignments[i].about));
      }
}

static void
follow_document (SlTracesDialog *self)
{
  follow_alignment (self);
  for (guint i = 0; i < self->abouts->len; i++)
    {
      g_autofree char *pace = describe_pace (sl_document_get_trace_set (self->document), i);

      adw_action_row_set_subtitle (g_ptr_array_index (self->abouts, i), pace);
    }
  for (guint i = 1; i < self->entries->len; i++)
    {
      GtkEditable *entry = g_ptr_array_index (self->entries, i);
      gint64 offset = sl_view_state_get_offset (sl_document_get_state (self->document), i);
      g_autofree char *text =
          sl_traces_dialog_print_offset (sl_document_get_clock (self->document), offset);

      if (strcmp (text, gtk_editable_get_text (entry)) == 0)
        continue;
      gtk_editable_set_text (entry, text);
      show_error (GTK_WIDGET (entry), NULL);
    }
}

static void
fill (SlTracesDialog *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->document);

  for (guint i = 0; i < self->groups->len; i++)
    adw_preferences_page_remove (self->page, g_ptr_array_index (self->groups, i));
  g_ptr_array_set_size (self->groups, 0);
  g_ptr_array_set_size (self->abouts, 0);
  g_ptr_array_set_size (self->entries, 0);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    add_trace (self, set, i);
  follow_document (self);
}

static void
document_changed_cb (SlTracesDialog *self, guint changes)
{
  guint n_traces = sl_trace_set_get_size (sl_document_get_trace_set (self->document));

  /* While a trace is moved, its entry must stay. */
  if ((changes & (SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) == 0)
    return;
  if (n_traces != self->groups->len)
    fill (self);
  else
    follow_document (self);
}

static void
sl_traces_dialog_dispose (GObject *object)
{
  SlTracesDialog *self = SL_TRACES_DIALOG (object);

  g_clear_pointer (&self->groups, g_ptr_array_unref);
  g_clear_pointer (&self->abouts, g_ptr_array_unref);
  g_clear_pointer (&self->entries, g_ptr_array_unref);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (sl_traces_dialog_parent_class)->dispose (object);
}

static void
sl_traces_dialog_class_init (SlTracesDialogClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_traces_dialog_dispose;
}

static void
sl_traces_dialog_init (SlTracesDialog *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Add Trace…"));
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  self->groups = g_ptr_array_new ();
  self->abouts = g_ptr_array_new ();
  self->entries = g_ptr_array_new ();
  self->page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_set_margin_top (button, 12);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.add-trace");
  for (guint i = 0; i < G_N_ELEMENTS (alignments); i++)
    gtk_string_list_append (names, _ (alignments[i].title));
  self->alignment = ADW_COMBO_ROW (adw_combo_row_new ());
  sl_combo_value_keep (self->alignment);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->alignment), _ ("Traces Start"));
  adw_combo_row_set_model (self->alignment, G_LIST_MODEL (names));
  g_signal_connect_swapped (self->alignment, "notify::selected", G_CALLBACK (alignment_cb), self);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), GTK_WIDGET (self->alignment));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), button);
  adw_preferences_page_add (self->page, ADW_PREFERENCES_GROUP (group));
  sl_page_window_add (SL_PAGE_WINDOW (self), self->page);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Traces on This Axis"));
  gtk_window_set_default_size (GTK_WINDOW (self), 560, 480);
}

/**
 * sl_traces_dialog_present:
 * @parent: a window with the actions "win.add-trace" and "win.remove-trace"
 */
void
sl_traces_dialog_present (SlDocument *document, GtkWindow *parent)
{
  SlTracesDialog *self = g_object_new (SL_TYPE_TRACES_DIALOG, "transient-for", parent,
                                       "destroy-with-parent", TRUE, SL_WINDOW_ROLE, NULL);

  self->document = g_object_ref (document);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (parent));
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  fill (self);
  sl_button_names_give (GTK_WIDGET (self));
  sl_window_present_at (GTK_WINDOW (self), GTK_WIDGET (self->alignment));
}
