/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-panels.h"

#include <glib/gi18n.h>

#include "sl-event-jump.h"
#include "sl-event-text.h"
#include "sl-gap-list.h"
#include "sl-list-menu.h"
#include "sl-recording.h"
#include "sl-time-text.h"
#include "sl-widget-util.h"

/* What was skipped, repaired or odd while the traces were read. Activating a note goes to the
 * event at its place in the file; one that counts gaps has buttons that go from one of them to the next. */
struct _SlNotesPanel
{
  SlDocumentWidget base;

  GtkStack *stack;
  GtkListBox *list;

  SlEventJump *jump;
};

G_DEFINE_FINAL_TYPE (SlNotesPanel, sl_notes_panel, SL_TYPE_DOCUMENT_WIDGET)

static gboolean
is_of_gaps (const SlNote *note)
{
  return g_str_has_prefix (note->text, SL_RECORDING_LOST) ||
         g_str_has_prefix (note->text, SL_RECORDING_MISSING);
}

static void
row_activated_cb (SlNotesPanel *self, GtkListBoxRow *row)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  int line = gtk_list_box_row_get_index (row);
  guint number = line >= 0 ? (guint) line : G_MAXUINT;

  /* The notes of one trace follow those of the one before it. */
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      guint n_notes = sl_trace_get_n_notes (trace);

      if (number < n_notes)
        {
          const SlNote *note = sl_trace_get_note (trace, number);

          if (is_of_gaps (note))
            sl_gap_list_go_to (self->base.document, i, 0);
          else
            sl_event_jump_to_offset (self->jump, i, note->offset);
          return;
        }
      number -= n_notes;
    }
}

/* Of several traces, whose it is, and where. */
static char *
dup_place (SlNotesPanel *self, guint number, const char *offset)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  g_autofree char *place = offset[0] != '\0' ? g_strdup_printf (_ ("At offset %s"), offset) : NULL;
  g_autofree char *title = NULL;

  if (sl_trace_set_get_size (set) < 2)
    return g_steal_pointer (&place);

  title = sl_trace_set_dup_title (set, number);
  return place != NULL ? g_strdup_printf ("%s · %s", title, place) : g_steal_pointer (&title);
}

/* The data of the button is the number of the trace. */
static void
go_back_cb (SlNotesPanel *self, GtkWidget *button)
{
  guint trace = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "trace"));

  sl_gap_list_go_to (self->base.document, trace, -1);
}

static void
go_on_cb (SlNotesPanel *self, GtkWidget *button)
{
  guint trace = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "trace"));

  sl_gap_list_go_to (self->base.document, trace, 1);
}

static void
add_gap_buttons (SlNotesPanel *self, AdwActionRow *row, guint trace)
{
  static const struct
  {
    const char *icon;
    const char *tip;
    GCallback clicked;
  } buttons[] = {
    { "go-previous-symbolic", N_ ("Previous Gap"), G_CALLBACK (go_back_cb) },
    { "go-next-symbolic", N_ ("Next Gap"), G_CALLBACK (go_on_cb) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button = sl_icon_button_new (buttons[i].icon, _ (buttons[i].tip), NULL);

      g_object_set_data (G_OBJECT (button), "trace", GUINT_TO_POINTER (trace));
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      g_signal_connect_swapped (button, "clicked", buttons[i].clicked, self);
      adw_action_row_add_suffix (row, button);
    }
}

static GtkWidget *
make_row (SlNotesPanel *self, guint number, const SlNote *note)
{
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (self->base.document), number);
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *offset = sl_event_text_offset (trace, note->offset);
  g_autofree char *place = dup_place (self, number, offset);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (note->text));
  if (place != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), place);
  if (offset[0] != '\0')
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_widget_set_tooltip_text (row, is_of_gaps (note) ? _ ("Go to the first gap")
                                                          : _ ("Go to the event at this offset"));
    }
  if (note->count > 1)
    {
      g_autofree char *count = sl_time_text_ticks (note->count);
      g_autofree char *text = g_strdup_printf ("× %s", count);
      GtkWidget *label = gtk_label_new (text);

      gtk_widget_add_css_class (label, "numeric");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
    }
  if (is_of_gaps (note) && note->count > 1)
    add_gap_buttons (self, ADW_ACTION_ROW (row), number);
  return row;
}

static void
refill (SlNotesPanel *self)
{
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      for (guint j = 0; j < sl_trace_get_n_notes (trace); j++)
        gtk_list_box_append (self->list, make_row (self, i, sl_trace_get_note (trace, j)));
    }
  gtk_stack_set_visible_child_name (self->stack, sl_notes_panel_count (self->base.document) > 0
                                                     ? "notes"
                                                     : "empty");
}

/* A line each, as they are listed; of several traces with the trace. */
static void
get_lines (gpointer user_data, GPtrArray *lines)
{
  SlNotesPanel *self = user_data;
  SlTraceSet *set = sl_document_get_trace_set (self->base.document);

  sl_list_menu_append_line (lines, _ ("Note"), _ ("Count"), _ ("Offset"), _ ("Trace"), NULL);
  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);
      g_autofree char *title = sl_trace_set_dup_title (set, i);

      for (guint j = 0; j < sl_trace_get_n_notes (trace); j++)
        {
          const SlNote *note = sl_trace_get_note (trace, j);
          g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, note->count);
          g_autofree char *offset = sl_event_text_offset (trace, note->offset);

          sl_list_menu_append_line (lines, _ (note->text), count, offset, title, NULL);
        }
    }
}

static void
sl_notes_panel_changed (SlDocumentWidget *widget, guint changes)
{
  SlNotesPanel *self = SL_NOTES_PANEL (widget);

  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET)) != 0)
    refill (self);
}

static void
sl_notes_panel_attached (SlDocumentWidget *widget)
{
  SL_NOTES_PANEL (widget)->jump = sl_event_jump_new (widget->document, GTK_WIDGET (widget));
}

static void
sl_notes_panel_dispose (GObject *object)
{
  SlNotesPanel *self = SL_NOTES_PANEL (object);

  g_clear_pointer (&self->jump, sl_event_jump_free);

  G_OBJECT_CLASS (sl_notes_panel_parent_class)->dispose (object);
}

static void
sl_notes_panel_class_init (SlNotesPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_notes_panel_dispose;
  SL_DOCUMENT_WIDGET_CLASS (klass)->attached = sl_notes_panel_attached;
  SL_DOCUMENT_WIDGET_CLASS (klass)->changed = sl_notes_panel_changed;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/slackline/Slackline/sl-notes-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, SlNotesPanel, stack);
  gtk_widget_class_bind_template_child (widget_class, SlNotesPanel, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
sl_notes_panel_init (SlNotesPanel *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sl_list_menu_add (GTK_WIDGET (self->list), "notes", TRUE, get_lines, self);
}

/**
 * sl_notes_panel_count:
 *
 * Returns: how many notes all traces of the document have
 */
guint
sl_notes_panel_count (SlDocument *document)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  guint n_notes = 0;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    n_notes += sl_trace_get_n_notes (sl_trace_set_get_trace (set, i));
  return n_notes;
}
